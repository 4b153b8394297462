"""Villages: where a card may lie, how it is put down, how its padlock is opened."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit

from .cards import (
    BUILDER,
    CELL,
    FOOD,
    FOUNDERS,
    LOCK,
    PREDECESSOR,
    ROOM,
    UNLOCKER,
)  # fmt: skip
from .codes import (
    LOCK_DEFAULT,
    LOCK_FREE,
    LOCK_RICHER,
    LOCK_SEAT,
    LOCK_SEAT_RICHER,
    PLACE_APPRENTICE,
    PLACE_BARE,
    PLACE_HALF,
    PLACE_MONK,
)  # fmt: skip
from .state import DUCAT_SIDE, FOOD_SIDE, MONKS, MOVABLE, NONE

LOCK_PRICE = 2


@jit
def shows_food(state: Record, seat: int, card: int) -> int:
    """The food symbols of an uncovered card in the village of a seat."""
    if card == FOUNDERS and state.side[seat] == FOOD_SIDE:
        return 1
    return FOOD[card]


@jit
def lowest_link(card: int, monks: int) -> int:
    """The link that the lowest of card and monks stands for; NONE where there is none."""
    link = card
    for _ in range(monks):
        link = PREDECESSOR[link]
        if link < 0:
            return NONE
    return link


@jit
def place_options(state: Record, seat: int, link: int) -> int:
    """The places for a card that stands for `link`, as bits `1 << place`."""
    under = PREDECESSOR[link]
    if under < 0:
        return 1 << PLACE_BARE
    cell = CELL[under]
    options = 0
    if state.cells[seat, cell] > 0:
        options = 1 << PLACE_BARE
    if ROOM[under] < 2:
        return options
    if state.cells[seat, cell + 1] > 0:
        options |= 1 << PLACE_HALF
    for i in range(MOVABLE):
        if state.standing[i] == seat and state.role[i] == under and state.on[i] == 1:
            options |= 1 << (PLACE_MONK if i < MONKS else PLACE_APPRENTICE)
    return options


@jit
def find_movable(state: Record, seat: int, apprentice: int, role: int, on: int) -> int:
    """A monk (or apprentice) of that seat, role and cards on it; -1 if there is none."""
    first = MONKS if apprentice != 0 else 0
    for i in range(first, first + MONKS):
        if state.standing[i] == seat and state.role[i] == role and state.on[i] == on:
            return i
    return -1


@jit
def stand(state: Record, seat: int, apprentice: int, role: int, on: int) -> None:
    """A monk (or apprentice) from outside the villages begins to stand for a link."""
    first = MONKS if apprentice != 0 else 0
    i = first if state.standing[first] == NONE else first + 1
    state.standing[i], state.role[i], state.on[i] = seat, role, on
    order_movables(state, first)


@jit
def leave(state: Record, i: int) -> None:
    """A monk leaves the villages."""
    state.standing[i], state.role[i], state.on[i] = NONE, 0, 0
    order_movables(state, 0)


@jit
def order_movables(state: Record, first: int) -> None:
    """Two monks, or apprentices: the lower seat, role, number first, one that is nowhere last."""
    second = first + 1
    if movable_key(state, first) > movable_key(state, second):
        seat, role, on = state.standing[first], state.role[first], state.on[first]
        state.standing[first] = state.standing[second]
        state.role[first], state.on[first] = state.role[second], state.on[second]
        state.standing[second], state.role[second], state.on[second] = seat, role, on


@jit
def movable_key(state: Record, i: int) -> int:
    if state.standing[i] == NONE:
        return 1 << 20
    return 512 * int64(state.standing[i]) + 4 * int64(state.role[i]) + int64(state.on[i])


@jit
def order_unlockers(state: Record, i: int) -> None:
    """Two copies of an unlocker: the lower seat, then fewer ducats first, one nowhere last."""
    one, two = int64(state.owner[i]), int64(state.owner[i + 1])
    later = one > two and two != NONE
    if (one == NONE and two != NONE) or later or (one == two and state.gold[i] > state.gold[i + 1]):
        gold = state.gold[i]
        state.owner[i], state.gold[i] = two, state.gold[i + 1]
        state.owner[i + 1], state.gold[i + 1] = one, gold


@jit
def cover(state: Record, seat: int, link: int, place: int) -> None:
    """One more card lies on the settler with role `link` at `place`."""
    cell = CELL[link]
    if place == PLACE_BARE:
        state.cells[seat, cell] -= 1
        state.cells[seat, cell + 1] += 1
        state.food[seat] -= shows_food(state, seat, link)
        state.builder[seat] -= BUILDER[link]
    elif place == PLACE_HALF:
        state.cells[seat, cell + 1] -= 1
        state.cells[seat, cell + 2] += 1
    else:
        apprentice = 1 if place == PLACE_APPRENTICE else 0
        state.on[find_movable(state, seat, apprentice, link, 1)] = 2
        order_movables(state, MONKS if apprentice != 0 else 0)


@jit
def add_settler(state: Record, seat: int, card: int) -> None:
    """A card, not a monk or apprentice, lies in a village with nothing on it."""
    state.cells[seat, CELL[card]] += 1
    state.food[seat] += shows_food(state, seat, card)
    state.builder[seat] += BUILDER[card]
    if UNLOCKER[card] >= 0:
        i = 2 * UNLOCKER[card]
        if state.owner[i] != NONE:
            i += 1
        state.owner[i] = seat
        order_unlockers(state, 2 * UNLOCKER[card])


@jit
def put_down(state: Record, seat: int, card: int, monks: int, place: int) -> None:
    """`place(X, m)` of the rules: a card with monks under it goes to a village."""
    link = PREDECESSOR[lowest_link(card, monks)]
    if link >= 0:
        cover(state, seat, link, place)
    link = card
    for _ in range(monks):
        link = PREDECESSOR[link]
        stand(state, seat, 0, link, 1)
    add_settler(state, seat, card)


@jit
def lock_options(state: Record, seat: int, card: int) -> int:
    """The ways to open the padlock of a card, as bits `1 << lock`; 1 where there is none."""
    if LOCK[card] < 0:
        return 1 << LOCK_DEFAULT
    i = 2 * LOCK[card]
    one, two = int64(state.owner[i]), int64(state.owner[i + 1])
    differ = one == two and state.gold[i] != state.gold[i + 1]
    options = 0
    if one == seat or two == seat:
        options = 1 << LOCK_DEFAULT
        if differ:
            options |= 1 << LOCK_RICHER
    elif state.supply[seat] >= LOCK_PRICE:
        options = paid_locks(one, two, differ)
    if state.tinner != 0:
        options |= 1 << LOCK_FREE
    return options


@jit
def paid_locks(one: int, two: int, differ: bool) -> int:
    """The locks that cost the seat, given the owners of the two unlockers."""
    if one == NONE and two == NONE:
        return 1 << LOCK_DEFAULT
    options = 0
    if one != NONE:
        options |= 1 << (LOCK_SEAT + one)
    if two != NONE:
        options |= 1 << (LOCK_SEAT + two)
    if differ:
        options |= 1 << (LOCK_SEAT_RICHER + one)
    return options


@jit
def open_lock(state: Record, seat: int, card: int, lock: int) -> None:
    """Pay for the padlock of a card, if it has one."""
    if LOCK[card] < 0 or lock == LOCK_FREE:
        return
    owner = seat
    if lock >= LOCK_SEAT_RICHER:
        owner = lock - LOCK_SEAT_RICHER
    elif lock >= LOCK_SEAT:
        owner = lock - LOCK_SEAT
    i = unlocker_of(state, owner, LOCK[card], lock == LOCK_RICHER or lock >= LOCK_SEAT_RICHER)
    if i >= 0:
        state.gold[i] += LOCK_PRICE
        order_unlockers(state, 2 * LOCK[card])
    if i < 0 or owner != seat:
        state.supply[seat] -= LOCK_PRICE


@jit
def unlocker_of(state: Record, seat: int, unlocker: int, richer: Any) -> int:
    """Which copy of an unlocker in a village is paid; -1 if the seat has none."""
    i = 2 * unlocker
    if state.owner[i] != seat:
        return i + 1 if state.owner[i + 1] == seat else -1
    if state.owner[i + 1] != seat:
        return i
    return i + 1 if richer else i


@jit
def flip_founders(state: Record, seat: int) -> None:
    """End of a build phase: with no food visible the founders show their food side."""
    if state.food[seat] == 0 and state.side[seat] == DUCAT_SIDE:
        state.side[seat] = FOOD_SIDE
        if state.cells[seat, CELL[FOUNDERS]] > 0:
            state.food[seat] += 1
