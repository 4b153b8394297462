"""A toy with two rolls of two dice and nothing hidden, to test how search treats chance.

p1 takes the `safe` share of 0.55, or rolls two dice: then it may `stay` and has the share
(total - 2) / 10, or roll once more and has the share of the second total. p2 has the rest and
never moves. Rolling again is worth 0.5, so p1 stays with 7 or more, and rolling is worth
1/2 + 35/360 = 0.5972.
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.game import NO_MEMORY, Game, players_option
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.tests.toys.notation import TableNotation

KERNEL_SALT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# safe            1 once p1 has taken the safe share
# rolls           p1 has asked for so many
# stays           1 once p1 has stayed
# total    (2,)   of each roll, 0 before it
# unused          0
STATE = np.dtype(
    [
        ("viewer", "i1"),
        ("players", "i1"),
        ("safe", "i1"),
        ("rolls", "i1"),
        ("stays", "i1"),
        ("total", "i1", 2),
        ("unused", "i1"),
    ]
)

SAFE, ROLL, STAY, TOTAL = 1, 2, 3, 8
LEAST, MOST, OUTCOMES = 2, 12, 36


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
    if state.safe == 1 or state.stays == 1 or state.total[1] > 0:
        return OVER
    if state.rolls > 0 and state.total[state.rolls - 1] == 0:
        return CHANCE
    return 0


@jit
def legal(state: Record, moves: Any) -> int:
    if mover(state) == CHANCE:
        for total in range(LEAST, MOST + 1):
            moves[total - LEAST] = TOTAL + total
        return MOST - LEAST + 1
    if state.rolls == 0:
        moves[0], moves[1] = SAFE, ROLL
    else:
        moves[0], moves[1] = ROLL, STAY
    return 2


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    turn = mover(state)
    if turn == OVER:
        return 1
    if turn == CHANCE:
        return 0 if TOTAL + LEAST <= event <= TOTAL + MOST else 2
    return 0 if event == ROLL or event == (SAFE if state.rolls == 0 else STAY) else 3


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = legal(state, moves)
    for i in range(count):
        ways = min(i + 1, count - i)
        probabilities[i] = np.float64(ways) / OUTCOMES
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    return TOTAL + LEAST + draw(rng, 6) + draw(rng, 6)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move == SAFE:
        state.safe = 1
    elif move == ROLL:
        state.rolls += 1
    elif move == STAY:
        state.stays = 1
    else:
        state.total[state.rolls - 1] = move - TOTAL


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    if state.safe == 1:
        out[0] = 0.55
    else:
        out[0] = 0.1 * (int64(state.total[state.rolls - 1]) - LEAST)
    out[1] = 1.0 - out[0]


TOKENS = {"safe": SAFE, "roll": ROLL, "stay": STAY}
TOKENS |= {f"total:{total}": TOTAL + total for total in range(LEAST, MOST + 1)}
_NAMES = {code: token for token, code in TOKENS.items()}


class _Notation(TableNotation):
    RULES_BROKEN: Mapping[int, str] = {
        1: "the game is over",
        2: "dice are rolled now",
        3: "that is not possible now",
    }
    fields = ("safe", "rolls", "stays", "total")
    texts = _NAMES

    def faults(self, state: Record) -> list[str]:
        safe, rolls, stays = (int(state[name]) for name in ("safe", "rolls", "stays"))
        first, second = (int(total) for total in state["total"])
        rolled = range(LEAST, MOST + 1)
        sound = (
            safe in range(2 if rolls == 0 else 1)
            and rolls in range(3)
            and stays in range(2 if rolls == 1 and first > 0 else 1)
            and (first in rolled or (first == 0 and rolls < 2))
            and (first == 0 or rolls > 0)
            and (second == 0 or (second in rolled and rolls == 2))
            and int(state["unused"]) == 0
        )
        return [] if sound else [f"no position: {self.board(state)}"]


GAME = Game(
    name="hazard",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=MOST - LEAST + 1,
    max_length=4,
    payoff_scale=2.0,
    payoff_offset=-1.0,
    enumerable=True,
    salt=KERNEL_SALT,
)
