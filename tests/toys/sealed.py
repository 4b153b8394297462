"""A toy with a hidden choice: p1 holds the cards {low, low, high}, and everybody knows it.

p1 puts one face down, p2 guesses which kind it is, chance shows it; a right guess wins the game
for p2, a wrong one for p1. `put:low` is one legal move that stands for two cards, so p2 takes
low for twice as likely as high, whatever p1's reasons. By both seats' best play each wins half
of the games.
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.errors import BadNotation, BadState
from hinterland.engine.game import NO_MEMORY, Game, players_option
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name

KERNEL_SALT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

UNKNOWN = -1
NONE, LOW, HIGH = 0, 1, 2
LOW_CARDS, CARDS = 2, 3

# field    meaning
# viewer   whose view this is, ALL for a state
# players  2
# turn     the seat to move, CHANCE or OVER
# card     p1's card face down: NONE yet, LOW, HIGH, UNKNOWN
# guess    of p2: NONE yet, LOW, HIGH
# unused   0
STATE = np.dtype(
    [
        ("viewer", "i1"),
        ("players", "i1"),
        ("turn", "i1"),
        ("card", "i1"),
        ("guess", "i1"),
        ("unused", "i1", 3),
    ]
)

# Moves: PUT + kind, kind 0 where it is not seen; GUESS + kind; SHOW + kind.
PUT, GUESS, SHOW = 1, 4, 7


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    if state.card != NONE and state.turn != OVER and not sees_card(seat):
        state.card = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def sees_card(seat: int) -> bool:
    """Whether that seat sees what is put down before it is shown."""
    return seat == 0 or seat == ALL


@jit
def mover(state: Record) -> int:
    return int64(state.turn)


@jit
def legal(state: Record, moves: Any) -> int:
    if state.turn == CHANCE:
        moves[0] = SHOW + int64(state.card)
        return 1
    base = PUT if state.turn == 0 else GUESS
    moves[0], moves[1] = base + LOW, base + HIGH
    return 2


@jit
def weight(state: Record, move: int) -> int:
    return LOW_CARDS if move == PUT + LOW else 1


@jit
def fits(state: Record, event: int) -> int:
    if state.turn == OVER:
        return 1
    if state.turn == 0:
        if sees_card(state.viewer):
            return 0 if PUT + LOW <= event <= PUT + HIGH else 2
        return 0 if event == PUT else 3
    if state.turn == 1:
        return 0 if GUESS + LOW <= event <= GUESS + HIGH else 4
    if event < SHOW + LOW or event > SHOW + HIGH:
        return 5
    return 0 if state.card == UNKNOWN or event == SHOW + state.card else 6


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    moves[0] = SHOW + int64(state.card)
    probabilities[0] = 1.0
    return 1


@jit
def sample(state: Record, rng: Any) -> int:
    return SHOW + int64(state.card)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    return PUT if PUT < move < GUESS and not sees_card(seat) else move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move <= PUT + HIGH:
        state.card = move - PUT if move > PUT else UNKNOWN
        state.turn = 1
    elif move <= GUESS + HIGH:
        state.guess = move - GUESS
        state.turn = CHANCE
    else:
        state.card = move - SHOW
        state.turn = OVER


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    if view.card == UNKNOWN:
        view.card = LOW if draw(rng, CARDS) < LOW_CARDS else HIGH
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    out[1] = 1.0 if state.guess == state.card else 0.0
    out[0] = 1.0 - out[1]


class _Notation:
    RULES_BROKEN: Mapping[int, str] = {
        1: "the game is over",
        2: "p1 puts a low or a high card face down",
        3: "this viewer does not see which card is put down",
        4: "p2 guesses low or high",
        5: "the card must be shown now",
        6: "that is not the card that was put down",
    }
    kinds: Mapping[int, str] = {NONE: "-", LOW: "low", HIGH: "high", UNKNOWN: "?"}
    texts: Mapping[int, str] = {
        PUT: "put:?",
        PUT + LOW: "put:low",
        PUT + HIGH: "put:high",
        GUESS + LOW: "guess:low",
        GUESS + HIGH: "guess:high",
        SHOW + LOW: "show:low",
        SHOW + HIGH: "show:high",
    }

    def parse(self, text: str) -> int:
        for move, token in self.texts.items():
            if token == text:
                return move
        raise BadNotation(f"no move {text!r}: expected one of {' '.join(self.texts.values())}")

    def format(self, move: int) -> str:
        return self.texts.get(move, f"#{move}")

    def board(self, state: Record) -> str:
        card, guess = self.kinds[int(state["card"])], self.kinds[int(state["guess"])]
        return f"face down {card}, guess {guess}{', shown' if state['turn'] == OVER else ''}"

    def to_json(self, state: Record, memory: Record | None) -> dict[str, Any]:
        return {
            "viewer": seat_name(int(state["viewer"])),
            "card": self.kinds[int(state["card"])],
            "guess": self.kinds[int(state["guess"])],
            "shown": bool(state["turn"] == OVER),
        }

    def from_json(self, data: Mapping[str, Any], state: Record, memory: Record) -> None:
        given = {**self.to_json(state, memory), **data}
        codes = {text: code for code, text in self.kinds.items()}
        try:
            state["card"], state["guess"] = codes[given["card"]], codes[given["guess"]]
        except (KeyError, TypeError) as error:
            raise BadState(f"expected one of {' '.join(codes)}: {error}") from None
        state["turn"] = OVER if given["shown"] is True else self._turn(state)

    def faults(self, state: Record) -> list[str]:
        card, guess, over = int(state["card"]), int(state["guess"]), bool(state["turn"] == OVER)
        if card not in self.kinds or guess not in (NONE, LOW, HIGH) or state["unused"].any():
            return [f"card {card}, guess {guess}: there is no such thing"]
        found = []
        if guess != NONE and card == NONE:
            found.append("p2 guesses after p1 has put a card down")
        if over and guess == NONE:
            found.append("the card is shown after the guess")
        seen = over or state["viewer"] in (0, ALL)
        if card != NONE and (card != UNKNOWN) != seen:
            found.append(f"card: the viewer {'sees' if seen else 'misses'} it")
        if not over and state["turn"] != self._turn(state):
            found.append(f"turn {int(state['turn'])}: expected {self._turn(state)}")
        return found

    def _turn(self, state: Record) -> int:
        """The mover before the show, from the fields that it follows from."""
        if state["card"] == NONE:
            return 0
        return 1 if state["guess"] == NONE else CHANCE


GAME = Game(
    name="sealed",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=2,
    max_length=3,
    payoff_scale=2.0,
    payoff_offset=-1.0,
    enumerable=True,
    salt=KERNEL_SALT,
)
