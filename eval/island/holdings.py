"""What a seat holds: the hand and what it nearly pays for, with the bank's help, and its risk."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.bits import lowest, without_lowest
from hinterland.engine.island.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    NO_CARDS,
    ROAD_COST,
    SETTLEMENT_COST,
    at_least,
    beyond,
    count,
    single,
    size,
)
from hinterland.engine.island.flow import HAND_LIMIT
from hinterland.engine.island.improvements import HIGHEST, improvement_price, may_improve
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.prices import BANK_RATE, harbors_of, kinds_at_two
from hinterland.engine.island.progress import COMMODITY_OF
from hinterland.engine.island.state import ANY
from hinterland.engine.jit import Record, int64, jit

KINDS: Final = 8
_SETTLEMENTS: Final = 5
_BY_TRADE: Final = 0.85
"""What a missing card counts that the bank gives for spare ones."""
_FOURS: Final = np.uint64(sum(BANK_RATE << (8 * kind) for kind in range(KINDS)))
_THREES: Final = np.uint64(sum((BANK_RATE - 1) << (8 * kind) for kind in range(KINDS)))


@jit
def rates(state: Record, seat: int) -> Any:
    """The bank's rate for each kind, as lanes."""
    harbors = harbors_of(state, seat)
    found = _THREES if (harbors >> ANY) & 1 != 0 else _FOURS
    at_two = kinds_at_two(state, seat, harbors)
    for kind in range(KINDS):
        if (at_two >> kind) & 1 != 0:
            found -= single(kind, count(found, kind) - 2)
    return found


@jit
def share_of(hand: Any, cost: Any, rate: Any) -> float:
    """How much of a price the hand holds, or can get from the bank: the share of cards, squared."""
    missing, spare = size(beyond(cost, hand)), 0
    if missing == 0:
        return 1.0
    more = beyond(hand, cost)
    pairs = at_least(more, 2)
    while pairs != NO_CARDS:
        kind = lowest(pairs) >> 3
        spare += count(more, kind) // count(rate, kind)
        pairs = without_lowest(pairs)
    share = 1.0 - (missing - _BY_TRADE * min(spare, missing)) / size(cost)
    return share * share


@jit
def settlement_share(state: Record, seat: int, hand: Any, rate: Any) -> float:
    return share_of(hand, SETTLEMENT_COST, rate) if state.settlements[seat] > 0 else 0.0


@jit
def road_share(hand: Any, rate: Any) -> float:
    return share_of(hand, ROAD_COST, rate)


@jit
def city_share(state: Record, seat: int, hand: Any, rate: Any) -> float:
    """Of a city's price, if a piece and a settlement to raise are there."""
    if state.cities[seat] == 0 or state.settlements[seat] == _SETTLEMENTS:
        return 0.0
    return share_of(hand, CITY_COST, rate)


@jit
def development_share(state: Record, hand: Any, rate: Any) -> float:
    return share_of(hand, DEVELOPMENT_COST, rate) if state.deck > 0 else 0.0


@jit
def improvement_share(state: Record, seat: int, hand: Any, rate: Any) -> float:
    """Of the price of the next levels, over all tracks."""
    total = 0.0
    for track in range(3):
        if state.improvements[seat, track] < HIGHEST and may_improve(state, seat, track):
            price = single(int64(COMMODITY_OF[track]), improvement_price(state, seat, track))
            total += share_of(hand, price, rate)
    return total


@jit
def purchasing_power(state: Record, seat: int, hand: Any, rate: Any) -> float:
    """What a hand nearly pays for, in about half points: for priors, which need it often."""
    power = 0.4 * settlement_share(state, seat, hand, rate)
    power += 0.5 * city_share(state, seat, hand, rate)
    if with_knights(state):
        return power + 0.2 * improvement_share(state, seat, hand, rate)
    return power + 0.15 * development_share(state, hand, rate)


@jit
def hand_limit(walls: int) -> int:
    """The largest hand that a 7 leaves alone."""
    return HAND_LIMIT + 2 * walls
