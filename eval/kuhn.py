"""Kuhn poker: the higher card wins the ante; before the deal is done the game is even."""

from typing import Any

from hinterland.engine.jit import Record, jit
from hinterland.eval.uniform import commutes, kind, prior, rollout

__all__ = ["commutes", "evaluate", "kind", "prior", "rollout"]


@jit
def evaluate(state: Record, out: Any) -> None:
    edge = 0.0
    if state.cards[0] > 0 and state.cards[1] > 0:
        edge = 0.25 if state.cards[0] > state.cards[1] else -0.25
    out[0] = 0.5 + edge
    out[1] = 0.5 - edge
