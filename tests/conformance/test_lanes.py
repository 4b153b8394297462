"""Law 6, for every game: one process for each lane plays them all."""

from typing import Any

import pytest

from hinterland.engine.game import Game
from hinterland.engine.jit import jit_enabled
from hinterland.tests.conformance.cases import games
from hinterland.tests.conformance.laws.law_6 import LANES, Digests, run_lane, same_games

GAMES = games()


@pytest.fixture(scope="module", params=LANES)
def lane(request: Any) -> tuple[str, Digests]:
    """A lane's name and its digests of every game.

    Search takes too long to compile once more with bounds checks; there its games suffice.
    """
    name = request.param
    return name, run_lane(name, [game.name for game in GAMES], search=name == "plain")


def test_this_process_compiles() -> None:
    assert jit_enabled()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_law_6(game: Game, lane: tuple[str, Digests]) -> None:
    same_games(game, *lane)
