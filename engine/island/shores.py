"""Land and sea: what a corner or edge touches. Beyond the board all is sea."""

from typing import Any

from hinterland.engine.island.bits import NO_BITS, bit, lowest, put, without_lowest
from hinterland.engine.island.board import CORNER_EDGE, CORNER_HEX, CORNERS, EDGE_HEX
from hinterland.engine.island.state import SEA
from hinterland.engine.jit import Record, int64, jit


@jit
def is_land(state: Record, h: int) -> bool:
    """Whether a hex is land; h is -1 beyond the board."""
    return h >= 0 and state.terrain[h] != SEA


@jit
def is_sea(state: Record, h: int) -> bool:
    """Whether a hex of the board is sea."""
    return h >= 0 and state.terrain[h] == SEA


@jit
def land_hexes(state: Record, corner: int) -> int:
    """How many of the hexes at a corner are land."""
    found = 0
    for side in range(3):
        if is_land(state, int64(CORNER_HEX[state.graph, corner, side])):
            found += 1
    return found


@jit
def touches_land(state: Record, edge: int) -> bool:
    first = int64(EDGE_HEX[state.graph, edge, 0])
    return is_land(state, first) or is_land(state, int64(EDGE_HEX[state.graph, edge, 1]))


@jit
def touches_sea(state: Record, edge: int) -> bool:
    first = int64(EDGE_HEX[state.graph, edge, 0])
    return not (is_land(state, first) and is_land(state, int64(EDGE_HEX[state.graph, edge, 1])))


@jit
def is_coast(state: Record, edge: int) -> bool:
    """Whether an edge lies between land and sea."""
    return edge >= 0 and touches_land(state, edge) and touches_sea(state, edge)


@jit
def takes_ship(state: Record, edge: int) -> bool:
    """Whether an edge is of the sea, and the pirate is not beside it."""
    if not touches_sea(state, edge):
        return False
    first, second = int64(EDGE_HEX[state.graph, edge, 0]), int64(EDGE_HEX[state.graph, edge, 1])
    return first != state.pirate and second != state.pirate


@jit
def land_edges(state: Record, edges: Any, w: int) -> Any:
    """Those edges of word w of a set on which a road may lie."""
    kept = NO_BITS
    while edges != NO_BITS:
        edge = 64 * w + lowest(edges)
        edges = without_lowest(edges)
        if touches_land(state, edge):
            kept |= bit(edge)
    return kept


@jit
def sea_edges(state: Record, edges: Any, w: int) -> Any:
    """Those edges of word w of a set on which a ship may be put."""
    kept = NO_BITS
    while edges != NO_BITS:
        edge = 64 * w + lowest(edges)
        edges = without_lowest(edges)
        if takes_ship(state, edge):
            kept |= bit(edge)
    return kept


@jit
def coast_edges(state: Record, corner: int) -> int:
    """How many edges at a corner lie between land and sea: 2 on the coast, else 0."""
    found = 0
    for side in range(3):
        if is_coast(state, int64(CORNER_EDGE[state.graph, corner, side])):
            found += 1
    return found


@jit
def close_the_sea(state: Record) -> None:
    """Mark the corners that touch no land: nothing can be settled there."""
    for corner in range(int64(CORNERS[state.graph])):
        if land_hexes(state, corner) == 0:
            put(state.crowded, 0, corner)
