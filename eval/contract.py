"""The contract of an evaluation: its kernels. A game's evaluation module has them all.

Kernels of search import this module under the name `evaluation`; `jit.specialise` binds it.
"""

from typing import Any

from hinterland.engine.jit import Record


def evaluate(state: Record, out: Any) -> None:
    """Write the expected win share of each seat in a whole `state` (a world) to `out`.

    `out`: float64 in [0, 1], one a seat. It is asked at any mover but OVER.
    """
    raise NotImplementedError


KERNELS = (evaluate,)
"""Every kernel of the contract."""
