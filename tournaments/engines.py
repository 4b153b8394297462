"""Engines in processes of their own: how they are started, and kept from one game to the next."""

import json
import math
import os
import shlex
import shutil
import sys
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game, Knowledge
from hinterland.protocol.bot import Bot
from hinterland.protocol.bots import BotSpec, CommandSpec
from hinterland.protocol.client import Client
from hinterland.protocol.errors import Refused
from hinterland.protocol.external_bot import ExternalBot
from hinterland.protocol.process import EngineProcess
from hinterland.tournaments import launch
from hinterland.tournaments.settings import Limits

LAUNCHER: Final = str(Path(launch.__file__))


@dataclass(frozen=True)
class EngineSpec(BotSpec):
    """An engine that a command line starts.

    `environment`: variables added to ours. `directory`: where it works. `memory`: bytes of
    address space that each of its processes may have; 0 for no limit. `setup`: lines of the
    protocol that it is sent in every new game.
    """

    command: str
    environment: tuple[tuple[str, str], ...] = ()
    directory: str = ""
    memory: int = 0
    setup: tuple[str, ...] = ()

    def check(self) -> None:
        program = shlex.split(self.command)[0]
        path = dict(self.environment).get("PATH")
        there = os.path.join(self.directory, program) if "/" in program else program
        if shutil.which(there, path=path) is None:
            raise BadArgument(f"bot {self.label!r}: there is no program {program!r}")

    def make(self, seed: int) -> Bot:
        """The engine for one game, after which it ends."""
        return ExternalBot(seed, self.command, connect=lambda command: Client(self.start()))

    def seat(self, seed: int, pool: "EnginePool", limits: Limits) -> Bot:
        """The engine, taken from the pool for a game and given back after it."""
        return SeatedEngine(seed, self, pool, limits)

    def start(self) -> EngineProcess:
        """A new process of the engine; `EngineDied` if it cannot be started."""
        if not (self.environment or self.directory or self.memory):
            return EngineProcess(self.command)
        settings = json.dumps(
            {
                "environment": dict(self.environment),
                "directory": self.directory,
                "memory": self.memory,
            }
        )
        launched = [sys.executable, "-I", "-S", LAUNCHER, settings, *shlex.split(self.command)]
        process = EngineProcess(shlex.join(launched))
        process.command = self.command  # what its errors are to name
        return process


def engine_spec(spec: BotSpec) -> BotSpec:
    """A bot that a command line starts as an engine that can stay alive; others as they are."""
    return EngineSpec(spec.label, spec.command) if isinstance(spec, CommandSpec) else spec


def _ms(seconds: float) -> int:
    return int(1000 * seconds)


class SeatedEngine(ExternalBot):
    """An engine of a pool in a game."""

    def __init__(self, seed: int, spec: EngineSpec, pool: "EnginePool", limits: Limits) -> None:
        super().__init__(
            seed, spec.command, limits.answer, limits.move, lambda command: pool.take(spec)
        )
        self._setup = spec.setup
        self._limits = limits
        self._clocked = False
        self._left = math.inf

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        super().start(game, options, knowledge)
        for line in self._setup:
            self._ask(line)
        if self._limits.game is not None:
            self._set_clock(self._limits.game, self._limits.increment)

    def _set_clock(self, main: float, increment: float) -> None:
        """Tell an engine that has clocks how long the game may last, in seconds."""
        self._clocked = self._knows("time_settings") and self._knows("time_left")
        if self._clocked:
            kind = f"fischer {_ms(main)} {_ms(increment)}" if increment else f"absolute {_ms(main)}"
            self._ask(f"time_settings {kind}")

    def choose(self) -> int:
        """As `ExternalBot`; an engine that can be told is told what is left on its clock."""
        if self._clocked:
            self._ask(f"time_left {self._seat} {_ms(self._left)}")
        return super().choose()

    def limit_move(self, seconds: float, left: float) -> None:
        """Let the next move take at most so long; `left` seconds are on the clock of the game."""
        self._move_limit, self._left = seconds, left


class EnginePool:
    """Engines between games, a list for each bot. A context manager that ends them all."""

    def __init__(self) -> None:
        self._idle: defaultdict[EngineSpec, list[LentClient]] = defaultdict(list)

    def take(self, spec: EngineSpec) -> Client:
        """An idle engine of that bot, or a new one. Closing the client gives the engine back."""
        idle = self._idle[spec]
        return idle.pop() if idle else LentClient(spec.start(), partial(self._give_back, spec))

    def _give_back(self, spec: EngineSpec, client: "LentClient") -> None:
        self._idle[spec].append(client)

    def close(self) -> None:
        """End the engines that are idle."""
        for clients in self._idle.values():
            for client in clients:
                client.end()
        self._idle.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class LentClient(Client):
    """A client whose engine goes back where it came from, as long as it answers as it should."""

    def __init__(self, transport: EngineProcess, give_back: "partial[None]") -> None:
        super().__init__(transport)
        self._give_back = give_back
        self._sound = True

    def ask(self, line: str, limit: float) -> str:
        self._sound = False  # and it stays so if the answer is late, bad, or never waited for
        try:
            answer = super().ask(line, limit)
        except Refused:
            self._sound = True
            raise
        self._sound = True
        return answer

    def close(self) -> None:
        if self._sound:
            self._give_back(self)
        else:
            self.end()

    def end(self) -> None:
        """End the engine, whatever it is doing."""
        super().close()
