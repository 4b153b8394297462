"""The kinds of the moves of island, and which moves of a turn may be played in either order."""

from hinterland.engine.island.moves import BANK, CITY_MOVE, ROAD, SETTLEMENT_MOVE, WALL, kind_of
from hinterland.engine.jit import jit


@jit
def kind(move: int) -> int:
    return kind_of(move)


@jit
def is_plain(move: int) -> bool:
    """Whether a move only pays and builds, or pays and takes: no draw, no choice, no theft."""
    found = kind_of(move)
    return found in (SETTLEMENT_MOVE, CITY_MOVE, ROAD, BANK, WALL)


@jit
def commutes(first: int, second: int) -> bool:
    """Two plain moves, both affordable and possible before, leave the same hands and pieces."""
    return is_plain(first) and is_plain(second)
