"""Three trees of known value, each with one fault of searching hidden information to show.

Chance chooses one of two worlds with even odds; then p1, and in trees b and c perhaps p2, move.
Values to p1: 0.5, 0.25 and -0.25.
"""

from typing import Any

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.engine.tree.trees import COUNT, FIRST, NEXT, PAYOFF, ROOT, SEES_WORLD, TURN

UNKNOWN = -1
"""A world that is chosen but not seen by the viewer."""

# field    meaning
# viewer   whose view this is, ALL for a state
# players  2
# turn     the seat to move, CHANCE or OVER
# tree     0 a, 1 b, 2 c
# node     a row of trees.NODES
# world    0 not chosen yet, 1, 2, UNKNOWN
# shown    1 after the world was shown, at the end
# unused   0
STATE = np.dtype(
    [(name, "i1") for name in ("viewer", "players", "turn", "tree")]
    + [(name, "i1") for name in ("node", "world", "shown", "unused")]
)

# Moves: those of trees.NODES; WORLD + world, world 0 where it is not seen; SHOW + world.
WORLD, SHOW = 12, 15


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = 2
    state.turn = CHANCE
    state.tree = options[1]
    state.node = ROOT[options[1]]


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    if state.world != 0 and state.shown == 0 and not sees_world(state, seat):
        state.world = UNKNOWN
    state.viewer = seat
    memory.unused = 0


@jit
def sees_world(state: Record, seat: int) -> bool:
    """Whether that seat sees which world chance chooses."""
    return seat == ALL or (seat == 0 and SEES_WORLD[state.tree] != 0)


@jit
def mover(state: Record) -> int:
    return int64(state.turn)


@jit
def legal(state: Record, moves: Any) -> int:
    if state.turn == CHANCE:
        return chance_moves(state, moves)
    for i in range(COUNT[state.node]):
        moves[i] = FIRST[state.node] + i
    return COUNT[state.node]


@jit
def chance_moves(state: Record, moves: Any) -> int:
    if state.world != 0:
        moves[0] = SHOW + int64(state.world)
        return 1
    moves[0], moves[1] = WORLD + 1, WORLD + 2
    return 2


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    if state.turn == OVER:
        return 1
    if state.turn != CHANCE:
        first = FIRST[state.node]
        return 0 if first <= event < first + COUNT[state.node] else 2
    if state.world == 0:
        return world_fits(state, event)
    if event <= SHOW or event > SHOW + 2:
        return 6
    return 0 if state.world == UNKNOWN or event == SHOW + state.world else 7


@jit
def world_fits(state: Record, event: int) -> int:
    if event < WORLD or event > WORLD + 2:
        return 3
    if event == WORLD:
        return 4 if sees_world(state, state.viewer) else 0
    return 0 if sees_world(state, state.viewer) else 5


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def sample(state: Record, rng: Any) -> int:
    if state.world != 0:
        return SHOW + int64(state.world)
    return WORLD + 1 + draw(rng, 2)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    if WORLD < move < SHOW and not sees_world(state, seat):
        return WORLD
    return move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move < WORLD:
        state.node = NEXT[state.node] + move - FIRST[state.node]
        state.turn = TURN[state.node]
    elif move < SHOW:
        state.world = move - WORLD if move > WORLD else UNKNOWN
        state.turn = TURN[state.node]
    else:
        state.world = move - SHOW
        state.shown = 1
        state.turn = OVER


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    view.viewer = ALL
    if view.world == UNKNOWN:
        view.world = 1 + draw(rng, 2)
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    payoff = PAYOFF[state.node, state.world - 1]
    out[0] = 0.5 + 0.25 * payoff
    out[1] = 0.5 - 0.25 * payoff
