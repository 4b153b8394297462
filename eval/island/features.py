"""The terms of a seat one by one, for fitting and for people: what the sum in `terms` is made of.

While an offer is on the table, they are those of the hands as they are, without an exchange.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.knights import with_knights
from hinterland.engine.jit import Record, jit
from hinterland.eval.island.ground import riches
from hinterland.eval.island.terms import TERMS, score, time_left
from hinterland.eval.island.weights import GAMES, PARTS


def _alone() -> Any:
    tables = np.zeros((len(TERMS), len(GAMES), len(PARTS), len(TERMS)))
    for term in range(len(TERMS)):
        tables[term, :, 0, term] = 1.0
    return tables


_ALONE: Final = _alone()
"""For each term weights, (games, parts, terms), by which it alone counts, at any time."""
_TERMS: Final = len(TERMS)


@jit
def features(state: Record, seat: int, out: Any) -> None:
    """Write the features of a seat to `out`, in the order of `weights.FEATURES`."""
    rich = riches(state)
    left = time_left(state)
    place = 2 * _TERMS if with_knights(state) else 0
    for i in range(len(out)):
        out[i] = 0.0
    for term in range(_TERMS):
        value = score(state, seat, state.hand[seat], rich, 0.0, _ALONE[term])
        out[place + term] = value
        out[place + _TERMS + term] = left * value


@jit
def softness(state: Record) -> float:
    """The lead in worth at which the one behind has 1/e of the leader's odds: always 1."""
    return 1.0
