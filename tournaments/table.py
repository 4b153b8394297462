"""The table of a tournament: in colour on a terminal, plain and never cut off elsewhere."""

import math
from collections.abc import Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hinterland.tournaments.bootstrap import Estimate
from hinterland.tournaments.history import History
from hinterland.tournaments.statistics import Standing, Summary
from hinterland.tournaments.words import counted

COLUMNS: Final = (
    "bot", "win share", "95 % interval", "rating", "mean rank", "games", "faults", "s/move",
)  # fmt: skip

FEW_GROUPS: Final = 10
"""With fewer deals the bootstrap has too few to draw from: its intervals are told to be narrow."""

_PLAIN_WIDTH: Final = 100_000
"""Characters a line may have where there is no terminal."""


def print_summary(summary: Summary, history: History, file: TextIO) -> None:
    """Write the table to `file`, and under it what did not go as it should."""
    terminal = file.isatty()
    if terminal:
        console = Console(file=file, highlight=False)
    else:
        console = Console(
            file=file, force_terminal=False, color_system=None, highlight=False, width=_PLAIN_WIDTH
        )
    console.print(_table(summary, terminal))
    for line in notes(summary, history):
        console.print(Text(line), soft_wrap=True)


def notes(summary: Summary, history: History) -> list[str]:
    """What is to be said under the table."""
    return [
        *_counts(summary),
        *_sprt_lines(summary),
        *_fault_lines(summary, history),
        *_void_lines(history),
    ]


def _table(summary: Summary, terminal: bool) -> Table:
    gap = 1 if terminal else 2
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    table.add_column(COLUMNS[0], overflow="fold", min_width=8)
    for name in COLUMNS[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    for standing in summary.standings:
        table.add_row(*(Text(cell) for cell in _cells(standing)))
    return table


def _cells(standing: Standing) -> tuple[str, ...]:
    share = standing.win_share
    return (
        standing.label + " (benched)" * standing.benched,
        shown(share.value, ".3f"),
        interval(share, ".3f"),
        shown(standing.rating.value, "+.0f"),
        shown(standing.mean_rank.value, ".2f"),
        str(standing.games),
        str(standing.faults.total()),
        shown(standing.pace.seconds, ".2g"),
    )


def shown(value: float, form: str) -> str:
    """A number in that format; a dash where it is not known."""
    if math.isnan(value):
        return "-"
    text = format(value, form)
    return format(0.0, form) if float(text) == 0 else text  # there is no -0


def interval(estimate: Estimate, form: str) -> str:
    return f"{shown(estimate.low, form)} .. {shown(estimate.high, form)}"


def _counts(summary: Summary) -> list[str]:
    games, groups = counted(summary.games, "game"), counted(summary.groups, "deal group")
    lines = [f"{games} in {groups}; fair share {1 / summary.players:.3f}"]
    if 0 < summary.groups < FEW_GROUPS:
        lines.append(f"fewer than {FEW_GROUPS} deals: intervals of so few are too narrow")
    if summary.left_out:
        left_out = counted(summary.left_out, "game")
        lines.append(f"{left_out} left out: their deal group is not whole")
    if summary.annulled:
        annulled = counted(summary.annulled, "game")
        lines.append(f"{annulled} annulled after a bot's fault, played again as often as allowed")
    return lines


def _sprt_lines(summary: Summary) -> list[str]:
    if summary.sprt is None:
        return []
    sprt = summary.sprt
    first = summary.standings[0].label
    after = f"after {counted(sprt.state.groups, 'group')}"
    verdict = {
        "high": f"accepted {after}: {first} is as strong as asked for",
        "low": f"refused {after}: {first} is not as strong as asked for",
        "": f"undecided {after}",
    }[sprt.state.decision]
    ratio = f"log likelihood ratio {sprt.state.ratio:.2f}"
    return [f"SPRT {verdict}; {ratio}, bounds {sprt.lower:.2f} and {sprt.upper:.2f}"]


def _fault_lines(summary: Summary, history: History) -> list[str]:
    """For each bot with faults: how many of each cause, and the first one in full."""
    games = sorted(history.results, key=lambda game: (game.group, game.rotation, game.attempt))
    lines = []
    for standing in summary.standings:
        faults = [(g, f) for g in games for f in g.faults if f.entrant == standing.entrant]
        if faults:
            counts = ", ".join(f"{n} {cause}" for cause, n in standing.faults.most_common())
            game, first = faults[0]
            lines.append(
                f"faults of {standing.label}: {counts}; group {game.group}, "
                f"rotation {game.rotation}, move {first.move}: {first.text}"
            )
        if standing.benched:
            lines.append(
                f"{standing.label} failed again and again: benched after "
                f"{history.benched[standing.entrant]} of its games"
            )
    return lines


def _void_lines(history: History) -> list[str]:
    voids: Sequence[str] = [result.void for result in history.results if result.void]
    if not voids:
        return []
    cause = voids[0].strip().splitlines()[-1]
    return [f"{counted(len(voids), 'void game')}, through no fault of a bot; the first: {cause}"]
