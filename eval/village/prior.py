"""Which moves of village are likely to be good, and what the rollout policy plays."""

from typing import Any, Final

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.village.codes import (
    BUILD_FLAG,
    EXCHANGE,
    EXCHANGE_END,
    PASS,
    TAKE_ROAD,
    TAKE_STACK,
    build_card,
    exchange_card,
)  # fmt: skip
from hinterland.engine.village.state import ROAD
from hinterland.eval.village.worth import gain, potential, rounds_left

BLIND_WORTH: Final = 3.0
"""A card drawn from a stack."""
LEAST: Final = 0.05
"""Every move has some weight."""


@jit
def move_worth(state: Record, move: int, rounds: float) -> float:
    """A rough worth in ducats of a decision for the seat that makes it."""
    seat = int64(state.turn)
    if move >= BUILD_FLAG:
        return 2.0 + gain(state, seat, build_card(move), rounds)
    if TAKE_ROAD <= move < TAKE_ROAD + ROAD:
        slot = move - TAKE_ROAD
        card = int64(state.road[slot])
        return int64(state.ducats[slot]) + potential(state, seat, card, rounds)
    if TAKE_STACK <= move < TAKE_STACK + ROAD:
        return BLIND_WORTH
    if EXCHANGE <= move < EXCHANGE_END:
        return 1.5 - 0.5 * potential(state, seat, exchange_card(move), rounds)
    if move == PASS:
        return 0.0
    return 1.0


@jit
def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    """Weights that grow with the square of a move's worth."""
    rounds = rounds_left(state)
    for i in range(count):
        worth = max(move_worth(state, moves[i], rounds), 0.0)
        out[i] = LEAST + worth * worth


@jit
def rollout(state: Record, moves: Any, count: int, rng: Any) -> int:
    """The better of two random moves, by their worth; a third of the time one random move."""
    first = moves[draw(rng, count)]
    if draw(rng, 3) == 0:
        return first
    second = moves[draw(rng, count)]
    rounds = rounds_left(state)
    if move_worth(state, second, rounds) > move_worth(state, first, rounds):
        return second
    return first
