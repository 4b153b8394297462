"""A search: slices of kernel iterations, looked after from Python between slices."""

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event
from time import perf_counter
from types import ModuleType
from typing import Final

import numpy as np
import numpy.typing as npt

from hinterland.engine.errors import GameOver, NotYourTurn, NoWorld
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.seats import OVER, seat_name
from hinterland.eval.greedy import one_ply_values
from hinterland.eval.registry import load_evaluation, load_weighted, search_hints
from hinterland.search.lane import Lane
from hinterland.search.memory import lane_bytes
from hinterland.search.result import (
    SearchResult,
    Weighed,
    collect,
    principal_line,
    visit_shares,
)
from hinterland.search.settings import MAX_ITERATIONS, SearchSettings, suited
from hinterland.search.trace import Step
from hinterland.search.weighted import Weighing, WorldPool, remembered

SLICE_SECONDS: Final = 0.004
"""How long a slice aims to take: the delay with which time and `stop` are noticed."""

WEIGHING_PART: Final = 0.5
"""The part of the time of a search that weighing its worlds may take."""

ONE_PLY_WORLDS: Final = 4
"""Worlds over which the root's moves are evaluated for their prior."""
ONE_PLY_SOFTNESS: Final = 0.005
"""A move that is so much worse, in win shares, is likely e times less."""

_SQUARINGS: Final = 10
_FIRST_SLICE: Final = 16
_MS: Final = 1000.0


def search_kernels(game: Game, weights: str = "") -> tuple[ModuleType, ModuleType]:
    """The playout and the slice kernels compiled for a game.

    `weights`: a file of them for its evaluation; `BadArgument` names what is wrong with it.
    """
    return _kernels(game, weights)


@cache
def _kernels(game: Game, weights: str) -> tuple[ModuleType, ModuleType]:
    evaluation = load_evaluation(game)
    if weights:
        game, evaluation = load_weighted(game, Path(weights))
    playouts = _specialised(game, "playout", evaluation=evaluation)
    edges = _specialised(game, "edges")
    outcomes = _specialised(game, "outcomes")
    narrowing = _specialised(game, "narrow", evaluation=evaluation, edges=edges)
    selection = _specialised(game, "selection", evaluation=evaluation, narrowing=narrowing)
    parts = {
        "playouts": playouts,
        "edges": edges,
        "outcomes": outcomes,
        "selection": selection,
    }
    walks = _specialised(game, "walk", **parts)
    forest = _specialised(game, "forest", **parts)
    slices = _specialised(
        game, "slices", playouts=playouts, edges=edges, walks=walks, forest=forest
    )
    return playouts, slices


def _specialised(game: Game, part: str, **bindings: ModuleType) -> ModuleType:
    return game.specialise(f"hinterland.search.{part}", **bindings)


class Search:
    """A search in progress: one lane a thread, each with a tree of its own.

    `weighted` weighs its worlds first. Until that is done its lanes search in the worlds weighted
    so far, or in evenly drawn ones; they begin anew whenever there are more.
    """

    def __init__(
        self,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step] = (),
        worlds: WorldPool | None = None,
        share: int | None = None,
    ) -> None:
        """Search the decision of the knowledge's seat; `NotYourTurn` if it has none.

        `steps`: what led to the knowledge, for `weighted` (`Trace.steps`). `worlds`: searched in
        place of those that would be drawn. `share`: the bytes that each thread may hold; None for
        those of `memory_mib`. `BadOption`: they are too few. `NoWorld`: where none fits, as soon
        as one is drawn.
        """
        mover = game.mover(knowledge.view)
        if mover == OVER:
            raise GameOver("the game is over")
        if mover != knowledge.seat:
            raise NotYourTurn(f"{seat_name(mover)} is to move, not {seat_name(knowledge.seat)}")
        self.game = game
        self.settings = settings = suited(settings, search_hints(game))
        self._knowledge = knowledge.copy()
        weighs = settings.variant == "weighted" and worlds is None and len(steps) > 0
        players = int(knowledge.view[0]["players"])
        self._share = lane_bytes(game, settings, players) if share is None else share
        self._weighing = weighing(game, settings, steps, self._share) if weighs else None
        self._weighed = Weighed(0, 0) if settings.variant == "weighted" else None
        self._prior = one_ply_prior(game, knowledge, settings)
        self.lanes = self._new_lanes(worlds)

    def _new_lanes(self, worlds: WorldPool | None) -> list[Lane]:
        _, kernels = search_kernels(self.game, self.settings.weights)
        return [
            Lane(
                self.game,
                kernels,
                self._knowledge,
                self.settings,
                index,
                worlds,
                self._prior,
                self._share,
            )
            for index in range(self.settings.threads)
        ]

    @property
    def weighs(self) -> bool:
        """Whether there are worlds to be weighted yet."""
        return self._weighing is not None and not self._weighing.finished

    def weigh(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Go on weighting worlds until there are as many as wanted, or `enough` says so.

        Then the search begins anew in them, if there are more than before.
        """
        making = self._weighing
        if making is None:
            return
        while not making.finished and not enough():
            making.go_on()
        pool = making.pool()
        weighed = Weighed(0, 0) if pool is None else Weighed(len(pool.worlds), making.decisions)
        if weighed != self._weighed:
            self._weighed = weighed
            self.lanes = self._new_lanes(pool)

    def advance(self, iterations: int) -> None:
        """Run that many more iterations, so that the lanes share the total evenly.

        The worlds are weighted before. Raises `NoWorld` when none fits what the seat knows.
        """
        self.weigh()
        self.iterate(iterations)

    def iterate(self, iterations: int) -> None:
        """As `advance`, in the worlds that there are."""
        for lane, count in zip(self.lanes, self.shares(iterations), strict=True):
            lane.advance(count)
        self.check()

    def shares(self, iterations: int) -> list[int]:
        """How many of so many further iterations each lane is to run, those behind the most."""
        had = [lane.iterations for lane in self.lanes]
        total, behind = sum(had) + iterations, list(range(len(had)))
        while True:
            share, rest = divmod(total, len(behind))
            ahead = [lane for lane in behind if had[lane] > share]
            if not ahead:
                break
            total -= sum(had[lane] for lane in ahead)
            behind = [lane for lane in behind if had[lane] <= share]
        wanted = {lane: share + (index < rest) for index, lane in enumerate(behind)}
        return [wanted.get(lane, count) - count for lane, count in enumerate(had)]

    def check(self) -> None:
        """Raises `NoWorld` when no world fits what the seat knows."""
        if any(lane.stuck for lane in self.lanes):
            raise NoWorld(f"no {self.game.name} position agrees with this view")

    def go_on(self, earlier: "Search", events: Sequence[int]) -> None:
        """Take over what an earlier search of the seat found below the events since.

        Before the first iteration; both searches have the variant `so` and as many lanes.
        """
        for lane, old in zip(self.lanes, earlier.lanes, strict=True):
            node = old.node_after(events)
            if node is not None:
                lane.take_over(old, node)

    @property
    def iterations(self) -> int:
        return sum(lane.iterations for lane in self.lanes)

    def result(self, seconds: float) -> SearchResult:
        """What was found so far, in `seconds` of search."""
        return collect(self.lanes, self.settings, seconds, self._weighed)

    def line(self, event: int) -> tuple[int, ...]:
        """The principal line that begins with a move of the root, as events the seat sees."""
        return principal_line(self.lanes, event)

    def priors(self) -> dict[int, float]:
        """The prior of every move of the root, as shares; empty where no rule asks for it."""
        moves = self.lanes[0].root_moves()
        priors = {int(move["event"]): float(move["prior"]) for move in moves if move["prior"] >= 0}
        total = sum(priors.values())
        return {event: prior / total for event, prior in priors.items()} if total > 0 else {}


def weighing(game: Game, settings: SearchSettings, steps: Sequence[Step], share: int) -> Weighing:
    """The making of the worlds that the settings ask for, by short searches of `so`.

    `share`: the bytes that each of those may hold.
    """
    model = replace(
        settings,
        variant="so",
        iterations=settings.model_iterations,
        ms=None,
        threads=1,
        reuse="no",
        one_ply=0.0,  # it would take longer than the search
    )

    def policy(knowledge: Knowledge) -> Generator[bool, None, Mapping[int, float]]:
        search = Search(game, knowledge, model, share=share)
        while search.iterations < settings.model_iterations:
            search.advance(min(_FIRST_SLICE, settings.model_iterations - search.iterations))
            yield False
        return visit_shares(search.lanes[0])

    rng = stream("pool", settings.seed)
    return Weighing(game, steps, remembered(policy), settings.pool, rng)


def one_ply_prior(game: Game, knowledge: Knowledge, settings: SearchSettings) -> dict[int, float]:
    """The moves of the seat by the evaluation after each, as shares: a softmax.

    Empty where the settings ask for no such prior. The evaluation's own knows no consequences of a
    move, and with few iterations what it thinks unlikely is never tried.
    """
    if not settings.one_ply or settings.selection != "puct" or settings.variant == "pimc":
        return {}
    weights = Path(settings.weights) if settings.weights else None
    rng = stream("one ply", settings.seed)
    moves, values = one_ply_values(game, knowledge, ONE_PLY_WORLDS, rng, weights)
    odds = softmax_odds((values - values.max()) / ONE_PLY_SOFTNESS)
    total = sum(odds)
    return {int(move): odd / total for move, odd in zip(moves, odds, strict=True)}


def softmax_odds(scores: npt.NDArray[np.float64]) -> list[float]:
    """About e to the power of each score, all at most 0; the same on every machine."""
    odds = np.maximum(1.0 + scores / (1 << _SQUARINGS), 0.0)
    for _ in range(_SQUARINGS):
        odds *= odds
    return list(odds.tolist())


def think(
    game: Game,
    knowledge: Knowledge,
    settings: SearchSettings,
    clock: Callable[[], float] = perf_counter,
    stop: Callable[[], bool] = lambda: False,
    steps: Sequence[Step] = (),
    worlds: WorldPool | None = None,
) -> SearchResult:
    """Search the seat's decision until a limit is reached or `stop` answers true.

    The time counts from the call, weighing worlds included. At least one slice is run. With
    `iterations` and without `ms` and `stop` the result depends on nothing but the arguments.
    `steps`, `worlds`: as in `Search`. Raises `NotYourTurn` when the seat is not to move,
    `GameOver`, `BadOption` as `Search`, and `NoWorld` when no world fits.
    """
    start = clock()
    search = Search(game, knowledge, settings, steps, worlds)
    end = start + settings.ms / _MS if settings.ms is not None else None
    run(search, settings.iterations, end, clock, stop)
    return search.result(clock() - start)


def run(
    search: Search,
    iterations: int | None,
    end: float | None,
    clock: Callable[[], float],
    stop: Callable[[], bool],
) -> None:
    """Carry a search on until a limit is reached or `stop`, asked between slices, answers true.

    `iterations`: of the whole search, those it has had included. `end`: what `clock` shows then.
    Where it has iterations left, at least one slice is run. `stop` is first asked when every lane
    has had a slice and stands still, so that it may look at the result.
    """
    if search.weighs:
        _weigh(search, iterations, end, clock, stop)
    left = (MAX_ITERATIONS if iterations is None else iterations) - search.iterations
    if len(search.lanes) == 1:
        _run_lane(search.lanes[0], left, end, clock, stop)
    elif left > 0:
        search.iterate(min(left, _FIRST_SLICE * len(search.lanes)))
        if not stop() and (end is None or clock() < end):
            _run_together(search, iterations, end, clock, stop)
    search.check()


def _weigh(
    search: Search,
    iterations: int | None,
    end: float | None,
    clock: Callable[[], float],
    stop: Callable[[], bool],
) -> None:
    """Weigh the search's worlds, for no more than their part of the time, or until `stop`."""
    if search.iterations == 0:  # there is something for `stop` to look at
        slices = _FIRST_SLICE * len(search.lanes)
        search.iterate(slices if iterations is None else min(slices, iterations))
    now = clock()
    enough = None if end is None else now + WEIGHING_PART * (end - now)
    search.weigh(lambda: stop() or (enough is not None and clock() >= enough))


def _run_together(
    search: Search,
    iterations: int | None,
    end: float | None,
    clock: Callable[[], float],
    stop: Callable[[], bool],
) -> None:
    """Every lane in a thread of its own, none waiting for another; this thread asks `stop`."""
    left = (MAX_ITERATIONS if iterations is None else iterations) - search.iterations
    shares = search.shares(left)
    halt = Event()
    with ThreadPoolExecutor(len(search.lanes)) as pool:
        running = {
            pool.submit(_run_lane, lane, share, end, clock, halt.is_set)
            for lane, share in zip(search.lanes, shares, strict=True)
        }
        try:
            while running:
                finished, running = wait(running, SLICE_SECONDS)
                if not halt.is_set() and stop():
                    halt.set()
                for lane in finished:
                    lane.result()
        finally:  # whatever is raised here, an interrupt too, no lane goes on
            halt.set()


def _run_lane(
    lane: Lane,
    left: int,
    end: float | None,
    clock: Callable[[], float],
    stop: Callable[[], bool],
) -> None:
    size = _FIRST_SLICE
    while left > 0 and not lane.stuck:
        size = min(size, left)
        before = clock()
        lane.advance(size)
        left -= size
        now = clock()
        if (end is not None and now >= end) or stop():
            return
        size = _next_slice(size, now - before, None if end is None else end - now)


def _next_slice(size: int, took: float, left: float | None) -> int:
    """The iterations of the next slice, from the last one's size and time and the time left."""
    aim = SLICE_SECONDS if left is None else min(SLICE_SECONDS, left)
    wanted = size * aim / took if took > 0 else size * 4.0
    return max(1, min(int(wanted), size * 4))
