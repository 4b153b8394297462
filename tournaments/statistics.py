"""What the games of a match say about its bots, with error bars made over deal groups.

Games of one deal group share their deal, so they are not independent: the group is the unit.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from hinterland.tournaments.record import GameRecord

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """One bot's results. Shares and ranks are over the games that count.

    `win_share`: mean return over games. `low`, `high`: its 95 % interval, NaN with less than two
    groups. `mean_rank`: 1 is best, ties averaged. `faults` and `seconds_per_move` are over all
    games played, void ones and those of unfinished groups too. NaN where there is nothing to
    average.
    """

    label: str
    games: int
    win_share: float
    low: float
    high: float
    mean_rank: float
    faults: int
    seconds_per_move: float


@dataclass(frozen=True)
class Summary:
    """A match so far. `games` count, in `groups` whole deal groups.

    `void` games are ours to blame for; `left_out` are sound games whose group is not whole.
    """

    standings: tuple[Standing, ...]
    games: int
    groups: int
    void: int
    left_out: int


def summarise(labels: Sequence[str], records: Sequence[GameRecord], group_size: int) -> Summary:
    """The standings of the entrants with these labels.

    Only whole groups count, those with `group_size` games that are not void: else a bot could
    have sat more often on a good seat, or on another's good cards.
    """
    sound = [record for record in records if not record.void]
    sizes = Counter(record.group for record in sound)
    games = [record for record in sound if sizes[record.group] == group_size]
    standings = tuple(
        _standing(entrant, label, games, records)
        for entrant, label in enumerate(unique_labels(labels))
    )
    return Summary(
        standings=standings,
        games=len(games),
        groups=len({record.group for record in games}),
        void=len(records) - len(sound),
        left_out=len(sound) - len(games),
    )


def _standing(
    entrant: int, label: str, games: Sequence[GameRecord], records: Sequence[GameRecord]
) -> Standing:
    means, mean_rank = _results(entrant, games)
    low, high = mean_interval(means)
    sat = [(record, seat) for record in records for seat in _seats_of(record, entrant)]
    return Standing(
        label=label,
        games=sum(entrant in record.seats for record in games),
        win_share=_ratio(float(means.sum()), len(means)),
        low=float(low),
        high=float(high),
        mean_rank=mean_rank,
        faults=sum(fault.entrant == entrant for record in records for fault in record.faults),
        seconds_per_move=_ratio(
            sum(record.seconds[seat] for record, seat in sat),
            sum(record.decisions[seat] for record, seat in sat),
        ),
    )


def _results(entrant: int, games: Sequence[GameRecord]) -> tuple[Floats, float]:
    """The entrant's mean return in each group, shape (groups,), and its mean rank."""
    if not games:
        return np.zeros(0), math.nan
    returns = np.array([game.returns for game in games])
    ranks = stats.rankdata(-returns, method="average", axis=1)
    mine = np.array([game.seats for game in games]) == entrant
    groups = np.unique([game.group for game in games], return_inverse=True)[1]
    sums = np.bincount(groups, weights=(returns * mine).sum(axis=1))
    counts = np.bincount(groups, weights=mine.sum(axis=1))
    return sums / counts, float(ranks[mine].mean())


def mean_interval(samples: Floats, level: float = 0.95) -> tuple[Floats, Floats]:
    """Ends of the t interval of the mean of win shares, over the last axis; within [0, 1].

    NaN with less than two samples.
    """
    count = samples.shape[-1]
    if count < 2:
        nothing = np.full(samples.shape[:-1], math.nan)
        return nothing, nothing
    mean = samples.mean(axis=-1)
    error = samples.std(axis=-1, ddof=1) / math.sqrt(count)
    reach = float(stats.t.ppf(0.5 + level / 2, count - 1)) * error
    return np.clip(mean - reach, 0.0, 1.0), np.clip(mean + reach, 0.0, 1.0)


def unique_labels(labels: Sequence[str]) -> list[str]:
    """The labels, those that come more than once numbered in order: `random #1`, `random #2`."""
    totals, seen = Counter(labels), Counter[str]()
    unique = []
    for label in labels:
        seen[label] += 1
        unique.append(f"{label} #{seen[label]}" if totals[label] > 1 else label)
    return unique


def _seats_of(record: GameRecord, entrant: int) -> list[int]:
    return [seat for seat, who in enumerate(record.seats) if who == entrant]


def _ratio(total: float, count: int) -> float:
    return total / count if count else math.nan
