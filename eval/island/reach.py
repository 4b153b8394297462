"""Where a seat can build: sites it reaches, sites a road ahead, and the race for the longest."""

from typing import Final

from hinterland.engine.island.bits import NO_BITS, has, lowest, without_lowest
from hinterland.engine.island.board import CORNER_EDGE, CORNER_NEXT, WORDS
from hinterland.engine.island.pieces import LONG, extendable, route_count
from hinterland.engine.island.state import NOBODY
from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.ground import corner_worth

BASE: Final = 1 << 10
"""`sites` counts sites above this, and has the rolls of the best below."""
_CLOSE: Final = 4.0
_MOST: Final = 15
"""The rolls of the best corner there can be: three hexes with a 6 or an 8."""
_FARTHER: Final = 0.6
"""What a corner two roads away counts."""


@jit
def is_free(state: Record, corner: int) -> bool:
    """Whether a settlement could stand on a corner, whoever reaches it."""
    return state.corner[corner] == 0 and not has(state.crowded, 0, corner)


@jit
def sites(state: Record, seat: int) -> int:
    """How many corners the seat may build on at once, times BASE, and the best one's rolls."""
    found, best = 0, 0
    for w in range(WORDS):
        corners = state.reach[seat, w] & ~state.crowded[0, w]
        while corners != NO_BITS:
            corner = 64 * w + lowest(corners)
            corners = without_lowest(corners)
            if state.corner[corner] == 0:
                found += 1
                best = max(best, corner_worth(state, corner))
    return found * BASE + best


@jit
def rolls_ahead(state: Record, seat: int) -> float:
    """The rolls of the best free corner that a road or two, or ships, would reach.

    One two roads away counts a part; where it cannot be better than one beside, none is looked at.
    """
    best = float(most_beside(state, seat))
    if best < _FARTHER * _MOST:
        best = max(best, _FARTHER * most_farther(state, seat))
    return best


@jit
def most_beside(state: Record, seat: int) -> int:
    """The rolls of the best free corner next to one that the seat may build on from."""
    best = 0
    for w in range(WORDS):
        corners = state.reach[seat, w]
        while corners != NO_BITS:
            corner = 64 * w + lowest(corners)
            corners = without_lowest(corners)
            if extendable(state, seat, corner):
                best = max(best, best_beside(state, seat, corner))
    return best


@jit
def best_beside(state: Record, seat: int, corner: int) -> int:
    """The rolls of the best free corner next to one that the seat does not reach yet."""
    best = 0
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if edge < 0:
            continue
        there = int64(CORNER_NEXT[state.graph, corner, side])
        reached = has(state.taken, 0, edge) or has(state.reach, seat, there)
        if is_free(state, there) and not reached:
            best = max(best, corner_worth(state, there))
    return best


@jit
def most_farther(state: Record, seat: int) -> int:
    """The same next to those that one road more would reach."""
    best = 0
    for w in range(WORDS):
        corners = state.reach[seat, w]
        while corners != NO_BITS:
            corner = 64 * w + lowest(corners)
            corners = without_lowest(corners)
            if extendable(state, seat, corner):
                best = max(best, most_over(state, seat, corner))
    return best


@jit
def most_over(state: Record, seat: int, corner: int) -> int:
    """The rolls of the best free corner over two edges, with a corner between that is not one."""
    best = 0
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if edge < 0 or has(state.taken, 0, edge):
            continue
        there = int64(CORNER_NEXT[state.graph, corner, side])
        if has(state.reach, seat, there) or is_free(state, there):
            continue
        if extendable(state, seat, there):
            best = max(best, best_next(state, there))
    return best


@jit
def best_next(state: Record, corner: int) -> int:
    """The rolls of the best free corner over one edge that is not taken."""
    best = 0
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if edge < 0:
            continue
        there = int64(CORNER_NEXT[state.graph, corner, side])
        if is_free(state, there) and not has(state.taken, 0, edge):
            best = max(best, corner_worth(state, there))
    return best


@jit
def road_race(state: Record, seat: int) -> float:
    """How near a seat is to the longest road, 0..1; of its holder how far ahead, -0.5..1.

    By the number of pieces, not by their trails.
    """
    if state.longest_road == seat:
        most = 0
        for other in range(int64(state.players)):
            if other != seat:
                most = max(most, route_count(state, other))
        lead = int64(state.road_length) - most
        return max(min(lead / _CLOSE, 1.0), -0.5)
    least = LONG if state.longest_road == NOBODY else int64(state.road_length) + 1
    behind = max(least - route_count(state, seat), 0)
    return max(1.0 - behind / _CLOSE, 0.0)
