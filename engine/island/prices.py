"""What a move costs its mover: the cards it must hold, shown to all by the move itself."""

from typing import Any, Final

from hinterland.engine.island.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    NO_CARDS,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    SHIP_COST,
    single,
)
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    BUY_MOVE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    OFFER,
    ROAD,
    SETTLEMENT_MOVE,
    SHIP,
    body_of,
    given,
    kind_of,
    low,
    wanted,
)
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.state import (
    ANY,
    FREE_ROAD,
    LIFT,
    MAX_HARBORS,
    NOWHERE,
    SETUP_PIECE,
    SETUP_ROAD,
)
from hinterland.engine.jit import Record, int64, jit

BANK_RATE: Final = 4


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
    if state.phase == SETUP_PIECE or state.phase == SETUP_ROAD or state.phase == FREE_ROAD:
        return NO_CARDS
    if kind == ROAD:
        return ROAD_COST
    if kind == SHIP:
        return NO_CARDS if state.phase == LIFT else SHIP_COST
    if kind == SETTLEMENT_MOVE:
        return SETTLEMENT_COST
    return CITY_COST if kind == CITY_MOVE else NO_CARDS


@jit
def rate(state: Record, seat: int, kind: int) -> int:
    """Cards of a kind that the bank wants for one of another."""
    best = BANK_RATE
    for harbor in range(MAX_HARBORS):
        if state.harbor_first[harbor] == NOWHERE:
            break
        sort = int64(state.harbor_type[harbor])
        fits = sort == ANY or (sort == kind and kind < RESOURCES)
        if fits and serves(state, seat, harbor):
            best = min(best, 3 if sort == ANY else 2)
    return best


@jit
def serves(state: Record, seat: int, harbor: int) -> bool:
    """Whether the seat has a building on the harbor."""
    first, second = int64(state.harbor_first[harbor]), int64(state.harbor_second[harbor])
    return builds_at(state, seat, first) or builds_at(state, seat, second)


@jit
def builds_at(state: Record, seat: int, corner: int) -> bool:
    return owner_at(state, corner) == seat and piece_at(state, corner) > 0


@jit
def harbor_points(state: Record, seat: int) -> int:
    """Harbor points of the house: 1 a settlement, 2 a city, at any harbor."""
    points = 0
    for harbor in range(MAX_HARBORS):
        if state.harbor_first[harbor] == NOWHERE:
            break
        for corner in (int64(state.harbor_first[harbor]), int64(state.harbor_second[harbor])):
            if builds_at(state, seat, corner):
                points += piece_at(state, corner)
    return points
