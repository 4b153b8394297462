"""Which edge a mover takes: template, bound to a game and its evaluation by `specialise`."""

from typing import Any

import numpy as np

import hinterland.eval.contract as evaluation
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.search.layout import PUCT
from hinterland.search.logarithm import natural_log


@jit
def choose_untried(tree: Any, work: Record, distinct: int, rng: Any) -> int:
    """The index in `edges` of one that was never visited, drawn uniformly; -1 if all were."""
    untried = 0
    for k in range(distinct):
        if tree[work.edges[k]].visits == 0:
            untried += 1
    if untried == 0:
        return -1
    n = draw(rng, untried)
    k = 0
    while True:
        if tree[work.edges[k]].visits == 0:
            if n == 0:
                return k
            n -= 1
        k += 1


@jit
def choose_by_ucb(tree: Any, work: Record, distinct: int, mover: int, exploration: float) -> int:
    """The index in `edges` of the highest mean + c sqrt(ln available / visits) for the mover."""
    best = 0
    best_score = -1.0
    counted = 0
    logarithm = 0.0
    for k in range(distinct):
        node = tree[work.edges[k]]
        if node.available != counted:
            counted = int64(node.available)
            logarithm = natural_log(counted)
        visits = np.float64(node.visits)
        score = node.value[mover] / visits + exploration * np.sqrt(logarithm / visits)
        if score > best_score:
            best_score = score
            best = k
    return best


@jit
def set_priors(tree: Any, work: Record, world: Record, distinct: int) -> float:
    """Give every new edge the sum of its moves' priors; the sum over the edges available.

    An edge keeps the prior of the world in which it was first seen.
    """
    new = False
    for k in range(distinct):
        new |= tree[work.edges[k]].prior < 0.0
    if new:
        evaluation.prior(world, work.moves, work.starts[distinct], work.priors)
    total = 0.0
    for k in range(distinct):
        node = tree[work.edges[k]]
        if node.prior < 0.0:
            node.prior = 0.0
            for i in range(work.starts[k], work.starts[k + 1]):
                node.prior += work.priors[i]
        total += node.prior
    return total


@jit
def choose_by_puct(
    tree: Any,
    work: Record,
    distinct: int,
    mover: int,
    exploration: float,
    parent: int,
    total: float,
) -> int:
    """The index in `edges` of the highest mean + c P sqrt(available) / (1 + visits).

    P is the prior over `total`, the sum over the edges available. An edge never visited has its
    parent's mean.
    """
    above = tree[parent]
    urgency = above.value[mover] / above.visits if above.visits > 0 else 0.5
    scale = exploration / total if total > 0.0 else 0.0
    best = 0
    best_score = -1.0
    for k in range(distinct):
        node = tree[work.edges[k]]
        mean = node.value[mover] / node.visits if node.visits > 0 else urgency
        breadth = np.sqrt(np.float64(node.available)) / (1.0 + node.visits)
        score = mean + scale * node.prior * breadth
        if score > best_score:
            best_score = score
            best = k
    return best


@jit
def choose_edge(
    control: Record, tree: Any, work: Record, world: Record, node: int, distinct: int, mover: int
) -> int:
    """The index in `edges` of the edge that the mover takes, by the selection rule."""
    if distinct == 1:
        return 0
    if control.selection == PUCT:
        total = set_priors(tree, work, world, distinct)
        return choose_by_puct(tree, work, distinct, mover, control.exploration, node, total)
    edge = choose_untried(tree, work, distinct, control.rng)
    if edge >= 0:
        return edge
    return choose_by_ucb(tree, work, distinct, mover, control.exploration)
