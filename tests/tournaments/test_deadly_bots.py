"""Python bots that take their worker process with them, and workers that end before any game."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from hinterland.protocol.bots import BotSpec, ClassSpec
from hinterland.tests.tournaments.cup import games_in, places
from hinterland.tests.tournaments.scripted import RANDOM, Slow, kuhn, same_games
from hinterland.tournaments.job import GameJob, play_game
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.pool import ProcessPool
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.runner import WorkersDie, run
from hinterland.tournaments.settings import FaultRules

JOBS: Final = list(first_round(kuhn(RANDOM, groups=4)))
PATIENCE: Final = 120

DEADLY: Final = """
import os, signal
from hinterland.protocol.bot import ViewBot

class Plays(ViewBot):
    def choose(self, view, moves):
        return moves[0]

class Leaves(ViewBot):
    def choose(self, view, moves):
        os._exit(0)

class Segfaults(ViewBot):
    def choose(self, view, moves):
        os.kill(os.getpid(), signal.SIGSEGV)

class Killed(ViewBot):
    def choose(self, view, moves):
        os.kill(os.getpid(), signal.SIGKILL)

class Terminated(ViewBot):
    def choose(self, view, moves):
        os.kill(os.getpid(), signal.SIGTERM)

class Talks(ViewBot):
    def choose(self, view, moves):
        print("printed")
        os.write(1, b"written\\n")
        return moves[0]
"""

CUP: Final = """
game = "kuhn"
workers = 2
output = "results"
[format]
kind = "round-robin"
groups = 4
[faults]
bench = 1
[[bots]]
name = "bad"
bot = "py:deadly:{name}"
[[bots]]
name = "good"
bot = "py:deadly:Plays"
[[bots]]
bot = "random"
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deadly.py").write_text(DEADLY)


def bot(name: str) -> BotSpec:
    return ClassSpec(name, "deadly", name)


def played(jobs: Sequence[GameJob], workers: int = 2) -> list[GameRecord]:
    records: list[GameRecord] = []
    run(jobs, lambda: ProcessPool(workers, JOBS[0]), records.extend, 2 * workers)
    return sorted(records, key=lambda record: (record.group, record.rotation))


def cup(name: str, *more: str) -> "subprocess.Popen[str]":
    """A tournament with that bot on the command line, begun."""
    Path("cup.toml").write_text(CUP.format(name=name))
    command = [str(Path(sys.executable).with_name("hinterland")), "tournament", "run", "cup.toml"]
    return subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_bot_in_whose_call_the_worker_dies_is_at_fault() -> None:
    """By a signal of its own, or as if by somebody else's; the other bots' games are as ever,
    also those under way beside it."""
    deadly = {2: ("Segfaults", "end"), 4: ("Killed", "random"), 6: ("Terminated", "replay")}
    jobs = [replace(job, bots=(RANDOM, bot("Plays"))) for job in JOBS]
    expected = same_games([play_game(job) for job in jobs])
    for place, (name, action) in deadly.items():
        rules = FaultRules({"died": action})
        jobs[place] = replace(jobs[place], bots=(RANDOM, bot(name)), faults=rules)
    records = played(jobs)
    assert not any(record.void for record in records)
    for place, (_, action) in deadly.items():
        told = [(f.cause, f.entrant, f.action) for f in records[place].faults]
        assert told == [("died", jobs[place].seats[1], action)]
        assert records[place].counts == (action != "replay")
    for place in set(range(len(JOBS))) - deadly.keys():
        assert same_games([records[place]]) == [expected[place]]


def test_a_tournament_goes_on_without_a_deadly_bot(tmp_path: Path) -> None:
    begun = cup("Leaves")
    out, error = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 0, error
    assert "bad (benched)" in out
    assert "faults of bad: " in out
    assert " died; group 0" in out
    assert "void" not in out
    games = games_in(tmp_path / "results")
    assert {fault.entrant for game in games for fault in game.faults} == {0}
    good = [game for game in games if 0 not in game.seats]
    assert len(set(places(good))) == len(good) == 8


def test_what_a_bot_prints_is_not_in_the_table() -> None:
    begun = cup("Talks")
    out, error = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 0
    assert out.startswith("bot ")
    assert "printed" not in out
    assert "written" not in out
    assert error.count("printed") == error.count("written") > 0


def test_workers_that_cannot_start_end_the_tournament(tmp_path: Path) -> None:
    """A module of the folder takes the place of one that workers need."""
    Path("click.py").write_text("raise SystemExit('not this one')")
    Path("numpy.py").write_text("raise SystemExit('not this one')")
    begun = cup("Plays")
    out, error = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 1, error
    last = error.strip().splitlines()[-1]
    assert last == (
        "Error: the tournament broke off: worker processes end at their start; above is what "
        "they say"
    )
    assert "0 games" in out
    assert games_in(tmp_path / "results") == []


ABLATION: Final = """
game = "kuhn"
workers = 2
output = "results"
bot = "search:iterations=2"
[budget]
groups = 4
[[rows]]
name = "itself"
"""


@pytest.mark.parametrize("command", ["tournament run", "ablate"])
def test_a_signal_to_all_while_workers_start_stops_the_tournament(command: str) -> None:
    """As `timeout` sends it, to the group of the command, of which those are that start."""
    Path("sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "if '--multiprocessing-fork' in sys.orig_argv:\n"
        "    os.killpg(0, signal.SIGTERM)\n"
    )
    Path("file.toml").write_text(ABLATION if command == "ablate" else CUP.format(name="Plays"))
    done = subprocess.run(
        [str(Path(sys.executable).with_name("hinterland")), *command.split(), "file.toml"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    assert "broke off" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("stopped after 0 of "), done.stderr
    assert done.returncode == 143


def test_a_start_that_fails_later_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second pool never plays; the game that broke the first is played in the third."""
    pools: list[ProcessPool] = []
    records: list[GameRecord] = []

    def make() -> ProcessPool:
        pools.append(ProcessPool(1, replace(JOBS[0], game="none" if len(pools) == 1 else "kuhn")))
        return pools[-1]

    jobs = [*JOBS[:3], replace(JOBS[3], bots=(RANDOM, bot("Leaves"))), *JOBS[4:]]
    run(jobs, make, records.extend, 2)
    assert len(pools) == 3
    assert len(records) == len(JOBS)
    assert [fault.cause for record in records for fault in record.faults] == ["died"]
    assert not any(record.void for record in records)


def test_a_pool_that_never_begins_ends_the_run() -> None:
    records: list[GameRecord] = []
    with pytest.raises(WorkersDie, match="end at their start"):
        run(JOBS, lambda: ProcessPool(2, replace(JOBS[0], game="none")), records.extend, 4)
    assert records == []


# Stopping


def test_nothing_that_waits_is_begun_after_a_stop() -> None:
    """Four tasks are handed out, each of several games; only the game under way is played on."""
    slow = [replace(job, bots=(Slow("slow", 0.5), RANDOM)) for job in JOBS]
    pools: list[ProcessPool] = []
    records: list[GameRecord] = []

    def make() -> ProcessPool:
        pools.append(ProcessPool(1, JOBS[0]))
        return pools[-1]

    run(slow, make, records.extend, 4, stop=lambda: bool(pools) and pools[-1].begun)
    assert len(records) == 1
    assert not records[0].void


def test_a_stop_before_the_first_game_ends_at_once() -> None:
    stops: list[float] = []

    def stop() -> bool:
        """Answers true as soon as a task was handed out."""
        stops.append(time.monotonic())
        return len(stops) > 3

    records: list[GameRecord] = []
    started = time.monotonic()
    run(JOBS, lambda: ProcessPool(2, JOBS[0]), records.extend, 2, stop=stop)
    assert records == []
    assert time.monotonic() - started < 10
    assert not [name for name in os.listdir() if name.startswith("hinterland-")]
