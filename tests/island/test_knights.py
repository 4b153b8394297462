"""Knights and the cards about them. Each test: position, action, result."""

from typing import Any

import pytest

from hinterland.tests.island.knights_positions import guard, knight, of_word, rolling, table
from hinterland.tests.island.positions import broken, legal, play, seat, shown

WALK = ["a1nw", "a1w", "a1sw"]
"""Edges from p1's settlement a1n down the west of a1; its corners a1n a1nw a1sw a1s.
Of p2, b1e goes on from a1s to b1se; there b1se and b2sw fork to b1s and b2s."""


def where(state: Any, number: int) -> dict[str, int]:
    """Where the knights of a seat stand, and their levels."""
    return {about["corner"]: about["level"] for about in seat(state, number)["knights"]}


def test_knight_activated_in_this_turn_does_not_act() -> None:
    """Check 8: nor does one that has acted and is activated again."""
    state = table(
        {
            "roads": WALK[1:],
            "hand": {"grain": 2},
            "knights": [knight("a1nw", active=False, ready=False)],
        }
    )
    play(state, "activate:a1nw")
    assert of_word(state, "move:") == []
    assert broken(state, "move:a1nw>a1sw")
    state = table({"roads": WALK[1:], "hand": {"grain": 2}, "knights": [knight("a1nw")]})
    assert of_word(state, "move:") == ["move:a1nw>a1s", "move:a1nw>a1sw"]
    play(state, "move:a1nw>a1s", "activate:a1s")
    assert of_word(state, "move:") == []


def test_knight_is_ready_in_the_turn_after() -> None:
    state = rolling({"roads": WALK[1:], "knights": [guard("a1nw")]})
    play(state, "roll", "dice:1+2+ship")
    assert of_word(state, "move:")


def test_promotion_needs_a_piece_the_fortress_and_a_fresh_knight() -> None:
    """Check 9, for promotions that are paid."""
    about = {"roads": WALK[1:], "hand": {"wool": 4, "ore": 4}}
    state = table(about | {"knights": [knight("a1nw"), knight("a1s", 2), knight("e3se", 2)]})
    assert of_word(state, "promote:") == []
    state = table(about | {"knights": [knight("a1nw"), knight("a1s", 2)]})
    assert of_word(state, "promote:") == ["promote:a1nw"]
    play(state, "promote:a1nw")
    assert where(state, 1) == {"a1nw": 2, "a1s": 2}
    fortress = {"improvements": {"politics": 3}}
    state = table(about | fortress | {"knights": [knight("a1nw"), knight("a1s", 2)]})
    play(state, "promote:a1nw", "promote:a1s")
    assert of_word(state, "promote:") == []


@pytest.mark.parametrize(("letter", "promotions"), [("no", 1), ("yes", 0)])
def test_strong_knights_by_the_letter_of_the_house(letter: str, promotions: int) -> None:
    """D9: without politics 3 nor Smith no strong knight; a Smith makes one."""
    about = {
        "hand": {"wool": 1, "ore": 1},
        "knights": [knight("a1nw")],
        "progress": {"smith": 1},
    }
    state = table(about, options={"strong_needs_fortress": letter})
    assert len(of_word(state, "promote:")) == promotions
    play(state, "play:smith", "promote:a1nw")
    assert where(state, 1) == {"a1nw": 2}


def test_smith_promotes_two_different_knights() -> None:
    """Check 9: one strong piece left; it goes to one knight, the second promotion is illegal."""
    about = {
        "roads": WALK[1:],
        "knights": [knight("a1nw"), knight("a1s"), knight("e3se", 2)],
        "progress": {"smith": 1},
    }
    state = table(about)
    play(state, "play:smith")
    assert legal(state) == ["pass", "promote:a1s", "promote:a1nw"]
    play(state, "promote:a1nw")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert shown(state)["phase"] == "action"


def test_displaced_knight_retreats_along_its_own_roads() -> None:
    """Check 7: with a choice its owner is asked; its state is kept."""
    state = table(
        {"roads": ["a1w", "a1sw"], "knights": [knight("a1nw", 2)]},
        {
            "roads": ["b1e", "b1se", "b2sw"],
            "settlements": ["b2s"],
            "knights": [guard("a1s")],
        },
    )
    play(state, "move:a1nw>a1s")
    assert (shown(state)["phase"], shown(state)["actor"]) == ("retreat", "p2")
    assert legal(state) == ["retreat:b1se", "retreat:b1s"]
    play(state, "retreat:b1s")
    assert where(state, 2) == {"b1s": 1}
    assert seat(state, 2)["knights"][0]["active"]
    assert where(state, 1) == {"a1s": 2}
    assert not seat(state, 1)["knights"][0]["active"]


def test_displaced_knight_without_a_corner_goes_to_the_supply() -> None:
    """Check 7: its only road leads to the corner of an opponent. With one corner, it goes there."""
    walker = {"roads": ["a1w", "a1sw"], "knights": [knight("a1nw", 2)]}
    beaten = {"roads": ["b1e", "b1se"], "settlements": ["b1s"], "knights": [guard("a1s")]}
    for blocked, left in ((True, {}), (False, {"b1se": 1})):
        third = {
            "roads": ["b2sw"],
            "settlements": ["b2s"],
            "knights": [guard("b1se")] if blocked else [],
        }
        state = table(walker, beaten, third)
        play(state, "move:a1nw>a1s")
        assert where(state, 2) == left
        assert shown(state)["phase"] == "action"


def test_weaker_or_equal_knight_displaces_nobody() -> None:
    state = table(
        {"roads": ["a1w", "a1sw"], "knights": [knight("a1nw")]},
        {"roads": ["b1e", "b1se"], "settlements": ["b1s"], "knights": [guard("a1s")]},
    )
    assert of_word(state, "move:") == ["move:a1nw>a1sw"]


def test_chase_moves_the_robber_after_the_first_attack() -> None:
    desert = {"knights": [knight("b4ne")]}
    for attacked in (False, True):
        state = table({}, {}, desert, turn="p3", actor="p3", attacked=attacked)
        assert of_word(state, "chase:") == ["chase:b4ne"] * attacked
    layout = shown(table())["layout"].replace("robber=b4", "robber=a1")
    state = table({"knights": [knight("a1nw")]}, layout=layout)
    play(state, "chase:a1nw", "robber:b4")
    assert shown(state)["phase"] == "action"
    assert not seat(state, 1)["knights"][0]["active"]


@pytest.mark.parametrize(("discards", "phase"), [("seven-chase", "discard"), ("seven", "robber")])
def test_chase_may_cut_full_hands(discards: str, phase: str) -> None:
    """D10."""
    layout = shown(table())["layout"].replace("robber=b4", "robber=a1")
    state = table(
        {"knights": [knight("a1nw")]},
        {"hand": {"lumber": 9}},
        layout=layout,
        options={"discard_with": discards},
    )
    play(state, "chase:a1nw")
    assert shown(state)["phase"] == phase


@pytest.mark.parametrize(("to_desert", "listed"), [("yes", True), ("no", False)])
def test_chase_to_the_desert_is_an_option(to_desert: str, listed: bool) -> None:
    layout = shown(table())["layout"].replace("robber=b4", "robber=a1")
    options = {"chase_to_desert": to_desert}
    state = table({"knights": [knight("a1nw")]}, layout=layout, options=options)
    play(state, "chase:a1nw")
    assert ("robber:b4" in legal(state)) == listed


def test_knight_blocks_roads_and_settlements() -> None:
    """Check 20: past a building by option, never past a knight; nor an own settlement on one."""
    hand = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
    about = {"hand": hand, "roads": WALK[1:]}
    state = table(about)
    assert "settlement:a1s" in legal(state)
    assert "road:a1se" in legal(state)
    state = table(
        about, {"roads": ["b1e", "b1se"], "settlements": ["b1s"], "knights": [guard("a1s")]}
    )
    assert "road:a1se" not in legal(state)
    assert broken(state, "settlement:a1s")
    state = table(about | {"knights": [knight("a1s")]})
    assert "settlement:a1s" not in legal(state)
    assert "road:a1se" in legal(state)


@pytest.mark.parametrize(("option", "listed"), [("yes", True), ("no", False)])
def test_roads_go_past_buildings_by_option(option: str, listed: bool) -> None:
    """Check 20, D7."""
    about = {"hand": {"lumber": 1, "brick": 1}, "roads": WALK[1:]}
    other = {"settlements": ["a1s"], "roads": ["b1e"]}
    state = table(about, other, options={"build_past_buildings": option})
    assert ("road:a1se" in legal(state)) == listed


def test_knight_cuts_the_longest_road() -> None:
    """9.2: a road of five through a corner where a knight arrives is no longer the longest."""
    hand = {"wool": 1, "ore": 1}
    state = table(
        {"roads": ["b2sw"], "settlements": ["b1se"], "hand": hand},
        {"roads": ["b3sw", "c3e", "c3se", "c2e", "b2se"], "settlements": ["c3s"]},
        longest_road="p2",
    )
    assert seat(state, 2)["road_length"] == 5
    play(state, "knight:b2s")
    assert seat(state, 2)["road_length"] == 4
    assert shown(state)["longest_road"] is None


def test_warlord_activates_but_does_not_make_ready() -> None:
    """Check 8."""
    state = table(
        {
            "roads": WALK[1:],
            "knights": [knight("a1nw", active=False, ready=False), knight("a1s")],
            "progress": {"warlord": 1},
        }
    )
    play(state, "play:warlord")
    assert all(about["active"] for about in seat(state, 1)["knights"])
    assert not any(token.startswith("move:a1nw>") for token in legal(state))
    assert any(token.startswith("move:a1s>") for token in legal(state))


def test_deserter_that_arrives_active_acts() -> None:
    """Check 8; the target chooses which of two knights it loses, the player what it places."""
    state = table(
        {"roads": WALK[1:], "progress": {"deserter": 1}},
        {
            "roads": ["e1sw", "e1e"],
            "knights": [guard("a2ne", 3), knight("e1se", 1, active=False, ready=False)],
        },
    )
    play(state, "play:deserter=p2")
    assert legal(state) == ["desert:a2ne", "desert:e1se"]
    play(state, "desert:a2ne")
    assert {token.partition("=")[2] for token in of_word(state, "place:")} == {
        "basic", "strong", "mighty",
    }  # fmt: skip
    play(state, "place:a1nw=mighty")
    assert where(state, 1) == {"a1nw": 3}
    assert of_word(state, "move:a1nw>")


@pytest.mark.parametrize(("rule", "levels"), [("2025", {"basic", "strong"}), ("2020", {"strong"})])
def test_which_knight_a_deserter_places(rule: str, levels: set[str]) -> None:
    state = table(
        {"progress": {"deserter": 1}},
        {"knights": [guard("a2ne", 2)]},
        options={"deserter": rule},
    )
    play(state, "play:deserter=p2")
    assert {token.partition("=")[2] for token in of_word(state, "place:")} == levels
    play(state, "pass")
    assert where(state, 2) == {}


def test_intrigue_sends_a_knight_away_without_one() -> None:
    state = table(
        {"roads": ["a1w", "a1sw"], "progress": {"intrigue": 1}},
        {"roads": ["b1e", "b1se"], "settlements": ["b1s"], "knights": [guard("a1s")]},
    )
    play(state, "play:intrigue=a1s")
    assert where(state, 2) == {"b1se": 1}
