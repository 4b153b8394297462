"""Iterations of a search, in slices: template, bound to a game by `specialise`."""

from typing import Any

import numpy as np

import hinterland.engine.contract as game
import hinterland.search.edges as edges
import hinterland.search.forest as forest
import hinterland.search.playout as playouts
import hinterland.search.regrets as regrets
import hinterland.search.walk as walks
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw_unit
from hinterland.search.layout import EVERY_SEAT, MO, NO_MOVER, NO_NODE, PIMC, RIS, ROOT

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_1, _29 = np.uint64(1), np.uint64(29)


@jit
def start_trees(control: Record, tree: Any) -> None:
    """Empty trees: the roots alone, one for every seat or one in all."""
    control.used = 0
    control.generation += 1
    roots = control.players if control.variant in (MO, RIS) else 1
    for _ in range(roots):
        edges.add_node(control, tree, 0)


@jit(entry=True)
def list_children(tree: Any, parent: int, children: Any) -> int:
    """Put the children in `children`, ascending by event, as far as it reaches; their number.

    Over several worlds they may be more than a state has moves.
    """
    count = 0
    child = int64(tree[parent].first)
    while child != NO_NODE:
        if count < children.shape[0]:
            children[count] = child
        child = int64(tree[child].next)
        count += 1
    return count


@jit
def fold_world(control: Record, tree: Any, values: Any, totals: Any) -> None:
    """Add the root's moves to `totals`, and start the tree anew.

    The root's moves are the same in every world, so they have the same order in `totals`.
    """
    child = int64(tree[ROOT].first)
    k = 0
    while child != NO_NODE:
        totals[k].event = tree[child].event
        totals[k].visits += tree[child].visits
        totals[k].available += tree[child].available
        if tree[child].visits > 0:
            for seat in range(control.players):
                totals[k].value[seat] += values[child, seat]
        child = int64(tree[child].next)
        k += 1
    start_trees(control, tree)


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
def pick_world(control: Record, words: Any, pool_words: Any, cumulative: Any) -> None:
    """Put one of the pool's worlds in `worlds[2]`, drawn by its weight."""
    point = draw_unit(control.rng)
    low, high = 0, cumulative.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > point:
            high = middle
        else:
            low = middle + 1
    for word in range(words.shape[1]):
        words[2, word] = pool_words[low, word]


@jit
def next_world(
    control: Record,
    tree: Any,
    values: Any,
    totals: Any,
    worlds: Any,
    words: Any,
    memory: Record,
) -> bool:
    """Put a drawn world in `worlds[2]` for the next iteration; False when none fits.

    `pimc` keeps each world for some iterations in `worlds[1]`, with a tree of its own.
    """
    if control.variant != PIMC:
        return draw_world(control, worlds, words, memory, 2)
    if control.world_left == 0:
        fold_world(control, tree, values, totals)
        if not draw_world(control, worlds, words, memory, 1):
            return False
        control.world_left = control.world_iterations
    control.world_left -= 1
    playouts.copy_words(words, 1, 2)
    return True


@jit
def world_of_seat(control: Record, worlds: Any, words: Any, memories: Any, served: int) -> None:
    """Turn the root seat's world in `worlds[2]` into one that the served seat could be in.

    It knows there what the world itself shows it; its memory (`memories[1]`) is empty.
    """
    playouts.copy_words(words, 2, 1)
    game.mask(worlds[1], served, memories[1])
    if game.determinise(worlds[1], memories[1], control.rng) == 0:
        playouts.copy_words(words, 1, 2)


@jit
def seat_to_serve(control: Record, worlds: Any, words: Any, memories: Any) -> int:
    """The seat whose tree learns next; its world is put in `worlds[2]`.

    `ris` serves the seats in turn, the root seat first; in `mo` every tree learns at once.
    """
    if control.variant != RIS:
        return EVERY_SEAT
    served = (control.seat + control.iterations) % control.players
    if served != control.seat:
        world_of_seat(control, worlds, words, memories, served)
    return served


@jit
def knowledge_key(words: Any) -> int:
    """A code for the view in `worlds[1]`, below 2**63."""
    key = _MULTIPLIER
    for word in range(words.shape[1]):
        key = (key ^ words[1, word]) * _MULTIPLIER
        key ^= key >> _29
    return int64(key >> _1)


@jit
def start_paths(
    control: Record,
    tree: Any,
    work: Record,
    worlds: Any,
    words: Any,
    memories: Any,
    served: int,
) -> None:
    """Let the path of every seat begin at its root.

    Where opponents are kept apart, the tree of another seat has a root for each view that the
    seat may have, the children of its root; no path where such a seat learns nothing yet.
    """
    for seat in range(control.players):
        edges.start_path(work, seat, seat)
        if seat == control.seat or control.apart == 0:
            continue
        playouts.copy_words(words, 2, 1)
        game.mask(worlds[1], seat, memories[1])
        key = knowledge_key(words)
        if served in (EVERY_SEAT, seat):
            child = edges.child_of(control, tree, work, seat, key)
        else:
            child = edges.find_child(tree, seat, key)
        edges.extend_path(work, seat, child)


@jit
def take_note(control: Record, work: Record, root: int) -> None:
    """Note what the root's move of an iteration brought the root seat, and how deep it went."""
    depth = work.depths[root]
    control.deepest = max(control.deepest, depth)
    if depth == 0 or work.paths[root, 1] >= work.moments.shape[0]:
        return
    moments, came_out = work.moments[work.paths[root, 1]], work.out[control.seat]
    moments[0] += 1.0
    moments[1] += came_out
    moments[2] += came_out * came_out


@jit
def learn(control: Record, tree: Any, values: Any, work: Record, root: int) -> None:
    """Let the root seat, whose path has the number of its root, learn from an iteration.

    That is what it regrets, where it chooses by that.
    """
    take_note(control, work, root)
    if control.regret == 1:
        regrets.learn(tree, values, work, int64(tree[root].first), control.seat)


@jit
def iterate(
    control: Record,
    tree: Any,
    values: Any,
    work: Record,
    worlds: Any,
    words: Any,
    memories: Any,
) -> None:
    """One iteration in the world `worlds[2]`."""
    control.last_mover = NO_MOVER
    if control.variant != RIS and control.variant != MO:
        walks.walk(control, tree, values, work, worlds[2])
        edges.back_up(control, tree, values, work, 0)
        learn(control, tree, values, work, ROOT)
        return
    served = seat_to_serve(control, worlds, words, memories)
    start_paths(control, tree, work, worlds, words, memories, served)
    forest.walk_forest(control, tree, values, work, worlds[2], served)
    for seat in range(control.players):
        if served in (EVERY_SEAT, seat):
            edges.back_up(control, tree, values, work, seat)
    if served in (EVERY_SEAT, control.seat):
        learn(control, tree, values, work, control.seat)


@jit(entry=True)
def search_slice(
    controls: Any,
    tree: Any,
    values: Any,
    totals: Any,
    works: Any,
    worlds: Any,
    words: Any,
    memories: Any,
    pool_words: Any,
    cumulative: Any,
    iterations: int,
    reserve: int,
) -> int:
    """Run up to `iterations` iterations; how many were run.

    Stops early when fewer than `reserve` nodes are free, and when no world fits.
    `worlds`: the view and two scratch states, `words` its uint64 view; `memories`: the root
    seat's, and a scratch one. `pool_words`, `cumulative`: weighted worlds to pick from instead of
    drawing, as words and the running sum of their weights; empty for none.
    """
    control = controls[0]
    for done in range(iterations):
        if control.capacity - control.used < reserve:
            return done
        if cumulative.shape[0] > 0:
            pick_world(control, words, pool_words, cumulative)
        elif not next_world(control, tree, values, totals, worlds, words, memories[0]):
            return done
        iterate(control, tree, values, works[0], worlds, words, memories)
        control.iterations += 1
    return iterations


@jit(entry=True)
def start_search(controls: Any, tree: Any) -> None:
    """Make the roots of the first trees."""
    start_trees(controls[0], tree)
