"""Which progress cards may be played, and how: by public knowledge and the own hand."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.board import (
    CORNER_CODE,
    CORNERS,
    EDGE_CODE,
    EDGE_CORNER,
    EDGES,
    HEX_CODE,
    HEX_CORNER,
    HEXES,
    corner_at,
    edge_at,
    hex_of,
)
from hinterland.engine.island.cards import COIN, MEDICINE_COST, PAPER, RESOURCES, count, single
from hinterland.engine.island.hands import cards_held, may_hold
from hinterland.engine.island.improvements import (
    WALLS,
    improvement_price,
    is_city_site,
    is_wall_site,
    may_improve,
    walls_of,
)
from hinterland.engine.island.knights import has_sleeper, knight_at, knights_of, may_promote
from hinterland.engine.island.moves import CARD_SHIFT, PLAY, code, upper
from hinterland.engine.island.pieces import (
    builds_at,
    has_route,
    is_knight,
    owner_at,
    routes_at,
)
from hinterland.engine.island.points import open_points
from hinterland.engine.island.progress import (
    ALCHEMIST,
    BISHOP,
    CARDS,
    COMMERCIAL_HARBOR,
    COMMODITY_OF,
    CRANE,
    DESERTER,
    DIPLOMAT,
    ENGINEER,
    INTRIGUE,
    INVENTOR,
    IRRIGATION,
    MASTER_MERCHANT,
    MEDICINE,
    MERCHANT,
    MERCHANT_FLEET,
    MINING,
    RESOURCE_MONOPOLY,
    ROAD_BUILDING,
    SABOTEUR,
    SMITH_CARD,
    SPY,
    TRADE_MONOPOLY,
    WARLORD,
    WEDDING,
    copies_of,
    progress_held,
)
from hinterland.engine.island.ships import can_lay
from hinterland.engine.island.state import FIELDS, MOUNTAINS, NO_PROGRESS
from hinterland.engine.jit import Record, int64, jit

CRANES: Final = 2
"""Crane discounts that may wait."""
_LEAST_SABOTAGED: Final = 2
_FIXED_CHITS: Final = (2, 6, 8, 12)

NOTHING, A_CORNER, AN_EDGE, A_HEX, TWO_HEXES, A_SEAT, A_KIND, DICE_NEED = range(8)


def _needs() -> Any:
    needs = np.zeros(CARDS, np.int64)
    for need, cards in {
        A_CORNER: (ENGINEER, MEDICINE, INTRIGUE),
        AN_EDGE: (DIPLOMAT,),
        A_HEX: (MERCHANT,),
        TWO_HEXES: (INVENTOR,),
        A_SEAT: (MASTER_MERCHANT, SPY, DESERTER),
        A_KIND: (MERCHANT_FLEET, RESOURCE_MONOPOLY, TRADE_MONOPOLY),
        DICE_NEED: (ALCHEMIST,),
    }.items():
        needs[list(cards)] = need
    needs.setflags(write=False)
    return needs


NEEDS: Final = _needs()
"""Per card: what is named when it is played."""


@jit
def list_progress(state: Record, moves: Any, total: int) -> int:
    """Append every way of playing the actor's progress cards."""
    held = state.progress[state.actor]
    if held == NO_PROGRESS:
        return total
    for card in range(CRANE, CARDS):
        if copies_of(held, card) > 0:
            total = list_card(state, card, moves, total)
    return total


@jit
def list_alchemist(state: Record, moves: Any, total: int) -> int:
    """Append the dice that an Alchemist may choose before the roll."""
    if copies_of(state.progress[state.actor], ALCHEMIST) > 0:
        for yellow in range(1, 7):
            for red in range(1, 7):
                moves[total] = play_code(ALCHEMIST, red | yellow << 8)
                total += 1
    return total


@jit
def play_code(card: int, need: int) -> int:
    return code(PLAY, card << CARD_SHIFT | need)


@jit
def list_card(state: Record, card: int, moves: Any, total: int) -> int:
    if NEEDS[card] == TWO_HEXES:
        return list_swaps(state, moves, total)
    for i in range(candidates(state, card)):
        need = candidate(state, card, i)
        if card_fits(state, card, need):
            moves[total] = play_code(card, need)
            total += 1
    return total


@jit
def candidates(state: Record, card: int) -> int:
    """How many things could be named with a card."""
    need = NEEDS[card]
    if need == A_CORNER:
        return int64(CORNERS[state.graph])
    if need == AN_EDGE:
        return int64(EDGES[state.graph])
    if need == A_HEX:
        return int64(HEXES[state.graph])
    if need == A_SEAT:
        return int64(state.players)
    return 8 if need == A_KIND else 1


@jit
def candidate(state: Record, card: int, i: int) -> int:
    """The i-th of them, as it is coded in a PLAY."""
    need = NEEDS[card]
    if need == A_CORNER:
        return int64(CORNER_CODE[state.graph, i])
    if need == AN_EDGE:
        return int64(EDGE_CODE[state.graph, i])
    return int64(HEX_CODE[state.graph, i]) if need == A_HEX else i


@jit
def list_swaps(state: Record, moves: Any, total: int) -> int:
    """Append the pairs of chits that an Inventor may swap."""
    for one in range(int64(HEXES[state.graph])):
        if not has_loose_chit(state, one):
            continue
        for other in range(one + 1, int64(HEXES[state.graph])):
            if has_loose_chit(state, other) and state.chit[one] != state.chit[other]:
                first, second = int64(HEX_CODE[state.graph, one]), HEX_CODE[state.graph, other]
                moves[total] = play_code(INVENTOR, first << 16 | int64(second))
                total += 1
    return total


@jit
def has_loose_chit(state: Record, h: int) -> bool:
    """Whether a hex has a chit that an Inventor may move."""
    chit = int64(state.chit[h])
    if chit == 0:
        return False
    return (
        chit != _FIXED_CHITS[0]
        and chit != _FIXED_CHITS[1]
        and chit != _FIXED_CHITS[2]
        and (chit != _FIXED_CHITS[3])
    )


@jit
def card_fits(state: Record, card: int, need: int) -> bool:
    """Whether the actor could play a card so if it holds it; `need` may be any number."""
    sort = NEEDS[card]
    if sort == NOTHING:
        return need == 0 and bare_card_fits(state, card)
    if sort == A_CORNER:
        corner = corner_at(state.graph, need)
        return corner >= 0 and corner_card_fits(state, card, corner)
    if sort == A_SEAT:
        return need < state.players and need != state.actor and seat_card_fits(state, card, need)
    if sort == A_KIND:
        return kind_card_fits(state, card, need)
    if sort == AN_EDGE:
        edge = edge_at(state.graph, need)
        return edge >= 0 and open_road_of(state, edge) >= 0
    if sort == A_HEX:
        h = hex_of(state.graph, need)
        return h >= 0 and is_merchant_site(state, h)
    if sort == TWO_HEXES:
        one, other = hex_of(state.graph, upper(need)), hex_of(state.graph, need & 0xFFFF)
        if one < 0 or other <= one or state.chit[one] == state.chit[other]:
            return False
        return has_loose_chit(state, one) and has_loose_chit(state, other)
    return False


@jit
def bare_card_fits(state: Record, card: int) -> bool:
    """Cards that name nothing."""
    seat = int64(state.actor)
    if card == CRANE:
        return state.crane < CRANES and crane_helps(state, seat)
    if card == IRRIGATION or card == MINING:
        terrain = FIELDS if card == IRRIGATION else MOUNTAINS
        return count(state.bank, terrain) > 0 and hexes_of(state, seat, terrain) > 0
    if card == ROAD_BUILDING:
        return can_lay(state, seat)
    if card == SMITH_CARD:
        return has_promotable(state, seat)
    if card == COMMERCIAL_HARBOR:
        return may_hold_some(state, seat, 0, RESOURCES) and has_rival(state, card)
    if card == BISHOP:
        return state.attacked != 0
    if card == WARLORD:
        return has_sleeper(state, seat)
    return has_rival(state, card)


@jit
def crane_helps(state: Record, seat: int) -> bool:
    """Whether there is a level that the seat can buy for one commodity less."""
    for track in range(3):
        if may_improve(state, seat, track):
            cost = improvement_price(state, seat, track) - 1
            if may_hold(state, seat, single(int64(COMMODITY_OF[track]), cost)):
                return True
    return False


@jit
def hexes_of(state: Record, seat: int, terrain: int) -> int:
    """Hexes of a terrain that a building of the seat touches."""
    total = 0
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] == terrain and builds_on(state, seat, h):
            total += 1
    return total


@jit
def builds_on(state: Record, seat: int, h: int) -> bool:
    """Whether a building of the seat touches a hex."""
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        if builds_at(state, seat, corner):
            return True
    return False


@jit
def has_promotable(state: Record, seat: int) -> bool:
    for i in range(knights_of(state, seat)):
        if may_promote(state, seat, int64(state.knights[seat, i]), True):
            return True
    return False


@jit
def may_hold_some(state: Record, seat: int, first: int, end: int) -> bool:
    """Whether a seat has, or on a view may have, a card of a kind from first to before end."""
    found = False
    for kind in range(first, end):
        found = found or may_hold(state, seat, single(kind, 1))
    return found


@jit
def has_rival(state: Record, card: int) -> bool:
    """Whether a card hits any opponent."""
    for seat in range(int64(state.players)):
        if seat != state.actor and is_rival(state, card, seat):
            return True
    return False


@jit
def is_rival(state: Record, card: int, seat: int) -> bool:
    """Whether an opponent is hit by a Saboteur or Wedding, a Commercial Harbor or monopoly."""
    held = cards_held(state, seat)
    if card == SABOTEUR:
        behind = open_points(state, seat) < open_points(state, int64(state.actor))
        return held >= _LEAST_SABOTAGED and not behind
    if card == WEDDING or card == MASTER_MERCHANT:
        return held > 0 and open_points(state, seat) > open_points(state, int64(state.actor))
    return held > 0


@jit
def corner_card_fits(state: Record, card: int, corner: int) -> bool:
    seat = int64(state.actor)
    if card == ENGINEER:
        return is_wall_site(state, seat, corner) and walls_of(state, seat) < WALLS
    if card == MEDICINE:
        return is_city_site(state, seat, corner) and may_hold(state, seat, MEDICINE_COST)
    if not is_knight(state, corner) or owner_at(state, corner) == seat:
        return False
    return routes_at(state, seat, corner) > 0


@jit
def seat_card_fits(state: Record, card: int, seat: int) -> bool:
    if card == SPY:
        return progress_held(state, seat) > 0
    if card == DESERTER:
        return knights_of(state, seat) > 0
    return is_rival(state, card, seat)


@jit
def kind_card_fits(state: Record, card: int, kind: int) -> bool:
    if card == MERCHANT_FLEET:
        return kind <= COIN
    if card == RESOURCE_MONOPOLY:
        return kind < RESOURCES and has_rival(state, card)
    return PAPER <= kind <= COIN and has_rival(state, card)


@jit
def is_merchant_site(state: Record, h: int) -> bool:
    """A producing hex at an own building, where the own merchant does not stand."""
    seat = int64(state.actor)
    if state.terrain[h] > MOUNTAINS or not builds_on(state, seat, h):
        return False
    return state.merchant != h or state.merchant_owner != seat


@jit
def open_road_of(state: Record, edge: int) -> int:
    """The seat that has an open road on an edge, -1 for none.

    Open: at one end there is no other piece of its colour; and no knight may be stranded.
    """
    for seat in range(int64(state.players)):
        if has_route(state, seat, edge):
            return seat if is_open(state, seat, edge) else -1
    return -1


@jit
def is_open(state: Record, seat: int, edge: int) -> bool:
    found = False
    for side in range(2):
        corner = int64(EDGE_CORNER[state.graph, edge, side])
        if routes_at(state, seat, corner) > 1:
            continue
        if owner_at(state, corner) != seat:
            found = True
        elif knight_at(state, corner) >= 8:
            return False
    return found
