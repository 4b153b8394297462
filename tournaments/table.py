"""The table of a match for people: in colour on a terminal, plain and never cut off elsewhere."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.statistics import Standing, Summary

COLUMNS: Final = (
    "bot", "win share", "95 % interval", "fair share", "mean rank", "games", "faults", "s/move",
)  # fmt: skip

_PLAIN_WIDTH: Final = 100_000
"""Characters a line may have where there is no terminal."""


def print_summary(summary: Summary, records: Sequence[GameRecord], file: TextIO) -> None:
    """Write the table to `file`, and under it what did not go as it should."""
    terminal = file.isatty()
    if terminal:
        console = Console(file=file, highlight=False)
    else:
        console = Console(
            file=file, force_terminal=False, color_system=None, highlight=False, width=_PLAIN_WIDTH
        )
    console.print(_table(summary, terminal))
    for line in (*_counts(summary), *_fault_lines(summary, records), *_void_lines(records)):
        console.print(Text(line), soft_wrap=True)


def _table(summary: Summary, terminal: bool) -> Table:
    gap = 1 if terminal else 2
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column(COLUMNS[0], overflow="fold", min_width=12)
    for name in COLUMNS[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    for standing in summary.standings:
        table.add_row(*(Text(cell) for cell in _cells(standing, len(summary.standings))))
    return table


def _cells(standing: Standing, players: int) -> tuple[str, ...]:
    return (
        standing.label,
        _share(standing.win_share),
        f"{_share(standing.low)} .. {_share(standing.high)}",
        _share(1 / players),
        "-" if math.isnan(standing.mean_rank) else f"{standing.mean_rank:.2f}",
        str(standing.games),
        str(standing.faults),
        "-" if math.isnan(standing.seconds_per_move) else f"{standing.seconds_per_move:.2g}",
    )


def _share(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def _counts(summary: Summary) -> list[str]:
    lines = [f"{summary.games} games in {summary.groups} deal groups"]
    if summary.left_out:
        lines.append(f"{summary.left_out} games left out: their deal group is not whole")
    return lines


def _fault_lines(summary: Summary, records: Sequence[GameRecord]) -> list[str]:
    """For each bot with faults: how many of each cause, and the first one in full."""
    games = sorted(records, key=lambda record: (record.group, record.rotation))
    lines = []
    for entrant, standing in enumerate(summary.standings):
        faults = [(game, f) for game in games for f in game.faults if f.entrant == entrant]
        if faults:
            causes = Counter(fault.cause for _, fault in faults)
            counts = ", ".join(f"{count} {cause}" for cause, count in causes.most_common())
            game, first = faults[0]
            lines.append(
                f"faults of {standing.label}: {counts}; group {game.group}, "
                f"rotation {game.rotation}, move {first.move}: {first.text}"
            )
    return lines


def _void_lines(records: Sequence[GameRecord]) -> list[str]:
    voids = [record for record in records if record.void]
    if not voids:
        return []
    cause = voids[0].void.strip().splitlines()[-1]
    return [f"{len(voids)} void games, through no fault of a bot; the first: {cause}"]
