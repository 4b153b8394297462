"""Kuhn poker: three cards, one chip of ante, one bet of one chip, two seats.

Source: H. W. Kuhn, "A simplified two-person poker", 1950. Value to p1: -1/18.
"""

from typing import Any

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER

UNKNOWN = -1
"""A card that is dealt but not seen by the viewer."""
NONE, CHECK, BET, FOLD, CALL = 0, 1, 2, 3, 4

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# cards    (2,)   per seat: 0 not dealt yet, 1 jack, 2 queen, 3 king, UNKNOWN
# actions  (3,)   what the seats did in turn, p1 first: NONE .. CALL
# shown           1 after the showdown
STATE = np.dtype(
    [("viewer", "i1"), ("players", "i1"), ("cards", "i1", 2), ("actions", "i1", 3), ("shown", "i1")]
)

# Moves: CHECK .. CALL; DEAL + card, card 0 where it is not seen; SHOW + 3 * p1's + p2's card.
DEAL, SHOW, END = 8, 12, 24


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(2):
        if other != seat and seat != ALL and state.cards[other] != 0 and state.shown == 0:
            state.cards[other] = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def taken(state: Record) -> int:
    """How many actions were taken."""
    for i in range(3):
        if state.actions[i] == NONE:
            return i
    return 3


@jit
def last_action(state: Record) -> int:
    count = taken(state)
    return int64(state.actions[count - 1]) if count > 0 else NONE


@jit
def betting_over(state: Record) -> bool:
    last = last_action(state)
    return last >= FOLD or (last == CHECK and taken(state) == 2)


@jit
def mover(state: Record) -> int:
    if state.cards[1] == 0:
        return CHANCE
    if betting_over(state):
        return OVER if state.shown != 0 or last_action(state) == FOLD else CHANCE
    return taken(state) & 1


@jit
def legal(state: Record, moves: Any) -> int:
    if mover(state) == CHANCE:
        return chance_moves(state, moves)
    first = FOLD if last_action(state) == BET else CHECK
    moves[0], moves[1] = first, first + 1
    return 2


@jit
def chance_moves(state: Record, moves: Any) -> int:
    if state.cards[1] != 0:
        moves[0] = SHOW + 3 * int64(state.cards[0]) + int64(state.cards[1])
        return 1
    count = 0
    for card in range(1, 4):
        if card != state.cards[0]:
            moves[count] = DEAL + card
            count += 1
    return count


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    turn = mover(state)
    if turn == OVER:
        return 1
    if turn != CHANCE:
        first = FOLD if last_action(state) == BET else CHECK
        return 0 if first <= event <= first + 1 else 2
    if state.cards[1] == 0:
        return deal_fits(state, event)
    return show_fits(state, event)


@jit
def deal_fits(state: Record, event: int) -> int:
    if event < DEAL or event > DEAL + 3:
        return 3
    target = 0 if state.cards[0] == 0 else 1
    if event == DEAL:
        return 0 if state.viewer != ALL and state.viewer != target else 4
    if state.viewer != ALL and state.viewer != target:
        return 5
    return 6 if event - DEAL == state.cards[0] else 0


@jit
def show_fits(state: Record, event: int) -> int:
    if event < SHOW or event >= END:
        return 7
    for seat in range(2):
        card = shown_card(event, seat)
        if state.cards[seat] != UNKNOWN and card != state.cards[seat]:
            return 8
    return 8 if shown_card(event, 0) == shown_card(event, 1) else 0


@jit
def shown_card(event: int, seat: int) -> int:
    pair = event - SHOW - 4
    return 1 + (pair // 3 if seat == 0 else pair % 3)


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    if state.cards[1] != 0:
        return SHOW + 3 * int64(state.cards[0]) + int64(state.cards[1])
    if state.cards[0] == 0:
        return DEAL + 1 + draw(rng, 3)
    return DEAL + other_card(state.cards[0], rng)


@jit
def other_card(card: int, rng: Any) -> int:
    """One of the two cards that are not `card`."""
    drawn = 1 + draw(rng, 2)
    return drawn + 1 if drawn >= card else drawn


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if DEAL < move <= DEAL + 3 and seat != ALL:
        target = 0 if state.cards[0] == 0 else 1
        return move if seat == target else DEAL
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move < DEAL:
        state.actions[taken(state)] = move
    elif move <= DEAL + 3:
        target = 0 if state.cards[0] == 0 else 1
        state.cards[target] = move - DEAL if move > DEAL else UNKNOWN
    else:
        state.shown = 1
        state.cards[0], state.cards[1] = shown_card(move, 0), shown_card(move, 1)


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    if view.cards[0] == UNKNOWN:
        view.cards[0] = other_card(view.cards[1], rng) if view.cards[1] > 0 else 1 + draw(rng, 3)
    if view.cards[1] == UNKNOWN:
        view.cards[1] = other_card(view.cards[0], rng)
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    last = last_action(state)
    stake = 2.0 if last == CALL else 1.0
    if last == FOLD:
        winner = taken(state) & 1
    else:
        winner = 0 if state.cards[0] > state.cards[1] else 1
    out[winner] = 0.5 + 0.25 * stake
    out[1 - winner] = 0.5 - 0.25 * stake
