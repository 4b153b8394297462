"""Exact determinised search: what the variant `pimc` tends to with ever more worlds."""

from collections.abc import Mapping
from functools import cache

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.seats import CHANCE, OVER
from hinterland.tests.solver.exploitability import Policy
from hinterland.tests.solver.walk import GameTree, Options, game_tree

_TOLERANCE = 1e-9


def determinised(game: Game, options: Options) -> Policy:
    """The moves that are best on average over the worlds, where all see everything in each.

    The worlds of an information set weigh as chance deals them, whatever the moves of the others
    say; the moves that are best are equally likely.
    """
    tree = game_tree(game, options)
    chance = _chance(tree)
    members = tree.members()

    @cache
    def value(node: int) -> tuple[float, ...]:
        """The payoffs where every seat sees all."""
        mover = tree.movers[node]
        if mover == OVER:
            return tree.payoffs[node]
        values = [value(child) for child in tree.children[node]]
        if mover == CHANCE:
            return tuple(
                sum(p * payoffs[seat] for p, payoffs in zip(tree.odds[node], values, strict=True))
                for seat in range(tree.players)
            )
        return max(values, key=lambda payoffs: payoffs[mover])

    def policy(knowledge: Knowledge) -> Mapping[int, float]:
        index = tree.set_indices[knowledge.tobytes()]
        found = tree.information_sets[index]
        worth = [
            sum(chance[node] * value(tree.children[node][k])[found.seat] for node in members[index])
            for k in range(len(found.moves))
        ]
        best = [
            move
            for move, mean in zip(found.moves, worth, strict=True)
            if mean > max(worth) - _TOLERANCE
        ]
        return dict.fromkeys(best, 1.0 / len(best))

    return policy


def _chance(tree: GameTree) -> list[float]:
    """How likely chance alone makes every node, whatever the seats play."""
    likely = [1.0] * len(tree.movers)
    for node, children in enumerate(tree.children):
        odds = tree.odds[node] or (1.0,) * len(children)
        for p, child in zip(odds, children, strict=True):
            likely[child] = likely[node] * p
    return likely
