"""Ships: where they may be put, which may be taken up, and what moving one changes."""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, drop, has, lowest, members, put, without_lowest
from hinterland.engine.island.board import (
    CORNER_EDGE,
    EDGE_CODE,
    EDGE_CORNER,
    EDGE_SET,
    EDGES,
    WORDS,
)
from hinterland.engine.island.moves import LIFT_MOVE, SHIP, code
from hinterland.engine.island.pieces import (
    builds_at,
    extendable,
    has_road_site,
    is_knight,
    joins,
    judge_all_roads,
    owner_at,
    roads_left,
    routes_at,
)
from hinterland.engine.island.shores import sea_edges, takes_ship
from hinterland.engine.island.state import LIFT, NOWHERE
from hinterland.engine.jit import Record, int64, jit

SHIPS: Final = 15


@jit
def ships_left(state: Record, seat: int) -> int:
    """Ships in the supply of the seat; none without Seafarers."""
    if state.options[o.SEAFARERS] == 0:
        return 0
    return SHIPS - members(state.ships, seat)


@jit
def bears_ship(state: Record, seat: int, corner: int, without: int) -> bool:
    """Whether a ship may go on from a corner, not counting the ship on an edge."""
    return extendable(state, seat, corner) and joins(state, state.ships, seat, corner, without)


@jit
def ship_sites(state: Record, seat: int, w: int, without: int) -> Any:
    """Word w of the edges on which the seat may put a ship.

    `without`: the edge of a ship that is on the move, which holds up nothing; or NOWHERE.
    """
    sites = NO_BITS
    for v in range(WORDS):
        corners = state.reach[seat, v]
        while corners != NO_BITS:
            corner = 64 * v + lowest(corners)
            corners = without_lowest(corners)
            if bears_ship(state, seat, corner, without):
                sites |= EDGE_SET[state.graph, corner, w]
    return sea_edges(state, sites & ~state.taken[0, w], w)


@jit
def is_ship_site(state: Record, seat: int, edge: int) -> bool:
    if has(state.taken, 0, edge) or not takes_ship(state, edge):
        return False
    for side in range(2):
        if bears_ship(state, seat, int64(EDGE_CORNER[state.graph, edge, side]), NOWHERE):
            return True
    return False


@jit
def has_ship_site(state: Record, seat: int, without: int) -> bool:
    sites = NO_BITS
    for w in range(WORDS):
        sites |= ship_sites(state, seat, w, without)
    return sites != NO_BITS


@jit
def can_lay(state: Record, seat: int) -> bool:
    """Whether the seat has a piece and a place for a road or a ship, cost aside."""
    if roads_left(state, seat) > 0 and has_road_site(state, seat):
        return True
    return ships_left(state, seat) > 0 and has_ship_site(state, seat, NOWHERE)


@jit
def is_open(state: Record, seat: int, edge: int) -> bool:
    """Whether the ship lies at an end of its line: nothing else of the seat's at a corner."""
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        ships = 0
        for at in range(3):
            other = int64(CORNER_EDGE[state.graph, corner, at])
            ships += 1 if other >= 0 and has(state.ships, seat, other) else 0
        if ships == 1 and owner_at(state, corner) != seat:
            return True
    return False


@jit
def may_lift(state: Record, seat: int, edge: int) -> bool:
    """Whether the seat of the turn may take up its ship on an edge, and put it elsewhere."""
    if state.lifted != NOWHERE or not has(state.ships, seat, edge):
        return False
    if has(state.built, 0, edge) or not takes_ship(state, edge):
        return False
    if strands_knight(state, seat, edge) or not is_open(state, seat, edge):
        return False
    return has_ship_site(state, seat, edge)


@jit
def strands_knight(state: Record, seat: int, edge: int) -> bool:
    """Whether a knight of the seat stands at an edge with no other road or ship of its own."""
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        knight = is_knight(state, corner) and owner_at(state, corner) == seat
        if knight and routes_at(state, seat, corner) == 1:
            return True
    return False


@jit
def list_lifts(state: Record, moves: Any, total: int) -> int:
    """Append the ships that may be taken up."""
    if state.options[o.SEAFARERS] == 0 or state.lifted != NOWHERE:
        return total
    seat = int64(state.actor)
    for edge in range(int64(EDGES[state.graph])):
        if may_lift(state, seat, edge):
            moves[total] = code(LIFT_MOVE, int64(EDGE_CODE[state.graph, edge]))
            total += 1
    return total


@jit
def list_ships(state: Record, moves: Any, total: int) -> int:
    """Append the places for a ship of the actor, cost and supply aside."""
    lifted = int64(state.lifted) if state.phase == LIFT else NOWHERE
    for w in range(WORDS):
        sites = ship_sites(state, int64(state.actor), w, NOWHERE)
        while sites != NO_BITS:
            edge = 64 * w + lowest(sites)
            sites = without_lowest(sites)
            if edge != lifted:
                moves[total] = code(SHIP, int64(EDGE_CODE[state.graph, edge]))
                total += 1
    return total


@jit
def put_ship(state: Record, seat: int, edge: int) -> None:
    put(state.ships, seat, edge)
    put(state.taken, 0, edge)
    put(state.reach, seat, int64(EDGE_CORNER[state.graph, edge, 0]))
    put(state.reach, seat, int64(EDGE_CORNER[state.graph, edge, 1]))
    if state.turns > 0 and seat == state.turn:
        put(state.built, 0, edge)


@jit
def lift_ship(state: Record, seat: int, edge: int) -> None:
    """Take a ship up; the longest route is judged without it."""
    drop(state.ships, seat, edge)
    drop(state.taken, 0, edge)
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        builds = builds_at(state, seat, corner)
        if not builds and routes_at(state, seat, corner) == 0:
            drop(state.reach, seat, corner)
    state.lifted, state.phase = edge, LIFT
    judge_all_roads(state)


@jit
def meets(state: Record, seat: int, corner: int) -> bool:
    """Whether roads and ships of the seat meet at the corner: a building there joins them."""
    roads, ships = False, False
    for side in range(3):
        edge = int64(CORNER_EDGE[state.graph, corner, side])
        if edge >= 0:
            roads = roads or has(state.roads, seat, edge)
            ships = ships or has(state.ships, seat, edge)
    return roads and ships
