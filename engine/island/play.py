"""Playing moves and events, in place and unchecked, on states and on views."""

from hinterland.engine.island import options as o
from hinterland.engine.island.barbarians import play_event, play_number
from hinterland.engine.island.board import corner_at, edge_at, hex_of
from hinterland.engine.island.cards import (
    KNIGHT_CARD,
    MONOPOLY_CARD,
    NO_CARDS,
    PLENTY_CARD,
    POINT_CARD,
    ROADS_CARD,
    count,
    single,
)
from hinterland.engine.island.chance import first_flip
from hinterland.engine.island.effects import FREE_ROADS
from hinterland.engine.island.fish import play_fish
from hinterland.engine.island.flow import (
    back_to_turn,
    check_win,
    choose_victim,
    end_turn,
    go_on_with_free_roads,
    next_discard,
    next_points,
    next_reveal,
    next_special,
    next_victim,
    setup_next,
    start_robber,
    turn_up_harbors,
)
from hinterland.engine.island.hands import (
    gain,
    hand_over,
    hand_over_unknown,
    loose,
    pay,
    put_known,
    settle,
    take_known,
)
from hinterland.engine.island.harvest import (
    keep_tokens,
    play_pick,
    play_return,
    play_token,
    start_setup_harvest,
)
from hinterland.engine.island.improvements import raise_city
from hinterland.engine.island.islands import count_island, start_on
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    BOOT_MOVE,
    BUY_MOVE,
    CITY_MOVE,
    COUNTER,
    DEAL_MOVE,
    DECLINE,
    DICE_MOVE,
    DISCARD_MOVE,
    DRAW,
    END,
    FISH_MOVE,
    FLIP,
    IMPROVE,
    LEVY_MOVE,
    LIFT_MOVE,
    OFFER,
    PASS,
    PICK,
    PIRATE_MOVE,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    POINTS_MOVE,
    RETURN_MOVE,
    REVEAL_MOVE,
    ROAD,
    ROB_MOVE,
    ROBBER_MOVE,
    ROLL_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    STEAL_MOVE,
    TOKEN_MOVE,
    UNKNOWN_CARD,
    UNKNOWN_DEVELOPMENT,
    WIN,
    body_of,
    is_chance_kind,
    kind_of,
    levy_of,
    low,
    middle,
    unpacked,
    upper,
)
from hinterland.engine.island.pieces import (
    cuts,
    judge_all_roads,
    judge_new_road,
    put_building,
    put_road,
)
from hinterland.engine.island.points import finish, judge_army, judge_harbors, open_points, target
from hinterland.engine.island.prices import price
from hinterland.engine.island.production import surroundings
from hinterland.engine.island.resolve import decline, play_knights_chance, play_knights_move
from hinterland.engine.island.ships import lift_ship, meets, put_ship
from hinterland.engine.island.shoal import settle_tokens
from hinterland.engine.island.state import (
    ACCEPTED,
    ACTION,
    AQUEDUCT,
    BISHOP_CAUSE,
    BUY,
    CITY,
    DECLINED,
    DICE,
    FREE_ROAD,
    LEVY,
    LIFT,
    NO_KIND,
    PIRATE_RAID,
    POINTS,
    REBUILD,
    RETURN,
    SETTLEMENT,
    SETUP_PIECE,
    SETUP_ROAD,
    SPECIAL,
    STEAL,
    SWAP_ANSWER,
)
from hinterland.engine.island.trade import answer, close, make_offer, strike
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL


@jit
def apply(state: Record, move: int) -> None:
    if state.viewer != ALL:
        for seat in range(int64(state.players)):
            state.ledger[seat] = NO_CARDS
    kind = kind_of(move)
    if is_chance_kind(kind):
        play_chance(state, kind, body_of(move))
    else:
        play_seat(state, move, kind, body_of(move))
    check_win(state, kind)
    if state.viewer != ALL:
        settle(state)
        settle_tokens(state)


@jit
def play_seat(state: Record, move: int, kind: int, body: int) -> None:
    if state.phase == ACTION or state.phase == SPECIAL:
        state.moves += 1
    if kind == ROAD or kind == SHIP or kind == SETTLEMENT_MOVE or kind == CITY_MOVE:
        play_building(state, move, kind, body)
    elif kind == PICK and state.phase != AQUEDUCT:
        play_pick(state, body)
    elif kind >= IMPROVE:
        pay(state, int64(state.actor), price(state, move))
        play_knights_move(state, kind, body)
    elif kind == ROLL_MOVE:
        state.phase = DICE
    elif kind == END:
        end_turn(state)
    elif kind == PASS:
        play_pass(state)
    elif kind == DISCARD_MOVE:
        play_discard(state, body)
    elif kind == ROBBER_MOVE:
        state.robber, state.raid = hex_of(state.graph, body), 0
        choose_victim(state)
    elif kind == ROB_MOVE:
        state.victim, state.phase, state.raid = body, STEAL, 0
    elif kind == WIN:
        play_win(state)
    elif kind <= DEAL_MOVE:
        play_trade(state, move, kind, body)
    elif kind < DICE_MOVE:
        play_card(state, kind, body)
    else:
        play_at_sea(state, kind, body)


@jit
def play_at_sea(state: Record, kind: int, body: int) -> None:
    """The pirate, ships that move, gold and fish."""
    if kind == PIRATE_MOVE:
        state.pirate, state.raid = hex_of(state.graph, body), PIRATE_RAID
        choose_victim(state)
    elif kind == LIFT_MOVE:
        lift_ship(state, int64(state.actor), edge_at(state.graph, body))
    elif kind == FISH_MOVE:
        play_fish(state, body)
    elif kind == BOOT_MOVE:
        state.boot = body
    elif kind == RETURN_MOVE:
        play_return(state, body)


@jit
def play_trade(state: Record, move: int, kind: int, body: int) -> None:
    if kind == BANK:
        pay(state, int64(state.actor), price(state, move))
        gain(state, int64(state.actor), single(middle(body), 1))
    elif kind == OFFER:
        show_cards(state, move)
        make_offer(state, body)
    elif kind == ACCEPT:
        show_cards(state, move)
        answer(state, ACCEPTED)
    elif kind == DECLINE:
        answer(state, DECLINED)
    elif kind == COUNTER:
        show_cards(state, move)
        answer(state, body)
    elif kind == DEAL_MOVE:
        strike(state, body)
    elif state.phase == SWAP_ANSWER:
        decline(state)
    else:
        close(state)


@jit
def show_cards(state: Record, move: int) -> None:
    """On a view: an offer proves that its maker holds the cards."""
    if state.viewer != ALL:
        seat, cards = int64(state.actor), price(state, move)
        take_known(state, seat, cards)
        put_known(state, seat, cards)


@jit
def play_building(state: Record, move: int, kind: int, body: int) -> None:
    seat, phase = int64(state.actor), int64(state.phase)
    pay(state, seat, price(state, move))
    if kind == ROAD or kind == SHIP:
        edge = edge_at(state.graph, body)
        if kind == ROAD:
            put_road(state, seat, edge)
        else:
            put_ship(state, seat, edge)
        if phase == REBUILD:
            end_rebuilding(state)
        else:
            judge_new_road(state, seat, edge)
        if state.options[o.HIDDEN_HARBORS] != 0:
            turn_up_harbors(state)
    elif phase == SETUP_PIECE:
        place_setup_piece(state, seat, kind, corner_at(state.graph, body))
    else:
        build_up(state, seat, kind, corner_at(state.graph, body))
    judge_harbors(state)
    if phase == SETUP_ROAD:
        setup_next(state)
    elif phase == FREE_ROAD:
        state.free -= 1
        state.due = 0
        go_on_with_free_roads(state)
    elif phase == LIFT:
        state.phase = ACTION


@jit
def build_up(state: Record, seat: int, kind: int, corner: int) -> None:
    """A settlement on an empty corner, or a city for a settlement."""
    if kind == CITY_MOVE:
        raise_city(state, seat, corner)
        return
    put_building(state, seat, corner, SETTLEMENT)
    if state.options[o.SEAFARERS] != 0:
        count_island(state, seat, corner)
    if cuts(state, seat, corner) or meets(state, seat, corner):
        judge_all_roads(state)


@jit
def end_rebuilding(state: Record) -> None:
    """A Diplomat's own road was built anew, or not."""
    judge_all_roads(state)
    state.origin, state.due, state.phase = 0, 0, ACTION


@jit
def place_setup_piece(state: Record, seat: int, kind: int, corner: int) -> None:
    second = state.settlements[seat] < 5
    put_building(state, seat, corner, SETTLEMENT if kind == SETTLEMENT_MOVE else CITY)
    if state.options[o.SEAFARERS] != 0:
        start_on(state, seat, corner)
    state.phase = SETUP_ROAD
    if second:
        gain(state, seat, surroundings(state, corner))
        start_setup_harvest(state, corner)


@jit
def play_pass(state: Record) -> None:
    if state.phase == SPECIAL:
        next_special(state)
    elif state.phase == RETURN:
        keep_tokens(state)
    elif state.phase == FREE_ROAD:
        state.free = 0
        back_to_turn(state)
    elif state.phase == REBUILD:
        end_rebuilding(state)
    else:
        decline(state)


@jit
def play_discard(state: Record, card: int) -> None:
    """Set a card aside; it stays in the hand until the discards are shown."""
    seat = int64(state.actor)
    if card == UNKNOWN_CARD:
        state.pending_hidden[seat] += 1
    else:
        state.pending[seat] += single(card, 1)
    state.owed[seat] -= 1
    if state.owed[seat] == 0:
        next_discard(state)


@jit
def play_win(state: Record) -> None:
    seat = int64(state.actor)
    if open_points(state, seat) >= target(state, seat):
        finish(state, 1 << seat)
    else:
        state.winners, state.phase = 1 << seat, POINTS


@jit
def play_card(state: Record, kind: int, body: int) -> None:
    """Buy or play a development card."""
    seat = int64(state.actor)
    if kind == BUY_MOVE:
        pay(state, seat, price(state, kind << 48))
        state.resume, state.phase = int64(state.phase), BUY
        return
    state.played, state.resume = 1, int64(state.phase)
    if kind == PLAY_KNIGHT:
        show_development(state, seat, KNIGHT_CARD)
        state.army[seat] += 1
        judge_army(state, seat)
        start_robber(state)
    elif kind == PLAY_ROADS:
        show_development(state, seat, ROADS_CARD)
        state.free = FREE_ROADS
        go_on_with_free_roads(state)
    elif kind == PLAY_PLENTY:
        show_development(state, seat, PLENTY_CARD)
        gain(state, seat, single(low(body), 1) + single(middle(body), 1))
        state.resume = ACTION
    elif kind == PLAY_MONOPOLY:
        show_development(state, seat, MONOPOLY_CARD)
        state.asked, state.phase = body, LEVY


@jit
def show_development(state: Record, seat: int, card: int) -> None:
    """A development card leaves the hand, face up."""
    if count(state.development[seat], card) > 0:
        state.development[seat] -= single(card, 1)
    else:
        state.development_hidden[seat] -= 1
        state.unseen -= single(card, 1)


@jit
def play_levy(state: Record, body: int) -> None:
    """The other seats give cards of a kind; if it is all, on a view the player has the rest."""
    taker, kind = int64(state.actor), int64(state.asked)
    for seat in range(int64(state.players)):
        given = levy_of(body, seat)
        if given > 0:
            hand_over(state, seat, taker, single(kind, given))
    if state.hidden[taker] > 0 and not with_knights(state):
        rest = loose(state, kind)
        state.hand[taker] += single(kind, rest)
        state.hidden[taker] -= rest
    state.asked, state.phase, state.resume = NO_KIND, int64(state.resume), ACTION


@jit
def play_chance(state: Record, kind: int, body: int) -> None:
    if kind == FLIP:
        harbor = first_flip(state)
        state.harbor_type[harbor] = middle(body)
        state.harbor_pool[middle(body)] -= 1
        state.flips = int64(state.flips) & ~(1 << harbor)
    elif kind == DICE_MOVE:
        state.red, state.yellow = low(body), middle(body)
        if with_knights(state):
            play_event(state, upper(body))
        else:
            play_number(state)
    elif kind == STEAL_MOVE:
        play_steal(state, body)
    elif kind == DRAW:
        play_draw(state, body)
    elif kind == LEVY_MOVE:
        play_levy(state, body)
    elif kind == REVEAL_MOVE:
        play_reveal(state, body)
    elif kind == POINTS_MOVE:
        play_points(state, middle(body))
    elif kind == TOKEN_MOVE:
        play_token(state, body)
    else:
        play_knights_chance(state, kind, body)


@jit
def play_steal(state: Record, card: int) -> None:
    seat, victim = int64(state.actor), int64(state.victim)
    if card == UNKNOWN_CARD:
        hand_over_unknown(state, victim, seat, 0, UNKNOWN_CARD)
    else:
        hand_over(state, victim, seat, single(card, 1))
    if state.cause == BISHOP_CAUSE:
        next_victim(state)
    else:  # in special building the queue has the seats that are still to build
        back_to_turn(state)


@jit
def play_draw(state: Record, card: int) -> None:
    seat, own = int64(state.actor), state.resume != SPECIAL
    state.deck -= 1
    if card == UNKNOWN_DEVELOPMENT:
        state.development_hidden[seat] += 1
        state.bought_hidden += 1 if own else 0
    else:
        state.development[seat] += single(card, 1)
        state.unseen -= single(card, 1)
        if own:
            state.bought += single(card, 1)
    state.phase, state.resume = int64(state.resume), ACTION


@jit
def play_reveal(state: Record, body: int) -> None:
    """The discards of the actor are shown and go to the bank."""
    seat = int64(state.actor)
    pay(state, seat, unpacked(body))
    state.pending[seat], state.pending_hidden[seat] = NO_CARDS, 0
    next_reveal(state)


@jit
def play_points(state: Record, points: int) -> None:
    seat = int64(state.actor)
    more = points - count(state.development[seat], POINT_CARD)
    if more > 0:
        state.development[seat] += single(POINT_CARD, more)
        state.development_hidden[seat] -= more
        state.unseen -= single(POINT_CARD, more)
    state.shown |= 1 << seat
    next_points(state)
