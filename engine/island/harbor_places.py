"""Places of harbors on the coast of a land board beside the official fishing grounds.

Harbors drawn one by one would nearly always touch there. So their places are counted beforehand,
and drawn along the coast with the chances that make every set of places as likely.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from hinterland.engine.island.board import COAST_LENGTH
from hinterland.engine.island.supplies import GROUND_SLOTS, GROUNDS_ON, HARBORS_ON
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw

_BOARDS: Final = 2
_LONGEST: Final = int(max(COAST_LENGTH))
_MOST: Final = int(max(HARBORS_ON[0]))


def _closed(graph: int) -> frozenset[int]:
    """The coast edges of the official grounds: each has two in a row."""
    slots = [int(slot) for slot in GROUND_SLOTS[graph][: GROUNDS_ON[0, graph]]]
    return frozenset(slots) | frozenset(slot + 1 for slot in slots)


def _ways(graph: int) -> Any:
    """Ways to choose k more edges of the coast from a place on, the one before it left free.

    Indices: whether edge 0 was chosen, beside which the last one lies; place; k.
    """
    length, closed = int(COAST_LENGTH[graph]), _closed(graph)

    @cache
    def count(first: int, place: int, k: int) -> int:
        if place >= length:
            return int(k == 0)
        free = count(first, place + 1, k)
        if k == 0 or place in closed or (first and place == length - 1):
            return free
        return free + count(1 if place == 0 else first, place + 2, k - 1)

    return [
        [[count(first, place, k) for k in range(_MOST + 1)] for place in range(_LONGEST + 3)]
        for first in range(2)
    ]


WAYS: Final = np.array([_ways(graph) for graph in range(_BOARDS)], np.int64)
WAYS.setflags(write=False)


@jit
def is_chosen(graph: int, first: int, place: int, left: int, rng: Any) -> bool:
    """Whether the next of `left` harbors lies on a coast edge beside which none was chosen."""
    total = WAYS[graph, first, place, left]
    return left > 0 and draw(rng, total) >= WAYS[graph, first, place + 1, left]


@jit
def choose_places(state: Record, n: int, rng: Any) -> None:
    """Coast edges for n harbors into `harbor_first`, ascending, none beside another."""
    graph, first, place, chosen = int64(state.graph), 0, 0, 0
    while chosen < n:
        if is_chosen(graph, first, place, n - chosen, rng):
            state.harbor_first[chosen] = place
            first = 1 if place == 0 else first
            chosen += 1
            place += 1
        place += 1
