"""The kinds of the moves of village. No two moves of a turn are known to commute."""

from hinterland.engine.jit import jit
from hinterland.engine.village.codes import (
    BUILD_FLAG,
    EXCHANGE,
    PLAY,
    PROTECT,
    TAKE_COMMON,
    TAKE_ROAD,
    TAKE_STACK,
)
from hinterland.eval.uniform import commutes

__all__ = ["commutes", "kind"]


@jit
def kind(move: int) -> int:
    """Pass, take a card of the road, a stack or a pile, protect, exchange, play, build."""
    found = 0
    for start in (TAKE_ROAD, TAKE_STACK, TAKE_COMMON, PROTECT, EXCHANGE, PLAY, BUILD_FLAG):
        if move >= start:
            found += 1
    return found
