"""The whole tree of an enumerable game, walked once and kept as plain lists."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table

Options = tuple[int, ...]


@dataclass(frozen=True)
class InformationSet:
    """A decision as the seat that makes it sees it: all it knows, and its legal moves."""

    seat: int
    knowledge: Knowledge
    moves: tuple[int, ...]


@dataclass
class GameTree:
    """Every position of a game: lists by node. Node 0 is the deal, children come after parents.

    `movers`: the seat, CHANCE or OVER. `sets`: index of the information set, -1 where no seat
    moves. `children`: nodes, in the order of the moves. `odds`: of the children, at CHANCE.
    `payoffs`: one a seat, at OVER.
    """

    players: int
    movers: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)
    odds: list[tuple[float, ...]] = field(default_factory=list)
    payoffs: list[tuple[float, ...]] = field(default_factory=list)
    information_sets: list[InformationSet] = field(default_factory=list)
    set_indices: dict[bytes, int] = field(default_factory=dict)

    def members(self) -> list[list[int]]:
        """The nodes of every information set."""
        found: list[list[int]] = [[] for _ in self.information_sets]
        for node, index in enumerate(self.sets):
            if index >= 0:
                found[index].append(node)
        return found


@cache
def game_tree(game: Game, options: Options) -> GameTree:
    """Walk the game. `ValueError` if one seat's view does not tell its legal moves."""
    table = Table.deal(game, options, stream("walk"))
    tree = GameTree(table.players)
    _walk(tree, table)
    return tree


def information_sets(game: Game, options: Options) -> tuple[tuple[InformationSet, ...], ...]:
    """For each seat, all its decisions that there are in the game."""
    tree = game_tree(game, options)
    return tuple(
        tuple(found for found in tree.information_sets if found.seat == seat)
        for seat in range(tree.players)
    )


def _walk(tree: GameTree, table: Table) -> int:
    """Add the table's position and everything that can follow; its node."""
    node, mover = len(tree.movers), table.mover
    tree.movers.append(mover)
    tree.sets.append(-1)
    tree.children.append(())
    tree.odds.append(())
    tree.payoffs.append(_payoffs(table) if mover == OVER else ())
    if mover == OVER:
        return node
    if mover == CHANCE:
        outcomes = table.game.odds(table.state)
        if outcomes is None:
            raise ValueError(f"{table.game.name} does not list the outcomes of chance")
        moves: Sequence[int] = [move for move, _ in outcomes]
        tree.odds[node] = tuple(probability for _, probability in outcomes)
    else:
        tree.sets[node] = _set_index(tree, table, mover)
        moves = tree.information_sets[tree.sets[node]].moves
    children = []
    before = table.snapshot()
    for move in moves:
        table.play(mover, move)
        children.append(_walk(tree, table))
        table.restore(before)
    tree.children[node] = tuple(children)
    return node


def _payoffs(table: Table) -> tuple[float, ...]:
    game = table.game
    shares = game.returns(table.state)
    return tuple(game.payoff_scale * share + game.payoff_offset for share in shares)


def _set_index(tree: GameTree, table: Table, seat: int) -> int:
    knowledge = table.knowledge(seat)
    moves = tuple(int(move) for move in table.game.legal(table.state))
    index = tree.set_indices.setdefault(knowledge.tobytes(), len(tree.information_sets))
    if index == len(tree.information_sets):
        tree.information_sets.append(InformationSet(seat, knowledge, moves))
    if tree.information_sets[index].moves != moves:
        raise ValueError("two positions look the same to the mover but have other legal moves")
    return index
