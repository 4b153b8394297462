"""Whether a move or event may be played, and which rule it breaks; on views, whether it can be."""

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import has
from hinterland.engine.island.board import EDGE_CORNER, corner_at, edge_at, hex_of
from hinterland.engine.island.broken import (
    BAD_CHANCE,
    BAD_DISCARD,
    BAD_OFFER,
    BANK_SHORT,
    MUST_WIN,
    NO_CARD,
    NO_CHOICE,
    NO_EFFECT,
    NO_FISH,
    NO_HEX_THERE,
    NO_PIECE,
    NO_PLACE,
    NO_POINTS,
    NO_SEA_THERE,
    NO_SHIP,
    NO_SUCH_SEAT,
    NOT_NOW,
    OVER_NOW,
    TOO_FEW,
    TOO_MANY_MOVES,
)  # fmt: skip
from hinterland.engine.island.cards import (
    KNIGHT_CARD,
    MONOPOLY_CARD,
    PLENTY_CARD,
    RESOURCES,
    ROADS_CARD,
    count,
    covers,
    single,
)
from hinterland.engine.island.chance import chance_fits
from hinterland.engine.island.decisions import decision_fits
from hinterland.engine.island.fish import boot_fits, fish_fits
from hinterland.engine.island.flow import setup_corner, victims
from hinterland.engine.island.hands import may_hold
from hinterland.engine.island.harvest import pick_fits, return_fits
from hinterland.engine.island.improvements import is_city_site
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.legal import (
    SPECIAL_MOVES,
    is_pirate_goal,
    is_robber_goal,
    is_setup_site,
    may_win,
    must_win,
    set_aside_from,
    setup_piece_kind,
)
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    BOOT_MOVE,
    BUY_MOVE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    DECLINE,
    DISCARD_MOVE,
    END,
    FISH_MOVE,
    IMPROVE,
    LIFT_MOVE,
    NONE,
    OFFER,
    PASS,
    PIRATE_MOVE,
    PLAY,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    ROAD,
    ROB_MOVE,
    ROBBER_MOVE,
    ROLL_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    UNKNOWN_CARD,
    WIN,
    body_of,
    card_of,
    kind_of,
    low,
    middle,
    need_of,
)
from hinterland.engine.island.pieces import is_road_site, roads_left
from hinterland.engine.island.playable import card_fits
from hinterland.engine.island.points import open_points, target
from hinterland.engine.island.prices import price
from hinterland.engine.island.progress import ALCHEMIST, CARDS, may_have_progress
from hinterland.engine.island.reasons import reason
from hinterland.engine.island.ships import can_lay, is_ship_site, may_lift, ships_left
from hinterland.engine.island.shores import takes_ship, touches_land
from hinterland.engine.island.state import (
    ACTION,
    ANSWER,
    CITY,
    DEAL,
    DISCARD,
    FINISHED,
    FREE_ROAD,
    GOLD_PICK,
    LIFT,
    RETURN,
    ROB,
    ROBBER,
    ROLL,
    SETUP_GOLD,
    SETUP_PIECE,
    SETUP_ROAD,
    SPECIAL,
)
from hinterland.engine.island.table import is_chance
from hinterland.engine.island.trade import counter_fits, deal_fits, kinds, offer_fits
from hinterland.engine.island.upkeep import upkeep_fits
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL


@jit
def fits(state: Record, event: int) -> int:
    if state.phase == FINISHED:
        return OVER_NOW
    if event <= 0:
        return NOT_NOW
    if is_chance(state):
        return 0 if chance_fits(state, event) else BAD_CHANCE
    broken = fits_phase(state, event)
    if broken != 0:
        return reason(state, kind_of(event), body_of(event), broken)
    return 0 if may_hold(state, int64(state.actor), price(state, event)) else TOO_FEW


@jit
def fits_phase(state: Record, event: int) -> int:
    phase, kind, body = int64(state.phase), kind_of(event), body_of(event)
    if phase == ACTION or phase == SPECIAL:
        return fits_turn(state, kind, body)
    if phase == ROLL:
        return fits_roll(state, kind, body)
    if phase == ANSWER:
        return fits_answer(state, kind, body)
    if phase == DEAL:
        if kind == DEAL_MOVE:
            return 0 if deal_fits(state, body) else NO_SUCH_SEAT
        return bare(kind, body, NONE)
    if phase == DISCARD:
        return fits_discard(state, kind, body)
    if phase == ROBBER:
        return fits_robber(state, kind, body)
    if phase == ROB:
        good = kind == ROB_MOVE and body < state.players and (victims(state) >> body) & 1 != 0
        return 0 if good else NO_SUCH_SEAT
    if phase == FREE_ROAD:
        return fits_free(state, kind, body)
    if phase == SETUP_GOLD or phase == GOLD_PICK:
        return 0 if pick_fits(state, kind, body) else BANK_SHORT
    if phase == RETURN:
        return 0 if return_fits(state, kind, body) else NO_FISH
    if phase == LIFT:
        return fits_lifted(state, kind, body)
    if phase == SETUP_PIECE or phase == SETUP_ROAD:
        return fits_setup(state, kind, body)
    return 0 if decision_fits(state, kind, body) else NO_CHOICE


@jit
def fits_lifted(state: Record, kind: int, body: int) -> int:
    """Where the ship that was taken up may be put."""
    edge = edge_at(state.graph, body)
    if kind != SHIP:
        return NOT_NOW
    good = edge >= 0 and edge != state.lifted and is_ship_site(state, int64(state.actor), edge)
    return 0 if good else NO_PLACE


@jit
def bare(kind: int, body: int, expected: int) -> int:
    """For moves that have nothing below their kind."""
    return 0 if kind == expected and body == 0 else NOT_NOW


@jit
def fits_setup(state: Record, kind: int, body: int) -> int:
    if state.phase == SETUP_PIECE:
        expected = CITY_MOVE if setup_piece_kind(state) == CITY else SETTLEMENT_MOVE
        if kind != expected:
            return NOT_NOW
        site = corner_at(state.graph, body)
        return 0 if site >= 0 and is_setup_site(state, site) else NO_PLACE
    sails = kind == SHIP and state.options[o.SEAFARERS] != 0
    if not (kind == ROAD or sails):
        return NOT_NOW
    edge, corner = edge_at(state.graph, body), setup_corner(state)
    if edge < 0 or has(state.taken, 0, edge):
        return NO_PLACE
    if not (takes_ship(state, edge) if sails else touches_land(state, edge)):
        return NO_PLACE
    first, second = EDGE_CORNER[state.graph, edge, 0], EDGE_CORNER[state.graph, edge, 1]
    return 0 if first == corner or second == corner else NO_PLACE


@jit
def fits_roll(state: Record, kind: int, body: int) -> int:
    if must_win(state) or kind == WIN:
        return fits_win(state, kind, body)
    if kind == ROLL_MOVE:
        return bare(kind, body, ROLL_MOVE)
    if kind == FISH_MOVE:
        return 0 if fish_fits(state, body) else NO_FISH
    if kind == PLAY:
        return fits_alchemist(state, body)
    return fits_development(state, kind, body)


@jit
def fits_alchemist(state: Record, body: int) -> int:
    """Before the roll both number dice may be chosen."""
    red, yellow = low(need_of(body)), middle(need_of(body))
    if card_of(body) != ALCHEMIST or need_of(body) >= 1 << 16:
        return NOT_NOW
    if not (1 <= red <= 6 and 1 <= yellow <= 6):
        return NOT_NOW
    return 0 if may_have_progress(state, int64(state.actor), ALCHEMIST) else NO_CARD


@jit
def fits_knights(state: Record, kind: int, body: int) -> int:
    """What Cities & Knights adds to the action phase and special building."""
    if not with_knights(state):
        return NOT_NOW
    if kind != PLAY:
        return 0 if upkeep_fits(state, kind, body) else NO_PLACE
    card = card_of(body)
    if state.phase == SPECIAL or card >= CARDS or card == ALCHEMIST:
        return NOT_NOW
    if not may_have_progress(state, int64(state.actor), card):
        return NO_CARD
    return 0 if card_fits(state, card, need_of(body)) else NO_EFFECT


@jit
def fits_turn(state: Record, kind: int, body: int) -> int:
    """In the action phase and in special building."""
    special = state.phase == SPECIAL
    if not special and (must_win(state) or kind == WIN):
        return fits_win(state, kind, body)
    if kind == PASS or kind == END:
        return bare(kind, body, PASS if special else END)
    most = SPECIAL_MOVES if special else int64(state.options[o.TURN_MOVES])
    if state.moves >= most:
        return TOO_MANY_MOVES
    if kind == ROAD or kind == SHIP or kind == SETTLEMENT_MOVE or kind == CITY_MOVE:
        return fits_building(state, kind, body)
    if kind == FISH_MOVE:
        return 0 if fish_fits(state, body) else NO_FISH
    if kind == BUY_MOVE:
        if state.options[o.EXPANSION] == 0 or body != 0:
            return NOT_NOW
        return 0 if state.deck > 0 else NO_CARD
    if kind >= IMPROVE:
        return fits_knights(state, kind, body)
    if special:
        return NOT_NOW
    if kind == BANK:
        return fits_bank(state, body)
    if kind == OFFER:
        return 0 if offer_fits(state, body) else BAD_OFFER
    if kind == LIFT_MOVE:
        edge = edge_at(state.graph, body)
        good = edge >= 0 and may_lift(state, int64(state.actor), edge)
        return 0 if good else NO_SHIP
    if kind == BOOT_MOVE:
        return 0 if boot_fits(state, body) else NO_SUCH_SEAT
    return fits_development(state, kind, body)


@jit
def fits_win(state: Record, kind: int, body: int) -> int:
    if kind != WIN:
        return MUST_WIN
    if body != 0:
        return NOT_NOW
    if state.options[o.DECLARE_TO_WIN] != 0 and state.phase == ROLL:
        return NOT_NOW
    if must_win(state) or may_win(state):
        return 0
    seat = int64(state.actor)
    possible = min(int64(state.development_hidden[seat]), count(state.unseen, 1))
    return 0 if open_points(state, seat) + possible >= target(state, seat) else NO_POINTS


@jit
def fits_building(state: Record, kind: int, body: int) -> int:
    seat = int64(state.actor)
    if kind == ROAD:
        if roads_left(state, seat) == 0:
            return NO_PIECE
        edge = edge_at(state.graph, body)
        return 0 if edge >= 0 and is_road_site(state, seat, edge) else NO_PLACE
    if kind == SHIP:
        if ships_left(state, seat) == 0:
            return NO_PIECE
        edge = edge_at(state.graph, body)
        return 0 if edge >= 0 and is_ship_site(state, seat, edge) else NO_PLACE
    corner = corner_at(state.graph, body)
    if corner < 0:
        return NO_PLACE
    if kind == SETTLEMENT_MOVE:
        if state.settlements[seat] == 0:
            return NO_PIECE
        good = has(state.reach, seat, corner) and not has(state.crowded, 0, corner)
        return 0 if good and state.corner[corner] == 0 else NO_PLACE
    if state.cities[seat] == 0 and state.sideways[seat] == 0:
        return NO_PIECE
    return 0 if is_city_site(state, seat, corner) else NO_PLACE


@jit
def fits_bank(state: Record, body: int) -> int:
    give, want = low(body), middle(body)
    if body >= 1 << 16 or give >= kinds(state) or want >= kinds(state) or give == want:
        return BAD_OFFER
    return 0 if count(state.bank, want) > 0 else BANK_SHORT


@jit
def fits_development(state: Record, kind: int, body: int) -> int:
    """Playing a development card."""
    if kind == PLAY_KNIGHT or kind == PLAY_ROADS:
        if body != 0:
            return NOT_NOW
        if kind == PLAY_ROADS and not can_lay(state, int64(state.actor)):
            return NO_PIECE
        return may_play(state, KNIGHT_CARD if kind == PLAY_KNIGHT else ROADS_CARD)
    if kind == PLAY_MONOPOLY:
        return may_play(state, MONOPOLY_CARD) if body < RESOURCES else NOT_NOW
    if kind != PLAY_PLENTY:
        return NOT_NOW
    first, second = low(body), middle(body)
    if body >= 1 << 16 or first > second or second >= RESOURCES:
        return NOT_NOW
    if not covers(state.bank, single(first, 1) + single(second, 1)):
        return BANK_SHORT
    return may_play(state, PLENTY_CARD)


@jit
def may_play(state: Record, card: int) -> int:
    """0, or NO_CARD: on a view a card of unknown kind may be the one."""
    if state.played != 0:
        return NO_CARD
    seat = int64(state.actor)
    if count(state.development[seat], card) > count(state.bought, card):
        return 0
    older = int64(state.development_hidden[seat]) - int64(state.bought_hidden)
    return 0 if older > 0 and count(state.unseen, card) > 0 else NO_CARD


@jit
def fits_answer(state: Record, kind: int, body: int) -> int:
    if kind == COUNTER:
        return 0 if counter_fits(state, body) else BAD_OFFER
    return bare(kind, body, ACCEPT if kind == ACCEPT else DECLINE)


@jit
def fits_discard(state: Record, kind: int, body: int) -> int:
    if kind != DISCARD_MOVE:
        return NOT_NOW
    seat = int64(state.actor)
    if state.viewer != ALL and state.viewer != seat:
        return 0 if body == UNKNOWN_CARD else NOT_NOW
    if body >= UNKNOWN_CARD:
        return NOT_NOW
    free = state.hand[seat] - state.pending[seat]
    left = 0
    for above in range(body, 8):
        left += count(free, above)
    good = body >= set_aside_from(state) and count(free, body) > 0 and left >= state.owed[seat]
    return 0 if good else BAD_DISCARD


@jit
def fits_robber(state: Record, kind: int, body: int) -> int:
    h = hex_of(state.graph, body)
    if kind == PIRATE_MOVE and state.options[o.SEAFARERS] != 0:
        return 0 if h >= 0 and is_pirate_goal(state, h) else NO_SEA_THERE
    if kind != ROBBER_MOVE:
        return NOT_NOW
    return 0 if h >= 0 and is_robber_goal(state, h) else NO_HEX_THERE


@jit
def fits_free(state: Record, kind: int, body: int) -> int:
    if kind == ROAD or kind == SHIP:
        return fits_building(state, kind, body)
    return bare(kind, body, PASS) if state.due == 0 else NOT_NOW
