"""Walks down a tree for every seat: template, bound to a game by `specialise`.

`mo`: all trees are walked, each by the events that its own seat sees; the mover's tree selects
and every tree learns. Source: as `search.walk`, the algorithm called MO-ISMCTS there.
`ris`: every iteration serves one seat in a world that this seat could be in; only its tree
selects and learns, the other seats move by what theirs visited most. So no searched opponent
acts on the root seat's secrets. Source: V. Lisy, M. Lanctot, M. Bowling describe the idea of
searching from the belief of each player; the form here re-determinises a world for each seat.
"""

from typing import Any

import numpy as np

import hinterland.engine.contract as game
import hinterland.search.edges as edges
import hinterland.search.outcomes as outcomes
import hinterland.search.playout as playouts
import hinterland.search.selection as selection
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw, draw_unit
from hinterland.engine.seats import CHANCE, OVER
from hinterland.search.layout import EVERY_SEAT, NO_NODE


@jit
def follow(control: Record, tree: Any, work: Record, world: Record, move: int, served: int) -> None:
    """Walk every tree on by what its seat sees of `move`; trees that learn may grow."""
    for seat in range(control.players):
        node = work.nodes[seat]
        if node == NO_NODE:
            continue
        event = game.redact(world, move, seat)
        if served in (EVERY_SEAT, seat):
            child = edges.child_of(control, tree, work, node, event)
        else:
            child = edges.find_child(tree, node, event)
        edges.extend_path(work, seat, child)


@jit
def selected_move(
    control: Record, tree: Any, values: Any, work: Record, world: Record, mover: int
) -> int:
    """The move that the mover's tree selects; -1 when it has no node or no room."""
    node = work.nodes[mover]
    if node == NO_NODE:
        return -1
    count = game.legal(world, work.moves)
    edges.see_moves(world, work, count, mover, mover)
    distinct, priors = edges.link_edges(control, tree, work, node, count)
    if distinct < 0:
        return -1
    edge = selection.choose_edge(control, tree, values, work, world, mover, distinct, mover, priors)
    return work.moves[edge]


@jit
def habitual_move(control: Record, tree: Any, work: Record, world: Record, mover: int) -> int:
    """A move drawn by the squares of its visits in the mover's tree; uniform where it has none.

    Visit shares are those of an exploring seat, nearer to uniform than what it would play: with
    them Leduc by search is exploitable for 1.07, with their squares for 0.93.
    """
    count = game.legal(world, work.moves)
    node = work.nodes[mover]
    total = 0.0
    if node != NO_NODE:
        for i in range(count):
            child = edges.find_child(tree, node, work.moves[i])
            visits = 0.0 if child == NO_NODE else np.float64(tree[child].visits)
            work.priors[i] = visits * visits
            total += work.priors[i]
    if total == 0.0:
        return work.moves[draw(control.rng, count)]
    left = draw_unit(control.rng) * total
    for i in range(count):
        left -= work.priors[i]
        if left < 0.0:
            return work.moves[i]
    return work.moves[count - 1]


@jit
def next_move(
    control: Record, tree: Any, values: Any, work: Record, world: Record, mover: int, served: int
) -> int:
    """The next move in the world; -1 to stop at a leaf."""
    if mover == CHANCE:
        seat = int64(control.seat) if served == EVERY_SEAT else served
        node, depth = work.nodes[seat], work.depths[seat]
        return outcomes.outcome(control, tree, work, world, node, depth, seat)
    if served in (EVERY_SEAT, mover):
        return selected_move(control, tree, values, work, world, mover)
    return habitual_move(control, tree, work, world, mover)


@jit
def at_leaf(tree: Any, work: Record, mover: int, served: int) -> bool:
    """Whether the walk has just left what the learning trees know."""
    if served != EVERY_SEAT:
        node = work.nodes[served]
    elif mover != CHANCE:
        node = work.nodes[mover]
    else:
        return False
    return node == NO_NODE or tree[node].visits == 0


@jit
def walk_forest(
    control: Record, tree: Any, values: Any, work: Record, world: Record, served: int
) -> None:
    """From where the paths begin to a leaf: path s is the one of seat s, the returns are in `out`.

    `served`: the seat whose tree learns (`ris`), or EVERY_SEAT (`mo`).
    """
    while True:
        mover = game.mover(world)
        if mover == OVER:
            game.returns(world, work.out)
            return
        move = next_move(control, tree, values, work, world, mover, served)
        if move >= 0:
            follow(control, tree, work, world, move, served)
            control.last_mover, control.last_move = mover, move
            game.apply(world, move)
        if move < 0 or at_leaf(tree, work, mover, served):
            playouts.value_leaf(control, work, world)
            return
