"""`hinterland tournament`: run, resume, status, report, replay, export."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from hinterland.engine.paths import FILE, FOLDER, NamedPath
from hinterland.tournaments.aside import written_aside
from hinterland.tournaments.export import EXPORTS, export_all
from hinterland.tournaments.file import TournamentFile, read_file
from hinterland.tournaments.journal import read_header
from hinterland.tournaments.plan import hall_of
from hinterland.tournaments.report.page import game_page, report_page
from hinterland.tournaments.report.selection import MOST_GAMES
from hinterland.tournaments.source import find_game, read_source
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary
from hinterland.tournaments.tournament import (
    DONE,
    FAILED,
    Hands,
    journal_of,
    local_hands,
    messages_console,
    play,
    play_first,
    reopen_tournament,
    settings_file,
    start_tournament,
)
from hinterland.tournaments.words import counted

_FILE = click.argument("path", metavar="FILE", type=FILE)
_FOLDER = click.argument("folder", metavar="FOLDER", type=FOLDER)
_WORKERS = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes. [default: the file's]"
)


_DASK = click.option(
    "--dask", metavar="ADDRESS", help="Play on the Dask cluster of that scheduler."
)


def _hands(workers: int, dask: str | None) -> Hands:
    if dask is None:
        return local_hands(workers)
    from hinterland.tournaments.cluster import dask_hands

    return dask_hands(dask)


@click.group(name="tournament")
def command() -> None:
    """Tournaments of bots, written in TOML files: played, resumed, looked at."""


@command.command(name="run")
@_FILE
@click.option("--output", type=FOLDER, metavar="FOLDER", help="[default: the file's]")
@click.option(
    "--dry-run", is_flag=True, help="Say how many games there are and how long they take."
)
@_WORKERS
@_DASK
def run_command(
    path: Path, output: Path | None, dry_run: bool, workers: int | None, dask: str | None
) -> int:
    """Play the tournament in FILE, into a new folder.

    Ctrl-C (or SIGTERM, SIGHUP) ends the games under way and stops; a second one stops at once.
    `resume` goes on.
    """
    file = read_file(path)
    hands = _hands(workers or file.workers, dask)
    if dry_run:
        return _say_plan(file, hands)
    tournament = start_tournament(file, output or Path(file.output), datetime.now(UTC))
    with tournament.journal:
        return play(tournament, hands)


def _say_plan(file: TournamentFile, hands: Hands) -> int:
    """The number of games, at once; then the time they take by that of the first one."""
    settings = file.settings
    games = settings.format.most_games(hall_of(settings))
    click.echo(f"{counted(games, 'game')} of {settings.game}, {settings.players} players, at most")
    first = play_first(settings, hands, messages_console())
    if first.void:
        click.echo(f"the first game came to nothing: {first.void.strip().splitlines()[-1]}")
        return FAILED
    for fault in first.faults:
        click.echo(
            f"in the first game {settings.labels[fault.entrant]}: {fault.cause}: {fault.text}"
        )
    click.echo(f"{first.elapsed:.3g} s for the first game, {hands.workers} at a time")
    click.echo(f"about {_duration(first.elapsed * games / hands.workers)} in all")
    return DONE


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes:.0f} min" if hours < 2 else f"{hours:.1f} h"


@command.command(name="resume")
@click.argument("path", metavar="FOLDER|FILE", type=NamedPath("folder or file"))
@click.option("--output", type=FOLDER, metavar="FOLDER", help="With FILE.")
@_WORKERS
@_DASK
def resume_command(path: Path, output: Path | None, workers: int | None, dask: str | None) -> int:
    """Go on with the tournament in FOLDER, or with that of FILE if its settings are the same."""
    if path.is_dir():
        folder, file = path, settings_file(read_header(journal_of(path)))
        tournament = reopen_tournament(folder)
    else:
        file = read_file(path)
        tournament = reopen_tournament(output or Path(file.output), file)
    with tournament.journal:
        return play(tournament, _hands(workers or file.workers, dask))


@command.command(name="report")
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


@command.command(name="replay")
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


@command.command(name="export")
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
    click.echo(f"wrote {path}")
    return 0


@command.command(name="status")
@_FOLDER
def status_command(folder: Path) -> int:
    """Print the table of the games in FOLDER so far; also while they are played."""
    source = read_source(folder)
    settings, history = source.settings, source.history
    total = settings.format.most_games(hall_of(settings))
    click.echo(f"{len(history.results)} of at most {counted(total, 'game')} on disk")
    print_summary(summarise(settings, history), history, sys.stdout)
    return 0
