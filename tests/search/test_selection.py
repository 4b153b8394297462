"""How a visit chooses: first play, widening, kinds, order, regrets; and how the move is chosen."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.table import Table
from hinterland.eval.registry import EVALUATIONS
from hinterland.search.layout import ROOT
from hinterland.search.regrets import EXPLORED
from hinterland.search.result import RootMove, chosen_move
from hinterland.search.search import Search, think
from hinterland.search.settings import SearchSettings
from hinterland.tests.toys import errands, sealed

JUDGED = replace(errands.GAME, name="judged")
BEST = {3, 4}


@pytest.fixture(autouse=True)
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVALUATIONS, "judged", "hinterland.tests.toys.judged_errands")


def beginning(game: Game) -> Knowledge:
    """What p1 knows at its first decision."""
    table = Table.deal(game, game.option_values({}), stream("deal"))
    while table.mover == CHANCE:
        table.play(CHANCE, game.sample(table.state, stream("chance")))
    return table.knowledge(0)


def searching(**settings: Any) -> Search:
    return Search(JUDGED, beginning(JUDGED), SearchSettings(iterations=None, **settings))


def children(search: Search, node: int) -> list[Any]:
    lane = search.lanes[0]
    return [lane.record(child) for child in lane.children(node)]


def steps(search: Search, count: int) -> Iterator[tuple[list[Any], int]]:
    """Before each of some iterations the root's children, and the index of the one taken."""
    search.advance(1)
    for _ in range(count):
        before = children(search, ROOT)
        search.advance(1)
        after = children(search, ROOT)
        (taken,) = [k for k, old in enumerate(before) if after[k]["visits"] > old["visits"]]
        yield before, taken


def mean_of_root(records: list[Any]) -> float:
    return sum(r["value"][0] for r in records) / sum(int(r["visits"]) for r in records)


def ucb(value: float, visits: int, available: int, c: float) -> float:
    return value / visits + c * math.sqrt(math.log(available) / visits)


# First play


@pytest.mark.parametrize("first_play", [0.05, 0.4])
def test_ucb_scores_an_untried_move_above_its_parents_mean(first_play: float) -> None:
    untried_later = 0
    for before, taken in steps(searching(first_play=first_play), 60):
        visits = sum(int(r["visits"]) for r in before)
        scores = [
            ucb(r["value"][0], r["visits"], visits + 1, 0.7)
            if r["visits"]
            else mean_of_root(before) + first_play
            for r in before
        ]
        assert scores[taken] == pytest.approx(max(scores), abs=1e-12)
        untried_later += before[taken]["visits"] > 0 and any(r["visits"] == 0 for r in before)
    assert untried_later > 0, "every move was tried first"


def test_puct_takes_the_parents_mean_less_a_reduction() -> None:
    for before, taken in steps(searching(first_play=-0.2, selection="puct"), 60):
        visits = sum(int(r["visits"]) for r in before)
        scores = [
            (r["value"][0] / r["visits"] if r["visits"] else mean_of_root(before) - 0.2)
            + 0.7 * int(r["event"]) / 15 * math.sqrt(visits + 1) / (1 + r["visits"])
            for r in before
        ]
        assert scores[taken] == pytest.approx(max(scores), abs=1e-12)


# Widening


@pytest.mark.parametrize("selection", ["ucb", "puct"])
def test_widening_tries_the_likeliest_moves_as_the_visits_grow(selection: str) -> None:
    search = searching(widening=0.7, selection=selection)
    most = 0
    for visits in range(1, 60):
        search.advance(1)
        tried = [int(r["event"]) for r in children(search, ROOT) if r["visits"] > 0]
        assert tried == list(range(6 - len(tried), 6)), "not the likeliest first"
        assert len(tried) <= math.ceil(0.7 * math.sqrt(visits))
        most = max(most, len(tried))
    assert most == 5


# Kind first


@pytest.mark.parametrize("selection", ["ucb", "puct"])
def test_the_kind_is_chosen_before_the_move(selection: str) -> None:
    """Errands 1 and 2 are one kind, 3 to 5 another: the kind taken has the best sum."""
    for before, taken in steps(searching(kinds="first", selection=selection), 100):
        available = sum(int(r["visits"]) for r in before) + 1
        scores = []
        for part in (before[:2], before[2:]):
            visits = sum(int(r["visits"]) for r in part)
            value = sum(r["value"][0] for r in part)
            if selection == "puct":
                mean = value / visits if visits else mean_of_root(before)
                prior = sum(int(r["event"]) for r in part) / 15
                scores.append(mean + 0.7 * prior * math.sqrt(available) / (1 + visits))
            else:
                scores.append(ucb(value, visits, available, 0.7) if visits else math.inf)
        assert scores[0 if taken < 2 else 1] == pytest.approx(max(scores), abs=1e-12)


def test_kinds_of_many_moves_do_not_swamp_the_others() -> None:
    shares = {}
    for kinds in ("any", "first"):
        search = searching(kinds=kinds, exploration=100.0)
        search.advance(1000)
        shares[kinds] = sum(move.visits for move in search.result(0.0).moves[:2]) / 1000
    assert shares["any"] == pytest.approx(2 / 5, abs=0.02)
    assert shares["first"] == pytest.approx(1 / 2, abs=0.02)


# One order


def test_moves_in_a_turn_are_searched_in_one_order() -> None:
    search = searching(order="canonical", exploration=5.0)
    search.advance(500)
    lane = search.lanes[0]
    for child in lane.children(ROOT):
        first = int(lane.tree[child]["event"])
        seconds = [lane.record(node) for node in lane.children(child)]
        tried = {int(record["event"]) for record in seconds if record["visits"] > 0}
        lower = {errand for errand in range(1, 6) if errand < first}
        higher = {errand for errand in range(1, 6) if errand > first}
        # The last errand has nothing but lower ones after it: then they stay.
        assert tried == (higher or lower)
    assert search.result(0.0).best in BEST


def test_usually_every_order_is_searched() -> None:
    search = searching(exploration=5.0)
    search.advance(500)
    lane = search.lanes[0]
    assert all(
        int(lane.tree[node]["visits"]) > 0
        for child in lane.children(ROOT)
        for node in lane.children(child)
    )


# Regrets at the root


def test_regrets_are_what_the_means_say_above_what_came_out() -> None:
    search = searching(root="regret", seed=3)
    regrets = [0.0] * 5
    for number, (before, taken) in enumerate(steps(search, 200)):
        if number == 0:
            regrets = [float(x) for x in search.lanes[0].work[0]["regrets"]]
            continue
        after = children(search, ROOT)
        came_out = after[taken]["value"][0] - before[taken]["value"][0]
        for k, record in enumerate(after):
            if k != taken and record["visits"]:
                regrets[k] += record["value"][0] / record["visits"] - came_out
        assert search.lanes[0].work[0]["regrets"] == pytest.approx(regrets, abs=1e-9)


def test_regret_matching_comes_to_a_mixture() -> None:
    """p1 puts a card that p2 guesses: both kinds must be put about as often."""
    game = sealed.GAME
    for seed in range(5):
        settings = SearchSettings(root="regret", iterations=20_000, seed=seed)
        moves = think(game, beginning(game), settings).moves
        assert [move.visits / 20_000 for move in moves] == pytest.approx([0.5, 0.5], abs=0.06)


def test_some_visits_explore_all_moves() -> None:
    search = searching(root="regret", seed=4)
    search.advance(5000)
    least = min(move.visits for move in search.result(0.0).moves)
    assert least > 0.8 * EXPLORED * 5000 / 5


# The move to play


MOVES = tuple(
    RootMove(move, visits, (mean, 1.0 - mean), 100)
    for move, visits, mean in ((1, 40, 0.5), (2, 100, 0.6), (3, 95, 0.7), (4, 89, 0.9))
)


def test_the_most_visited_move_is_played() -> None:
    assert chosen_move(MOVES, SearchSettings(choice="visits"), 0) == 2


def test_among_moves_within_one_standard_error_the_mean_decides() -> None:
    """100 visits have a standard error of 10: 95 are close, 89 are not."""
    assert chosen_move(MOVES, SearchSettings(), 0) == 3
    assert chosen_move(MOVES, SearchSettings(), 1) == 2


@pytest.mark.parametrize("temperature", [0.5, 1.0])
def test_a_temperature_draws_the_move_by_its_visits(temperature: float) -> None:
    draws = 4000
    found = Counter(
        chosen_move(MOVES, SearchSettings(temperature=temperature, seed=seed), 0)
        for seed in range(draws)
    )
    weights = {move.move: move.visits ** (1 / temperature) for move in MOVES}
    for move, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(found[move] / draws - share) < 4 * math.sqrt(share * (1 - share) / draws)


def test_a_search_plays_by_its_temperature() -> None:
    found = {
        think(
            JUDGED, beginning(JUDGED), SearchSettings(iterations=50, temperature=2, seed=seed)
        ).best
        for seed in range(40)
    }
    assert len(found) == 5


def test_a_temperature_changes_what_is_played_and_not_what_is_preferred() -> None:
    cold, warm = (
        think(JUDGED, beginning(JUDGED), SearchSettings(iterations=50, temperature=t, seed=3))
        for t in (0.0, 10.0)
    )
    assert cold.best == cold.preferred == warm.preferred != warm.best
