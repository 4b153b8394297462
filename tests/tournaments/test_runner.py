"""Games over executors: none lost, none played twice, whatever happens to the workers."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Condition
from typing import Any

import pytest

from hinterland.protocol.bots import ClassSpec
from hinterland.tests.tournaments import engine_script
from hinterland.tests.tournaments.processes import STOPPING, wait_until_ended
from hinterland.tests.tournaments.scripted import RANDOM, Scripted, Slow, die, kuhn, same_games
from hinterland.tournaments.engines import EngineSpec
from hinterland.tournaments.job import GameJob, play_game, with_fatal
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.pool import ProcessPool, interrupts_held
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.runner import (
    MAX_DEATHS,
    WorkersDie,
    run,
)
from hinterland.tournaments.settings import FaultRules, Limits
from hinterland.tournaments.signals import Stop, stop_on_signals
from hinterland.tournaments.watch import FatalCall

JOBS = list(first_round(kuhn(RANDOM, groups=6)))
IN_FLIGHT = 3
CULPRIT = JOBS[5]

HANGING = """
import time
from hinterland.protocol.bot import ViewBot

class Swallows(ViewBot):
    def choose(self, view, moves):
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                pass

class Deaf(ViewBot):
    def choose(self, view, moves):
        return sum(range(10**12))
"""


class MortalPool(Executor):
    """One thread plays. A job that `kills` ends the pool, with all games that wait in it.

    It does so only when as many games as can be are under way, the first time. `begun` gets
    every job that was handed in.
    """

    def __init__(self, begun: list[GameJob], kills: Callable[[GameJob], bool]) -> None:
        self.begun = begun
        self.kills = kills
        self.pool = ThreadPoolExecutor(1)
        self.waiting: list[Future[list[GameRecord]]] = []
        self.changed = Condition()
        self.dead = False

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[list[GameRecord]] = Future()
        (job,) = args[0]
        with self.changed:
            if self.dead:
                raise BrokenExecutor("dead before")
            self.begun.append(job)
            self.waiting.append(future)
            self.changed.notify()
        self.pool.submit(self.work, future, call, job)
        return future

    def work(
        self, future: Future[list[GameRecord]], call: Callable[..., Any], job: GameJob
    ) -> None:
        with self.changed:
            if self.dead:
                return
            if self.kills(job):
                if self.begun.count(job) == 1:
                    assert self.changed.wait_for(lambda: len(self.waiting) >= IN_FLIGHT, 60)
                self.dead = True
                for lost in self.waiting:
                    lost.set_exception(BrokenExecutor("dead"))
                return
            self.waiting.remove(future)
        future.set_result(call([job]))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.pool.shutdown()


class Run:
    """A run over mortal pools, with all that came of it."""

    def __init__(self, kills: Callable[[GameJob], bool] = lambda job: False) -> None:
        self.begun: list[GameJob] = []
        self.records: list[GameRecord] = []
        self.kills = kills

    def play(self, stop: Callable[[], bool] = lambda: False) -> "Run":
        run(JOBS, lambda: MortalPool(self.begun, self.kills), self.done, IN_FLIGHT, stop)
        return self

    def done(self, records: list[GameRecord]) -> None:
        self.records += records


def place(game: GameRecord | GameJob) -> tuple[int, int]:
    return game.group, game.rotation


def in_order(records: list[GameRecord]) -> list[GameRecord]:
    return same_games(sorted(records, key=place))


def alone() -> list[GameRecord]:
    """The games as one process plays them, one after the other."""
    return same_games([play_game(job) for job in JOBS])


def test_every_job_gives_its_game() -> None:
    played = Run().play()
    assert in_order(played.records) == alone()
    assert played.begun == JOBS


@pytest.mark.parametrize("in_flight", [1, 2, 100])
def test_any_executor_will_do(in_flight: int) -> None:
    records: list[GameRecord] = []
    run(JOBS, lambda: ThreadPoolExecutor(1), records.extend, in_flight)
    assert in_order(records) == alone()


def test_short_games_are_sent_together() -> None:
    """One at first, then as many as take the time of a task; all are played once."""
    sizes: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            sizes.append(len(args[0]))
            return super().submit(call, *args, **kwargs)

    jobs, records = list(first_round(kuhn(RANDOM, groups=200))), list[GameRecord]()
    run(jobs, lambda: Counting(1), records.extend, 2, task_seconds=0.05)
    assert sizes[0] == 1
    assert max(sizes) > 5
    assert sorted(map(place, records)) == list(map(place, jobs))


def test_ticks_come_while_a_game_is_long() -> None:
    ticks: list[int] = []
    slow = kuhn(Slow("slow", 0.4), groups=1)
    run(first_round(slow), lambda: ThreadPoolExecutor(1), lambda records: None, 1,
        tick=lambda: ticks.append(1))  # fmt: skip
    assert len(ticks) >= 4


def test_a_game_that_kills_its_worker_is_void_and_the_others_go_on() -> None:
    played = Run(lambda job: job == CULPRIT).play()
    assert sorted(map(place, played.records)) == list(map(place, JOBS))
    (void,) = (record for record in played.records if record.void)
    assert place(void) == place(CULPRIT)
    assert void.void == "the worker process died: dead"
    sound = [record for record in played.records if not record.void]
    assert in_order(sound) == [game for game in alone() if place(game) != place(CULPRIT)]
    begun = Counter(map(place, played.begun))
    assert begun[place(CULPRIT)] == 2
    assert sum(begun.values()) == len(JOBS) + IN_FLIGHT, "every suspect was played once more"


def test_a_death_that_does_not_come_again_costs_no_game() -> None:
    played = Run()
    played.kills = lambda job: job == CULPRIT and played.begun.count(job) == 1
    assert in_order(played.play().records) == alone()


def test_workers_that_always_die_end_the_run() -> None:
    played = Run(lambda job: True)
    with pytest.raises(WorkersDie):
        played.play()
    assert len(played.records) == MAX_DEATHS
    assert all(record.void for record in played.records)


def test_deaths_now_and_then_do_not_end_the_run() -> None:
    """More culprits than MAX_DEATHS, but never so many in a row."""
    played = Run(lambda job: job.rotation == 1).play()
    assert sum(bool(record.void) for record in played.records) == 6 > MAX_DEATHS
    assert len(played.records) == len(JOBS)


def test_stopping_plays_what_is_under_way_and_begins_nothing() -> None:
    played = Run()
    played.play(stop=lambda: len(played.records) > 0)
    assert sorted(map(place, played.records)) == sorted(map(place, played.begun))
    assert 1 <= len(played.begun) <= 2 * IN_FLIGHT


def test_an_error_of_the_journal_ends_the_run() -> None:
    def full(records: list[GameRecord]) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        run(JOBS, lambda: ThreadPoolExecutor(1), full, IN_FLIGHT)


@pytest.mark.parametrize(("number", "status"), STOPPING)
@pytest.mark.usefixtures("signals_heeded")
def test_the_first_signal_stops_and_the_second_raises(number: signal.Signals, status: int) -> None:
    said: list[str] = []
    played = Run()
    before = signal.getsignal(number)
    with stop_on_signals(lambda: said.append("stopping")) as stop:
        stop.under_way = True
        assert not stop()
        signal.raise_signal(number)
        assert stop()
        assert played.play(stop).begun == []
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert said == ["stopping"]
    assert stop.status == status
    assert signal.getsignal(number) is before


@pytest.mark.usefixtures("signals_heeded")
def test_a_signal_stops_at_once_where_no_game_is_under_way() -> None:
    with stop_on_signals(lambda: None) as stop, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    assert stop.status == 143


def test_a_signal_that_is_sent_twice_is_one_signal() -> None:
    """Ctrl-C is pressed twice, however fast."""
    times = iter([10.0, 10.4, 10.6, 11.0, 11.1])
    stop = Stop(lambda: None, lambda: next(times))
    stop.under_way = True
    stop.handle(signal.SIGTERM, None)
    stop.handle(signal.SIGTERM, None)
    with pytest.raises(KeyboardInterrupt):
        stop.handle(signal.SIGTERM, None)
    twice = Stop(lambda: None, lambda: next(times))
    twice.under_way = True
    twice.handle(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        twice.handle(signal.SIGINT, None)


def test_nohup_is_heeded() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_on_signals(lambda: None) as stop:
            signal.raise_signal(signal.SIGHUP)
            assert not stop()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_held_interrupts_come_later_and_never_to_children() -> None:
    ask = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    with stop_on_signals(lambda: None) as stop:
        stop.under_way = True
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            assert not stop()
            child = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
        assert stop()
    assert child.stdout == "True\n"


@pytest.mark.parametrize(
    ("way", "action"), [("Swallows", "random"), ("Deaf", "end"), ("Swallows", "replay")]
)
def test_a_bot_that_cannot_be_broken_off_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, action: str
) -> None:
    """Its worker is replaced; the others' games are as ever, and each is counted once."""
    (tmp_path / "hanging.py").write_text(HANGING)
    monkeypatch.chdir(tmp_path)
    rules, limits = FaultRules({"timeout": action}), Limits(answer=5, move=0.2)
    hung = replace(
        JOBS[5], bots=(RANDOM, ClassSpec("hangs", "hanging", way)), faults=rules, limits=limits
    )
    jobs = [*JOBS[:5], hung, *JOBS[6:]]
    records: list[GameRecord] = []
    run(jobs, lambda: ProcessPool(2, JOBS[0]), records.extend, 4)
    assert sorted(map(place, records)) == list(map(place, JOBS))
    (faulty,) = (record for record in records if record.faults)
    assert place(faulty) == place(hung)
    assert [(f.cause, f.entrant, f.action) for f in faulty.faults] == [
        ("timeout", hung.seats[1], action)
    ]
    assert "could not be broken off" in faulty.faults[0].text
    assert faulty.void == ""
    assert faulty.counts == (action != "replay")
    others = [record for record in records if not record.faults]
    assert in_order(others) == [game for game in alone() if place(game) != place(hung)]


@pytest.mark.parametrize("way", ["Swallows", "die"])
def test_what_engines_started_ends_with_their_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A process in a session of its own, in a game whose other bot takes the worker with it."""
    (tmp_path / "hanging.py").write_text(HANGING)
    monkeypatch.chdir(tmp_path)
    command = f"{sys.executable} {engine_script.__file__} daemon {tmp_path / 'started'}"
    hangs = ClassSpec("hangs", "hanging", "Swallows")
    deadly = Scripted("deadly", "choose", die)
    bots = (hangs if way == "Swallows" else deadly, EngineSpec("daemon", command))
    rules, limits = FaultRules({"timeout": "end"}), Limits(answer=20, move=0.2)
    job = replace(JOBS[0], bots=bots, faults=rules, limits=limits)
    records: list[GameRecord] = []
    run([job], lambda: ProcessPool(1, JOBS[0]), records.extend, 1)
    started = list(map(int, (tmp_path / "started").read_text().split()))
    assert len(started) == 2, "the game was played again"
    assert [(record.void != "") for record in records] == [way == "die"]
    assert wait_until_ended(started)


def test_a_seat_that_hangs_elsewhere_the_next_time_is_not_asked_again() -> None:
    here, elsewhere = place(JOBS[5]), place(JOBS[4])
    calls = [FatalCall(*here, 1, 3, "timeout"), FatalCall(*elsewhere, 0, 2, "died")]
    job = with_fatal(JOBS[5], calls)
    assert job.fatal == ((1, 3, "timeout"),)
    assert with_fatal(job, [FatalCall(*place(job), 1, 2, "died")]).fatal == ((1, 1, "died"),)
    never = (RANDOM, ClassSpec("never", "no_such_module", "Any"))
    for cause, told in (("timeout", "start"), ("died", "died")):
        game = play_game(replace(job, bots=never, fatal=((1, 1, cause),)))
        assert [fault.cause for fault in game.faults] == [told]


def test_worker_processes() -> None:
    """The same games come from another process; its death and an unsendable job are void."""
    deadly = replace(JOBS[3], bots=(RANDOM, Scripted("deadly", "choose", die)))
    unsendable = replace(JOBS[7], bots=(RANDOM, Scripted("lambda", "choose", lambda: None)))
    jobs = [*JOBS[:3], deadly, *JOBS[4:7], unsendable, *JOBS[8:]]
    records: list[GameRecord] = []
    run(jobs, lambda: ProcessPool(1, JOBS[0]), records.extend, 2)
    voids = {place(record): record.void for record in records if record.void}
    assert voids.keys() == {place(deadly), place(unsendable)}
    assert voids[place(deadly)].startswith("the worker process died")
    assert "pickle" in voids[place(unsendable)]
    sound = [record for record in records if not record.void]
    assert in_order(sound) == [game for game in alone() if place(game) not in voids]
