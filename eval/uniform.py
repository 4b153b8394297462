"""The evaluation of a game without one: every seat has its fair share."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit


@jit
def evaluate(state: Record, out: Any) -> None:
    players = int64(state.players)
    for seat in range(players):
        out[seat] = 1.0 / players
