"""Building hand cards, with monks under them."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit

from .bits import bit, copies, lowest
from .broken import (
    LOCKED,
    NO_MONKS_THERE,
    NO_PLACE,
    NOT_BUILDABLE,
    NOT_IN_HAND,
    OVER_LIMIT,
)  # fmt: skip
from .cards import APPRENTICE, CHAIN, KIND, MONK, SOLITARY
from .codes import (
    BUILD_FLAG,
    CARD_UNIT,
    LOCK_DEFAULT,
    LOCKS,
    MONK_UNIT,
    PLACES,
    build_card,
    lock_of,
    monks_of,
    place_of,
)  # fmt: skip
from .piles import missing, spend
from .state import MONKS, NONE
from .tableau import lock_options, lowest_link, open_lock, place_options, put_down

PLACE_UNIT = 1 << 4


@jit
def left_to_build(state: Record) -> int:
    return int64(state.limit) - int64(state.used)


@jit
def monk_cost(state: Record, monks: int) -> int:
    """What monks from the hand count."""
    return 0 if state.free_monks != 0 else monks


@jit
def emit(code: int, places: int, locks: int, moves: Any, count: int) -> int:
    """Append a build with every place and every lock; the new count."""
    for place in range(PLACES):
        if places >> place & 1 == 0:
            continue
        if locks == 1 << LOCK_DEFAULT:
            moves[count] = code + place * PLACE_UNIT
            count += 1
            continue
        for lock in range(LOCKS):
            if locks >> lock & 1 != 0:
                moves[count] = code + place * PLACE_UNIT + lock
                count += 1
    return count


@jit
def emit_with_monks(state: Record, card: int, code: int, most: int, moves: Any, count: int) -> int:
    """Append the ways to put down `card` on 0 .. `most` monks; the new count."""
    seat = int64(state.turn)
    locks = lock_options(state, seat, card)
    if locks == 0:
        return count
    for monks in range(most + 1):
        link = lowest_link(card, monks)
        if link == NONE:
            break
        places = place_options(state, seat, link)
        count = emit(code + monks * MONK_UNIT, places, locks, moves, count)
    return count


@jit
def most_monks(state: Record, card: int, spare: int) -> int:
    """How many monks from the hand can go under a card when `spare` may still be counted."""
    if KIND[card] != CHAIN:
        return 0
    most = copies(state.hand[int64(state.turn)], MONK)
    return most if state.free_monks != 0 else min(most, spare)


@jit
def legal_builds(state: Record, moves: Any, count: int) -> int:
    """Append the builds of ordinary cards, cards ascending; the new count."""
    left = state.hand[int64(state.turn), 0]
    spare = left_to_build(state) - 1
    if spare < 0:
        return count
    while left != 0:
        card = lowest(left)
        left &= ~bit(card)
        if KIND[card] == CHAIN or KIND[card] == SOLITARY:
            most = most_monks(state, card, spare)
            code = BUILD_FLAG + card * CARD_UNIT
            count = emit_with_monks(state, card, code, most, moves, count)
    return count


@jit
def fits_put_down(state: Record, card: int, move: int) -> int:
    """Whether the place and lock of `move` let `card` and its monks go down."""
    seat = int64(state.turn)
    link = lowest_link(card, monks_of(move))
    if link == NONE or monks_of(move) > MONKS:
        return NO_MONKS_THERE
    if place_options(state, seat, link) >> place_of(move) & 1 == 0:
        return NO_PLACE
    return 0 if lock_options(state, seat, card) >> lock_of(move) & 1 != 0 else LOCKED


@jit
def fits_build(state: Record, move: int) -> int:
    """`move` is below BUILD_END and its card is not the apprentice."""
    seat, card, monks = int64(state.turn), build_card(move), monks_of(move)
    fields = monks * MONK_UNIT + place_of(move) * PLACE_UNIT + lock_of(move)
    if card >= len(KIND) or move != BUILD_FLAG + card * CARD_UNIT + fields:
        return NOT_BUILDABLE
    if KIND[card] != CHAIN and KIND[card] != SOLITARY:
        return NOT_BUILDABLE
    if monks > 0 and KIND[card] != CHAIN:
        return NO_MONKS_THERE
    if missing(state, seat, card, 1) < 0 or missing(state, seat, MONK, monks) < 0:
        return NOT_IN_HAND
    if 1 + monk_cost(state, monks) > left_to_build(state):
        return OVER_LIMIT
    return fits_put_down(state, card, move)


@jit
def apply_build(state: Record, move: int) -> None:
    seat, card, monks = int64(state.turn), build_card(move), monks_of(move)
    spend(state, seat, card)
    for _ in range(monks):
        spend(state, seat, MONK)
    state.used += 1 + monk_cost(state, monks)
    open_lock(state, seat, card, lock_of(move))
    put_down(state, seat, card, monks, place_of(move))


@jit
def is_apprentice(move: int) -> bool:
    return build_card(move) == APPRENTICE
