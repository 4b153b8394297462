"""An evaluation and its features of one state, called from Python: a template."""

from typing import Any

import hinterland.eval.contract as evaluation
from hinterland.engine.jit import int64, jit


@jit(entry=True)
def evaluated(states: Any, out: Any) -> None:
    """`evaluate` of the first state; `out` in a record."""
    evaluation.evaluate(states[0], out[0].field)


@jit(entry=True)
def features_of(states: Any, out: Any, softness: Any) -> None:
    """`features` of every seat of the first state, (1, seats, features), and its softness."""
    softness[0] = evaluation.softness(states[0])
    for seat in range(int64(states[0].players)):
        evaluation.features(states[0], seat, out[0, seat])
