"""Tournaments from file to table: every example, resumed however they ended."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadArgument
from hinterland.tests.processes import PACKAGE
from hinterland.tests.tournaments.cup import (
    HERE,
    NOON,
    PATIENCE,
    document,
    games_in,
    places,
    started,
)
from hinterland.tournaments.file import read_document, read_file
from hinterland.tournaments.plan import hall_of
from hinterland.tournaments.tournament import (
    Hands,
    play,
    reopen_tournament,
    start_tournament,
)

EXAMPLES: Final = sorted((PACKAGE / "examples" / "tournaments").glob("*.toml"))


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
    told = r"about \d+ s in all, and \d+ s to start \(less where all is compiled\)"
    out = capsys.readouterr().out
    assert re.search(rf"^80 games of kuhn, 2 players, at most\n.*\n{told}\n$", out)
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
        ("os._exit(1)", r"in the first game bad: died: ended the process it was played in\n"),
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
    assert main(["tournament", "run", "cup.toml", "--dry-run"]) == 0
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


def written_bot(act: str) -> None:
    """A tournament file with a bot whose module does this as it is imported."""
    Path("imported.py").write_text(
        f"import os, signal\nfrom hinterland.protocol.bot import ViewBot\n{act}\n"
        "class Mine(ViewBot):\n    def choose(self, view, moves):\n        return moves[0]\n"
    )
    Path("cup.toml").write_text(
        'game = "kuhn"\nworkers = 1\n[format]\nkind = "round-robin"\ngroups = 1\n'
        '[[bots]]\nbot = "py:imported:Mine"\n[[bots]]\nbot = "random"\n'
    )


@pytest.mark.parametrize(("number", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.usefixtures("signals_heeded")
def test_a_signal_before_there_is_a_game_has_its_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str, status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    written_bot(f"os.kill(os.getpid(), signal.{number})")
    command = [str(Path(sys.executable).with_name("hinterland")), "tournament", "run", "cup.toml"]
    assert subprocess.run(command, capture_output=True, timeout=PATIENCE).returncode == status
    assert not Path("results").exists()


def test_a_module_of_bots_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, without its control codes; what it prints is no part of a table."""
    monkeypatch.chdir(tmp_path)
    written_bot("print('printed')\nraise ValueError('\\x1b[31m no')")
    sys.modules.pop("imported", None)
    assert main(["tournament", "run", "cup.toml"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("printed\n")
    assert said.err.endswith("its module failed: ValueError: \\x1b[31m no\n")
    assert not Path("results").exists()


def test_folders_whose_names_are_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file may not lie in one, as the journal could not tell where; results may."""
    folder = tmp_path / os.fsdecode(b"caf\xe9\x1b")
    folder.mkdir()
    tournament = start_tournament(read_document(document(1), str(tmp_path)), folder, NOON)
    with tournament.journal:
        assert play(tournament, HERE) == 0
    assert main(["tournament", "report", str(folder)]) == 0
    assert "caf\\udce9\\x1b/report.html\n" in capsys.readouterr().out
    monkeypatch.chdir(folder)
    written_bot("")
    assert main(["tournament", "run", "cup.toml", "--output", str(tmp_path / "out")]) == 2
    assert "caf\\udce9" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


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
