"""What the games of a tournament say about its bots, with error bars made over deal groups.

Games of one deal group share their deal, so they are not independent: the group is the unit.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hinterland.tournaments.bootstrap import Estimate, bootstrap, superiority
from hinterland.tournaments.formats import Sprt, first_share
from hinterland.tournaments.games import Games, as_games
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.plan import rounds_so_far
from hinterland.tournaments.ratings import plackett_luce
from hinterland.tournaments.seating import DealGroup, GroupResult
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.sprt import SprtState, decided, sprt_trace

PHASES: Final = ("first", "second", "last")
"""The thirds of a seat's decisions in a game."""

BOOTSTRAP_SEED: Final = 20240506


@dataclass(frozen=True)
class Pace:
    """Means over moves: seconds, and iterations of the bots that tell them; NaN for nothing."""

    moves: int
    seconds: float
    iterations: float


@dataclass(frozen=True)
class Standing:
    """One bot's results, over the games that count.

    `win_share`: mean return. `mean_rank`: 1 is best, ties averaged. `score`: the game's own
    count. `rating`: on an Elo-like scale, the mean of all bots with games 0. `faults`: by cause,
    over all games, void and annulled ones too, and so are the paces: over all moves, by seat and
    by third of the game.
    """

    entrant: int
    label: str
    games: int
    win_share: Estimate
    mean_rank: Estimate
    score: Estimate
    rating: Estimate
    faults: Counter[str]
    pace: Pace
    by_seat: tuple[Pace, ...]
    by_phase: tuple[Pace, ...]
    benched: bool = False


@dataclass(frozen=True)
class Pair:
    """Two bots in the groups where both sat. `shares`: their win shares. `superiority`: the
    likelihood that the first one has the greater."""

    first: int
    second: int
    groups: int
    shares: tuple[float, float]
    superiority: float


@dataclass(frozen=True)
class SprtSummary:
    """The test so far: its `state`, and the log likelihood ratio after each group."""

    state: SprtState
    trace: tuple[float, ...]
    lower: float
    upper: float


@dataclass(frozen=True)
class Summary:
    """A tournament so far. `games` count, in `groups` whole deal groups.

    `void` games are ours to blame for, `annulled` ones were faults of bots that are played again;
    `left_out` are sound games whose group is not whole. `seats`: mean return by seat; nothing
    where no game counts. `players`: at a table.
    """

    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    seats: tuple[Estimate, ...]
    games: int
    groups: int
    void: int
    annulled: int
    left_out: int
    players: int
    sprt: SprtSummary | None = None


def summarise(settings: Settings, history: History) -> Summary:
    """The tournament so far.

    Only whole groups count, those of which every game counts: else a bot could have sat more
    often on a good seat, or on another's good cards.
    """
    counting = history.counting()
    games = as_games(counting, settings.players)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    sound = sum(result.counts for result in history.results)
    void = sum(bool(result.void) for result in history.results)
    return Summary(
        standings=_standings(settings.labels, games, history, rng),
        pairs=_pairs(games, len(settings.entrants), rng),
        seats=tuple(bootstrap(games.seat_means(), rng)) if games.count else (),
        games=games.count,
        groups=games.group_count,
        void=void,
        annulled=len(history.results) - sound - void,
        left_out=sound - games.count,
        players=settings.players,
        sprt=sprt_summary(settings, history),
    )


def _standings(
    labels: Sequence[str], games: Games, history: History, rng: np.random.Generator
) -> tuple[Standing, ...]:
    ratings = plackett_luce(games, len(labels))
    faults = [Counter[str]() for _ in labels]
    for result in history.results:
        for fault in result.faults:
            faults[fault.entrant][fault.cause] += 1
    paces = _Paces(history.results, len(labels), games.seats.shape[1])
    standings = []
    for entrant, label in enumerate(labels):
        _, means = games.group_means(entrant)
        share, rank, score = bootstrap(means, rng)
        standings.append(
            Standing(
                entrant=entrant,
                label=label,
                games=int((games.seats == entrant).any(axis=1).sum()),
                win_share=share,
                mean_rank=rank,
                score=score,
                rating=ratings[entrant],
                faults=faults[entrant],
                pace=paces.of(entrant),
                by_seat=paces.by_seat(entrant),
                by_phase=paces.by_phase(entrant),
                benched=entrant in history.benched,
            )
        )
    return tuple(standings)


def _pairs(games: Games, entrants: int, rng: np.random.Generator) -> tuple[Pair, ...]:
    """Every two bots that met."""
    of = [games.group_means(entrant) for entrant in range(entrants)]
    pairs = []
    for first in range(entrants):
        for second in range(first + 1, entrants):
            common, mine, theirs = np.intersect1d(of[first][0], of[second][0], return_indices=True)
            if len(common) == 0:
                continue
            ours, others = of[first][1][mine, 0], of[second][1][theirs, 0]
            shares = float(ours.mean()), float(others.mean())
            likelihood = superiority(ours - others, rng)
            pairs.append(Pair(first, second, len(common), shares, likelihood))
    return tuple(pairs)


def sprt_summary(settings: Settings, history: History) -> SprtSummary | None:
    """The test so far over the whole groups in front; None for other formats."""
    if not isinstance(settings.format, Sprt):
        return None
    shares: list[float] = []
    for groups in _each_round(settings, history):
        for result in groups:
            if not result.whole:
                break
            shares.append(first_share(result))
    bounds = settings.format.bounds
    trace = tuple(sprt_trace(shares, bounds))
    return SprtSummary(decided(trace, bounds), trace, bounds.lower, bounds.upper)


def _each_round(settings: Settings, history: History) -> list[list[GroupResult]]:
    """The results of every round that was begun, each round once."""
    rounds: list[list[DealGroup]] = []
    for groups in rounds_so_far(settings, history):
        if rounds and groups is rounds[-1]:
            break
        rounds.append(groups)
    return [[history.group_result(group) for group in groups] for groups in rounds]


class _Paces:
    """Sums over the moves of each entrant: arrays of shape (entrants, seats, thirds)."""

    def __init__(self, results: Sequence[Result], entrants: int, seats: int) -> None:
        shape = (entrants, seats, len(PHASES))
        self._moves, self._seconds = np.zeros(shape), np.zeros(shape)
        self._told, self._iterations = np.zeros(shape), np.zeros(shape)
        if not results:
            return
        index = (np.array([r.seats for r in results]), np.arange(seats)[None, :])
        moves = np.array([r.moves for r in results], np.float64)
        iterations = np.array([r.iterations for r in results], np.float64)
        told = iterations >= 0
        np.add.at(self._moves, index, moves)
        np.add.at(self._seconds, index, np.array([r.seconds for r in results], np.float64))
        np.add.at(self._told, index, moves * told)
        np.add.at(self._iterations, index, iterations * told)

    def of(self, entrant: int) -> Pace:
        return self._pace(entrant, slice(None), slice(None))

    def by_seat(self, entrant: int) -> tuple[Pace, ...]:
        seats = range(self._moves.shape[1])
        return tuple(self._pace(entrant, slice(seat, seat + 1), slice(None)) for seat in seats)

    def by_phase(self, entrant: int) -> tuple[Pace, ...]:
        thirds = range(len(PHASES))
        return tuple(self._pace(entrant, slice(None), slice(third, third + 1)) for third in thirds)

    def _pace(self, entrant: int, seats: slice, thirds: slice) -> Pace:
        sums = (self._moves, self._seconds, self._told, self._iterations)
        moves, seconds, told, done = (float(s[entrant, seats, thirds].sum()) for s in sums)
        return Pace(int(moves), _ratio(seconds, moves), _ratio(done, told))


def unique_labels(labels: Sequence[str]) -> list[str]:
    """The labels, those that come more than once numbered in order: `random #1`, `random #2`."""
    totals, seen = Counter(labels), Counter[str]()
    unique = []
    for label in labels:
        seen[label] += 1
        unique.append(f"{label} #{seen[label]}" if totals[label] > 1 else label)
    return unique


def _ratio(total: float, count: float) -> float:
    return total / count if count else math.nan
