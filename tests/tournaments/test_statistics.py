"""The numbers of the table, by hand and against simulated matches of known strength."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from hinterland.tournaments.record import Fault, GameRecord
from hinterland.tournaments.statistics import mean_interval, summarise, unique_labels


def game(
    group: int,
    seats: Sequence[int],
    returns: Sequence[float],
    void: str = "",
    faults: tuple[Fault, ...] = (),
) -> GameRecord:
    """A record with two decisions of a second for each entrant of the list, ten times its place."""
    return GameRecord(
        game="kuhn",
        version=1,
        options={"players": str(len(seats))},
        group=group,
        rotation=seats[0],
        deal_seed=group,
        seats=tuple(seats),
        moves=(),
        returns=() if void else tuple(returns),
        faults=faults,
        decisions=(2,) * len(seats),
        seconds=tuple(2.0 * 10**entrant for entrant in seats),
        void=void,
    )


TWO_GROUPS = [
    game(0, (0, 1), (1.0, 0.0)),
    game(0, (1, 0), (0.25, 0.75)),
    game(1, (0, 1), (0.5, 0.5)),
    game(1, (1, 0), (0.75, 0.25)),
]


def test_two_groups_by_hand() -> None:
    """Group means of the first bot: 0.875 and 0.375, so 0.625 +- t(1) * 0.25."""
    summary = summarise(["a", "b"], TWO_GROUPS, 2)
    assert (summary.games, summary.groups, summary.void, summary.left_out) == (4, 2, 0, 0)
    first, second = summary.standings
    assert (first.label, first.games, first.faults) == ("a", 4, 0)
    assert first.win_share == 0.625
    assert second.win_share == 0.375
    assert first.mean_rank == (1 + 1 + 1.5 + 2) / 4
    assert second.mean_rank == (2 + 2 + 1.5 + 1) / 4
    assert (first.seconds_per_move, second.seconds_per_move) == (1.0, 10.0)
    assert (first.low, first.high) == (0.0, 1.0), "12.7 * 0.25 on both sides, cut at 0 and 1"


def test_the_interval_is_the_t_interval_of_the_group_means() -> None:
    means = np.array([0.2, 0.5, 0.4, 0.45, 0.3, 0.41])
    reference = stats.ttest_1samp(means, 0.5).confidence_interval(0.95)
    assert mean_interval(means) == pytest.approx((reference.low, reference.high), abs=1e-12)


def test_ties_share_their_ranks() -> None:
    returns = (0.0, 0.5, 0.0, 0.5)
    games = [game(0, seats, returns) for seats in [(0, 1, 2, 3), (1, 2, 3, 0)]]
    standings = summarise("abcd", games, 2).standings
    assert [standing.mean_rank for standing in standings] == [2.5, 2.5, 2.5, 2.5]
    games = [game(0, (0, 1, 2), (0.0, 1.0, 0.0))]
    ranks = [standing.mean_rank for standing in summarise("abc", games, 1).standings]
    assert ranks == [2.5, 1.0, 2.5]


def test_only_whole_groups_count_and_all_faults_do() -> None:
    fault = Fault(seat=0, entrant=1, move=0, cause="raised", text="")
    extra = [
        game(2, (0, 1), (1.0, 0.0)),
        game(3, (0, 1), (1.0, 0.0)),
        game(3, (1, 0), (), void="ours", faults=(fault,)),
        game(4, (1, 0), (1.0, 0.0), faults=(fault,)),
    ]
    alone, summary = (summarise(["a", "b"], games, 2) for games in (TWO_GROUPS, TWO_GROUPS + extra))
    assert (summary.games, summary.groups, summary.void, summary.left_out) == (4, 2, 1, 3)
    for before, after in zip(alone.standings, summary.standings, strict=True):
        assert (before.win_share, before.low, before.mean_rank, before.games) == (
            after.win_share, after.low, after.mean_rank, after.games,
        )  # fmt: skip
    assert [standing.faults for standing in summary.standings] == [0, 2]


def test_the_order_of_the_games_does_not_matter() -> None:
    assert summarise("ab", TWO_GROUPS[::-1], 2) == summarise("ab", TWO_GROUPS, 2)


def test_nothing_played() -> None:
    summary = summarise(["a", "b"], [], 2)
    assert (summary.games, summary.groups) == (0, 0)
    for standing in summary.standings:
        numbers = (standing.win_share, standing.low, standing.high, standing.mean_rank)
        assert all(math.isnan(number) for number in numbers)
        assert math.isnan(standing.seconds_per_move)


def test_one_group_has_no_interval() -> None:
    first = summarise(["a", "b"], TWO_GROUPS[:2], 2).standings[0]
    assert first.win_share == 0.875
    assert math.isnan(first.low)
    assert math.isnan(first.high)


def test_labels_are_made_unique() -> None:
    assert unique_labels(["a", "b", "a"]) == ["a #1", "b", "a #2"]
    assert unique_labels(["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize(("players", "groups"), [(2, 20), (4, 20), (4, 100)])
def test_the_interval_covers_the_true_share(players: int, groups: int) -> None:
    """Simulated matches: a deal gives each seat its luck, a bot its strength, a game its dice.

    The true share comes from a far longer match. Coverage must be 93 to 97 %.
    """
    rng = np.random.default_rng(20240506)
    matches = 2000
    truth = group_means(rng, players, 400_000).mean()
    samples = group_means(rng, players, matches * groups).reshape(matches, groups)
    low, high = mean_interval(samples)
    covered = np.mean((low <= truth) & (truth <= high))
    assert 0.93 <= covered <= 0.97


def group_means(rng: np.random.Generator, players: int, groups: int) -> np.ndarray:
    """The win share of the strongest bot in each of `groups` simulated deal groups.

    A game goes to the seat with the largest sum of the seat's luck of the deal, the strength of
    the bot that sits there, and noise; a lead of less than 0.1 is a tie.
    """
    strength = np.linspace(0.5, 0.0, players)
    luck = rng.normal(0.0, 1.0, (groups, 1, players))
    bots = (np.arange(players)[None, :] + np.arange(players)[:, None]) % players
    scores = luck + strength[bots] + rng.normal(0.0, 0.7, (groups, players, players))
    winners = scores > scores.max(axis=2, keepdims=True) - 0.1
    returns = winners / winners.sum(axis=2, keepdims=True)
    return (returns * (bots == 0)).sum(axis=2).mean(axis=1)


def test_an_interval_over_games_would_be_too_narrow() -> None:
    """Why the group is the unit: games that share a lucky deal agree with each other."""
    rng = np.random.default_rng(1)
    luck = rng.normal(0.0, 1.0, (1000, 20, 1))
    games = 1 / (1 + np.exp(-luck - rng.normal(0.0, 0.3, (1000, 20, 4))))
    over_groups = mean_interval(games.mean(axis=2))
    over_games = mean_interval(games.reshape(1000, 80))
    coverage = [np.mean((low <= 0.5) & (high >= 0.5)) for low, high in (over_groups, over_games)]
    assert coverage[0] >= 0.93
    assert coverage[1] < 0.80
