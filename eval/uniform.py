"""The evaluation of a game without one: fair shares, and every move as likely as another."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw


@jit
def evaluate(state: Record, out: Any) -> None:
    players = int64(state.players)
    for seat in range(players):
        out[seat] = 1.0 / players


@jit
def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    for i in range(count):
        out[i] = 1.0


@jit
def rollout(state: Record, moves: Any, count: int, rng: Any) -> int:
    return moves[draw(rng, count)]


@jit
def kind(move: int) -> int:
    return 0


@jit
def commutes(first: int, second: int) -> bool:
    return False
