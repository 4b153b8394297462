"""Lakes and fishing grounds as they are laid, and the pool of tokens."""

from typing import Any

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, bit, lowest, without_lowest
from hinterland.engine.island.board import (
    COAST_CORNER,
    CORNER_EDGE,
    CORNER_NEXT,
    CORNERS,
    HEX_NEXT,
    HEX_NEXT_SET,
    HEXES,
)
from hinterland.engine.island.islands import hex_count
from hinterland.engine.island.shoal import VALUES, one
from hinterland.engine.island.shores import coast_edges, is_coast, is_land, land_hexes
from hinterland.engine.island.shuffling import shuffle
from hinterland.engine.island.state import DESERT, LAKE, MAX_GROUNDS, NOWHERE
from hinterland.engine.island.supplies import (
    GROUND_NUMBERS,
    GROUND_SLOTS,
    GROUNDS_ON,
    LAKES_ON,
    TOKEN_COUNTS,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw


@jit
def fill_pool(state: Record) -> None:
    """All fish tokens into the pool."""
    if state.options[o.FISH] != 0:
        for value in range(1, VALUES + 1):
            state.unseen_fish += int64(TOKEN_COUNTS[state.graph, value]) * one(value)


@jit
def is_inland(state: Record, h: int) -> bool:
    """Whether a hex and all six around it are land."""
    around = 0
    for side in range(6):
        around += 1 if is_land(state, int64(HEX_NEXT[state.graph, h, side])) else 0
    return around == 6 and is_land(state, h)


@jit
def inland(state: Record) -> Any:
    """The inland hexes as bits."""
    found = NO_BITS
    for h in range(int64(HEXES[state.graph])):
        if is_inland(state, h):
            found |= bit(h)
    return found


@jit
def nth_member(hexes: Any, n: int) -> int:
    for _ in range(n):
        hexes = without_lowest(hexes)
    return lowest(hexes)


@jit
def lay_lakes(state: Record, rng: Any) -> bool:
    """With fish, put lakes for the deserts on inland hexes, not side by side; False for no room.

    Every choice of hexes is as likely; what was there takes the place of the desert.
    """
    if state.options[o.FISH] == 0:
        return True
    places = inland(state)
    if LAKES_ON[0, state.graph] == 1:
        if places == NO_BITS:
            return False
        put_lake(state, LAKE, nth_member(places, draw(rng, hex_count(places))))
        return True
    if not has_apart(state, places):
        return False
    first, second = draw_two(places, rng)
    while first == second or is_beside(state, first, second):
        first, second = draw_two(places, rng)
    put_lake(state, LAKE, first)
    put_lake(state, LAKE + 1, second)
    return True


@jit
def draw_two(places: Any, rng: Any) -> tuple[int, int]:
    total = hex_count(places)
    first = nth_member(places, draw(rng, total))
    return first, nth_member(places, draw(rng, total))


@jit
def is_beside(state: Record, one_hex: int, other: int) -> bool:
    return (HEX_NEXT_SET[state.graph, one_hex] & bit(other)) != NO_BITS


@jit
def has_apart(state: Record, places: Any) -> bool:
    """Whether two of the hexes are not neighbours."""
    rest = places
    while rest != NO_BITS:
        h = lowest(rest)
        rest = without_lowest(rest)
        if (rest & ~HEX_NEXT_SET[state.graph, h]) != NO_BITS:
            return True
    return False


@jit
def put_lake(state: Record, lake: int, place: int) -> None:
    """A lake takes a hex, and what was there the first desert."""
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] == DESERT:
            state.terrain[h] = int64(state.terrain[place])
            break
    state.terrain[place] = lake


@jit
def is_ground_edge(state: Record, ground: int, corner: int, other: int) -> bool:
    """Whether two corners are the ends of one of the two edges of a ground."""
    middle = int64(state.ground_corner[ground])
    if middle != corner and middle != other:
        return False
    for side in range(3):
        if is_coast(state, int64(CORNER_EDGE[state.graph, middle, side])):
            end = int64(CORNER_NEXT[state.graph, middle, side])
            if end == corner or end == other:
                return True
    return False


@jit
def is_harbor_edge(state: Record, corner: int, other: int) -> bool:
    for harbor in range(state.harbor_first.shape[0]):
        first, second = int64(state.harbor_first[harbor]), int64(state.harbor_second[harbor])
        if (first == corner and second == other) or (first == other and second == corner):
            return True
    return False


@jit
def is_ground_site(state: Record, corner: int) -> bool:
    """Whether a ground may have its middle on a corner, beside those laid and the harbors.

    On a land board at most one of its corners lies between two land hexes; on a sea board any
    two edges in a row along the coast will do.
    """
    if coast_edges(state, corner) != 2:
        return False
    inside = 1 if land_hexes(state, corner) == 2 else 0
    for side in range(3):
        if not is_coast(state, int64(CORNER_EDGE[state.graph, corner, side])):
            continue
        end = int64(CORNER_NEXT[state.graph, corner, side])
        inside += 1 if land_hexes(state, end) == 2 else 0
        if is_harbor_edge(state, corner, end):
            return False
        for ground in range(MAX_GROUNDS):
            middle = int64(state.ground_corner[ground])
            if middle != NOWHERE and is_ground_edge(state, ground, corner, end):
                return False
    return inside <= 1 or state.options[o.SEAFARERS] != 0


@jit
def ground_site(state: Record, n: int) -> int:
    """The nth corner for a ground; without so many, minus how many there are."""
    found = 0
    for corner in range(int64(CORNERS[state.graph])):
        if is_ground_site(state, corner):
            if found == n:
                return corner
            found += 1
    return -found


@jit
def lay_grounds(state: Record, rng: Any) -> bool:
    """Lay the grounds one by one on places that are left; False and none when one finds none."""
    n = int64(GROUNDS_ON[0, state.graph])
    for ground in range(n):
        places = -ground_site(state, int64(CORNERS[state.graph]))
        if places == 0:
            for laid in range(ground):
                state.ground_corner[laid] = NOWHERE
            return False
        state.ground_corner[ground] = ground_site(state, draw(rng, places))
    number_grounds(state, n, rng)
    return True


@jit
def lay_official_grounds(state: Record, rng: Any) -> None:
    n = int64(GROUNDS_ON[0, state.graph])
    for ground in range(n):
        slot = int64(GROUND_SLOTS[state.graph, ground])
        state.ground_corner[ground] = int64(COAST_CORNER[state.graph, slot])
    number_grounds(state, n, rng)


@jit
def number_grounds(state: Record, n: int, rng: Any) -> None:
    """Sort the grounds by their corner, and deal them their numbers."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            here, before = int64(state.ground_corner[j]), int64(state.ground_corner[j - 1])
            if here < before:
                state.ground_corner[j], state.ground_corner[j - 1] = before, here
    for ground in range(n):
        state.ground_number[ground] = GROUND_NUMBERS[state.graph, ground]
    shuffle(state.ground_number, n, rng)
