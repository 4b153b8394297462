"""`hinterland match` from its arguments to its table."""

import errno
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import pytest

from hinterland.__main__ import main
from hinterland.engine import village
from hinterland.protocol.bots import RandomSpec
from hinterland.tests.tournaments.scripted import Scripted, history_of, kuhn
from hinterland.tournaments.bootstrap import Estimate
from hinterland.tournaments.formats import Fixed
from hinterland.tournaments.history import History
from hinterland.tournaments.job import play_game
from hinterland.tournaments.journal import Journal, read_journal
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import replayed_returns
from hinterland.tournaments.settings import FaultRules, Settings
from hinterland.tournaments.statistics import Pace, Standing, Summary, summarise
from hinterland.tournaments.table import COLUMNS, print_summary, shown

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
        share, interval, rating, rank, games, faults, _ = table[label]
        low, high = interval.split(" .. ")
        assert 0 <= float(low) <= float(share) <= float(high) <= 1
        assert (games, faults) == ("10", "0")
        assert 1 <= float(rank) <= 2
        assert -400 < float(rating) < 400
    assert "10 games in 5 deal groups; fair share 0.500" in done.stdout
    (results,) = (folder / "results").iterdir()
    assert f"journal: results/{results.name}/journal.jsonl" in done.stderr
    assert re.fullmatch(r"kuhn-\d{8}T\d{6}Z", results.name)
    header, games_played = read_journal(results / "journal.jsonl")
    assert header.settings["bots"] == ["search:iterations=50", "random"]
    assert (header.settings["format.groups"], header.settings["seed"]) == (5, 3)
    assert len(games_played) == 10
    assert all(replayed_returns(game) == game.returns for game in games_played)


def test_the_table_is_of_the_journal(match: Match, folder: Path) -> None:
    """In this process, with a folder of a given name; every number comes from the games there."""
    result = match(*TWO_RANDOM, "--groups", "6", "--workers", "1", "--output", "new/one")
    assert result.code == 0, result.err
    _, games = read_journal(folder / "new" / "one" / "journal.jsonl")
    table = rows(result.out)
    summary = summarise(kuhn(RandomSpec("random #1"), RandomSpec("random #2")), history_of(games))
    for standing in summary.standings:
        cells = table[standing.label]
        share = standing.win_share
        assert cells[0] == f"{share.value:.3f}"
        assert cells[1] == f"{share.low:.3f} .. {share.high:.3f}"
        assert cells[4] == "12" == str(standing.games)
    assert not (folder / "results").exists()


@pytest.mark.slow
def test_village_with_a_card_file_of_ones_own(match: Match, folder: Path) -> None:
    """Played, journalled and replayed under the name that was given."""
    cards = Path(village.__file__).with_name("cards.csv").read_bytes()
    Path("mine.csv").write_bytes(cards.replace(b"Brewer", b"Alewife"))
    bots = ("--bot", "random", "--bot", "random")
    options = ("--players", "2", "--groups", "1", "--workers", "1", "--output", "out")
    result = match("village:cards=mine.csv", *bots, *options)
    assert result.code == 0, result.err
    _, games = read_journal(folder / "out" / "journal.jsonl")
    assert all(replayed_returns(game) == game.returns for game in games)
    assert all(max(game.scores) > 1 for game in games), "ducats"
    assert main(["tournament", "report", "out"]) == 0
    assert "Alewife" in (folder / "out" / "report.html").read_text()


# Bad input: one line, exit status 2, no journal

BAD = [
    (["chess"], "unknown game 'chess': expected one of island, kuhn"),
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
    (
        ["village", "--bot", "random", "--bot", "cheat:threads=5,memory_mib=1"],
        "bots[2].bot: memory_mib=1: expected 2 or more for village",
    ),
    (["kuhn", "--bot", "random", "--bot", "cmd:"], "cmd:"),
    ([*TWO_RANDOM, "--groups", "0"], "0 is not in the range"),
    ([*TWO_RANDOM, "--groups", "many"], "'many' is not a valid integer"),
    ([*TWO_RANDOM, "--workers", "0"], "0 is not in the range"),
    ([*TWO_RANDOM, "--seed", "-1"], "-1 is not in the range"),
    ([*TWO_RANDOM, "--option", "deck=4"], "kuhn has no option 'deck': it has players"),
    ([*TWO_RANDOM, "--option", "deck"], "'deck': expected key=value"),
    ([*TWO_RANDOM, "--option", "players=2"], "expected --players N"),
    ([*TWO_RANDOM, "--output", "old"], "old has a tournament"),
    ([*TWO_RANDOM, "--output", "old/journal.jsonl/new"], "cannot write old/journal.jsonl/new"),
    ([*TWO_RANDOM, "--colour"], "--colour"),
]


@pytest.mark.parametrize(("arguments", "text"), BAD)
def test_bad_input_is_refused_in_one_line(
    match: Match, folder: Path, arguments: list[str], text: str
) -> None:
    (folder / "old").mkdir()
    (folder / "old" / "journal.jsonl").write_bytes(b"precious")
    result = match(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert text in result.err
    assert result.err.count("\n") == 1
    assert [path.name for path in folder.rglob("*")] == ["old", "journal.jsonl"]
    assert (folder / "old" / "journal.jsonl").read_bytes() == b"precious"


def test_help_names_every_option(match: Match) -> None:
    result = match("--help")
    assert result.code == 0
    for option in ("players", "bot", "groups", "option", "seed", "workers", "output"):
        assert f"--{option}" in result.out


# What goes wrong in the middle


def test_a_full_disk_ends_the_match_with_the_table_so_far(
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    synced, calls = Journal.sync, []

    def fills_up(self: Journal) -> None:
        calls.append(self)
        if len(calls) > 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        synced(self)

    monkeypatch.setattr(Journal, "sync", fills_up)
    result = match(*TWO_RANDOM, "--groups", "5000", "--workers", "1", "--output", "out")
    assert result.code == 1
    assert "the tournament broke off: [Errno 28] No space left on device" in result.err
    _, games = read_journal(Path("out/journal.jsonl"))
    counted = summarise(kuhn(RandomSpec("a"), RandomSpec("b")), history_of(games))
    assert f"{counted.games} games in {counted.groups} deal groups" in result.out
    assert 0 < len(games) < 10_000


# The table


def printed(settings: Settings, records: list[GameRecord]) -> str:
    out = StringIO()
    history = history_of(records)
    print_summary(summarise(settings, history), history, out)
    return out.getvalue()


def test_faults_are_told_by_bot_and_cause() -> None:
    settings = kuhn(Scripted("bad [bold]bot[/bold]", "choose", 999), groups=3)
    games = [play_game(job) for job in first_round(settings)]
    text = printed(settings, games)
    faults = sum(len(game.faults) for game in games)
    assert rows(text)["bad [bold]bot[/bold]"][5] == str(faults)
    assert f"faults of bad [bold]bot[/bold]: {faults} illegal; group 0, rotation 0, move 2" in text
    assert "faults of random" not in text


def test_void_and_left_out_games_are_told() -> None:
    settings = kuhn(Scripted("s"), groups=3)
    games = [play_game(job) for job in first_round(settings)]
    void = replace(games[0], void="Traceback\n  somewhere\nKeyError: 'x'\n", returns=())
    text = printed(settings, [void, *games[1:]])
    assert "4 games in 2 deal groups" in text
    assert "fewer than 10 deals: intervals of so few are too narrow" in text
    assert "1 game left out: their deal group is not whole" in text
    assert "1 void game, through no fault of a bot; the first: KeyError: 'x'" in text


def test_annulled_games_are_told_apart_from_void_ones() -> None:
    settings = kuhn(Scripted("bad", "choose", 999), faults=FaultRules({"illegal": "replay"}))
    text = printed(settings, [play_game(job) for job in first_round(settings)])
    assert "games annulled after a bot's fault" in text
    assert "void" not in text


def test_a_long_label_is_not_cut_off_in_a_pipe() -> None:
    label = "cmd:" + "very-" * 60 + "long --name"
    text = printed(kuhn(RandomSpec(label), RandomSpec(f"{label} 2")), [])
    assert len(rows(text)) == 3
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
    known = Estimate(0.5, 0.25, 0.75)
    pace = Pace(1, 12.5, 0.0)
    faults = Counter({"illegal": 999})
    standing = Standing(0, label, 123456, known, known, known, known, faults, pace, (), ())
    out = Terminal()
    summary = Summary((standing,), (), (), 123456, 61728, 0, 0, 0, 2)
    print_summary(summary, History(), out)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in out.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    numbers = r"0\.500 +0\.250 \.\. 0\.750 +\+0 +0\.50 +123456 +999 +12"
    assert re.search(numbers, lines[1])
    assert "".join(line.split()[0] for line in lines[1:-1]) == label


def test_there_is_no_zero_below_zero() -> None:
    assert shown(-0.3, "+.0f") == "+0"
    assert shown(-0.0004, ".3f") == "0.000"
    assert shown(-0.6, "+.0f") == "-1"


def test_one_game_is_one_and_the_fair_share_needs_none() -> None:
    a, b, c = (RandomSpec(name) for name in "abc")
    table = Settings("village", (3, 0, 1, 0, 0), (a, b, c), Fixed(1, ((0, 1, 2),)), rotations=1)
    assert "0 games in 0 deal groups; fair share 0.333" in printed(table, [])
    one = [play_game(job) for job in first_round(table)]
    assert "1 game in 1 deal group; fair share 0.333" in printed(table, one)


def test_nothing_to_show_is_a_dash() -> None:
    text = printed(kuhn(RandomSpec("a"), RandomSpec("b")), [])
    assert rows(text)["a"] == ["-", "- .. -", "-", "-", "0", "0", "-"]
