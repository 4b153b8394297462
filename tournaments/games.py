"""The games that count as arrays, one row a game."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from hinterland.tournaments.bootstrap import Floats
from hinterland.tournaments.history import Result

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Games:
    """`groups`, shape (games,): the deal group, numbered from 0. Shape (games, seats): `seats` the
    entrant, `returns`, `scores`, and `ranks` by return, 1 is best, ties averaged."""

    groups: Ints
    seats: Ints
    returns: Floats
    scores: Floats
    ranks: Floats

    @property
    def count(self) -> int:
        return len(self.groups)

    @property
    def group_count(self) -> int:
        return int(self.groups.max(initial=-1)) + 1

    def group_means(self, entrant: int) -> tuple[Ints, Floats]:
        """The groups that the entrant sat in, shape (k,), and its means over its seats there of
        return, rank and score, shape (k, 3)."""
        mine = self.seats == entrant
        sat = np.bincount(self.groups, weights=mine.sum(axis=1), minlength=self.group_count)
        groups = np.flatnonzero(sat)
        means = np.empty((len(groups), 3))
        for column, values in enumerate((self.returns, self.ranks, self.scores)):
            sums = np.bincount(
                self.groups, weights=(values * mine).sum(axis=1), minlength=self.group_count
            )
            means[:, column] = sums[groups] / sat[groups]
        return groups, means

    def seat_means(self) -> Floats:
        """The mean return of each seat in each group, shape (groups, seats)."""
        sizes = np.bincount(self.groups, minlength=self.group_count)
        columns = [
            np.bincount(self.groups, weights=self.returns[:, seat], minlength=self.group_count)
            for seat in range(self.seats.shape[1])
        ]
        return np.stack(columns, axis=1) / sizes[:, None]


def as_games(results: Sequence[Result], seats: int) -> Games:
    """The arrays of games that count, in their order, at tables of so many seats."""
    shape = (len(results), seats)
    returns = np.array([result.returns for result in results], np.float64).reshape(shape)
    ranks = stats.rankdata(-returns, method="average", axis=1) if len(results) else returns.copy()
    numbers = np.array([result.group for result in results], np.int64)
    return Games(
        groups=np.unique(numbers, return_inverse=True)[1].astype(np.int64),
        seats=np.array([result.seats for result in results], np.int64).reshape(shape),
        returns=returns,
        scores=np.array([result.scores for result in results], np.float64).reshape(shape),
        ranks=ranks,
    )
