"""The table after the deal: terrain, chits and harbors at random, supplies, the first seat."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.board import (
    COAST_EDGE,
    COAST_LENGTH,
    EDGE_CORNER,
    HEX_NEXT,
    HEXES,
    LARGE,
    MAX_HEXES,
    SMALL,
    SPIRAL,
)
from hinterland.engine.island.cards import DEVELOPMENT, single
from hinterland.engine.island.hands import supply
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.progress import lay_decks
from hinterland.engine.island.state import (
    ACTION,
    DESERT,
    HARBORS,
    HIDDEN,
    MAX_HARBORS,
    MAX_KNIGHTS,
    MOUNTAINS,
    NO_HEX,
    NO_KIND,
    NOBODY,
    NOWHERE,
    OFF,
    SETUP_PIECE,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, MAX_SEATS


def _table(*rows: tuple[int, ...]) -> Any:
    width = max(len(row) for row in rows)
    table = np.array([row + (0,) * (width - len(row)) for row in rows], np.int64)
    table.setflags(write=False)
    return table


TERRAIN_COUNTS: Final = _table((4, 4, 4, 3, 3, 1), (6, 6, 6, 5, 5, 2))
"""Per land board: hexes of each terrain, FOREST .. DESERT."""

CHIT_COUNTS: Final = _table(
    (0, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1), (0, 0, 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2)
)
"""Per land board: chits of each number 0..12."""

CHIT_ORDER: Final = _table(
    (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    (2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
)
"""Per land board: chits along the spiral."""

HARBOR_COUNTS: Final = _table((1, 1, 1, 1, 1, 4), (1, 2, 1, 1, 1, 5))
"""Per land board: harbors of each type."""

HARBOR_SLOTS: Final = _table(
    (0, 3, 7, 10, 13, 17, 20, 23, 27), (0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 34)
)
"""Per land board: the coast edges of the frame's harbors."""

HARBORS_ON: Final = _table((9, 11))
DEVELOPMENT_COUNTS: Final = _table((14, 5, 2, 2, 2), (20, 5, 3, 3, 3))
"""Up to 4 players, and for 5 and 6: cards of each kind."""

RED: Final = (6, 8)
_NO_CARDS: Final = np.uint64(0)


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    for i in range(options.shape[0]):
        state.options[i] = options[i]
    state.viewer, state.players = ALL, options[0]
    state.graph = SMALL if options[0] <= 4 else LARGE
    lay_terrain(state, rng)
    lay_chits(state, rng)
    lay_harbors(state, rng)
    fill_supplies(state)
    if with_knights(state):
        lay_decks(state, rng)
    state.first = draw(rng, options[0])
    state.turn, state.actor = int64(state.first), int64(state.first)
    state.phase, state.resume = SETUP_PIECE, ACTION


@jit
def fill_supplies(state: Record) -> None:
    for kind in range(8):
        state.bank += single(kind, supply(state, kind))
    large = 0 if state.players <= 4 else 1
    for card in range(len(DEVELOPMENT)):
        if state.options[o.EXPANSION] != 0:
            state.unseen += single(card, int64(DEVELOPMENT_COUNTS[large, card]))
            state.deck += int64(DEVELOPMENT_COUNTS[large, card])
    for seat in range(int64(state.players)):
        state.settlements[seat], state.cities[seat] = 5, 4
    state.longest_road, state.largest_army, state.harbormaster = NOBODY, NOBODY, NOBODY
    state.victim, state.asked = NOBODY, NO_KIND
    state.pirate = OFF
    clear_knights(state)


@jit
def clear_knights(state: Record) -> None:
    """No knights, metropolises and holders yet."""
    for seat in range(MAX_SEATS):
        for i in range(MAX_KNIGHTS):
            state.knights[seat, i] = NOWHERE
    for track in range(3):
        state.metropolises[track] = NOWHERE
    state.printer, state.constitution, state.merchant_owner = NOBODY, NOBODY, NOBODY
    state.merchant, state.swapped, state.returned = OFF, NO_KIND, NO_KIND


@jit
def lay_terrain(state: Record, rng: Any) -> None:
    """Shuffle the hexes; the robber starts on the first desert."""
    placed = 0
    for terrain in range(DESERT + 1):
        for _ in range(TERRAIN_COUNTS[state.graph, terrain]):
            state.terrain[placed] = terrain
            placed += 1
    for h in range(placed, MAX_HEXES):
        state.terrain[h] = NO_HEX
    shuffle(state.terrain, placed, rng)
    state.robber = OFF
    for h in range(placed - 1, -1, -1):
        if state.terrain[h] == DESERT:
            state.robber = h


@jit
def shuffle(values: Any, n: int, rng: Any) -> None:
    """Permute the first n values uniformly."""
    for i in range(n - 1, 0, -1):
        j = draw(rng, i + 1)
        values[i], values[j] = int64(values[j]), int64(values[i])


@jit
def lay_chits(state: Record, rng: Any) -> None:
    if state.options[o.CHITS] != 0:
        lay_spiral(state, draw(rng, 6))
        return
    lay_at_random(state, rng)
    while reds_touch(state):
        lay_at_random(state, rng)


@jit
def lay_spiral(state: Record, start: int) -> None:
    """Lay the chits in their order along a spiral, deserts skipped."""
    laid = 0
    for i in range(int64(HEXES[state.graph])):
        h = int64(SPIRAL[state.graph, start, i])
        if state.terrain[h] <= MOUNTAINS:
            state.chit[h] = CHIT_ORDER[state.graph, laid]
            laid += 1


@jit
def lay_at_random(state: Record, rng: Any) -> None:
    """Deal each hex in turn one of the chits that are left."""
    left, h = 0, 0
    for number in range(2, 13):
        left += int64(CHIT_COUNTS[state.graph, number])
        for _ in range(CHIT_COUNTS[state.graph, number]):
            while state.terrain[h] > MOUNTAINS:
                h += 1
            state.chit[h] = number
            h += 1
    for last in range(HEXES[state.graph] - 1, 0, -1):
        if state.chit[last] != 0:
            left -= 1
            other = nth_with_chit(state, draw(rng, left + 1))
            a, b = int64(state.chit[last]), int64(state.chit[other])
            state.chit[last], state.chit[other] = b, a


@jit
def nth_with_chit(state: Record, n: int) -> int:
    """The hex that bears chit n in reading order."""
    for h in range(MAX_HEXES):
        if state.chit[h] != 0:
            if n == 0:
                return h
            n -= 1
    return 0


@jit
def reds_touch(state: Record) -> bool:
    """Whether two hexes with 6 or 8 are neighbours."""
    for h in range(int64(HEXES[state.graph])):
        if state.chit[h] == RED[0] or state.chit[h] == RED[1]:
            for side in range(6):
                other = int64(HEX_NEXT[state.graph, h, side])
                if other >= 0 and (state.chit[other] == RED[0] or state.chit[other] == RED[1]):
                    return True
    return False


@jit
def lay_harbors(state: Record, rng: Any) -> None:
    """Lay the harbors on coast edges, and their types open or face down."""
    n = int64(HARBORS_ON[0, state.graph])
    for harbor in range(MAX_HARBORS):
        state.harbor_first[harbor], state.harbor_second[harbor] = NOWHERE, NOWHERE
        state.harbor_type[harbor] = HIDDEN
    if state.options[o.HARBOR_PLACES] != 0:
        for harbor in range(n):
            put_harbor(state, harbor, int64(HARBOR_SLOTS[state.graph, harbor]))
    else:
        while not scatter_harbors(state, n, rng):
            pass
    sort_harbors(state, n)
    for sort in range(len(HARBORS)):
        state.harbor_pool[sort] = HARBOR_COUNTS[state.graph, sort]
    if state.options[o.HIDDEN_HARBORS] == 0:
        turn_up_all(state, n, rng)


@jit
def put_harbor(state: Record, harbor: int, place: int) -> None:
    """Lay a harbor on edge `place` of the coast."""
    edge = int64(COAST_EDGE[state.graph, place])
    state.harbor_first[harbor] = EDGE_CORNER[state.graph, edge, 0]
    state.harbor_second[harbor] = EDGE_CORNER[state.graph, edge, 1]


@jit
def scatter_harbors(state: Record, n: int, rng: Any) -> bool:
    """Draw coast edges one by one; False when two share a corner."""
    for harbor in range(n):
        put_harbor(state, harbor, draw(rng, int64(COAST_LENGTH[state.graph])))
        for other in range(harbor):
            if harbors_touch(state, harbor, other):
                return False
    return True


@jit
def harbors_touch(state: Record, one: int, other: int) -> bool:
    first, second = int64(state.harbor_first[one]), int64(state.harbor_second[one])
    a, b = int64(state.harbor_first[other]), int64(state.harbor_second[other])
    return first == a or first == b or second == a or second == b


@jit
def sort_harbors(state: Record, n: int) -> None:
    """Number the harbors by their smaller corner."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            if state.harbor_first[j] < state.harbor_first[j - 1]:
                a, b = int64(state.harbor_first[j]), int64(state.harbor_second[j])
                state.harbor_first[j] = int64(state.harbor_first[j - 1])
                state.harbor_second[j] = int64(state.harbor_second[j - 1])
                state.harbor_first[j - 1], state.harbor_second[j - 1] = a, b


@jit
def turn_up_all(state: Record, n: int, rng: Any) -> None:
    """Deal all types face up."""
    harbor = 0
    for sort in range(len(HARBORS)):
        for _ in range(state.harbor_pool[sort]):
            state.harbor_type[harbor] = sort
            harbor += 1
        state.harbor_pool[sort] = 0
    shuffle(state.harbor_type, n, rng)
