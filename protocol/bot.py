"""What a bot is: it is seated with what its seat knows, follows events, and chooses moves.

People write theirs as a `ViewBot`; `Bot` is what the tables of this process call.
"""

from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.eval.greedy import greedy_move
from hinterland.protocol.view_bot import View, ViewBot, World, decision_seed
from hinterland.search.result import SearchResult
from hinterland.search.reuse import Follower
from hinterland.search.search import run, think
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Trace
from hinterland.search.weighted import only_world

__all__ = [
    "Bot",
    "CheatingBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "SeatedBot",
    "View",
    "ViewBot",
    "World",
]


_MS: Final = 1000.0


class Bot:
    """Base class of bots played in this process. One object plays one seat of one game.

    `searched`: what its search for the last move found, None where there was none.
    """

    searched: SearchResult | None = None

    def __init__(self, seed: int) -> None:
        """`seed`: all randomness of the bot comes from it."""
        self.seed = seed

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        """Take the seat of `knowledge`, what the seat knows after the deal."""
        self.game = game
        self.options = options
        self.knowledge = knowledge

    def observe(self, mover: int, event: int) -> None:
        """See the next event, the bot's own moves included."""
        self.game.observe(self.knowledge, event)

    def choose(self) -> int:
        """The move to play; called when the bot's seat is to move."""
        raise NotImplementedError

    def iterations_told(self) -> int | None:
        """How many iterations its search for the last move had, None where it does not tell."""
        return None if self.searched is None else self.searched.iterations

    def close(self) -> None:
        """The game is over or broken off; let go of everything held."""


class RandomBot(Bot):
    """Plays uniformly among the legal moves."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._rng: Stream = stream("random bot", seed)

    def choose(self) -> int:
        moves = self.game.legal(self.knowledge.view)
        return int(moves[draw_bounded(self._rng, len(moves))])


class GreedyBot(Bot):
    """Plays the move after which the game's evaluation is best, over worlds that fit.

    `weights`: a file of them for the evaluation, None for its own.
    """

    def __init__(self, seed: int, worlds: int, weights: Path | None = None) -> None:
        super().__init__(seed)
        self.worlds = worlds
        self.weights = weights
        self._rng: Stream = stream("greedy bot", seed)

    def choose(self) -> int:
        return greedy_move(self.game, self.knowledge, self.worlds, self._rng, self.weights)


class SearchBot(Bot):
    """Plays the best move of a search; every decision has a search seed of its own."""

    def __init__(self, seed: int, settings: SearchSettings) -> None:
        super().__init__(seed)
        self.settings = settings
        self._decisions = 0

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        super().start(game, options, knowledge)
        self._follower = Follower()
        self._trace = Trace(game, knowledge, self.settings.traced_decisions)

    def observe(self, mover: int, event: int) -> None:
        self._follower.observe(event)
        self._trace.observe(mover, event)
        self.knowledge = self._trace.knowledge

    def choose(self) -> int:
        seed = int(stream("search bot", self.seed, self._decisions)[0] >> np.uint64(1))
        self._decisions += 1
        settings = replace(self.settings, seed=seed)
        if len(self.game.legal(self.knowledge.view)) == 1:  # nothing to decide
            settings = replace(settings, iterations=1)
        self.searched = self._search(settings)
        return self.searched.best

    def _search(self, settings: SearchSettings) -> SearchResult:
        start = perf_counter()
        search = self._follower.begin(self.game, self.knowledge, settings, self._trace.steps)
        end = None if settings.ms is None else start + settings.ms / _MS
        run(search, settings.iterations, end, perf_counter, lambda: False)
        return search.result(perf_counter() - start)


class CheatingBot(SearchBot):
    """A search that sees the true state in place of the worlds of its view.

    It measures honest search: a bot that is better than its cheating twin has a fault. Only a
    referee that holds the state can seat it.
    """

    _truth: States | None = None

    def show_truth(self, state: States) -> None:
        """Look over the referee's shoulder: `state` is the game's own, which goes on changing."""
        self._truth = state

    def _search(self, settings: SearchSettings) -> SearchResult:
        if self._truth is None:
            raise BadArgument("a cheating bot plays only where the whole state is held")
        worlds = only_world(self._truth)
        return think(self.game, self.knowledge, settings, worlds=worlds)


class SeatedBot(Bot):
    """Seats a `ViewBot`."""

    def __init__(self, seed: int, bot: ViewBot) -> None:
        super().__init__(seed)
        self.bot = bot
        self._decisions = 0

    def choose(self) -> int:
        seed = decision_seed(self.seed, self._decisions)
        self._decisions += 1
        return self.bot.decide(self.game, self.knowledge, seed)
