"""One-ply values: template, bound to a game and its evaluation by `specialise`."""

from typing import Any

import hinterland.engine.contract as game
import hinterland.eval.contract as evaluation
from hinterland.engine.jit import Record, jit
from hinterland.engine.seats import OVER


@jit
def value_of(state: Record, out: Any) -> None:
    """The returns of a finished game, the evaluation of any other."""
    if game.mover(state) == OVER:
        game.returns(state, out)
    else:
        evaluation.evaluate(state, out)


@jit(entry=True)
def one_ply(
    states: Any, words: Any, memories: Any, moves: Any, rng: Any, worlds: int, out: Any, sums: Any
) -> int:
    """Add the viewer's value after each of its legal moves to `sums`, over `worlds` worlds.

    `states`: the view and two scratch states, `words` their uint64 view of shape (3, k);
    `moves`, `rng` and `out` are in records (`engine.jit.in_record`). `moves` is filled with the
    legal moves. Every move is tried in the same worlds. Answers the number of moves, or -1 when no
    world fits.
    """
    seat = states[0].viewer
    listed, values = moves[0].field, out[0].field
    count = game.legal(states[0], listed)
    for _ in range(worlds):
        for word in range(words.shape[1]):
            words[1, word] = words[0, word]
        if game.determinise(states[1], memories[0], rng[0].field) != 0:
            return -1
        for i in range(count):
            for word in range(words.shape[1]):
                words[2, word] = words[1, word]
            game.apply(states[2], listed[i])
            value_of(states[2], values)
            sums[i] += values[seat]
    return count
