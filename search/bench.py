"""How fast the search of a game is, measured on this machine now.

Speeds are per second of CPU time on one core, warm, the median of several runs; starts are
wall-clock seconds of a fresh process to its first move.
"""

import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Final

import numpy as np

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import record_array
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.search.layout import work_dtype
from hinterland.search.result import SearchResult
from hinterland.search.search import search_kernels, think
from hinterland.search.settings import SearchSettings

RUNS: Final = 5
FINGERPRINT_ITERATIONS: Final = 400
FINGERPRINT_MOVES: Final = 24


@dataclass(frozen=True)
class Benchmark:
    """The figures of `hinterland bench`, in the order in which they are printed.

    `playouts_per_s`, `moves_per_s`: whole random games from the deal, chance moves counted.
    `iterations_per_s`: search from the first decision with random playouts;
    `evaluation_iterations_per_s` with evaluation leaves; the tree of a tiny game soon holds all
    of it and needs playouts no more. `mean_playout_moves`: of a random game. `copy_ns`: a copy
    of the state inside a kernel. `cold_start_s`, `warm_start_s`: a new process to its first
    move, compiling everything or nothing. `fingerprint`: of a fixed search, the same on every
    machine.
    """

    game: str
    playouts_per_s: float
    moves_per_s: float
    iterations_per_s: float
    evaluation_iterations_per_s: float
    mean_playout_moves: float
    state_bytes: int
    copy_ns: float
    cold_start_s: float
    warm_start_s: float
    fingerprint: str


def benchmark(game_name: str, seconds: float = 0.3) -> Benchmark:
    """Measure a game with its default options; each speed takes RUNS times `seconds`."""
    game = load(game_name)
    playouts_per_s, moves_per_s = random_play_speed(game, seconds)
    return Benchmark(
        game=game_name,
        playouts_per_s=playouts_per_s,
        moves_per_s=moves_per_s,
        iterations_per_s=search_speed(game, "playout", seconds),
        evaluation_iterations_per_s=search_speed(game, "evaluation", seconds),
        mean_playout_moves=moves_per_s / playouts_per_s,
        state_bytes=game.state_dtype.itemsize,
        copy_ns=copy_nanoseconds(game, seconds),
        cold_start_s=start_seconds(game_name, cold=True),
        warm_start_s=start_seconds(game_name, cold=False),
        fingerprint=fingerprint(game),
    )


def opening(game: Game) -> Knowledge:
    """What the first seat to move knows, after a fixed deal with default options."""
    table = _opening_table(game)
    return table.knowledge(table.mover)


def _opening_table(game: Game) -> Table:
    rng = stream("bench", game.name)
    table = Table.deal(game, game.option_values({}), rng)
    while table.mover == CHANCE:
        table.play(CHANCE, game.sample(table.state, rng))
    return table


def random_play_speed(game: Game, seconds: float) -> tuple[float, float]:
    """Random games per second, and their moves per second."""
    playouts, _ = search_kernels(game)
    rng = stream("random games")
    states = game.new_states(2)
    states[0] = game.deal(game.option_values({}), rng)[0]
    words = states.view(np.ndarray).view(np.uint64).reshape(2, -1)
    work = record_array(1, work_dtype(game.max_moves, game.max_length, game.max_players))
    moves = games = 0

    def play(count: int) -> None:
        nonlocal moves, games
        moves += playouts.random_games(states, words, work, rng, count)
        games += count

    games_per_s = _per_second(play, seconds)
    return games_per_s, games_per_s * moves / games


def search_speed(game: Game, leaf: str, seconds: float) -> float:
    """Iterations per second of `so` from the opening."""
    knowledge = opening(game)

    def search(iterations: int) -> None:
        think(game, knowledge, SearchSettings(iterations=iterations, leaf=leaf))

    return _per_second(search, seconds)


def copy_nanoseconds(game: Game, seconds: float) -> float:
    """Nanoseconds of one copy of the state inside a kernel."""
    playouts, _ = search_kernels(game)
    words = game.new_states(2).view(np.ndarray).view(np.uint64).reshape(2, -1)
    return 1e9 / (2 * _per_second(lambda count: playouts.copies(words, count), seconds))


def _per_second(run: Callable[[int], object], seconds: float) -> float:
    """The median speed of RUNS runs of about `seconds` each; `run` takes a count."""
    run(1)
    count, took = 1, 0.0
    while took < seconds / 4:
        count *= 2
        took = _timed(run, count)
    count = max(int(count * seconds / took), 1)
    return statistics.median(count / _timed(run, count) for _ in range(RUNS))


def _timed(run: Callable[[int], object], count: int) -> float:
    before = thread_time()
    run(count)
    return max(thread_time() - before, 1e-9)


def start_seconds(game_name: str, *, cold: bool) -> float:
    """Seconds of a new process from its start to its first move.

    Cold with an empty kernel cache; warm with the cache that this process has filled.
    """
    command = [sys.executable, "-m", "hinterland.search.first_move", game_name]
    with tempfile.TemporaryDirectory() as empty:
        environment = dict(os.environ, HINTERLAND_CACHE_DIR=empty) if cold else dict(os.environ)
        if not cold:
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        before = perf_counter()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        return perf_counter() - before


def fingerprint(game: Game) -> str:
    """A digest of the searches of a fixed game: every visit count and mean return in full."""
    digest = hashlib.sha256()
    rng = stream("fingerprint", game.name)
    table = _opening_table(game)
    for number in range(FINGERPRINT_MOVES):
        mover = table.mover
        if mover == OVER:
            break
        if mover == CHANCE:
            table.play(CHANCE, game.sample(table.state, rng))
            continue
        result = _fingerprint_search(table, number)
        digest.update(repr((result.best, result.moves, result.line)).encode())
        table.play(mover, result.best)
    return digest.hexdigest()[:16]


def _fingerprint_search(table: Table, number: int) -> SearchResult:
    variant = ("so", "pimc")[number % 2]
    settings = SearchSettings(variant=variant, iterations=FINGERPRINT_ITERATIONS, seed=number)
    return think(table.game, table.knowledge(table.mover), settings)
