"""The features of many positions: template, bound to a game and its evaluation by `specialise`."""

from typing import Any

import hinterland.engine.contract as game
import hinterland.eval.contract as evaluation
from hinterland.engine.jit import int64, jit


@jit(entry=True)
def feature_rows(states: Any, words: Any, memories: Any, rng: Any, out: Any, softness: Any) -> int:
    """The features of every seat in a world of each view, and the softness there.

    `states`: the views, and a last one for the worlds; `words` their uint64 view of shape
    (rows + 1, k); `memories`: (rows,). `rng`: a stream, in a record (`engine.jit.in_record`).
    `out`: float64 (rows, seats, features); `softness`: (rows,). Answers the first row that
    no world fits, or the number of rows.
    """
    last = states.shape[0] - 1
    for row in range(last):
        for word in range(words.shape[1]):
            words[last, word] = words[row, word]
        if game.determinise(states[last], memories[row], rng[0].field) != 0:
            return row
        world = states[last]
        softness[row] = evaluation.softness(world)
        for seat in range(int64(world.players)):
            evaluation.features(world, seat, out[row, seat])
    return last
