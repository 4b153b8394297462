"""The oracle of the island game against the checks that the rules themselves list.

Each test is a position, an action and the result. The numbers are those of the list.
"""

from dataclasses import replace

import pytest

from hinterland.tests.oracle.island.options import BASE, HOUSE, OFFICIAL
from hinterland.tests.oracle.island.position import HARBORS, Position


def test_1_gates_open_by_the_red_die() -> None:
    for level, red, drawn in ((1, 2, 1), (1, 3, 0), (5, 6, 1), (0, 1, 0)):
        g = Position()
        g.player("p2").improvements["science"] = level
        g.top("crane")
        g.start_turn(0)
        g.roll(f"{red}+{6 if red < 6 else 5}+science")
        if drawn:
            g.go("draw:crane")
        assert len(g.player("p2").progress) == drawn


def test_2_a_metropolis_is_one_city_to_the_barbarians() -> None:
    for knights, falls in ((4, True), (5, False)):
        g = Position()
        g.cities("p1", "a1n", "a3n")
        g.cities("p2", "c1sw", "e1s")
        g.metropolis("p2", "trade", "e3s")
        g.knight("p1", "c3n", level=3, active=True)
        g.knight("p1", "c3s", level=knights - 3, active=True)
        g.table.barbarian = 6
        g.start_turn(0)
        g.roll("1+1+ship")
        assert (g.mover() == "p2") == falls  # asked which of two cities, the metropolis not
        if falls:
            assert g.legal() == ["pillage:c1sw", "pillage:e1s"]
        assert g.player("p1").defender == (not falls)


def test_3_pillage_skips_who_has_nothing_to_lose() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n")
    g.cities("p2", "c1sw")
    g.cities("p3", "e3s")
    g.knight("p3", "c3n", active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert [len(player.cities) for player in g.table.players] == [1, 0, 1]


def test_3_the_next_weakest_loses_when_the_weakest_have_no_city() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n")
    g.cities("p3", "e3s", "e1s")
    g.knight("p3", "c3n", active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    g.go("pillage:e1s")
    assert g.player("p3").cities == {g.corner("e3s")}
    assert g.player("p3").settlements == {g.corner("e1s")}


def test_4_ties_at_the_bottom_and_at_the_top() -> None:
    g = Position()
    for seat, corner in (("p1", "a1n"), ("p2", "c1sw"), ("p3", "e3s")):
        g.cities(seat, corner)
    g.knight("p1", "c3n", level=2, active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert [len(player.cities) for player in g.table.players] == [1, 0, 0]

    g = Position()
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p3", "c3s", level=2, active=True)
    g.table.barbarian = 6
    g.top("printer", "spy")
    g.start_turn(1)
    g.roll("1+1+ship")
    assert g.mover() == "p3"  # clockwise from the roller
    g.go("deck:politics", "draw:spy")
    assert g.mover() == "p1"
    assert g.can("pass")
    g.go("deck:science", "draw:printer")
    assert g.player("p3").progress == ["spy"]
    assert g.points("p1") == 1
    assert [player.defender for player in g.table.players] == [0, 0, 0]


def test_5_the_first_attack_comes_before_a_seven() -> None:
    g = Position()
    g.settlements("p2", "a1n")
    g.knight("p1", "c3n", active=True)
    g.cards("p1", ore=8)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("3+4+ship")
    assert not any(knight.active for knight in g.player("p1").knights.values())
    g.go(*["discard:ore"] * 4, "reveal:4ore")
    assert g.can("robber:a1")

    g = Position()
    g.cards("p1", ore=8)
    g.start_turn(0)
    g.roll("3+4+trade")
    g.go(*["discard:ore"] * 4, "reveal:4ore")
    assert g.can("end")  # nothing else before any attack


def test_6_how_many_cards_a_seven_costs() -> None:
    cases = [  # options, cards, walls, discarded
        (HOUSE, 20, 0, 10),
        (HOUSE, 11, 2, 0),
        (HOUSE, 12, 2, 6),
        (HOUSE, 9, 0, 5),
        (OFFICIAL, 9, 0, 4),
        (HOUSE, 11, 1, 6),
        (OFFICIAL, 11, 1, 5),
        (HOUSE, 7, 0, 0),
    ]
    for options, cards, walls, lost in cases:
        g = Position(options)
        g.cities("p2", "a1n", "a3n")
        g.walls("p2", *("a1n", "a3n")[:walls])
        g.cards("p2", ore=cards - 1, lumber=1)
        g.start_turn(0)
        g.roll("3+4+trade")
        while g.mover() == "p2":
            g.go("discard:ore")
        if lost:
            assert g.mover() == "chance"
            assert g.table.bank["ore"] == 19 - (cards - 1)  # nothing moves before it is shown
            g.go(f"reveal:{lost}ore")
        assert g.hand("p2") == cards - lost
        assert g.mover() == "p1"


def test_discards_are_picked_in_ascending_kinds() -> None:
    g = Position()
    g.cards("p2", lumber=6, coin=2)
    g.start_turn(0)
    g.roll("3+4+trade")
    assert g.legal() == ["discard:lumber"]  # coin comes last and is not enough
    g.go("discard:lumber", "discard:lumber")
    assert g.legal() == ["discard:coin", "discard:lumber"]
    g.go("discard:coin")
    assert g.legal() == ["discard:coin"]


def test_7_a_displaced_knight_without_a_corner_goes_home() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p2", "c3se", active=True)
    g.start_action(0)
    g.go(f"move:{g.corner_token('c3n')}>{g.corner_token('c3se')}")
    assert not g.player("p2").knights
    assert list(g.player("p1").knights) == [g.corner("c3se")]
    assert g.mover() == "p1"


def test_7_a_displaced_knight_keeps_its_state() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.roads("p2", "c3se", "c3sw")
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p2", "c3se", active=True)
    g.start_action(0)
    g.go(f"move:{g.corner_token('c3n')}>{g.corner_token('c3se')}")
    assert g.mover() == "p2"
    assert g.legal() == sorted(f"retreat:{g.corner_token(c)}" for c in ("c3s", "c3sw"))
    g.go(f"retreat:{g.corner_token('c3sw')}")
    knight = g.player("p2").knights[g.corner("c3sw")]
    assert (knight.level, knight.active) == (1, True)
    mover = g.player("p1").knights[g.corner("c3se")]
    assert not mover.active


def test_8_a_knight_acts_once_and_never_in_the_turn_it_wakes() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3nw")
    g.knight("p1", "c3n")
    g.knight("p1", "c3nw", active=True)
    g.cards("p1", grain=5)
    g.start_action(0)
    n, se, nw = (g.corner_token(c) for c in ("c3n", "c3se", "c3nw"))
    assert g.can(f"move:{nw}>{se}")
    g.go(f"activate:{n}")
    assert not g.can(f"move:{n}>{se}")
    g.go(f"move:{nw}>{se}", f"activate:{se}")
    assert not g.can(f"move:{se}>{nw}")


def test_8_warlord_makes_nobody_ready_and_a_deserter_is() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.knight("p1", "c3n")
    g.knight("p2", "a1n", level=3, active=True)
    g.progress("p1", "warlord", "deserter")
    g.start_action(0)
    g.go("play:warlord")
    n, ne, se = (g.corner_token(c) for c in ("c3n", "c3ne", "c3se"))
    assert not g.can(f"move:{n}>{se}")
    g.go("play:deserter=p2")
    assert g.mover() == "p1"
    assert g.can(f"place:{se}=basic")
    g.go(f"place:{se}=mighty")  # without the Fortress
    assert g.can(f"move:{se}>{ne}")
    assert not g.can(f"move:{n}>{ne}")
    assert not g.player("p2").knights


def test_9_promotions_are_limited_by_pieces_and_once_a_turn() -> None:
    g = Position()
    g.knight("p1", "c3n", level=2)
    g.knight("p1", "c3s", level=2)
    g.knight("p1", "a1n")
    g.cards("p1", wool=4, ore=4)
    g.start_action(0)
    assert not [token for token in g.legal() if token.startswith("promote")]

    g = Position()
    g.knight("p1", "c3n", level=2)
    g.knight("p1", "c3s")
    g.knight("p1", "a1n")
    g.progress("p1", "smith")
    g.start_action(0)
    g.go("play:smith", "promote:a1n")
    assert g.legal() == ["pass"]  # no strong piece is left, and without the Fortress no mighty

    g = Position()
    g.knight("p1", "a1n")
    g.player("p1").improvements["politics"] = 3
    g.progress("p1", "smith")
    g.start_action(0)
    g.go("play:smith", "promote:a1n")
    assert g.legal() == ["pass"]  # not the same knight twice


def test_d9_the_letter_of_the_house_on_strong_knights() -> None:
    g = Position(replace(HOUSE, strong_needs_fortress=True))
    g.knight("p1", "a1n")
    g.cards("p1", wool=1, ore=1)
    g.progress("p1", "smith")
    g.start_action(0)
    assert not g.can("promote:a1n")
    g.go("play:smith")
    assert g.can("promote:a1n")


def test_10_aqueduct() -> None:
    def rolled(dice: str, ore_left: int) -> Position:
        g = Position()
        g.player("p2").improvements["science"] = 3
        g.cities("p2", "c4ne")
        g.table.robber = g.hex("c3")
        g.table.bank["ore"] = ore_left
        return g

    g = rolled("3+5", 19)
    g.table.robber = g.hex("c4")
    g.start_turn(0)
    g.roll("3+5+trade")
    assert g.legal() == [
        "pass",
        *(f"pick:{k}" for k in ("brick", "grain", "lumber", "ore", "wool")),
    ]
    g = rolled("3+5", 0)
    g.start_turn(0)
    g.roll("3+5+trade")
    assert g.player("p2").hand["coin"] == 1
    assert g.mover() == "p1"
    g = rolled("3+4", 19)
    g.start_turn(0)
    g.roll("3+4+trade")
    assert g.mover() == "p1"


def test_11_the_first_at_level_5_takes_the_metropolis_for_good() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n", level=4)
    g.cities("p2", "c1sw")
    g.player("p2").improvements["trade"] = 4
    g.cards("p1", cloth=5)
    g.cards("p2", cloth=5)
    g.start_action(1)
    g.go("improve:trade")
    assert g.table.metropolis["trade"] == (1, g.corner("c1sw"))
    assert g.points("p1") == 2
    assert g.points("p2") == 4
    g.start_action(0)
    g.go("improve:trade")
    assert g.table.metropolis["trade"][0] == 1


def test_12_levels_4_and_5_need_a_city_without_metropolis() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n", level=4)
    g.player("p1").improvements["science"] = 3
    g.cards("p1", cloth=5, paper=5)
    g.start_action(0)
    assert not g.can("improve:science")
    assert g.can("improve:trade")


def test_13_the_last_settlement_piece() -> None:
    g = Position()
    g.settlements("p1", "a3ne", "c5ne", "e1sw", "c1sw", "a2n")
    g.cities("p1", "e3s")
    g.table.barbarian = 6
    g.start_turn(0)
    before = g.points("p1")
    g.roll("1+1+ship")
    player = g.player("p1")
    assert player.sideways == {g.corner("e3s")}
    assert g.points("p1") == before - 1
    g.cards("p1", ore=6, grain=4, brick=2, paper=1)
    g.start_action(0)
    assert [token for token in g.legal() if token.startswith("city")] == ["city:e3s"]
    assert not [token for token in g.legal() if token.startswith(("wall", "improve"))]
    g.go("city:e3s")
    assert player.cities == {g.corner("e3s")}
    assert len([token for token in g.legal() if token.startswith("city")]) == 5
    assert g.can("improve:science")


def test_14_the_longest_road_may_end_at_an_opponent() -> None:
    g = Position()
    g.settlements("p2", "c3n")
    g.roads("p1", "c3ne", "c3e", "c3se", "d2e", "d2se", "d2sw")
    assert g.table.route_length(g.player("p1")) == 6
    g.cards("p1", brick=1, lumber=1)
    g.start_action(0)
    g.go(f"road:{g.edge_token('d2w')}")
    assert g.table.route_length(g.player("p1")) == 7


def test_15_a_broken_tie_sets_the_card_aside() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw", "c3w")
    g.roads("p2", "a1nw", "a1ne", "a2nw", "a2ne", "a3nw")
    g.roads("p3", "e1sw", "e1se", "e2sw", "e2se", "e3sw")
    g.table.longest = 0
    g.roads("p2")
    holders = [g.table.longest]
    g.settlements("p2", "c3s")
    assert g.table.route_length(g.player("p1")) == 3
    holders.append(g.table.longest)
    assert holders == [0, None]  # among equals the holder keeps it; then it is set aside
    g.cards("p3", brick=1, lumber=1)
    g.start_action(2)
    g.go(f"road:{g.edge_token('e3se')}")
    assert g.table.longest == 2


def test_17_bank_shortage() -> None:
    g = Position()
    g.cities("p1", "b3sw")  # forest of 10 and two others
    g.settlements("p2", "b3ne", "b3se")
    g.table.bank["lumber"] = 2
    g.start_turn(0)
    g.roll("4+6+trade")
    assert g.player("p1").hand["lumber"] == 0
    assert g.player("p1").hand["paper"] == 1
    assert g.player("p2").hand["lumber"] == 0

    g = Position(BASE)
    g.cities("p1", "b3sw")
    g.table.bank["lumber"] = 1
    g.start_turn(0)
    g.roll("4+6")
    assert g.player("p1").hand["lumber"] == 1


def test_18_the_robber_stops_the_hex_and_takes_nothing_from_an_empty_hand() -> None:
    g = Position(BASE)
    g.settlements("p1", "b3n")
    g.cards("p3", ore=1)
    g.settlements("p2", "c4n")
    g.settlements("p3", "c4s")
    g.start_turn(0)
    g.roll("3+4")
    assert all(token.startswith("robber:") for token in g.legal())
    assert not g.can("robber:c3")
    g.go("robber:c4")
    assert g.mover() == "chance"  # the only one with a card
    g.go("steal:ore", "end")
    g.roll("3+5")
    assert g.hand("p2") == 0
    g.go("end")
    g.roll("3+4")
    g.go("robber:b3")
    assert g.mover() == "chance"
    assert g.hand("p1") == 1


def test_19_winning_is_for_the_own_turn() -> None:
    g = Position(replace(HOUSE, target=3), players=5, board=BIG)
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw")
    g.settlements("p1", "a1n")
    g.roads("p2", "e3ne", "e3e", "e3se", "e3sw", "e3w")
    g.settlements("p2", "d1nw")
    g.cards("p1", brick=4, lumber=4)
    assert g.points("p2") == 3
    g.start_turn(0)
    g.roll("1+1+trade")
    assert not g.can("win")
    g.go("end")
    for seat in ("p2", "p3", "p4", "p5"):
        assert g.mover() == seat
        g.go("pass")
    assert g.mover() == "p2"  # left of the turn's seat
    assert not g.can("win")
    g.roll("1+1+trade")
    g.go("win")
    assert g.mover() == "over"
    assert g.returns() == [0, 1, 0, 0, 0]


def test_19_without_declaring_the_target_wins_at_the_start_of_the_own_turn() -> None:
    g = Position(replace(BASE, target=3))
    g.settlements("p2", "a1n", "a3n", "e3s")
    g.start_turn(0)
    g.roll("1+1")
    assert g.mover() == "p1"
    g.go("end")
    assert g.returns() == [0, 1, 0]


BIG = """
a1=forest:5 a2=pasture:2 a3=fields:6 b1=hills:3 b2=mountains:8 b3=forest:10 b4=pasture:9
c1=fields:12 c2=hills:11 c3=desert c4=mountains:8 c5=forest:4
d1=pasture:4 d2=fields:5 d3=hills:9 d4=mountains:10 d5=forest:6 d6=pasture:3
e1=fields:11 e2=hills:9 e3=desert e4=mountains:5 e5=forest:3
f1=forest:2 f2=pasture:12 f3=fields:10 f4=hills:11 g1=mountains:4 g2=pasture:8 g3=fields:6
first=p1
"""


@pytest.mark.parametrize(
    ("options", "blocker", "legal"),
    [
        (OFFICIAL, "settlement", False),
        (HOUSE, "settlement", True),
        (HOUSE, "knight", False),
        (OFFICIAL, "knight", False),
    ],
)
def test_20_building_past_an_opponent(options: object, blocker: str, legal: bool) -> None:
    g = Position(options)  # type: ignore[arg-type]
    g.roads("p1", "c3nw", "c3ne")
    if blocker == "settlement":
        g.settlements("p2", "c3ne")
    else:
        g.knight("p2", "c3ne")
    g.cards("p1", brick=1, lumber=1)
    g.start_action(0)
    assert g.can(f"road:{g.edge_token('c3e')}") == legal
    assert g.can(f"road:{g.edge_token('c3w')}")
    g.roads("p1", "c3e", "c3se", "c3sw")
    assert g.table.route_length(g.player("p1")) == 3


def test_a_walls_shield_cities() -> None:
    g = Position()
    g.cities("p1", "a1n", "a3n")
    g.walls("p1", "a1n")
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert not g.player("p1").walls
    assert len(g.player("p1").cities) == 2
    g.table.barbarian = 6
    g.start_turn(1)
    g.roll("1+1+ship")
    g.go("pillage:a1n")
    assert g.player("p1").cities == {g.corner("a3n")}


def test_b_hidden_harbors() -> None:
    g = Position(harbors=HARBORS)
    for harbor in g.table.harbors:
        harbor.kind = None
    g.table.harbor_pool.update({"any": 2, "wool": 1})
    g.roads("p1", "a1ne")
    g.cards("p1", brick=1, lumber=1, ore=4)
    g.start_action(0)
    g.go(f"road:{g.edge_token('a2nw')}")
    assert g.mover() == "chance"
    assert g.legal() == ["flip:h2=any", "flip:h2=wool"]
    g.go("flip:h2=wool")
    assert g.table.harbors[1].kind == "wool"
    assert g.table.harbor_pool == {"any": 2, "wool": 0}


def test_c_no_commodity_at_a_resource_harbor() -> None:
    g = Position(harbors=HARBORS)
    g.settlements("p1", "e1s", "a1n")
    g.cards("p1", wool=2, cloth=3)
    g.start_action(0)
    assert g.can("bank:wool>ore")
    assert g.can("bank:cloth>ore")  # 3:1 at the harbor for any kind
    g.go("bank:cloth>coin")
    assert g.player("p1").hand["cloth"] == 0
    g.cards("p1", cloth=2)
    g.start_action(0)
    assert not g.can("bank:cloth>ore")
    assert not g.can("bank:wool>wool")


def test_d_fish_pay_without_change() -> None:
    g = Position(replace(HOUSE, fish=True))
    g.player("p1").fish.update({2: 1, 3: 1})
    g.start_action(0)
    assert g.can("fish:ore,2+3")
    assert not g.can("fish:ore,3")
    assert not g.can("fish:rob=p2,3")  # nothing to steal
    g.go("fish:ore,2+3")
    assert not sum(g.player("p1").fish.values())
    assert g.table.fish_spent == {2: 1, 3: 1}
    assert g.hand("p1") == 1


def test_e_the_longest_road_is_judged_after_the_diplomats_rebuild() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw", "c3w")
    g.roads("p2", "a1nw", "a1ne", "a2nw", "a2ne", "a3nw")
    g.table.longest = 0
    g.progress("p1", "diplomat")
    g.start_action(0)
    g.go(f"play:diplomat={g.edge_token('c3w')}")
    assert not g.can(f"road:{g.edge_token('c3w')}")
    g.go(f"road:{g.edge_token('c3nw')}")
    assert g.table.longest == 0


def test_f_bishop_waits_for_the_first_attack() -> None:
    g = Position()
    g.progress("p1", "bishop")
    g.start_action(0)
    assert not g.can("play:bishop")
    g.table.unlocked = True
    g.start_action(0)
    assert g.can("play:bishop")


def test_g_walls() -> None:
    g = Position(replace(HOUSE, wall_shields=False))
    g.cities("p1", "a1n", "a3n", "e1s", "e3s")
    g.walls("p1", "a1n", "a3n", "e1s")
    g.cards("p1", brick=2)
    g.table.barbarian = 6
    g.start_turn(0)
    assert g.player("p1").left("wall") == 0
    g.roll("1+1+ship")
    g.go("pillage:a1n")
    assert g.player("p1").walls == {g.corner("a3n"), g.corner("e1s")}
    assert g.can("wall:e3s")
