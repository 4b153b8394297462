"""Regret matching at the root: kernels of every game.

Where bluffing pays, a mixture is right and no single move is: the root's moves are drawn by
their positive regrets, so that their visit shares come to a mixture that cannot be exploited by
the searched opponents. Source: S. Hart, A. Mas-Colell, "A simple adaptive procedure leading to
correlated equilibrium", 2000; the form with means of the moves not taken is that of V. Lisy,
V. Kovarik, M. Lanctot, B. Bosansky, "Convergence of Monte Carlo tree search in simultaneous move
games", 2013.
"""

from typing import Any, Final

from hinterland.engine.jit import Record, jit
from hinterland.engine.rng import draw, draw_unit

EXPLORED: Final = 0.1
"""The share of the visits that are spread evenly over the moves."""


@jit
def choose(work: Record, distinct: int, rng: Any) -> int:
    """An edge of the root, drawn by the positive regrets; kept in `chosen`."""
    work.chosen = draw(rng, distinct)
    if draw_unit(rng) < EXPLORED:
        return work.chosen
    total = 0.0
    for k in range(distinct):
        total += max(work.regrets[k], 0.0)
    left = draw_unit(rng) * total
    for k in range(distinct):
        left -= max(work.regrets[k], 0.0)
        if left < 0.0:
            work.chosen = k
            return k
    return work.chosen


@jit
def learn(tree: Any, values: Any, work: Record, children: Any, seat: int) -> None:
    """After an iteration: regret each move by how much better its mean is than what came out.

    `children`: the root's first child; the others follow it in the order of its edges.
    """
    child, k = children, 0
    came_out = work.out[seat]
    while child >= 0:
        record = tree[child]
        if k != work.chosen and record.visits > 0:
            work.regrets[k] += values[child, seat] / record.visits - came_out
        child = record.next
        k += 1
