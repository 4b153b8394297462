"""How soon moves come: searches with a limit of time, and commands without thinking."""

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


def test_moves_come_in_time() -> None:
    check(latencies("leduc", 100))


@pytest.mark.slow
def test_a_thousand_moves_come_in_time() -> None:
    check(latencies("leduc", 1000))
