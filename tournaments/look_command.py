"""`hinterland tournament`, what only looks: report, replay, export, status."""

import sys
from pathlib import Path
from typing import Final

import click

from hinterland.engine.paths import FOLDER
from hinterland.protocol.printable import printable
from hinterland.tournaments.aside import written_aside
from hinterland.tournaments.export import EXPORTS, export_all
from hinterland.tournaments.plan import hall_of
from hinterland.tournaments.report.page import game_page, report_page
from hinterland.tournaments.report.selection import MOST_GAMES
from hinterland.tournaments.source import find_game, read_source
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary
from hinterland.tournaments.words import counted

_FOLDER = click.argument("folder", metavar="FOLDER", type=FOLDER)


@click.command(name="report")
@_FOLDER
@click.option(
    "--games",
    type=click.IntRange(0),
    default=MOST_GAMES,
    show_default=True,
    metavar="N",
    help="Games that can be replayed, at most.",
)
def report_command(folder: Path, games: int) -> int:
    """Write FOLDER/report.html: everything to look at, in one file."""
    source = read_source(folder)
    page = report_page(source, summarise(source.settings, source.history), games)
    return _wrote(_written(folder / "report.html", page))


@click.command(name="replay")
@_FOLDER
@click.argument("game", metavar="GAME")
def replay_command(folder: Path, game: str) -> int:
    """Write the GAME of FOLDER as a page, to be stepped through.

    GAME is GROUP.ROTATION as in the report, or GROUP.ROTATION.ATTEMPT.
    """
    source = read_source(folder)
    record = find_game(source, game)
    page = game_page(record, source.settings.labels)
    return _wrote(_written(folder / f"game-{game}.html", page))


@click.command(name="export")
@_FOLDER
@click.option(
    "--form",
    "forms",
    type=click.Choice(list(EXPORTS)),
    multiple=True,
    help="Can be given again. [default: all, positions only where the file asks for them]",
)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Of the positions, one move in N of each game. [default: all]",
)
def export_command(folder: Path, forms: tuple[str, ...], every: int) -> int:
    """Write the numbers of FOLDER as CSV, JSON and SQLite, beside the journal."""
    source = read_source(folder)
    summary = summarise(source.settings, source.history)
    usual = [form for form in EXPORTS if form != "positions" or source.settings.positions]
    for path in export_all(source, summary, folder, forms or usual, every):
        _wrote(path)
    return 0


def _written(path: Path, text: str) -> Path:
    with written_aside(path) as aside:
        aside.write_text(text, "utf-8")
    return path


def _wrote(path: Path) -> int:
    click.echo(printable(f"wrote {path}"))
    return 0


@click.command(name="status")
@_FOLDER
def status_command(folder: Path) -> int:
    """Print the table of the games in FOLDER so far; also while they are played."""
    source = read_source(folder)
    settings, history = source.settings, source.history
    total = settings.format.most_games(hall_of(settings))
    click.echo(f"{len(history.results)} of at most {counted(total, 'game')} on disk")
    print_summary(summarise(settings, history), history, sys.stdout)
    return 0


COMMANDS: Final = {
    "report": report_command,
    "replay": replay_command,
    "export": export_command,
    "status": status_command,
}
