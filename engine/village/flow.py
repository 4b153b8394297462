"""What comes next: through the draft, the road update, the build phases and the markets."""

from hinterland.engine.jit import Record, int64, jit

from .bits import put, size
from .market import hold_markets
from .piles import leftmost_stack
from .state import (
    BUILD,
    DRAFT,
    FINISHED,
    IN_BUILD,
    IN_DRAFT,
    IN_UPDATE,
    NONE,
    PROTECT,
    RESERVE,
    ROAD,
    SHOW,
    SHUFFLING,
    STACKS,
)  # fmt: skip
from .tableau import flip_founders

MOST = 5
"""The most cards drafted, and the most built, by a seat in a round."""
BASE = 2


@jit
def hiring_limit(state: Record, seat: int) -> int:
    return min(MOST, BASE + int64(state.food[seat]))


@jit
def building_limit(state: Record, seat: int) -> int:
    return min(MOST, BASE + int64(state.builder[seat]))


@jit
def following(state: Record, seat: int) -> int:
    """The next seat to the left."""
    return seat + 1 if seat + 1 < state.players else 0


@jit
def fetch(state: Record, source: int, target: int) -> bool:
    """Ask chance for a card from `source`; False if none can be had."""
    state.source, state.target = source, target
    state.phase = SHOW
    if source == RESERVE and state.height[RESERVE] == 0:
        if size(state.discards) == 0:
            state.source, state.target = 0, 0
            return False
        state.phase = SHUFFLING
    return True


# Draft


@jit
def begin_draft(state: Record) -> None:
    state.stage = IN_DRAFT
    state.turn = state.first
    state.phase = DRAFT
    if nothing_to_take(state):
        begin_update(state)


@jit
def nothing_to_take(state: Record) -> bool:
    for slot in range(ROAD):
        if state.road[slot] != NONE:
            return False
    return leftmost_stack(state) == STACKS


@jit
def replace_road_card(state: Record, slot: int) -> None:
    """A road card was taken: its slot is filled at once, if it can be."""
    stack = leftmost_stack(state)
    source = stack if stack < STACKS else RESERVE
    if not fetch(state, source, slot):
        next_drafter(state)


@jit
def next_drafter(state: Record) -> None:
    state.phase = DRAFT
    seat = int64(state.turn)
    if not nothing_to_take(state):
        for _ in range(int64(state.players)):
            seat = following(state, seat)
            if state.drafted[seat] < hiring_limit(state, seat):
                state.turn = seat
                return
    begin_update(state)


# Road update


@jit
def begin_update(state: Record) -> None:
    for seat in range(int64(state.players)):
        state.drafted[seat] = 0
    state.stage = IN_UPDATE
    state.turn = state.first
    if state.players == 2:
        state.phase = PROTECT
        state.protected = 0
    else:
        clear_road(state, True)


@jit
def clear_road(state: Record, with_ducats: bool) -> None:
    """Discard the road cards with ducats (or those without), then refill."""
    for slot in range(ROAD):
        if state.road[slot] != NONE and (state.ducats[slot] > 0) == with_ducats:
            put(state.discards, int64(state.road[slot]))
            state.road[slot] = NONE
            state.ducats[slot] = 0
    refill_from(state, 0)


@jit
def refill_from(state: Record, first_slot: int) -> None:
    """Fill the empty slots from `first_slot` on; after the last one the update is over."""
    for slot in range(first_slot, ROAD):
        if state.road[slot] == NONE and fetch(state, RESERVE, slot):
            return
    if state.players > 2:
        for slot in range(ROAD):
            if state.road[slot] != NONE:
                state.ducats[slot] += 1
    begin_build(state, int64(state.first))


# Build


@jit
def begin_build(state: Record, seat: int) -> None:
    state.stage, state.phase, state.turn = IN_BUILD, BUILD, seat
    state.used, state.exchanges, state.tinner = 0, 0, 0
    state.limit = building_limit(state, seat)


@jit
def end_build(state: Record) -> None:
    """The seat whose turn it is passes."""
    seat = int64(state.turn)
    flip_founders(state, seat)
    seat = following(state, seat)
    if seat != state.first:
        begin_build(state, seat)
        return
    state.used, state.exchanges, state.tinner, state.limit = 0, 0, 0, 0
    if hold_markets(state):
        state.phase = FINISHED
        return
    state.first = following(state, int64(state.first))
    state.rounds += 1
    begin_draft(state)


@jit
def shown_card_placed(state: Record) -> None:
    """The card asked for lies in its place: go on."""
    target = int64(state.target)
    state.source, state.target = 0, 0
    if state.stage == IN_UPDATE:
        refill_from(state, target + 1)
    else:
        next_drafter(state)
