"""The odds of a seat to win, against those of another: its score as a power of e."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from hinterland.engine.jit import Record, jit
from hinterland.eval.island.terms import holding

Floats = npt.NDArray[np.float64]

_STEPS: Final = 10
_LEAST: Final = -500.0


@jit
def exponential(x: float) -> float:
    """About e**x, for x up to about 10, the same on every machine: (1 + x / 1024) ** 1024."""
    y = 1.0 + max(x, _LEAST) / (1 << _STEPS)
    for _ in range(_STEPS):
        y *= y
    return y


@jit
def odds(state: Record, seat: int, hand: Any, left: float, table: Any, now: float) -> float:
    """A seat's odds if it held `hand`: they are `now` with the hand that it has."""
    had = holding(state, seat, state.hand[seat], left, table)
    return now * exponential(holding(state, seat, hand, left, table) - had)


def shares_of(worth: Floats, softness: Floats) -> Floats:
    """Win shares of many positions, (rows, seats), by the sums of their terms over the softness."""
    behind = (worth - worth.max(axis=1, keepdims=True)) / softness[:, None]
    found: Floats = (1.0 + np.maximum(behind, _LEAST) / (1 << _STEPS)) ** (1 << _STEPS)
    return found / found.sum(axis=1, keepdims=True)
