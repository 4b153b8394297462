"""What cards and hands of village may still bring, in ducats. The constants were set by hand."""

from typing import Any, Final

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.village.bits import bit, copies, lowest
from hinterland.engine.village.cards import (
    BASICS,
    BUILDER,
    CELL,
    CHAIN,
    DUCATS,
    FOOD,
    KIND,
    LOCK,
    PREDECESSOR,
    ROOM,
    SILVER,
    SILVER_COUNT,
    SILVER_PER,
    SOLITARY,
)  # fmt: skip
from hinterland.engine.village.market import symbols
from hinterland.engine.village.state import MOVABLE, STACKS

FOOD_WORTH: Final = 2.5
"""A food symbol, for each round left: one more card drafted."""
BUILDER_WORTH: Final = 3.0
"""A builder symbol, for each round left: one more card built."""
SPECIAL, READY, SOON, FAR = range(4)
"""A hand card: neither in a chain nor solitary; it can be placed now; its predecessor must be
built, or taken from a pile, first; its predecessor is not at hand.
"""
CERTAINTY: Final = (0.0, 1.0, 0.6, 0.15)
"""How much of what such a card adds is expected; SPECIAL ones have a worth of their own."""
LOCK_PRICE: Final = 2.0
SPECIAL_WORTH: Final = 3.0
HARD_LIMIT: Final = 5


@jit
def draft_limit(state: Record, seat: int) -> int:
    return min(HARD_LIMIT, 2 + int64(state.food[seat]))


@jit
def build_limit(state: Record, seat: int) -> int:
    return min(HARD_LIMIT, 2 + int64(state.builder[seat]))


@jit
def rounds_left(state: Record) -> float:
    """The rounds after this one, from the cards in the stacks and the draft limits."""
    cards = 0
    for stack in range(STACKS):
        cards += int64(state.height[stack])
    a_round = 0
    for seat in range(state.players):
        a_round += draft_limit(state, seat)
    return cards / a_round


@jit
def room_for(state: Record, seat: int, link: int) -> bool:
    """Whether a card on top of `link` has a place in the village."""
    cell = CELL[link]
    if state.cells[seat, cell] > 0 or (ROOM[link] == 2 and state.cells[seat, cell + 1] > 0):
        return True
    for i in range(MOVABLE):
        if state.standing[i] == seat and state.role[i] == link and state.on[i] < ROOM[link]:
            return True
    return False


@jit
def is_basic(card: int) -> bool:
    return card == BASICS[0] or card == BASICS[1] or card == BASICS[2]


@jit
def nearness(state: Record, seat: int, card: int) -> int:
    """How far a card in the hand is from being built: SPECIAL, READY, SOON or FAR."""
    if KIND[card] != CHAIN and KIND[card] != SOLITARY:
        return SPECIAL
    under = PREDECESSOR[card]
    if under < 0 or room_for(state, seat, under):
        return READY
    if is_basic(under):
        return SOON
    if copies(state.hand[seat], under) == 0:
        return FAR
    below = PREDECESSOR[under]
    if below < 0 or is_basic(below) or room_for(state, seat, below):
        return SOON
    return FAR


@jit
def gain(state: Record, seat: int, card: int, rounds: float) -> float:
    """What a card adds when it is built, with that many rounds left."""
    payments = 2 - int64(state.markets)
    total = 1.0 * payments * DUCATS[card]
    total += rounds * (FOOD_WORTH * FOOD[card] + BUILDER_WORTH * BUILDER[card])
    if SILVER[card] > 0:
        shown = symbols(state, seat, SILVER_PER[card]) + rounds
        total += SILVER[card] * shown / SILVER_COUNT[card]
    under = PREDECESSOR[card]
    if under >= 0:
        total -= payments * DUCATS[under]
        total -= rounds * (FOOD_WORTH * FOOD[under] + BUILDER_WORTH * BUILDER[under])
    if LOCK[card] >= 0:
        i = 2 * LOCK[card]
        own = state.owner[i] == seat or state.owner[i + 1] == seat
        total += LOCK_PRICE * payments if own else -LOCK_PRICE
    return total


@jit
def potential(state: Record, seat: int, card: int, rounds: float) -> float:
    """What a card in the hand is worth."""
    return potential_at(nearness(state, seat, card), state, seat, card, rounds)


@jit
def potential_at(near: int, state: Record, seat: int, card: int, rounds: float) -> float:
    """What a card in the hand is worth, given how far it is from being built."""
    if near == SPECIAL:
        return SPECIAL_WORTH
    return CERTAINTY[near] * max(gain(state, seat, card, rounds), 0.0)


@jit
def hand_parts(state: Record, seat: int, rounds: float) -> Any:
    """The worth of the hand as far as the builders can get through it, in four numbers.

    Of cards that can be placed now, that need another one first, whose predecessor is not at hand,
    and of special ones.
    """
    ready = later = distant = special = 0.0
    count = 0
    left = state.hand[seat, 0]
    while left != 0:
        card = lowest(left)
        left &= ~bit(card)
        number = copies(state.hand[seat], card)
        near = nearness(state, seat, card)
        worth = number * potential_at(near, state, seat, card, rounds)
        count += number if worth > 0.0 else 0
        if near == SPECIAL:
            special += worth
        elif near == READY:
            ready += worth
        elif near == SOON:
            later += worth
        else:
            distant += worth
    able = build_limit(state, seat) * (rounds + 1.0)
    share = 1.0 if able >= count else able / count
    return share * ready, share * later, share * distant, share * special
