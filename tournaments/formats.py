"""Formats: which deal groups are played, in which order. Pure: results in, groups out.

A schedule is a generator. It yields a round, a list of deal groups, and is sent their results
before it yields the next one. The same arguments and results give the same groups, so what is
left of a tournament is its schedule minus the games that were played.
"""

import random
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count
from math import comb

from hinterland.tournaments.seating import DealGroup, GroupResult, LineUp, duel, rotated
from hinterland.tournaments.sprt import RunningRatio, SprtBounds, decision_at
from hinterland.tournaments.words import counted

Rounds = Generator[list[DealGroup], list[GroupResult], None]


@dataclass(frozen=True)
class Hall:
    """What a format must know: bots, seats at a table, games of a group (0: all), the seed."""

    bots: int
    seats: int
    rotations: int = 0
    seed: int = 1

    @property
    def games(self) -> int:
        """Games of a group whose line-up has no bot twice."""
        return min(self.rotations, self.seats) or self.seats


@dataclass(frozen=True)
class Format:
    """A kind of tournament; `groups` deals for every line-up."""

    groups: int

    def faults(self, hall: Hall) -> list[str]:
        """Why the format cannot be held with these bots, each `: text` or `.key: text`."""
        return []

    def rounds(self, hall: Hall) -> Rounds:
        """The schedule, see the module."""
        raise NotImplementedError

    def most_games(self, hall: Hall) -> int:
        """The games of the whole tournament, or the most there can be."""
        groups = next(self.rounds(hall))
        return sum(len(group.seatings) for group in groups)


@dataclass(frozen=True)
class Fixed(Format):
    """The tables that are named, and no others."""

    tables: tuple[LineUp, ...]

    def faults(self, hall: Hall) -> list[str]:
        return [
            f".tables[{number}]: {counted(len(table), 'bot')} for {hall.seats} players"
            for number, table in enumerate(self.tables, 1)
            if len(table) != hall.seats
        ]

    def rounds(self, hall: Hall) -> Rounds:
        yield _all_groups(self.tables, self.groups, hall)


@dataclass(frozen=True)
class RoundRobin(Format):
    """Every set of bots that fills a table."""

    def faults(self, hall: Hall) -> list[str]:
        return _at_least(hall.bots, hall.seats)

    def rounds(self, hall: Hall) -> Rounds:
        yield _all_groups(combinations(range(hall.bots), hall.seats), self.groups, hall)

    def most_games(self, hall: Hall) -> int:
        return comb(hall.bots, hall.seats) * self.groups * hall.games


@dataclass(frozen=True)
class Gauntlet(Format):
    """One bot against every set of the others; sets with copies where there are too few."""

    challenger: int = 0

    def faults(self, hall: Hall) -> list[str]:
        return _at_least(hall.bots, 2)

    def rounds(self, hall: Hall) -> Rounds:
        field = [bot for bot in range(hall.bots) if bot != self.challenger]
        choose = combinations if len(field) >= hall.seats - 1 else combinations_with_replacement
        tables = ((self.challenger, *others) for others in choose(field, hall.seats - 1))
        yield _all_groups(tables, self.groups, hall)


@dataclass(frozen=True)
class Ladder(Format):
    """Each bot against the one above it in the list, at tables of copies."""

    def faults(self, hall: Hall) -> list[str]:
        return _at_least(hall.bots, 2)

    def rounds(self, hall: Hall) -> Rounds:
        index = count()
        yield [
            duel(bot, bot + 1, hall.seats, next(index))
            for bot in range(hall.bots - 1)
            for _ in range(self.groups)
        ]


@dataclass(frozen=True)
class Swiss(Format):
    """Rounds in which bots of about equal results meet, as seldom twice as can be.

    Bots are in the order of their points, at first in a drawn order. From the top, each table
    takes the bots that have met those at it least often. Who is left over sits out, once before
    anyone does twice, with the points of a fair share.
    """

    length: int

    def faults(self, hall: Hall) -> list[str]:
        return _at_least(hall.bots, hall.seats)

    def rounds(self, hall: Hall) -> Rounds:
        order = list(range(hall.bots))
        random.Random(hall.seed).shuffle(order)
        swiss = _SwissState(hall, order)
        index = count()
        for _ in range(self.length):
            tables = swiss.tables()
            groups = [
                rotated(table, next(index), hall.rotations)
                for table in tables
                for _ in range(self.groups)
            ]
            swiss.add(tables, (yield groups))

    def most_games(self, hall: Hall) -> int:
        return self.length * (hall.bots // hall.seats) * self.groups * hall.games


@dataclass(frozen=True)
class Sprt(Format):
    """Two bots in tables of copies, until the test decides or `groups` deals are played."""

    bounds: SprtBounds
    batch: int = 16

    def faults(self, hall: Hall) -> list[str]:
        return _exactly_two(hall.bots)

    def rounds(self, hall: Hall) -> Rounds:
        running = RunningRatio(self.bounds)
        for first in range(0, self.groups, self.batch):
            indices = range(first, min(first + self.batch, self.groups))
            results = yield [duel(0, 1, hall.seats, index) for index in indices]
            if not all(result.whole for result in results):
                return
            ratios = [running.add(first_share(result)) for result in results]
            steps = zip(indices, ratios, strict=True)
            if any(decision_at(index + 1, ratio, self.bounds) for index, ratio in steps):
                return

    def most_games(self, hall: Hall) -> int:
        return self.groups * len(duel(0, 1, hall.seats, 0).seatings)


@dataclass(frozen=True)
class Timed(Format):
    """Two bots in tables of copies, until the games have taken so many `seconds`, added up over
    the workers, or `groups` deals are played.

    First come `batch` deals, then again and again as many as should take half of what is left,
    but not less than `batch`. No result is looked at, so none has a part in when it ends.
    """

    seconds: float
    batch: int = 4

    def faults(self, hall: Hall) -> list[str]:
        return _exactly_two(hall.bots)

    def rounds(self, hall: Hall) -> Rounds:
        done, taken, size = 0, 0.0, self.batch
        while done < self.groups and taken < self.seconds:
            indices = range(done, min(done + size, self.groups))
            results = yield [duel(0, 1, hall.seats, index) for index in indices]
            if not any(result.whole for result in results):
                return
            done += len(results)
            taken += sum(result.seconds for result in results)
            left = done * (self.seconds / taken - 1) if taken else 0.0
            size = max(self.batch, int(left / 2))

    def most_games(self, hall: Hall) -> int:
        return self.groups * len(duel(0, 1, hall.seats, 0).seatings)


def first_share(result: GroupResult) -> float:
    """The share of the first of two bots at tables of copies: points of its side over those of
    both, 1/2 for equals."""
    mine, theirs = result.points.get(0, 0.0), result.points.get(1, 0.0)
    return mine / (mine + theirs) if mine + theirs > 0 else 0.5


class _SwissState:
    """Points, meetings and byes so far."""

    def __init__(self, hall: Hall, order: Sequence[int]) -> None:
        self.hall = hall
        self.drawn = {bot: place for place, bot in enumerate(order)}
        self.points = [0.0] * hall.bots
        self.byes = [0] * hall.bots
        self.met: dict[tuple[int, int], int] = {}

    def tables(self) -> list[LineUp]:
        """The tables of the next round."""
        ranked = sorted(self.drawn, key=lambda bot: (-self.points[bot], self.drawn[bot]))
        for _ in range(self.hall.bots % self.hall.seats):
            fewest = min(self.byes[bot] for bot in ranked)
            bye = next(bot for bot in reversed(ranked) if self.byes[bot] == fewest)
            ranked.remove(bye)
            self.byes[bye] += 1
            self.points[bye] += 1 / self.hall.seats
        tables = []
        while ranked:
            table = [ranked.pop(0)]
            while len(table) < self.hall.seats:
                table.append(ranked.pop(self._least_met(table, ranked)))
            tables.append(tuple(table))
        return tables

    def _least_met(self, table: Sequence[int], ranked: Sequence[int]) -> int:
        """The place in `ranked` of the first bot that has met the table least often."""
        meetings = [sum(self._times(bot, other) for other in table) for bot in ranked]
        return meetings.index(min(meetings))

    def _times(self, one: int, other: int) -> int:
        return self.met.get((min(one, other), max(one, other)), 0)

    def add(self, tables: Iterable[LineUp], results: Sequence[GroupResult]) -> None:
        """Count a round: each bot's mean over its groups of the round."""
        for table in tables:
            for one, other in combinations(sorted(table), 2):
                self.met[one, other] = self.met.get((one, other), 0) + 1
            mine = [r for r in results if r.whole and set(r.group.seatings[0]) == set(table)]
            for bot in table:
                self.points[bot] += sum(r.points[bot] for r in mine) / max(len(mine), 1)


def _all_groups(tables: Iterable[LineUp], groups: int, hall: Hall) -> list[DealGroup]:
    index = count()
    return [rotated(table, next(index), hall.rotations) for table in tables for _ in range(groups)]


def _at_least(bots: int, needed: int) -> list[str]:
    return [f": {counted(bots, 'bot')}: expected at least {needed}"] if bots < needed else []


def _exactly_two(bots: int) -> list[str]:
    return [f": {counted(bots, 'bot')}: expected 2"] if bots != 2 else []
