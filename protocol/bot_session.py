"""A bot that speaks the protocol: a session whose search is the bot."""

import secrets
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import GAMES, load_registered
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.engine_command import run_session
from hinterland.protocol.outside import Outside, Thought
from hinterland.protocol.session import MAX_SEED, Session
from hinterland.protocol.view_bot import ViewBot
from hinterland.search.result import RootMove, SearchResult
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step


class BotThought:
    """A decision of a bot, as far as it can be told as a search: one move, visited once."""

    def __init__(self, bot: ViewBot, game: Game, knowledge: Knowledge, seed: int) -> None:
        started = perf_counter()
        self._best = bot.decide(game, knowledge, seed)
        self._seconds = perf_counter() - started
        self._players = int(knowledge.view[0]["players"])

    iterations = 1

    def go_on(self, earlier: Thought, events: Sequence[int]) -> None:
        """A bot remembers what it likes."""

    def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
        """A bot takes the time it takes."""

    def result(self) -> SearchResult:
        share = (1 / self._players,) * self._players
        moves = (RootMove(self._best, 1, share, 1),)
        best = self._best
        return SearchResult(best, best, moves, (best,), 1, 0, 0, 1, 0, False, self._seconds)

    def line(self, event: int) -> tuple[int, ...]:
        return (event,)

    def priors(self) -> Mapping[int, float]:
        return {}


def bot_session(bot: ViewBot) -> Session:
    """A session that plays every game of the engine, choosing its moves as the bot does."""

    def begin(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        return BotThought(bot, game, knowledge, settings.seed)

    return Session(
        COMMANDS,
        Outside(
            load=load_registered,
            games=lambda: [load_registered(name) for name in GAMES],
            prepare=lambda game, knowledge, settings, steps: None,
            begin=begin,
            entropy=lambda: secrets.randbelow(MAX_SEED + 1),
            clock=perf_counter,
            report=traceback.print_exception,
            measure=lambda game: {},
            name=type(bot).__name__,
        ),
    )


def serve_bot(bot: ViewBot) -> None:
    """Serve the bot on standard input and output, until either ends."""
    code = run_session(bot_session(bot))
    if code:
        sys.exit(code)
