"""A game to be played: all that a worker must know, and nothing that does not pickle."""

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.protocol.bots import BotSpec, ClassSpec, GreedySpec, RandomSpec
from hinterland.tournaments.engines import EnginePool, EngineSpec
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.referee import Annulled, Referee, Seat, unwatched
from hinterland.tournaments.replay import deal_table
from hinterland.tournaments.scores import scores_of
from hinterland.tournaments.settings import DEFAULT_LIMITS, DEFAULT_RULES, FaultRules, Limits
from hinterland.tournaments.watch import FatalCall, Watch


@dataclass(frozen=True)
class GameJob:
    """One game: a deal, and who sits where.

    `seed`: of the whole tournament. `group`: the deal; the same for all seatings. `rotation`:
    the game's place among the `size` games of the group. `attempt`: times it was tried before.
    Per seat: `seats` the entrant (the bot's place in the list), `bots` how to make it.
    `fatal`: (seat, number of its call, cause) where a bot took the worker with it.
    `positions`: keep what the searches found.
    """

    game: str
    options: tuple[int, ...]
    seed: int
    group: int
    rotation: int
    size: int
    seats: tuple[int, ...]
    bots: tuple[BotSpec, ...]
    attempt: int = 0
    fatal: tuple[tuple[int, int, str], ...] = ()
    limits: Limits = DEFAULT_LIMITS
    faults: FaultRules = DEFAULT_RULES
    positions: bool = False

    @property
    def deal_seed(self) -> int:
        """Seed of the deal and of all chance moves: it depends on the seed and the group only."""
        return _seed("deal", self.seed, self.group)

    def seat_seed(self, purpose: str, seat: int) -> int:
        """A seed for one purpose of one seat of this very game; other attempts have others."""
        tries = (self.attempt,) if self.attempt else ()
        return _seed(purpose, self.seed, self.group, self.rotation, seat, *tries)


def _seed(*purpose: object) -> int:
    return int(stream(*purpose)[0]) >> 1  # 63 bits: the most that JSON readers and options hold


def with_fatal(job: GameJob, calls: Iterable[FatalCall]) -> GameJob:
    """The job with what is known of calls in it that ended their worker.

    A seat that does it a second time, where it did not before, is not trusted with any call.
    """
    known = {seat: (seat, number, cause) for seat, number, cause in job.fatal}
    for call in calls:
        if (call.group, call.rotation) == (job.group, job.rotation):
            number = 1 if call.seat in known else call.number
            known[call.seat] = call.seat, number, call.cause
    return replace(job, fatal=tuple(known.values()))


def play_games(jobs: Sequence[GameJob], watch: Watch | None = None) -> list[GameRecord]:
    """Play the games one after the other; engines stay alive from one to the next.

    `watch`: ends this process where a bot in it hangs, and says when no more are to be begun.
    """
    records = []
    with EnginePool() as engines:
        for job in jobs:
            if watch is not None and watch.stopping():
                break
            records.append(play_game(job, engines, watch))
    return records


def play_game(
    job: GameJob, engines: EnginePool | None = None, watch: Watch | None = None
) -> GameRecord:
    """Play the job's game to its end, or to where the rules for faults end it.

    What a bot does wrong is a fault of the bot. What the referee does wrong makes the game void:
    the record says so, with the moves played until then. `engines`: those that may be used; by
    default they live for this game.
    """
    if engines is None:
        with EnginePool() as engines:
            return play_game(job, engines, watch)
    started = perf_counter()
    referee = _referee(job, engines, watch)
    returns: tuple[float, ...] = ()
    scores: tuple[float, ...] = ()
    annulled, void = False, ""
    try:
        returns = tuple(referee.play())
        scores = scores_of(referee.game, referee.table.state, returns)
    except Annulled:
        annulled = True
    except Exception as error:
        returns, void = (), "".join(traceback.format_exception(error))
    return replace(
        void_record(job, void),
        moves=tuple(referee.moves),
        returns=returns,
        scores=scores,
        faults=tuple(referee.faults),
        clocks=tuple(tuple(seat.clock) for seat in referee.seats),
        iterations=tuple(tuple(seat.iterations) for seat in referee.seats),
        elapsed=round(perf_counter() - started, 6),
        thoughts=tuple(tuple(seat.thoughts) for seat in referee.seats) if job.positions else (),
        annulled=annulled,
    )


def _referee(job: GameJob, engines: EnginePool, watch: Watch | None) -> Referee:
    game = load(job.game)
    seats = []
    fatal = {seat: (number, cause) for seat, number, cause in job.fatal}
    for seat, (entrant, spec) in enumerate(zip(job.seats, job.bots, strict=True)):
        seed = job.seat_seed("bot", seat)
        if isinstance(spec, EngineSpec):
            make = partial(spec.seat, seed, engines, job.limits)
        else:
            make = partial(spec.make, seed)
        seats.append(
            Seat(
                entrant=entrant,
                make=make,
                substitute=stream("substitute", job.seat_seed("substitute", seat)),
                guarded=isinstance(spec, ClassSpec),
                fatal=fatal.get(seat),
                watching=isinstance(spec, RandomSpec | GreedySpec),
            )
        )
    table = deal_table(game, job.options, job.deal_seed)
    chance = stream("chance", job.deal_seed)
    return Referee(
        table,
        job.options,
        chance,
        seats,
        job.limits,
        job.faults,
        keep_thoughts=job.positions,
        watch=unwatched if watch is None else partial(watch.call, job.group, job.rotation),
    )


def void_record(job: GameJob, void: str) -> GameRecord:
    """The record of a game that never was: `void` says why."""
    game = load(job.game)
    return GameRecord(
        game=job.game,
        version=game.version,
        options=game.option_texts(job.options),
        group=job.group,
        rotation=job.rotation,
        size=job.size,
        attempt=job.attempt,
        deal_seed=job.deal_seed,
        seats=job.seats,
        moves=(),
        returns=(),
        scores=(),
        faults=(),
        clocks=((),) * len(job.seats),
        iterations=((),) * len(job.seats),
        elapsed=0.0,
        void=void,
    )
