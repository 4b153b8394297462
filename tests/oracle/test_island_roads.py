r"""Longest roads on drawn boards: loops, branches, cuts, ties. `island/drawing.py` has the key."""

import pytest

from hinterland.tests.oracle.island.drawing import draw
from hinterland.tests.oracle.island.geometry import edges_of_corner
from hinterland.tests.oracle.island.options import HOUSE
from hinterland.tests.oracle.island.position import Position

STRAIGHT = r"""
      .   .
     / \ / \
    .   .   .
    |
    .
     \
      .
"""

FORK = r"""
      .   .
     / \ / \
    .   .   .
        |
        .
       / \
      .   .
"""

LOOP = r"""
      .
     / \
    .   .
    |   |
    .   .
     \ /
      .
"""

LOOP_WITH_TAIL = r"""
      .
     / \
    .   .
    |   |
    .   .
     \ / \
      .   .
          |
          .
"""

TWO_LOOPS = r"""
      .   .
     / \ / \
    .   .   .
    |   |   |
    .   .   .
     \ / \ /
      .   .
"""

THREE_LOOPS = r"""
      .   .
     / \ / \
    .   .   .
    |   |   |
    .   .   .
     \ / \ /
      .   .
      |   |
      .   .
       \ /
        .
"""

DUMBBELL = r"""
      .       .
     / \     / \
    .   .   .   .
    |   |   |   |
    .   .   .   .
     \ / \ / \ /
      .   .   .
"""

CUT_IN_THE_MIDDLE = r"""
      .   .
     / \ / \
    .   B   .
    |       |
    .       .
"""

CUT_BY_A_KNIGHT = r"""
      .   .
     / \ / \
    .   b   .
    |       |
    .       .
"""

OWN_PIECES_DO_NOT_CUT = r"""
      A   .
     / \ / \
    .   a   A
    |       |
    .       .
"""

CUT_LOOP = r"""
      B
     / \
    .   .
    |   |
    .   .
     \ /
      .
"""

CUT_AT_THE_FORK = r"""
      .   .
     / \ / \
    .   B   .
        |
        .
       / \
      .   .
"""

CUT_AT_THE_END = r"""
      .   .
     / \ / \
    b   .   B
"""


@pytest.mark.parametrize(
    ("picture", "length"),
    [
        (STRAIGHT, 6),
        (FORK, 4),
        (LOOP, 6),
        (LOOP_WITH_TAIL, 8),
        (TWO_LOOPS, 11),  # two corners of three roads: from one to the other over everything
        (THREE_LOOPS, 14),  # four such corners: one road is left over
        (DUMBBELL, 14),  # a loop, the bridge of two, a loop
        (CUT_IN_THE_MIDDLE, 3),
        (CUT_BY_A_KNIGHT, 3),
        (OWN_PIECES_DO_NOT_CUT, 6),
        (CUT_LOOP, 6),  # from the opponent around to the opponent
        (CUT_AT_THE_FORK, 2),
        (CUT_AT_THE_END, 4),
    ],
)
def test_lengths(picture: str, length: int) -> None:
    g = Position()
    draw(g.table, picture, g.hex("b1"))
    assert g.table.route_length(g.player("p1")) == length


def test_a_tie_leaves_the_card_where_it_is_and_a_new_one_gives_it_to_nobody() -> None:
    both = r"""
      .   .       .   .
     / \ / \     2 2 2 2
    .   .   .   .   .   .
    |                   2
    .                   .
    """
    for holder, after in ((0, 0), (1, 1), (None, None), (2, None)):
        g = Position()
        draw(g.table, both, g.hex("b1"))
        assert [g.table.route_length(player) for player in g.table.players] == [5, 5, 0]
        g.table.longest = holder
        g.table.judge_longest()
        assert g.table.longest == after


def test_strictly_more_takes_the_card() -> None:
    g = Position()
    draw(
        g.table,
        r"""
      .   .       .   .
     / \ / \     2 2 2 2
    .   .   .   .   .   .
    |                   2
    .                   .
                       2
                      .
    """,
        g.hex("b1"),
    )
    g.table.longest = 0
    g.table.judge_longest()
    assert g.table.longest == 1


def test_four_are_not_enough() -> None:
    g = Position()
    draw(g.table, CUT_AT_THE_END, g.hex("b1"))
    g.table.longest = 0
    g.table.judge_longest()
    assert g.table.longest is None


def test_16_roads_and_ships_join_at_an_own_building_only() -> None:
    """Three roads and three ships meet at a corner; a settlement there makes them one route."""
    apart = r"""
      .   .   .   .
     ~ ~ ~ \ / \ /
    .   .   .   .
    """
    g = Position(HOUSE)
    draw(g.table, apart, g.hex("b1"))
    player = g.player("p1")
    assert (len(player.roads), len(player.ships)) == (4, 3)
    assert g.table.route_length(player) == 4
    (meeting,) = [
        corner
        for corner in g.table.corners
        if len(set(player.roads) & set(edges_of_corner(corner))) == 1
        and len(set(player.ships) & set(edges_of_corner(corner))) == 1
    ]
    player.settlements.add(meeting)
    assert g.table.route_length(player) == 7
    player.settlements.clear()
    g.player("p2").settlements.add(meeting)
    assert g.table.route_length(player) == 4
