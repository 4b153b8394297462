"""One walk down a single tree, the root seat's: template, bound to a game by `specialise`.

`so`: the edges of every node are the events that the root seat sees. `pimc`: they are the moves
themselves. Source: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree
Search", 2012; returns are vectors (max^n).
"""

from typing import Any

import hinterland.engine.contract as game
import hinterland.search.edges as edges
import hinterland.search.outcomes as outcomes
import hinterland.search.playout as playouts
import hinterland.search.selection as selection
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import CHANCE, OVER
from hinterland.search.layout import NO_NODE, ROOT


@jit
def take_chance(control: Record, tree: Any, work: Record, world: Record, node: int) -> int:
    """Play one outcome of chance in the world; the child of its event, or NO_NODE."""
    seat = control.tree_seat
    move = outcomes.outcome(control, tree, work, world, node, work.depths[0], seat)
    event = game.redact(world, move, seat)
    child = edges.child_of(control, tree, work, node, event)
    if child != NO_NODE:
        tree[child].available += 1
    control.last_mover = CHANCE
    game.apply(world, move)
    return child


@jit
def take_decision(
    control: Record, tree: Any, values: Any, work: Record, world: Record, node: int, mover: int
) -> int:
    """Choose and play the mover's edge in the world; its node, or NO_NODE and nothing played."""
    count = game.legal(world, work.moves)
    edges.see_moves(world, work, count, mover, control.tree_seat)
    distinct, priors = edges.link_edges(control, tree, work, node, count)
    if distinct < 0:
        return NO_NODE
    edge = selection.choose_edge(control, tree, values, work, world, 0, distinct, mover, priors)
    move = edges.draw_move(world, work, edge, control.rng)
    control.last_mover, control.last_move = mover, move
    game.apply(world, move)
    return int64(work.edges[edge])


@jit
def walk(control: Record, tree: Any, values: Any, work: Record, world: Record) -> None:
    """From the root to a leaf: its path is path 0, its returns are in `out`."""
    edges.start_path(work, 0, ROOT)
    node = ROOT
    while True:
        mover = game.mover(world)
        if mover == OVER:
            game.returns(world, work.out)
            return
        if mover == CHANCE:
            node = take_chance(control, tree, work, world, node)
        else:
            node = take_decision(control, tree, values, work, world, node, mover)
        edges.extend_path(work, 0, node)
        if node == NO_NODE or tree[node].visits == 0:
            playouts.value_leaf(control, work, world)
            return
