"""Progress cards: what each does and when it may be played. Each test: position, action, result."""

from typing import Any

import pytest

from hinterland.tests.island.knights_positions import guard, knight, of_word, rolling, table
from hinterland.tests.island.positions import broken, legal, play, seat, shown

AHEAD = {"victory_cards": {"defender": 1}}
"""More points than p1."""


def holding(card: str, **more: Any) -> dict[str, Any]:
    return {"progress": {card: 1}, **more}


def test_alchemist_chooses_both_number_dice_before_the_roll() -> None:
    state = rolling(holding("alchemist"))
    assert len(of_word(state, "play:alchemist=")) == 36
    play(state, "play:alchemist=3+4")
    assert legal(state) == [f"dice:3+4+{face}" for face in ("ship", "trade", "politics", "science")]
    assert shown(state)["decks"]["science"][-1] == "alchemist"
    play(state, "dice:3+4+trade")
    assert shown(state)["phase"] == "robber"
    assert of_word(table(holding("alchemist")), "play:") == []


def test_crane_makes_one_improvement_cheaper() -> None:
    """Level 1 is free; each Crane is for one."""
    state = table(holding("crane", cities=["a1n"]))
    assert of_word(state, "improve:") == []
    play(state, "play:crane")
    assert of_word(state, "improve:") == ["improve:trade", "improve:politics", "improve:science"]
    play(state, "improve:trade")
    assert of_word(state, "improve:") == []
    assert of_word(table(holding("crane")), "play:") == []


def test_engineer_builds_a_wall_free() -> None:
    state = table(holding("engineer", cities=["a1n", "e3s"], walls=["e3s"]))
    assert of_word(state, "play:") == ["play:engineer=a1n"]
    play(state, "play:engineer=a1n")
    assert seat(state, 1)["walls"] == ["a1n", "e3s"]


def test_inventor_swaps_two_different_chits() -> None:
    state = table(holding("inventor"))
    assert broken(state, "play:inventor=a2+a3")  # an 8
    assert broken(state, "play:inventor=c3+d1")  # 11 and 11
    play(state, "play:inventor=a1+a3")
    assert "a1=pasture:3 a2=hills:8 a3=mountains:10" in shown(state)["layout"]


def test_irrigation_and_mining_count_hexes_and_the_bank() -> None:
    """b3 is the only field at p1's building b3s; a city there gives no more."""
    about = {"settlements": ["b3s"], "roads": ["c3e"]}
    state = table(holding("irrigation", cities=["b3s"], roads=["c3e"]))
    play(state, "play:irrigation")
    assert seat(state, 1)["hand"] == {"grain": 2}
    state = table(holding("irrigation", **about), {"hand": {"grain": 18}})
    play(state, "play:irrigation")
    assert seat(state, 1)["hand"] == {"grain": 1}
    assert of_word(table(holding("mining", **about)), "play:") == []


def test_medicine_raises_a_settlement_for_less() -> None:
    state = table(holding("medicine", hand={"ore": 2, "grain": 1}))
    assert of_word(state, "play:") == ["play:medicine=a1n", "play:medicine=e3s"]
    play(state, "play:medicine=e3s")
    assert (seat(state, 1)["cities"], seat(state, 1)["hand"]) == (["e3s"], {})
    assert of_word(table(holding("medicine", hand={"ore": 2})), "play:") == []


def test_road_building_lays_up_to_two_roads() -> None:
    state = table(holding("road_building"))
    play(state, "play:road_building", "road:a1w", "pass")
    assert "a1w" in seat(state, 1)["roads"]
    assert shown(state)["phase"] == "action"


def test_commercial_harbor_gives_a_resource_for_a_commodity() -> None:
    """A seat without one keeps the secret; each opponent is asked once."""
    state = table(
        holding("commercial_harbor", hand={"lumber": 2}),
        {"hand": {"coin": 1, "ore": 1}},
        {"hand": {"ore": 1}},
    )
    play(state, "play:commercial_harbor")
    assert legal(state) == ["pass", "swap:p2=lumber", "swap:p3=lumber"]
    play(state, "swap:p2=lumber")
    assert legal(state) == ["give:coin"]
    play(state, "give:coin", "cross:lumber>coin", "swap:p3=lumber")
    assert legal(state) == ["none"]
    play(state, "none")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert seat(state, 1)["hand"] == {"lumber": 1, "coin": 1}
    assert seat(state, 2)["hand"] == {"lumber": 1, "ore": 1}
    assert seat(state, 3)["hand"] == {"ore": 1}


def test_master_merchant_takes_two_cards_of_a_seat_ahead() -> None:
    state = table(
        holding("master_merchant"), {"hand": {"ore": 2, "coin": 1}, **AHEAD}, {"hand": {"ore": 1}}
    )
    assert of_word(state, "play:") == ["play:master_merchant=p2"]
    play(state, "play:master_merchant=p2", "show:2ore+coin", "take:ore", "take:coin")
    assert seat(state, 1)["hand"] == {"ore": 1, "coin": 1}
    assert shown(state)["phase"] == "action"


def test_merchant_is_a_point_and_a_rate_until_another_is_played() -> None:
    state = table(holding("merchant", hand={"wool": 2}))
    assert of_word(state, "play:") == ["play:merchant=a1", "play:merchant=e3"]
    assert "bank:wool>ore" not in legal(state)
    play(state, "play:merchant=a1", "bank:wool>ore")
    assert (seat(state, 1)["points"], seat(state, 1)["hand"]) == (3, {"ore": 1})
    assert shown(state)["merchant"] == {"seat": "p1", "hex": "a1"}


def test_merchant_fleet_is_a_rate_for_this_turn() -> None:
    state = table(holding("merchant_fleet", hand={"coin": 2, "paper": 2}))
    play(state, "play:merchant_fleet=coin")
    assert "bank:coin>ore" in legal(state)
    assert "bank:paper>ore" not in legal(state)
    play(state, "end")
    assert shown(state)["fleet"] == []


def test_monopolies_take_two_resources_or_one_commodity() -> None:
    hands = ({"hand": {"ore": 3, "coin": 2}}, {"hand": {"ore": 1}}, {"hand": {"wool": 1}})
    state = table(holding("resource_monopoly"), *hands)
    play(state, "play:resource_monopoly=ore", "levy:p2=2+p3=1+p4=0")
    assert seat(state, 1)["hand"] == {"ore": 3}
    state = table(holding("trade_monopoly"), *hands)
    play(state, "play:trade_monopoly=coin", "levy:p2=1+p3=0+p4=0")
    assert seat(state, 1)["hand"] == {"coin": 1}


def test_bishop_only_after_the_first_attack() -> None:
    """(f)."""
    assert of_word(table(holding("bishop"), attacked=False), "play:") == []
    state = table(holding("bishop"))
    play(state, "play:bishop")
    assert shown(state)["phase"] == "robber"


@pytest.mark.parametrize("steals", ["one", "one-per-opponent"])
def test_bishop_steals_by_option(steals: str) -> None:
    """D12: b3 has buildings of p2 and p3."""
    state = table(
        holding("bishop"),
        {"settlements": ["b3s"], "roads": ["c3e"], "hand": {"ore": 1}},
        {"settlements": ["a3s"], "roads": ["a3se"], "hand": {"wool": 1}},
        options={"bishop_steals": steals},
    )
    play(state, "play:bishop", "robber:b3")
    if steals == "one":
        assert legal(state) == ["rob:p2", "rob:p3"]
        play(state, "rob:p3", "steal:wool")
    else:
        play(state, "steal:ore", "steal:wool")
    assert seat(state, 1)["hand"] == {"wool": 1} | ({} if steals == "one" else {"ore": 1})
    assert shown(state)["phase"] == "action"


def test_diplomat_removes_open_roads_only_and_strands_no_knight() -> None:
    """The road between the settlement and a knight is not open, that before a knight is not."""
    state = table(holding("diplomat", roads=["a1w"]), {"knights": [guard("a2ne")]})
    moves = of_word(state, "play:diplomat=")
    assert "play:diplomat=a1w" in moves
    assert "play:diplomat=a1nw" not in moves
    assert "play:diplomat=a3nw" not in moves
    play(state, "play:diplomat=e1se")
    assert seat(state, 2)["roads"] == ["a3nw"]
    assert shown(state)["phase"] == "action"


def test_diplomat_on_the_own_road_judges_the_longest_after_the_rebuild() -> None:
    """(e): five roads less one, built again at the other end, keep the title; passing loses it."""
    roads = ["b3sw", "c3e", "c3se", "c2e", "b2se"]
    for answer, holder in (("road:c3sw", "p1"), ("pass", None)):
        pieces = {"roads": roads, "settlements": ["c3s"]}
        state = table(holding("diplomat", **pieces), longest_road="p1")
        play(state, "play:diplomat=c2e")
        assert shown(state)["phase"] == "rebuild"
        assert "road:c2e" not in legal(state)
        play(state, answer)
        assert shown(state)["longest_road"] == holder


def test_saboteur_hits_seats_that_are_not_behind() -> None:
    state = table(
        holding("saboteur", victory_cards={"defender": 1}),
        {"hand": {"ore": 5}, **AHEAD},
        {"hand": {"ore": 4}},
        {"hand": {"wool": 1}, **AHEAD},
    )
    play(state, "play:saboteur", "discard:ore", "discard:ore", "reveal:2ore")
    assert [sum(seat(state, number)["hand"].values()) for number in (2, 3, 4)] == [3, 4, 1]
    assert shown(state)["phase"] == "action"


def test_spy_sees_a_hand_and_may_take_a_card() -> None:
    state = table(holding("spy"), {"progress": {"spy": 1, "crane": 2}})
    play(state, "play:spy=p2", "show:crane+crane+spy")
    assert legal(state) == ["pass", "take:crane", "take:spy"]
    play(state, "take:spy")
    assert (seat(state, 1)["progress"], seat(state, 2)["progress"]) == ({"spy": 1}, {"crane": 2})
    assert of_word(state, "play:") == ["play:spy=p2"]


def test_wedding_gifts_come_from_seats_ahead() -> None:
    state = table(
        holding("wedding"), {"hand": {"ore": 3}, **AHEAD}, {"hand": {"wool": 1}, **AHEAD},
        {"hand": {"ore": 3}},
    )  # fmt: skip
    play(state, "play:wedding", "give:ore", "give:ore", "give:wool")
    assert seat(state, 1)["hand"] == {"ore": 2, "wool": 1}
    assert shown(state)["phase"] == "action"


def test_card_that_has_no_effect_may_not_be_played() -> None:
    """Smith without knights, Warlord with all active, monopoly of empty hands."""
    for card in ("smith", "warlord", "resource_monopoly", "wedding", "spy", "deserter"):
        assert of_word(table(holding(card)), "play:") == []
    state = table(holding("warlord", knights=[knight("a1nw")]))
    assert broken(state, "play:warlord") == "the card would have no effect so"


@pytest.mark.parametrize(("limit", "drops"), [("all-at-end-of-turn", 2), ("official", 0)])
def test_over_limit_cards_go_under_their_decks_at_the_end_of_the_turn(
    limit: str, drops: int
) -> None:
    """D8: by the house everybody, officially the seat of the turn only."""
    held = {"progress": {"spy": 2, "crane": 2, "smith": 1, "mining": 1}}
    state = table({}, held, options={"progress_limit": limit})
    play(state, "end")
    if drops:
        assert legal(state) == ["drop:crane", "drop:mining", "drop:smith", "drop:spy"]
        play(state, "drop:smith", "drop:spy")
        assert shown(state)["decks"]["politics"][-1] == "spy"
        assert shown(state)["known_to"]["science"][-1] == "p2"
    assert shown(state)["phase"] == "roll"


def test_card_over_the_limit_in_the_turn_of_another_goes_at_once() -> None:
    """D8, official: before production."""
    held = {"progress": {"spy": 2, "crane": 2}, "improvements": {"science": 1}}
    state = rolling({}, held, options={"progress_limit": "official"}, top=("smith",))
    play(state, "roll", "dice:1+1+science", "draw:smith")
    assert (shown(state)["phase"], shown(state)["actor"]) == ("drop", "p2")
    play(state, "drop:smith")
    assert shown(state)["phase"] == "action"
    assert seat(state, 2)["progress"] == held["progress"]
