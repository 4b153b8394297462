"""A tournament from its settings to its table: played, kept, resumed."""

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Final

from rich.console import Console

from hinterland.engine.errors import BadArgument
from hinterland.protocol.compiling import CompileProgress, listening
from hinterland.protocol.printable import printable
from hinterland.tournaments.display import Display
from hinterland.tournaments.engines import EngineSpec
from hinterland.tournaments.file import TournamentFile, read_document
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.job import GameJob
from hinterland.tournaments.journal import Header, Journal, read_games, read_header
from hinterland.tournaments.lock import JOURNAL
from hinterland.tournaments.plan import first_round, nothing_left, play_rounds
from hinterland.tournaments.pool import ProcessPool, end_workers
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.runner import (
    ENGINE_TASK_SECONDS,
    TASK_SECONDS,
    WorkersDie,
    run,
)
from hinterland.tournaments.settings import Settings, differences
from hinterland.tournaments.signals import Stop, stop_on_signals
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary
from hinterland.tournaments.warming import warm_up

DONE, FAILED = 0, 1
"""Exit statuses: all games were played; something of ours failed. After a signal: `Stop.status`."""

AHEAD: Final = 2
"""Tasks handed out for each worker, so that none waits for its next games."""

LONG_WAIT: Final = 3.0
"""Seconds of silence before the first game after which something is said."""

SYNC_SECONDS: Final = 0.1
"""How old an unsynced game is when it is synced; with a tick on top less than 0.2 s."""


@dataclass
class Hands:
    """Who plays the games: `workers` at a time, in an executor made by `make`.

    `end` ends the workers and whatever they play.
    """

    workers: int
    make: Callable[[GameJob], Executor]
    end: Callable[[], None] = end_workers


def local_hands(workers: int) -> Hands:
    """Processes of this machine; 0 for one a processor."""
    count = workers or _processors()
    return Hands(count, lambda first: ProcessPool(count, first))


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class Tournament:
    """A tournament with its journal open. `history`: the games that have reached the disk."""

    settings: Settings
    journal: Journal
    history: History
    unsynced: list[GameRecord] = field(default_factory=list)
    oldest: float = 0.0

    def add(self, records: list[GameRecord], now: float) -> None:
        """Take games that were played; they count once they are synced."""
        self.oldest = self.oldest if self.unsynced else now
        self.journal.append(records)
        self.unsynced += records

    def sync(self) -> list[Result]:
        """Put the games on the disk, then count them; those that count now. Else `OSError`."""
        self.journal.sync()
        results = [Result.of(record) for record in self.unsynced]
        for result in results:
            self.history.add(result)
        self.unsynced.clear()
        return results

    def sync_if_due(self, now: float) -> list[Result]:
        if self.unsynced and now - self.oldest >= SYNC_SECONDS:
            return self.sync()
        return []


def start_tournament(file: TournamentFile, folder: Path, now: datetime) -> Tournament:
    """A new tournament in a folder; `BadArgument` if there is one, or it cannot be made.

    So it is where the file lies in a folder whose name is no text, which no journal can hold.
    """
    path = folder / JOURNAL
    try:
        file.folder.encode()
    except UnicodeEncodeError:
        raise BadArgument(f"the file is in {file.folder!r}: expected names in UTF-8") from None
    if folder.exists() and not folder.is_dir():
        raise BadArgument(f"{folder} is a file: expected a new folder")
    header = Header.of(file.settings, file.document, file.folder, now)
    try:
        journal = Journal.create(path, header)
    except FileExistsError:
        raise BadArgument(f"{folder} has a tournament: expected a new folder, or resume") from None
    except OSError as error:
        raise BadArgument(f"cannot write {path}: {error.strerror}") from None
    return Tournament(file.settings, journal, new_history(file.settings))


def reopen_tournament(folder: Path, file: TournamentFile | None = None) -> Tournament:
    """The tournament in a folder, to be gone on with.

    `BadArgument`: there is none, or it was begun under other versions, or under other settings
    than those of `file`, with all differences.
    """
    path = journal_of(folder)
    header = read_header(path)
    settings = (file or settings_file(header)).settings
    now = Header.of(settings, {}, "", datetime.now(UTC))
    changed = differences(header.conditions(), now.conditions())
    if changed:
        raise BadArgument(f"{folder} was begun otherwise: {'; '.join(changed)}")
    journal = Journal.reopen(path)
    return Tournament(settings, journal, read_history(path, settings))


class Stopped(Exception):
    """A tournament was not played to its end; `status`: the exit status."""

    def __init__(self, status: int) -> None:
        self.status = status


def play_out(file: TournamentFile, folder: Path, play: Callable[[Tournament], int]) -> Tournament:
    """The tournament of a file in a folder, begun or gone on with, and played to its end.

    `play` is called if anything is left, and answers with an exit status: `Stopped` if that is
    not 0. Errors as `start_tournament` and `reopen_tournament`.
    """
    if (folder / JOURNAL).exists():
        tournament = reopen_tournament(folder, file)
    else:
        tournament = start_tournament(file, folder, datetime.now(UTC))
    with tournament.journal:
        if not nothing_left(tournament.settings, tournament.history):
            status = play(tournament)
            if status:
                raise Stopped(status)
    return tournament


def journal_of(folder: Path) -> Path:
    """The journal in a folder; `BadArgument` if there is none."""
    path = folder / JOURNAL
    if not path.is_file():
        raise BadArgument(f"there is no tournament in {folder}: expected {JOURNAL} there")
    return path


def settings_file(header: Header, to_play: bool = True) -> TournamentFile:
    """The tournament file that a journal was begun with; `to_play`: as `read_document`."""
    return read_document(header.document, header.folder, to_play=to_play)


def new_history(settings: Settings) -> History:
    return History(settings.faults.retries, settings.faults.bench)


def read_history(path: Path, settings: Settings) -> History:
    """The games of a journal."""
    history = new_history(settings)
    for _, record in read_games(path):
        history.add(Result.of(record))
    return history


def play(tournament: Tournament, hands: Hands) -> int:
    """Play what is left and print the table to standard output; the exit status.

    Whatever ends the tournament early is said on standard error, and the table is of the games
    that were played until then.
    """
    status = play_on(tournament, hands)
    settings, history = tournament.settings, tournament.history
    print_summary(summarise(settings, history), history, sys.stdout)
    return status


def messages_console() -> Console:
    """Where to say what is no result: standard error."""
    return Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


def play_on(tournament: Tournament, hands: Hands) -> int:
    """As `play`, but for the table."""
    messages = messages_console()
    messages.print(printable(f"journal: {tournament.journal.path}"))
    with (
        stop_on_signals(_say_stopping) as stop,
        Display(tournament.settings, tournament.history, messages) as display,
    ):
        return _play(tournament, hands, display, messages, stop)


def _play(
    tournament: Tournament, hands: Hands, display: Display, messages: Console, stop: Stop
) -> int:
    settings, history = tournament.settings, tournament.history
    try:
        first = next(first_round(settings))
        compile_for(settings, first, messages)
        stop.under_way = True
        player = _player(tournament, hands, display, first, stop)
        done = play_rounds(settings, history, player, stop)
        if done and not stop():  # after a signal nothing else is to begin either
            return DONE
    except KeyboardInterrupt:
        hands.end()
    except (OSError, WorkersDie) as error:
        hands.end()
        messages.print(printable(f"Error: the tournament broke off: {error}"))
        return FAILED
    messages.print(f"stopped after {len(history.results)} of {display.total} games")
    return stop.status


def _player(
    tournament: Tournament,
    hands: Hands,
    display: Display,
    first: GameJob,
    stop: Callable[[], bool],
) -> Callable[[Iterable[GameJob]], None]:
    """What plays jobs, and adds every game to the history."""
    engines = any(isinstance(bot, EngineSpec) for bot in tournament.settings.entrants)

    def play_jobs(jobs: Iterable[GameJob]) -> None:
        run(
            jobs,
            make_executor=lambda: hands.make(first),
            done=lambda records: tournament.add(records, monotonic()),
            in_flight=AHEAD * hands.workers,
            stop=stop,
            tick=lambda: display.add(tournament.sync_if_due(monotonic())),
            task_seconds=ENGINE_TASK_SECONDS if engines else TASK_SECONDS,
        )
        display.add(tournament.sync())

    return play_jobs


def play_first(settings: Settings, hands: Hands, messages: Console) -> GameRecord:
    """The first game, played where and as the whole tournament would be."""
    first = next(first_round(settings))
    compile_for(settings, first, messages)
    records: list[GameRecord] = []
    try:
        run([first], lambda: hands.make(first), records.extend, in_flight=1)
    except BaseException:
        hands.end()
        raise
    return records[0]


def compile_for(settings: Settings, first: GameJob, messages: Console) -> None:
    """Compile here, once, what every worker would else compile for itself."""
    text = f"compiling {first.game}: this can take a minute, the first time"
    long_wait = Timer(LONG_WAIT, messages.print, (text,))
    long_wait.start()
    try:
        with listening(CompileProgress(first.game, monotonic, messages.print)):
            warm_up(first, settings.entrants)
    finally:
        long_wait.cancel()


def _say_stopping() -> None:
    """Told from within a signal handler: straight to the descriptor. A terminal may be gone."""
    with suppress(OSError):
        os.write(2, b"\nstopping after the games under way; Ctrl-C again stops at once\n")
