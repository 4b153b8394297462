"""Leduc poker: six cards, two rounds of betting with a public card between them, two seats.

Source: Southey and others, "Bayes' bluff: opponent modelling in poker", UAI 2005. The ante is
1, raises are 2 and then 4, at most two of them a round. Value to p1: -0.0856.
"""

from typing import Any

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.leduc.betting import CALLED, COUNT, FIRST, NEXT, TURN, WINNER
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER

UNKNOWN = -1
"""A card that is dealt but not seen by the viewer."""
JACK, QUEEN, KING, COPIES = 1, 2, 3, 2

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# turn            the seat to move, CHANCE or OVER
# cards    (2,)   per seat: 0 not dealt yet, JACK .. KING, UNKNOWN
# public          the public card: 0 before it is dealt, JACK .. KING
# lines    (2,)   per round: its betting so far, a row of betting.BETTING
STATE = np.dtype(
    [
        ("viewer", "i1"),
        ("players", "i1"),
        ("turn", "i1"),
        ("cards", "i1", 2),
        ("public", "i1"),
        ("lines", "i1", 2),
    ]
)

# Moves: CHECK .. RAISE of betting; DEAL + card, card 0 where it is not seen; PUBLIC_CARD + card;
# SHOW + 3 * p1's rank + p2's rank, where the jack's rank is 0.
DEAL, PUBLIC_CARD, SHOW, END = 8, 12, 16, 25

ANTE = 1
RAISES = np.array([2, 4], np.int64)
"""The chips of a raise in each round."""
MOST = 13
"""The chips that the loser can lose."""


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2
    state.turn = CHANCE


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(2):
        if other != seat and seat != ALL and state.cards[other] != 0 and not shown(state):
            state.cards[other] = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def shown(state: Record) -> bool:
    """Whether the game ended with a showdown."""
    return state.turn == OVER and WINNER[last_line(state)] < 0


@jit
def last_line(state: Record) -> int:
    """The betting of the present round."""
    return int64(state.lines[0 if state.public == 0 else 1])


@jit
def mover(state: Record) -> int:
    return int64(state.turn)


@jit
def legal(state: Record, moves: Any) -> int:
    if state.turn == CHANCE:
        return chance_moves(state, moves)
    line = last_line(state)
    for i in range(COUNT[line]):
        moves[i] = FIRST[line] + i
    return COUNT[line]


@jit
def chance_moves(state: Record, moves: Any) -> int:
    base = deal_base(state)
    if base == SHOW:
        moves[0] = show_move(state)
        return 1
    count = 0
    for card in range(JACK, KING + 1):
        if copies_left(state, card) > 0:
            moves[count] = base + card
            count += 1
    return count


@jit
def deal_base(state: Record) -> int:
    """What chance does now: DEAL, PUBLIC_CARD or SHOW."""
    if state.cards[1] == 0:
        return DEAL
    return PUBLIC_CARD if state.public == 0 else SHOW


@jit
def show_move(state: Record) -> int:
    return SHOW + 3 * (int64(state.cards[0]) - JACK) + int64(state.cards[1]) - JACK


@jit
def copies_left(state: Record, card: int) -> int:
    """How many cards of that rank the viewer does not see."""
    count = COPIES
    for seat in range(2):
        if state.cards[seat] == card:
            count -= 1
    return count - 1 if state.public == card else count


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    if state.turn == OVER:
        return 1
    if state.turn != CHANCE:
        line = last_line(state)
        return 0 if FIRST[line] <= event < FIRST[line] + COUNT[line] else 2
    base = deal_base(state)
    if base == DEAL:
        return deal_fits(state, event)
    if base == SHOW:
        return show_fits(state, event)
    if event <= PUBLIC_CARD or event > PUBLIC_CARD + KING:
        return 7
    return 0 if copies_left(state, event - PUBLIC_CARD) > 0 else 6


@jit
def deal_fits(state: Record, event: int) -> int:
    if event < DEAL or event > DEAL + KING:
        return 3
    sees = state.viewer == ALL or state.viewer == target(state)
    if event == DEAL:
        return 4 if sees else 0
    if not sees:
        return 5
    return 0 if copies_left(state, event - DEAL) > 0 else 6


@jit
def target(state: Record) -> int:
    """The seat that the next card is dealt to."""
    return 0 if state.cards[0] == 0 else 1


@jit
def show_fits(state: Record, event: int) -> int:
    if event < SHOW or event >= END:
        return 8
    first, second = shown_card(event, 0), shown_card(event, 1)
    if state.cards[0] != UNKNOWN and first != state.cards[0]:
        return 9
    if state.cards[1] != UNKNOWN and second != state.cards[1]:
        return 9
    return 9 if first == second and first == state.public else 0


@jit
def shown_card(event: int, seat: int) -> int:
    pair = event - SHOW
    return JACK + (pair // 3 if seat == 0 else pair % 3)


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = chance_moves(state, moves)
    if count == 1:
        probabilities[0] = 1.0
        return 1
    base = deal_base(state)
    total = 0
    for i in range(count):
        total += copies_left(state, moves[i] - base)
    for i in range(count):
        probabilities[i] = copies_left(state, moves[i] - base) / total
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    base = deal_base(state)
    return show_move(state) if base == SHOW else base + unseen_card(state, rng)


@jit
def unseen_card(state: Record, rng: Any) -> int:
    """A card drawn from those that the viewer does not see."""
    jacks, queens = copies_left(state, JACK), copies_left(state, QUEEN)
    drawn = draw(rng, jacks + queens + copies_left(state, KING))
    if drawn < jacks:
        return JACK
    return QUEEN if drawn < jacks + queens else KING


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if DEAL < move < PUBLIC_CARD and seat != ALL and seat != target(state):
        return DEAL
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move < DEAL:
        betting_round = 0 if state.public == 0 else 1
        line = state.lines[betting_round]
        line = NEXT[line] + move - FIRST[line]
        state.lines[betting_round] = line
        state.turn = TURN[line]
    elif move < PUBLIC_CARD:
        seat = target(state)
        state.cards[seat] = move - DEAL if move > DEAL else UNKNOWN
        state.turn = CHANCE if seat == 0 else 0
    elif move < SHOW:
        state.public = move - PUBLIC_CARD
        state.turn = 0
    else:
        state.cards[0], state.cards[1] = shown_card(move, 0), shown_card(move, 1)
        state.turn = OVER


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    for seat in range(2):
        if view.cards[seat] == UNKNOWN:
            view.cards[seat] = unseen_card(view, rng)
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    chips = ANTE + RAISES[0] * CALLED[state.lines[0]] + RAISES[1] * CALLED[state.lines[1]]
    winner = WINNER[last_line(state)]
    if winner < 0:
        winner = best_hand(state)
    share = chips / (2.0 * MOST)
    out[0] = out[1] = 0.5
    if winner >= 0:
        out[winner] = 0.5 + share
        out[1 - winner] = 0.5 - share


@jit
def best_hand(state: Record) -> int:
    """The seat that wins a showdown, -1 for a tie: a pair, else the higher card."""
    first, second = state.cards[0], state.cards[1]
    if first == second:
        return -1
    if first == state.public or (second != state.public and first > second):
        return 0
    return 1
