"""Fish and Seafarers with Cities & Knights. Each test: position, action, result."""

from collections import Counter
from typing import Any

from hinterland.engine.game import States
from hinterland.engine.island.cards import KINDS
from hinterland.tests.island.positions import (
    FISH_LAYOUT,
    SEA_LAYOUT,
    broken,
    legal,
    play,
    position,
    seat,
    shown,
)
from hinterland.tests.oracle.island.constants import CARD_TRACK, DECKS

FISH = {"fish": "yes"}
SEA = {"seafarers": "yes"}


def table(*seats: Any, options: dict[str, str], **fields: Any) -> States:
    """A position of the official preset after the first attack; cards held are not in decks."""
    held = Counter(card for about in seats for card in about.get("progress", {}))
    decks = {
        track: list((Counter(cards) - Counter(dict(held))).elements())
        for track, cards in DECKS.items()
    }
    used = Counter(kind for about in seats for kind in Counter(about.get("hand", {})).elements())
    bank = {kind: (19 if kind in KINDS[:5] else 12) - used[kind] for kind in KINDS}
    assert all(card in CARD_TRACK for card in held)
    data = {"bank": bank, "dice": [1, 1, "ship"], "attacked": True, "decks": decks, **fields}
    return position(*seats, options={"preset": "official"} | options, **data)


def knight(corner: str, level: int = 1) -> dict[str, Any]:
    """A knight that is ready to act."""
    return {"corner": corner, "level": level, "active": True, "ready": True}


def of_word(state: States, word: str) -> list[str]:
    return [token for token in legal(state) if token.startswith(f"{word}:")]


def test_seven_fish_draw_from_the_deck_of_choice() -> None:
    state = table({"fish": {"2": 2, "3": 1}}, options=FISH)
    assert [token for token in of_word(state, "fish") if token.endswith(",2+2+3")] == [
        "fish:trade,2+2+3",
        "fish:politics,2+2+3",
        "fish:science,2+2+3",
    ]
    play(state, "fish:science,2+2+3")
    assert legal(state) == ["draw:alchemist"]
    play(state, "draw:alchemist")
    assert seat(state, 1)["progress"] == {"alchemist": 1}
    assert shown(state)["phase"] == "action"


def test_two_fish_are_no_use_against_the_robber_before_the_first_attack() -> None:
    """It stays off the board until then, where no desert is."""
    layout = FISH_LAYOUT.replace("first=p1", "robber=c5 first=p1")
    for attacked in (False, True):
        board = layout if attacked else FISH_LAYOUT
        state = table({"fish": {"2": 1}}, options=FISH, layout=board, attacked=attacked)
        assert ("fish:robber,2" in legal(state)) == attacked


def test_three_fish_steal_before_the_first_attack() -> None:
    """And a commodity may be the card."""
    state = table({"fish": {"3": 1}}, {"hand": {"coin": 1}}, options=FISH, attacked=False)
    play(state, "fish:rob=p2,3", "steal:coin")
    assert seat(state, 1)["hand"] == {"coin": 1}


def test_fish_alone_leave_the_aqueduct() -> None:
    """a1n lies at the end of a ground of number 4, and beside no hex of it."""
    state = table(
        {"improvements": {"science": 3}, "cities": ["a1n"]}, options=FISH, phase="roll", dice=None
    )
    play(state, "roll", "dice:1+3+ship", "token:1", "token:2")
    assert shown(state)["phase"] == "aqueduct"
    play(state, "pick:ore")
    assert seat(state, 1)["hand"] == {"ore": 1}


def test_a_pick_for_gold_needs_no_aqueduct() -> None:
    state = table(
        {},
        {"improvements": {"science": 3}, "cities": ["e4se"]},
        {"improvements": {"science": 3}, "cities": ["e1sw"]},
        options=SEA,
        phase="roll",
        dice=None,
    )
    play(state, "roll", "dice:1+3+ship", "pick:ore", "pick:ore")
    assert shown(state)["phase"] == "aqueduct"
    assert shown(state)["actor"] == "p3"
    assert shown(state)["queue"] == []


def test_a_knight_goes_along_ships_and_chases_the_pirate() -> None:
    layout = SEA_LAYOUT.replace("first=p1", "pirate=c6 first=p1")
    state = table({"ships": ["c5e"], "knights": [knight("c5se")]}, options=SEA, layout=layout)
    assert of_word(state, "move") == ["move:c5se>b5s"]
    assert of_word(state, "chase") == ["chase:c5se"]
    play(state, "chase:c5se")
    assert not of_word(state, "robber")
    assert "pirate:c6" not in legal(state)
    assert broken(state, "robber:a1") == "the pirate was chased, not the robber"
    play(state, "pirate:e5")
    assert shown(state)["phase"] == "action"
    assert not of_word(state, "chase")


def test_a_chase_of_the_robber_leaves_the_pirate_alone() -> None:
    layout = SEA_LAYOUT.replace("robber=b1", "robber=d5 pirate=f4")
    state = table({"roads": ["d5e"], "knights": [knight("d5se")]}, options=SEA, layout=layout)
    play(state, "chase:d5se")
    assert not of_word(state, "pirate")
    assert broken(state, "pirate:e5") == "it is the robber that moves, not the pirate"
    play(state, "robber:d4")


def test_a_knight_beside_both_chases_either() -> None:
    layout = SEA_LAYOUT.replace("robber=b1", "robber=d5 pirate=e5")
    state = table({"roads": ["d5e"], "knights": [knight("d5se")]}, options=SEA, layout=layout)
    play(state, "chase:d5se")
    assert shown(state)["raid"] == "either"
    assert of_word(state, "pirate")
    assert of_word(state, "robber")


def test_a_bishop_moves_the_robber_only() -> None:
    state = table({"progress": {"bishop": 1}}, options=SEA)
    play(state, "play:bishop")
    assert of_word(state, "robber")
    assert not of_word(state, "pirate")


def test_knights_are_recruited_on_land_only() -> None:
    state = table({"hand": {"wool": 1, "ore": 1}, "ships": ["c6sw"]}, options=SEA)
    assert "knight:c6s" in legal(state)
    assert broken(state, "knight:c5se") == "no land adjoins that place"


def test_a_ship_under_a_knight_stays() -> None:
    """It would leave the knight without a road or ship; one behind a knight is closed."""
    state = table({"knights": [knight("c5se")]}, options=SEA)
    assert not of_word(state, "lift")
    state = table({"ships": ["c6sw"], "knights": [knight("c6s")]}, options=SEA)
    assert not of_word(state, "lift")


def test_a_knight_does_not_join_roads_and_ships() -> None:
    pieces = {
        "roads": ["a2se", "b3e"],
        "ships": ["b4sw", "b4se", "b4e"],
        "settlements": ["a4s"],
        "home": ["b3", "f3"],
        "knights": [knight("b3se")],
    }
    state = table({}, {}, {}, pieces, options=SEA, turn="p4", actor="p4")
    assert seat(state, 4)["road_length"] == 3


def test_a_diplomat_takes_a_ship_and_lays_it_elsewhere() -> None:
    state = table({"ships": ["c6sw"], "progress": {"diplomat": 1}}, options=SEA)
    assert "play:diplomat=c5se" not in legal(state)  # between two own pieces
    play(state, "play:diplomat=c6sw")
    assert shown(state)["phase"] == "rebuild"
    assert set(legal(state)) == {"pass", "ship:a1ne", "ship:c5e", "ship:c5sw", "ship:d5e"}
    play(state, "ship:c5e")
    assert seat(state, 1)["ships"] == ["c5e", "c5se"]
    assert shown(state)["phase"] == "action"


def test_road_building_lays_roads_and_ships() -> None:
    state = table({"progress": {"road_building": 1}}, options=SEA)
    play(state, "play:road_building", "ship:c5e", "road:a1w")
    assert seat(state, 1)["ships"] == ["c5e", "c5se"]
    assert shown(state)["phase"] == "action"


def test_the_merchant_keeps_off_gold() -> None:
    state = table({"progress": {"merchant": 1}, "settlements": ["c4s"]}, options=SEA)
    assert "play:merchant=d4" in legal(state)
    assert "play:merchant=c4" not in legal(state)
