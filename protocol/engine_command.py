"""`hinterland engine`: a session on standard input and output."""

import os
import secrets
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.serve import serve
from hinterland.protocol.session import MAX_SEED, Decision, Session

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.search.settings import SearchSettings
    from hinterland.search.trace import Step

_STDOUT: Final = 1
_STDERR: Final = 2


@click.command(name="engine")
@click.argument("own", nargs=-1, metavar="[GAME:KEY=FILE]...")
def command(own: tuple[str, ...]) -> None:
    """Play and analyse games, spoken to line by line on standard input and output.

    The lines are described in protocol/README.md. With village:cards=FILE the game village is
    played with the cards of that file.
    """
    kernels = Kernels(own)
    if sys.stdin is None or sys.stdout is None:
        return
    answers = _claim_stdout()
    try:
        serve(new_session(kernels), sys.stdin.buffer, answers)
    finally:
        with suppress(OSError):
            answers.close()


def new_session(kernels: "Kernels") -> Session:
    """A session with the engine's games, its search, and fresh entropy."""
    return Session(
        COMMANDS,
        load=kernels.load,
        think=kernels.think,
        entropy=lambda: secrets.randbelow(MAX_SEED + 1),
        report=traceback.print_exception,
    )


class Kernels:
    """Loads games and searches, and says on stderr when that begins with compiling.

    `own`: games to be played with files of the user's own, as the registry's `load` takes them;
    a session can name no file. `BadArgument` says what is wrong with one.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        self._seen: set[str] = set()
        self._own: dict[str, Game] = {}
        if own:
            from hinterland.engine.registry import load

            self._own = {game.base_name: game for game in map(load, own)}

    def load(self, name: str) -> "Game":
        """The game of that name; `UnknownGame` if there is none."""
        from hinterland.engine.registry import load_registered

        game = self._own.get(name) or load_registered(name)
        self._announce(game, game.entries, "kernels")
        return game

    def think(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: "SearchSettings",
        steps: "Sequence[Step]",
    ) -> Decision:
        """Search a decision until its limits."""
        from hinterland.search.search import search_kernels, think

        _, slices = search_kernels(game)
        self._announce(game, slices, "search kernels")
        return think(game, knowledge, settings, steps=steps)

    def _announce(self, game: "Game", module: ModuleType, what: str) -> None:
        """Say so, once, if a module of kernels must be compiled for this game."""
        if module.__name__ in self._seen:
            return
        self._seen.add(module.__name__)
        if not kernels_cached(module):
            print(f"compiling the {what} of {game.name} (once)", file=sys.stderr, flush=True)


def kernels_cached(module: ModuleType) -> bool:
    """Whether a module of kernels was compiled before, or is never compiled."""
    from hinterland.engine.jit import SALT, cache_folder, jit_enabled

    return not jit_enabled() or any(cache_folder(module.__dict__[SALT]).rglob("*.nbi"))


def _claim_stdout() -> BinaryIO:
    """Standard output for the answers alone: what else is printed from now on goes to stderr."""
    answers = os.fdopen(os.dup(_STDOUT), "wb")
    try:
        os.dup2(_STDERR, _STDOUT)
    except OSError:  # stderr is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
    return answers
