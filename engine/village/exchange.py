"""Exchanges: a hand card goes face down on a stack, a common settler is taken."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit

from .bits import bit, copies, drop, lowest, put, size_of
from .broken import (
    NAME_HIDDEN,
    NAME_SEEN,
    NO_MORE_EXCHANGES,
    NO_PILES,
    NOT_IN_HAND,
    PILE_EMPTY,
    STACK_EMPTY,
    STACKS_LEFT,
    WANT_BUILD,
    WANT_COMMON,
)  # fmt: skip
from .cards import BASICS, COUNT, SUIT_WORD
from .codes import (
    BACK,
    EXCHANGE,
    EXCHANGE_END,
    TAKE_COMMON,
    TO_DISCARDS,
    exchange_card,
    exchange_code,
    exchange_target,
)  # fmt: skip
from .piles import hides, leftmost_stack, missing, push, spend, unknown_of
from .state import BUILD, COMMON, STACKS, SUIT_SLOTS
from .tableau import add_settler

MOST_EXCHANGES = 3
PILES = len(BASICS)


@jit
def piles_left(state: Record) -> bool:
    left = 0
    for pile in range(PILES):
        left += int64(state.piles[pile])
    return left > 0


@jit
def legal_exchanges(state: Record, moves: Any, count: int) -> int:
    """Append the exchanges of the seat whose turn it is; the new count."""
    if state.exchanges >= MOST_EXCHANGES or not piles_left(state):
        return count
    all_empty = leftmost_stack(state) == STACKS
    left = state.hand[int64(state.turn), 0]
    while left != 0:
        card = lowest(left)
        left &= ~bit(card)
        if all_empty:
            moves[count] = exchange_code(card, TO_DISCARDS)
            count += 1
            continue
        for stack in range(STACKS):
            if state.height[stack] > 0:
                moves[count] = exchange_code(card, stack)
                count += 1
    return count


@jit
def fits_exchange(state: Record, move: int) -> int:
    if move < EXCHANGE or move >= EXCHANGE_END:
        return WANT_BUILD
    seat, card, target = int64(state.turn), exchange_card(move), exchange_target(move)
    if target > TO_DISCARDS or card >= BACK + SUIT_SLOTS or COUNT <= card < BACK:
        return WANT_BUILD
    if state.exchanges >= MOST_EXCHANGES:
        return NO_MORE_EXCHANGES
    if not piles_left(state):
        return NO_PILES
    if target == TO_DISCARDS:
        if leftmost_stack(state) < STACKS:
            return STACKS_LEFT
    elif state.height[target] == 0:
        return STACK_EMPTY
    if target == TO_DISCARDS or not hides(state, seat):
        if card >= BACK:
            return NAME_HIDDEN
        return 0 if missing(state, seat, card, 1) >= 0 else NOT_IN_HAND
    if card < BACK:
        return NAME_SEEN
    return 0 if suit_count(state, seat, card - BACK) > 0 else NOT_IN_HAND


@jit
def suit_count(state: Record, seat: int, suit: int) -> int:
    """The cards of a suit in a hand, known and unknown."""
    if suit >= len(SUIT_WORD):
        return 0
    return size_of(state.hand[seat], SUIT_WORD[suit]) + int64(state.unknown[seat, suit])


@jit
def apply_exchange(state: Record, move: int) -> None:
    seat, card, target = int64(state.turn), exchange_card(move), exchange_target(move)
    if card >= BACK:
        put_back_unseen(state, seat, card - BACK, target)
    else:
        spend(state, seat, card)
        if target == TO_DISCARDS:
            put(state.discards, card)
        else:
            push(state, target, card)
    state.exchanges += 1
    state.phase = COMMON


@jit
def put_back_unseen(state: Record, seat: int, suit: int, stack: int) -> None:
    """In a view: any card of a suit of that hand is on the stack now.

    Of each name only the second known copy is still known to be in the hand.
    """
    known = state.hand[seat, 0] & SUIT_WORD[suit]
    if state.unknown[seat, suit] == 0 and known & (known - bit(0)) == 0:
        card = lowest(known)
        drop(state.hand[seat], card)
        push(state, stack, card)
        return
    while known != 0:
        card = lowest(known)
        known &= ~bit(card)
        drop(state.hand[seat], card)
        put(state.unseen, card)
        state.unknown[seat, suit] += 1
    state.unknown[seat, suit] -= 1
    push(state, stack, unknown_of(suit))


@jit
def legal_commons(state: Record, moves: Any) -> int:
    count = 0
    for pile in range(PILES):
        if state.piles[pile] > 0:
            moves[count] = TAKE_COMMON + pile
            count += 1
    return count


@jit
def fits_common(state: Record, move: int) -> int:
    if move < TAKE_COMMON or move >= TAKE_COMMON + PILES:
        return WANT_COMMON
    return 0 if state.piles[move - TAKE_COMMON] > 0 else PILE_EMPTY


@jit
def apply_common(state: Record, move: int) -> None:
    pile = move - TAKE_COMMON
    state.piles[pile] -= 1
    add_settler(state, int64(state.turn), BASICS[pile])
    state.phase = BUILD


@jit
def exchange_weight(state: Record, move: int) -> int:
    """The labelled cards that a face-down exchange stands for."""
    card = exchange_card(move)
    if exchange_target(move) == TO_DISCARDS:
        return 1
    if card >= BACK:
        return suit_count(state, int64(state.turn), card - BACK)
    return max(1, copies(state.hand[int64(state.turn)], card))
