"""The share of the win that each seat of island can expect: its terms, weighted, as a softmax.

While an offer is on the table, hands count as the exchanges that are likely to come of it leave
them: otherwise no answer would change anything.
"""

from typing import Any

from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.ground import riches
from hinterland.eval.island.odds import exponential
from hinterland.eval.island.offers import foresee
from hinterland.eval.island.terms import score, time_left
from hinterland.eval.island.weights import TABLE


@jit
def share(state: Record, table: Any, out: Any) -> None:
    """Shares by the weights of `table`, see `terms.weigh`."""
    players = int64(state.players)
    rich = riches(state)
    left = time_left(state)
    best = -1e9
    for seat in range(players):
        out[seat] = score(state, seat, state.hand[seat], rich, left, table)
        best = max(best, out[seat])
    for seat in range(players):
        out[seat] = exponential(out[seat] - best)
    if state.offer != 0:
        foresee(state, left, table, out)
    total = 0.0
    for seat in range(players):
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@jit
def evaluate(state: Record, out: Any) -> None:
    share(state, TABLE, out)
