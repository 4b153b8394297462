"""Law 6, for every game: one process for each lane plays them all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hinterland.engine.contract import KERNELS
from hinterland.engine.game import Game
from hinterland.engine.jit import jit_enabled
from hinterland.engine.registry import load
from hinterland.tests.conformance.cases import games
from hinterland.tests.conformance.laws.law_6 import run_lane, same_games
from hinterland.tests.warm import LARGEST

GAMES = games()
NAMES = [game.name for game in GAMES]
SMALLER = [game for game in GAMES if game.name != LARGEST]
"""The games that are compiled afresh in every run; the largest takes more than all of them."""


@pytest.fixture(scope="module")
def plain() -> Mapping[str, Any]:
    """Every game and its search in plain Python."""
    return run_lane("plain", NAMES, search=True)


@pytest.fixture(scope="module")
def boundscheck(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """The games with bounds checks, compiled afresh; search would take too long."""
    cache = tmp_path_factory.mktemp("kernels")
    names = [game.name for game in SMALLER]
    return run_lane("boundscheck", names, search=False, cache=cache)


def test_this_process_compiles() -> None:
    assert jit_enabled()


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_plain_python_gives_the_same_games(game: Game, plain: Mapping[str, Any]) -> None:
    assert plain["compiled"] == 0
    same_games(game, "plain", plain["games"])


@pytest.mark.parametrize("game", SMALLER, ids=[game.name for game in SMALLER])
def test_bounds_checks_give_the_same_games(game: Game, boundscheck: Mapping[str, Any]) -> None:
    same_games(game, "boundscheck", boundscheck["games"])


def test_no_variable_of_the_games_becomes_a_float(boundscheck: Mapping[str, Any]) -> None:
    """Asked where all is compiled: a kernel from the cache does not tell its types any more."""
    assert boundscheck["compiled"] > len(SMALLER) * len(KERNELS)
    assert boundscheck["floats"] == []


@pytest.mark.slow
def test_the_largest_game_with_bounds_checks(tmp_path: Path) -> None:
    found = run_lane("boundscheck", [LARGEST], search=False, cache=tmp_path)
    same_games(load(LARGEST), "boundscheck", found["games"])
    assert found["compiled"] > len(KERNELS)
    assert found["floats"] == []
