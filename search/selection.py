"""Which edge a mover takes: template, bound to a game and its evaluation by `specialise`."""

from typing import Any

import numpy as np

import hinterland.eval.contract as evaluation
import hinterland.search.narrow as narrowing
import hinterland.search.regrets as regrets
import hinterland.search.score as score
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.search.layout import NEW, NO_NODE, PUCT
from hinterland.search.logarithm import natural_log


@jit
def choose_untried(tree: Any, work: Record, distinct: int, rng: Any) -> int:
    """The index in `edges` of an open one never visited, drawn uniformly; -1 if all were."""
    untried = 0
    for k in range(distinct):
        if tree[work.edges[k]].visits == 0 and work.closed[k] == 0:
            untried += 1
    if untried == 0:
        return -1
    n = draw(rng, untried)
    k = 0
    while True:
        if tree[work.edges[k]].visits == 0 and work.closed[k] == 0:
            if n == 0:
                return k
            n -= 1
        k += 1


@jit
def score_by_ucb(
    tree: Any,
    values: Any,
    work: Record,
    distinct: int,
    mover: int,
    exploration: float,
    urgency: float,
) -> None:
    """Write mean + c sqrt(ln available / visits) for the mover to `scores`.

    An edge never visited has the score `urgency`, a closed one the lowest there is.
    """
    counted = 0
    logarithm = 0.0
    for k in range(distinct):
        edge = np.uint64(work.edges[np.uint64(k)])
        node = tree[edge]
        if node.available != counted:
            counted = int64(node.available)
            logarithm = natural_log(counted)
        found = urgency
        if node.visits > 0:
            visits = np.float64(node.visits)
            found = values[edge, mover] / visits + exploration * np.sqrt(logarithm / visits)
        work.scores[np.uint64(k)] = score.LOWEST if work.closed[np.uint64(k)] == 1 else found


@jit
def set_priors(tree: Any, work: Record, world: Record, distinct: int) -> float:
    """Give every new edge the sum of its moves' priors; the sum of all edges' priors.

    An edge keeps the prior of the world in which it was first seen.
    """
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
def score_by_puct(
    tree: Any,
    values: Any,
    work: Record,
    distinct: int,
    mover: int,
    exploration: float,
    urgency: float,
    priors: float,
) -> None:
    """Write mean + c P sqrt(available) / (1 + visits) for the mover to `scores`.

    P is the prior over `priors`, the sum of those of the open edges. An edge never visited has
    the mean `urgency`, a closed one the lowest score there is.
    """
    scale = exploration / priors if priors > 0.0 else 0.0
    counted, root = 0, 0.0
    for k in range(distinct):
        edge = np.uint64(work.edges[np.uint64(k)])
        node = tree[edge]
        if node.available != counted:
            counted = int64(node.available)
            root = np.sqrt(np.float64(counted))
        found = urgency + scale * node.prior * root
        if node.visits > 0:
            breadth = root / (1.0 + node.visits)
            found = values[edge, mover] / node.visits + scale * node.prior * breadth
        work.scores[np.uint64(k)] = score.LOWEST if work.closed[np.uint64(k)] == 1 else found


@jit
def choose_edge(
    control: Record,
    tree: Any,
    values: Any,
    work: Record,
    world: Record,
    path: int,
    distinct: int,
    mover: int,
    priors: float,
) -> int:
    """The index in `edges` of the edge that the mover takes at the end of a path.

    `control` says by which rule, and which edges it looks at. `priors`: as of
    `edges.link_edges`.
    """
    node, depth = work.nodes[path], work.depths[path]
    if depth == 0 and control.regret == 1 and mover == control.seat:
        return regrets.choose(work, distinct, control.rng)
    if distinct == 1:
        return 0
    if priors == NEW and (control.selection == PUCT or control.widening > 0.0):
        priors = set_priors(tree, work, world, distinct)
    if control.kinds == 1 or control.canonical == 1 or control.widening > 0.0:
        parent = work.paths[path, depth - 1] if depth > 0 else NO_NODE
        narrowing.narrow(control, tree, values, work, node, parent, distinct, mover)
        priors = score.open_prior(tree, work, distinct)
    urgency = score.parents_mean(tree, values, node, mover) + control.first_play
    if control.selection == PUCT:
        score_by_puct(tree, values, work, distinct, mover, control.exploration, urgency, priors)
        return score.highest(work.scores, distinct)
    if control.first_play == 0.0:
        edge = choose_untried(tree, work, distinct, control.rng)
        if edge >= 0:
            return edge
    score_by_ucb(tree, values, work, distinct, mover, control.exploration, urgency)
    return score.highest(work.scores, distinct)
