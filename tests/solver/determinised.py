"""Exact determinised play: the best mean of the values in every world, in which all is seen."""

from collections.abc import Mapping
from functools import cache

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.seats import CHANCE, OVER
from hinterland.tests.solver.exploitability import Policy
from hinterland.tests.solver.walk import GameTree, Options, game_tree

_TIE = 1e-9


def determinised(game: Game, options: Options) -> Policy:
    """The best move on the mean over the worlds of an information set, equals as likely.

    In each world all seats see everything from there on, and each maximises its own payoff. The
    worlds are as likely as chance made them, whatever the seats have done since.
    """
    tree = game_tree(game, options)
    members, chance = tree.members(), _chance(tree)

    @cache
    def value(node: int) -> tuple[float, ...]:
        mover = tree.movers[node]
        if mover == OVER:
            return tree.payoffs[node]
        values = [value(child) for child in tree.children[node]]
        if mover != CHANCE:
            return max(values, key=lambda payoffs: payoffs[mover])
        return tuple(
            sum(p * payoffs[seat] for p, payoffs in zip(tree.odds[node], values, strict=True))
            for seat in range(tree.players)
        )

    plan: dict[bytes, Mapping[int, float]] = {}
    for index, found in enumerate(tree.information_sets):
        worth = [
            sum(chance[node] * value(tree.children[node][k])[found.seat] for node in members[index])
            for k in range(len(found.moves))
        ]
        best = [
            move for move, mean in zip(found.moves, worth, strict=True) if mean >= max(worth) - _TIE
        ]
        plan[found.knowledge.tobytes()] = {move: 1.0 / len(best) for move in best}

    def policy(knowledge: Knowledge) -> Mapping[int, float]:
        return plan[knowledge.tobytes()]

    return policy


def _chance(tree: GameTree) -> list[float]:
    """How likely chance alone leads to every node."""
    chance = [1.0] * len(tree.movers)
    for node, children in enumerate(tree.children):
        for k, child in enumerate(children):
            odds = tree.odds[node][k] if tree.movers[node] == CHANCE else 1.0
            chance[child] = chance[node] * odds
    return chance
