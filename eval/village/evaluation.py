"""The expected win share of every seat of village."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.shares import shares
from hinterland.eval.village.features import softness_with, wealth
from hinterland.eval.village.worth import rounds_left


@jit
def evaluate(state: Record, out: Any) -> None:
    """Shares by what each seat can expect to own at the end."""
    players = int64(state.players)
    rounds = rounds_left(state)
    for seat in range(players):
        out[seat] = wealth(state, seat, rounds)
    shares(out, players, softness_with(rounds))
