"""Nothing is lost: killed at any moment, on a full disk, in two processes at once."""

import contextlib
import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadArgument
from hinterland.tests.tournaments import engine_script
from hinterland.tests.tournaments.cup import (
    HERE,
    PATIENCE,
    games_in,
    places,
    started,
)
from hinterland.tests.tournaments.processes import alive, wait_until_ended
from hinterland.tests.tournaments.scripted import same_games
from hinterland.tournaments.journal import Journal
from hinterland.tournaments.lock import lock
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.tournament import (
    play,
    reopen_tournament,
)

STUCK: Final = """
import os, time
from hinterland.protocol.bot import ViewBot

class Stuck(ViewBot):
    def choose(self, view, moves):
        with open("worker.new", "w") as file:
            file.write(str(os.getpid()))
        os.rename("worker.new", "worker")
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                pass
"""


def whole_games(tmp_path: Path, groups: int) -> list[GameRecord]:
    """The games of the tournament when nothing disturbs it."""
    tournament = started(tmp_path / "undisturbed", groups)
    with tournament.journal:
        assert play(tournament, HERE) == 0
    return in_order(games_in(tmp_path / "undisturbed"))


def in_order(games: list[GameRecord]) -> list[GameRecord]:
    return same_games(sorted(games, key=lambda game: (game.group, game.rotation)))


def kill_again_and_again(folder: Path, kills: int, seed: int) -> int:
    """Resume the tournament, and kill it as soon as it has played on a little; how often."""
    rng = random.Random(seed)
    journal = folder / "journal.jsonl"
    for kill in range(kills):
        before = journal.stat().st_size
        process = subprocess.Popen([sys.executable, "-c", RESUME, str(folder)])
        deadline = time.monotonic() + PATIENCE
        while journal.stat().st_size < before + 1 and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(rng.uniform(0.0, 0.15))
        process.send_signal(signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            return kill
        if rng.random() < 0.3:
            with journal.open("ab") as file:
                file.write(b'{"game":"kuhn","torn')
    return kills


RESUME: Final = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from hinterland.tournaments.tournament import Hands, play, reopen_tournament
tournament = reopen_tournament(Path(sys.argv[1]))
hands = Hands(1, lambda first: ThreadPoolExecutor(1), lambda: None)
sys.stdout = sys.stderr = open("/dev/null", "w")
play(tournament, hands)
"""


def check_kills(tmp_path: Path, kills: int, groups: int) -> None:
    folder = tmp_path / "killed"
    started(folder, groups).journal.close()
    assert kill_again_and_again(folder, kills, seed=1) == kills, "it was over before the last kill"
    tournament = reopen_tournament(folder)
    with tournament.journal:
        assert play(tournament, HERE) == 0
    games = games_in(folder)
    assert places(games) == [(group, rotation) for group in range(groups) for rotation in (0, 1)]
    assert in_order(games) == whole_games(tmp_path, groups)


def test_killed_twice_it_loses_and_doubles_no_game(tmp_path: Path) -> None:
    check_kills(tmp_path, kills=2, groups=2000)


@pytest.mark.slow
def test_killed_twenty_times_it_loses_and_doubles_no_game(tmp_path: Path) -> None:
    check_kills(tmp_path, kills=20, groups=20_000)


def test_a_full_disk_loses_nothing_that_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fills up in the middle of a line; later there is room again."""
    tournament = started(tmp_path / "full", 2000)
    file, room = tournament.journal._file, 30_000
    write = file.write

    class Full:
        def write(self, data: bytearray) -> int:
            nonlocal room
            if room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            written = write(data[:room])
            room -= written
            return written

        def __getattr__(self, name: str) -> object:
            return getattr(file, name)

    monkeypatch.setattr(tournament.journal, "_file", Full())
    with tournament.journal:
        assert play(tournament, HERE) == 1
    counted = len(tournament.history.results)
    assert counted <= len(games_in(tmp_path / "full"))
    resumed = reopen_tournament(tmp_path / "full")
    with resumed.journal:
        assert play(resumed, HERE) == 0
    assert in_order(games_in(tmp_path / "full")) == whole_games(tmp_path, 2000)


def test_a_game_counts_only_when_it_is_synced(tmp_path: Path) -> None:
    tournament = started(tmp_path)
    game = whole_games(tmp_path, 1)[0]
    with tournament.journal:
        tournament.add([game], now=10.0)
        tournament.add([game], now=10.05)
        assert tournament.sync_if_due(10.09) == []
        assert (tournament.history.results, games_in(tmp_path)) == ([], [])
        assert len(tournament.sync_if_due(10.11)) == 2
        assert len(tournament.history.results) == len(games_in(tmp_path)) == 2


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return list(map(int, found.split()))


def test_workers_and_engines_end_with_a_tournament_that_is_killed(tmp_path: Path) -> None:
    """A worker whose engine thinks for ever; nobody is left to tell them to stop."""
    log = tmp_path / "engine"
    script = Path(engine_script.__file__)
    text = f"""
game = "kuhn"
[format]
kind = "round-robin"
[[bots]]
name = "a"
command = "{sys.executable} {script} hang {log}"
[[bots]]
name = "b"
bot = "random"
"""
    (tmp_path / "cup.toml").write_text(text)
    command = f"tournament run {tmp_path / 'cup.toml'} --workers 1 --output {tmp_path / 'out'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "hinterland", *command.split()], stderr=subprocess.DEVNULL
    )
    try:
        family = wait_for_engine(process, script)
    finally:
        process.kill()
        process.wait()
    deadline = time.monotonic() + PATIENCE
    while any(alive(member) for member in family):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_bot_that_swallows_exceptions_ends_with_a_tournament_that_is_killed(
    tmp_path: Path,
) -> None:
    """And so does what an engine at its table has started."""
    (tmp_path / "stuck.py").write_text(STUCK)
    text = f"""
game = "kuhn"
output = "out"
workers = 1
[format]
kind = "round-robin"
[[bots]]
bot = "py:stuck:Stuck"
[[bots]]
name = "daemon"
command = "{sys.executable} {engine_script.__file__} daemon {tmp_path / "started"}"
"""
    (tmp_path / "cup.toml").write_text(text)
    command = [sys.executable, "-m", "hinterland", "tournament", "run", "cup.toml"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "worker").is_file():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    left = [tmp_path / "worker", tmp_path / "started"]
    assert wait_until_ended([int(path.read_text()) for path in left])


def wait_for_engine(process: subprocess.Popen[bytes], script: Path) -> list[int]:
    """The processes below this one, once the engine is among them."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None
        assert time.monotonic() < deadline
        with contextlib.suppress(FileNotFoundError):
            family = [process.pid]
            for member in family:
                family += children(member)
            lines = [Path(f"/proc/{member}/cmdline").read_bytes() for member in family]
            if any(str(script).encode() in line for line in lines):
                return family[1:]
        time.sleep(0.05)


def test_a_tournament_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path).journal, pytest.raises(BadArgument, match="being written to"):
        reopen_tournament(tmp_path)


def test_journals_are_locked_by_their_writers(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    started(tmp_path).journal.close()
    with Journal.reopen(path):
        assert main(["tournament", "status", str(tmp_path)]) == 0, "reading is always possible"


@pytest.mark.parametrize("command", ["resume", "run x.toml --output"])
def test_a_folder_in_use_is_refused_before_anything_is_read(tmp_path: Path, command: str) -> None:
    """Nor is anything imported that plays or counts; the journal has not even a header."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"no journal\n" * 3)
    (tmp_path / "x.toml").write_text("")
    heavy = "hinterland.tournaments.tournament", "hinterland.tournaments.statistics", "numba"
    arguments = ["tournament", *command.split(), str(tmp_path)]
    program = f"""
import sys
from hinterland.__main__ import main
print(main({arguments!r}), [name for name in {heavy!r} if name in sys.modules])
"""
    with path.open("rb") as file:
        lock(file, path)
        run = [sys.executable, "-c", program]
        result = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "is being written to by another process" in result.stderr
    assert result.stdout == "2 []\n"
