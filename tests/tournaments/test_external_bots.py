"""Matches with engines in their own processes: sound and bad ones, and Ctrl-C as they think."""

import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hinterland.engine.registry import load
from hinterland.engine.text import encode_state
from hinterland.protocol.bot import Bot
from hinterland.protocol.bots import BotSpec, parse_bot
from hinterland.protocol.external_bot import ExternalBot
from hinterland.tests.protocol.support import new_session
from hinterland.tests.tournaments import engine_script
from hinterland.tests.tournaments.processes import STOPPING
from hinterland.tests.tournaments.scripted import RANDOM, kuhn, same_games
from hinterland.tournaments.job import play_game
from hinterland.tournaments.journal import read_journal
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import replay, replayed_returns

SCRIPT = Path(engine_script.__file__)
PATIENCE = 120


def engine(mode: str, path: str = "") -> str:
    """The command line of a scripted engine."""
    return shlex.join([sys.executable, str(SCRIPT), mode, path])


@dataclass(frozen=True)
class Hurried(BotSpec):
    """A scripted engine with little time for its moves."""

    mode: str
    move_limit: float

    def make(self, seed: int) -> Bot:
        return ExternalBot(seed, engine(self.mode), move_limit=self.move_limit)


def first_game(bot: BotSpec) -> GameRecord:
    """A game in which the bot is p1."""
    return play_game(next(first_round(kuhn(bot))))


def test_a_sound_engine_plays_whole_games() -> None:
    settings = kuhn(parse_bot(f"cmd:{engine('sound')}"), RANDOM, groups=3)
    games = [play_game(job) for job in first_round(settings)]
    assert not any(game.faults for game in games)
    for game in games:
        seat = game.seats.index(0)
        mine = [move.split()[1] for move in game.moves if move.startswith(f"p{seat + 1} ")]
        assert set(mine) <= {"check", "call"}
        assert game.decisions[seat] == len(mine)
        assert replayed_returns(game) == game.returns


@pytest.mark.parametrize(
    ("mode", "cause", "move", "text"),
    [
        ("die", "died", 2, "exit code 3: out of ideas"),
        ("absent", "died", 0, "exit code 1"),
        ("refuse", "refused", 2, "internal: no idea (asked 'genmove p1')"),
        ("closeout", "died", 2, "closed its output or input, and was killed"),
        ("illegal", "illegal", 2, "check or bet before a bet"),
        ("unknown", "garbage", 2, "castle"),
        ("empty", "garbage", 2, ""),
        ("garbage", "garbage", 2, ""),
        ("wrong-id", "garbage", 2, ""),
    ],
)
def test_a_bad_engine_costs_its_seat(mode: str, cause: str, move: int, text: str) -> None:
    game = first_game(Hurried(mode, mode, PATIENCE))
    assert_forfeit(game, cause, move)
    assert text in game.faults[0].text


def test_an_engine_that_hangs_costs_its_seat() -> None:
    assert_forfeit(first_game(Hurried("hang", "hang", 0.05)), "timeout", 2)


def test_a_command_that_is_not_there_costs_its_seat() -> None:
    game = first_game(parse_bot("cmd:/no/such/engine --fast"))
    assert_forfeit(game, "died", 0)
    assert "/no/such/engine" in game.faults[0].text


def assert_forfeit(game: GameRecord, cause: str, move: int) -> None:
    assert [(f.seat, f.entrant, f.cause, f.move) for f in game.faults] == [(0, 0, cause, move)]
    assert not game.void
    assert game.decisions[0] == 0
    assert game.decisions[1] >= 1
    assert replayed_returns(game) == game.returns != ()


@pytest.mark.parametrize(
    ("mode", "told"),
    [("explain", True), ("explain-words", False), ("explain-refused", False), ("sound", False)],
)
def test_iterations_are_those_that_the_engine_tells(mode: str, told: bool) -> None:
    games = [play_game(job) for job in first_round(kuhn(Hurried(mode, mode, PATIENCE), groups=3))]
    assert not any(game.faults for game in games)
    for game in games:
        seat = game.seats.index(0)
        expected = tuple(range(1, game.decisions[seat] + 1)) if told else ()
        assert game.iterations[seat] == expected


def test_an_engine_that_explains_itself_badly_costs_its_seat() -> None:
    mode = "explain-garbage"
    assert_forfeit(first_game(Hurried(mode, mode, PATIENCE)), "garbage", 2)


def test_iterations_of_our_own_engine_are_recorded() -> None:
    """Asking for them takes nothing from the bot's clock."""
    command = shlex.join([sys.executable, "-m", "hinterland", "engine"])
    game = first_game(parse_bot(f"cmd:{command}"))
    assert game.iterations[0] == (1000,) * game.decisions[0]
    assert len(game.clocks[0]) == game.decisions[0] >= 1


def test_our_own_engine_plays_the_same_games_twice() -> None:
    """Through the whole protocol; its search is seeded by the match."""
    command = shlex.join([sys.executable, "-m", "hinterland", "engine"])
    first, second = (first_game(parse_bot(f"cmd:{command}")) for _ in range(2))
    assert not first.faults
    assert first.decisions[0] >= 1
    assert same_games([first]) == same_games([second])


def test_a_journalled_game_replays_in_a_session() -> None:
    """`newgame` with the deal seed, then every move as it stands in the record."""
    for job in first_round(kuhn(RANDOM)):
        game = play_game(job)
        session = new_session()
        lines = [f"newgame kuhn players=2 seed={game.deal_seed}"]
        lines += [f"play {move}" for move in game.moves]
        for line in lines:
            assert session.handle_line(line)[0] == "=\n\n"
        answer, _ = session.handle_line("state")
        assert answer == f"= {encode_state(load('kuhn'), replay(game).state)}\n\n"


# Signals while an engine thinks


@dataclass
class Interrupted:
    """A match in a session of its own, whose engine waits at a named pipe."""

    process: subprocess.Popen[str]
    thinking: int
    pipe: Path
    journal: Path

    def send(self, number: signal.Signals) -> None:
        """To every process of the group, as a terminal does with Ctrl-C, and `timeout` with all."""
        os.killpg(self.process.pid, number)

    def read_until(self, text: str) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if text in line:
                return
        raise AssertionError(f"never said {text!r}")

    def think(self) -> bytes:
        """What the engine wrote into the pipe; nothing once no engine holds it open."""
        assert select.select([self.thinking], [], [], PATIENCE)[0], "the engine is still there"
        return os.read(self.thinking, 1)

    def release(self) -> None:
        self.pipe.with_name(f"{self.pipe.name}.gone").touch()
        with open(f"{self.pipe}.go", "w"):
            pass


@pytest.fixture
def interrupted(tmp_path: Path) -> Iterator[Interrupted]:
    pipe, journal = tmp_path / "pipe", tmp_path / "out" / "journal.jsonl"
    os.mkfifo(pipe)
    os.mkfifo(f"{pipe}.go")
    thinking = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    command = (
        f"hinterland match kuhn --workers 1 --groups 50 --output {journal.parent} --bot random"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", *command.split(), "--bot", f"cmd:{engine('wait', str(pipe))}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield Interrupted(process, thinking, pipe, journal)
    finally:
        process.kill()
        process.communicate()
        os.close(thinking)


def wait_for_engine(match: Interrupted) -> None:
    match.read_until("journal:")
    assert match.think() == b"x"


@pytest.mark.parametrize(("number", "status"), STOPPING)
@pytest.mark.usefixtures("signals_heeded")
def test_a_signal_ends_the_games_under_way_and_prints_the_table(
    interrupted: Interrupted, number: signal.Signals, status: int
) -> None:
    wait_for_engine(interrupted)
    interrupted.send(number)
    interrupted.read_until("stopping after the games under way")
    interrupted.release()
    out, err = interrupted.process.communicate(timeout=PATIENCE)
    assert interrupted.process.returncode == status
    _, games = read_journal(interrupted.journal)
    assert 1 <= len(games) <= 2
    assert not any(game.faults or game.void for game in games)
    assert f"stopped after {len(games)} of 100 games" in err
    assert "win share" in out


def test_a_second_ctrl_c_stops_at_once_and_takes_the_engines_along(
    interrupted: Interrupted,
) -> None:
    wait_for_engine(interrupted)
    interrupted.send(signal.SIGINT)
    interrupted.read_until("stopping after the games under way")
    interrupted.send(signal.SIGINT)
    out, err = interrupted.process.communicate(timeout=PATIENCE)
    assert interrupted.process.returncode == 130
    assert "stopped after 0 of 100 games" in err
    assert "Traceback" not in err
    assert "win share" in out
    assert interrupted.think() == b"", "the engine holds its end of the pipe"
    assert read_journal(interrupted.journal)[1] == []
