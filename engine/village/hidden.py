"""What each seat sees: views and events."""

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL

from .bits import ZERO, bit, lowest, put, size_of
from .cards import SUIT, SUIT_WORD
from .codes import (
    BACK,
    EXCHANGE,
    EXCHANGE_END,
    SHUFFLE,
    SHUFFLE_END,
    SHUFFLED,
    TO_DISCARDS,
    exchange_card,
    exchange_code,
    exchange_target,
)  # fmt: skip
from .memory import clear
from .piles import suit_of, unknown_of
from .state import HEIGHT, RESERVE, STACKS, TURNED, UNKNOWN

SUIT_COUNT = len(SUIT_WORD)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if seat == ALL or (seat == state.turn and move < SHUFFLE):
        return move
    if EXCHANGE <= move < EXCHANGE_END:
        card, target = exchange_card(move), exchange_target(move)
        if target != TO_DISCARDS and card < BACK:
            return exchange_code(BACK + SUIT[card], target)
    if SHUFFLE <= move < SHUFFLE_END:
        return SHUFFLED
    return move


# Views


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    clear(memory)
    if seat == ALL:
        return
    for other in range(int64(state.players)):
        if other != seat:
            mask_hand(state, other)
    for stack in range(STACKS):
        mask_stack(state, stack)
    mask_reserve(state)
    state.viewer = seat


@jit
def mask_hand(state: Record, seat: int) -> None:
    for copy in range(2):
        left = state.hand[seat, copy]
        while left != 0:
            card = lowest(left)
            left &= ~bit(card)
            put(state.unseen, card)
            state.unknown[seat, SUIT[card]] += 1
        state.hand[seat, copy] = ZERO


@jit
def mask_stack(state: Record, stack: int) -> None:
    height = int64(state.height[stack])
    for i in range(HEIGHT * stack, HEIGHT * stack + height):
        card = int64(state.stacks[i])
        if card >= 0:
            put(state.unseen, card)
        top = i == HEIGHT * stack + height - 1
        state.stacks[i] = unknown_of(suit_of(card)) if top else UNKNOWN


@jit
def mask_reserve(state: Record) -> None:
    height = int64(state.height[RESERVE])
    for i in range(height):
        card = int64(state.reserve[i])
        if card >= 0 and state.reshuffled == 0:
            put(state.unseen, card)
        back_seen = i == height - 1 and (state.reshuffled == 0 or state.reshuffled == TURNED)
        state.reserve[i] = unknown_of(suit_of(card)) if back_seen else UNKNOWN


@jit
def back_count(view: Record, suit: int, reserve_too: bool) -> int:
    """The hidden cards outside a reshuffled reserve whose backs are known to show `suit`."""
    count = 0
    for seat in range(int64(view.players)):
        count += int64(view.unknown[seat, suit])
    back = unknown_of(suit)
    for stack in range(STACKS):
        i = HEIGHT * stack + int64(view.height[stack]) - 1
        while i >= HEIGHT * stack and view.stacks[i] != UNKNOWN:
            count += 1 if view.stacks[i] == back else 0
            i -= 1
    if reserve_too and view.height[RESERVE] > 0:
        count += 1 if view.reserve[int64(view.height[RESERVE]) - 1] == back else 0
    return count


@jit
def spare_backs(view: Record, source: int, suit: int) -> int:
    """How many cards of a suit can lie where no back is known, among the cards of `source`."""
    if suit < 0 or suit >= SUIT_COUNT:
        return 0
    if source == RESERVE and view.reshuffled != 0:
        top = int64(view.reserve[int64(view.height[RESERVE]) - 1])
        return size_of(view.pool, SUIT_WORD[suit]) - (1 if top == unknown_of(suit) else 0)
    return size_of(view.unseen, SUIT_WORD[suit]) - back_count(view, suit, view.reshuffled == 0)
