"""Perft: the number of legal lines of a few moves, chance included, from a dozen positions.

A position is a deal and a number of moves drawn from it; the counts were proved by the oracle,
which walks the same trees in the slow suite.
"""

from dataclasses import dataclass, field
from random import Random

import pytest

from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.tests.oracle.island.agreement import Match
from hinterland.tests.oracle.island.layout import read_deal
from hinterland.tests.oracle.island.oracle import IslandOracle
from hinterland.tests.oracle.island.policy import choose


@dataclass(frozen=True)
class Root:
    """Where counting starts: `before` moves after the deal of these options."""

    options: dict[str, str] = field(hash=False)
    before: int
    depth: int
    lines: int

    def __str__(self) -> str:
        named = "-".join(f"{name}={value}" for name, value in self.options.items())
        return f"{named}+{self.before}"


SEA = {"seafarers": "yes"}
FISH = {"fish": "yes"}
ROOTS = (
    Root({"players": "4"}, 0, 3, 7_236),
    Root({"players": "5"}, 18, 4, 4_572),
    Root({"players": "2"}, 6, 4, 4_212),
    Root({"players": "3", "hidden_harbors": "yes"}, 12, 4, 638),
    Root({"players": "3", **FISH}, 0, 3, 7_236),
    Root({"players": "2", **FISH}, 6, 4, 518),
    Root({"players": "4", **FISH, "fish_pre_roll": "yes"}, 24, 3, 7_101),
    Root({"players": "2", **SEA}, 0, 3, 28_658),
    Root({"players": "2", **SEA}, 6, 4, 10_453),
    Root({"players": "4", **SEA, "hidden_harbors": "yes"}, 16, 4, 6_199),
    Root({"players": "3", **SEA, **FISH}, 10, 4, 5_580),
    Root({"players": "6", **SEA, **FISH}, 30, 4, 2_055),
)


def opened(root: Root) -> tuple[Match, list[str]]:
    """The game at a position, on both sides, and the moves that led there."""
    match = Match(GAME, {"preset": "base"} | root.options, f"perft {root}")
    rng = Random(f"perft {root}")
    for _ in range(root.before):
        match.step(choose(rng, match.oracle.legal()))
    return match, match.history


def lines(state: States, depth: int) -> int:
    """The number of lines of so many moves."""
    moves = GAME.legal(state)
    if depth == 1:
        return len(moves)
    return sum(lines(after(state, int(move)), depth - 1) for move in moves)


def after(state: States, move: int) -> States:
    copy = state.copy()
    GAME.apply(copy, move)
    return copy


def by_first_move(state: States, depth: int) -> dict[str, int]:
    """The lines that begin with each move."""
    return {
        GAME.notation.format(int(move)): lines(after(state, int(move)), depth - 1)
        for move in GAME.legal(state)
    }


def oracle_lines(match: Match, history: list[str], depth: int) -> int:
    """The same count by the oracle, which plays every line from the deal."""
    oracle = IslandOracle(*read_deal(match.start))
    for token in history:
        oracle.play(oracle.mover(), token)
    tokens = oracle.legal()
    if depth == 1:
        return len(tokens)
    return sum(oracle_lines(match, [*history, token], depth - 1) for token in tokens)


def oracle_by_first_move(match: Match, history: list[str], depth: int) -> dict[str, int]:
    return {
        token: oracle_lines(match, [*history, token], depth - 1) for token in match.oracle.legal()
    }


@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_kernels_count_the_lines_that_the_oracle_counted(root: Root) -> None:
    match, history = opened(root)
    counts = by_first_move(match.state, root.depth)
    if sum(counts.values()) != root.lines:
        true = oracle_by_first_move(match, history, root.depth)
        names = sorted(counts.keys() | true.keys())
        wrong = [f"{name}: {counts.get(name)}, oracle {true.get(name)}" for name in names
                 if counts.get(name) != true.get(name)]  # fmt: skip
        raise AssertionError(f"{sum(counts.values())} lines, pinned {root.lines}: {wrong}")


@pytest.mark.slow
@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_the_oracle_counts_as_many_lines(root: Root) -> None:
    match, history = opened(root)
    counts = oracle_by_first_move(match, history, root.depth)
    assert sum(counts.values()) == root.lines, counts
