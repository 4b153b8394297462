"""The graphs of the four boards against the counts of the rules."""

from itertools import pairwise

import numpy as np
import pytest

from hinterland.engine.island import board


@pytest.mark.parametrize(
    ("graph", "hexes", "corners", "edges", "interior"),
    [
        (board.SMALL, 19, 54, 72, 7),
        (board.LARGE, 30, 80, 109, 14),
        (board.SMALL_SEA, 37, 96, 132, 19),
        (board.LARGE_SEA, 52, 130, 181, 30),
    ],
)
def test_boards_have_their_hexes_corners_and_edges(
    graph: int, hexes: int, corners: int, edges: int, interior: int
) -> None:
    assert board.HEXES[graph] == hexes
    assert board.CORNERS[graph] == corners
    assert board.EDGES[graph] == edges
    inside = (board.HEX_NEXT[graph, :hexes] >= 0).all(axis=1)
    assert int(inside.sum()) == interior


@pytest.mark.parametrize(
    ("graph", "length", "inside"), [(board.SMALL, 30, 12), (board.LARGE, 38, 16)]
)
def test_coast_is_one_cycle_with_inside_corners(graph: int, length: int, inside: int) -> None:
    edges = board.COAST_EDGE[graph, :length]
    corners = board.COAST_CORNER[graph, :length]
    assert len(set(edges)) == len(set(corners)) == length == board.COAST_LENGTH[graph]
    for i in range(length):
        ends = set(board.EDGE_CORNER[graph, edges[i]])
        assert corners[i] in ends
        assert corners[i - 1] in ends
    land = (board.CORNER_HEX[graph, corners] >= 0).sum(axis=1)
    assert int((land == 2).sum()) == inside
    assert int((land == 1).sum()) == length - inside


def test_inside_corners_of_the_small_coast() -> None:
    corners = board.COAST_CORNER[board.SMALL, :30]
    land = (board.CORNER_HEX[board.SMALL, corners] >= 0).sum(axis=1)
    assert np.flatnonzero(land == 2).tolist() == [1, 3, 6, 8, 11, 13, 16, 18, 21, 23, 26, 28]


def test_names_and_codes_are_in_the_order_of_the_numbers() -> None:
    for graph in range(4):
        for codes, size in ((board.CORNER_CODE, board.CORNERS), (board.EDGE_CODE, board.EDGES)):
            own = codes[graph, : size[graph]].astype(int)
            assert (np.diff(own) > 0).all()
    names = board.GRAPHS[board.SMALL].corner_names
    assert "a1s" in names
    assert "b1ne" not in names


def test_spirals_visit_every_hex_from_each_corner() -> None:
    for graph in (board.SMALL, board.LARGE):
        hexes = int(board.HEXES[graph])
        for start in range(6):
            path = board.SPIRAL[graph, start, :hexes]
            assert sorted(path) == list(range(hexes))
            for here, there in pairwise(path):
                assert there in board.HEX_NEXT[graph, here]
