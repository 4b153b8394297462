"""Simulated players of known strength, for the tests of the numbers."""

from collections.abc import Callable
from functools import cache

import numpy as np

from hinterland.tournaments.games import Games

PLAYERS = 4


def coverage(covered: Callable[[np.random.Generator, int], bool], count: int, groups: int) -> float:
    """How often an interval holds the truth, over `count` tournaments of `groups` groups."""
    seeds = np.random.SeedSequence(20240506).spawn(count)
    return float(np.mean([covered(np.random.default_rng(seed), groups) for seed in seeds]))


def simulated_games(rng: np.random.Generator, groups: int) -> Games:
    """A deal gives each seat its luck, a bot its strength, a game its dice.

    A game goes to the seat with the largest sum; a lead of less than 0.1 is a tie.
    """
    strength = np.linspace(0.5, 0.0, PLAYERS)
    luck = rng.normal(0.0, 1.0, (groups, 1, PLAYERS))
    bots = (np.arange(PLAYERS)[None, :] + np.arange(PLAYERS)[:, None]) % PLAYERS
    scores = luck + strength[bots] + rng.normal(0.0, 0.7, (groups, PLAYERS, PLAYERS))
    winners = scores > scores.max(axis=2, keepdims=True) - 0.1
    returns = (winners / winners.sum(axis=2, keepdims=True)).reshape(-1, PLAYERS)
    return games_of(np.tile(bots, (groups, 1)), returns)


@cache
def true_share() -> float:
    """The win share of the strongest bot, from a far longer tournament."""
    return float(simulated_games(np.random.default_rng(7), 400_000).group_means(0)[1][:, 0].mean())


def luce_games(rng: np.random.Generator, strengths: np.ndarray, groups: int) -> Games:
    """Games won by each seat with a chance in proportion to the strength of its bot."""
    bots = (np.arange(PLAYERS)[None, :] + np.arange(PLAYERS)[:, None]) % PLAYERS
    seats = np.tile(bots, (groups, 1))
    best = (strengths[seats] + rng.gumbel(size=seats.shape)).argmax(axis=1)
    returns = np.zeros(seats.shape)
    returns[np.arange(len(seats)), best] = 1.0
    return games_of(seats, returns)


def games_of(seats: np.ndarray, returns: np.ndarray) -> Games:
    """Games in groups of as many as there are players."""
    groups = np.repeat(np.arange(len(seats) // PLAYERS), PLAYERS)
    return Games(groups, seats.astype(np.int64), returns, returns, returns)
