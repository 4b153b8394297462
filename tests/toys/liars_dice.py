"""Liar's dice with one die a seat: a bluffing game of known value, and long chains of bids.

Each seat rolls a die of `sides` faces, unseen by the other. The seats bid in turn, p1 first:
`bid:2x3` says that the two dice have at least two threes together; the top face is wild and counts
as any. A bid must be higher, in dice and then in face, than the one before. Instead of bidding a
seat may say `liar`: the dice are shown, and the last bidder wins if the bid holds.
Value to p1: 1/9 with 3 faces, 1/16 with 4, 1/125 with 5 (payoff 1 or -1).
"""

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.game import NO_MEMORY, Game, Option, players_option
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.tests.toys.notation import TableNotation

KERNEL_SALT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

UNKNOWN = -1
MOST_SIDES = 5
DICE = 2

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# sides           faces of a die; the top one is wild
# rolled          dice rolled so far
# dice     (2,)   per seat: 0 not rolled, 1 .. sides, UNKNOWN
# called          1 once a seat has said liar
# shown           1 once the dice are shown
# bids            the bids made: bit i is the bid with the code i
# unused   (6,)   0
STATE = np.dtype(
    [(name, "i1") for name in ("viewer", "players", "sides", "rolled")]
    + [("dice", "i1", DICE), ("called", "i1"), ("shown", "i1"), ("bids", "<u2")]
    + [("unused", "i1", 6)]
)

# Moves: a bid is 5 * (dice - 1) + face - 1; LIAR; ROLL + face, face 0 where it is not seen;
# SHOW + 6 * p1's face + p2's.
LIAR, ROLL, SHOW = 16, 24, 32
BIDS = DICE * MOST_SIDES


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2
    state.sides = options[1]


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(DICE):
        if other != seat and seat != ALL and state.dice[other] != 0 and state.shown == 0:
            state.dice[other] = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def mover(state: Record) -> int:
    if state.shown == 1:
        return OVER
    if state.rolled < DICE or state.called == 1:
        return CHANCE
    return bidders(state) % 2


@jit
def bidders(state: Record) -> int:
    """How many bids were made."""
    count = 0
    for bid in range(BIDS):
        count += (int64(state.bids) >> bid) & 1
    return count


@jit
def last_bid(state: Record) -> int:
    """The code of the highest bid, -1 if there is none."""
    bid = BIDS - 1
    while bid >= 0 and (int64(state.bids) >> bid) & 1 == 0:
        bid -= 1
    return bid


@jit
def legal(state: Record, moves: Any) -> int:
    if mover(state) == CHANCE:
        return chance_moves(state, moves)
    count = 0
    last = last_bid(state)
    for bid in range(last + 1, BIDS):
        if bid % MOST_SIDES < state.sides:
            moves[count] = bid
            count += 1
    if last >= 0:
        moves[count] = LIAR
        count += 1
    return count


@jit
def chance_moves(state: Record, moves: Any) -> int:
    if state.rolled == DICE:
        moves[0] = show_move(state)
        return 1
    for face in range(1, state.sides + 1):
        moves[face - 1] = ROLL + face
    return int64(state.sides)


@jit
def show_move(state: Record) -> int:
    return SHOW + 6 * int64(state.dice[0]) + int64(state.dice[1])


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    if state.shown == 1:
        return 1
    if state.rolled < DICE:
        return roll_fits(state, event)
    if state.called == 1:
        return show_fits(state, event)
    last = last_bid(state)
    if event == LIAR:
        return 0 if last >= 0 else 2
    if event < 0 or event >= BIDS or event % MOST_SIDES >= state.sides:
        return 3
    return 0 if event > last else 4


@jit
def roll_fits(state: Record, event: int) -> int:
    if event < ROLL or event > ROLL + state.sides:
        return 5
    sees = state.viewer == ALL or state.viewer == state.rolled
    return 0 if (event > ROLL) == sees else 5


@jit
def show_fits(state: Record, event: int) -> int:
    for seat in range(DICE):
        face = shown_face(event, seat)
        known = int64(state.dice[seat])
        if event < SHOW or face < 1 or face > state.sides or (known != UNKNOWN and known != face):
            return 6
    return 0


@jit
def shown_face(event: int, seat: int) -> int:
    return (event - SHOW) // 6 if seat == 0 else (event - SHOW) % 6


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    if state.rolled == DICE:
        return show_move(state)
    return ROLL + 1 + draw(rng, int64(state.sides))


@jit
def redact(state: Record, move: int, seat: int) -> int:
    hidden = ROLL < move < SHOW and seat != ALL and seat != state.rolled
    return ROLL if hidden else move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move < BIDS:
        state.bids = int64(state.bids) | (1 << move)
    elif move == LIAR:
        state.called = 1
    elif move < SHOW:
        state.dice[state.rolled] = move - ROLL if move > ROLL else UNKNOWN
        state.rolled += 1
    else:
        state.dice[0], state.dice[1] = shown_face(move, 0), shown_face(move, 1)
        state.shown = 1


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    for seat in range(DICE):
        if view.dice[seat] == UNKNOWN:
            view.dice[seat] = 1 + draw(rng, int64(view.sides))
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    bid = last_bid(state)
    matching = 0
    for seat in range(DICE):
        face = int64(state.dice[seat])
        if face == bid % MOST_SIDES + 1 or face == state.sides:
            matching += 1
    bidder = (bidders(state) - 1) % 2
    winner = bidder if matching >= bid // MOST_SIDES + 1 else 1 - bidder
    out[winner] = 1.0
    out[1 - winner] = 0.0


def _bid(bid: int) -> str:
    return f"bid:{bid // MOST_SIDES + 1}x{bid % MOST_SIDES + 1}"


_TEXTS = {bid: _bid(bid) for bid in range(BIDS)}
_TEXTS |= {LIAR: "liar", ROLL: "roll:?"}
_TEXTS |= {ROLL + face: f"roll:{face}" for face in range(1, MOST_SIDES + 1)}
_TEXTS |= {
    SHOW + 6 * first + second: f"show:{first}/{second}"
    for first in range(1, MOST_SIDES + 1)
    for second in range(1, MOST_SIDES + 1)
}


class _Notation(TableNotation):
    RULES_BROKEN: Mapping[int, str] = {
        1: "the game is over",
        2: "there is no bid to doubt",
        3: "a seat bids or says liar now",
        4: "a bid must be higher than the last",
        5: "a die is rolled now",
        6: "the dice are shown now",
    }
    fields = ("rolled", "dice", "called", "shown", "bids")
    texts = _TEXTS

    def board(self, state: Record) -> str:
        bids = " ".join(_bid(bid) for bid in range(BIDS) if int(state["bids"]) >> bid & 1)
        return f"dice {[int(face) for face in state['dice']]}, bids {bids or 'none'}"

    def faults(self, state: Record) -> list[str]:
        sides, rolled = int(state["sides"]), int(state["rolled"])
        viewer, shown, called = (int(state[name]) for name in ("viewer", "shown", "called"))
        if not 2 <= sides <= MOST_SIDES or not 0 <= rolled <= DICE:
            return [f"{sides} sides, {rolled} dice rolled"]
        found = []
        for seat, face in enumerate(int(face) for face in state["dice"]):
            sees = viewer in (ALL, seat) or shown == 1
            faces = range(1) if seat >= rolled else range(1, sides + 1) if sees else (UNKNOWN,)
            if face not in faces:
                found.append(f"die {face} of seat {seat}")
        bids = [bid for bid in range(16) if int(state["bids"]) >> bid & 1]
        if any(bid >= BIDS or bid % MOST_SIDES >= sides for bid in bids):
            found.append(f"bids {bids}")
        if not 0 <= shown <= called <= int(bool(bids)) or (bids and rolled < DICE):
            found.append(f"rolled {rolled}, bids {bids}, called {called}, shown {shown}")
        if any(state["unused"]):
            found.append("unused must be 0")
        return found


def _sides(minimum: int, maximum: int) -> Option:
    return Option("sides", 3, "faces of a die", minimum=minimum, maximum=maximum)


GAME = Game(
    name="liars_dice",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2), _sides(2, 3)),
    option_fields=("players", "sides"),
    max_moves=BIDS,
    max_length=DICE + BIDS + 2,
    payoff_scale=2.0,
    payoff_offset=-1.0,
    enumerable=True,
    salt=KERNEL_SALT,
)
"""With few faces, for the laws, which walk every position."""

WIDE = replace(GAME, options=(players_option(2, 2), _sides(2, MOST_SIDES)))
"""With up to 5 faces: 76,000 positions."""
