"""Roads: where they may go on, the longest, cuts, ties. Each test: position, action, result."""

import pytest

from hinterland.engine.game import States
from hinterland.tests.island.positions import RING, broken, legal, play, position, seat, shown

ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


@pytest.mark.parametrize(
    ("roads", "length"),
    [
        (RING, 6),  # a loop
        (RING[:5], 5),  # a chain
        ((*RING, "c2se"), 7),  # a loop with a tail: the tail, then round
        ((*RING[:4], "b2e", "b3se"), 5),  # branches: only one counts at each end
        (("a1w", "a1sw"), 3),  # on from the starting road
    ],
)
def test_longest_road_of_a_drawn_board(roads: tuple[str, ...], length: int) -> None:
    title = {"longest_road": "p1"} if length >= 5 else {}
    state = position({"roads": list(roads), "settlements": ["c3s"]}, **title)
    assert seat(state, 1)["road_length"] == length


def test_blocked_end_counts_its_last_edge() -> None:
    """Check 14: a chain of six that ends at an opposing settlement, and one more makes seven."""
    state = position(
        {"roads": [*RING[:5], "b2sw"], "hand": ROAD, "settlements": ["c3s"]},
        {"settlements": ["b2se"]},
        longest_road="p1",
    )
    assert seat(state, 1)["road_length"] == 6
    play(state, "road:b1e")
    assert seat(state, 1)["road_length"] == 7
    assert shown(state)["longest_road"] == "p1"


def cut_chain() -> States:
    """p2 has six, p3 and p4 have five; p1 may settle at c2se, which leaves p2 four and two."""
    return position(
        {"hand": SETTLEMENT, "roads": ["c2se", "d1e"], "settlements": ["d1se"]},
        {"roads": [*RING[:5], "b2sw"], "settlements": ["c3se"]},
        {"roads": ["c5e", "c5ne", "b4ne", "a3e"], "hand": ROAD},
        {"roads": ["c4se", "c5sw", "d4e", "d4se", "e3e"], "hand": ROAD},
        longest_road="p2",
    )


def test_broken_and_tied_road_is_set_aside() -> None:
    """Check 15: the holder is cut to four, two others have five: nobody holds the card."""
    state = cut_chain()
    assert [seat(state, number)["road_length"] for number in (2, 3, 4)] == [6, 5, 5]
    play(state, "settlement:c2se")
    assert [seat(state, number)["road_length"] for number in (2, 3, 4)] == [4, 5, 5]
    assert shown(state)["longest_road"] is None
    assert seat(state, 2)["points"] == 3


@pytest.mark.parametrize(("number", "road"), [(3, "road:a3ne"), (4, "road:d3e")])
def test_first_to_six_takes_the_road_that_was_set_aside(number: int, road: str) -> None:
    """Check 15, what follows: either of the two that were tied."""
    state = cut_chain()
    play(state, "settlement:c2se")
    for _ in range(number - 1):
        assert shown(state)["longest_road"] is None
        play(state, "end", "roll", "dice:1+1")
    play(state, road)
    assert seat(state, number)["road_length"] == 6
    assert shown(state)["longest_road"] == f"p{number}"
    assert seat(state, number)["points"] == 2 + 2


def test_road_through_an_opponent() -> None:
    """Check 20: officially illegal, by the house option legal; the longest road is cut there."""
    pieces = (
        {"roads": ["b3sw", "b2se"], "settlements": ["b3s"], "hand": ROAD},
        {"settlements": ["b2s"]},
    )
    official = position(*pieces)
    assert broken(official, "road:c2e").startswith("nothing of the seat's adjoins")
    house = position(*pieces, options={"build_past_buildings": "yes"})
    play(house, "road:c2e")
    assert seat(house, 1)["road_length"] == 2


def test_free_roads_obey_placement_and_may_be_declined() -> None:
    pieces = {"roads": ["b3sw"], "settlements": ["b3s"]}
    state = position({**pieces, "development": {"roads": 1}}, **_deck(roads=1))
    play(state, "play:roads")
    assert "road:c3sw" not in legal(state)
    play(state, "road:c3e", "pass")
    assert shown(state)["phase"] == "action"
    assert seat(state, 1)["roads"] == sorted(seat(state, 1)["roads"])


def test_free_roads_may_win_the_longest_road() -> None:
    pieces = {"roads": list(RING[:3]), "settlements": ["b3s"]}
    state = position({**pieces, "development": {"roads": 1}}, **_deck(roads=1))
    play(state, "play:roads", "road:c3sw", "road:c2e")
    assert shown(state)["longest_road"] == "p1"
    assert seat(state, 1)["points"] == 5


def _deck(**held: int) -> dict[str, object]:
    """The deck of development cards without those held."""
    cards = {"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2}
    unseen = {card: n - held.get(card, 0) for card, n in cards.items()}
    return {"development": {"left": sum(unseen.values()), "unseen": unseen}}


def test_title_set_aside_for_a_tie_is_not_for_a_shorter_road() -> None:
    """9.2: p1 and p2 both have six, nobody holds the title; p3 reaches five."""
    state = position(
        {"roads": list(RING), "settlements": ["c3s"]},
        {"roads": ["a3ne", "a3e", "a3se", "a3sw", "a2e"]},
        {"roads": ["d1sw", "d1se", "d1e"], "hand": {"lumber": 1, "brick": 1}},
        turn="p3",
        actor="p3",
    )
    assert [seat(state, number)["road_length"] for number in (1, 2, 3)] == [6, 6, 4]
    play(state, "road:c2sw")
    assert seat(state, 3)["road_length"] == 5
    assert shown(state)["longest_road"] is None
