"""Compiling before games are played: in one process, once, and in the time of no bot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hinterland.engine.registry import load
from hinterland.protocol.bot import Bot, RandomBot, SeatedBot, View, ViewBot
from hinterland.protocol.bots import BotSpec, ClassSpec, GreedySpec, RandomSpec, SearchSpec
from hinterland.tournaments.engines import EngineSpec
from hinterland.tournaments.job import GameJob, play_game
from hinterland.tournaments.replay import deal_table


def warm_up(job: GameJob, bots: Iterable[BotSpec] = ()) -> None:
    """Play the job's game so that every kernel is compiled or loaded that its bots call.

    `bots`: that sit at other tables, to which the same applies. Searches are the smallest ones,
    and other bots are left out, as they may do whatever they like: random ones that call the same
    kernels sit in their places.
    """
    game = load(job.game)
    game.legal(deal_table(game, job.options, job.deal_seed).state)  # random play after a forfeit
    different = list(dict.fromkeys(map(_smallest, (*job.bots, *bots))))
    seats = len(job.bots)
    for first in range(0, len(different), seats):
        play_game(replace(job, bots=_filled(different[first : first + seats], seats)))


def _filled(bots: Sequence[BotSpec], seats: int) -> tuple[BotSpec, ...]:
    """Bots for all seats, by turns."""
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def _smallest(spec: BotSpec) -> BotSpec:
    if isinstance(spec, SearchSpec):
        return replace(spec, label="", settings=replace(spec.settings, iterations=2, ms=None))
    if isinstance(spec, GreedySpec):
        return replace(spec, label="", worlds=1)
    if isinstance(spec, RandomSpec):
        return RandomSpec("")
    return _HelpedSpec("") if isinstance(spec, ClassSpec | EngineSpec) else _ToldSpec("")


@dataclass(frozen=True)
class _ToldSpec(BotSpec):
    """Random moves by a bot that is told events; those of `RandomSpec` look at the table's view."""

    def make(self, seed: int) -> Bot:
        return RandomBot(seed)


@dataclass(frozen=True)
class _HelpedSpec(BotSpec):
    """Random moves by a bot that uses the help that its base class has to offer.

    Our own engine draws worlds too, before it answers its first command.
    """

    def make(self, seed: int) -> Bot:
        return SeatedBot(seed, _Helped())


class _Helped(ViewBot):
    def __init__(self) -> None:
        super().__init__()
        self.helped = False

    def choose(self, view: View, moves: Sequence[str]) -> str:
        if not self.helped:
            self.simulate(self.worlds(1)[0], moves[:1])
            self.helped = True
        return self.random.choice(moves)
