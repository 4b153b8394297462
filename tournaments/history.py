"""The games so far, without their moves: what counts, what is left to play, who is benched."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hinterland.tournaments.record import Fault, GameRecord
from hinterland.tournaments.seating import DealGroup, GroupResult, LineUp


@dataclass(frozen=True, slots=True)
class Result:
    """What the numbers need of a game; fields as in `GameRecord`.

    Per seat and third of its decisions: `moves`, `seconds`, `iterations`, as three numbers each;
    the iterations are -1 where the bot tells none.
    """

    group: int
    rotation: int
    size: int
    attempt: int
    seats: LineUp
    returns: tuple[float, ...]
    scores: tuple[float, ...]
    faults: tuple[Fault, ...]
    length: int
    moves: tuple[tuple[int, ...], ...]
    seconds: tuple[tuple[float, ...], ...]
    iterations: tuple[tuple[int, ...], ...]
    elapsed: float
    annulled: bool
    void: str

    @property
    def counts(self) -> bool:
        return not (self.void or self.annulled)

    @classmethod
    def of(cls, record: GameRecord) -> "Result":
        return cls(
            group=record.group,
            rotation=record.rotation,
            size=record.size,
            attempt=record.attempt,
            seats=record.seats,
            returns=record.returns,
            scores=record.scores,
            faults=record.faults,
            length=len(record.moves),
            moves=tuple(_thirds_of_count(len(clock)) for clock in record.clocks),
            seconds=tuple(_thirds(clock) for clock in record.clocks),
            iterations=tuple(
                tuple(map(int, _thirds(known))) if known else (-1, -1, -1)
                for known in record.iterations
            ),
            elapsed=record.elapsed,
            annulled=record.annulled,
            void=record.void,
        )


def _cuts(count: int) -> tuple[int, int]:
    return (count + 2) // 3, (2 * count + 2) // 3


def _thirds_of_count(count: int) -> tuple[int, ...]:
    first, second = _cuts(count)
    return first, second - first, count - second


def _thirds(values: Sequence[float]) -> tuple[float, ...]:
    """Sums over the first, second and last third."""
    first, second = _cuts(len(values))
    return sum(values[:first]), sum(values[first:second]), sum(values[second:])


class History:
    """All games of the journal, in its order; the latest that counts stands for its place."""

    def __init__(self, retries: int = 0, bench: int = 0, results: Iterable[Result] = ()) -> None:
        """`retries`, `bench`: as in `FaultRules`."""
        self.results: list[Result] = []
        self.benched: dict[int, int] = {}
        """Benched entrants, and the number of games they had played when it came to that."""
        self._retries = retries
        self._bench = bench
        self._counting: dict[tuple[int, int], Result] = {}
        self._attempts: Counter[tuple[int, int]] = Counter()
        self._streaks: Counter[int] = Counter()
        self._played: Counter[int] = Counter()
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count a game of the journal."""
        self.results.append(result)
        place = result.group, result.rotation
        if result.counts:
            self._counting[place] = result
        self._attempts[place] += 1
        faulty = {fault.entrant for fault in result.faults}
        for entrant in set(result.seats):
            self._played[entrant] += 1
            self._streaks[entrant] = self._streaks[entrant] + 1 if entrant in faulty else 0
            if 0 < self._bench <= self._streaks[entrant]:
                self.benched.setdefault(entrant, self._played[entrant])

    def open_games(self, group: DealGroup) -> list[tuple[int, int]]:
        """(rotation, attempt) of the games of a group that are still to be played."""
        return [
            (rotation, self._attempts[group.index, rotation])
            for rotation, seats in enumerate(group.seatings)
            if (group.index, rotation) not in self._counting
            and self._attempts[group.index, rotation] <= self._retries
            and not any(entrant in self.benched for entrant in seats)
        ]

    def group_result(self, group: DealGroup) -> GroupResult:
        """What the group came to so far."""
        places = [(group.index, rotation) for rotation in range(len(group.seatings))]
        games = [self._counting[place] for place in places if place in self._counting]
        seconds = sum(game.elapsed for game in games)
        if len(games) < len(places):
            return GroupResult(group, False, {}, seconds)
        points: Counter[int] = Counter()
        for game in games:
            for entrant, share in zip(game.seats, game.returns, strict=True):
                points[entrant] += share / len(games)  # type: ignore[assignment]
        return GroupResult(group, True, points, seconds)

    def counting(self) -> list[Result]:
        """The games that count in whole groups, by group and rotation."""
        sizes = Counter(group for group, _ in self._counting)
        return [
            self._counting[place]
            for place in sorted(self._counting)
            if sizes[place[0]] == self._counting[place].size
        ]
