"""Hands, stacks and the reserve: the places of cards that need not be known to the viewer.

Everything here works on states and on views: in a view a card may be UNKNOWN.
"""

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL

from .bits import copies, drop
from .cards import SUIT
from .state import HEIGHT, RESERVE, STACKS, TURNED


@jit
def unknown_of(suit: int) -> int:
    """A hidden card whose back shows `suit`."""
    return -2 - suit


@jit
def suit_of(card: int) -> int:
    """The suit of a card or of a hidden one; -1 for UNKNOWN."""
    return SUIT[card] if card >= 0 else -2 - card


@jit
def top_card(state: Record, source: int) -> int:
    """The top card of a stack or of the reserve, which must not be empty."""
    below = int64(state.height[source]) - 1
    if source == RESERVE:
        return int64(state.reserve[below])
    return int64(state.stacks[HEIGHT * source + below])


@jit
def next_suit(state: Record, source: int) -> int:
    """The suit beneath the top card; -1 if it is not known, -2 if no card is there."""
    below = int64(state.height[source]) - 2
    if below < 0:
        return -2
    if source == RESERVE:
        return suit_of(int64(state.reserve[below]))
    return suit_of(int64(state.stacks[HEIGHT * source + below]))


@jit
def leftmost_stack(state: Record) -> int:
    """The first stack that is not empty; STACKS if there is none."""
    for stack in range(STACKS):
        if state.height[stack] > 0:
            return stack
    return STACKS


@jit
def push(state: Record, stack: int, card: int) -> None:
    """Put a card on a stack."""
    state.stacks[HEIGHT * stack + int64(state.height[stack])] = card
    state.height[stack] += 1


@jit
def pop(state: Record, source: int, card: int, following: int) -> None:
    """Turn up the top card; `following` is 0 or 1 + the suit of the one beneath."""
    known = top_card(state, source) >= 0
    hidden_next = next_suit(state, source) == -1
    state.height[source] -= 1
    top = int64(state.height[source])
    if source == RESERVE:
        state.reserve[top] = 0
        if hidden_next and following > 0:
            state.reserve[top - 1] = unknown_of(following - 1)
    else:
        state.stacks[HEIGHT * source + top] = 0
        if hidden_next and following > 0:
            state.stacks[HEIGHT * source + top - 1] = unknown_of(following - 1)
    if source == RESERVE and state.reshuffled != 0:
        state.reshuffled = TURNED
        drop(state.pool, card)
    elif not known:
        drop(state.unseen, card)


@jit
def spend(state: Record, seat: int, card: int) -> None:
    """A card with a name leaves a hand: the known copy if there is one."""
    if copies(state.hand[seat], card) > 0:
        drop(state.hand[seat], card)
    else:
        state.unknown[seat, SUIT[card]] -= 1
        drop(state.unseen, card)


@jit
def missing(state: Record, seat: int, card: int, count: int) -> int:
    """How many of `count` copies must be among a hand's unknown cards; -1 if they cannot be."""
    short = count - copies(state.hand[seat], card)
    if short <= 0:
        return 0
    if short > state.unknown[seat, SUIT[card]] or short > copies(state.unseen, card):
        return -1
    return short


@jit
def hides(state: Record, seat: int) -> bool:
    """Whether the viewer does not see the hand of `seat`."""
    return state.viewer != ALL and state.viewer != seat
