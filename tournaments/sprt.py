"""The sequential probability ratio test over deal groups.

The observation is a bot's share in a deal group, a number in [0, 1] of any distribution. So the
test is the generalised one: the likelihood of a mean is the greatest one over all distributions
with that mean (the empirical likelihood). Sources: Owen, "Empirical Likelihood", 2001; Van den
Bergh, "The generalized sequential probability ratio test", 2020, for its use in tests of engines.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

Floats = npt.NDArray[np.float64]

PRIOR: Final = 1e-3
"""Weight of an unseen group at either end of the scale: keeps every mean possible."""

MIN_GROUPS: Final = 4
"""Groups before which nothing is decided: the distribution is not known yet."""


@dataclass(frozen=True)
class SprtBounds:
    """Two means to tell apart, as shares in (0, 1), `low` < `high`, and the chances to be wrong:
    `alpha` of accepting `high` where `low` is true, `beta` of the opposite."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which `low` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at which `high` is accepted."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class SprtState:
    """`decision`: `low`, `high`, or empty as long as there is none; `groups` were needed for it.

    `ratio`: the log likelihood ratio after them.
    """

    decision: str
    groups: int
    ratio: float


def share_of_elo(elo: float) -> float:
    """The share in [0, 1] of a bot that is `elo` points stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_share(share: float) -> float:
    """The inverse of `share_of_elo`; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def sprt_after(shares: Sequence[float], bounds: SprtBounds) -> SprtState:
    """The state after these groups, in their order: the first decision stands."""
    return decided(sprt_trace(shares, bounds), bounds)


def decided(trace: Sequence[float], bounds: SprtBounds) -> SprtState:
    """The state after a trace of log likelihood ratios."""
    for index, ratio in enumerate(trace):
        decision = decision_at(index + 1, ratio, bounds)
        if decision:
            return SprtState(decision, index + 1, ratio)
    return SprtState("", len(trace), trace[-1] if trace else 0.0)


def sprt_trace(shares: Iterable[float], bounds: SprtBounds) -> list[float]:
    """The log likelihood ratio after each group."""
    running = RunningRatio(bounds)
    return [running.add(share) for share in shares]


class RunningRatio:
    """The log likelihood ratio of the groups so far."""

    def __init__(self, bounds: SprtBounds) -> None:
        self.bounds = bounds
        self._counts = {0.0: PRIOR, 1.0: PRIOR}

    def add(self, share: float) -> float:
        """The ratio with one group more."""
        rounded = round(share, 9)
        self._counts[rounded] = self._counts.get(rounded, 0.0) + 1.0
        return log_ratio(self._counts, self.bounds)


def log_ratio(counts: Mapping[float, float], bounds: SprtBounds) -> float:
    """Log of the likelihood at `bounds.high` over that at `bounds.low`."""
    values = np.array(list(counts), np.float64)
    weights = np.array(list(counts.values()), np.float64)
    return log_likelihood(values, weights, bounds.high) - log_likelihood(
        values, weights, bounds.low
    )


def log_likelihood(values: Floats, weights: Floats, mean: float) -> float:
    """The greatest log likelihood, but for a constant, of any distribution with that mean.

    The best one weighs a value x by 1 / (1 + t (x - mean)), with the t that gives the mean.
    """
    offsets = values - mean
    lowest, highest = -1 / offsets.max(), -1 / offsets.min()
    edge = 1e-9 * (highest - lowest)

    def slope(t: float) -> float:
        return float(np.sum(weights * offsets / (1 + t * offsets)))

    t = brentq(slope, lowest + edge, highest - edge, xtol=1e-12)
    return -float(np.sum(weights * np.log1p(t * offsets)))


def decision_at(groups: int, ratio: float, bounds: SprtBounds) -> str:
    """What a log likelihood ratio after so many groups decides: as in `SprtState`."""
    if groups < MIN_GROUPS:
        return ""
    if ratio >= bounds.upper:
        return "high"
    return "low" if ratio <= bounds.lower else ""
