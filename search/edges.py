"""Nodes and edges of the trees: template, bound to a game by `specialise`.

Moves that look the same to a tree's seat share one edge; a node's children are linked in
ascending order of their events. Arrays and fields: `search.layout`.
"""

from typing import Any

import numpy as np

import hinterland.engine.contract as game
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL
from hinterland.search.layout import NEW, NO_NODE

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_32 = 32
_40 = np.uint64(40)


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
    record.prior = NEW
    return node


@jit
def insert(control: Record, tree: Any, parent: int, before: int, behind: int, event: int) -> int:
    """A new child between two that are next to each other; NO_NODE when the arrays are full.

    `before`, `behind`: the children with the next lower and higher events, or NO_NODE.
    """
    new = add_node(control, tree, event)
    if new == NO_NODE:
        return NO_NODE
    tree[new].next = behind
    if before == NO_NODE:
        tree[parent].first = new
    else:
        tree[before].next = new
    return new


@jit
def key_of(control: Record, node: int) -> int:
    """What tells a node from those of earlier trees at its place; never 0."""
    return (int64(control.generation) << _32) | node


@jit
def child_of(control: Record, tree: Any, work: Record, parent: int, event: int) -> int:
    """The child with that event, made if it is new; NO_NODE when the arrays are full.

    The outcomes of chance are many and lie far apart: the last ones found are remembered.
    """
    key = key_of(control, parent)
    hashed = np.uint64(key) * _MULTIPLIER + np.uint64(event)
    recent = work.recent[int64((hashed * _MULTIPLIER) >> _40) & (work.recent.shape[0] - 1)]
    if recent[0] == key and recent[1] == event:
        return recent[2]
    child = linked_child(control, tree, parent, event)
    if child != NO_NODE:
        recent[0], recent[1], recent[2] = key, event, child
    return child


@jit
def linked_child(control: Record, tree: Any, parent: int, event: int) -> int:
    """The same by looking through the children."""
    before, child = NO_NODE, int64(tree[parent].first)
    while child != NO_NODE and tree[child].event < event:
        before, child = child, int64(tree[child].next)
    if child != NO_NODE and tree[child].event == event:
        return child
    return insert(control, tree, parent, before, child, event)


@jit
def find_child(tree: Any, parent: int, event: int) -> int:
    """The child with that event, or NO_NODE."""
    child = int64(tree[parent].first)
    while child != NO_NODE and tree[child].event < event:
        child = int64(tree[child].next)
    if child != NO_NODE and tree[child].event == event:
        return child
    return NO_NODE


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
def link_edges(
    control: Record, tree: Any, work: Record, parent: int, count: int
) -> tuple[int, float]:
    """Find or make the node of every distinct event, and count it as available once more.

    Writes `edges` and `starts`. Their number, and the sum of their priors, NEW if one has none
    yet; -1 and NEW when the arrays are full.
    """
    first = int64(tree[parent].first)
    if are_children(tree, work, first, count):
        link_children(tree, work, first, count)
        return count, sum_of_priors(control, tree, work, parent, first, count)
    return link_others(control, tree, work, parent, count)


@jit
def are_children(tree: Any, work: Record, first: int, count: int) -> bool:
    """Whether the events are those of all children, the first of which is given.

    True only where the children lie side by side, as those do that were made together.
    """
    if first == NO_NODE or first + count > tree.shape[0]:
        return False
    for i in range(count):
        node = tree[np.uint64(first + i)]
        if node.event != work.events[np.uint64(i)]:
            return False
        if node.next != first + i + 1 and i + 1 < count:
            return False
    return bool(tree[first + count - 1].next == NO_NODE)


@jit
def link_children(tree: Any, work: Record, first: int, count: int) -> None:
    """Count as available and list all children, which lie side by side.

    This is the common case, and a search spends most of its time on edges: no branches.
    """
    for i in range(count):
        tree[np.uint64(first + i)].available += 1
    for i in range(count):
        work.edges[np.uint64(i)] = first + i
    for i in range(count + 1):
        work.starts[np.uint64(i)] = i


@jit
def sum_of_priors(
    control: Record, tree: Any, work: Record, parent: int, first: int, count: int
) -> float:
    """The sum of the priors of all children, which lie side by side; NEW if one has none yet.

    It is kept for the next time: of a node with as many children it is the same.
    """
    key, place = key_of(control, parent), parent & (work.sums.shape[0] - 1)
    if work.summed[place, 0] == key and work.summed[place, 1] == count:
        return work.sums[place]
    priors = 0.0
    for i in range(count):
        prior = tree[np.uint64(first + i)].prior
        if prior < 0.0:
            return NEW
        priors += prior
    work.summed[place, 0], work.summed[place, 1] = key, count
    work.sums[place] = priors
    return priors


@jit
def link_others(
    control: Record, tree: Any, work: Record, parent: int, count: int
) -> tuple[int, float]:
    """`link_edges` where some events have no node yet, or some children no event."""
    distinct, priors, new = 0, 0.0, False
    before, child = NO_NODE, int64(tree[parent].first)
    for i in range(count):
        event = work.events[i]
        if i > 0 and event == work.events[i - 1]:
            continue
        while child != NO_NODE and tree[child].event < event:
            before, child = child, int64(tree[child].next)
        if child == NO_NODE or tree[child].event != event:
            child = insert(control, tree, parent, before, child, event)
            if child == NO_NODE:
                discount(tree, work, distinct)
                return -1, NEW
        node = tree[child]
        node.available += 1
        priors += node.prior
        new |= node.prior < 0.0
        work.edges[distinct] = child
        work.starts[distinct] = i
        distinct += 1
        before, child = child, int64(node.next)
    work.starts[distinct] = count
    return distinct, NEW if new else priors


@jit
def discount(tree: Any, work: Record, distinct: int) -> None:
    """Take back that so many edges were counted as available."""
    for k in range(distinct):
        tree[work.edges[k]].available -= 1


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
def start_path(work: Record, path: int, root: int) -> None:
    """Let a path begin at a root."""
    work.nodes[path] = root
    work.paths[path, 0] = root
    work.depths[path] = 0


@jit
def extend_path(work: Record, path: int, node: int) -> None:
    """Go on to a node; NO_NODE leaves the tree and ends the path."""
    work.nodes[path] = node
    if node != NO_NODE:
        depth = work.depths[path] + 1
        work.depths[path] = depth
        work.paths[path, depth] = node


@jit
def back_up(control: Record, tree: Any, values: Any, work: Record, path: int) -> None:
    """Add the returns in `out` to every node of a path."""
    for k in range(work.depths[path] + 1):
        node = work.paths[path, k]
        tree[node].visits += 1
        first = tree[node].visits == 1
        for seat in range(control.players):
            before = 0.0 if first else values[node, seat]
            values[node, seat] = before + work.out[seat]
