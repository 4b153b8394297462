"""The draft, the protecting of road cards, and the moves of chance that show cards."""

from typing import Any

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL

from .bits import ONE, bit, copies, hashed, lowest, put
from .broken import (
    NO_ROAD_CARD,
    SEED_HIDDEN,
    SEED_SEEN,
    STACK_EMPTY,
    WANT_PROTECT,
    WANT_SHOW,
    WANT_SHUFFLE,
    WANT_TAKE,
    WRONG_CARD,
    WRONG_NEXT,
    WRONG_SOURCE,
)  # fmt: skip
from .cards import COUNT, SUIT
from .codes import (
    PASS,
    PROTECT,
    SHOW,
    SHOW_END,
    SHUFFLE,
    SHUFFLE_END,
    SHUFFLED,
    TAKE_ROAD,
    TAKE_STACK,
    show_code,
    shown_card,
    shown_next,
)  # fmt: skip
from .flow import clear_road, fetch, replace_road_card, shown_card_placed
from .hidden import spare_backs
from .piles import next_suit, pop, suit_of, top_card
from .state import NONE, RESERVE, ROAD, STACKS, SUIT_SLOTS, TO_HAND, UNKNOWN
from .state import SHOW as SHOWING


@jit
def legal_draft(state: Record, moves: Any) -> int:
    count = 0
    for slot in range(ROAD):
        if state.road[slot] != NONE:
            moves[count] = TAKE_ROAD + slot
            count += 1
    for stack in range(STACKS):
        if state.height[stack] > 0:
            moves[count] = TAKE_STACK + stack
            count += 1
    return count


@jit
def fits_draft(state: Record, move: int) -> int:
    if TAKE_ROAD <= move < TAKE_ROAD + ROAD:
        return 0 if state.road[move - TAKE_ROAD] != NONE else NO_ROAD_CARD
    if TAKE_STACK <= move < TAKE_STACK + STACKS:
        return 0 if state.height[move - TAKE_STACK] > 0 else STACK_EMPTY
    return WANT_TAKE


@jit
def apply_draft(state: Record, move: int) -> None:
    seat = int64(state.turn)
    state.drafted[seat] += 1
    if move >= TAKE_STACK:
        fetch(state, move - TAKE_STACK, TO_HAND)
        return
    slot = move - TAKE_ROAD
    put(state.hand[seat], int64(state.road[slot]))
    state.supply[seat] += int64(state.ducats[slot])
    state.road[slot] = NONE
    state.ducats[slot] = 0
    replace_road_card(state, slot)


@jit
def legal_protect(state: Record, moves: Any) -> int:
    moves[0] = PASS
    count = 1
    for slot in range(ROAD):
        if state.road[slot] != NONE:
            moves[count] = PROTECT + slot
            count += 1
    return count


@jit
def fits_protect(state: Record, move: int) -> int:
    if move == PASS:
        return 0
    if PROTECT <= move < PROTECT + ROAD:
        return 0 if state.road[move - PROTECT] != NONE else NO_ROAD_CARD
    return WANT_PROTECT


@jit
def apply_protect(state: Record, move: int) -> None:
    if move != PASS:
        state.ducats[move - PROTECT] += 1
    state.protected += 1
    if state.protected == 2:
        state.protected = 0
        state.turn = state.first
        clear_road(state, False)
    else:
        state.turn = 1 - state.first


@jit
def the_show(state: Record) -> int:
    """The card that must be shown now; -1 where a view does not know it."""
    source = int64(state.source)
    card, suit = top_card(state, source), next_suit(state, source)
    if card < 0 or suit == -1:
        return -1
    return show_code(source, card, 0 if suit < 0 else 1 + suit)


@jit
def fits_show(state: Record, event: int) -> int:
    if event < SHOW or event >= SHOW_END:
        return WANT_SHOW
    source, card, after = (event - SHOW) >> 10, shown_card(event), shown_next(event)
    if source != state.source:
        return WRONG_SOURCE
    if card >= COUNT or after > SUIT_SLOTS:
        return WRONG_CARD
    pooled = source == RESERVE and state.reshuffled != 0
    top = top_card(state, source)
    if top >= 0:
        if card != top:
            return WRONG_CARD
    elif (top != UNKNOWN and suit_of(top) != SUIT[card]) or copies(
        state.pool if pooled else state.unseen, card
    ) == 0:
        return WRONG_CARD
    suit = next_suit(state, source)
    if suit == -1:
        spare = spare_backs(state, source, after - 1) if after > 0 else 0
        if top == UNKNOWN and after > 0 and SUIT[card] == after - 1:
            spare -= 1
        return 0 if spare > 0 else WRONG_NEXT
    return 0 if after == (0 if suit == -2 else 1 + suit) else WRONG_NEXT


@jit
def apply_show(state: Record, event: int) -> None:
    card, after = shown_card(event), shown_next(event)
    pop(state, int64(state.source), card, after)
    if state.target == TO_HAND:
        put(state.hand[int64(state.turn)], card)
    else:
        state.road[int64(state.target)] = card
    shown_card_placed(state)


@jit
def fits_shuffle(state: Record, event: int) -> int:
    if event == SHUFFLED:
        return SEED_HIDDEN if state.viewer == ALL else 0
    if SHUFFLE <= event < SHUFFLE_END:
        return 0 if state.viewer == ALL else SEED_SEEN
    return WANT_SHUFFLE


@jit
def apply_shuffle(state: Record, event: int) -> None:
    count = 0
    for copy in range(2):
        left = state.discards[copy]
        while left != 0:
            card = lowest(left)
            left &= ~bit(card)
            state.reserve[count] = UNKNOWN if event == SHUFFLED else card
            count += 1
        state.pool[copy] = state.discards[copy]
        state.discards[copy] = ONE ^ ONE
    state.height[RESERVE] = count
    state.reshuffled = 1
    state.phase = SHOWING
    if event == SHUFFLED:
        return
    seed = np.uint64(event - SHUFFLE)
    for i in range(count - 1, 0, -1):
        j = hashed(seed, i, i + 1)
        card = int64(state.reserve[i])
        state.reserve[i] = state.reserve[j]
        state.reserve[j] = card
