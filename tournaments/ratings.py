"""Plackett-Luce ratings: how likely each bot is to come before the others.

A game's returns are a partial ranking. In it, the first place is a choice among all seats, the
next one a choice among the rest, and so on; seats that are equal at the end say nothing of each
other. Equal seats before others count as every order of theirs, each with the same share.
Maximum likelihood by iterative Luce spectral ranking (Maystre and Grossglauser, "Fast and
accurate inference of Plackett-Luce models", 2015), which is what `choix` does, with weights.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import choix
import numpy as np
from scipy import stats

from hinterland.tournaments.bootstrap import Estimate, Floats
from hinterland.tournaments.games import Games, Ints

ELO: Final = 400 / math.log(10)
"""Points of a difference of 1 in the logarithm of strength: 400 points are odds of ten to one."""

PRIOR: Final = 0.05
"""Wins that every bot is given over every other: keeps the rating of who never wins finite."""

_STEPS: Final = 2000
_CLOSE: Final = 1e-9


@dataclass(frozen=True)
class Choices:
    """Who came before whom. Shape (choices,): `chosen` an entrant, `weights`, `games` the row of
    the game. Shape (choices, entrants): `pools` how many seats each entrant had in the pool."""

    chosen: Ints
    pools: Floats
    weights: Floats
    games: Ints


def plackett_luce(games: Games, entrants: int) -> list[Estimate]:
    """The rating of every entrant with games, their mean 0, with 95 % intervals over deal groups.

    Nothing is known of the others, and they have no part in those.

    The intervals are the sandwich of the likelihood's curvature and its gradients summed group by
    group, so games of one deal may agree with each other.
    """
    if games.count == 0:
        return [Estimate()] * entrants
    rated, places = np.unique(games.seats, return_inverse=True)
    if len(rated) < entrants:
        known = plackett_luce(replace(games, seats=places.reshape(games.seats.shape)), len(rated))
        found = dict(zip(rated.tolist(), known, strict=True))
        return [found.get(entrant, Estimate()) for entrant in range(entrants)]
    kinds, kind_of = _kinds(games)
    choices = choices_of(kinds, entrants)
    counts = np.bincount(kind_of, minlength=kinds.count).astype(np.float64)
    strengths = fit(choices, choices.weights * counts[choices.games], entrants)
    errors = _errors(games, kind_of, choices, counts, strengths)
    freedom = games.group_count - 1
    reach = float(stats.t.ppf(0.975, freedom)) if freedom else math.nan
    return [
        Estimate(ELO * s, ELO * (s - reach * e), ELO * (s + reach * e))
        for s, e in zip(strengths.tolist(), errors.tolist(), strict=True)
    ]


def fit(choices: Choices, weights: Floats, entrants: int) -> Floats:
    """The logarithms of the strengths, shape (entrants,), their mean 0."""
    strengths = np.zeros(entrants)
    for _ in range(_STEPS):
        before, exps = strengths, np.exp(strengths)
        totals = choices.pools @ exps
        chain = PRIOR / (exps[:, None] + exps[None, :])
        rates = choices.pools * (weights / totals)[:, None]
        np.add.at(chain.T, choices.chosen, rates)
        np.fill_diagonal(chain, 0.0)
        np.fill_diagonal(chain, -chain.sum(axis=1))
        strengths = choix.utils.log_transform(choix.utils.statdist(chain))
        if np.abs(strengths - before).max() < _CLOSE:
            break
    return strengths


def choices_of(games: Games, entrants: int) -> Choices:
    """Every choice in the rankings of these games."""
    rows = [
        (entrant, np.bincount(pool, minlength=entrants), weight, game)
        for game in range(games.count)
        for entrant, pool, weight in _ranked(games.seats[game].tolist(), games.returns[game])
    ]
    return Choices(
        chosen=np.array([row[0] for row in rows], np.int64),
        pools=np.array([row[1] for row in rows], np.float64).reshape(len(rows), entrants),
        weights=np.array([row[2] for row in rows], np.float64),
        games=np.array([row[3] for row in rows], np.int64),
    )


def _ranked(seats: Sequence[int], returns: Floats) -> Iterator[tuple[int, list[int], float]]:
    """(entrant, pool it came first in, weight) of one game.

    Of k equal seats every set of s is what is left of them in one of C(k, s) equal shares of the
    orders, and then each of them is next with a chance of 1/s.
    """
    for level in sorted(set(returns.tolist()), reverse=True):
        equal = [seat for seat, value in enumerate(returns) if value == level]
        below = [seats[seat] for seat, value in enumerate(returns) if value < level]
        if not below:
            return
        for size in range(1, len(equal) + 1):
            weight = 1 / (math.comb(len(equal), size) * size)
            for left in combinations(equal, size):
                pool = [seats[seat] for seat in left] + below
                yield from ((seats[seat], pool, weight) for seat in left)


def _kinds(games: Games) -> tuple[Games, Ints]:
    """The different games there are, and the kind of each game, shape (games,)."""
    rows = np.concatenate([games.seats.astype(np.float64), games.returns], axis=1)
    _, first, kind_of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    kinds = Games(
        np.arange(len(first)),
        games.seats[first],
        games.returns[first],
        games.scores[first],
        games.ranks[first],
    )
    return kinds, kind_of.reshape(-1).astype(np.int64)


def _errors(
    games: Games, kind_of: Ints, choices: Choices, counts: Floats, strengths: Floats
) -> Floats:
    """The standard error of each log strength, their mean being 0; shape (entrants,)."""
    entrants = len(strengths)
    chances = choices.pools * np.exp(strengths)
    chances /= chances.sum(axis=1, keepdims=True)
    gradients = np.zeros((len(counts), entrants))
    pulls = -chances.copy()
    pulls[np.arange(len(choices.chosen)), choices.chosen] += 1.0
    np.add.at(gradients, choices.games, pulls * choices.weights[:, None])
    by_group = np.zeros((games.group_count, entrants))
    np.add.at(by_group, games.groups, gradients[kind_of])
    weights = choices.weights * counts[choices.games]
    curvature = np.diag(chances.T @ weights) - (chances * weights[:, None]).T @ chances
    inverse = np.linalg.pinv(curvature + _prior_curvature(strengths), hermitian=True)
    groups = games.group_count
    middle = by_group.T @ by_group * groups / max(groups - 1, 1)
    return np.sqrt(np.maximum(np.diag(inverse @ middle @ inverse), 0.0))


def _prior_curvature(strengths: Floats) -> Floats:
    """The curvature of the wins that were given to all."""
    wins = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    curves = 2 * PRIOR * wins * (1 - wins)
    np.fill_diagonal(curves, 0.0)
    curvature: Floats = np.diag(curves.sum(axis=1)) - curves
    return curvature
