"""Runs games over any `concurrent.futures.Executor`, and outlives its workers."""

import math
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from itertools import islice
from typing import Any, Final

from hinterland.engine.errors import HinterlandError
from hinterland.tournaments.job import GameJob, play_games, void_record, with_fatal
from hinterland.tournaments.pool import ProcessPool
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.watch import FatalCall

MAX_DEATHS: Final = 5
"""So many games in a row that kill their worker mean that the workers are at fault."""


class WorkersDie(HinterlandError):
    """Worker processes die whatever they play."""


TASK_SECONDS: Final = 0.5
"""What a task aims to take, where games are shorter than that: several are sent at once."""

ENGINE_TASK_SECONDS: Final = 10.0
"""The same with engines of their own, which stay alive for the games of a task."""

MOST_GAMES: Final = 128
"""Games of a task, however short they are."""

TICK: Final = 0.1
"""Seconds between two calls of `tick`, at most."""


def run(
    jobs: Iterable[GameJob],
    make_executor: Callable[[], Executor],
    done: Callable[[list[GameRecord]], None],
    in_flight: int,
    stop: Callable[[], bool] = lambda: False,
    tick: Callable[[], None] = lambda: None,
    task_seconds: float = 0.0,
) -> None:
    """Play the jobs, at most `in_flight` tasks at a time, and hand over the records as they come.

    Every job that was begun gives one record, void where the worker died of it. When `stop`
    answers true no more games are begun, and those under way are played to their end, where their
    workers live: a signal to the group ends those that start. `tick` is called now and then. Tasks
    aim to take `task_seconds`: by default they are of one game. `WorkersDie`: see MAX_DEATHS; not
    after a stop. An error of `done` or `tick` ends the run and is passed on.
    """
    _Run(jobs, make_executor, done, in_flight, stop, tick, task_seconds).run()


class _Run:
    """`pending` tasks are in the executor; `suspects` were there when a worker died, and those to
    be played `again` when a call of a bot was to blame.

    Where that is known, its game is played again without the call. Else a broken pool does not
    tell which game broke it. So each suspect is played again, alone: the one that breaks the pool
    again is the culprit, and no innocent game is lost.
    """

    def __init__(
        self,
        jobs: Iterable[GameJob],
        make_executor: Callable[[], Executor],
        done: Callable[[list[GameRecord]], None],
        in_flight: int,
        stop: Callable[[], bool],
        tick: Callable[[], None],
        task_seconds: float,
    ) -> None:
        self.jobs = iter(jobs)
        self.make_executor = make_executor
        self.done = done
        self.in_flight = in_flight
        self.stop = stop
        self.tick = tick
        self.task_seconds = task_seconds
        self.game_seconds = math.inf
        self.executor = make_executor()
        self.pending: dict[Future[list[GameRecord]], list[GameJob]] = {}
        self.suspects: deque[GameJob] = deque()
        self.again: deque[GameJob] = deque()
        self.alone = False
        self.deaths = 0
        self.stillborn = 0
        self.played = False

    def run(self) -> None:
        try:
            self.fill()
            while self.pending:
                self.collect()
                if self.stop():
                    self.drain()
                self.fill()
        except BaseException:
            self.executor.shutdown(wait=False, cancel_futures=True)
            raise
        self.executor.shutdown()

    def fill(self) -> None:
        """Begin tasks until enough are under way; suspects first, each of them alone."""
        if self.alone and self.pending:
            return
        if self.suspects and not self.stop():
            self.alone = True
            self.begin([self.suspects.popleft()])
            return
        self.alone = False
        while len(self.pending) < self.in_flight and not self.stop():
            jobs = [self.again.popleft()] if self.again else self.next_jobs()
            if not jobs:
                return
            self.begin(jobs)

    def drain(self) -> None:
        """Begin nothing more, also of what was handed out; nothing is under way before that."""
        if not isinstance(self.executor, ProcessPool):
            return
        self.executor.stop()
        if not self.executor.begun:
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.pending.clear()

    def next_jobs(self) -> list[GameJob]:
        """The games of the next task."""
        size = int(self.task_seconds / max(self.game_seconds, 1e-6))
        return list(islice(self.jobs, max(1, min(MOST_GAMES, size))))

    def begin(self, jobs: list[GameJob]) -> None:
        try:
            future = self.executor.submit(play_games, jobs)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        self.pending[future] = jobs

    def collect(self) -> None:
        """Wait for a task to end, and hand over the games of all that have ended by then."""
        ended, _ = wait(self.pending, timeout=TICK, return_when=FIRST_COMPLETED)
        self.tick()
        if any(isinstance(_error_of(future), BrokenExecutor) for future in ended):
            ended, _ = wait(self.pending)  # a broken pool ends all its tasks
        records, lost = [], []
        for future in [future for future in self.pending if future in ended]:
            jobs, error = self.pending.pop(future), _error_of(future)
            if isinstance(error, BrokenExecutor):
                lost.append((jobs, error))
            elif error is not None:
                records += [void_record(job, _trace(error)) for job in jobs]
            else:
                records += future.result()
        if lost:
            records += self.bury(lost)
        elif ended and self.alone:
            self.deaths = 0
        if records:
            self.played = True
            self.measure(records)
            self.done(records)
        if self.deaths >= MAX_DEATHS and not self.stop():
            raise WorkersDie(f"the last {self.deaths} games each killed their worker process twice")

    def measure(self, records: Sequence[GameRecord]) -> None:
        """Follow how long a game takes: a mean in which the past fades."""
        mean = sum(record.elapsed for record in records) / len(records)
        known = math.isfinite(self.game_seconds)
        self.game_seconds = 0.8 * self.game_seconds + 0.2 * mean if known else mean

    def bury(self, lost: Sequence[tuple[list[GameJob], BaseException]]) -> list[GameRecord]:
        """A worker died: go on with new ones. The records of games that are given up."""
        calls: list[FatalCall] = []
        if isinstance(self.executor, ProcessPool):
            self.stillborn = 0 if self.executor.begun else self.stillborn + 1
            if self.stillborn >= (MAX_DEATHS if self.played else 1) and not self.stop():
                raise WorkersDie("worker processes end at their start; above is what they say")
            calls = self.executor.fatal_calls(self.alone)
        self.executor.shutdown(wait=False)
        self.executor = self.make_executor()
        if self.stillborn:
            kept = self.suspects if self.alone else self.again
            kept.extend(job for jobs, _ in lost for job in jobs)
            return []
        if calls:
            self.again.extend(with_fatal(job, calls) for jobs, _ in lost for job in jobs)
            self.task_seconds = 0.0  # the next one is to take no other game with it
            self.deaths = 0
            return []
        if not self.alone:
            self.suspects.extend(job for jobs, _ in lost for job in jobs)
            return []
        self.deaths += 1
        return [
            void_record(job, f"the worker process died: {error}")
            for jobs, error in lost
            for job in jobs
        ]


def _error_of(future: Future[Any]) -> BaseException | None:
    """The error that a task ended with; a cancelled one has lost its executor."""
    if future.cancelled():
        return BrokenExecutor("the task was cancelled")
    return future.exception()


def _trace(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
