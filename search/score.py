"""What a selection rule says of an edge, or of all edges of a kind: kernels of every game."""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.search.layout import PUCT
from hinterland.search.logarithm import natural_log

UNTRIED_FIRST: Final = 1e9


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
def parents_mean(tree: Any, parent: int, mover: int) -> float:
    """The mean of the parent for the mover; 1/2 where it was never visited."""
    above = tree[parent]
    return above.value[mover] / above.visits if above.visits > 0 else 0.5


@jit
def of_kind(
    control: Record,
    tree: Any,
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
            value += record.value[mover]
            prior += max(record.prior, 0.0)
            available = max(available, int64(record.available))
    mean = value / visits if visits > 0.0 else parents_mean(tree, node, mover) + control.first_play
    if control.selection == PUCT:
        share = prior / total if total > 0.0 else 0.0
        breadth = np.sqrt(np.float64(available)) / (1.0 + visits)
        return mean + control.exploration * share * breadth
    if visits == 0.0:
        return UNTRIED_FIRST if control.first_play == 0.0 else mean
    return mean + control.exploration * np.sqrt(natural_log(available) / visits)
