"""Which moves of island are likely to be good, and what the rollout policy plays.

The kind of a move decides first; the moves of a kind share its weight by their merit. Moves are
listed in the order of their codes, so that those of a kind come one after another.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.moves import (
    ACCEPT,
    ACTIVATE,
    BANK,
    BUY_MOVE,
    CARD_SHIFT,
    CHASE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    DECLINE,
    END,
    FISH_MOVE,
    IMPROVE,
    LIFT_MOVE,
    MOVE_KNIGHT,
    OFFER,
    PASS,
    PLAY,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    PROMOTE,
    RECRUIT,
    ROAD,
    SETTLEMENT_MOVE,
    SHIP,
    WALL,
    WIN,
    kind_of,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw_unit
from hinterland.eval.island.choice import LEAST, merit
from hinterland.eval.island.holdings import purchasing_power, rates

USUAL: Final = 1.0
_KINDS: Final = 128


def _weights() -> Any:
    """Per kind of move: how likely it is chosen where it may be played."""
    weights = np.full(_KINDS, USUAL)
    for kind, weight in (
        (WIN, 1000.0), (SETTLEMENT_MOVE, 10.0), (CITY_MOVE, 10.0), (IMPROVE, 6.0),
        (ROAD, 1.2), (SHIP, 1.2), (LIFT_MOVE, 0.1), (BUY_MOVE, 2.0), (WALL, 0.7), (RECRUIT, 1.5),
        (ACTIVATE, 1.5), (PROMOTE, 1.0), (CHASE, 2.0), (MOVE_KNIGHT, 0.2), (PLAY, 1.0),
        (PLAY_KNIGHT, 1.5), (PLAY_ROADS, 2.0), (PLAY_PLENTY, 1.0), (PLAY_MONOPOLY, 0.7),
        (FISH_MOVE, 0.5), (BANK, 1.0), (OFFER, 0.7), (COUNTER, 0.3), (ACCEPT, 1.0),
        (DECLINE, 1.0), (DEAL_MOVE, 1.5), (END, 1.0), (PASS, 0.7),
    ):  # fmt: skip
        weights[kind] = weight
    weights.setflags(write=False)
    return weights


KIND_WEIGHT: Final = _weights()


@jit
def sort_of(move: int) -> int:
    """The kind of a move, and of a progress card which."""
    return move >> CARD_SHIFT if kind_of(move) == PLAY else kind_of(move)


@jit
def share_weight(moves: Any, start: int, end: int, out: Any) -> None:
    """Let the moves of one sort share its weight by their merits in `out`: the best one's part."""
    total, best = 0.0, 0.0
    for i in range(start, end):
        total += out[i]
        best = max(best, out[i])
    weight = KIND_WEIGHT[kind_of(moves[start]) & (_KINDS - 1)] * min(best, 1.0)
    for i in range(start, end):
        out[i] = weight * out[i] / total


@jit
def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    seat = int64(state.actor)
    rate = rates(state, seat)
    power = purchasing_power(state, seat, state.hand[seat], rate)
    start = 0
    for i in range(count):
        out[i] = LEAST + merit(state, moves[i], rate, power)
        if i + 1 == count or sort_of(moves[i + 1]) != sort_of(moves[i]):
            share_weight(moves, start, i + 1, out)
            start = i + 1


@jit
def is_talk(kind: int) -> bool:
    """Whether a move of that kind only proposes an exchange."""
    return kind == OFFER or kind == COUNTER


@jit
def rollout(state: Record, moves: Any, count: int, rng: Any) -> int:
    """A move drawn by its weight: each sort's weight, times the merit, over the sort's size.

    Nobody proposes an exchange: there are many, and few come about.
    """
    seat = int64(state.actor)
    rate = rates(state, seat)
    power = purchasing_power(state, seat, state.hand[seat], rate)
    total, chosen, start = 0.0, moves[0], 0
    while start < count:
        end = start + 1
        while end < count and sort_of(moves[end]) == sort_of(moves[start]):
            end += 1
        weight = KIND_WEIGHT[kind_of(moves[start]) & (_KINDS - 1)] / (end - start)
        for i in range(start, start if is_talk(kind_of(moves[start])) else end):
            own = weight * (LEAST + merit(state, moves[i], rate, power))
            total += own
            if draw_unit(rng) * total < own:
                chosen = moves[i]
        start = end
    return chosen
