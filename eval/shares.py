"""From what the seats' positions are worth to their shares of the win."""

from typing import Any

import numpy as np
import numpy.typing as npt

from hinterland.engine.jit import jit

Floats = npt.NDArray[np.float64]


@jit
def shares(worth: Any, players: int, softness: float) -> None:
    """Turn the worth of each seat, in place, into its expected win share.

    `worth`: float64, one a seat. Shares fall with the fourth power of how far a seat is behind the
    leader: a softmax with a heavy tail, for which no library of mathematics is needed. One who is
    behind by `softness` (> 0) has a sixteenth of the leader's weight.
    """
    best = worth[0]
    for seat in range(1, players):
        best = max(best, worth[seat])
    total = 0.0
    for seat in range(players):
        behind = 1.0 + (best - worth[seat]) / softness
        weight = 1.0 / (behind * behind)
        worth[seat] = weight * weight
        total += worth[seat]
    for seat in range(players):
        worth[seat] /= total


def shares_of(worth: Floats, softness: Floats) -> Floats:
    """The same of many positions, (rows, seats), of such softness, (rows,)."""
    behind = 1.0 + (worth.max(axis=1, keepdims=True) - worth) / softness[:, None]
    share: Floats = behind**-4.0
    return share / share.sum(axis=1, keepdims=True)
