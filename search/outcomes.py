"""Outcomes of chance inside a tree: template, bound to a game by `specialise`.

Near the root, outcomes that the tree's seat sees are enumerated: over the visits of a node each
comes as often as its probability says, to within a visit or two. Which outcome a visit gets is
read off the world's own odds at a point of a low-discrepancy sequence, so nothing is biased where
the odds differ between worlds. Source of the sequence: multiples of the golden ratio, modulo 1
(H. Weyl, 1916; D. Knuth, "The Art of Computer Programming" 3, section 6.4).
"""

from typing import Any, Final

import numpy as np

import hinterland.engine.contract as game
from hinterland.engine.jit import Record, jit
from hinterland.search.layout import NO_NODE

GOLDEN: Final = 0.6180339887498949


@jit
def hidden_outcomes(world: Record, moves: Any, count: int, seat: int) -> int:
    """How many of the outcomes `seat` does not see as they are."""
    hidden = 0
    for i in range(count):
        if game.redact(world, moves[i], seat) != moves[i]:
            hidden += 1
    return hidden


@jit
def outcome(
    control: Record, tree: Any, work: Record, world: Record, node: int, depth: int, seat: int
) -> int:
    """The next outcome of chance at a node of the tree of `seat`, `depth` moves below its root.

    A hidden outcome is sampled: the visits of the nodes that follow are the same in number, and
    points of the same sequence would tie their outcomes to it.
    """
    if node == NO_NODE or depth >= control.chance_depth:
        return game.sample(world, control.rng)
    count = game.odds(world, work.moves, work.priors)
    if count < 0 or hidden_outcomes(world, work.moves, count, seat) > 0:
        return game.sample(world, control.rng)
    point = control.offset + GOLDEN * np.float64(tree[node].visits)
    point -= np.floor(point)
    for i in range(count - 1):
        point -= work.priors[i]
        if point < 0.0:
            return work.moves[i]
    return work.moves[count - 1]
