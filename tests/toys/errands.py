"""A toy in which one seat makes two moves in a row whose order does not matter.

p1 runs two of five errands, one after the other; its share is what the two are worth together.
p2 has the rest and never moves. `judged_errands` judges them for the search. The best are 3 and
4: 0.55.
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.errors import BadNotation
from hinterland.engine.game import NO_MEMORY, Game, players_option
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL, OVER

KERNEL_SALT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

ERRANDS, RUN = 5, 2
WORTH = np.array([0.0, 0.1, 0.2, 0.3, 0.25, 0.15])
"""Of errands 1 to 5."""

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# run      (2,)   the errands run, 0 not yet
# unused   (4,)   0
STATE = np.dtype([("viewer", "i1"), ("players", "i1"), ("run", "i1", RUN), ("unused", "i1", 4)])


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    state.viewer = seat
    memory.unused = 0


@jit
def mover(state: Record) -> int:
    return OVER if state.run[1] > 0 else 0


@jit
def legal(state: Record, moves: Any) -> int:
    count = 0
    for errand in range(1, ERRANDS + 1):
        if errand != state.run[0]:
            moves[count] = errand
            count += 1
    return count


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    if state.run[1] > 0:
        return 1
    return 0 if 1 <= event <= ERRANDS and event != state.run[0] else 2


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    return -1


@jit
def sample(state: Record, rng: Any) -> int:
    return 0


@jit
def redact(state: Record, move: int, seat: int) -> int:
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    state.run[1 if state.run[0] > 0 else 0] = move


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    out[0] = WORTH[int64(state.run[0])] + WORTH[int64(state.run[1])]
    out[1] = 1.0 - out[0]


class _Notation:
    RULES_BROKEN: Mapping[int, str] = {1: "the game is over", 2: "there is no such errand to run"}

    def parse(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= ERRANDS):
            raise BadNotation(f"no move {text!r}")
        return int(text)

    def format(self, move: int) -> str:
        return str(move) if 1 <= move <= ERRANDS else f"#{move}"

    def board(self, state: Record) -> str:
        return f"run {[int(errand) for errand in state['run']]}"

    def to_json(self, state: Record, memory: Record | None) -> dict[str, Any]:
        return {"run": [int(errand) for errand in state["run"]]}

    def from_json(self, data: Mapping[str, Any], state: Record, memory: Record) -> None:
        for name, value in data.items():
            state[name] = value

    def faults(self, state: Record) -> list[str]:
        first, second = (int(errand) for errand in state["run"])
        sound = 0 <= first <= ERRANDS and 0 <= second <= ERRANDS and not any(state["unused"])
        sound = sound and (second == 0 or second != first > 0)
        return [] if sound else [f"no position: {self.board(state)}"]


GAME = Game(
    name="errands",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=ERRANDS,
    max_length=RUN,
    enumerable=True,
    salt=KERNEL_SALT,
)
