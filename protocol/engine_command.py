"""`hinterland engine`: a session on standard input and output."""

import os
import secrets
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.serve import serve
from hinterland.protocol.session import MAX_SEED, Decision, Session

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.search.settings import SearchSettings

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
        self._seen: set[tuple[str, str]] = set()

    def load(self, name: str) -> "Game":
        """The game of that name; `UnknownGame` if there is none."""
        from hinterland.engine.registry import load

        game = load(name)
        self._announce(game, "entries", "kernels")
        return game

    def think(self, game: "Game", knowledge: "Knowledge", settings: "SearchSettings") -> Decision:
        """Search a decision until its limits."""
        from hinterland.search.search import think

        self._announce(game, "tree", "search kernels")
        return think(game, knowledge, settings)

    def _announce(self, game: "Game", template: str, what: str) -> None:
        """Say so, once, if no kernel of a template is in the cache for this game."""
        if (template, game.name) in self._seen:
            return
        self._seen.add((template, game.name))
        if not kernels_cached(game, template):
            print(f"compiling the {what} of {game.name} (once)", file=sys.stderr, flush=True)


def kernels_cached(game: "Game", template: str) -> bool:
    """Whether kernels of a template need no compiling for this game, or never do."""
    from hinterland.engine.jit import cache_folder, jit_enabled

    folder = cache_folder(game.salt)
    return not jit_enabled() or any(folder.rglob(f"{template}__{game.name}.*.nbi"))


def _claim_stdout() -> BinaryIO:
    """Standard output for the answers alone: what else is printed from now on goes to stderr."""
    answers = os.fdopen(os.dup(_STDOUT), "wb")
    try:
        os.dup2(_STDERR, _STDOUT)
    except OSError:  # stderr is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
    return answers
