"""What is shown while games are played: progress, a rough table, faults."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from types import TracebackType
from typing import Final, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from hinterland.tournaments.history import History, Result
from hinterland.tournaments.ladder import Ladder
from hinterland.tournaments.plan import hall_of
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.words import counted

FRAMES: Final = 4
"""Times a second that it is drawn."""

LINE_SECONDS: Final = 30.0
"""Between two lines where there is no terminal."""

LADDER_GAMES: Final = 2000
"""Games of a resumed tournament that the ladder starts from."""


class Display:
    """A progress bar over a table on a terminal; elsewhere a line now and then.

    A context manager. `total`: the games of the tournament, or the most there can be.
    """

    def __init__(
        self,
        settings: Settings,
        history: History,
        console: Console,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`clock`: seconds."""
        self._console = console
        self._clock = clock
        self._started = self._told = clock()
        self._before = len(history.results)
        self.total = settings.format.most_games(hall_of(settings))
        self._settings = settings
        self._history = history
        self._ladder = Ladder(len(settings.entrants))
        self._games, self._points = Counter[int](), Counter[int]()
        self._faults: Counter[int] = Counter()
        self._voids = 0
        self._shown = console.is_terminal
        self._progress = _progress()
        self._task = self._progress.add_task("playing", total=self.total)
        self._live = Live(
            console=console, get_renderable=self._render, refresh_per_second=FRAMES, transient=True
        )
        for result in history.results:
            self._count(result)
        for result in history.results[-LADDER_GAMES:]:
            self._ladder.add(result)
        self._progress.update(self._task, completed=len(history.results))

    def add(self, results: Sequence[Result]) -> None:
        """Count games that have reached the disk."""
        for result in results:
            self._count(result)
            if self._shown:
                self._ladder.add(result)
        if results:
            self._progress.update(self._task, completed=len(self._history.results))
        if not self._shown and self._clock() - self._told >= LINE_SECONDS:
            self._told = self._clock()
            self._console.print(self._line())

    def _count(self, result: Result) -> None:
        self._voids += bool(result.void)
        for fault in result.faults:
            self._faults[fault.entrant] += 1
        if result.counts:
            for entrant, share in zip(result.seats, result.returns, strict=True):
                self._games[entrant] += 1
                self._points[entrant] += share  # type: ignore[assignment]

    def table(self) -> Table:
        """The table so far, the best bot of the ladder first."""
        table = Table(box=None, pad_edge=False)
        table.add_column("bot", overflow="fold")
        for name in ("ladder", "win share", "seats", "faults"):
            table.add_column(name, justify="right")
        labels = self._settings.labels
        for rung in self._ladder.rungs():
            seats = self._games[rung.entrant]
            share = f"{self._points[rung.entrant] / seats:.3f}" if seats else "-"
            faults = str(self._faults[rung.entrant])
            faults += " benched" * (rung.entrant in self._history.benched)
            table.add_row(
                Text(labels[rung.entrant]), f"{rung.ordinal:.1f}", share, str(seats), faults
            )
        return table

    def _line(self) -> str:
        """How far it is, in a line for a log."""
        done = len(self._history.results)
        rate = (done - self._before) / (self._told - self._started)
        line = f"{done} of {self.total} games, {rate:.1f} a second"
        if rate > 0:
            line += f", {(self.total - done) / rate / 60:.0f} minutes left at most"
        faults = sum(self._faults.values())
        return f"{line}, {counted(faults, 'fault')}, {self._voids} void"

    def _render(self) -> Group:
        void = [Text(f"{counted(self._voids, 'void game')}")] if self._voids else []
        return Group(self._progress, self.table(), *void)

    def __enter__(self) -> Self:
        if self._shown:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._live.stop()


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
