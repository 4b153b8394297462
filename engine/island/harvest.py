"""After the cards of a roll, and of the second piece of the setup: gold, fish, the Aqueduct."""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.cards import RESOURCES, count, single
from hinterland.engine.island.flow import back_to_turn, next_in_queue, setup_corner
from hinterland.engine.island.hands import gain
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import PASS, PICK, RETURN_MOVE, code
from hinterland.engine.island.production import gold_at, gold_due, is_by_fish, tokens_due
from hinterland.engine.island.progress import SCIENCE
from hinterland.engine.island.shoal import (
    MOST_TOKENS,
    VALUES,
    lane,
    may_pay,
    one,
    pool_size,
    refill,
    spend,
    take_token,
    tokens_held,
)
from hinterland.engine.island.state import (
    AQUEDUCT,
    GOLD_PICK,
    NOBODY,
    RETURN,
    SETUP_GOLD,
    SETUP_ROAD,
    TOKEN,
)
from hinterland.engine.jit import Record, int64, jit

AQUEDUCT_LEVEL: Final = 3


@jit
def start_harvest(state: Record) -> None:
    """After the cards of a roll: each seat picks for gold, then draws its fish, clockwise."""
    if state.options[o.SEAFARERS] == 0 and state.options[o.FISH] == 0:
        end_harvest(state)
        return
    number = int64(state.red) + int64(state.yellow)
    state.due, state.queue = 0, 0
    if state.options[o.SEAFARERS] != 0:
        for seat in range(int64(state.players)):
            if gold_due(state, seat, number) > 0:
                state.queue |= 1 << seat
    state.phase = GOLD_PICK
    go_on_with_gold(state)


@jit
def start_setup_harvest(state: Record, corner: int) -> None:
    """After the cards of the second piece: a pick for each gold hex, and one fish token."""
    state.due = gold_at(state, corner)
    state.phase = SETUP_GOLD
    go_on_with_gold(state)


@jit
def go_on_with_gold(state: Record) -> None:
    """Ask for the next pick, or go on with the fish."""
    while True:
        while state.due > 0:
            kinds = pickable_kinds(state)
            if kinds > 1:
                return
            state.due -= 1
            if kinds == 1:
                take_pick(state, first_pickable(state))
        if state.turns == 0:
            break
        seat = next_in_queue(state)
        if seat == NOBODY:
            break
        state.actor = seat
        state.due = gold_due(state, seat, int64(state.red) + int64(state.yellow))
    start_tokens(state)


@jit
def take_pick(state: Record, kind: int) -> None:
    """A card for gold: its seat needs no Aqueduct."""
    seat = int64(state.actor)
    gain(state, seat, single(kind, 1))
    state.unpaid = int64(state.unpaid) & ~(1 << seat)


@jit
def pickable_kinds(state: Record) -> int:
    """Kinds of resources that the bank holds."""
    kinds = 0
    for kind in range(RESOURCES):
        kinds += 1 if count(state.bank, kind) > 0 else 0
    return kinds


@jit
def first_pickable(state: Record) -> int:
    for kind in range(RESOURCES):
        if count(state.bank, kind) > 0:
            return kind
    return 0


@jit
def start_tokens(state: Record) -> None:
    """Settle who draws fish tokens, and begin."""
    state.due, state.queue = 0, 0
    if state.options[o.FISH] != 0:
        if state.turns == 0:
            state.due = 1 if is_by_fish(state, setup_corner(state)) else 0
        else:
            number = int64(state.red) + int64(state.yellow)
            for seat in range(int64(state.players)):
                if tokens_due(state, seat, number) > 0:
                    state.queue |= 1 << seat
    go_on_with_tokens(state)


@jit
def go_on_with_tokens(state: Record) -> None:
    """The next token, a swap where the hand is full, or what comes after the fish."""
    while True:
        if state.due > 0:
            if tokens_held(state, int64(state.actor)) >= MOST_TOKENS:
                state.phase = RETURN
                return
            refill(state)
            if pool_size(state) > 0:
                state.phase = TOKEN
                return
            state.due = 0
        seat = next_in_queue(state)
        if seat == NOBODY:
            break
        state.actor = seat
        state.due = tokens_due(state, seat, int64(state.red) + int64(state.yellow))
    end_harvest(state)


@jit
def end_harvest(state: Record) -> None:
    if state.turns == 0:
        state.phase, state.unpaid = SETUP_ROAD, 0
    else:
        start_aqueducts(state)


@jit
def start_aqueducts(state: Record) -> None:
    """Seats with an Aqueduct that got no card take one."""
    if with_knights(state):
        for seat in range(int64(state.players)):
            if state.improvements[seat, SCIENCE] >= AQUEDUCT_LEVEL:
                state.queue = int64(state.queue) | (int64(state.unpaid) & 1 << seat)
    state.unpaid = 0
    next_aqueduct(state)


@jit
def next_aqueduct(state: Record) -> None:
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = AQUEDUCT, seat
    else:
        back_to_turn(state)


@jit
def play_pick(state: Record, kind: int) -> None:
    take_pick(state, kind)
    state.due -= 1
    go_on_with_gold(state)


@jit
def play_token(state: Record, value: int) -> None:
    take_token(state, int64(state.actor), value)
    state.due -= 1
    go_on_with_tokens(state)


@jit
def play_return(state: Record, value: int) -> None:
    """Swap a token for one blind draw; the other draws are lost."""
    spend(state, int64(state.actor), one(value))
    state.due = 1
    go_on_with_tokens(state)


@jit
def keep_tokens(state: Record) -> None:
    """Do not swap: the draws are lost."""
    state.due = 0
    go_on_with_tokens(state)


@jit
def list_picks(state: Record, moves: Any) -> int:
    total = 0
    for kind in range(RESOURCES):
        if count(state.bank, kind) > 0:
            moves[total] = code(PICK, kind)
            total += 1
    return total


@jit
def list_returns(state: Record, moves: Any) -> int:
    moves[0], total = code(PASS, 0), 1
    for value in range(1, VALUES + 1):
        if lane(int64(state.fish[state.actor]), value) > 0:
            moves[total] = code(RETURN_MOVE, value)
            total += 1
    return total


@jit
def pick_fits(state: Record, kind: int, body: int) -> bool:
    return kind == PICK and body < RESOURCES and count(state.bank, body) > 0


@jit
def return_fits(state: Record, kind: int, body: int) -> bool:
    if kind == PASS:
        return body == 0
    good = kind == RETURN_MOVE and 1 <= body <= VALUES
    return good and may_pay(state, int64(state.actor), one(body))
