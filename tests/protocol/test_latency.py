"""How soon moves come: searches with a limit of time, and commands without thinking."""

import statistics
from collections.abc import Sequence
from time import perf_counter, thread_time

import pytest

from hinterland.protocol.client import Client
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ENGINE, ask, new_session

PATIENCE = 300.0
LIMIT = 0.050
NEARLY_ALL_WITHIN = 0.070
ALL_WITHIN = 0.200


def latencies(game: str, moves: int, *limits: str) -> list[float]:
    """Seconds of answers to `genmove` within the limits, through whole games, ascending.

    From the first one on: the limits, once set, have all loaded that it needs.
    """
    took: list[float] = []
    with Client.start(ENGINE) as client:
        client.ask(f"newgame {game} seed=1", PATIENCE)
        for limit in limits:
            client.ask(limit, PATIENCE)
        while len(took) < moves:
            mover = client.ask("to_move", PATIENCE)
            if mover == "over":
                client.ask("clear_board", PATIENCE)
            elif mover == "chance":
                client.ask("genmove chance", PATIENCE)
            else:
                started = perf_counter()
                client.ask(f"genmove {mover}", PATIENCE)
                took.append(perf_counter() - started)
    return sorted(took)


def check(took: list[float]) -> None:
    assert took[len(took) // 2] > LIMIT / 2  # they do search, but for only moves under a clock
    assert took[int(0.99 * len(took)) - 1] <= NEARLY_ALL_WITHIN
    assert took[-1] <= ALL_WITHIN


MOVES_LOADED = 300
UNTHINKING_WITHIN = 0.005
REPEATS = 15
YARDSTICK = 2_000
YARDSTICK_TAKES = 0.00024  # seconds on the idle machine on which the limits were set
UNTHINKING = (
    "to_move", "legal_moves", "legal_moves {mover} json", "showboard", "showboard p1", "state",
    "state json", "view p1", "view p2 json", "history", "history p1", "name", "list_commands",
    "describe_engine", "list_options", "explain", "time_left p1",
)  # fmt: skip


def play_on(session: Session, number: int) -> None:
    """Play one move: the seats' by a number."""
    mover = ask(session, "to_move")
    assert mover != "over"
    if mover == "chance":
        ask(session, "genmove chance")
        return
    moves = ask(session, "legal_moves").split(" ")
    ask(session, f"play {mover} {moves[number % len(moves)]}")


def load_moves(session: Session, game: str) -> str:
    """Play a game until it has 300 moves and a seat is to move; the seat."""
    ask(session, f"newgame {game} seed=2")
    for number in range(10 * MOVES_LOADED):
        if number >= MOVES_LOADED and ask(session, "to_move") != "chance":
            return ask(session, "to_move")
        play_on(session, number)
    raise AssertionError("no seat is ever to move")


def slowness() -> float:
    """How many times as long plain Python takes now as on an idle processor, at least 1."""
    started = thread_time()
    words = {number: str(number) for number in range(YARDSTICK)}
    assert sum(map(len, words.values())) > YARDSTICK
    return max(1.0, (thread_time() - started) / YARDSTICK_TAKES)


def median_time(session: Session, rounds: Sequence[Sequence[str]]) -> float:
    """Seconds of an idle processor for the lines of a round, the median of all rounds.

    A processor that others keep busy as well does the same work in up to twice the time.
    """
    took = []
    for lines in rounds:
        before = slowness()
        started = thread_time()
        answers = [ask(session, line) for line in lines]
        passed = thread_time() - started
        took.append(passed / ((before + slowness()) / 2))
        assert not any(answer.startswith("?") for answer in answers)
    return statistics.median(took)


def views(session: Session, seat: str, form: str) -> list[list[str]]:
    """The seat's views of the next moves: each is to be set, and asked for."""
    rounds = []
    for number in range(REPEATS):
        play_on(session, number)
        rounds.append([f"setview {seat} {ask(session, form)}", form])
    return rounds


@pytest.mark.parametrize(
    "game",
    [
        "village players=5",
        "island players=4",
        "island preset=official seafarers=yes fish=yes players=6",
    ],
)
def test_a_command_without_thinking_takes_5_ms_with_300_moves_loaded(game: str) -> None:
    """Of processor time, so that it does not matter what else the machine does."""
    full, seat = new_session(), new_session()
    mover = load_moves(full, game)
    ask(full, f"reg_genmove {mover}")
    ask(full, "time_settings absolute 1000")
    took = {line: median_time(full, [[line.format(mover=mover)]] * REPEATS) for line in UNTHINKING}
    took["undo and redo"] = median_time(full, [["undo", "redo"]] * REPEATS)
    assert ask(seat, f"newgame {game} seat={mover}") == ""
    for form in (f"view {mover}", f"view {mover} json"):
        took[f"{form} and setview"] = median_time(seat, views(full, mover, form))
    assert {line: each for line, each in took.items() if each > UNTHINKING_WITHIN} == {}


def test_moves_come_in_time() -> None:
    check(latencies("leduc", 100, "time_settings per_move 50", "set_limit ms=50"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["village players=3", "island players=4"])
@pytest.mark.parametrize("limit", ["time_settings per_move 50", "set_limit ms=50"])
def test_a_thousand_moves_come_in_time(game: str, limit: str) -> None:
    check(latencies(game, 1000, limit))
