"""The oracle's board and deal: counts of the rules, its own deals, and faults that are found."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.deal import random_deal
from hinterland.tests.oracle.island.geometry import (
    cells,
    chains,
    coast,
    edges_of_hex,
    neighbours,
    shared_corner,
)
from hinterland.tests.oracle.island.inspect_deal import corner_count, faults, spirals
from hinterland.tests.oracle.island.options import BASE, HOUSE, Options

RANDOM = {
    "chits": "random",
    "harbor_places": "random",
    "harbors_cross_water": "yes",
    "fish_places": "house",
}


@pytest.mark.parametrize(
    ("rows", "hexes", "corners", "edges"),
    [
        (box.ROWS["small"], 19, 54, 72),
        (box.ROWS["big"], 30, 80, 109),
        (box.SEA_ROWS["small"], 37, 96, 132),
        (box.SEA_ROWS["big"], 52, 130, 181),
    ],
)
def test_counts_of_the_boards(rows: tuple[int, ...], hexes: int, corners: int, edges: int) -> None:
    board = cells(rows)
    assert len(board) == hexes
    assert corner_count(board) == corners
    assert len({edge for cell in board for edge in edges_of_hex(cell)}) == edges


@pytest.mark.parametrize(
    ("size", "edges", "inside", "interior"),
    [
        ("small", 30, [1, 3, 6, 8, 11, 13, 16, 18, 21, 23, 26, 28], 7),
        ("big", 38, [1, 3, 6, 8, 10, 13, 15, 17, 20, 22, 25, 27, 29, 32, 34, 36], 14),
    ],
)
def test_the_coast_is_numbered_as_in_the_rules(
    size: str, edges: int, inside: list[int], interior: int
) -> None:
    board = cells(box.ROWS[size])
    walk = coast(board)
    assert len(walk) == edges
    corners = [shared_corner(*pair) for pair in chains(walk)]
    assert [i for i, c in enumerate(corners) if c and sum(h in board for h in c) == 2] == inside
    assert sum(all(n in board for n in neighbours(cell)) for cell in board) == interior
    for slots in (box.HARBOR_FRAME[size], box.FISH_FRAME[size]):
        assert max(slots) < edges
    assert set(box.FISH_FRAME[size]) <= set(inside)


def test_spirals_start_at_the_six_corner_hexes_and_go_round() -> None:
    for size, rim in (("small", 12), ("big", 16)):
        paths = list(spirals(cells(box.ROWS[size])))
        assert len(paths) == 6
        for path in paths:
            assert len(set(path)) == len(path)
            assert all(b in neighbours(a) for a, b in pairwise(path))
            on_rim = [sum(n in path for n in neighbours(cell)) < 6 for cell in path]
            assert on_rim == [True] * rim + [False] * (len(path) - rim)


@pytest.mark.parametrize(
    "options",
    [
        BASE,
        replace(HOUSE, players=6, fish=True),
        replace(HOUSE, seafarers=True),
        replace(HOUSE, seafarers=True, fish=True, players=3),
    ],
)
def test_the_oracles_own_deals_have_no_fault(options: Options) -> None:
    for seed in range(5):
        deal = random_deal(options, Random(seed))
        texts = RANDOM | {"fish_places": "house" if options.fish else "-"}
        assert list(faults(options, texts, deal)) == []


def test_faults_are_found() -> None:
    options = replace(HOUSE, fish=True)
    deal = random_deal(options, Random(1))
    six = next(cell for cell, chit in deal.chits.items() if chit == 6)
    near = next(cell for cell in neighbours(six) if cell in deal.chits)
    eight = next(cell for cell, chit in deal.chits.items() if chit == 8)
    deal.chits[near], deal.chits[eight] = 8, deal.chits[near]
    deal.harbors[0].corners = deal.harbors[1].corners
    deal.grounds[0].corners = deal.grounds[1].corners
    deal.decks["trade"].pop()
    found = list(faults(options, RANDOM, deal))
    for words in ("6 and 8", "share a corner", "grounds overlap", "deck trade"):
        assert any(words in fault for fault in found)
    assert "no spiral (D15)" in list(faults(options, RANDOM | {"chits": "spiral"}, deal))
    assert "frame slots (3.4)" in list(faults(options, RANDOM | {"harbor_places": "frame"}, deal))
