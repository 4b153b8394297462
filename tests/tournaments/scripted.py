"""Bots that follow a script, mostly a bad one, for the tests of matches. They pickle."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import draw_bounded
from hinterland.protocol.bot import Bot, RandomBot
from hinterland.protocol.bots import BotSpec, RandomSpec
from hinterland.tournaments.formats import Fixed
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.settings import Settings

RANDOM = RandomSpec("random")


def kuhn(
    first: BotSpec, second: BotSpec = RANDOM, groups: int = 4, seed: int = 7, **more: Any
) -> Settings:
    """Two bots at one table of Kuhn poker; `more` are other settings."""
    return Settings("kuhn", (2,), (first, second), Fixed(groups, ((0, 1),)), seed, **more)


def history_of(records: Iterable[GameRecord]) -> History:
    return History(results=map(Result.of, records))


def leave(status: int) -> None:
    sys.exit(status)


def die() -> None:
    os._exit(1)


def fail(text: str) -> None:
    raise ValueError(text)


class ScriptedBot(RandomBot):
    """Plays at random until the moment `when`: then it does `act`, or answers what `act` is."""

    def __init__(self, seed: int, when: str, act: object) -> None:
        self.when = when
        self.act = act
        self.at("make")
        super().__init__(seed)

    def at(self, moment: str) -> bool:
        if moment != self.when:
            return False
        if callable(self.act):
            self.act()
        return True

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        self.at("start")
        super().start(game, options, knowledge)

    def observe(self, mover: int, event: int) -> None:
        self.at("observe")
        super().observe(mover, event)

    def choose(self) -> Any:
        if self.at("choose"):
            return self.act
        return super().choose()

    def close(self) -> None:
        self.at("close")


@dataclass(frozen=True)
class Scripted(BotSpec):
    when: str = "choose"
    act: object = None

    def make(self, seed: int) -> Bot:
        return ScriptedBot(seed, self.when, self.act)


class SlowBot(RandomBot):
    """Takes so many seconds for each move, in which it does nothing."""

    def __init__(self, seed: int, took: float) -> None:
        super().__init__(seed)
        self.took = took

    def choose(self) -> int:
        time.sleep(self.took)
        return super().choose()


@dataclass(frozen=True)
class Slow(BotSpec):
    seconds: float

    def make(self, seed: int) -> Bot:
        return SlowBot(seed, self.seconds)


class ThirstyBot(RandomBot):
    """Draws more random numbers than it needs."""

    def __init__(self, seed: int, extra: int) -> None:
        super().__init__(seed)
        for _ in range(extra):
            draw_bounded(self._rng, 2)


@dataclass(frozen=True)
class Thirsty(BotSpec):
    extra: int = 0

    def make(self, seed: int) -> Bot:
        return ThirstyBot(seed, self.extra)


class WitnessBot(RandomBot):
    """Writes down all it is told. `scribble`: it also spoils what it was given."""

    def __init__(self, seed: int, log: list[Any], scribble: bool) -> None:
        super().__init__(seed)
        self.log = log
        self.scribble = scribble

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        super().start(game, options, knowledge.copy())
        self.log.append((knowledge.seat, options, knowledge.tobytes()))
        if self.scribble:
            knowledge.view.view("u1")[:] = 255
            knowledge.memory.view("u1")[:] = 255

    def observe(self, mover: int, event: int) -> None:
        super().observe(mover, event)
        self.log.append((mover, event))

    def close(self) -> None:
        self.log.append("closed")


@dataclass(frozen=True)
class Witness(BotSpec):
    log: list[Any] = field(default_factory=list, compare=False)
    scribble: bool = False

    def make(self, seed: int) -> Bot:
        return WitnessBot(seed, self.log, self.scribble)


def raising(error: BaseException) -> Callable[[], None]:
    """An act for scripts that are played in this process."""

    def act() -> None:
        raise error

    return act


def same_games(games: Sequence[Any]) -> list[Any]:
    """The records without their clocks, which no seed determines."""
    return [replace(game, clocks=(), elapsed=0.0) for game in games]
