"""Who is to move."""

from hinterland.engine.island.state import (
    BUY,
    CROSS,
    DICE,
    DRAW_CARD,
    FINISHED,
    LEVY,
    POINTS,
    REVEAL,
    SHOW_HAND,
    SHOW_PROGRESS,
    STEAL,
    TOKEN,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import CHANCE, OVER


@jit
def is_chance(state: Record) -> bool:
    """Whether chance is to move; the game is not over."""
    if state.flips != 0:
        return True
    phase = int64(state.phase)
    if phase == DICE or phase == STEAL or phase == BUY:
        return True
    if phase == DRAW_CARD or phase == CROSS or phase == SHOW_HAND or phase == SHOW_PROGRESS:
        return True
    return phase == TOKEN or phase == REVEAL or phase == POINTS or phase == LEVY


@jit
def mover(state: Record) -> int:
    if state.phase == FINISHED:
        return OVER
    return CHANCE if is_chance(state) else int64(state.actor)
