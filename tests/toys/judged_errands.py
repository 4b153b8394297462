"""An evaluation of the toy `errands`, with likelier and less likely moves of two kinds."""

from typing import Any

from hinterland.engine.jit import Record, jit
from hinterland.eval.uniform import evaluate, rollout

__all__ = ["commutes", "evaluate", "kind", "prior", "rollout"]


@jit
def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    """Errand n has the weight n."""
    for i in range(count):
        out[i] = 1.0 * moves[i]


@jit
def kind(move: int) -> int:
    """Errands 1 and 2 are of one kind, 3 to 5 of another."""
    return 0 if move <= 2 else 1


@jit
def commutes(first: int, second: int) -> bool:
    return True
