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
def command() -> None:
    """Play and analyse games, spoken to line by line on standard input and output.

    The lines are described in protocol/README.md.
    """
    if sys.stdin is None or sys.stdout is None:
        return
    answers = _claim_stdout()
    try:
        serve(new_session(), sys.stdin.buffer, answers)
    finally:
        with suppress(OSError):
            answers.close()


def new_session() -> Session:
    """A session with the engine's games, its search, and fresh entropy."""
    kernels = Kernels()
    return Session(
        COMMANDS,
        load=kernels.load,
        think=kernels.think,
        entropy=lambda: secrets.randbelow(MAX_SEED + 1),
        report=traceback.print_exception,
    )


class Kernels:
    """Loads games and searches, and says on stderr when that begins with compiling."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def load(self, name: str) -> "Game":
        """The game of that name; `UnknownGame` if there is none."""
        from hinterland.engine.registry import load

        game = load(name)
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
