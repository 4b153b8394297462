"""The prior of the root's moves, a share of it by the evaluation after each."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.table import Table
from hinterland.eval.registry import EVALUATIONS
from hinterland.search.search import ONE_PLY_SOFTNESS, Search, softmax_odds
from hinterland.search.settings import SearchSettings
from hinterland.tests.toys import errands

JUDGED = replace(errands.GAME, name="judged")
AFTER_THE_FIRST = {1: 0.4, 2: 0.5, 4: 0.55, 5: 0.45}
"""The returns of p1 when it has run errand 3 and then another."""


@pytest.fixture(autouse=True)
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVALUATIONS, "judged", "hinterland.tests.toys.judged_errands")


def knows(played: Sequence[int]) -> Knowledge:
    """What p1 knows when it has run these errands."""
    table = Table.deal(JUDGED, JUDGED.option_values({}), stream("deal"))
    for errand in played:
        table.play(0, errand)
    return table.knowledge(0)


def searched(played: Sequence[int] = (3,), **settings: Any) -> Search:
    """Ten iterations of p1's next decision."""
    search = Search(JUDGED, knows(played), SearchSettings(iterations=None, **settings))
    search.advance(10)
    return search


def by_one_ply() -> dict[int, float]:
    best = max(AFTER_THE_FIRST.values())
    odds = {move: math.exp((x - best) / ONE_PLY_SOFTNESS) for move, x in AFTER_THE_FIRST.items()}
    return {move: odd / sum(odds.values()) for move, odd in odds.items()}


def by_weight() -> dict[int, float]:
    return {move: move / sum(AFTER_THE_FIRST) for move in AFTER_THE_FIRST}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_so_much_of_the_prior_follows_one_ply(share: float, threads: int) -> None:
    search = searched(selection="puct", one_ply=share, threads=threads)
    expected = {
        move: share * by_one_ply()[move] + (1.0 - share) * by_weight()[move]
        for move in AFTER_THE_FIRST
    }
    assert search.priors() == pytest.approx(expected, abs=1e-4)
    assert search.iterations == 10
    assert sum(move.visits for move in search.result(0.0).moves) == 10


def test_one_ply_is_of_the_root_alone() -> None:
    """Below the first errand the priors are the weights, whatever comes of the second."""
    lane = searched((), selection="puct", one_ply=1.0, exploration=5.0).lanes[0]
    (third,) = [node for node in lane.children(lane.root) if lane.tree[node]["event"] == 3]
    below = [lane.tree[node] for node in lane.children(third)]
    assert {int(node["event"]): float(node["prior"]) for node in below} == {
        move: float(move) for move in AFTER_THE_FIRST
    }


def test_a_tree_that_is_taken_over_gets_the_prior_of_its_new_root() -> None:
    before = searched((), selection="puct", one_ply=1.0, exploration=5.0, reuse="yes")
    search = Search(JUDGED, knows((3,)), before.settings)
    search.go_on(before, [3])
    search.advance(1)
    assert sum(move.visits for move in search.result(0.0).moves) > 1
    assert search.priors() == pytest.approx(by_one_ply(), abs=1e-4)


@pytest.mark.parametrize("settings", [{"selection": "ucb"}, {"variant": "pimc"}])
def test_where_there_is_no_such_prior_nothing_changes(settings: dict[str, str]) -> None:
    settings = {"selection": "puct", **settings}
    with_it, without = (searched(one_ply=share, **settings) for share in (1.0, 0.0))
    assert with_it.result(0.0) == without.result(0.0)
    assert with_it.priors() == without.priors()


def test_odds_are_nearly_powers_of_e() -> None:
    behind = [0.0, 0.1, 1.0, 3.0, 7.0, 2000.0]
    odds = softmax_odds(-np.array(behind))
    assert odds == pytest.approx([math.exp(-x) for x in behind], abs=1e-3)
    assert odds[0] == 1.0
    assert odds[-1] == 0.0
