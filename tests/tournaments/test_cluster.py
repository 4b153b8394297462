"""A Dask cluster on this machine: a scheduler and two workers, one of which is killed."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hinterland.__main__ import main
from hinterland.tests.tournaments import engine_script
from hinterland.tournaments.journal import read_journal

PATIENCE = 120
GROUPS = 3000

TEXT = f"""
game = "kuhn"
[format]
kind = "round-robin"
groups = {GROUPS}
[[bots]]
name = "a"
bot = "search:iterations=20"
[[bots]]
name = "b"
bot = "random"
"""


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python module as a process, which is killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(true: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert process.poll() is None, "it ended too early"
        assert time.monotonic() < deadline
        time.sleep(0.02)


def games(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    place = folder / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(place), "--no-nanny",
              "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard",
              "--local-directory", str(folder))  # fmt: skip
    with running(*scheduler, "--no-dashboard", "--scheduler-file", str(place)) as head:
        wait_for(lambda: place.exists() and b"address" in place.read_bytes(), head)
        address = next(
            line.split('"')[3] for line in place.read_text().splitlines() if '"address"' in line
        )
        with running(*worker) as first, running(*worker) as second:
            time.sleep(5)
            yield address, [first, second]


def test_a_worker_that_is_killed_costs_no_game(tmp_path: Path) -> None:
    file, journal = tmp_path / "cup.toml", tmp_path / "out" / "journal.jsonl"
    file.write_text(TEXT)
    with cluster(tmp_path) as (address, (first, second)):
        command = ("hinterland", "tournament", "run", str(file), "--dask", address,
                   "--output", str(journal.parent))  # fmt: skip
        with running(*command) as runner:
            wait_for(lambda: games(journal) > 200, runner)
            first.kill()
            assert second.poll() is None
            runner.wait(PATIENCE)
            assert runner.returncode == 0
    _, played = read_journal(journal)
    places = sorted((game.group, game.rotation) for game in played)
    assert places == [(group, rotation) for group in range(GROUPS) for rotation in (0, 1)]
    assert not any(game.void or game.faults for game in played)


def test_an_engine_that_hangs_is_late_on_a_worker_as_it_is_here(tmp_path: Path) -> None:
    """In a game as elsewhere: its move, then its seat is played at random; none is left over."""
    file, journal = tmp_path / "cup.toml", tmp_path / "out" / "journal.jsonl"
    script = Path(engine_script.__file__)
    file.write_text(f"""
game = "kuhn"
[limits]
move = 0.3
[faults]
bench = 0
[format]
kind = "round-robin"
groups = 2
[[bots]]
name = "stuck"
command = "{sys.executable} {script} hang {tmp_path}"
[[bots]]
name = "random"
bot = "random"
""")
    with cluster(tmp_path) as (address, _):
        command = ("hinterland", "tournament", "run", str(file), "--dask", address,
                   "--output", str(journal.parent))  # fmt: skip
        with running(*command) as runner:
            runner.wait(PATIENCE)
            assert runner.returncode == 0
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
        assert f"hang {tmp_path}" not in listed.stdout
    _, played = read_journal(journal)
    assert len(played) == 4
    for game in played:
        assert [(fault.entrant, fault.cause) for fault in game.faults] == [(0, "timeout")]
        assert not game.void


def test_no_scheduler_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hinterland.tournaments.cluster.CONNECT_SECONDS", 1)
    file = tmp_path / "cup.toml"
    file.write_text(TEXT)
    arguments = ["tournament", "run", str(file), "--output", str(tmp_path / "out")]
    assert main([*arguments, "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "--dask tcp://127.0.0.1:9: no scheduler there" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
