"""The sequential test: by hand, and its error rates on simulated groups."""

import math

import numpy as np
import pytest

from hinterland.tournaments.sprt import (
    SprtBounds,
    elo_of_share,
    log_likelihood,
    share_of_elo,
    sprt_after,
    sprt_trace,
)

BOUNDS = SprtBounds(0.5, 0.56)
MOST_GROUPS = 4000


def test_points_and_shares() -> None:
    assert share_of_elo(0) == 0.5
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_share(share_of_elo(-37.5)) == pytest.approx(-37.5)
    assert elo_of_share(0.0) == -math.inf


def test_bounds_are_those_of_wald() -> None:
    bounds = SprtBounds(0.5, 0.6, alpha=0.05, beta=0.1)
    assert bounds.upper == pytest.approx(math.log(0.9 / 0.05))
    assert bounds.lower == pytest.approx(math.log(0.1 / 0.95))


def test_two_outcomes_give_the_binomial_ratio() -> None:
    """With shares 0 and 1 alone, a mean is a chance to win: the likelihood is known."""
    shares = [1.0] * 30 + [0.0] * 20
    ratio = sprt_trace(shares, SprtBounds(0.5, 0.6))[-1]
    expected = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert ratio == pytest.approx(expected, abs=1e-3)


def test_the_observed_mean_is_the_most_likely_one() -> None:
    values, weights = np.array([0.0, 0.25, 0.5, 1.0]), np.array([3.0, 5.0, 8.0, 4.0])
    mean = float(values @ weights / weights.sum())
    likelihoods = [log_likelihood(values, weights, m) for m in (mean - 0.05, mean, mean + 0.05)]
    assert likelihoods[1] == pytest.approx(0.0, abs=1e-9)
    assert max(likelihoods[0], likelihoods[2]) < -1e-3


def test_the_first_decision_stands() -> None:
    shares = [1.0, 0.5] * 20 + [0.0] * 200
    state = sprt_after(shares, BOUNDS)
    assert state.decision == "high"
    assert state.groups < 40
    assert sprt_after(shares[: state.groups], BOUNDS) == state
    assert sprt_after(shares[: state.groups - 1], BOUNDS).decision == ""
    assert sprt_after([], BOUNDS).groups == 0


def groups(rng: np.random.Generator, mean: float, count: int) -> np.ndarray:
    """Shares of groups of two games that share a deal: 0, 1/4, ... 1, five outcomes."""
    luck = rng.normal(0.0, 0.8, count)
    edge = 1.0 * (mean - 0.5) * 4.55
    games = luck[:, None] * np.array([1.0, -1.0]) + edge + rng.logistic(0.0, 1.0, (count, 2))
    results = np.where(np.abs(games) < 0.3, 0.5, (games > 0).astype(float))
    return results.mean(axis=1)


def edge_of(mean: float) -> float:
    """The `mean` to ask `groups` for so that the share is that, found on many groups."""
    low, high = 0.4, 0.7
    for _ in range(30):
        middle = (low + high) / 2
        rng = np.random.default_rng(5)
        if groups(rng, middle, 200_000).mean() < mean:
            low = middle
        else:
            high = middle
    return low


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong"), [(0.5, "high"), (0.56, "low")])
def test_error_rates_keep_within_their_bounds(truth: float, wrong: str) -> None:
    """300 tests at each bound: wrong in 5 % of them, but for chance (three standard errors)."""
    asked = edge_of(truth)
    tests, errors, undecided = 300, 0, 0
    for seed in np.random.SeedSequence(11).spawn(tests):
        rng = np.random.default_rng(seed)
        shares: list[float] = []
        decision = ""
        while not decision and len(shares) < MOST_GROUPS:
            shares += groups(rng, asked, 100).tolist()
            decision = sprt_after(shares, BOUNDS).decision
        errors += decision == wrong
        undecided += decision == ""
    assert undecided <= tests * 0.02
    assert errors <= tests * (0.05 + 3 * math.sqrt(0.05 * 0.95 / tests))
