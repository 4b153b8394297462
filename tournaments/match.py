"""A match from its settings to its table, looked after on the command line."""

import os
import sys
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from hinterland.tournaments.job import GameJob, warm_up
from hinterland.tournaments.journal import Journal
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.runner import (
    ProcessPool,
    WorkersDie,
    end_workers,
    run,
    stop_on_interrupt,
)
from hinterland.tournaments.schedule import MatchSettings, schedule
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary

DONE, FAILED, INTERRUPTED = 0, 1, 130
"""Exit statuses: all games were played; something of ours failed; Ctrl-C (as shells have it)."""

AHEAD: Final = 2
"""Games handed out for each worker, so that none waits for its next game."""

LONG_WAIT: Final = 3.0
"""Seconds of silence before the first game after which something is said."""


class Tally:
    """The games so far: in the journal first, then in `records`, then in the progress bar."""

    def __init__(self, journal: Journal, progress: Progress, games: int) -> None:
        self.records: list[GameRecord] = []
        self._journal = journal
        self._progress = progress
        self._task = progress.add_task("playing", total=games, notes="")
        self._faults = self._voids = 0

    def add(self, records: list[GameRecord]) -> None:
        """Keep the records and count them; `OSError` if they cannot be kept, and none counts."""
        self._journal.append(records)
        self.records += records
        self._faults += sum(len(record.faults) for record in records)
        self._voids += sum(bool(record.void) for record in records)
        notes = f"{self._faults} faults" * bool(self._faults)
        notes += f" {self._voids} void" * bool(self._voids)
        self._progress.update(self._task, advance=len(records), notes=notes)


def play_match(settings: MatchSettings, journal: Journal, workers: int) -> int:
    """Play the games and print the table to standard output; the exit status.

    Whatever ends the match early is said on standard error, and the table is of the games that
    were played until then.
    """
    messages = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    messages.print(f"journal: {journal.path}")
    with _progress(messages) as progress:
        tally = Tally(journal, progress, settings.games)
        status = _play(settings, tally, workers, messages)
    group_size = settings.players
    labels = [spec.label for spec in settings.entrants]
    print_summary(summarise(labels, tally.records, group_size), tally.records, sys.stdout)
    return status


def _play(settings: MatchSettings, tally: Tally, workers: int, messages: Console) -> int:
    first = next(schedule(settings))
    try:
        with stop_on_interrupt(_say_stopping) as stop:
            _warm_up(first, messages)
            run(
                schedule(settings),
                make_executor=lambda: ProcessPool(workers, first),
                done=tally.add,
                in_flight=AHEAD * workers,
                stop=stop,
            )
            if not stop() or len(tally.records) == settings.games:
                return DONE
    except KeyboardInterrupt:
        end_workers()
    except (OSError, WorkersDie) as error:
        end_workers()
        messages.print(f"Error: the match broke off: {error}")
        return FAILED
    messages.print(f"stopped after {len(tally.records)} of {settings.games} games")
    return INTERRUPTED


def _warm_up(first: GameJob, messages: Console) -> None:
    """Compile here, once, what every worker would else compile for itself."""
    text = f"compiling {first.game}: this can take a minute, the first time"
    long_wait = Timer(LONG_WAIT, messages.print, (text,))
    long_wait.start()
    try:
        warm_up(first)
    finally:
        long_wait.cancel()


def _say_stopping() -> None:
    """Told from within a signal handler: straight to the descriptor."""
    os.write(2, b"\nstopping after the games under way; Ctrl-C again stops at once\n")


def _progress(messages: Console) -> Progress:
    """A progress bar on a terminal; nothing where there is none."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[notes]}"),
        console=messages,
        disable=not messages.is_terminal,
    )
