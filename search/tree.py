"""Information-set tree search: template, bound to a game by `specialise`.

Every iteration draws a world that fits what the seat knows (`pimc`: every `world_iterations`)
and walks down the tree by the events that the tree's seat sees. Source: P. Cowling, E. Powley,
D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012; returns are vectors (max^n).
Arrays and fields: `search.layout`.
"""

from typing import Any

import numpy as np

import hinterland.engine.contract as game
import hinterland.eval.contract as evaluation
import hinterland.search.playout as playouts
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.search.layout import NO_NODE, PUCT, ROOT
from hinterland.search.logarithm import natural_log


@jit
def add_node(control: Record, tree: Any, event: int) -> int:
    """A new node, or NO_NODE when the arrays are full."""
    node = int64(control.used)
    if node >= control.capacity:
        control.dropped = 1
        return NO_NODE
    control.used = node + 1
    record = tree[node]
    record.event = event
    record.first = NO_NODE
    record.next = NO_NODE
    record.visits = 0
    record.available = 0
    record.prior = -1.0
    for seat in range(control.players):
        record.value[seat] = 0.0
    return node


@jit
def child_of(control: Record, tree: Any, parent: int, before: int, event: int) -> int:
    """The child with that event, linked in its place if it is new; NO_NODE when it has none.

    `before`: a child with a lower event from which to look on, or NO_NODE.
    """
    child = int64(tree[parent].first) if before == NO_NODE else int64(tree[before].next)
    while child != NO_NODE and tree[child].event < event:
        before = child
        child = int64(tree[child].next)
    if child != NO_NODE and tree[child].event == event:
        return child
    new = add_node(control, tree, event)
    if new == NO_NODE:
        return NO_NODE
    tree[new].next = child
    if before == NO_NODE:
        tree[parent].first = new
    else:
        tree[before].next = new
    return new


@jit
def see_moves(world: Record, work: Record, count: int, mover: int, seat: int) -> None:
    """Write the events that `seat` sees of the mover's legal moves; sort both by event."""
    if seat == mover or seat == ALL:
        for i in range(count):
            work.events[i] = work.moves[i]
        return
    for i in range(count):
        move = work.moves[i]
        event = game.redact(world, move, seat)
        k = i
        while k > 0 and work.events[k - 1] > event:
            work.events[k] = work.events[k - 1]
            work.moves[k] = work.moves[k - 1]
            k -= 1
        work.events[k] = event
        work.moves[k] = move


@jit
def link_edges(control: Record, tree: Any, work: Record, parent: int, count: int) -> int:
    """Find or make the node of every distinct event: `edges` and `starts`; their number.

    -1 when the arrays are full.
    """
    distinct = 0
    last = NO_NODE
    for i in range(count):
        event = work.events[i]
        if distinct > 0 and event == work.events[i - 1]:
            continue
        last = child_of(control, tree, parent, last, event)
        if last == NO_NODE:
            return -1
        work.edges[distinct] = last
        work.starts[distinct] = i
        distinct += 1
    work.starts[distinct] = count
    return distinct


@jit
def count_available(tree: Any, work: Record, distinct: int) -> None:
    """Count the edges as available once more."""
    for k in range(distinct):
        tree[work.edges[k]].available += 1


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


@jit
def draw_move(world: Record, work: Record, edge: int, rng: Any) -> int:
    """One of the moves merged in the edge, uniform over the labelled choices they stand for."""
    start, end = work.starts[edge], work.starts[edge + 1]
    if end - start == 1:
        return work.moves[start]
    total = 0
    for i in range(start, end):
        total += game.weight(world, work.moves[i])
    left = draw(rng, total)
    for i in range(start, end):
        left -= game.weight(world, work.moves[i])
        if left < 0:
            return work.moves[i]
    return work.moves[end - 1]


@jit
def take_chance(control: Record, tree: Any, world: Record, node: int) -> int:
    """Play one outcome of chance in the world; the child of its event, or NO_NODE."""
    move = game.sample(world, control.rng)
    event = game.redact(world, move, control.tree_seat)
    child = child_of(control, tree, node, NO_NODE, event)
    if child != NO_NODE:
        tree[child].available += 1
    game.apply(world, move)
    return child


@jit
def take_decision(
    control: Record, tree: Any, work: Record, world: Record, node: int, mover: int
) -> int:
    """Choose and play the mover's edge in the world; its node, or NO_NODE and nothing played."""
    count = game.legal(world, work.moves)
    see_moves(world, work, count, mover, control.tree_seat)
    distinct = link_edges(control, tree, work, node, count)
    if distinct < 0:
        return NO_NODE
    count_available(tree, work, distinct)
    edge = choose_edge(control, tree, work, world, node, distinct, mover)
    game.apply(world, draw_move(world, work, edge, control.rng))
    return int64(work.edges[edge])


@jit
def walk(control: Record, tree: Any, work: Record, world: Record) -> int:
    """From the root to a leaf, its returns in `out`; the length of the path."""
    node = ROOT
    depth = 0
    work.path[0] = ROOT
    while True:
        mover = game.mover(world)
        if mover == OVER:
            game.returns(world, work.out)
            return depth
        if mover == CHANCE:
            node = take_chance(control, tree, world, node)
        else:
            node = take_decision(control, tree, work, world, node, mover)
        if node != NO_NODE:
            depth += 1
            work.path[depth] = node
        if node == NO_NODE or tree[node].visits == 0:
            control.played += playouts.playout(
                world, work.moves, control.rng, control.policy, control.limit, work.out
            )
            return depth


@jit
def back_up(control: Record, tree: Any, work: Record, depth: int) -> None:
    """Add the returns to every node of the path."""
    for k in range(depth + 1):
        node = tree[work.path[k]]
        node.visits += 1
        for seat in range(control.players):
            node.value[seat] += work.out[seat]


@jit
def start_tree(control: Record, tree: Any) -> None:
    """An empty tree: the root alone."""
    control.used = 0
    add_node(control, tree, 0)


@jit
def fold_world(control: Record, tree: Any, totals: Any) -> None:
    """Add the root's moves to `totals`, and start the tree anew.

    The root's moves are the same in every world, so they have the same order in `totals`.
    """
    child = int64(tree[ROOT].first)
    k = 0
    while child != NO_NODE:
        totals[k].event = tree[child].event
        totals[k].visits += tree[child].visits
        totals[k].available += tree[child].available
        for seat in range(control.players):
            totals[k].value[seat] += tree[child].value[seat]
        child = int64(tree[child].next)
        k += 1
    start_tree(control, tree)


@jit
def draw_world(control: Record, worlds: Any, words: Any, memory: Record, target: int) -> bool:
    """Put a world of the view `worlds[0]` in `worlds[target]`; False when none fits."""
    playouts.copy_words(words, 0, target)
    if game.determinise(worlds[target], memory, control.rng) != 0:
        control.stuck = 1
        return False
    control.worlds += 1
    return True


@jit
def next_world(
    control: Record, tree: Any, totals: Any, worlds: Any, words: Any, memory: Record
) -> bool:
    """Put the world of the next iteration in `worlds[2]`; False when none fits.

    `pimc` keeps each world for some iterations in `worlds[1]`, with a tree of its own.
    """
    if control.tree_seat != ALL:
        return draw_world(control, worlds, words, memory, 2)
    if control.world_left == 0:
        fold_world(control, tree, totals)
        if not draw_world(control, worlds, words, memory, 1):
            return False
        control.world_left = control.world_iterations
    control.world_left -= 1
    playouts.copy_words(words, 1, 2)
    return True


@jit(entry=True)
def search_slice(
    controls: Any,
    tree: Any,
    totals: Any,
    works: Any,
    worlds: Any,
    words: Any,
    memories: Any,
    iterations: int,
    reserve: int,
) -> int:
    """Run up to `iterations` iterations; how many were run.

    Stops early when fewer than `reserve` nodes are free, and when no world fits.
    `worlds`: the view and two scratch states; `words` is its uint64 view.
    """
    control = controls[0]
    work = works[0]
    for done in range(iterations):
        if control.capacity - control.used < reserve:
            return done
        if not next_world(control, tree, totals, worlds, words, memories[0]):
            return done
        depth = walk(control, tree, work, worlds[2])
        back_up(control, tree, work, depth)
        control.iterations += 1
    return iterations


@jit(entry=True)
def start_search(controls: Any, tree: Any) -> None:
    """Make the root of the first tree."""
    start_tree(controls[0], tree)
