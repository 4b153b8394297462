"""Why a progress card cannot be played so; whether the seat holds it is not asked here."""

from hinterland.engine.island import broken as b
from hinterland.engine.island.board import corner_at, edge_at, hex_of
from hinterland.engine.island.cards import COIN, PAPER, RESOURCES, count
from hinterland.engine.island.hands import cards_held
from hinterland.engine.island.moves import CITY_MOVE, card_of, need_of, upper
from hinterland.engine.island.pieces import has_route, is_knight, owner_at
from hinterland.engine.island.place_reasons import no_building, no_wall
from hinterland.engine.island.playable import (
    A_CORNER,
    A_HEX,
    A_KIND,
    A_SEAT,
    AN_EDGE,
    NEEDS,
    TWO_HEXES,
    builds_on,
    has_loose_chit,
)
from hinterland.engine.island.progress import (
    ALCHEMIST,
    BISHOP,
    CARDS,
    DESERTER,
    ENGINEER,
    IRRIGATION,
    MEDICINE,
    MINING,
    RESOURCE_MONOPOLY,
    ROAD_BUILDING,
    SPY,
)
from hinterland.engine.island.state import ACTION, FIELDS, MOUNTAINS, ROLL, SPECIAL
from hinterland.engine.jit import Record, int64, jit


@jit
def no_play(state: Record, body: int, code: int) -> int:
    """Why a progress card is not played, where the checks answered `code`."""
    card, need, phase = card_of(body), need_of(body), int64(state.phase)
    if phase == ROLL:
        return b.BAD_DICE if card == ALCHEMIST else b.ONLY_ALCHEMIST
    if phase == SPECIAL:
        return b.NOT_SPECIAL
    if phase != ACTION or card >= CARDS:
        return code
    if card == ALCHEMIST:
        return b.BEFORE_ROLL
    sort = NEEDS[card]
    if sort == A_CORNER:
        return no_corner(state, card, corner_at(state.graph, need))
    if sort == AN_EDGE:
        return no_open_road(state, edge_at(state.graph, need))
    if sort == A_HEX:
        return no_merchant(state, hex_of(state.graph, need))
    if sort == TWO_HEXES:
        return no_swap(state, hex_of(state.graph, upper(need)), hex_of(state.graph, need & 0xFFFF))
    if sort == A_SEAT:
        return no_target(state, card, need)
    return no_monopoly(card, need) if sort == A_KIND else no_bare_card(state, card)


@jit
def no_corner(state: Record, card: int, corner: int) -> int:
    """Why an Engineer, a Medicine or an Intrigue does nothing on a corner."""
    if card == ENGINEER:
        return no_wall(state, corner)
    if card == MEDICINE:
        code = no_building(state, CITY_MOVE, corner)
        return b.TOO_FEW if code == b.NO_PIECE and state.cities[state.actor] > 0 else code
    other = is_knight(state, corner) and owner_at(state, corner) != state.actor
    return b.NO_ROAD_THERE if other else b.NO_ENEMY


@jit
def no_open_road(state: Record, edge: int) -> int:
    """Why a Diplomat cannot take what lies on an edge."""
    for seat in range(int64(state.players)):
        if has_route(state, seat, edge):
            return b.NOT_OPEN
    return b.NO_ROUTE


@jit
def no_merchant(state: Record, h: int) -> int:
    """Why the merchant cannot be put on a hex."""
    if state.terrain[h] > MOUNTAINS:
        return b.BARREN
    return b.MERCHANT_THERE if builds_on(state, int64(state.actor), h) else b.NO_BUILDING


@jit
def no_swap(state: Record, one: int, other: int) -> int:
    """Why an Inventor cannot swap the chits of two hexes."""
    if other <= one:
        return b.BAD_ORDER
    loose = has_loose_chit(state, one) and has_loose_chit(state, other)
    return b.SAME_CHIT if loose else b.FIXED_CHIT


@jit
def no_target(state: Record, card: int, seat: int) -> int:
    """Why a Spy, Deserter or Master Merchant is not played against a seat."""
    if seat >= state.players or seat == state.actor:
        return b.NO_SUCH_SEAT
    if card == SPY:
        return b.NO_PROGRESS_HELD
    if card == DESERTER:
        return b.KNIGHTLESS
    return b.NO_SPOILS if cards_held(state, seat) == 0 else b.NOT_AHEAD


@jit
def no_monopoly(card: int, kind: int) -> int:
    """Why a monopoly is not played for a kind."""
    if card == RESOURCE_MONOPOLY:
        return b.ONLY_RESOURCE if kind >= RESOURCES else b.NO_CARDS_ELSEWHERE
    return b.NO_CARDS_ELSEWHERE if PAPER <= kind <= COIN else b.ONLY_COMMODITY


@jit
def no_bare_card(state: Record, card: int) -> int:
    """Why a card that names nothing is not played."""
    if card == BISHOP:
        return b.NO_ATTACK
    if card == ROAD_BUILDING:
        return b.NO_LAYING
    if card != IRRIGATION and card != MINING:
        return b.NO_EFFECT
    terrain = FIELDS if card == IRRIGATION else MOUNTAINS
    return b.BANK_SHORT if count(state.bank, terrain) == 0 else b.NO_EFFECT
