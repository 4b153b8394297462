"""Kernels of the evaluation as entries from Python."""

from typing import Any

from hinterland.engine.jit import jit
from hinterland.eval.island.reach import most_beside, most_farther, rolls_ahead


@jit(entry=True)
def look_ahead(states: Any, seat: int, out: Any) -> None:
    """Write the best site ahead to `out`: of all, of those beside, of those farther away."""
    out[0] = rolls_ahead(states[0], seat)
    out[1] = most_beside(states[0], seat)
    out[2] = most_farther(states[0], seat)
