"""What a move costs its mover: the cards it must hold, shown to all by the move itself."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, lowest, without_lowest
from hinterland.engine.island.cards import (
    ACTIVATION_COST,
    CITY_COST,
    DEVELOPMENT_COST,
    KNIGHT_COST,
    MEDICINE_COST,
    NO_CARDS,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    SHIP_COST,
    WALL_COST,
    at_least,
    single,
)
from hinterland.engine.island.moves import (
    ACCEPT,
    ACTIVATE,
    BANK,
    BUY_MOVE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    IMPROVE,
    OFFER,
    PLAY,
    PROMOTE,
    RECRUIT,
    ROAD,
    SETTLEMENT_MOVE,
    SHIP,
    WALL,
    body_of,
    card_of,
    given,
    kind_of,
    low,
    wanted,
)
from hinterland.engine.island.pieces import builds_at, piece_at
from hinterland.engine.island.progress import COMMODITY_OF, MEDICINE, TRACKS, TRADE
from hinterland.engine.island.state import (
    ANY,
    FREE_ROAD,
    LIFT,
    MAX_HARBORS,
    NOWHERE,
    REBUILD,
    SETUP_PIECE,
    SETUP_ROAD,
    SMITH,
)
from hinterland.engine.jit import Record, int64, jit

BANK_RATE: Final = 4
_TOP: Final = 128
_TYPE_BITS: Final = 31
"""They keep a type of harbor as it is, and HIDDEN as one that is no type."""
_RESOURCE_BITS: Final = (1 << RESOURCES) - 1
_COMMODITY_BITS: Final = 255 & ~_RESOURCE_BITS
GUILD: Final = 3
"""The level of trade from which on commodities are exchanged two for one."""


@jit
def price(state: Record, move: int) -> Any:
    """Cards that the mover must hold for the move, and pays at once if it is no offer."""
    kind = kind_of(move)
    if kind == BANK:
        return single(low(move), rate(state, int64(state.actor), low(move)))
    if kind == OFFER or kind == COUNTER:
        return given(body_of(move))
    if kind == ACCEPT:
        return wanted(state.offer)
    if kind == DEAL_MOVE:
        reply = int64(state.answers[low(move)])
        return wanted(reply) if reply > 0 else given(state.offer)
    if kind == BUY_MOVE:
        return DEVELOPMENT_COST
    if kind >= IMPROVE:
        return price_with_knights(state, kind, body_of(move))
    if is_free(int64(state.phase)):
        return NO_CARDS
    if kind == ROAD:
        return ROAD_COST
    if kind == SHIP:
        return SHIP_COST
    if kind == SETTLEMENT_MOVE:
        return SETTLEMENT_COST
    return CITY_COST if kind == CITY_MOVE else NO_CARDS


@jit
def is_free(phase: int) -> bool:
    """Whether what is built in a phase costs nothing."""
    if phase == SETUP_PIECE or phase == SETUP_ROAD:
        return True
    return phase == FREE_ROAD or phase == REBUILD or phase == LIFT


@jit
def price_with_knights(state: Record, kind: int, body: int) -> Any:
    """The price of a move of Cities & Knights."""
    if kind == IMPROVE:
        level = int64(state.improvements[state.actor, body]) + 1 if body < len(TRACKS) else 0
        cost = level - 1 if state.crane > 0 else level
        return single(int64(COMMODITY_OF[body]), cost) if level > 0 else NO_CARDS
    if kind == WALL:
        return WALL_COST
    if kind == RECRUIT or (kind == PROMOTE and state.phase != SMITH):
        return KNIGHT_COST
    if kind == ACTIVATE:
        return ACTIVATION_COST
    return MEDICINE_COST if kind == PLAY and card_of(body) == MEDICINE else NO_CARDS


@jit
def rate(state: Record, seat: int, kind: int) -> int:
    """Cards of a kind that the bank wants for one of another."""
    harbors = harbors_of(state, seat)
    if (kinds_at_two(state, seat, harbors) >> kind) & 1 != 0:
        return 2
    return 3 if (harbors >> ANY) & 1 != 0 else BANK_RATE


@jit
def harbors_of(state: Record, seat: int) -> int:
    """Bit t: the seat has a building on a harbor of type t that lies open."""
    types = 0
    for harbor in range(MAX_HARBORS):
        if state.harbor_first[harbor] == NOWHERE:
            break
        if serves(state, seat, harbor):
            types |= 1 << (int64(state.harbor_type[harbor]) & _TYPE_BITS)
    return types


@jit
def kinds_at_two(state: Record, seat: int, harbors: int) -> int:
    """Bit k: the bank gives the seat, which has these harbors, a card for two of kind k."""
    kinds = harbors & _RESOURCE_BITS
    if state.options[o.EXPANSION] != 0:
        return kinds
    kinds |= int64(state.fleet)
    if state.improvements[seat, TRADE] >= GUILD:
        kinds |= _COMMODITY_BITS
    if state.merchant_owner == seat:
        kinds |= 1 << int64(state.terrain[state.merchant]) & _RESOURCE_BITS
    return kinds


@jit
def givable(state: Record, seat: int) -> Any:
    """The top bit of the lane of each kind of which the seat has enough to give the bank."""
    hand = state.hand[seat]
    enough, pairs = at_least(hand, BANK_RATE), at_least(hand, 2)
    if pairs == enough:
        return enough
    harbors = harbors_of(state, seat)
    if (harbors >> ANY) & 1 != 0:
        enough |= at_least(hand, 3)
    kinds = np.uint64(kinds_at_two(state, seat, harbors))
    while kinds != NO_BITS:
        enough |= pairs & single(lowest(kinds), _TOP)
        kinds = without_lowest(kinds)
    return enough


@jit
def serves(state: Record, seat: int, harbor: int) -> bool:
    """Whether the seat has a building on the harbor."""
    first, second = int64(state.harbor_first[harbor]), int64(state.harbor_second[harbor])
    return builds_at(state, seat, first) or builds_at(state, seat, second)


@jit
def harbor_points(state: Record, seat: int) -> int:
    """Harbor points of the house: a settlement 1, a city 2, a metropolis 4, at any harbor."""
    points = 0
    for harbor in range(MAX_HARBORS):
        if state.harbor_first[harbor] == NOWHERE:
            break
        for corner in (int64(state.harbor_first[harbor]), int64(state.harbor_second[harbor])):
            if builds_at(state, seat, corner):
                points += piece_at(state, corner)
                for track in range(len(TRACKS)):
                    points += 2 if state.metropolises[track] == corner else 0
    return points
