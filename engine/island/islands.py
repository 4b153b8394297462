"""Islands: the connected parts of the land, who started where, and what is settled later."""

from typing import Any, Final

from hinterland.engine.island.bits import NO_BITS, bit, lowest, without_lowest
from hinterland.engine.island.board import CORNER_HEX, CORNERS, HEX_NEXT_SET, HEXES
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.shores import is_land
from hinterland.engine.island.state import NOWHERE
from hinterland.engine.jit import Record, int64, jit

ISLAND_POINTS: Final = 2
"""For the first settlement on each island where the seat did not start."""


@jit
def land(state: Record) -> Any:
    """All land hexes as bits."""
    found = NO_BITS
    for h in range(int64(HEXES[state.graph])):
        if is_land(state, h):
            found |= bit(h)
    return found


@jit
def island_of(state: Record, h: int, ground: Any) -> Any:
    """The hexes that are joined to hex h within `ground`, as bits."""
    island, fresh = bit(h), bit(h)
    while fresh != NO_BITS:
        near = NO_BITS
        while fresh != NO_BITS:
            near |= HEX_NEXT_SET[state.graph, lowest(fresh)]
            fresh = without_lowest(fresh)
        fresh = near & ground & ~island
        island |= fresh
    return island


@jit
def hex_count(hexes: Any) -> int:
    total = 0
    while hexes != NO_BITS:
        hexes = without_lowest(hexes)
        total += 1
    return total


@jit
def land_at(state: Record, corner: int) -> int:
    """The first land hex at a corner; NOWHERE at sea."""
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if is_land(state, h):
            return h
    return NOWHERE


@jit
def start_on(state: Record, seat: int, corner: int) -> None:
    """Keep where the seat puts a starting piece."""
    place = 0 if state.home[seat, 0] == NOWHERE else 1
    state.home[seat, place] = land_at(state, corner)


@jit
def count_island(state: Record, seat: int, corner: int) -> None:
    """After a settlement was built: count its island if it is foreign and new to the seat."""
    if not is_known_island(state, seat, corner):
        state.islands[seat] += 1


@jit
def is_known_island(state: Record, seat: int, corner: int) -> bool:
    """Whether the seat started on the island of a corner, or has another building there."""
    island = island_of(state, land_at(state, corner), land(state))
    for place in range(2):
        h = int64(state.home[seat, place])
        if h != NOWHERE and (island & bit(h)) != NO_BITS:
            return True
    for other in range(int64(CORNERS[state.graph])):
        if other == corner or owner_at(state, other) != seat or piece_at(state, other) == 0:
            continue
        if (island & bit(land_at(state, other))) != NO_BITS:
            return True
    return False
