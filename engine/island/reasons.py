"""Why a move or event that does not fit is refused: the reason told more closely.

Asked after a refusal only; no answer here is 0.
"""

from hinterland.engine.island import broken as b
from hinterland.engine.island import options as o
from hinterland.engine.island.bits import has
from hinterland.engine.island.board import (
    CORNER_CODE,
    EDGE_CODE,
    HEX_CORNER,
    HEX_EDGE,
    corner_at,
    edge_at,
    hex_of,
)
from hinterland.engine.island.card_reasons import no_play
from hinterland.engine.island.cards import KNIGHT_CARD, RESOURCES, ROADS_CARD, count
from hinterland.engine.island.decisions import expected_kind, rebuilt_kind
from hinterland.engine.island.fish import (
    DEVELOPMENT_WARE,
    FREE_EDGE,
    RESOURCE,
    ROB_SEAT,
    TOKEN_BITS,
    WARE_SHIFT,
    WARES,
    cost_of,
    is_for_sale,
    is_payment,
    sells_now,
)
from hinterland.engine.island.improvements import (
    HIGHEST,
    cities_on_board,
)
from hinterland.engine.island.knights import (
    MIGHTY,
    activity_of,
    knight_at,
    knights_left,
    level_of,
    was_promoted,
    with_knights,
)
from hinterland.engine.island.moves import (
    ACTIVATE,
    BANK,
    BOOT_MOVE,
    BUY_MOVE,
    CHASE,
    CITY_MOVE,
    COUNTER,
    DESERT,
    DRAW_PROGRESS,
    FISH_MOVE,
    IMPROVE,
    LIFT_MOVE,
    METROPOLIS_MOVE,
    MOVE_KNIGHT,
    OFFER,
    PICK,
    PIRATE_MOVE,
    PLACE_MOVE,
    PLAY,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROADS,
    PROMOTE,
    RECRUIT,
    RETURN_MOVE,
    ROAD,
    ROB_MOVE,
    ROBBER_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    SWAP_MOVE,
    UNKNOWN_CARD,
    WALL,
    balance,
    card_of,
    low,
    middle,
    mirrored,
    need_of,
    upper,
)
from hinterland.engine.island.pieces import is_knight, owner_at
from hinterland.engine.island.place_reasons import no_building, no_edge, no_wall
from hinterland.engine.island.playable import A_CORNER, A_HEX, AN_EDGE, NEEDS, TWO_HEXES
from hinterland.engine.island.progress import CARDS
from hinterland.engine.island.ships import is_open, strands_knight
from hinterland.engine.island.shores import land_hexes, takes_ship
from hinterland.engine.island.state import (
    BISHOP_CAUSE,
    DECLINED,
    GOLD_PICK,
    NOWHERE,
    PIRATE_RAID,
    READY,
    REBUILD,
    ROB,
    ROBBER_RAID,
    SEA,
    SETUP_GOLD,
    SPECIAL,
    SWAP_ANSWER,
)
from hinterland.engine.island.trade import is_beyond, is_exchange, kinds
from hinterland.engine.island.upkeep import improvements_are_sold
from hinterland.engine.jit import Record, int64, jit


@jit
def reason(state: Record, kind: int, body: int, code: int) -> int:
    """The reason why a move is refused for which the checks answered `code`."""
    found = not_played(state, kind)
    if found == 0:
        found = misnamed(state, kind, body)
    if found != 0:
        return found
    if code == b.NO_PLACE or code == b.NO_CHOICE:
        return no_place(state, kind, body, code)
    if code == b.BAD_OFFER:
        return no_exchange(state, kind, body)
    if code == b.NO_CARD or code == b.NO_PIECE:
        return no_card(state, kind, code)
    if code == b.NO_SUCH_SEAT:
        return no_seat(state, kind, body)
    if kind == PLAY and (code == b.NOT_NOW or code == b.NO_EFFECT):
        return no_play(state, body, code)
    if code == b.NO_FISH:
        return no_fish(state, kind, body)
    if code == b.NO_SHIP:
        return no_lift(state, edge_at(state.graph, body))
    if code == b.NO_HEX_THERE or code == b.NO_SEA_THERE:
        return no_hex(state, hex_of(state.graph, body), code)
    if state.phase == GOLD_PICK or state.phase == SETUP_GOLD:
        return no_kind(state, kind, body, code)
    if code == b.BAD_DISCARD and body < UNKNOWN_CARD:
        seat = int64(state.actor)
        return code if count(state.hand[seat] - state.pending[seat], body) > 0 else b.TOO_FEW
    return code


@jit
def not_played(state: Record, kind: int) -> int:
    """The code for a move of an expansion that is not played; 0 for others."""
    if kind == SHIP or kind == LIFT_MOVE or kind == PIRATE_MOVE:
        return b.NO_SEA_GAME if state.options[o.SEAFARERS] == 0 else 0
    if kind == FISH_MOVE or kind == BOOT_MOVE or kind == RETURN_MOVE:
        return b.NO_FISH_GAME if state.options[o.FISH] == 0 else 0
    if with_knights(state):
        bought = kind == BUY_MOVE or PLAY_KNIGHT <= kind <= PLAY_MONOPOLY
        return b.NO_DEVELOPMENT_GAME if bought else 0
    of_knights = IMPROVE <= kind < DRAW_PROGRESS and kind != PICK
    return b.NO_KNIGHTS_GAME if of_knights else 0


@jit
def misnamed(state: Record, kind: int, body: int) -> int:
    """The code for a move whose place the board has not, or writes otherwise; 0 for others."""
    if kind == ROAD or kind == SHIP or kind == LIFT_MOVE:
        return misnamed_edge(state, body)
    if kind == ROBBER_MOVE or kind == PIRATE_MOVE:
        return 0 if hex_of(state.graph, body) >= 0 else b.NO_SUCH_PLACE
    if kind == MOVE_KNIGHT:
        start = misnamed_corner(state, upper(body))
        return start if start != 0 else misnamed_corner(state, body & 0xFFFF)
    if kind == SETTLEMENT_MOVE or kind == CITY_MOVE or METROPOLIS_MOVE <= kind <= DESERT:
        return misnamed_corner(state, body)
    if kind == PLACE_MOVE:
        return misnamed_corner(state, body >> 8)
    if kind != PLAY or card_of(body) >= CARDS:
        return 0
    sort, need = NEEDS[card_of(body)], need_of(body)
    if sort == A_CORNER:
        return misnamed_corner(state, need)
    if sort == AN_EDGE:
        return misnamed_edge(state, need)
    missing = sort == A_HEX and hex_of(state.graph, need) < 0
    if sort == TWO_HEXES:
        missing = hex_of(state.graph, upper(need)) < 0 or hex_of(state.graph, need & 0xFFFF) < 0
    return b.NO_SUCH_PLACE if missing else 0


@jit
def misnamed_corner(state: Record, place: int) -> int:
    if corner_at(state.graph, place) >= 0:
        return 0
    h, side = hex_of(state.graph, place >> 3), place & 7
    if h < 0 or side > 5:
        return b.NO_SUCH_PLACE
    return b.WRITTEN_CORNER + int64(
        CORNER_CODE[state.graph, int64(HEX_CORNER[state.graph, h, side])]
    )


@jit
def misnamed_edge(state: Record, place: int) -> int:
    if edge_at(state.graph, place) >= 0:
        return 0
    h, side = hex_of(state.graph, place >> 3), place & 7
    if h < 0 or side > 5:
        return b.NO_SUCH_PLACE
    edge = int64(HEX_EDGE[state.graph, h, side])
    return b.WRITTEN_EDGE + int64(EDGE_CODE[state.graph, edge])


@jit
def no_place(state: Record, kind: int, body: int, code: int) -> int:
    """Why a piece cannot be put on a place of the board, or a decision be made so."""
    if code == b.NO_CHOICE:
        phase = int64(state.phase)
        if phase != REBUILD:
            return no_kind(state, kind, body, code) if kind == expected_kind(phase) else b.NOT_NOW
        if kind != rebuilt_kind(state):
            return b.NOT_NOW
    if kind == ROAD or kind == SHIP:
        return no_edge(state, kind, edge_at(state.graph, body))
    if kind == SETTLEMENT_MOVE or kind == CITY_MOVE:
        return no_building(state, kind, corner_at(state.graph, body))
    if kind == IMPROVE:
        return no_level(state, body)
    if kind == METROPOLIS_MOVE or kind > CHASE:
        return b.NOT_NOW
    if state.phase == SPECIAL and (kind == MOVE_KNIGHT or kind == CHASE):
        return b.NOT_SPECIAL
    corner = corner_at(state.graph, upper(body) if kind == MOVE_KNIGHT else body)
    if kind == WALL:
        return no_wall(state, corner)
    if kind == RECRUIT:
        return no_recruit(state, corner)
    return no_deed(state, kind, corner)


@jit
def no_kind(state: Record, kind: int, body: int, code: int) -> int:
    """Why a card cannot be picked, swapped or given."""
    phase, card = int64(state.phase), low(body)
    if kind == PICK:
        return b.BANK_SHORT if card < RESOURCES else b.ONLY_RESOURCE
    if phase == SETUP_GOLD or phase == GOLD_PICK:
        return b.NOT_NOW
    if card == UNKNOWN_CARD:
        return code
    if kind == SWAP_MOVE and card >= RESOURCES:
        return b.ONLY_RESOURCE
    return b.ONLY_COMMODITY if phase == SWAP_ANSWER and card < RESOURCES else code


@jit
def no_level(state: Record, track: int) -> int:
    """Why a track cannot be improved."""
    seat = int64(state.actor)
    if not improvements_are_sold(state):
        return b.NOT_SPECIAL
    if cities_on_board(state, seat) == 0:
        return b.NO_CITIES
    if track < 3 and state.improvements[seat, track] >= HIGHEST:
        return b.AT_HIGHEST
    return b.NO_PLAIN_CITY


@jit
def no_recruit(state: Record, corner: int) -> int:
    if state.corner[corner] != 0:
        return b.TAKEN
    if land_hexes(state, corner) == 0:
        return b.NO_LAND
    return b.NO_PIECE if has(state.reach, int64(state.actor), corner) else b.NOT_JOINED


@jit
def no_deed(state: Record, kind: int, corner: int) -> int:
    """Why the knight on a corner cannot be activated or promoted, move or chase."""
    seat, piece = int64(state.actor), knight_at(state, corner)
    if not is_knight(state, corner) or owner_at(state, corner) != seat:
        return b.NO_KNIGHT
    if kind == ACTIVATE:
        return b.IS_ACTIVE
    if kind == PROMOTE:
        if level_of(piece) == MIGHTY:
            return b.IS_MIGHTY
        if was_promoted(piece):
            return b.WAS_PROMOTED
        return b.NO_PIECE if knights_left(state, seat, level_of(piece) + 1) == 0 else b.NO_FORTRESS
    if activity_of(piece) != READY:
        return b.NOT_READY
    if kind == MOVE_KNIGHT:
        return b.NO_GOAL
    return b.NO_QUARRY if state.attacked != 0 else b.NO_ATTACK


@jit
def no_exchange(state: Record, kind: int, body: int) -> int:
    """Why an offer, a counter or an exchange with the bank is none."""
    if kind == BANK:
        strange = low(body) >= kinds(state) or middle(body) >= kinds(state)
        return b.NO_SUCH_KIND if strange else b.LIKE_FOR_LIKE
    if kind == OFFER and state.offer_count >= state.options[o.TRADE_OFFERS]:
        return b.OFFERS_DONE
    for card in range(kinds(state), 8):
        if balance(body, card) != 0:
            return b.NO_SUCH_KIND
    if is_beyond(state, body):
        return b.BEYOND_SUPPLY
    if not is_exchange(state, body):
        return b.ONE_SIDED
    if kind == COUNTER and body == mirrored(int64(state.offer)):
        return b.TO_ACCEPT
    for i in range(int64(state.offer_count)):
        if kind == OFFER and state.offers[i] == body:
            return b.OFFERED
    return b.TOO_FEW


@jit
def no_card(state: Record, kind: int, code: int) -> int:
    """Why a card cannot be bought or played."""
    if kind == BUY_MOVE:
        return b.DECK_EMPTY
    if code == b.NO_PIECE:
        return b.NO_LAYING if kind == PLAY_ROADS else code
    if kind < PLAY_KNIGHT or kind > PLAY_MONOPOLY:
        return code
    if state.played != 0:
        return b.PLAYED_ONE
    card = KNIGHT_CARD if kind == PLAY_KNIGHT else ROADS_CARD + kind - PLAY_ROADS
    return b.BOUGHT_NOW if count(state.development[state.actor], card) > 0 else code


@jit
def no_seat(state: Record, kind: int, seat: int) -> int:
    """Why a seat cannot be robbed, dealt with, or handed the boot."""
    if state.phase == ROB:
        return b.NOT_ROBBABLE if kind == ROB_MOVE else b.NOT_NOW
    if kind == BOOT_MOVE and state.boot != state.turn:
        return b.NO_BOOT
    if seat >= state.players or seat == state.turn:
        return b.NO_SUCH_SEAT
    if kind == BOOT_MOVE:
        return b.FEWER_POINTS
    answer = int64(state.answers[seat])
    return b.NO_DEAL if answer == 0 or answer == DECLINED else b.TOO_FEW


@jit
def no_fish(state: Record, kind: int, body: int) -> int:
    """Why fish buy nothing so, or are not given back."""
    if kind == RETURN_MOVE:
        return b.NO_FISH
    if kind != FISH_MOVE:
        return b.NOT_NOW
    ware, tokens = body >> WARE_SHIFT, body & TOKEN_BITS
    if not sells_now(state):
        return b.NO_FISH_NOW
    if ware >= WARES or not is_for_sale(state, ware):
        return no_ware(state, ware)
    return b.NO_FISH if is_payment(tokens, cost_of(ware)) else b.BAD_PAYMENT


@jit
def no_ware(state: Record, ware: int) -> int:
    if ware < ROB_SEAT:
        locked = with_knights(state) and state.attacked == 0
        return b.NO_ATTACK if locked else b.NOT_SOLD
    if ware < RESOURCE:
        return b.NO_SUCH_SEAT
    if ware < FREE_EDGE:
        return b.BANK_SHORT
    if ware == FREE_EDGE:
        return b.NO_LAYING
    return b.DECK_EMPTY if (ware == DEVELOPMENT_WARE) != with_knights(state) else b.NOT_SOLD


@jit
def no_lift(state: Record, edge: int) -> int:
    """Why the ship on an edge cannot be taken up."""
    seat = int64(state.actor)
    if not has(state.ships, seat, edge):
        return b.NO_SHIP
    if state.lifted != NOWHERE:
        return b.LIFTED_ONE
    if has(state.built, 0, edge):
        return b.BUILT_NOW
    if not takes_ship(state, edge):
        return b.PIRATE_THERE
    if strands_knight(state, seat, edge):
        return b.STRANDED
    return b.NO_OTHER_PLACE if is_open(state, seat, edge) else b.NOT_AT_END


@jit
def no_hex(state: Record, h: int, code: int) -> int:
    """Why the robber or the pirate cannot go to a hex."""
    if code == b.NO_SEA_THERE:
        barred = state.cause == BISHOP_CAUSE or state.raid == ROBBER_RAID
        return b.ONLY_ROBBER if barred else code
    if state.raid == PIRATE_RAID:
        return b.CHASED_PIRATE
    return code if state.robber == h or state.terrain[h] == SEA else b.NO_DESERT
