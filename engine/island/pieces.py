"""What stands on the board: pieces, supplies, where building is possible, trails."""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import (
    NO_BITS,
    bit,
    drop,
    has,
    lowest,
    members,
    put,
    without_lowest,
)
from hinterland.engine.island.board import (
    CORNER_EDGE,
    CORNER_NEXT,
    EDGE_CORNER,
    EDGE_SET,
    NEAR_SET,
    WORDS,
)
from hinterland.engine.island.shores import land_edges, touches_land
from hinterland.engine.island.state import CITY, NOBODY, NOWHERE
from hinterland.engine.jit import Record, int64, jit

ROADS: Final = 15
LONG: Final = 5
"""Edges of the shortest road that can be the longest."""
_KNIGHT: Final = 8
"""Pieces from here on are knights."""
_OWNED_BUILDING: Final = (255 & ~((_KNIGHT << 3) - 1)) | 7
"""The bits of a corner that tell the owner and whether it is a knight's."""


@jit
def owner_at(state: Record, corner: int) -> int:
    """The seat whose piece stands on the corner, NOBODY for none."""
    return (int64(state.corner[corner]) & 7) - 1


@jit
def piece_at(state: Record, corner: int) -> int:
    """SETTLEMENT (a sideways city too), CITY or 0; knights are not counted."""
    piece = int64(state.corner[corner]) >> 3
    return piece & 3 if piece < _KNIGHT else 0


@jit
def builds_at(state: Record, seat: int, corner: int) -> bool:
    """Whether a building of the seat stands on the corner: its mark, and no bit of a knight."""
    return int64(state.corner[corner]) & _OWNED_BUILDING == seat + 1


@jit
def is_knight(state: Record, corner: int) -> bool:
    return int64(state.corner[corner]) >> 3 >= _KNIGHT


@jit
def passable(state: Record, seat: int, corner: int) -> bool:
    """Whether a trail of the seat goes on through the corner."""
    owner = owner_at(state, corner)
    return owner == NOBODY or owner == seat


@jit
def extendable(state: Record, seat: int, corner: int) -> bool:
    """Whether the seat may build on from a corner that its roads touch."""
    if passable(state, seat, corner):
        return True
    return state.options[o.BUILD_PAST_BUILDINGS] != 0 and not is_knight(state, corner)


@jit
def put_building(state: Record, seat: int, corner: int, piece: int) -> None:
    """Put a settlement on an empty corner, or turn what is there into a city."""
    state.corner[corner] = piece << 3 | (seat + 1)
    if piece == CITY:
        state.cities[seat] -= 1
    else:
        state.settlements[seat] -= 1
    for w in range(WORDS):
        state.crowded[0, w] |= NEAR_SET[state.graph, corner, w]


@jit
def put_road(state: Record, seat: int, edge: int) -> None:
    put(state.roads, seat, edge)
    put(state.taken, 0, edge)
    put(state.reach, seat, int64(EDGE_CORNER[state.graph, edge, 0]))
    put(state.reach, seat, int64(EDGE_CORNER[state.graph, edge, 1]))


@jit
def joins(state: Record, pieces: Any, seat: int, corner: int, without: int) -> bool:
    """Whether a road (ship) of the seat may touch the corner: own building, or own road (ship).

    `pieces`: the roads or the ships; `without`: an edge that does not count, or NOWHERE.
    """
    if builds_at(state, seat, corner):
        return True
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if edge >= 0 and edge != without and has(pieces, seat, edge):
            return True
    return False


@jit
def bears_road(state: Record, seat: int, corner: int) -> bool:
    """Whether a road may go on from a corner that roads or ships of the seat touch."""
    if not extendable(state, seat, corner):
        return False
    if state.options[o.SEAFARERS] == 0:
        return True
    return joins(state, state.roads, seat, corner, NOWHERE)


@jit
def take_road(state: Record, seat: int, edge: int) -> None:
    """Take a road or ship off the board."""
    drop(state.roads, seat, edge)
    drop(state.ships, seat, edge)
    drop(state.built, 0, edge)
    drop(state.taken, 0, edge)
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        built = builds_at(state, seat, corner)
        if routes_at(state, seat, corner) == 0 and not built:
            drop(state.reach, seat, corner)


@jit
def has_route(state: Record, seat: int, edge: int) -> bool:
    """Whether a road or ship of the seat lies on the edge."""
    return has(state.roads, seat, edge) or has(state.ships, seat, edge)


@jit
def routes_at(state: Record, seat: int, corner: int) -> int:
    """Roads and ships of a seat that touch a corner."""
    routes = 0
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        routes += 1 if edge >= 0 and has_route(state, seat, edge) else 0
    return routes


@jit
def road_sites(state: Record, seat: int, w: int) -> Any:
    """Word w of the edges on which the seat may build a road."""
    sites = NO_BITS
    for v in range(WORDS):
        corners = state.reach[seat, v]
        while corners != NO_BITS:
            corner = 64 * v + lowest(corners)
            corners = without_lowest(corners)
            if bears_road(state, seat, corner):
                sites |= EDGE_SET[state.graph, corner, w]
    sites &= ~state.taken[0, w]
    return sites if state.options[o.SEAFARERS] == 0 else land_edges(state, sites, w)


@jit
def is_road_site(state: Record, seat: int, edge: int) -> bool:
    if has(state.taken, 0, edge) or not touches_land(state, edge):
        return False
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        if has(state.reach, seat, corner) and bears_road(state, seat, corner):
            return True
    return False


@jit
def has_road_site(state: Record, seat: int) -> bool:
    sites = NO_BITS
    for w in range(WORDS):
        sites |= road_sites(state, seat, w)
    return sites != NO_BITS


@jit
def roads_left(state: Record, seat: int) -> int:
    return ROADS - members(state.roads, seat)


@jit
def settlement_sites(state: Record, seat: int, w: int) -> Any:
    """Word w of the corners on which the seat may build a settlement."""
    sites = state.reach[seat, w] & ~state.crowded[0, w]
    left = sites
    while left != NO_BITS:
        corner = 64 * w + lowest(left)
        left = without_lowest(left)
        if state.corner[corner] != 0:
            sites &= ~bit(corner)
    return sites


@jit
def is_ship(state: Record, seat: int, edge: int) -> bool:
    return has(state.ships, seat, edge)


@jit
def goes_on(state: Record, seat: int, corner: int, ship: bool, edge: int) -> bool:
    """Whether a trail that came to a corner by road (ship) goes on over an edge of the seat's.

    It changes between roads and ships at an own building only.
    """
    if edge < 0:
        return False
    if has(state.roads, seat, edge):
        return not ship or builds_at(state, seat, corner)
    if has(state.ships, seat, edge):
        return ship or builds_at(state, seat, corner)
    return False


@jit
def trail(
    state: Record,
    seat: int,
    corner: int,
    ship: bool,
    other: int,
    first: bool,
    used_0: Any,
    used_1: Any,
    used_2: Any,
) -> int:
    """The most edges that can be added to a trail at `corner`, and then at its end `other`.

    `ship`, `first`: whether a ship came to `corner`, and whether one lies at `other`. `used_*`:
    edges of the trail as bits; `other` is -1 once the first end is settled.
    """
    best = 0
    if other >= 0:
        best = trail(state, seat, other, first, int64(-1), first, used_0, used_1, used_2)
    if not passable(state, seat, corner):
        return best
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if not goes_on(state, seat, corner, ship, edge):
            continue
        w, b = edge >> 6, bit(edge)
        if ((used_0 if w == 0 else used_1 if w == 1 else used_2) & b) != NO_BITS:
            continue
        longer = 1 + trail(
            state,
            seat,
            int64(CORNER_NEXT[state.graph, corner, side]),
            is_ship(state, seat, edge),
            other,
            first,
            used_0 | (b if w == 0 else NO_BITS),
            used_1 | (b if w == 1 else NO_BITS),
            used_2 | (b if w == 2 else NO_BITS),
        )
        best = max(best, longer)
    return best


@jit
def trail_through(state: Record, seat: int, edge: int, least: int) -> int:
    """The length of the seat's longest trail through a road or ship of its own.

    Where that is below `least`, any length below it. What can be added at either end alone
    bounds the sum: it is found in far fewer steps than all that fit together.
    """
    w, b = edge >> 6, bit(edge)
    first = int64(EDGE_CORNER[state.graph, edge, 0])
    second = int64(EDGE_CORNER[state.graph, edge, 1])
    used_0 = b if w == 0 else NO_BITS
    used_1 = b if w == 1 else NO_BITS
    used_2 = b if w == 2 else NO_BITS
    ship, none = is_ship(state, seat, edge), int64(-1)
    ahead = trail(state, seat, first, ship, none, ship, used_0, used_1, used_2)
    behind = trail(state, seat, second, ship, none, ship, used_0, used_1, used_2)
    if ahead == 0 or behind == 0 or 1 + ahead + behind < least:
        return 1 + ahead + behind
    return 1 + trail(state, seat, first, ship, second, ship, used_0, used_1, used_2)


@jit
def route_count(state: Record, seat: int) -> int:
    """The seat's roads and ships."""
    return members(state.roads, seat) + members(state.ships, seat)


@jit
def longest_trail(state: Record, seat: int) -> int:
    best = 0
    for w in range(WORDS):
        edges = state.roads[seat, w] | state.ships[seat, w]
        while edges != NO_BITS:
            edge = 64 * w + lowest(edges)
            best = max(best, trail_through(state, seat, edge, best + 1))
            edges = without_lowest(edges)
    return best


@jit
def judge_new_road(state: Record, seat: int, edge: int) -> None:
    """Hand over the longest road after the seat built on `edge`."""
    least = max(LONG, int64(state.road_length) + 1)
    if route_count(state, seat) < least:
        return
    length = trail_through(state, seat, edge, least)
    if length >= least and state.longest_road == NOBODY:
        judge_all_roads(state)  # it may have been set aside for a tie of longer ones
    elif length >= least:
        state.longest_road = seat
        state.road_length = length


@jit
def judge_all_roads(state: Record) -> None:
    """Hand over the longest road, keep it or set it aside, after a road was cut."""
    best, seats, winner, holder_best = 0, 0, NOBODY, False
    for seat in range(int64(state.players)):
        length = longest_trail(state, seat) if route_count(state, seat) >= LONG else 0
        if length > best:
            best, seats, winner, holder_best = length, 0, seat, False
        if length == best:
            seats += 1
            holder_best = holder_best or seat == state.longest_road
    if best < LONG or (seats > 1 and not holder_best):
        state.longest_road = NOBODY
        state.road_length = 0
    else:
        state.longest_road = int64(state.longest_road) if holder_best else winner
        state.road_length = best


@jit
def cuts(state: Record, seat: int, corner: int) -> bool:
    """Whether a piece of the seat on the corner breaks a road of somebody else."""
    for other in range(int64(state.players)):
        met = other != seat and has(state.reach, other, corner)
        if met and routes_at(state, other, corner) >= 2:
            return True
    return False
