"""What a selection rule says of an edge, or of all edges of a kind: kernels of every game."""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.search.layout import PUCT
from hinterland.search.logarithm import natural_log

UNTRIED_FIRST: Final = 1e9
LOWEST: Final = -np.inf
"""The score of a closed edge."""


@jit
def highest(scores: Any, count: int) -> int:
    """The place of the highest of the first `count` scores, the first of equals.

    Four maxima side by side, since a comparison has to wait for the one before it.
    """
    for i in range(count, count + 3):
        scores[np.uint64(i)] = LOWEST
    a, b, c, d = LOWEST, LOWEST, LOWEST, LOWEST
    for i in range(0, count, 4):
        w, x = scores[np.uint64(i)], scores[np.uint64(i + 1)]
        y, z = scores[np.uint64(i + 2)], scores[np.uint64(i + 3)]
        a = w if w > a else a
        b = x if x > b else b
        c = y if y > c else c
        d = z if z > d else d
    a = b if b > a else a
    c = d if d > c else c
    best = c if c > a else a
    for i in range(count):
        if scores[np.uint64(i)] == best:
            return i
    return 0


@jit
def count_open(work: Record, start: int, end: int) -> int:
    """How many of the edges from `start` up to `end` are open."""
    count = 0
    for k in range(start, end):
        count += 1 - work.closed[k]
    return count


@jit
def open_prior(tree: Any, work: Record, distinct: int) -> float:
    """The sum of the priors of the open edges."""
    total = 0.0
    for k in range(distinct):
        if work.closed[k] == 0:
            total += max(tree[work.edges[k]].prior, 0.0)
    return total


@jit
def parents_mean(tree: Any, values: Any, parent: int, mover: int) -> float:
    """The mean of the parent for the mover; 1/2 where it was never visited."""
    visits = int64(tree[parent].visits)
    return values[parent, mover] / visits if visits > 0 else 0.5


@jit
def of_kind(
    control: Record,
    tree: Any,
    values: Any,
    work: Record,
    node: int,
    start: int,
    end: int,
    mover: int,
    total: float,
) -> float:
    """The selection rule's score of the open edges from `start` up to `end` together."""
    visits, value, prior, available = 0.0, 0.0, 0.0, 0
    for k in range(start, end):
        if work.closed[k] == 0:
            record = tree[work.edges[k]]
            visits += record.visits
            value += values[work.edges[k], mover] if record.visits > 0 else 0.0
            prior += max(record.prior, 0.0)
            available = max(available, int64(record.available))
    mean = parents_mean(tree, values, node, mover) + control.first_play
    if visits > 0.0:
        mean = value / visits
    if control.selection == PUCT:
        share = prior / total if total > 0.0 else 0.0
        breadth = np.sqrt(np.float64(available)) / (1.0 + visits)
        return mean + control.exploration * share * breadth
    if visits == 0.0:
        return UNTRIED_FIRST if control.first_play == 0.0 else mean
    return mean + control.exploration * np.sqrt(natural_log(available) / visits)
