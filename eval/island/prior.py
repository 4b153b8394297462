"""Which moves of island are likely to be good, and what the rollout policy plays.

The kind of a move decides first; among moves of a kind the place, the card or the victim does.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.board import (
    EDGE_CORNER,
    HEX_CORNER,
    corner_at,
    edge_at,
    hex_of,
)
from hinterland.engine.island.cards import RESOURCES, count
from hinterland.engine.island.moves import (
    ACCEPT,
    ACTIVATE,
    BANK,
    BUY_MOVE,
    CHASE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    DECLINE,
    DISCARD_MOVE,
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
    ROB_MOVE,
    ROBBER_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    WALL,
    WIN,
    body_of,
    kind_of,
    low,
)
from hinterland.engine.island.pieces import owner_at
from hinterland.engine.island.points import open_points
from hinterland.engine.island.state import SETUP_PIECE
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw_unit
from hinterland.eval.island.ground import corner_worth, hex_weight

LEAST: Final = 0.02
"""Every move has some weight."""
USUAL: Final = 1.0
_KINDS: Final = 128


def _weights() -> Any:
    """Per kind of move: how likely it is chosen where it may be played."""
    weights = np.full(_KINDS, USUAL)
    for kind, weight in (
        (WIN, 1000.0), (SETTLEMENT_MOVE, 10.0), (CITY_MOVE, 12.0), (IMPROVE, 8.0),
        (ROAD, 0.6), (SHIP, 0.6), (LIFT_MOVE, 0.1), (BUY_MOVE, 2.0), (WALL, 0.7), (RECRUIT, 2.0),
        (ACTIVATE, 2.5), (PROMOTE, 1.5), (CHASE, 2.0), (MOVE_KNIGHT, 0.05), (PLAY, 1.5),
        (PLAY_KNIGHT, 2.0), (PLAY_ROADS, 3.0), (PLAY_PLENTY, 0.5), (PLAY_MONOPOLY, 0.5),
        (FISH_MOVE, 0.5), (BANK, 0.3), (OFFER, 0.02), (COUNTER, 0.02), (ACCEPT, 0.6),
        (DECLINE, 1.5), (DEAL_MOVE, 2.0), (END, 1.0), (PASS, 0.7),
    ):  # fmt: skip
        weights[kind] = weight
    weights.setflags(write=False)
    return weights


KIND_WEIGHT: Final = _weights()


@jit
def move_weight(state: Record, move: int) -> float:
    """How likely the mover is to choose a move, on any scale."""
    kind, body = kind_of(move), body_of(move)
    weight = KIND_WEIGHT[kind & (_KINDS - 1)]
    if kind == SETTLEMENT_MOVE or kind == CITY_MOVE:
        return weight * site_weight(state, corner_at(state.graph, body))
    if kind == ROAD or kind == SHIP:
        return weight * edge_weight(state, edge_at(state.graph, body))
    if kind == ROBBER_MOVE:
        return robber_weight(state, hex_of(state.graph, body))
    if kind == ROB_MOVE:
        return 1.0 + open_points(state, low(body))
    if kind == DISCARD_MOVE:
        return discard_weight(state, low(body))
    return weight


@jit
def site_weight(state: Record, corner: int) -> float:
    """The better a corner, the likelier: in the setup only the best are to be looked at."""
    worth = corner_worth(state, corner) / 10.0
    return worth * worth * worth * worth if state.phase == SETUP_PIECE else 0.2 + worth


@jit
def edge_weight(state: Record, edge: int) -> float:
    """A road is as good as the better corner that it leads to, if one can build there."""
    best = 0.0
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        free = (state.crowded[0, corner >> 6] >> np.uint64(corner & 63)) & np.uint64(1)
        if free == np.uint64(0):
            best = max(best, corner_worth(state, corner) / 10.0)
    return 0.3 + best


@jit
def robber_weight(state: Record, h: int) -> float:
    """What the others lose on a hex, those ahead more, and the mover does not."""
    weight = 0.0
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        owner = owner_at(state, corner)
        if owner == state.actor:
            weight -= 2.0 * hex_weight(state, h, corner)
        elif owner >= 0:
            weight += hex_weight(state, h, corner) * (1.0 + 0.1 * open_points(state, owner))
    return max(weight, 0.0) + LEAST


@jit
def discard_weight(state: Record, kind: int) -> float:
    """What the hand has most of goes first; commodities are kept."""
    held = count(state.hand[state.actor], kind)
    return held * held if kind < RESOURCES else 0.5 * held


@jit
def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    for i in range(count):
        out[i] = move_weight(state, moves[i]) + LEAST


@jit
def rollout(state: Record, moves: Any, count: int, rng: Any) -> int:
    """A move drawn by its weight."""
    total = 0.0
    for i in range(count):
        total += move_weight(state, moves[i])
    left = draw_unit(rng) * total
    for i in range(count):
        left -= move_weight(state, moves[i])
        if left < 0.0:
            return moves[i]
    return moves[count - 1]
