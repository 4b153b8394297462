"""What faults of bots lead to: random play, the end of the game, another try, the bench."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from hinterland.protocol.bots import ClassSpec
from hinterland.protocol.errors import AnswerTimeout
from hinterland.tests.tournaments import engine_script
from hinterland.tests.tournaments.processes import alive
from hinterland.tests.tournaments.scripted import (
    RANDOM,
    Scripted,
    Slow,
    kuhn,
    raising,
    same_games,
)
from hinterland.tournaments.engines import EnginePool, EngineSpec
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.job import play_game, play_games, void_record
from hinterland.tournaments.journal import Header, Journal, read_journal
from hinterland.tournaments.plan import first_round, hall_of, play_rounds
from hinterland.tournaments.record import Fault, GameRecord
from hinterland.tournaments.report.page import game_page
from hinterland.tournaments.settings import FaultRules, Limits, Settings
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary
from hinterland.tournaments.tournament import Hands, Tournament, play

SCRIPT = engine_script.__file__
NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)
BAD = Scripted("bad", "choose", 999)


def first_game(settings: Settings) -> GameRecord:
    """A game in which the first bot is p1."""
    return play_game(next(first_round(settings)))


def finished(settings: Settings) -> History:
    """The history of the whole tournament, played here."""
    history = History(settings.faults.retries, settings.faults.bench)

    def play_here(jobs: object) -> None:
        for job in jobs:  # type: ignore[attr-defined]
            history.add(Result.of(play_game(job)))

    assert play_rounds(settings, history, play_here, lambda: False)
    return history


def test_a_forfeit_may_end_the_game() -> None:
    game = first_game(kuhn(BAD, faults=FaultRules({"illegal": "end"})))
    assert game.counts
    assert game.returns == (0.0, 1.0)
    assert len(game.moves) == 2, "no move after the fault"
    assert [(f.cause, f.action, f.entrant) for f in game.faults] == [("illegal", "end", 0)]


def test_a_fault_may_annul_the_game() -> None:
    game = first_game(kuhn(BAD, faults=FaultRules({"illegal": "replay"})))
    assert (game.annulled, game.void, game.returns, game.counts) == (True, "", (), False)
    assert [(f.cause, f.action) for f in game.faults] == [("illegal", "replay")]


def test_each_cause_has_its_own_action() -> None:
    rules = FaultRules({"illegal": "end", "raised": "replay"})
    assert first_game(kuhn(BAD, faults=rules)).returns == (0.0, 1.0)
    raises = Scripted("raises", "choose", raising(ValueError()))
    assert first_game(kuhn(raises, faults=rules)).annulled
    late = Scripted("late", "choose", raising(AnswerTimeout("late")))
    game = first_game(kuhn(late, faults=rules))
    assert [(f.cause, f.action) for f in game.faults] == [("timeout", "random")]
    assert sum(game.returns) == 1.0


def test_annulled_games_are_tried_again_and_then_given_up() -> None:
    """Three tries of each of eight games; no try is like the other."""
    settings = kuhn(BAD, faults=FaultRules({"illegal": "replay"}, retries=2, bench=0))
    history = finished(settings)
    assert len(history.results) == 24
    assert sorted({result.attempt for result in history.results}) == [0, 1, 2]
    assert history.counting() == []
    summary = summarise(settings, history)
    assert (summary.annulled, summary.void, summary.games) == (24, 0, 0)
    assert summary.standings[0].faults == {"illegal": 24}


def test_a_second_try_counts() -> None:
    jobs = list(first_round(kuhn(RANDOM)))
    history = History(retries=1)
    for job in jobs:
        record = play_game(job)
        history.add(Result.of(replace(record, void="ours", returns=())))
    (group, *_) = next(kuhn(RANDOM).format.rounds(hall_of(kuhn(RANDOM))))
    assert history.open_games(group) == [(0, 1), (1, 1)]
    second = play_game(replace(jobs[0], attempt=1))
    assert second.deal_seed == play_game(jobs[0]).deal_seed
    history.add(Result.of(second))
    assert history.open_games(group) == [(1, 1)]
    history.add(Result.of(play_game(replace(jobs[1], attempt=1))))
    assert len(history.counting()) == 2


def test_a_bot_that_fails_again_and_again_is_benched() -> None:
    settings = kuhn(BAD, groups=20, faults=FaultRules(bench=5))
    history = finished(settings)
    assert history.benched == {0: 5}
    assert len(history.results) == 5
    assert summarise(settings, history).standings[0].benched


def test_faults_now_and_then_bench_nobody() -> None:
    history = History(bench=3)
    faulty, fine = (Result.of(first_game(kuhn(bot))) for bot in (BAD, RANDOM))
    for result in [faulty, faulty, fine] * 4:
        history.add(result)
    assert history.benched == {}
    history.add(faulty)
    history.add(faulty)
    history.add(faulty)
    assert history.benched == {0: 15}


def test_a_bench_tells_the_games_of_the_bot_itself() -> None:
    """A hundred games of others come before."""
    history = History(bench=3)
    others, faulty = (Result.of(first_game(kuhn(bot))) for bot in (RANDOM, BAD))
    for result in [replace(others, seats=(1, 2))] * 100 + [faulty] * 3:
        history.add(result)
    assert history.benched == {0: 3}


def test_a_bench_is_the_same_after_a_restart() -> None:
    settings = kuhn(BAD, groups=20, faults=FaultRules(bench=5))
    history = finished(settings)
    assert History(2, 5, history.results).benched == history.benched


# Errors and their texts


class Unshown(Exception):
    """An error that says what it likes, or nothing."""

    def __init__(self, say: Callable[[], str]) -> None:
        self.say = say

    def __str__(self) -> str:
        return self.say()


def mute() -> str:
    raise RuntimeError("no text")


def endless() -> str:
    hang()
    return ""


class Liar(Exception):
    """An error that raises another where it is asked for its class."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError("no class")


ERRORS: Final[dict[str, tuple[Callable[[], BaseException], str]]] = {
    "mute": (lambda: Unshown(mute), "Unshown: an exception that cannot be shown"),
    "endless": (lambda: Unshown(endless), "Unshown: an exception that cannot be shown"),
    "liar": (lambda: Liar("lies"), "Liar: lies"),
    "generator": (lambda: GeneratorExit("over"), "GeneratorExit: over"),
    "iteration": (lambda: StopIteration("over"), "StopIteration: over"),
    "base": (lambda: BaseException("any"), "BaseException: any"),
    "exit": (lambda: SystemExit(3), "SystemExit: 3"),
    "bytes": (lambda: ValueError("bad \udc80"), "ValueError: bad \\udc80"),
    "control": (lambda: ValueError("\x1b[0m\x00\u202e"), "ValueError: \\x1b[0m\\x00\\u202e"),
}


@pytest.mark.parametrize("when", ["choose", "observe", "close"])
@pytest.mark.parametrize("name", ERRORS)
def test_any_error_of_a_bot_is_its_fault(
    monkeypatch: pytest.MonkeyPatch, name: str, when: str
) -> None:
    """Of a class of the user's; and of others, but that those are trusted to come to an end."""
    make, told = ERRORS[name]

    def act() -> None:
        raise make()

    scripted = Scripted("raises", when, act)
    monkeypatch.setattr(ClassSpec, "make", lambda self, seed: scripted.make(seed))
    bots = [ClassSpec("raises", "any", "Any"), *([] if name == "endless" else [scripted])]
    for bot in bots:
        game = first_game(kuhn(bot, limits=Limits(answer=0.2)))
        assert [(f.cause, f.entrant) for f in game.faults] == [("raised", 0)]
        text = game.faults[0].text
        assert text.startswith(told)
        assert text.isprintable()
        assert game.counts


def test_what_bots_say_cannot_spoil_journal_table_or_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of a bot, and one of ours, with bytes that are no text and with control codes."""
    told = "\udc80\x1b[31m\x00</script>"
    settings = kuhn(Scripted("bad", "choose", raising(ValueError(told))), groups=2)
    journal = Journal.create(tmp_path / "journal.jsonl", Header.of(kuhn(RANDOM), {}, "", NOON))
    tournament = Tournament(settings, journal, History())
    with journal:
        assert play(tournament, Hands(1, lambda first: ThreadPoolExecutor(1))) == 0
        void = void_record(next(first_round(settings)), f"Traceback:\n{told}")
        tournament.add([void], 0.0)
        tournament.sync()
    out = capsys.readouterr().out
    shown = "\\udc80\\x1b[31m\\x00</script>"
    assert f"ValueError: {shown}" in out
    games = read_journal(tmp_path / "journal.jsonl")[1]
    assert len(games) == 5
    assert games[-1].void == f"Traceback:\n{shown}"
    print_summary(summarise(settings, tournament.history), tournament.history, sys.stdout)
    assert f"the first: {shown}" in capsys.readouterr().out
    page = game_page(games[0], settings.labels)
    assert "\x1b" not in page
    assert "\x00" not in page
    assert page.count("</script>") == 2


def test_a_journal_of_before_is_shown_without_control_codes() -> None:
    fault = Fault(0, 0, 1, "raised", "\x1b[31m\udc80")
    assert fault.text == "\\x1b[31m\\udc80"
    assert replace(fault, seat=1).text == fault.text


# Limits in this process


def hang() -> None:
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("when", "cause", "limits"),
    [
        ("make", "start", Limits(answer=0.1)),
        ("start", "start", Limits(answer=0.1)),
        ("observe", "timeout", Limits(answer=0.1)),
        ("choose", "timeout", Limits(move=0.1)),
        ("choose", "clock", Limits(game=0.1)),
    ],
)
def test_a_class_that_hangs_is_broken_off(
    monkeypatch: pytest.MonkeyPatch, when: str, cause: str, limits: Limits
) -> None:
    scripted = Scripted("hangs", when, hang)
    monkeypatch.setattr(ClassSpec, "make", lambda self, seed: scripted.make(seed))
    game = first_game(kuhn(ClassSpec("hangs", "any", "Any"), limits=limits))
    assert [(f.cause, f.entrant) for f in game.faults] == [(cause, 0)]
    assert sum(game.returns) == 1.0


def test_a_move_that_took_too_long_is_late() -> None:
    game = first_game(kuhn(Slow("slow", 0.05), limits=Limits(move=0.02)))
    assert [f.cause for f in game.faults] == ["timeout"]
    assert "expected at most 0.02" in game.faults[0].text


def test_the_clock_of_a_game_runs_out() -> None:
    """A clock that stands at 0.15 s, and gains nothing; then one that gains enough."""
    slow = Slow("slow", 0.1)
    games = play_games(list(first_round(kuhn(slow, groups=10, limits=Limits(game=0.15)))))
    causes = {fault.cause for game in games for fault in game.faults}
    assert causes == {"clock"}
    assert all(game.decisions[game.seats.index(0)] <= 1 for game in games)
    gains = Limits(game=2.0, increment=2.0)
    games = play_games(list(first_round(kuhn(slow, groups=10, limits=gains))))
    assert not any(game.faults for game in games)


# Engines


def engine(mode: str, path: str = "", **more: object) -> EngineSpec:
    command = shlex.join([sys.executable, SCRIPT, mode, path])
    return EngineSpec(mode, command, **more)  # type: ignore[arg-type]


def test_an_engine_stays_alive_over_the_games_of_a_task(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    settings = kuhn(engine("count", str(log)), groups=4)
    games = play_games(list(first_round(settings)))
    assert len(games) == 8
    assert not any(game.faults for game in games)
    assert log.read_text().count("start") == 1
    again = [play_game(job) for job in first_round(settings)]
    assert log.read_text().count("start") == 9
    assert same_games(again) == same_games(games)


def test_two_seats_of_one_bot_have_an_engine_each(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    spec = engine("count", str(log))
    games = play_games(list(first_round(kuhn(spec, spec, groups=2))))
    assert not any(game.faults for game in games)
    assert log.read_text().count("start") == 2


@pytest.mark.parametrize("mode", ["die", "garbage", "hang", "flood"])
def test_an_engine_that_fails_is_started_anew(tmp_path: Path, mode: str) -> None:
    limits = Limits(move=0.2 if mode == "hang" else 60)
    jobs = list(first_round(kuhn(engine(mode), groups=2, limits=limits)))
    games = play_games(jobs)
    causes = [[fault.cause for fault in game.faults] for game in games]
    expected = {"die": "died", "hang": "timeout"}.get(mode, mode)
    assert all(cause == [expected] for cause in causes if cause)
    assert sum(map(len, causes)) >= 2


def test_an_engine_that_hangs_at_its_start(tmp_path: Path) -> None:
    game = first_game(kuhn(engine("sleep"), limits=Limits(answer=0.2)))
    assert [fault.cause for fault in game.faults] == ["start"]


@pytest.mark.parametrize("mode", ["orphan", "daemon"])
def test_an_engine_that_dies_leaves_no_workers_behind(tmp_path: Path, mode: str) -> None:
    """Nor one in a session of its own, whose parent has ended."""
    path = tmp_path / "worker"
    game = first_game(kuhn(engine(mode, str(path))))
    assert [fault.cause for fault in game.faults] == ["died"]
    worker = int(path.read_text())
    deadline = time.monotonic() + 10
    try:
        while alive(worker):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        if alive(worker):
            os.kill(worker, signal.SIGKILL)


def test_environment_folder_and_memory(tmp_path: Path) -> None:
    """The engine answers newgame by writing down where it is and what it has."""
    spec = engine(
        "report",
        "found.txt",
        environment=(("HINTERLAND_TEST", "seven"),),
        directory=str(tmp_path),
        memory=512 << 20,
    )
    game = first_game(kuhn(spec))
    assert not game.faults
    assert (tmp_path / "found.txt").read_text().split() == ["seven", str(512 << 20)]


def test_an_engine_that_takes_more_memory_than_it_may_dies() -> None:
    game = first_game(kuhn(engine("greedy", memory=256 << 20)))
    assert [fault.cause for fault in game.faults] == ["died"]
    assert "MemoryError" in game.faults[0].text


def test_setup_lines_are_sent_in_every_game(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    spec = engine("setup", str(path), setup=("level 3",))
    play_games(list(first_round(kuhn(spec, groups=1))))
    assert path.read_text() == "level 3\n" * 2


@pytest.mark.parametrize("game", [60.0, None])
def test_an_engine_is_told_what_is_left_on_its_clock(tmp_path: Path, game: float | None) -> None:
    path = tmp_path / "left"
    path.touch()
    limits = Limits(game=game, increment=5.0 if game else 0.0)
    jobs = list(first_round(kuhn(engine("clock", str(path)), groups=20, limits=limits)))
    games = play_games(jobs)
    assert not any(game.faults for game in games)
    lines = path.read_text().splitlines()
    if game is None:
        assert lines == []
        return
    assert lines[0] == "fischer 60000 5000"
    assert lines.count(lines[0]) == len(games)
    told = [int(line.split(" ")[1]) for line in lines if line != lines[0]]
    assert len(told) == sum(game.decisions[game.seats.index(0)] for game in games)
    first, later = 60_000, 65_000
    assert all(first - 2000 < left <= first or later - 2000 < left <= later for left in told)
    assert max(told) > first, "a second move gained nothing"


def test_a_pool_ends_its_engines() -> None:
    pool = EnginePool()
    client = pool.take(engine("sound"))
    client.ask("known_command x", 60)
    client.close()
    assert pool.take(engine("sound")) is client
    client.close()
    pool.close()
    with pytest.raises(Exception, match="ended"):
        client.ask("known_command x", 60)


def test_benching_is_said_in_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = kuhn(BAD, groups=1000, faults=FaultRules(bench=5))
    journal = Journal.create(tmp_path / "journal.jsonl", Header.of(settings, {}, "", NOON))
    tournament = Tournament(settings, journal, History(2, 5))
    with journal:
        assert play(tournament, Hands(1, lambda first: ThreadPoolExecutor(1))) == 0
    out = capsys.readouterr().out
    assert "bad (benched)" in out
    assert "bad failed again and again: benched after" in out
    assert len(tournament.history.results) < 2000
