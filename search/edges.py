"""Nodes and edges of the trees: template, bound to a game by `specialise`.

Moves that look the same to a tree's seat share one edge; a node's children are linked in
ascending order of their events. Arrays and fields: `search.layout`.
"""

from typing import Any

import hinterland.engine.contract as game
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL
from hinterland.search.layout import NEW, NO_NODE


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
    for seat in range(control.players):
        record.value[seat] = 0.0
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
def child_of(control: Record, tree: Any, parent: int, event: int) -> int:
    """The child with that event, linked in its place if it is new; NO_NODE when it has none."""
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
    yet; -1 and NEW when the arrays are full. In one pass, since a search spends most of its time
    on edges.
    """
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
def back_up(control: Record, tree: Any, work: Record, path: int) -> None:
    """Add the returns in `out` to every node of a path."""
    for k in range(work.depths[path] + 1):
        node = tree[work.paths[path, k]]
        node.visits += 1
        for seat in range(control.players):
            node.value[seat] += work.out[seat]
