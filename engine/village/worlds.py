"""Worlds drawn from what a seat knows: its view, its memory."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw, draw_unit
from hinterland.engine.seats import ALL

from .bits import ZERO, bit, copies, drop, lowest, put, size, size_of
from .cards import COUNT, SUIT, SUIT_WORD
from .hidden import SUIT_COUNT, back_count
from .memory import GONE, IN_HAND, IN_STACK, IS, TILT, is_sound, total_weight
from .piles import suit_of, unknown_of
from .state import HEIGHT, RESERVE, RESERVE_SIZE, STACKED, STACKS, UNKNOWN

ATTEMPTS = 64
"""Draws of one suit before a tilted one is taken as it is: never reached in practice."""

# The reserve's field holds lists of cards while it is not filled itself.


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    if view.viewer == ALL:
        return 0
    if not is_sound(memory):
        return 1
    back = UNKNOWN
    if view.height[RESERVE] > 0:
        back = int64(view.reserve[int64(view.height[RESERVE]) - 1])
    top = -1
    rest = 0
    for suit in range(SUIT_COUNT):
        due = 1 if view.reshuffled == 0 and back == unknown_of(suit) else 0
        end = draw_suit(view, memory, suit, rest, due, rng)
        if end < 0:
            return 1
        rest = hand_out(view, suit, end)
        if due == 1:
            rest -= 1
            top = int64(view.reserve[rest])
    rest = fill_stacks(view, rest, rng)
    view.unseen[0], view.unseen[1] = ZERO, ZERO
    view.viewer = ALL
    if view.reshuffled != 0:
        return 1 if rest != 0 else fill_from_pool(view, back, rng)
    return fill_reserve(view, rest, top, rng)


@jit
def draw_suit(view: Record, memory: Record, suit: int, start: int, due: int, rng: Any) -> int:
    """List the unseen cards of a suit from `start` on, those due to known places last, in random
    order; the end of the list, or -1 where there are too few.

    `due`: 1 if the top of the reserve is of this suit.
    """
    if memory.count[suit] == 0:
        end = list_suit(view, suit, start)
        return shuffle_due(view, start, end, back_count(view, suit, False) + due, rng)
    end = -1
    for _ in range(ATTEMPTS):
        node = choose(memory, suit, rng)
        if node < 0 or not assign(view, memory, suit, node):
            return -1
        end = list_suit(view, suit, start)
        end = shuffle_due(view, start, end, back_count(view, suit, False) + due, rng)
        if end < 0 or not tilted_out(view, memory, suit, node, end, rng):
            break
        unassign(view, memory, suit, node)
    return end


@jit
def list_suit(view: Record, suit: int, start: int) -> int:
    end = start
    for copy in range(2):
        left = view.unseen[copy] & SUIT_WORD[suit]
        while left != 0:
            card = lowest(left)
            left &= ~bit(card)
            view.reserve[end] = card
            end += 1
    return end


@jit
def shuffle_due(view: Record, start: int, end: int, due: int, rng: Any) -> int:
    """Draw the last `due` cards of a list at random; its end, or -1 if it is too short."""
    if end - start < due:
        return -1
    for i in range(end - 1, end - 1 - due, -1):
        j = start + draw(rng, i - start + 1)
        card = int64(view.reserve[j])
        view.reserve[j] = view.reserve[i]
        view.reserve[i] = card
    return end


@jit
def hand_out(view: Record, suit: int, end: int) -> int:
    """Put cards from the end of the list to hands and stacks, in the order of `tilted_out`."""
    for seat in range(int64(view.players)):
        for _ in range(int64(view.unknown[seat, suit])):
            end -= 1
            put(view.hand[seat], int64(view.reserve[end]))
        view.unknown[seat, suit] = 0
    back = unknown_of(suit)
    for stack in range(STACKS):
        i = HEIGHT * stack + int64(view.height[stack]) - 1
        while i >= HEIGHT * stack and view.stacks[i] != UNKNOWN:
            if view.stacks[i] == back:
                end -= 1
                view.stacks[i] = view.reserve[end]
            i -= 1
    return end


@jit
def fill_stacks(view: Record, rest: int, rng: Any) -> int:
    """Cards with unknown backs are drawn from the list; how many of it remain, -1 if too few."""
    for stack in range(STACKS):
        for i in range(HEIGHT * stack, HEIGHT * stack + int64(view.height[stack])):
            if view.stacks[i] != UNKNOWN:
                break
            if rest <= 0:
                return -1
            j = draw(rng, rest)
            rest -= 1
            view.stacks[i] = view.reserve[j]
            view.reserve[j] = view.reserve[rest]
    return rest


@jit
def fill_reserve(view: Record, rest: int, top: int, rng: Any) -> int:
    """What is left of the list is the reserve, `top` on it; 0, or 1 if the numbers differ."""
    height = int64(view.height[RESERVE])
    if top >= 0:
        height -= 1
    if rest != height:
        return 1
    shuffle_due(view, 0, height, height, rng)
    if top >= 0:
        view.reserve[height] = top
    for i in range(int64(view.height[RESERVE]), RESERVE_SIZE):
        view.reserve[i] = 0
    return 0


@jit
def fill_from_pool(view: Record, back: int, rng: Any) -> int:
    """The reserve is the cards of the pool in random order, `back` on top if that is known."""
    height = int64(view.height[RESERVE])
    if size(view.pool) != height:
        return 1
    count = 0
    for copy in range(2):
        left = view.pool[copy]
        while left != 0:
            card = lowest(left)
            left &= ~bit(card)
            view.reserve[count] = card
            count += 1
    for i in range(height, RESERVE_SIZE):
        view.reserve[i] = 0
    if back == UNKNOWN:
        shuffle_due(view, 0, height, height, rng)
        return 0
    suit = suit_of(back)
    if size_of(view.pool, SUIT_WORD[suit]) == 0:
        return 1
    raise_one(view, suit, draw(rng, size_of(view.pool, SUIT_WORD[suit])))
    shuffle_due(view, 0, height - 1, height - 1, rng)
    return 0


@jit
def raise_one(view: Record, suit: int, which: int) -> None:
    """Bring a card of a suit, counted from the bottom, to the top of the reserve."""
    last = int64(view.height[RESERVE]) - 1
    for i in range(last + 1):
        card = int64(view.reserve[i])
        if SUIT[card] == suit:
            if which == 0:
                view.reserve[i] = view.reserve[last]
                view.reserve[last] = card
                return
            which -= 1


# Hypotheses: see `memory`.


@jit
def choose(memory: Record, suit: int, rng: Any) -> int:
    """A hypothesis about a suit, drawn by weight; -1 if there is none."""
    left = int64(draw_unit(rng) * total_weight(memory, suit))
    chosen = -1
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit and memory.weight[node] > 0:
            chosen = node
            left -= memory.weight[node]
            if left < 0:
                break
    return chosen


@jit
def assign(view: Record, memory: Record, suit: int, node: int) -> bool:
    """Put the tracked cards where a hypothesis has them; False if they cannot be there."""
    for column in range(int64(memory.columns[suit])):
        place, card = int64(memory.place[node, column]), int64(memory.name[suit, column])
        if memory.kind[suit, column] != IS or place == GONE:
            continue
        if card < 0 or card >= COUNT or SUIT[card] != suit or copies(view.unseen, card) == 0:
            return False
        drop(view.unseen, card)
        if place >= IN_STACK:
            if place >= IN_STACK + STACKED or view.stacks[place - IN_STACK] != unknown_of(suit):
                return False
            view.stacks[place - IN_STACK] = card
        else:
            seat = place - IN_HAND
            if seat >= view.players or view.unknown[seat, suit] == 0:
                return False
            view.unknown[seat, suit] -= 1
            put(view.hand[seat], card)
    return True


@jit
def unassign(view: Record, memory: Record, suit: int, node: int) -> None:
    """Undo `assign`."""
    for column in range(int64(memory.columns[suit])):
        place, card = int64(memory.place[node, column]), int64(memory.name[suit, column])
        if memory.kind[suit, column] != IS or place == GONE:
            continue
        put(view.unseen, card)
        if place >= IN_STACK:
            view.stacks[place - IN_STACK] = unknown_of(suit)
        else:
            view.unknown[place - IN_HAND, suit] += 1
            drop(view.hand[place - IN_HAND], card)


@jit
def tilted_out(view: Record, memory: Record, suit: int, node: int, end: int, rng: Any) -> bool:
    """Whether the drawn cards before `end` are refused: half of those that a tilt names are."""
    for column in range(int64(memory.columns[suit])):
        place = int64(memory.place[node, column])
        if memory.kind[suit, column] != TILT or place == GONE:
            continue
        card = int64(memory.name[suit, column])
        if lies_at(view, suit, card, place, end) and draw_unit(rng) < 0.5:
            return True
    return False


@jit
def lies_at(view: Record, suit: int, card: int, place: int, end: int) -> bool:
    """Whether a card of the list will be handed out to a place."""
    for seat in range(int64(view.players)):
        for _ in range(int64(view.unknown[seat, suit])):
            end -= 1
            if view.reserve[end] == card and place == IN_HAND + seat:
                return True
    back = unknown_of(suit)
    for stack in range(STACKS):
        i = HEIGHT * stack + int64(view.height[stack]) - 1
        while i >= HEIGHT * stack and view.stacks[i] != UNKNOWN:
            if view.stacks[i] == back:
                end -= 1
                if view.reserve[end] == card and place == IN_STACK + i:
                    return True
            i -= 1
    return False
