"""The numbers of the table, by hand and against simulated tournaments of known strength."""

import math
from collections.abc import Sequence
from dataclasses import replace

import choix
import numpy as np
import pytest

from hinterland.protocol.bots import RandomSpec
from hinterland.tests.tournaments.scripted import kuhn
from hinterland.tests.tournaments.simulated import (
    coverage,
    luce_games,
    simulated_games,
    true_share,
)
from hinterland.tournaments.bootstrap import bootstrap, superiority
from hinterland.tournaments.games import Games
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.ratings import ELO, choices_of, fit, plackett_luce
from hinterland.tournaments.record import Fault
from hinterland.tournaments.statistics import Summary, summarise, unique_labels

SETTINGS = kuhn(RandomSpec("a"), RandomSpec("b"))


def game(
    group: int,
    seats: Sequence[int],
    returns: Sequence[float],
    void: str = "",
    faults: tuple[Fault, ...] = (),
) -> Result:
    """A game with three decisions of a second for each entrant, ten times its place."""
    return Result(
        group=group,
        rotation=seats[0],
        size=len(seats),
        attempt=0,
        seats=tuple(seats),
        returns=() if void else tuple(returns),
        scores=() if void else tuple(100 * share for share in returns),
        faults=faults,
        length=6,
        moves=((1, 1, 1),) * len(seats),
        seconds=tuple((10.0**entrant,) * 3 for entrant in seats),
        iterations=tuple((200, 300, 400) if entrant else (-1, -1, -1) for entrant in seats),
        elapsed=1.0,
        annulled=False,
        void=void,
    )


TWO_GROUPS = [
    game(0, (0, 1), (1.0, 0.0)),
    game(0, (1, 0), (0.25, 0.75)),
    game(1, (0, 1), (0.5, 0.5)),
    game(1, (1, 0), (0.75, 0.25)),
]


def summary_of(results: Sequence[Result]) -> Summary:
    return summarise(SETTINGS, History(results=results))


def test_two_groups_by_hand() -> None:
    summary = summary_of(TWO_GROUPS)
    assert (summary.games, summary.groups, summary.void, summary.left_out) == (4, 2, 0, 0)
    first, second = summary.standings
    assert (first.label, first.games, first.faults.total()) == ("a", 4, 0)
    assert first.win_share.value == 0.625
    assert second.win_share.value == 0.375
    assert (first.score.value, second.score.value) == (62.5, 37.5)
    assert first.mean_rank.value == (1 + 1 + 1.5 + 2) / 4
    assert second.mean_rank.value == (2 + 2 + 1.5 + 1) / 4
    assert (first.pace.seconds, second.pace.seconds) == (1.0, 10.0)
    assert [pace.moves for pace in first.by_seat] == [6, 6]
    assert [pace.iterations for pace in second.by_phase] == [200, 300, 400]
    assert math.isnan(first.pace.iterations)
    assert [seat.value for seat in summary.seats] == [0.625, 0.375]
    assert first.win_share.low == 0.375, "the worse group"
    assert first.win_share.high == 0.875, "the better one"


def test_pairs_are_of_groups_where_both_sat() -> None:
    (pair,) = summary_of(TWO_GROUPS * 1).pairs
    assert (pair.first, pair.second, pair.groups) == (0, 1, 2)
    assert pair.shares == (0.625, 0.375)
    assert 0.6 < pair.superiority < 0.9, "one group of two for each; a quarter of resamples ties"


def test_only_whole_groups_count_and_all_faults_do() -> None:
    fault = Fault(seat=0, entrant=1, move=0, cause="raised", text="")
    extra = [
        game(2, (0, 1), (1.0, 0.0)),
        game(3, (0, 1), (1.0, 0.0)),
        game(3, (1, 0), (), void="ours", faults=(fault,)),
        game(4, (1, 0), (1.0, 0.0), faults=(fault,)),
    ]
    alone, summary = summary_of(TWO_GROUPS), summary_of(TWO_GROUPS + extra)
    assert (summary.games, summary.groups, summary.void, summary.left_out) == (4, 2, 1, 3)
    for before, after in zip(alone.standings, summary.standings, strict=True):
        assert before.win_share == after.win_share
        assert before.rating == after.rating
        assert before.games == after.games
    assert [standing.faults.total() for standing in summary.standings] == [0, 2]


def test_the_order_of_the_games_does_not_matter() -> None:
    assert summary_of(TWO_GROUPS[::-1]) == summary_of(TWO_GROUPS)


def test_nothing_played() -> None:
    summary = summary_of([])
    assert (summary.games, summary.groups) == (0, 0)
    for standing in summary.standings:
        numbers = (standing.win_share.value, standing.rating.low, standing.mean_rank.value)
        assert all(math.isnan(number) for number in (*numbers, standing.pace.seconds))


def test_a_bot_without_games_has_no_rating_and_no_part_in_those_of_others() -> None:
    known = [standing.rating for standing in summary_of(TWO_GROUPS).standings]
    more = replace(SETTINGS, entrants=tuple(RandomSpec(name) for name in "abcd"))
    ratings = [s.rating for s in summarise(more, History(results=TWO_GROUPS)).standings]
    assert ratings[:2] == known
    assert all(math.isnan(rating.value) for rating in ratings[2:])
    moved = [replace(game, seats=tuple(2 * seat + 1 for seat in game.seats)) for game in TWO_GROUPS]
    ratings = [s.rating for s in summarise(more, History(results=moved)).standings]
    assert ratings[1::2] == known


def test_one_group_has_no_interval() -> None:
    first = summary_of(TWO_GROUPS[:2]).standings[0]
    assert first.win_share.value == 0.875
    assert math.isnan(first.win_share.low)
    assert math.isnan(first.rating.high)


def test_labels_are_made_unique() -> None:
    assert unique_labels(["a", "b", "a"]) == ["a #1", "b", "a #2"]
    assert unique_labels(["a", "b"]) == ["a", "b"]


def test_superiority_of_equals_is_a_half() -> None:
    rng = np.random.default_rng(1)
    assert superiority(np.zeros(10), rng) == 0.5
    assert superiority(np.ones(10), rng) == 1.0
    assert math.isnan(superiority(np.ones(1), rng))


# Ratings


def as_table(seats: Sequence[Sequence[int]], returns: Sequence[Sequence[float]]) -> Games:
    values = np.array(returns, np.float64)
    return Games(
        np.arange(len(seats)), np.array(seats, np.int64), values, values, np.zeros_like(values)
    )


def test_ratings_without_ties_are_those_of_choix() -> None:
    """The same data as rankings, the weakest entrant's wins included."""
    rng = np.random.default_rng(3)
    seats = [rng.permutation(4).tolist() for _ in range(300)]
    strengths = np.array([0.0, 0.4, 0.8, 1.2])
    orders = [np.argsort(-(strengths[row] + rng.gumbel(size=4))) for row in seats]
    returns = [[3.0 - list(order).index(seat) for seat in range(4)] for order in orders]
    choices = choices_of(as_table(seats, returns), 4)
    rankings = [[row[seat] for seat in order] for row, order in zip(seats, orders, strict=True)]
    expected = choix.ilsr_rankings(4, rankings)
    assert fit(choices, choices.weights, 4) == pytest.approx(expected, abs=0.01), (
        "but for the prior"
    )


def test_a_winner_alone_says_nothing_of_the_others() -> None:
    choices = choices_of(as_table([(0, 1, 2)], [(0.0, 1.0, 0.0)]), 3)
    assert choices.chosen.tolist() == [1]
    assert choices.pools.tolist() == [[1, 1, 1]]


def test_a_tie_is_every_order_of_it() -> None:
    """a = b before c: half of abc, half of bac."""
    choices = choices_of(as_table([(0, 1, 2)], [(0.5, 0.5, 0.0)]), 3)
    rows = sorted(
        (pool, chosen, weight)
        for chosen, pool, weight in zip(
            choices.chosen.tolist(), choices.pools.tolist(), choices.weights.tolist(), strict=True
        )
    )
    assert rows == [
        ([0, 1, 1], 1, 0.5), ([1, 0, 1], 0, 0.5), ([1, 1, 1], 0, 0.5), ([1, 1, 1], 1, 0.5),
    ]  # fmt: skip


def test_ten_to_one_is_four_hundred_points() -> None:
    returns = [(1.0, 0.0)] * 1000 + [(0.0, 1.0)] * 100
    first, second = plackett_luce(as_table([(0, 1)] * 1100, returns), 2)
    assert first.value - second.value == pytest.approx(400, abs=1)
    assert first.value == pytest.approx(-second.value)
    assert first.low < first.value < first.high


def test_a_bot_that_never_wins_has_a_rating() -> None:
    first, _ = plackett_luce(as_table([(0, 1)] * 50, [(1.0, 0.0)] * 50), 2)
    assert 200 < first.value < 2000


def test_copies_at_a_table_share_their_wins() -> None:
    """Two copies against one of the same strength win two games of three."""
    seats = [(0, 0, 1)] * 300
    returns = [(1.0, 0.0, 0.0)] * 100 + [(0.0, 1.0, 0.0)] * 100 + [(0.0, 0.0, 1.0)] * 100
    first, second = plackett_luce(as_table(seats, returns), 2)
    assert first.value == pytest.approx(second.value, abs=1e-3)


# Coverage: 95 % intervals hold the truth in 93 to 97 % of simulated tournaments


def share_covered(rng: np.random.Generator, groups: int) -> bool:
    games = simulated_games(rng, groups)
    (share, *_) = bootstrap(games.group_means(0)[1], rng)
    return share.low <= true_share() <= share.high


def rating_covered(rng: np.random.Generator, groups: int) -> bool:
    strengths = np.array([0.5, 0.2, -0.1, -0.6])
    rating = plackett_luce(luce_games(rng, strengths, groups), 4)[0]
    return rating.low <= ELO * strengths[0] <= rating.high


@pytest.mark.slow
@pytest.mark.parametrize("groups", [20, 100])
def test_the_interval_of_the_share_covers_the_truth(groups: int) -> None:
    assert 0.93 <= coverage(share_covered, 500, groups) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("groups", [40, 100])
def test_the_interval_of_the_rating_covers_the_truth(groups: int) -> None:
    assert 0.93 <= coverage(rating_covered, 500, groups) <= 0.97


def test_an_interval_over_games_would_be_too_narrow() -> None:
    """Why the group is the unit: games that share a lucky deal agree with each other."""
    rng = np.random.default_rng(1)
    luck = rng.normal(0.0, 1.0, (150, 20, 1))
    games = 1 / (1 + np.exp(-luck - rng.normal(0.0, 0.3, (150, 20, 4))))
    covered = np.zeros(2)
    for tournament in games:
        samples = tournament.mean(axis=1), tournament.reshape(80)
        for kind, values in enumerate(samples):
            (interval,) = bootstrap(values[:, None], rng)
            covered[kind] += interval.low <= 0.5 <= interval.high
    assert covered[0] >= 0.91 * 150
    assert covered[1] < 0.80 * 150
