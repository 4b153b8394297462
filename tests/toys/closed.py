"""A toy whose second seat has a hidden hand and makes a hidden choice, to test edges by events.

Chance deals p2 one of two cards, a or b, which p1 does not see. p1 goes. p2 plays its card or a
joker face up: `play:a` is possible in half of p1's worlds, the joker in all. Then p2 puts one
of {low, low, high} face down: two moves, of weights 2 and 1, that are one event to p1. Chance
shows it; p1 wins on low, p2 on high. The first result is 2/3 for p1 against uniform choices.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.game import NO_MEMORY, Game, players_option
from hinterland.engine.jit import Record, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.tests.toys.notation import TableNotation

UNKNOWN = -1

# field    meaning
# card     of p2: 0 not dealt, 1 a, 2 b, UNKNOWN
# played   face up: 0 nothing, 1 a, 2 b, 3 joker
# laid     face down: 0 nothing, 1 low, 2 high, UNKNOWN
# step     moves made
STATE = np.dtype(
    [
        ("viewer", "i1"),
        ("players", "i1"),
        ("card", "i1"),
        ("played", "i1"),
        ("laid", "i1"),
        ("step", "i1"),
        ("unused", "i1", 2),
    ]
)

TOKENS = {
    "hand:?": 0, "hand:a": 1, "hand:b": 2, "go": 3, "play:a": 5, "play:b": 6, "play:joker": 7,
    "put:?": 8, "put:low": 9, "put:high": 10, "show:low": 12, "show:high": 13,
}  # fmt: skip
NAMES = {code: token for token, code in TOKENS.items()}


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    if seat != 1 and seat != ALL:
        if state.card != 0:
            state.card = UNKNOWN if state.played == 0 or state.played == 3 else state.card
        if state.laid != 0 and state.step < 5:
            state.laid = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def mover(state: Record) -> int:
    if state.step == 5:
        return OVER
    if state.step == 0 or state.step == 4:
        return CHANCE
    return 0 if state.step == 1 else 1


@jit
def legal(state: Record, moves: Any) -> int:
    step = state.step
    if step == 1:
        moves[0] = 3
        return 1
    if step == 4:
        moves[0] = 11 + np.int64(state.laid)
        return 1
    if step == 0:
        moves[0], moves[1] = 1, 2
    elif step == 2:
        moves[0], moves[1] = 4 + np.int64(state.card), 7
    else:
        moves[0], moves[1] = 9, 10
    return 2


@jit
def weight(state: Record, move: int) -> int:
    return 2 if move == 9 else 1


@jit
def fits(state: Record, event: int) -> int:
    sees = state.viewer == ALL or state.viewer == 1
    step = state.step
    if step == 0:
        return 0 if (1 <= event <= 2 if sees else event == 0) else 1
    if step == 1:
        return 0 if event == 3 else 1
    if step == 2:
        possible = event == 7 or (5 <= event <= 6 and state.card in (UNKNOWN, event - 4))
        return 0 if possible else 1
    if step == 3:
        return 0 if (9 <= event <= 10 if sees else event == 8) else 1
    if step == 4:
        return 0 if 12 <= event <= 13 and state.laid in (UNKNOWN, event - 11) else 1
    return 1


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = legal(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    return 1 + draw(rng, 2) if state.step == 0 else 11 + np.int64(state.laid)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if seat == 1 or seat == ALL:
        return move
    if move <= 2:
        return 0
    return 8 if 8 <= move <= 10 else move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if state.step == 0:
        state.card = move if move > 0 else UNKNOWN
    elif state.step == 2:
        state.played = move - 4
        if move < 7:
            state.card = move - 4
    elif state.step == 3:
        state.laid = move - 8 if move > 8 else UNKNOWN
    elif state.step == 4:
        state.laid = move - 11
    state.step += 1


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    if view.card == UNKNOWN:
        view.card = 1 + draw(rng, 2)
    if view.laid == UNKNOWN:
        view.laid = 1 if draw(rng, 3) < 2 else 2
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    out[0] = 1.0 if state.laid == 1 else 0.0
    out[1] = 1.0 - out[0]


class _Notation(TableNotation):
    RULES_BROKEN: Mapping[int, str] = {1: "that is not possible now"}
    fields = ("card", "played", "laid", "step")
    texts = NAMES

    def faults(self, state: Record) -> list[str]:
        step = int(state["step"])
        unknown = (0,) if int(state["viewer"]) in (ALL, 1) else (0, UNKNOWN)
        cards = (1, 2, *unknown[1:]) if step > 0 else (0,)
        laid = (1, 2) if step == 5 else (1, 2, *unknown[1:]) if step == 4 else (0,)
        played = (1, 2, 3) if step > 2 else (0,)
        allowed = {"step": range(6), "card": cards, "laid": laid, "played": played}
        found = [f"{name} is {state[name]}" for name in allowed if state[name] not in allowed[name]]
        if state["played"] in (1, 2) and state["played"] != state["card"]:
            found.append("the card played was not held")
        return found


GAME = Game(
    name="closed",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=2,
    max_length=5,
    enumerable=True,
    salt=Path(__file__).read_text(),
)
