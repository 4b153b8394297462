"""Speed, measured by pytest-benchmark: `make bench`. Floors are per second of CPU time."""

from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest

from hinterland.engine.registry import GAMES, load
from hinterland.search.bench import halfway, mix_options, opening, random_play_speed, search_speed
from hinterland.search.search import think
from hinterland.search.settings import SearchSettings

pytestmark = pytest.mark.benchmark(timer=thread_time)

SECONDS = 0.3
SEARCH_FLOORS = {"kuhn": 2_000_000, "leduc": 600_000}
"""Iterations per second with random playouts from the opening: more than the C++ search of
OpenSpiel reaches (1.86 million and 405,000)."""

ISLAND_FLOORS = {
    "preset=base trade_offers=0": (5_000_000, 120_000),
    "preset=base": (3_500_000, 120_000),
    "preset=house": (2_500_000, 75_000),
}
"""Moves of random play and iterations with evaluation leaves: half of what is measured."""


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("leaf", ["playout", "evaluation"])
def test_search(benchmark: Callable[..., Any], name: str, leaf: str) -> None:
    game = load(name)
    knowledge = opening(game)
    settings = SearchSettings(iterations=5000, leaf=leaf)
    think(game, knowledge, settings)
    result = benchmark(think, game, knowledge, settings)
    assert result.iterations == 5000


@pytest.mark.parametrize("name", list(GAMES))
def test_random_games(benchmark: Callable[..., Any], name: str) -> None:
    games_per_s, moves_per_s = benchmark.pedantic(
        random_play_speed, (load(name), 0.05), rounds=1, iterations=1
    )
    assert moves_per_s > games_per_s > 0


@pytest.mark.parametrize("name", list(SEARCH_FLOORS))
def test_search_is_faster_than_its_floor(benchmark: Callable[..., Any], name: str) -> None:
    speed = benchmark.pedantic(
        search_speed, (load(name), "playout", SECONDS), rounds=1, iterations=1
    )
    assert speed >= SEARCH_FLOORS[name]


@pytest.mark.parametrize("mix", list(ISLAND_FLOORS))
def test_island_is_faster_than_its_floors(benchmark: Callable[..., Any], mix: str) -> None:
    game = load("island")
    options = mix_options(game, mix)
    _, moves_per_s = benchmark.pedantic(
        random_play_speed, (game, SECONDS, options), rounds=1, iterations=1
    )
    speed = search_speed(game, "evaluation", SECONDS, halfway(game, options))
    least_moves, least_iterations = ISLAND_FLOORS[mix]
    assert moves_per_s >= least_moves
    assert speed >= least_iterations
