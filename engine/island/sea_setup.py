"""The random map of Seafarers: islands as they must be, and harbors on sea hexes."""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, lowest
from hinterland.engine.island.board import (
    HEXES,
    MAX_WATERS,
    SMALL_SEA,
    WATER_CORNER,
    WATER_NEXT,
    WATERS,
)
from hinterland.engine.island.islands import hex_count, island_of, land
from hinterland.engine.island.shores import is_land, land_hexes
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw

_SIDES: Final = 6
MOST_SINGLES: Final = 3
"""Islands of one hex that a map may have."""


@jit
def is_sound_sea(state: Record) -> bool:
    """Whether a map has its islands: at least two, one large, few of one hex; a land board has."""
    if state.options[o.SEAFARERS] == 0:
        return True
    small = state.graph == SMALL_SEA
    rest, islands, singles, largest = land(state), 0, 0, 0
    while rest != NO_BITS:
        island = island_of(state, lowest(rest), rest)
        rest &= ~island
        hexes = hex_count(island)
        islands += 1
        singles += 1 if hexes == 1 else 0
        largest = max(largest, hexes)
    fits = 11 <= largest <= 17 if small else 15 <= largest <= 27
    return islands >= 2 and singles <= MOST_SINGLES and fits


@jit
def is_shore_water(state: Record, water: int) -> bool:
    """Whether a hex of the board or of the ring around it is sea beside land."""
    if water < HEXES[state.graph] and is_land(state, water):
        return False
    for side in range(_SIDES):
        if is_land(state, int64(WATER_NEXT[state.graph, water, side])):
            return True
    return False


@jit
def is_landing(state: Record, water: int, side: int) -> bool:
    """Whether a corner of a sea hex touches land."""
    corner = int64(WATER_CORNER[state.graph, water, side])
    return corner >= 0 and land_hexes(state, corner) > 0


@jit
def is_harbor_pair(state: Record, water: int, one: int, other: int) -> bool:
    """Whether two corners of a sea hex, one < other, may bear a harbor."""
    if not is_landing(state, water, one) or not is_landing(state, water, other):
        return False
    if state.options[o.HARBORS_CROSS_WATER] != 0:
        return True
    if other - one != 1 and other - one != _SIDES - 1:
        return False
    side = one if other - one == 1 else other
    return is_land(state, int64(WATER_NEXT[state.graph, water, side]))


@jit
def lies_on(state: Record, harbor: int, water: int) -> bool:
    """Whether both corners of a harbor are corners of a sea hex."""
    found = 0
    for side in range(_SIDES):
        corner = int64(WATER_CORNER[state.graph, water, side])
        if corner >= 0 and (
            corner == state.harbor_first[harbor] or corner == state.harbor_second[harbor]
        ):
            found += 1
    return found == 2


@jit
def shore_water(state: Record, n: int) -> int:
    """The nth sea hex beside land; without so many, minus how many there are."""
    found = 0
    for water in range(int64(WATERS[state.graph])):
        if is_shore_water(state, water):
            if found == n:
                return water
            found += 1
    return -found


@jit
def put_pair(state: Record, harbor: int, water: int, n: int) -> int:
    """Lay a harbor on the nth pair of corners of a sea hex; how many pairs there are before it."""
    found = 0
    for one in range(_SIDES):
        for other in range(one + 1, _SIDES):
            if is_harbor_pair(state, water, one, other):
                if found == n:
                    a = int64(WATER_CORNER[state.graph, water, one])
                    b = int64(WATER_CORNER[state.graph, water, other])
                    state.harbor_first[harbor] = min(a, b)
                    state.harbor_second[harbor] = max(a, b)
                    return found
                found += 1
    return found


@jit
def scatter_sea_harbors(state: Record, n: int, rng: Any) -> bool:
    """Draw sea hexes one by one, and a pair of corners of each; False when two get in the way."""
    waters = -shore_water(state, MAX_WATERS)
    for harbor in range(n):
        water = shore_water(state, draw(rng, waters))
        for other in range(harbor):
            if lies_on(state, other, water):
                return False
        put_pair(state, harbor, water, draw(rng, put_pair(state, harbor, water, MAX_WATERS)))
        for other in range(harbor):
            if harbors_touch(state, harbor, other):
                return False
    return True


@jit
def harbors_touch(state: Record, one: int, other: int) -> bool:
    """Whether two harbors share a corner."""
    first, second = int64(state.harbor_first[one]), int64(state.harbor_second[one])
    a, b = int64(state.harbor_first[other]), int64(state.harbor_second[other])
    return first == a or first == b or second == a or second == b
