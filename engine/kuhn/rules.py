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
JACK, QUEEN, KING = 1, 2, 3

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# turn            the seat to move, CHANCE or OVER
# dealt           cards dealt so far
# cards    (2,)   per seat: 0 not dealt yet, JACK .. KING, UNKNOWN
# line            the betting so far: a row of BETTING
# shown           1 after the showdown
STATE = np.dtype(
    [(name, "i1") for name in ("viewer", "players", "turn", "dealt")]
    + [("cards", "i1", 2), ("line", "i1"), ("shown", "i1")]
)

# Moves: CHECK .. CALL; DEAL + card, card 0 where it is not seen; SHOW + 3 * p1's rank + p2's
# rank, where the jack's rank is 0.
CHECK, BET, FOLD, CALL = 1, 2, 3, 4
DEAL, SHOW, END = 8, 12, 21

BY_CARDS = -1
BETTING = (
    # the line             turn    stake  winner    first  row after it
    ("",                   0,      1,     BY_CARDS, CHECK, 1),
    ("check",              1,      1,     BY_CARDS, CHECK, 3),
    ("bet",                1,      1,     BY_CARDS, FOLD,  5),
    ("check check",        CHANCE, 1,     BY_CARDS, 0,     0),
    ("check bet",          0,      1,     BY_CARDS, FOLD,  7),
    ("bet fold",           OVER,   1,     0,        0,     0),
    ("bet call",           CHANCE, 2,     BY_CARDS, 0,     0),
    ("check bet fold",     OVER,   1,     1,        0,     0),
    ("check bet call",     CHANCE, 2,     BY_CARDS, 0,     0),
)  # fmt: skip
"""Every line of betting: who moves then, what the loser has put in, who has won, and, where a
seat moves, the first of its two moves and the row that this leads to (the second: one further).
"""
TURN, STAKE, WINNER, FIRST, NEXT = (
    np.array([row[column] for row in BETTING], np.int64) for column in range(1, 6)
)


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2
    state.turn = CHANCE


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(2):
        if other != seat and seat != ALL and state.cards[other] != 0 and state.shown == 0:
            state.cards[other] = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def mover(state: Record) -> int:
    return int64(state.turn)


@jit
def legal(state: Record, moves: Any) -> int:
    if state.turn == CHANCE:
        return chance_moves(state, moves)
    first = FIRST[state.line]
    moves[0], moves[1] = first, first + 1
    return 2


@jit
def chance_moves(state: Record, moves: Any) -> int:
    if state.dealt == 2:
        moves[0] = show_move(state)
        return 1
    count = 0
    for card in range(JACK, KING + 1):
        if card != state.cards[0]:
            moves[count] = DEAL + card
            count += 1
    return count


@jit
def show_move(state: Record) -> int:
    return SHOW + 3 * (int64(state.cards[0]) - JACK) + int64(state.cards[1]) - JACK


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    if state.turn == OVER:
        return 1
    if state.turn != CHANCE:
        first = FIRST[state.line]
        return 0 if first <= event <= first + 1 else 2
    if state.dealt < 2:
        return deal_fits(state, event)
    return show_fits(state, event)


@jit
def deal_fits(state: Record, event: int) -> int:
    if event < DEAL or event > DEAL + KING:
        return 3
    sees = state.viewer == ALL or state.viewer == state.dealt
    if event == DEAL:
        return 4 if sees else 0
    if not sees:
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
    pair = event - SHOW
    return JACK + (pair // 3 if seat == 0 else pair % 3)


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    if state.dealt == 2:
        return show_move(state)
    if state.dealt == 0:
        return DEAL + JACK + draw(rng, 3)
    return DEAL + other_card(state.cards[0], rng)


@jit
def other_card(card: int, rng: Any) -> int:
    """One of the two cards that are not `card`."""
    drawn = JACK + draw(rng, 2)
    return drawn + 1 if drawn >= card else drawn


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if DEAL < move < SHOW and seat != ALL and seat != state.dealt:
        return DEAL
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move < DEAL:
        state.line = NEXT[state.line] + move - FIRST[state.line]
        state.turn = TURN[state.line]
    elif move < SHOW:
        state.cards[state.dealt] = move - DEAL if move > DEAL else UNKNOWN
        state.dealt += 1
        state.turn = CHANCE if state.dealt < 2 else TURN[0]
    else:
        state.cards[0], state.cards[1] = shown_card(move, 0), shown_card(move, 1)
        state.shown = 1
        state.turn = OVER


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    if view.cards[0] == UNKNOWN:
        view.cards[0] = other_card(view.cards[1], rng) if view.cards[1] > 0 else JACK + draw(rng, 3)
    if view.cards[1] == UNKNOWN:
        view.cards[1] = other_card(view.cards[0], rng)
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    winner = WINNER[state.line]
    if winner == BY_CARDS:
        winner = 0 if state.cards[0] > state.cards[1] else 1
    stake = 0.25 * STAKE[state.line]
    out[winner] = 0.5 + stake
    out[1 - winner] = 0.5 - stake
