"""`hinterland engine`: a session on standard input and output."""

import os
import secrets
import select
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

import click

from hinterland.engine.paths import FOLDER
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.inbox import Inbox
from hinterland.protocol.messages import keep_stderr_harmless
from hinterland.protocol.outside import Outside, Thought
from hinterland.protocol.record_files import RecordFiles
from hinterland.protocol.serve import serve
from hinterland.protocol.session import MAX_SEED, Session

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.protocol.compiling import CompileProgress
    from hinterland.search.settings import SearchSettings
    from hinterland.search.trace import Step

_STDIN: Final = 0
_STDOUT: Final = 1
_STDERR: Final = 2
_UNWRITABLE: Final = 1
_BENCH_SECONDS: Final = 0.1


@click.command(name="engine")
@click.argument("own", nargs=-1, metavar="[GAME:KEY=FILE]...")
@click.option(
    "--records",
    type=FOLDER,
    metavar="FOLDER",
    help="An existing folder, in which save_record and load_record keep games.",
)
def command(own: tuple[str, ...], records: Path | None) -> None:
    """Play and analyse games, spoken to line by line on standard input and output.

    The lines are described in protocol/README.md. Ctrl-C stops a search; quit or the end of the
    input ends the engine. With village:cards=FILE the game village is played with the cards of
    that file.
    """
    kernels = Kernels(perf_counter, own)
    code = run_session(new_session(kernels, None if records is None else RecordFiles(records)))
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End the process at once: taking down compiled kernels would last the better part of a second.

    When a session has ended, answers are written and files closed.
    """
    with suppress(OSError, AttributeError, ValueError):
        sys.stderr.flush()
    os._exit(code)


def run_session(session: Session) -> int:
    """Serve a session on standard input and output, until either ends; the exit code.

    Output that cannot be written (a full disk) is one line on standard error and exit code 1.
    """
    if sys.stdin is None or sys.stdout is None:
        return 0
    keep_stderr_harmless()
    answers = _claim_stdout()
    inbox = Inbox(os.fdopen(os.dup(_STDIN), "rb"))
    signal.signal(signal.SIGINT, lambda signum, frame: inbox.interrupt())
    Thread(target=_watch, args=(answers.fileno(),), name="watcher", daemon=True).start()
    try:
        serve(session, inbox, answers)
    except OSError as error:
        print(f"hinterland: cannot write an answer: {error.strerror}", file=sys.stderr)
        return _UNWRITABLE
    finally:
        with suppress(OSError):
            answers.close()
    return 0


def new_session(kernels: "Kernels", records: RecordFiles | None = None) -> Session:
    """A session with the engine's games, its search, and fresh entropy."""
    return Session(
        COMMANDS,
        Outside(
            load=kernels.load,
            games=kernels.every_game,
            prepare=kernels.prepare,
            begin=kernels.begin,
            entropy=lambda: secrets.randbelow(MAX_SEED + 1),
            clock=perf_counter,
            report=traceback.print_exception,
            measure=kernels.measure,
            records=records,
        ),
    )


def _play_through(game: "Game", knowledge: "Knowledge", event: int) -> None:
    """Play one move of the seat's as both kinds of session do, on copies."""
    from hinterland.engine.rng import stream
    from hinterland.engine.table import Table

    world = game.determinise(knowledge, stream("prepare"))
    Table(game, world).play(knowledge.seat, int(game.legal(world)[0]))
    game.check_event(knowledge.view, knowledge.seat, event)
    game.observe(knowledge.copy(), event)


class Kernels:
    """Loads games and searches, and says on stderr when that begins with compiling.

    `own`: games to be played with files of the user's own, as the registry's `load` takes them;
    a session can name no file. Such a game answers to its base name and to its full one.
    `BadArgument` says what is wrong with a file. `clock`: seconds.
    """

    def __init__(self, clock: Callable[[], float], own: Sequence[str] = ()) -> None:
        self._clock = clock
        self._seen: set[str] = set()
        self._prepared: set[tuple[Game, bool]] = set()
        self._own: dict[str, Game] = {}
        self._progress: CompileProgress | None = None
        if own:
            from hinterland.engine.registry import load

            games = [load(name) for name in own]
            self._own = {name: game for game in games for name in (game.base_name, game.name)}

    def load(self, name: str) -> "Game":
        """The game of that name; `UnknownGame` if there is none."""
        from hinterland.engine.registry import load_registered

        game = self._own.get(name) or load_registered(name)
        self._announce(game, game.entries, "kernels")
        return game

    def every_game(self) -> "list[Game]":
        """Every game by its name, without its kernels."""
        from hinterland.engine.registry import GAMES, load_registered

        return [self._own.get(name) or load_registered(name) for name in GAMES]

    def prepare(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: "SearchSettings",
        steps: "Sequence[Step]",
    ) -> None:
        """Compile what such a decision needs: by a search of one iteration, and by its move."""
        from hinterland.search.search import Search, search_kernels

        what = (game, bool(steps))
        if what in self._prepared:
            return
        _, slices = search_kernels(game, settings.weights)
        self._announce(game, slices, "search kernels")
        smallest = replace(settings, threads=1, pool=1, model_iterations=1)
        search = Search(game, knowledge, smallest, steps)
        search.advance(1)
        _play_through(game, knowledge, search.result(0.0).best)
        self._prepared.add(what)

    def begin(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: "SearchSettings",
        steps: "Sequence[Step]",
    ) -> Thought:
        """Begin to search a decision, for which `prepare` was called."""
        from hinterland.protocol.deliberation import Deliberation

        return Deliberation(game, knowledge, settings, steps, self._clock)

    def measure(self, game: "Game") -> Mapping[str, str]:
        """The speed of a game, as `hinterland bench` measures it."""
        from hinterland.search.bench import fingerprint, random_play_speed, search_speed

        playouts, moves = random_play_speed(game, _BENCH_SECONDS)
        return {
            "playouts_per_s": f"{playouts:.0f}",
            "moves_per_s": f"{moves:.0f}",
            "iterations_per_s": f"{search_speed(game, 'playout', _BENCH_SECONDS):.0f}",
            "fingerprint": fingerprint(game),
        }

    def _announce(self, game: "Game", module: ModuleType, what: str) -> None:
        """Say so, once, if a module of kernels must be compiled for this game."""
        if module.__name__ in self._seen:
            return
        self._seen.add(module.__name__)
        if not kernels_cached(module):
            _say(f"compiling the {what} of {game.name} (once)")
            self._follow(game.name)

    def _follow(self, what: str) -> None:
        """From now on say how far compiling is, where it takes long."""
        from hinterland.protocol.compiling import CompileProgress, listen

        if self._progress is None:
            self._progress = CompileProgress(what, self._clock, _say)
            listen(self._progress)
        self._progress.what = what


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def kernels_cached(module: ModuleType) -> bool:
    """Whether a module of kernels was compiled before, or is never compiled."""
    from hinterland.engine.jit import SALT, cache_folder, jit_enabled

    return not jit_enabled() or any(cache_folder(module.__dict__[SALT]).rglob("*.nbi"))


def _claim_stdout() -> BinaryIO:
    """Standard output for the answers alone: what else is printed from now on goes to stderr."""
    answers = os.fdopen(os.dup(_STDOUT), "wb")
    os.dup2(_STDERR, _STDOUT)
    sys.stdout = sys.stderr
    return answers


def _watch(output: int) -> None:
    """End the process when nobody reads its output any more, whatever it is doing."""
    poll = select.poll()
    poll.register(output, 0)
    poll.poll()
    os._exit(0)
