"""Which of the moves of one kind is likely to be the best: by place, card, victim or exchange."""

from typing import Any, Final

from hinterland.engine.island.bits import has
from hinterland.engine.island.board import EDGE_CORNER, HEX_CORNER, corner_at, edge_at, hex_of
from hinterland.engine.island.cards import NO_CARDS, count, covers, single, size
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    CITY_MOVE,
    COUNTER,
    DISCARD_MOVE,
    OFFER,
    PICK,
    PLAY_PLENTY,
    ROAD,
    ROB_MOVE,
    ROBBER_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    body_of,
    given,
    kind_of,
    low,
    middle,
    wanted,
)
from hinterland.engine.island.pieces import owner_at
from hinterland.engine.island.points import open_points
from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.ground import corner_worth, hex_weight
from hinterland.eval.island.holdings import KINDS, purchasing_power
from hinterland.eval.island.reach import is_free

LEAST: Final = 0.02
"""Every move has some weight."""
_GAIN: Final = 8.0
"""How much the likelihood of an exchange grows with what it gains in purchasing power."""
_CARD: Final = 0.01
"""A card, in purchasing power."""


@jit
def merit(state: Record, move: int, rate: Any, power: float) -> float:
    """How good a move is among those of its kind, about 1 for a good one.

    `rate`, `power`: the bank's rates for the mover and its purchasing power now.
    """
    kind, body = kind_of(move), body_of(move)
    if kind == SETTLEMENT_MOVE or kind == CITY_MOVE:
        return site_merit(state, corner_at(state.graph, body))
    if kind == ROAD or kind == SHIP:
        return edge_merit(state, edge_at(state.graph, body))
    if kind == ROBBER_MOVE:
        return robber_merit(state, hex_of(state.graph, body))
    if kind == ROB_MOVE:
        return 0.1 * open_points(state, low(body)) + 0.02 * size(state.hand[low(body)])
    if kind == DISCARD_MOVE:
        return 1.0 / (
            1.0 + _GAIN * max(-gain(state, NO_CARDS, single(low(body), 1), rate, power), 0.0)
        )
    return exchange_merit(state, kind, body, rate, power)


@jit
def exchange_merit(state: Record, kind: int, body: int, rate: Any, power: float) -> float:
    """Of a move by which cards come or go; 1 for any other."""
    if kind == BANK:
        paid = single(low(body), count(rate, low(body)))
        return exchange(state, single(middle(body), 1), paid, rate, power)
    if kind == OFFER or kind == COUNTER:
        return exchange(state, wanted(body), given(body), rate, power)
    if kind == ACCEPT:
        return exchange(state, given(state.offer), wanted(state.offer), rate, power)
    if kind == PICK and body < KINDS:
        return exchange(state, single(low(body), 1), NO_CARDS, rate, power)
    if kind == PLAY_PLENTY:
        got = single(low(body), 1) + single(middle(body), 1)
        return exchange(state, got, NO_CARDS, rate, power)
    return 1.0


@jit
def gain(state: Record, got: Any, paid: Any, rate: Any, power: float) -> float:
    """What an exchange adds to the mover's purchasing power."""
    seat = int64(state.actor)
    hand = state.hand[seat]
    if not covers(hand, paid):
        return -1.0
    after = purchasing_power(state, seat, hand - paid + got, rate)
    return after - power + _CARD * (size(got) - size(paid))


@jit
def exchange(state: Record, got: Any, paid: Any, rate: Any, power: float) -> float:
    """The merit of an exchange."""
    return LEAST + _GAIN * max(gain(state, got, paid, rate, power), 0.0)


@jit
def site_merit(state: Record, corner: int) -> float:
    worth = corner_worth(state, corner) / 10.0
    return worth * worth * worth * worth


@jit
def edge_merit(state: Record, edge: int) -> float:
    """A road is as good as the better corner that it leads to, if one can build there."""
    best = 0.0
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        if is_free(state, corner) and not has(state.reach, int64(state.actor), corner):
            best = max(best, corner_worth(state, corner) / 10.0)
    return 0.1 + best * best


@jit
def robber_merit(state: Record, h: int) -> float:
    """What the others lose on a hex, those ahead more, and the mover does not."""
    weight = 0.0
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        owner = owner_at(state, corner)
        if owner == state.actor:
            weight -= 2.0 * hex_weight(state, h, corner)
        elif owner >= 0:
            weight += hex_weight(state, h, corner) * (0.5 + 0.15 * open_points(state, owner))
    weight = max(weight, 0.0) / 10.0
    return weight * weight
