"""The share of the win that each seat of island can expect: its terms, weighted, as a softmax."""

from typing import Any, Final

from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.ground import riches
from hinterland.eval.island.terms import score, time_left
from hinterland.eval.island.weights import WEIGHTS

_STEPS: Final = 10
_LEAST: Final = -500.0


@jit
def exponential(x: float) -> float:
    """About e**x for x <= 0, the same on every machine: (1 + x / 1024) ** 1024."""
    y = 1.0 + max(x, _LEAST) / (1 << _STEPS)
    for _ in range(_STEPS):
        y *= y
    return y


@jit
def share(state: Record, table: Any, out: Any) -> None:
    """Shares by the weights of `table`, see `terms.weigh`."""
    players = int64(state.players)
    rich = riches(state)
    left = time_left(state)
    best = -1e9
    for seat in range(players):
        out[seat] = score(state, seat, rich, left, table)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exponential(out[seat] - best)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@jit
def evaluate(state: Record, out: Any) -> None:
    share(state, WEIGHTS, out)
