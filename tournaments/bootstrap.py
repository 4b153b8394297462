"""Intervals of means by resampling deal groups."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import stats

Floats = npt.NDArray[np.float64]

SAMPLES: Final = 1000
_CHUNK: Final = 2_000_000
"""Numbers drawn at once."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; NaN where it is not known."""

    value: float = math.nan
    low: float = math.nan
    high: float = math.nan


def resampled_means(samples: Floats, rng: np.random.Generator, count: int = SAMPLES) -> Floats:
    """Means of `count` resamples of the rows of `samples`, shape (rows, k): shape (count, k)."""
    rows = len(samples)
    means = np.empty((count, samples.shape[1]))
    step = max(1, _CHUNK // rows)
    for start in range(0, count, step):
        draws = rng.integers(0, rows, (min(step, count - start), rows))
        for column in range(samples.shape[1]):
            means[start : start + len(draws), column] = samples[draws, column].mean(axis=1)
    return means


def bootstrap(samples: Floats, rng: np.random.Generator, level: float = 0.95) -> list[Estimate]:
    """The mean of each column of `samples`, shape (groups, k), with its percentile interval.

    The percentiles lie further out than those of `level`, as a t interval is wider than a normal
    one: without that the intervals of few groups are too narrow (Hesterberg, "What teachers
    should know about the bootstrap", 2015, section 4.2). No interval with less than two groups.
    """
    groups = len(samples)
    if groups == 0:
        return [Estimate()] * samples.shape[1]
    values = samples.mean(axis=0)
    if groups == 1:
        return [Estimate(float(value)) for value in values]
    reach = math.sqrt(groups / (groups - 1)) * stats.t.ppf(0.5 + level / 2, groups - 1)
    tail = float(stats.norm.cdf(-reach))
    ends = np.quantile(resampled_means(samples, rng), [tail, 1 - tail], axis=0)
    return [Estimate(float(v), float(a), float(b)) for v, a, b in zip(values, *ends, strict=True)]


def superiority(differences: Floats, rng: np.random.Generator) -> float:
    """The likelihood that the mean of `differences`, shape (groups,), is above 0."""
    if len(differences) < 2:
        return math.nan
    means = resampled_means(differences[:, None], rng)[:, 0]
    return float(np.mean(means > 0)) + float(np.mean(means == 0)) / 2
