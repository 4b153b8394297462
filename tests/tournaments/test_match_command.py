"""`hinterland match` from its arguments to its table."""

import errno
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import pytest

from hinterland.__main__ import main
from hinterland.tests.tournaments.scripted import Scripted, kuhn
from hinterland.tournaments.job import play_game
from hinterland.tournaments.journal import Journal, read_journal
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import replayed_returns
from hinterland.tournaments.schedule import schedule
from hinterland.tournaments.statistics import Standing, Summary, summarise
from hinterland.tournaments.table import COLUMNS, print_summary

Match = Callable[..., "Outcome"]

TWO_RANDOM = ["kuhn", "--players", "2", "--bot", "random", "--bot", "random"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def match(capsys: pytest.CaptureFixture[str]) -> Match:
    """Run `hinterland match ...` in this process."""

    def run(*arguments: str) -> Outcome:
        code = main(["match", *arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


def rows(output: str) -> dict[str, list[str]]:
    """The cells of the table by the bot's label."""
    lines = [re.split(r"\s{2,}", line.strip()) for line in output.splitlines()]
    return {cells[0]: cells[1:] for cells in lines if len(cells) == len(COLUMNS)}


# Whole matches


def test_search_against_random(folder: Path) -> None:
    """A real process, its output piped: a plain table, and the journal by its default name."""
    arguments = ["kuhn", "--players", "2", "--bot", "search:iterations=50", "--bot", "random"]
    arguments += ["--groups", "5", "--seed", "3", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "hinterland", "match", *arguments],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    table = rows(done.stdout)
    assert list(table["bot"]) == list(COLUMNS[1:])
    for label in ("search:iterations=50", "random"):
        share, interval, fair, rank, games, faults, _ = table[label]
        low, high = interval.split(" .. ")
        assert 0 <= float(low) <= float(share) <= float(high) <= 1
        assert (fair, games, faults) == ("0.500", "10", "0")
        assert 1 <= float(rank) <= 2
    assert "10 games in 5 deal groups" in done.stdout
    (path,) = (folder / "journals").iterdir()
    assert f"journal: journals/{path.name}" in done.stderr
    assert re.fullmatch(r"kuhn-\d{8}T\d{6}Z\.jsonl", path.name)
    header, games_played = read_journal(path)
    assert (header.bots, header.groups, header.seed) == (["search:iterations=50", "random"], 5, 3)
    assert len(games_played) == 10
    assert all(replayed_returns(game) == game.returns for game in games_played)


def test_the_table_is_of_the_journal(match: Match, folder: Path) -> None:
    """In this process, with a journal of a given name; every number comes from the games there."""
    result = match(*TWO_RANDOM, "--groups", "6", "--workers", "1", "--journal", "new/games.jsonl")
    assert result.code == 0, result.err
    _, games = read_journal(folder / "new" / "games.jsonl")
    table = rows(result.out)
    for standing in summarise(["random", "random"], games, 2).standings:
        cells = table[standing.label]
        assert cells[0] == f"{standing.win_share:.3f}"
        assert cells[1] == f"{standing.low:.3f} .. {standing.high:.3f}"
        assert cells[4] == "12" == str(standing.games)
    assert not (folder / "journals").exists()


# Bad input: one line, exit status 2, no journal

BAD = [
    (["chess"], "unknown game 'chess': expected one of kuhn"),
    ([], "Missing argument 'GAME'"),
    (["kuhn", "--players", "2"], "0 bots for 2 players"),
    ([*TWO_RANDOM, "--bot", "random"], "3 bots for 2 players"),
    (["kuhn", "--players", "3"], "players=3: expected 2..2"),
    (["kuhn", "--players", "two"], "players=two: expected 2..2"),
    (
        ["kuhn", "--bot", "random", "--bot", "clever"],
        "unknown bot 'clever': expected one of",
    ),
    (["kuhn", "--bot", "random", "--bot", "search:iterations=0"], "iterations=0: expected 1.."),
    (["kuhn", "--bot", "random", "--bot", "search:depht=3"], "search has no setting 'depht'"),
    (["kuhn", "--bot", "random", "--bot", "cmd:"], "cmd:"),
    ([*TWO_RANDOM, "--groups", "0"], "0 is not in the range"),
    ([*TWO_RANDOM, "--groups", "many"], "'many' is not a valid integer"),
    ([*TWO_RANDOM, "--workers", "0"], "0 is not in the range"),
    ([*TWO_RANDOM, "--seed", "-1"], "-1 is not in the range"),
    ([*TWO_RANDOM, "--option", "deck=4"], "kuhn has no option 'deck': it has players"),
    ([*TWO_RANDOM, "--option", "deck"], "'deck': expected key=value"),
    ([*TWO_RANDOM, "--option", "players=2"], "expected --players N"),
    ([*TWO_RANDOM, "--journal", "old.jsonl"], "journal old.jsonl exists"),
    ([*TWO_RANDOM, "--journal", "old.jsonl/new"], "cannot write the journal"),
    ([*TWO_RANDOM, "--colour"], "--colour"),
]


@pytest.mark.parametrize(("arguments", "text"), BAD)
def test_bad_input_is_refused_in_one_line(
    match: Match, folder: Path, arguments: list[str], text: str
) -> None:
    (folder / "old.jsonl").write_bytes(b"precious")
    result = match(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert text in result.err
    assert result.err.count("\n") == 1
    assert [path.name for path in folder.iterdir()] == ["old.jsonl"]
    assert (folder / "old.jsonl").read_bytes() == b"precious"


def test_help_names_every_option(match: Match) -> None:
    result = match("--help")
    assert result.code == 0
    for option in ("players", "bot", "groups", "option", "seed", "workers", "journal"):
        assert f"--{option}" in result.out


# What goes wrong in the middle


def test_a_full_disk_ends_the_match_with_the_table_so_far(
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    append, calls = Journal.append, []

    def fills_up(self: Journal, records: list[GameRecord]) -> None:
        calls.append(records)
        if sum(map(len, calls)) > 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append(self, records)

    monkeypatch.setattr(Journal, "append", fills_up)
    result = match(*TWO_RANDOM, "--groups", "50", "--workers", "1", "--journal", "games.jsonl")
    assert result.code == 1
    assert "the match broke off: [Errno 28] No space left on device" in result.err
    _, games = read_journal(Path("games.jsonl"))
    counted = summarise(["random", "random"], games, 2)
    assert f"{counted.games} games in {counted.groups} deal groups" in result.out
    assert 0 < len(games) <= 8


# The table


def printed(summary: Summary, records: list[GameRecord]) -> str:
    out = StringIO()
    print_summary(summary, records, out)
    return out.getvalue()


def test_faults_are_told_by_bot_and_cause() -> None:
    bad = Scripted("bad [bold]bot[/bold]", "choose", 999)
    games = [play_game(job) for job in schedule(kuhn(bad, groups=3))]
    text = printed(summarise(["bad [bold]bot[/bold]", "random"], games, 2), games)
    faults = sum(len(game.faults) for game in games)
    assert rows(text)["bad [bold]bot[/bold]"][5] == str(faults)
    assert f"faults of bad [bold]bot[/bold]: {faults} illegal; group 0, rotation 0, move 2" in text
    assert "faults of random" not in text


def test_void_and_left_out_games_are_told() -> None:
    games = [play_game(job) for job in schedule(kuhn(Scripted("s"), groups=3))]
    void = replace(games[0], void="Traceback\n  somewhere\nKeyError: 'x'\n", returns=())
    games = [void, *games[1:]]
    text = printed(summarise(["s", "random"], games, 2), games)
    assert "4 games in 2 deal groups" in text
    assert "1 games left out: their deal group is not whole" in text
    assert "1 void games, through no fault of a bot; the first: KeyError: 'x'" in text


def test_a_long_label_is_not_cut_off_in_a_pipe() -> None:
    label = "cmd:" + "very-" * 60 + "long --name"
    standing = Standing(label, 4, 0.5, 0.25, 0.75, 1.5, 0, 0.001)
    text = printed(Summary((standing, standing), 4, 2, 0, 0), [])
    assert len(rows(text)) == 2
    assert text.count(label) == 2


def test_a_terminal_of_80_columns_keeps_the_numbers_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    for name, value in (("COLUMNS", "80"), ("TERM", "xterm-256color"), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    label = "search:iterations=300,variant=pimc,leaf=evaluation"
    standing = Standing(label, 123456, 0.5, 0.25, 0.75, 1.5, 999, 12.5)
    out = Terminal()
    print_summary(Summary((standing,), 123456, 61728, 0, 0), [], out)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in out.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    numbers = r"0\.500 +0\.250 \.\. 0\.750 +1\.000 +1\.50 +123456 +999 +12"
    assert re.search(numbers, lines[1])
    assert "".join(line.split()[0] for line in lines[1:-1]) == label


def test_nothing_to_show_is_a_dash() -> None:
    nothing = Standing("a", 0, math.nan, math.nan, math.nan, math.nan, 0, math.nan)
    text = printed(Summary((nothing,), 0, 0, 0, 0), [])
    assert rows(text)["a"] == ["-", "- .. -", "1.000", "-", "0", "0", "-"]
