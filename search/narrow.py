"""Which edges a visit looks at: template, bound to a game and its evaluation by `specialise`.

Each rule closes some of the edges before one of the others is chosen: `closed` is 1 for those.
"""

from typing import Any

import numpy as np

import hinterland.eval.contract as evaluation
import hinterland.search.edges as edges
import hinterland.search.score as score
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.search.layout import NO_NODE


@jit
def narrow(
    control: Record,
    tree: Any,
    values: Any,
    work: Record,
    node: int,
    parent: int,
    distinct: int,
    mover: int,
) -> None:
    """Close what the settings leave out at a visit of `node`; at least one edge stays open."""
    for k in range(distinct):
        work.closed[k] = 0
    if control.canonical == 1 and control.last_mover == mover and parent != NO_NODE:
        close_other_orders(control, tree, work, parent, distinct)
    if control.kinds == 1:
        close_other_kinds(control, tree, values, work, node, distinct, mover)
    if control.widening > 0.0:
        close_unlikely(control, tree, work, node, distinct)


@jit
def close_other_orders(
    control: Record, tree: Any, work: Record, parent: int, distinct: int
) -> None:
    """Close moves that the mover could have played before its last one, and to the same end.

    Of the two orders the one that begins with the lower code stays.
    """
    last = int64(control.last_move)
    closed = 0
    for k in range(distinct):
        move = work.moves[work.starts[k]]
        if move >= last or not evaluation.commutes(last, move):
            continue
        if edges.find_child(tree, parent, work.events[work.starts[k]]) != NO_NODE:
            work.closed[k] = 1
            closed += 1
    if closed == distinct:
        for k in range(distinct):
            work.closed[k] = 0


@jit
def kind_at(work: Record, k: int) -> int:
    return evaluation.kind(work.moves[work.starts[k]])


@jit
def end_of_kind(work: Record, start: int, distinct: int) -> int:
    """Behind the last of the edges from `start` on that have its kind."""
    kind = kind_at(work, start)
    k = start + 1
    while k < distinct and kind_at(work, k) == kind:
        k += 1
    return k


@jit
def close_other_kinds(
    control: Record, tree: Any, values: Any, work: Record, node: int, distinct: int, mover: int
) -> None:
    """Choose a kind of move by the selection rule, over the sums of its edges; close the others.

    Of kinds that the rule likes equally, as it does untried ones, each is as likely.
    """
    best, best_score, equals = -1, 0.0, 0
    total = score.open_prior(tree, work, distinct)
    start = 0
    while start < distinct:
        end = end_of_kind(work, start, distinct)
        if score.count_open(work, start, end) > 0:
            found = score.of_kind(control, tree, values, work, node, start, end, mover, total)
            equals = equals + 1 if best >= 0 and found == best_score else 1
            if equals > 1:
                better = draw(control.rng, equals) == 0
            else:
                better = best < 0 or found > best_score
            if better:
                best, best_score = start, found
        start = end
    end = end_of_kind(work, best, distinct)
    for k in range(distinct):
        if k < best or k >= end:
            work.closed[k] = 1


@jit
def close_unlikely(control: Record, tree: Any, work: Record, node: int, distinct: int) -> None:
    """Progressive widening: a node has so many moves as the root of its visits allows.

    Source: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007. Tried
    moves stay open; while there is room, so does the likeliest untried one.
    """
    tried, best = 0, -1
    for k in range(distinct):
        if work.closed[k] == 1:
            continue
        record = tree[work.edges[k]]
        if record.visits > 0:
            tried += 1
        elif best < 0 or record.prior > tree[work.edges[best]].prior:
            best = k
    room = np.ceil(control.widening * np.sqrt(1.0 + tree[node].visits))
    if tried > 0 and tried >= room:
        best = -1
    for k in range(distinct):
        if tree[work.edges[k]].visits == 0 and k != best:
            work.closed[k] = 1
