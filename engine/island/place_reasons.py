"""Why a road, ship, settlement, city or wall cannot be put on a place of the board."""

from hinterland.engine.island import broken as b
from hinterland.engine.island.bits import has
from hinterland.engine.island.improvements import is_wall_site
from hinterland.engine.island.moves import CITY_MOVE, ROAD, SHIP
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.shores import land_hexes, takes_ship, touches_land, touches_sea
from hinterland.engine.island.state import (
    CITY,
    LIFT,
    REBUILD,
    SETTLEMENT,
    SETUP_PIECE,
    SETUP_ROAD,
)
from hinterland.engine.jit import Record, int64, jit


@jit
def no_edge(state: Record, kind: int, edge: int) -> int:
    """Why no road or ship may lie on an edge."""
    phase = int64(state.phase)
    if has(state.taken, 0, edge):
        return b.TAKEN
    if (phase == LIFT and edge == state.lifted) or (phase == REBUILD and edge == state.origin):
        return b.SAME_EDGE
    if kind == ROAD and not touches_land(state, edge):
        return b.NO_LAND
    if kind == SHIP and not takes_ship(state, edge):
        return b.PIRATE_THERE if touches_sea(state, edge) else b.NO_SEA
    return b.NOT_AT_PIECE if phase == SETUP_ROAD else b.NOT_JOINED


@jit
def no_building(state: Record, kind: int, corner: int) -> int:
    """Why no settlement or city may stand on a corner."""
    seat = int64(state.actor)
    if kind == CITY_MOVE and state.phase != SETUP_PIECE:
        if owner_at(state, corner) != seat or piece_at(state, corner) != SETTLEMENT:
            return b.NO_SETTLEMENT
        return b.SIDEWAYS_FIRST if state.sideways[seat] > 0 else b.NO_PIECE
    if state.corner[corner] != 0:
        return b.TAKEN
    if land_hexes(state, corner) == 0:
        return b.NO_LAND
    return b.TOO_NEAR if has(state.crowded, 0, corner) else b.NOT_JOINED


@jit
def no_wall(state: Record, corner: int) -> int:
    """Why no wall may be built on a corner."""
    if owner_at(state, corner) != state.actor or piece_at(state, corner) != CITY:
        return b.NO_CITY
    return b.NO_PIECE if is_wall_site(state, int64(state.actor), corner) else b.WALLED_NOW
