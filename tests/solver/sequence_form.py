"""Equilibria of two-seat zero-sum games by linear programming over sequences of own moves.

Source: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized
strategies in game trees", STOC 1994.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.seats import CHANCE, OVER
from hinterland.tests.solver.walk import GameTree, Options, game_tree

_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Equilibrium:
    """`value`: the payoff to p1. `plan`: per information set's bytes, its moves' probabilities."""

    value: float
    plan: Mapping[bytes, Mapping[int, float]]

    def policy(self, knowledge: Knowledge) -> Mapping[int, float]:
        return self.plan[knowledge.tobytes()]


def solve(game: Game, options: Options) -> Equilibrium:
    """An equilibrium of a zero-sum game of two seats; `ValueError` if it is none."""
    tree = game_tree(game, options)
    if tree.players != 2 or any(abs(sum(payoffs)) > _TOLERANCE for payoffs in tree.payoffs):
        raise ValueError(f"{game.name} is no zero-sum game of two seats")
    sequences = _Sequences.of(tree)
    plan: dict[bytes, Mapping[int, float]] = {}
    values = []
    for seat in range(2):
        value, weights = _maximin(tree, sequences, seat)
        values.append(value)
        plan |= _behaviour(tree, sequences, seat, weights)
    if abs(sum(values)) > 1e-6:
        raise ValueError(f"the two programmes disagree: {values}")
    return Equilibrium(values[0], plan)


@dataclass(frozen=True)
class _Sequences:
    """A seat's sequences are numbered: 0 is no move yet, then one for each move of each set.

    `first`: per information set, the number of its first move. `parent`: per information set,
    the sequence that leads to it. `counts`: sequences per seat. `at`: per node and seat.
    """

    first: list[int]
    parent: list[int]
    counts: list[int]
    at: list[list[int]]

    @classmethod
    def of(cls, tree: GameTree) -> "_Sequences":
        first, counts = [], [1, 1]
        for found in tree.information_sets:
            first.append(counts[found.seat])
            counts[found.seat] += len(found.moves)
        parent = [-1] * len(first)
        at = [[0, 0] for _ in tree.movers]
        for node, children in enumerate(tree.children):
            seat, index = tree.movers[node], tree.sets[node]
            if index >= 0 and parent[index] not in (-1, at[node][seat]):
                raise ValueError("a seat forgot its own moves: the game lacks perfect recall")
            if index >= 0:
                parent[index] = at[node][seat]
            for k, child in enumerate(children):
                at[child] = list(at[node])
                if index >= 0:
                    at[child][seat] = first[index] + k
        return cls(first, parent, counts, at)


def _maximin(
    tree: GameTree, sequences: _Sequences, seat: int
) -> tuple[float, npt.NDArray[np.float64]]:
    """What `seat` can make sure of, and the weights of its sequences that do it.

    Maximise v[0] over weights x >= 0 with E x = e and over free v with F' v <= A' x, where E
    and F say that weights flow from each sequence to those that continue it, A is the payoff.
    """
    own, others = _flow(tree, sequences, seat), _flow(tree, sequences, 1 - seat)
    payoff = _payoff(tree, sequences, seat)
    sets, most = others.shape[0], own.shape[1]
    cost = np.zeros(most + sets)
    cost[most] = -1.0
    start = np.zeros(own.shape[0])
    start[0] = 1.0
    result = linprog(
        cost,
        A_ub=hstack([-payoff.T, others.T]),
        b_ub=np.zeros(others.shape[1]),
        A_eq=hstack([own, csr_array((own.shape[0], sets))]),
        b_eq=start,
        bounds=[(0.0, None)] * most + [(None, None)] * sets,
        method="highs",
    )
    if not result.success:
        raise ValueError(result.message)
    return -float(result.fun), result.x[:most]


def _flow(tree: GameTree, sequences: _Sequences, seat: int) -> csr_array:
    """Row 0: no move yet has weight 1. A row a set: its moves share what leads to it."""
    entries = [(0, 0, 1.0)]
    row = 0
    for index, found in enumerate(tree.information_sets):
        if found.seat == seat:
            row += 1
            entries.append((row, sequences.parent[index], -1.0))
            first = sequences.first[index]
            entries += [(row, first + k, 1.0) for k in range(len(found.moves))]
    return _matrix(entries, (row + 1, sequences.counts[seat]))


def _payoff(tree: GameTree, sequences: _Sequences, seat: int) -> csr_array:
    """The mean payoff to `seat` by its sequence and the other's, weighted by chance."""
    entries = []
    chance = [1.0] * len(tree.movers)
    for node, children in enumerate(tree.children):
        for k, child in enumerate(children):
            odds = tree.odds[node][k] if tree.movers[node] == CHANCE else 1.0
            chance[child] = chance[node] * odds
        if tree.movers[node] == OVER:
            at = sequences.at[node]
            entries.append((at[seat], at[1 - seat], chance[node] * tree.payoffs[node][seat]))
    return _matrix(entries, (sequences.counts[seat], sequences.counts[1 - seat]))


def _matrix(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> csr_array:
    """A sparse matrix; entries of the same place are added."""
    rows, columns, values = (np.array(part) for part in zip(*entries, strict=True))
    return coo_array((values, (rows, columns)), shape=shape).tocsr()


def _behaviour(
    tree: GameTree, sequences: _Sequences, seat: int, weights: npt.NDArray[np.float64]
) -> dict[bytes, Mapping[int, float]]:
    """The probabilities of moves that the weights mean; uniform where nothing leads."""
    plan: dict[bytes, Mapping[int, float]] = {}
    for index, found in enumerate(tree.information_sets):
        if found.seat == seat:
            first, count = sequences.first[index], len(found.moves)
            share = np.maximum(weights[first : first + count], 0.0)
            share = share / share.sum() if share.sum() > _TOLERANCE else np.full(count, 1 / count)
            plan[found.knowledge.tobytes()] = dict(zip(found.moves, share.tolist(), strict=True))
    return plan
