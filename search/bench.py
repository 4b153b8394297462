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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Final

import numpy as np

from hinterland.engine.errors import BadOption
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import in_record, record_array
from hinterland.engine.registry import load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.search.layout import work_dtype
from hinterland.search.result import SearchResult
from hinterland.search.search import search_kernels, think
from hinterland.search.settings import SearchSettings

Options = tuple[int, ...]

RUNS: Final = 5
FINGERPRINT_ITERATIONS: Final = 400
FINGERPRINT_MOVES: Final = 24


@dataclass(frozen=True)
class Speeds:
    """What depends on the options of a game, in the order in which it is printed.

    `playouts_per_s`, `moves_per_s`: whole random games from the deal, chance moves counted;
    `mean_playout_moves`: of such a game. `iterations_per_s`: search from the first decision with
    random playouts; `evaluation_iterations_per_s` with evaluation leaves;
    `middle_iterations_per_s` the same half-way through a random game. The tree of a tiny game
    soon holds all of it and needs playouts no more.
    """

    playouts_per_s: float
    moves_per_s: float
    mean_playout_moves: float
    iterations_per_s: float
    evaluation_iterations_per_s: float
    middle_iterations_per_s: float


@dataclass(frozen=True)
class Benchmark:
    """The figures of `hinterland bench` for one game, in the order in which they are printed.

    `speeds`: by the options that differ from the defaults, as `key=value` with blanks between.
    `two_thread_gain`: iterations per second of the clock with two threads over those with one.
    `copy_ns`: a copy of the state inside a kernel. `cold_start_s`, `warm_start_s`: a new process
    to its first move, compiling everything or nothing. `fingerprint`: of a fixed search, the
    same on every machine.
    """

    game: str
    speeds: dict[str, Speeds]
    two_thread_gain: float
    state_bytes: int
    copy_ns: float
    cold_start_s: float
    warm_start_s: float
    fingerprint: str


def benchmark(
    game_name: str,
    mixes: Sequence[str] = (),
    seconds: float = 0.3,
    report: Callable[[str], object] = lambda measured: None,
) -> Benchmark:
    """Measure a game with each of the mixes; each speed takes RUNS times `seconds`.

    Without any, with the default options and then the mixes that the game names. `report` is
    told what is measured next: it may take minutes where kernels must be compiled first.
    """
    game = load(game_name)

    def of_mix(mix: str) -> Speeds:
        report(f"{game_name}: speeds with {mix or 'defaults'}")
        return speeds(game, mix_options(game, mix), seconds)

    def start(*, cold: bool) -> float:
        report(f"{game_name}: {'cold' if cold else 'warm'} start")
        return start_seconds(game_name, cold=cold)

    by_mix = {mix: of_mix(mix) for mix in mixes or ("", *game.measured)}
    report(f"{game_name}: two threads, and a copy of the state")
    return Benchmark(
        game=game_name,
        speeds=by_mix,
        two_thread_gain=two_thread_gain(game, seconds),
        state_bytes=game.state_dtype.itemsize,
        copy_ns=copy_nanoseconds(game, seconds),
        cold_start_s=start(cold=True),
        warm_start_s=start(cold=False),
        fingerprint=fingerprint(game),
    )


def mix_options(game: Game, mix: str) -> Options:
    """The options written as `key=value` with blanks between; `BadOption` otherwise."""
    given: dict[str, str] = {}
    for word in mix.split():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise BadOption(f"{word!r}: expected key=value")
        if key in given:
            raise BadOption(f"{key} is given twice")
        given[key] = value
    return game.option_values(given)


def speeds(game: Game, options: Options, seconds: float) -> Speeds:
    """All speeds with these options."""
    playouts_per_s, moves_per_s = random_play_speed(game, seconds, options)
    start, middle = opening(game, options), halfway(game, options)
    return Speeds(
        playouts_per_s=playouts_per_s,
        moves_per_s=moves_per_s,
        mean_playout_moves=moves_per_s / playouts_per_s,
        iterations_per_s=search_speed(game, "playout", seconds, start),
        evaluation_iterations_per_s=search_speed(game, "evaluation", seconds, start),
        middle_iterations_per_s=search_speed(game, "evaluation", seconds, middle),
    )


def opening(game: Game, options: Options | None = None) -> Knowledge:
    """What the first seat to move knows, after a fixed deal; with default options if None."""
    table = _opening_table(game, options)
    return table.knowledge(table.mover)


def halfway(game: Game, options: Options) -> Knowledge:
    """What a seat knows that has a choice half-way through a fixed random game.

    The first such decision after the middle, or the last one before it.
    """
    length = sum(1 for _ in _random_game(game, options))
    knowledge = opening(game, options)
    for played, table in enumerate(_random_game(game, options)):
        if table.mover not in (CHANCE, OVER) and len(game.legal(table.state)) > 1:
            knowledge = table.knowledge(table.mover).copy()
            if played >= length // 2:
                break
    return knowledge


def _random_game(game: Game, options: Options) -> Iterator[Table]:
    """One game as its table, before each move."""
    rng = stream("half-way", game.name)
    table = Table.deal(game, options, rng)
    while table.mover != OVER:
        yield table
        mover = table.mover
        if mover == CHANCE:
            table.play(CHANCE, game.sample(table.state, rng))
        else:
            moves = game.legal(table.state)
            table.play(mover, int(moves[draw_bounded(rng, len(moves))]))


def _opening_table(game: Game, options: Options | None = None) -> Table:
    rng = stream("bench", game.name)
    table = Table.deal(game, game.option_values({}) if options is None else options, rng)
    while table.mover == CHANCE:
        table.play(CHANCE, game.sample(table.state, rng))
    return table


def random_play_speed(
    game: Game, seconds: float, options: Options | None = None
) -> tuple[float, float]:
    """Random games per second, and their moves per second; with default options if None."""
    playouts, _ = search_kernels(game)
    rng = stream("random games")
    states = game.new_states(2)
    states[0] = game.deal(game.option_values({}) if options is None else options, rng)[0]
    words = states.view(np.ndarray).view(np.uint64).reshape(2, -1)
    work = record_array(1, work_dtype(game.max_moves, game.max_length, game.max_players))
    moves = games = 0

    def play(count: int) -> None:
        nonlocal moves, games
        moves += playouts.random_games(states, words, work, in_record(rng[:1]), count)
        games += count

    games_per_s = _per_second(play, seconds)
    return games_per_s, games_per_s * moves / games


def search_speed(
    game: Game, leaf: str, seconds: float, knowledge: Knowledge | None = None
) -> float:
    """Iterations per second of `so`; from the opening with default options if None."""
    start = opening(game) if knowledge is None else knowledge

    def search(iterations: int) -> None:
        think(game, start, SearchSettings(iterations=iterations, leaf=leaf))

    return _per_second(search, seconds)


def two_thread_gain(game: Game, seconds: float) -> float:
    """How many times as fast two threads search, by the clock, with evaluation leaves."""
    start = opening(game)
    iterations = max(int(seconds * search_speed(game, "evaluation", seconds / 4, start)), 1)
    gains = []
    for _ in range(RUNS):
        took = []
        for threads in (1, 2):
            settings = SearchSettings(
                iterations=threads * iterations, leaf="evaluation", threads=threads
            )
            took.append(think(game, start, settings).seconds)
        gains.append(2 * took[0] / took[1])
    return statistics.median(gains)


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
