"""Bots by name: `random`, `level:3`, `search:ms=50`, `py:my_bots:Cautious`, `cmd:./engine`."""

import os
import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Final

from hinterland.engine.digits import plain_number
from hinterland.engine.errors import BadArgument, BadOption
from hinterland.engine.game import Game
from hinterland.eval.registry import load_weighted
from hinterland.protocol.arguments import parse_integer, parse_pairs
from hinterland.protocol.bot import (
    Bot,
    CheatingBot,
    GreedyBot,
    RandomBot,
    SearchBot,
    SeatedBot,
    ViewBot,
)
from hinterland.protocol.levels import LEVELS, level_settings
from hinterland.search.memory import check_memory
from hinterland.search.settings import READ, UNREAD, SearchSettings, check_names

_GREEDY_WORLDS: Final = 8
_MOST_WORLDS: Final = 10_000


@dataclass(frozen=True)
class BotSpec:
    """A bot that can be made any number of times, in any process; it pickles.

    `label`: the text it was read from, by which reports name it.
    """

    label: str

    def check(self) -> None:
        """`BadArgument` if the bot cannot be made on this machine, as far as can be seen."""

    def suits(self, game: Game) -> None:
        """`BadArgument` if the bot cannot play the game, as far as can be seen."""

    def has_room(self, game: Game, players: int) -> None:
        """`BadArgument` if its memory is too little for the game with so many players."""

    def make(self, seed: int) -> Bot:
        """A new bot, all of whose randomness comes from `seed`."""
        raise NotImplementedError


@dataclass(frozen=True)
class RandomSpec(BotSpec):
    """Uniformly random moves."""

    def make(self, seed: int) -> Bot:
        return RandomBot(seed)


@dataclass(frozen=True)
class GreedySpec(BotSpec):
    """The best one-ply evaluation, over that many worlds; `weights`: a file for it, or none."""

    worlds: int
    weights: str = ""

    def suits(self, game: Game) -> None:
        _check_weights(game, self.weights)

    def make(self, seed: int) -> Bot:
        return GreedyBot(seed, self.worlds, Path(self.weights) if self.weights else None)


@dataclass(frozen=True)
class SearchSpec(BotSpec):
    """A search with these settings, but for their seed."""

    settings: SearchSettings

    def suits(self, game: Game) -> None:
        _check_weights(game, self.settings.weights)

    def has_room(self, game: Game, players: int) -> None:
        check_memory(game, self.settings, players)

    def make(self, seed: int) -> Bot:
        return SearchBot(seed, self.settings)


@dataclass(frozen=True)
class CheatSpec(SearchSpec):
    """A search with these settings that sees the true state: the measure of honest search."""

    def make(self, seed: int) -> Bot:
        return CheatingBot(seed, self.settings)


@dataclass(frozen=True)
class CommandSpec(BotSpec):
    """An engine that a command line starts, spoken to through the protocol."""

    command: str

    def check(self) -> None:
        program = shlex.split(self.command)[0]
        if shutil.which(program) is None:
            raise BadArgument(f"bot {self.label!r}: there is no program {program!r}")

    def make(self, seed: int) -> Bot:
        from hinterland.protocol.external_bot import ExternalBot

        return ExternalBot(seed, self.command)


@dataclass(frozen=True)
class ClassSpec(BotSpec):
    """A class of the user's own: a `ViewBot`, made with nothing, or a `Bot`, made with a seed."""

    module: str
    name: str

    def load(self) -> type[Bot] | type[ViewBot]:
        """The class; `BadArgument` says why there is none. Modules of the current folder count."""
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        try:
            found = getattr(import_module(self.module), self.name)
        except (ImportError, AttributeError, SyntaxError) as error:
            raise BadArgument(f"bot {self.label!r}: {error}") from None
        except Exception as error:
            kind = type(error).__name__
            raise BadArgument(f"bot {self.label!r}: its module failed: {kind}: {error}") from None
        if not (isinstance(found, type) and issubclass(found, Bot | ViewBot)):
            raise BadArgument(f"bot {self.label!r}: {self.name} is no subclass of ViewBot or Bot")
        return found

    def check(self) -> None:
        with redirect_stdout(sys.stderr):  # ours may be for a table, or for answers
            self.load()

    def make(self, seed: int) -> Bot:
        kind = self.load()
        return SeatedBot(seed, kind()) if issubclass(kind, ViewBot) else kind(seed)


def _check_weights(game: Game, weights: str) -> None:
    if weights:
        load_weighted(game, Path(weights))


def parse_bot(text: str) -> BotSpec:
    """The bot written as NAME, NAME:key=value,..., py:MODULE:CLASS or cmd:COMMAND.

    `BadArgument` names what is wrong: an unknown name, setting or value, or a bad command line.
    """
    label = text.strip()
    name, colon, rest = label.partition(":")
    if name not in _KINDS:
        raise BadArgument(f"unknown bot {name!r}: expected one of {', '.join(_KINDS)}")
    if colon and not rest.strip():
        raise BadArgument(f"bot {label!r}: nothing after the colon")
    return _KINDS[name](label, rest)


def _random(label: str, rest: str) -> BotSpec:
    if rest:
        raise BadOption(f"bot {label!r}: random has no settings")
    return RandomSpec(label)


def _greedy(label: str, rest: str) -> BotSpec:
    given = _settings(rest)
    text = given.pop("worlds", str(_GREEDY_WORLDS))
    weights = given.pop("weights", "")
    if given:
        raise BadOption(
            f"bot {label!r}: greedy has no setting {next(iter(given))!r}: it has worlds, weights"
        )
    worlds = plain_number(text)
    if worlds is None or not 0 < worlds <= _MOST_WORLDS:
        raise BadOption(f"bot {label!r}: worlds={text}: expected 1..{_MOST_WORLDS}")
    return GreedySpec(label, worlds, weights)


def _search(label: str, rest: str) -> BotSpec:
    return SearchSpec(label, _search_settings(label, rest))


def _cheat(label: str, rest: str) -> BotSpec:
    return CheatSpec(label, _search_settings(label, rest))


def _search_settings(label: str, rest: str) -> SearchSettings:
    given = _settings(rest)
    if "seed" in given:
        raise BadOption(f"bot {label!r}: a bot is given its seed by the match")
    check_names(given, [name for name in (*READ, *UNREAD) if name != "seed"])
    weights = given.pop("weights", "")
    return replace(SearchSettings.parse(given), weights=weights)


def _level(label: str, rest: str) -> BotSpec:
    return SearchSpec(label, level_settings(parse_integer("level", rest, len(LEVELS), minimum=1)))


def _class(label: str, rest: str) -> BotSpec:
    module, colon, name = rest.partition(":")
    if not (colon and name.isidentifier() and all(map(str.isidentifier, module.split(".")))):
        raise BadArgument(f"bot {label!r}: expected py:MODULE:CLASS")
    return ClassSpec(label, module, name)


def _command(label: str, rest: str) -> BotSpec:
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise BadArgument(f"bot {label!r}: {str(error).lower()}") from None
    if not words:
        raise BadArgument(f"bot {label!r}: expected cmd:COMMAND")
    return CommandSpec(label, rest)


def _settings(rest: str) -> dict[str, str]:
    return parse_pairs(rest.split(",") if rest else ())


_KINDS: Final[dict[str, Callable[[str, str], BotSpec]]] = {
    "random": _random,
    "greedy": _greedy,
    "search": _search,
    "level": _level,
    "cheat": _cheat,
    "py": _class,
    "cmd": _command,
}
