"""Law 6, for every game: one process for each lane plays them all."""

from collections.abc import Mapping
from typing import Any

import pytest

from hinterland.engine.contract import KERNELS
from hinterland.engine.game import Game
from hinterland.engine.jit import jit_enabled
from hinterland.tests.conformance.cases import games
from hinterland.tests.conformance.laws.law_6 import run_lane, same_games

GAMES = games()
NAMES = [game.name for game in GAMES]


@pytest.fixture(scope="module")
def plain() -> Mapping[str, Any]:
    """Every game and its search in plain Python."""
    return run_lane("plain", NAMES, search=True)


@pytest.fixture(scope="module")
def boundscheck(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Every game with bounds checks, compiled afresh; search would take too long."""
    cache = tmp_path_factory.mktemp("kernels")
    return run_lane("boundscheck", NAMES, search=False, cache=cache)


def test_this_process_compiles() -> None:
    assert jit_enabled()


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_plain_python_gives_the_same_games(game: Game, plain: Mapping[str, Any]) -> None:
    assert plain["compiled"] == 0
    same_games(game, "plain", plain["games"])


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_bounds_checks_give_the_same_games(game: Game, boundscheck: Mapping[str, Any]) -> None:
    same_games(game, "boundscheck", boundscheck["games"])


def test_no_variable_of_the_games_becomes_a_float(boundscheck: Mapping[str, Any]) -> None:
    """Asked where all is compiled: a kernel from the cache does not tell its types any more."""
    assert boundscheck["compiled"] > len(GAMES) * len(KERNELS)
    assert boundscheck["floats"] == []
