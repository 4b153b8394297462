"""The apprentice, the tinner and the smuggler."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit

from .bits import bit, copies, lowest, put
from .broken import (
    BAD_SIDE,
    BAD_UNDER,
    LOCKED,
    NO_DUCATS_THERE,
    NO_MONKS_THERE,
    NO_PLACE,
    NO_TARGET,
    NOT_A_TARGET,
    NOT_BUILDABLE,
    NOT_IN_HAND,
    NOT_PLAYABLE,
    OVER_LIMIT,
)  # fmt: skip
from .build import (
    emit,
    emit_with_monks,
    fits_put_down,
    left_to_build,
    monk_cost,
    most_monks,
)  # fmt: skip
from .cards import (
    APPRENTICE,
    CELL,
    CELL_CARD,
    CELL_ON,
    CHAIN,
    COUNT,
    COVERED_CELLS,
    FOUNDERS,
    KIND,
    MONK,
    PREDECESSOR,
    ROOM,
    SMUGGLER,
    SUIT,
    TINNER,
)  # fmt: skip
from .codes import (
    BUILD_FLAG,
    CARD_UNIT,
    LOCK_DEFAULT,
    LOCKS,
    MONK_UNIT,
    PLACE_APPRENTICE,
    PLACE_MONK,
    SIDE_UNIT,
    UNDER_UNIT,
    lock_of,
    monks_of,
    place_of,
    play_code,
    played_at,
    played_card,
    side_of,
    target_code,
    target_monk,
    target_on,
    target_role,
    target_seat,
    under_of,
)  # fmt: skip
from .market import printed
from .piles import missing, spend
from .state import DUCAT_SIDE, FOOD_SIDE, MONKS, NONE
from .tableau import (
    add_settler,
    find_movable,
    leave,
    lock_options,
    lowest_link,
    open_lock,
    place_options,
    put_down,
    stand,
)  # fmt: skip

# Apprentice


@jit
def legal_apprentices(state: Record, moves: Any, count: int) -> int:
    """Append every use of an apprentice, ascending; the new count."""
    me = int64(state.turn)
    if copies(state.hand[me], APPRENTICE) == 0 or left_to_build(state) < 1:
        return count
    for seat in range(int64(state.players)):
        for i in range(len(COVERED_CELLS)):
            cell = COVERED_CELLS[i]
            if state.cells[seat, cell] > 0:
                card = CELL_CARD[cell]
                target = target_code(seat, 0, card, CELL_ON[cell])
                count = legal_freed(state, card, seat, target, moves, count)
        if state.no_monk_target == 0:
            count = legal_monk_targets(state, seat, moves, count)
    return count


@jit
def legal_freed(state: Record, card: int, seat: int, target: int, moves: Any, count: int) -> int:
    code = BUILD_FLAG + APPRENTICE * CARD_UNIT + target
    if card != FOUNDERS:
        most = most_monks(state, card, left_to_build(state) - 1)
        return emit_with_monks(state, card, code, most, moves, count)
    if seat == state.turn:
        moves[count] = code + (1 + DUCAT_SIDE) * SIDE_UNIT
        moves[count + 1] = code + (1 + FOOD_SIDE) * SIDE_UNIT
        return count + 2
    return count


@jit
def legal_monk_targets(state: Record, seat: int, moves: Any, count: int) -> int:
    """The monks of a village as targets, those with the lower role and fewer cards first."""
    if state.standing[0] == seat:
        count = legal_freed_monk(state, 0, moves, count)
    same = state.role[0] == state.role[1] and state.on[0] == state.on[1]
    if state.standing[1] == seat and not (same and state.standing[0] == seat):
        count = legal_freed_monk(state, 1, moves, count)
    return count


@jit
def legal_freed_monk(state: Record, i: int, moves: Any, count: int) -> int:
    """Monk i goes under each chain card of the hand, alone or with another monk."""
    me, seat = int64(state.turn), int64(state.standing[i])
    role, on = int64(state.role[i]), int64(state.on[i])
    code = BUILD_FLAG + APPRENTICE * CARD_UNIT + target_code(seat, 1, role, on)
    spare = left_to_build(state) - 2
    if spare < 0:
        return count
    left = state.hand[me, 0]
    while left != 0:
        card = lowest(left)
        left &= ~bit(card)
        locks = lock_options(state, me, card) if KIND[card] == CHAIN else 0
        if locks == 0:
            continue
        for monks in range(1, 2 + most_monks(state, card, spare)):
            link = lowest_link(card, monks)
            if monks > MONKS or link == NONE:
                break
            places = places_beside(state, link, i)
            below = code + (1 + card) * UNDER_UNIT + monks * MONK_UNIT
            count = emit(below, places, locks, moves, count)
    return count


@jit
def places_beside(state: Record, link: int, i: int) -> int:
    """`place_options` once an apprentice stands where monk i stood."""
    me = int64(state.turn)
    options = place_options(state, me, link)
    under = PREDECESSOR[link]
    if state.standing[i] != me or state.role[i] != under or state.on[i] != 1:
        return options
    if ROOM[under] < 2:
        return options
    options |= 1 << PLACE_APPRENTICE
    other = 1 - i
    if state.standing[other] != me or state.role[other] != under or state.on[other] != 1:
        options &= ~(1 << PLACE_MONK)
    return options


@jit
def fits_apprentice(state: Record, move: int) -> int:
    seat, role, on = target_seat(move), target_role(move), target_on(move)
    if seat >= state.players or role >= COUNT or CELL[role] < 0 or on < 1 or on > ROOM[role]:
        return NO_TARGET
    if monks_of(move) > MONKS or place_of(move) > PLACE_APPRENTICE or lock_of(move) >= LOCKS:
        return NOT_BUILDABLE
    if missing(state, int64(state.turn), APPRENTICE, 1) < 0:
        return NOT_IN_HAND
    own_founders = target_monk(move) == 0 and role == FOUNDERS
    if (side_of(move) != 0) != own_founders or side_of(move) > 1 + FOOD_SIDE:
        return BAD_SIDE
    if (under_of(move) >= 0) != (target_monk(move) == 1):
        return BAD_UNDER
    if target_monk(move) == 1:
        return fits_freed_monk(state, move)
    if state.cells[seat, CELL[role] + on] == 0:
        return NO_TARGET
    if own_founders:
        if seat != state.turn or monks_of(move) + place_of(move) + lock_of(move) != 0:
            return NOT_A_TARGET
        return 0 if left_to_build(state) >= 1 else OVER_LIMIT
    return fits_freed(state, role, move)


@jit
def fits_freed(state: Record, card: int, move: int) -> int:
    monks = monks_of(move)
    if monks > 0 and KIND[card] != CHAIN:
        return NO_MONKS_THERE
    if 1 + monk_cost(state, monks) > left_to_build(state):
        return OVER_LIMIT
    if not both_held(state, APPRENTICE, 1, monks):
        return NOT_IN_HAND
    return fits_put_down(state, card, move)


@jit
def both_held(state: Record, card: int, count: int, monks: int) -> bool:
    """Whether the hand can hold the cards together: unknown ones are not counted twice."""
    me = int64(state.turn)
    one, two = missing(state, me, card, count), missing(state, me, MONK, monks)
    if one < 0 or two < 0:
        return False
    return SUIT[card] != SUIT[MONK] or one + two <= state.unknown[me, SUIT[MONK]]


@jit
def fits_freed_monk(state: Record, move: int) -> int:
    me, card, monks = int64(state.turn), under_of(move), monks_of(move)
    i = find_movable(state, target_seat(move), 0, target_role(move), target_on(move))
    if i < 0:
        return NO_TARGET
    if state.no_monk_target != 0:
        return NOT_A_TARGET
    if card >= COUNT or KIND[card] != CHAIN or monks < 1:
        return BAD_UNDER
    held = both_held(state, APPRENTICE, 1, monks - 1)
    if not held or missing(state, me, card, 1) < 0:
        return NOT_IN_HAND
    if SUIT[card] == SUIT[APPRENTICE] and not all_three_held(state, card, monks - 1):
        return NOT_IN_HAND
    if 2 + monk_cost(state, monks - 1) > left_to_build(state):
        return OVER_LIMIT
    link = lowest_link(card, monks)
    if link == NONE:
        return NO_MONKS_THERE
    if places_beside(state, link, i) >> place_of(move) & 1 == 0:
        return NO_PLACE
    return 0 if lock_options(state, me, card) >> lock_of(move) & 1 != 0 else LOCKED


@jit
def all_three_held(state: Record, card: int, monks: int) -> bool:
    """As `both_held`, for the apprentice, a card of its suit, and monks."""
    me = int64(state.turn)
    short = missing(state, me, APPRENTICE, 1) + missing(state, me, card, 1)
    if SUIT[MONK] == SUIT[card]:
        short += missing(state, me, MONK, monks)
    return short <= state.unknown[me, SUIT[card]]


@jit
def apply_apprentice(state: Record, move: int) -> None:
    me, seat, role, on = int64(state.turn), target_seat(move), target_role(move), target_on(move)
    monks = monks_of(move)
    spend(state, me, APPRENTICE)
    stand(state, seat, 1, role, on)
    card = role
    if target_monk(move) == 1:
        leave(state, find_movable(state, seat, 0, role, on))
        card = under_of(move)
        spend(state, me, card)
        monks -= 1
        state.used += 1
    else:
        state.cells[seat, CELL[role] + on] -= 1
    state.used += 1 + monk_cost(state, monks)
    for _ in range(monks):
        spend(state, me, MONK)
    if card == FOUNDERS:
        state.side[me] = side_of(move) - 1
        add_settler(state, me, card)
        return
    open_lock(state, me, card, lock_of(move))
    put_down(state, me, card, monks_of(move), place_of(move))


# Tinner and smuggler


@jit
def legal_plays(state: Record, moves: Any, count: int) -> int:
    """Append the uses of tinner and smuggler, ascending; the new count."""
    me = int64(state.turn)
    if TINNER > SMUGGLER:
        count = legal_smugglers(state, moves, count)
    if copies(state.hand[me], TINNER) > 0:
        moves[count] = play_code(TINNER, 0, LOCK_DEFAULT)
        count += 1
    if TINNER < SMUGGLER:
        count = legal_smugglers(state, moves, count)
    return count


@jit
def legal_smugglers(state: Record, moves: Any, count: int) -> int:
    me = int64(state.turn)
    if copies(state.hand[me], SMUGGLER) == 0:
        return count
    locks = lock_options(state, me, SMUGGLER)
    if locks == 0:
        return count
    for card in range(COUNT):
        if CELL[card] < 0 or state.cells[me, CELL[card]] == 0 or printed(state, me, card) == 0:
            continue
        for lock in range(LOCKS):
            if locks >> lock & 1 != 0:
                moves[count] = play_code(SMUGGLER, card, lock)
                count += 1
    return count


@jit
def fits_play(state: Record, move: int) -> int:
    me, card, at, lock = int64(state.turn), played_card(move), played_at(move), move & 15
    if card != TINNER and card != SMUGGLER:
        return NOT_PLAYABLE
    if missing(state, me, card, 1) < 0:
        return NOT_IN_HAND
    if card == TINNER:
        return 0 if at == 0 and lock == LOCK_DEFAULT else NOT_PLAYABLE
    if at >= COUNT or CELL[at] < 0:
        return NO_DUCATS_THERE
    if state.cells[me, CELL[at]] == 0 or printed(state, me, at) == 0:
        return NO_DUCATS_THERE
    return 0 if lock_options(state, me, SMUGGLER) >> lock & 1 != 0 else LOCKED


@jit
def apply_play(state: Record, move: int) -> None:
    me, card = int64(state.turn), played_card(move)
    spend(state, me, card)
    put(state.discards, card)
    if card == TINNER:
        state.tinner = 1
        return
    open_lock(state, me, SMUGGLER, move & 15)
    state.supply[me] += (printed(state, me, played_at(move)) + 1) // 2
