"""A game to be played: all that a worker must know, and nothing that does not pickle."""

import traceback
from dataclasses import dataclass, replace
from functools import partial

from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.protocol.bots import BotSpec, GreedySpec, RandomSpec, SearchSpec
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.referee import Referee, Seat
from hinterland.tournaments.replay import deal_table


@dataclass(frozen=True)
class GameJob:
    """One game: a deal, and who sits where.

    `seed`: of the whole match. `group`: the deal; the same for all rotations of the seats.
    Per seat: `seats` the entrant (the bot's place in the match's list), `bots` how to make it.
    """

    game: str
    options: tuple[int, ...]
    seed: int
    group: int
    rotation: int
    seats: tuple[int, ...]
    bots: tuple[BotSpec, ...]

    @property
    def deal_seed(self) -> int:
        """Seed of the deal and of all chance moves: it depends on the seed and the group only."""
        return _seed("deal", self.seed, self.group)

    def seat_seed(self, purpose: str, seat: int) -> int:
        """A seed for one purpose of one seat of this very game."""
        return _seed(purpose, self.seed, self.group, self.rotation, seat)


def _seed(*purpose: object) -> int:
    return int(stream(*purpose)[0]) >> 1  # 63 bits: the most that JSON readers and options hold


def play_game(job: GameJob) -> GameRecord:
    """Play the job's game to its end.

    What a bot does wrong is a fault of the bot, and the game goes on. What the referee does
    wrong makes the game void: the record says so, with the moves played until then.
    """
    referee = _referee(job)
    try:
        returns, void = tuple(referee.play()), ""
    except Exception as error:
        returns, void = (), "".join(traceback.format_exception(error))
    return replace(
        void_record(job, void),
        moves=tuple(referee.moves),
        returns=returns,
        faults=tuple(referee.faults),
        decisions=tuple(seat.decisions for seat in referee.seats),
        seconds=tuple(round(seat.seconds, 6) for seat in referee.seats),
    )


def _referee(job: GameJob) -> Referee:
    game = load(job.game)
    seats = [
        Seat(
            entrant=entrant,
            make=partial(spec.make, job.seat_seed("bot", seat)),
            substitute=stream("substitute", job.seat_seed("substitute", seat)),
        )
        for seat, (entrant, spec) in enumerate(zip(job.seats, job.bots, strict=True))
    ]
    table = deal_table(game, job.options, job.deal_seed)
    return Referee(table, job.options, stream("chance", job.deal_seed), seats)


def void_record(job: GameJob, void: str) -> GameRecord:
    """The record of a game that never was: `void` says why."""
    game = load(job.game)
    return GameRecord(
        game=game.name,
        version=game.version,
        options=game.option_texts(job.options),
        group=job.group,
        rotation=job.rotation,
        deal_seed=job.deal_seed,
        seats=job.seats,
        moves=(),
        returns=(),
        faults=(),
        decisions=(0,) * len(job.seats),
        seconds=(0.0,) * len(job.seats),
        void=void,
    )


def warm_up(job: GameJob) -> None:
    """Play the job's game with the smallest searches, so that every kernel is compiled or loaded.

    Engines of their own are left out: they are not ours to warm.
    """
    play_game(replace(job, bots=tuple(_smallest(spec) for spec in job.bots)))


def _smallest(spec: BotSpec) -> BotSpec:
    if isinstance(spec, SearchSpec):
        return replace(spec, settings=replace(spec.settings, iterations=2, ms=None))
    if isinstance(spec, GreedySpec):
        return replace(spec, worlds=1)
    return RandomSpec(spec.label)
