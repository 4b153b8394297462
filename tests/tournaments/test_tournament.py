"""Tournaments from file to table: every example, resumed however they ended."""

import contextlib
import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadArgument
from hinterland.tests.processes import PACKAGE
from hinterland.tests.tournaments import engine_script
from hinterland.tests.tournaments.processes import alive, wait_until_ended
from hinterland.tests.tournaments.scripted import same_games
from hinterland.tournaments.file import read_document, read_file
from hinterland.tournaments.journal import Journal, read_journal
from hinterland.tournaments.lock import lock
from hinterland.tournaments.plan import hall_of
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.tournament import (
    Hands,
    Tournament,
    play,
    reopen_tournament,
    start_tournament,
)

EXAMPLES: Final = sorted((PACKAGE / "examples" / "tournaments").glob("*.toml"))
HERE: Final = Hands(1, lambda first: ThreadPoolExecutor(1), lambda: None)
"""Games in a thread of this process."""

NOON: Final = datetime(2024, 5, 6, 12, tzinfo=UTC)
PATIENCE: Final = 120

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


def document(groups: int = 3, **more: object) -> dict[str, object]:
    """Two random bots at Kuhn poker."""
    return {
        "game": "kuhn",
        "format": {"kind": "round-robin", "groups": groups},
        "bots": [{"name": "a", "bot": "random"}, {"name": "b", "bot": "random"}],
        **more,
    }


def started(folder: Path, groups: int = 3, **more: object) -> Tournament:
    return start_tournament(read_document(document(groups, **more), str(folder)), folder, NOON)


def places(games: list[GameRecord]) -> list[tuple[int, int]]:
    return sorted((game.group, game.rotation) for game in games)


def games_in(folder: Path) -> list[GameRecord]:
    return read_journal(folder / "journal.jsonl")[1]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", scripts + os.pathsep + os.environ["PATH"])
    file = read_file(path)
    tournament = start_tournament(file, tmp_path, NOON)
    with tournament.journal:
        assert play(tournament, HERE) == 0
    games = games_in(tmp_path)
    assert not any(game.faults or game.void for game in games)
    assert len(set(places(games))) == len(games) > 0
    most = file.settings.format.most_games(hall_of(file.settings))
    assert len(games) == most or (path.stem == "sprt" and len(games) < most)


def test_there_is_an_example_of_each_kind() -> None:
    kinds = {tomllib.loads(path.read_text())["format"]["kind"] for path in EXAMPLES}
    assert kinds == {"round-robin", "gauntlet", "swiss", "ladder", "sprt", "timed", "fixed"}


def test_run_status_and_resume_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(PACKAGE / "examples" / "tournaments" / "ladder.toml", "cup.toml")
    assert main(["tournament", "run", "cup.toml", "--dry-run"]) == 0
    assert re.search(r"^80 games of kuhn, 2 players, at most\n.*\nabout \d+ s in all\n$",
                     capsys.readouterr().out)  # fmt: skip
    assert not Path("results").exists()
    assert main(["tournament", "run", "cup.toml", "--workers", "1"]) == 0
    table = capsys.readouterr().out
    assert "80 games in 40 deal groups" in table
    assert main(["tournament", "status", "results/cup"]) == 0
    assert capsys.readouterr().out == f"80 of at most 80 games on disk\n{table}"
    for again in ("results/cup", "cup.toml"):
        assert main(["tournament", "resume", again]) == 0
        assert capsys.readouterr().out == table
    assert main(["tournament", "run", "cup.toml"]) == 2
    assert "results/cup has a tournament" in capsys.readouterr().err
    assert len(games_in(tmp_path / "results" / "cup")) == 80


class Interrupting(ThreadPoolExecutor):
    """Ctrl-C comes with every task."""

    def submit(self, /, *args: Any, **kwargs: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        return super().submit(*args, **kwargs)


def test_an_interrupt_in_the_last_game_is_told(tmp_path: Path) -> None:
    hands = Hands(1, lambda first: Interrupting(1), lambda: None)
    tournament = started(tmp_path, groups=1, rotations=1)
    with tournament.journal:
        assert play(tournament, hands) == 130
    assert len(games_in(tmp_path)) == 1
    with (again := reopen_tournament(tmp_path)).journal:
        assert play(again, HERE) == 0


def test_an_interrupt_while_compiling_stops_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled = []

    def compiling(job: object, bots: object) -> None:
        signal.raise_signal(signal.SIGINT)
        compiled.append(job)

    monkeypatch.setattr("hinterland.tournaments.tournament.warm_up", compiling)
    tournament = started(tmp_path)
    with tournament.journal:
        assert play(tournament, HERE) == 130
    assert compiled == []
    assert "stopped after 0 of 6 games" in capsys.readouterr().err


def test_a_dry_run_tells_the_number_of_games_before_it_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []

    def compiling(job: object, bots: object) -> None:
        time.sleep(0.1)
        told.append(capsys.readouterr())

    monkeypatch.setattr("hinterland.tournaments.tournament.warm_up", compiling)
    monkeypatch.setattr("hinterland.tournaments.tournament.LONG_WAIT", 0.01)
    monkeypatch.setattr("hinterland.tournaments.tournament.local_hands", lambda workers: HERE)
    monkeypatch.chdir(tmp_path)
    shutil.copy(PACKAGE / "examples" / "tournaments" / "ladder.toml", "cup.toml")
    assert main(["tournament", "run", "cup.toml", "--dry-run"]) == 0
    assert told[0].out == "80 games of kuhn, 2 players, at most\n"
    assert told[0].err == "compiling kuhn: this can take a minute, the first time\n"


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("while True:\n            try: time.sleep(9)\n            except BaseException: pass",
         r"in the first game bad: timeout: no answer after 0\.2 s.*\n.* s for the first game"),
        ("os._exit(1)", r"the first game came to nothing: the worker process died: "),
        ("raise ValueError(7)", r"in the first game bad: raised: ValueError: 7 .*\n.* s for the"),
    ],
)  # fmt: skip
def test_a_dry_run_outlives_the_bots(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    act: str,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dry_run_bots.py").write_text(
        "import os, time\nfrom hinterland.protocol.bot import ViewBot\n"
        f"class Bad(ViewBot):\n    def choose(self, view, moves):\n        {act}\n"
    )
    Path("cup.toml").write_text("""
game = "kuhn"
workers = 1
[limits]
move = 0.2
[format]
kind = "round-robin"
[[bots]]
name = "bad"
bot = "py:dry_run_bots:Bad"
[[bots]]
bot = "random"
""")
    sys.modules.pop("dry_run_bots", None)
    assert main(["tournament", "run", "cup.toml", "--dry-run"]) == int("nothing" in told)
    assert re.search(rf"^40 games of kuhn, 2 players, at most\n{told}", capsys.readouterr().out)
    assert not Path("results").exists()


def test_faults_of_a_file_are_told_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text('game = "kuhn"\nsede = 1\n')
    assert main(["tournament", "run", "bad.toml"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "bad.toml: sede: unknown key" in error
    assert "bad.toml: bots: missing" in error
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


def test_a_file_is_no_folder_for_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup"
    path.write_text("mine")
    ladder = str(PACKAGE / "examples" / "tournaments" / "ladder.toml")
    assert main(["tournament", "run", ladder, "--output", str(path)]) == 2
    assert f"{path} is a file: expected a new folder" in capsys.readouterr().err
    assert main(["tournament", "run", ladder, "--output", str(path / "deep")]) == 2
    assert f"cannot write {path}/deep/journal.jsonl: Not a directory" in capsys.readouterr().err
    assert path.read_text() == "mine"


@pytest.mark.parametrize("verb", ["status", "resume"])
def test_a_folder_without_a_tournament_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    assert main(["tournament", verb, str(tmp_path)]) == 2
    assert f"there is no tournament in {tmp_path}" in capsys.readouterr().err


# Nothing lost


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


# Resuming under other conditions


def test_other_settings_are_refused_with_the_difference(tmp_path: Path) -> None:
    started(tmp_path).journal.close()
    other = read_document(document(4, seed=9), str(tmp_path))
    with pytest.raises(BadArgument) as caught:
        reopen_tournament(tmp_path, other)
    assert str(caught.value) == (
        f"{tmp_path} was begun otherwise: format.groups: 3 then, 4 now; seed: 1 then, 9 now"
    )
    same = read_document(document(workers=7), str(tmp_path))
    reopen_tournament(tmp_path, same).journal.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda header: header["software"].update(numba="0.1"), "version of numba: '0.1' then"),
        (lambda header: header.update(version=7), "version of kuhn: 7 then, 1 now"),
    ],
)
def test_other_versions_are_refused_with_the_difference(
    tmp_path: Path, change: object, told: str
) -> None:
    started(tmp_path).journal.close()
    path = tmp_path / "journal.jsonl"
    header = orjson.loads(path.read_bytes())
    change(header)  # type: ignore[operator]
    path.write_bytes(orjson.dumps(header) + b"\n")
    before = path.read_bytes()
    with pytest.raises(BadArgument, match=told):
        reopen_tournament(tmp_path)
    assert path.read_bytes() == before


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
