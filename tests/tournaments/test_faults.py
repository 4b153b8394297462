"""What faults of bots lead to: random play, the end of the game, another try, the bench."""

import os
import shlex
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

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
from hinterland.tournaments.job import play_game, play_games
from hinterland.tournaments.journal import Header, Journal
from hinterland.tournaments.plan import first_round, hall_of, play_rounds
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.settings import FaultRules, Limits, Settings
from hinterland.tournaments.statistics import summarise
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
