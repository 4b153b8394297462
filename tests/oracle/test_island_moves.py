"""The oracle's moves one by one: cards, knights, trade, fish, ships, development cards."""

from dataclasses import replace

from hinterland.tests.oracle.island.options import HOUSE, OFFICIAL
from hinterland.tests.oracle.island.position import HARBORS, Position, starting


def holding(*cards: str) -> Position:
    """p1 with progress cards, nothing else on the board."""
    g = Position()
    g.progress("p1", *cards)
    return g


def test_places_are_named_by_their_first_hex() -> None:
    g = Position()
    assert (len(g.game.names.corners), len(g.game.names.edges)) == (54, 72)
    assert g.corner_token("b1ne") == g.corner_token("b2nw") == "a1s"
    assert g.edge_token("b2nw") == "a1se"
    assert list(g.game.names.corners)[:6] == ["a1n", "a1ne", "a1se", "a1s", "a1sw", "a1nw"]


# Science


def test_alchemist_chooses_both_dice_before_the_roll() -> None:
    g = holding("alchemist", "alchemist")
    g.start_turn(0)
    assert len(g.legal()) == 37
    g.go("play:alchemist=3+5")
    assert sorted(g.legal()) == [f"dice:3+5+{f}" for f in ("politics", "science", "ship", "trade")]
    g.go("dice:3+5+trade")
    assert not starting(g, "play:alchemist")
    assert g.table.decks["science"][-1] == "alchemist"


def test_crane_makes_level_1_free_and_one_card_serves_one_level() -> None:
    g = holding("crane", "crane")
    g.start_action(0)
    assert not g.can("play:crane")  # no city
    g.cities("p1", "a1n")
    g.start_action(0)
    g.go("play:crane")
    assert g.can("improve:trade")
    g.go("play:crane", "improve:trade")
    assert g.table.bank["cloth"] == 12
    g.cards("p1", cloth=1)
    g.start_action(0)
    g.go("improve:trade")
    assert g.player("p1").improvements["trade"] == 2
    assert g.game.crane == 0


def test_inventor_swaps_different_chits_but_never_2_6_8_12() -> None:
    g = holding("inventor")
    g.start_action(0)
    assert "play:inventor=a1+b1" in g.legal()
    assert not [token for token in starting(g, "play:inventor") if "a3" in token]
    assert not g.can("play:inventor=a1+d2")  # both bear 5
    g.go("play:inventor=a1+b1")
    assert g.table.chits[g.hex("a1")] == 3
    assert g.table.chits[g.hex("b1")] == 5


def test_irrigation_counts_hexes_not_buildings() -> None:
    g = holding("irrigation")
    g.cities("p1", "a3n", "a3s")
    g.start_action(0)
    g.go("play:irrigation")
    assert g.player("p1").hand["grain"] == 2
    g = holding("mining")
    g.settlements("p1", "b2n", "c4n")
    g.table.bank["ore"] = 3
    g.start_action(0)
    g.go("play:mining")
    assert g.player("p1").hand["ore"] == 3


def test_medicine_and_engineer() -> None:
    g = holding("medicine", "engineer")
    g.settlements("p1", "a1n")
    g.cards("p1", ore=2, grain=1)
    g.start_action(0)
    assert not starting(g, "play:engineer")
    g.go("play:medicine=a1n", "play:engineer=a1n")
    assert g.player("p1").walls == {g.corner("a1n")}
    assert g.hand("p1") == 0


def test_road_building_gives_two_roads_or_fewer() -> None:
    g = holding("road_building")
    g.settlements("p1", "c3n")
    g.start_action(0)
    g.go("play:road_building")
    assert not g.can("end")
    g.go(f"road:{g.edge_token('c3ne')}")
    g.go("pass")
    assert g.can("end")
    assert len(g.player("p1").roads) == 1


# Trade


def test_master_merchant_takes_two_cards_of_somebody_ahead() -> None:
    g = holding("master_merchant")
    g.settlements("p2", "a1n")
    g.settlements("p1", "a3n")
    g.cards("p2", ore=1, cloth=2)
    g.start_action(0)
    assert not starting(g, "play:master_merchant")  # nobody has more points
    g.settlements("p2", "e1s")
    g.start_action(0)
    g.go("play:master_merchant=p2", "show:ore+2cloth", "take:ore", "take:cloth")
    assert g.player("p1").hand == {"ore": 1, "cloth": 1}
    assert g.hand("p2") == 1


def test_merchant_gives_a_point_and_a_rate() -> None:
    g = holding("merchant")
    g.settlements("p1", "a1s")
    g.cards("p1", lumber=2)
    g.table.robber = g.hex("a1")
    g.start_action(0)
    assert sorted(starting(g, "play:merchant")) == [
        f"play:merchant={h}" for h in ("a1", "b1", "b2")
    ]
    g.go("play:merchant=a1")
    assert g.points("p1") == 2
    g.go("bank:lumber>coin")
    assert g.player("p1").hand["coin"] == 1


def test_merchant_fleet_lasts_for_the_turn() -> None:
    g = holding("merchant_fleet")
    g.cards("p1", coin=4)
    g.start_action(0)
    assert g.can("bank:coin>ore")  # 4:1
    g.go("play:merchant_fleet=coin", "bank:coin>ore", "bank:coin>ore", "end")
    assert g.player("p1").hand["ore"] == 2
    assert not g.game.fleet


def test_monopolies() -> None:
    g = holding("resource_monopoly", "trade_monopoly")
    g.start_action(0)
    assert not starting(g, "play:")  # nobody has a card
    g.cards("p2", ore=3, coin=2)
    g.cards("p3", ore=1)
    g.start_action(0)
    g.go(
        "play:resource_monopoly=ore", "levy:p2=2+p3=1", "play:trade_monopoly=coin", "levy:p2=1+p3=0"
    )
    assert g.player("p1").hand == {"ore": 3, "coin": 1}


def test_commercial_harbor() -> None:
    g = holding("commercial_harbor")
    g.cards("p1", ore=2)
    g.cards("p2", coin=1, paper=1)
    g.cards("p3", wool=1)
    g.start_action(0)
    g.go("play:commercial_harbor", "swap:p2=ore")
    assert g.legal() == ["give:coin", "give:paper"]
    g.go("give:coin", "cross:ore>coin", "swap:p3=ore")
    assert g.legal() == ["none"]
    g.go("none")
    assert g.legal() == ["pass"]
    g.go("pass")
    assert g.player("p1").hand == {"ore": 1, "coin": 1}


# Politics


def test_bishop_steals_from_one_or_from_each() -> None:
    for options, thefts in ((HOUSE, 1), (OFFICIAL, 2)):
        g = Position(options)
        g.progress("p1", "bishop")
        g.table.unlocked = True
        g.settlements("p2", "c4n")
        g.settlements("p3", "c4s")
        g.cards("p2", ore=1)
        g.cards("p3", ore=1)
        g.start_action(0)
        g.go("play:bishop", "robber:c4")
        if thefts == 1:
            assert g.legal() == ["rob:p2", "rob:p3"]
            g.go("rob:p3")
        g.go(*["steal:ore"] * thefts)
        assert g.hand("p1") == thefts


def test_diplomat_needs_an_open_road_and_strands_no_knight() -> None:
    g = holding("diplomat")
    g.settlements("p2", "c3n")
    g.roads("p2", "c3ne", "c3e", "a1nw")
    g.knight("p2", "a1n")
    g.start_action(0)
    assert starting(g, "play:diplomat") == [f"play:diplomat={g.edge_token('c3e')}"]
    g.go(f"play:diplomat={g.edge_token('c3e')}")
    assert len(g.player("p2").roads) == 2
    assert g.can("end")


def test_intrigue_sends_a_knight_of_any_strength_away() -> None:
    g = holding("intrigue")
    g.roads("p1", "c3ne")
    g.roads("p2", "c3e")
    g.knight("p2", "c3ne", level=3, active=True)
    g.start_action(0)
    g.go(f"play:intrigue={g.corner_token('c3ne')}")
    (corner,) = g.player("p2").knights  # one corner to go to: no question
    assert corner == g.corner("c3se")
    assert g.player("p2").knights[corner].active


def test_saboteur_hits_as_many_points_too() -> None:
    g = holding("saboteur")
    g.cards("p2", ore=3, wool=2)
    g.cards("p3", ore=1)
    g.start_action(0)
    g.go("play:saboteur")
    assert g.mover() == "p2"
    g.go("discard:wool", "discard:ore", "reveal:wool+ore")
    assert g.hand("p2") == 3
    assert g.hand("p3") == 1
    assert g.can("end")


def test_spy_may_take_a_card() -> None:
    g = holding("spy")
    g.progress("p2", "warlord", "crane")
    g.start_action(0)
    g.go("play:spy=p2", "show:crane+warlord")
    assert g.legal() == ["pass", "take:crane", "take:warlord"]
    g.go("take:crane")
    assert g.player("p1").progress == ["crane"]
    assert g.player("p2").progress == ["warlord"]


def test_wedding_takes_all_of_who_has_fewer_than_two() -> None:
    g = holding("wedding")
    g.settlements("p2", "a1n")
    g.settlements("p3", "e1s")
    g.cards("p2", ore=3)
    g.cards("p3", wool=1)
    g.start_action(0)
    g.go("play:wedding", "give:ore", "give:ore", "give:wool")
    assert g.player("p1").hand == {"ore": 2, "wool": 1}


def test_deserter_2020_gives_the_same_level_or_a_basic_knight() -> None:
    for level, left, levels in ((2, True, {"basic", "strong"}), (2, False, {"basic"})):
        for edition in ("2025", "2020"):
            g = Position(replace(HOUSE, deserter=edition))
            g.progress("p1", "deserter")
            g.roads("p1", "c3ne")
            g.knight("p2", "a1n", level=level)
            if not left:
                g.knight("p1", "e1s", level=2)
                g.knight("p1", "e3s", level=2)
            g.start_action(0)
            g.go("play:deserter=p2")
            placed = {token.partition("=")[2] for token in starting(g, "place")}
            assert placed == ({"strong"} if edition == "2020" and left else levels)


# D8


def test_the_house_drops_at_the_end_of_every_turn_for_everybody() -> None:
    g = Position()
    g.progress("p1", "spy", "spy", "bishop", "crane", "smith")
    g.progress("p3", "spy", "warlord", "merchant", "mining", "medicine", "crane")
    g.start_action(0)
    g.go("end")
    assert g.legal() == ["drop:bishop", "drop:crane", "drop:smith", "drop:spy"]
    g.go("drop:spy")
    assert g.mover() == "p3"
    g.go("drop:spy", "drop:crane")
    assert g.table.decks["politics"][-2:] == ["spy", "spy"]
    assert (g.mover(), g.legal()) == ("p2", ["roll"])


def test_officially_others_drop_at_once_and_the_seat_at_its_end() -> None:
    g = Position(OFFICIAL)
    for seat in ("p1", "p2"):
        g.player(seat).improvements["science"] = 5
        g.player(seat).progress += ["merchant", "smith", "mining", "crane"]
    g.top("irrigation", "alchemist")
    g.start_turn(0)
    g.roll("1+3+science")
    g.go("draw:alchemist", "draw:irrigation")
    assert g.mover() == "p2"
    g.go("drop:merchant")
    assert g.mover() == "p1"  # and now the Aqueduct, for nothing was produced
    g.go("pass", "pass", "end", "drop:alchemist")
    assert g.mover() == "p2"


# Trade


def test_offers_answers_and_counters() -> None:
    g = Position()
    g.cards("p1", ore=2, wool=1)
    g.cards("p2", grain=1)
    g.cards("p3", cloth=2)
    g.start_action(0)
    assert g.can("offer:2ore>grain")
    assert not g.can("offer:ore>ore")
    assert not g.can("offer:wool+ore>grain")
    assert g.allows("offer:wool+ore>grain")  # not listed, but it may be played
    assert not g.allows("offer:3ore>grain")
    g.go("offer:ore>grain")
    assert g.can("accept")
    assert not g.can("counter:grain>ore")  # that would be accepting
    g.go("counter:grain>2ore")
    assert not g.can("accept")
    g.go("counter:2cloth>wool")
    assert g.legal() == ["deal:p2", "deal:p3", "none"]
    g.go("deal:p3")
    assert g.player("p1").hand == {"ore": 2, "wool": 0, "cloth": 2}
    assert not g.allows("offer:ore>grain")  # not again in this turn
    g.go("offer:ore>wool", "decline", "decline")
    assert g.can("end")  # nobody to choose from


def test_bank_rates_take_the_best() -> None:
    g = Position(harbors=HARBORS)
    g.settlements("p1", "e1s")
    g.cards("p1", wool=2, cloth=2)
    g.start_action(0)
    assert not g.can("bank:cloth>ore")
    g.player("p1").improvements["trade"] = 3
    g.table.bank["ore"] = 0
    g.start_action(0)
    assert g.can("bank:cloth>wool")
    assert g.can("bank:wool>grain")
    assert not g.can("bank:wool>ore")


# Fish


def test_fish_draws_stop_at_seven_with_a_swap() -> None:
    lake = Position(replace(HOUSE, fish=True))
    lake.table.terrain[lake.hex("c3")] = "lake"
    lake.table.lakes[lake.hex("c3")] = (2, 3, 11, 12)
    lake.table.robber = None
    lake.cities("p2", "c3n")
    lake.player("p2").fish.update({1: 6})
    lake.start_turn(0)
    lake.roll("1+1+trade")
    lake.go("token:3")
    assert lake.legal() == ["pass", "return:1", "return:3"]
    lake.go("return:1")
    assert lake.table.fish_spent == {1: 1}
    lake.go("token:boot")
    assert lake.table.boot == 1
    assert sum(lake.player("p2").fish.values()) == 6


def test_the_boot_goes_to_who_is_not_behind() -> None:
    g = Position(replace(OFFICIAL, fish=True))
    g.table.boot = 0
    g.settlements("p2", "a1n")
    assert g.table.target(g.player("p1")) == 14
    g.start_action(0)
    assert starting(g, "boot") == ["boot:p2", "boot:p3"]
    g.settlements("p1", "e1s")
    g.start_action(0)
    assert starting(g, "boot") == ["boot:p2"]
    g.go("boot:p2")
    assert g.table.target(g.player("p2")) == 14


def test_no_token_too_many_and_none_that_could_stay() -> None:
    g = Position(replace(HOUSE, fish=True))
    g.player("p1").fish.update({1: 2, 2: 2, 3: 1})
    g.table.unlocked = True
    g.start_action(0)
    assert starting(g, "fish:robber") == [
        "fish:robber,1+1",
        "fish:robber,2",
        "fish:robber,3",
    ]
    assert sorted(starting(g, "fish:trade")) == ["fish:trade,1+1+2+3", "fish:trade,2+2+3"]
    g.go("fish:robber,3")
    assert g.table.robber is None
    assert not starting(g, "fish:robber")
