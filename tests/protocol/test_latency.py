"""How soon moves come: searches with a limit of time, and commands without thinking."""

import statistics
from time import perf_counter

import pytest

from hinterland.protocol.client import Client
from hinterland.tests.protocol.support import ENGINE

PATIENCE = 300.0
LIMIT = 0.050
NEARLY_ALL_WITHIN = 0.070
ALL_WITHIN = 0.200


def latencies(game: str, moves: int) -> list[float]:
    """Seconds of answers to `genmove` at 50 ms a move, through whole games, ascending."""
    took: list[float] = []
    with Client.start(ENGINE) as client:
        client.ask(f"newgame {game} seed=1", PATIENCE)
        client.ask("set_limit ms=1", PATIENCE)
        while len(took) < moves:
            mover = client.ask("to_move", PATIENCE)
            if mover == "over":
                client.ask("clear_board", PATIENCE)
            elif mover == "chance":
                client.ask("genmove chance", PATIENCE)
            else:
                if not took:
                    client.ask(f"reg_genmove {mover}", PATIENCE)
                    client.ask("time_settings per_move 50", PATIENCE)
                    client.ask("set_limit ms=50", PATIENCE)
                started = perf_counter()
                client.ask(f"genmove {mover}", PATIENCE)
                took.append(perf_counter() - started)
    return sorted(took)


def check(took: list[float]) -> None:
    assert took[0] > LIMIT / 2  # they do search
    assert took[int(0.99 * len(took)) - 1] <= NEARLY_ALL_WITHIN
    assert took[-1] <= ALL_WITHIN


MOVES_LOADED = 300
UNTHINKING_WITHIN = 0.005
REPEATS = 15
UNTHINKING = (
    "to_move", "legal_moves", "legal_moves {mover} json", "showboard", "showboard p1", "state",
    "state json", "view p1", "view p2 json", "history", "history p1", "name", "list_commands",
    "describe_engine", "list_options", "explain", "time_left p1",
)  # fmt: skip


def load_moves(client: Client, game: str) -> str:
    """Play a game until it has 300 moves and a seat is to move; the seat."""
    client.ask(f"newgame {game} seed=2", PATIENCE)
    for number in range(10 * MOVES_LOADED):
        mover = client.ask("to_move", PATIENCE)
        assert mover != "over"
        if mover == "chance":
            client.ask("genmove chance", PATIENCE)
            continue
        if number >= MOVES_LOADED:
            return mover
        moves = client.ask("legal_moves", PATIENCE).split(" ")
        client.ask(f"play {mover} {moves[number % len(moves)]}", PATIENCE)
    raise AssertionError("no seat is ever to move")


def median_time(client: Client, *lines: str) -> float:
    """Seconds for some lines together, the median of several times."""
    took = []
    for _ in range(REPEATS):
        started = perf_counter()
        for line in lines:
            client.ask(line, PATIENCE)
        took.append(perf_counter() - started)
    return statistics.median(took)


def test_a_command_without_thinking_takes_5_ms_with_300_moves_loaded() -> None:
    with Client.start(ENGINE) as client, Client.start(ENGINE) as seat:
        mover = load_moves(client, "village players=5")
        for said in ("set_limit iterations=1", f"reg_genmove {mover}"):
            client.ask(said, PATIENCE)
        client.ask("time_settings absolute 1000", PATIENCE)
        slow = {}
        for line in UNTHINKING:
            said = line.format(mover=mover)
            slow[said] = median_time(client, said)
        slow["undo and redo"] = median_time(client, "undo", "redo")
        view = client.ask(f"view {mover}", PATIENCE)
        seat.ask(f"newgame village players=5 seat={mover}", PATIENCE)
        slow["view and setview"] = median_time(seat, f"setview {mover} {view}", f"view {mover}")
    assert {line: took for line, took in slow.items() if took > UNTHINKING_WITHIN} == {}


def test_moves_come_in_time() -> None:
    check(latencies("leduc", 100))


@pytest.mark.slow
def test_a_thousand_moves_come_in_time() -> None:
    check(latencies("leduc", 1000))
