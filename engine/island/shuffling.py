"""Random orders."""

from typing import Any

from hinterland.engine.jit import int64, jit
from hinterland.engine.rng import draw


@jit
def shuffle(values: Any, n: int, rng: Any) -> None:
    """Permute the first n values uniformly."""
    for i in range(n - 1, 0, -1):
        j = draw(rng, i + 1)
        values[i], values[j] = int64(values[j]), int64(values[i])
