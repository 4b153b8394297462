"""`hinterland tournament`: run, resume, status, report, replay, export."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import click

from hinterland.tournaments.file import TournamentFile, read_file
from hinterland.tournaments.job import play_game, warm_up
from hinterland.tournaments.journal import read_header
from hinterland.tournaments.plan import first_round, hall_of
from hinterland.tournaments.statistics import summarise
from hinterland.tournaments.table import print_summary
from hinterland.tournaments.tournament import (
    Hands,
    journal_of,
    local_hands,
    play,
    read_history,
    reopen_tournament,
    settings_file,
    start_tournament,
)

_FILE = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
_FOLDER = click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
_WORKERS = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes. [default: the file's]"
)


@click.group(name="tournament")
def command() -> None:
    """Tournaments of bots, written in TOML files: played, resumed, looked at."""


@command.command(name="run")
@_FILE
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FOLDER", help="[default: the file's]"
)
@click.option(
    "--dry-run", is_flag=True, help="Say how many games there are and how long they take."
)
@_WORKERS
def run_command(path: Path, output: Path | None, dry_run: bool, workers: int | None) -> int:
    """Play the tournament in FILE, into a new folder.

    Ctrl-C ends the games under way and stops; a second one stops at once. `resume` goes on.
    """
    file = read_file(path)
    hands = local_hands(workers or file.workers)
    if dry_run:
        _say_plan(file, hands)
        return 0
    tournament = start_tournament(file, output or Path(file.output), datetime.now(UTC))
    with tournament.journal:
        return play(tournament, hands)


def _say_plan(file: TournamentFile, hands: Hands) -> None:
    """The number of games, and the time they take by that of the first one."""
    settings = file.settings
    games = settings.format.most_games(hall_of(settings))
    first = next(first_round(settings))
    warm_up(first)
    started = perf_counter()
    play_game(first)
    took = perf_counter() - started
    click.echo(f"{games} games of {settings.game}, {settings.players} players, at most")
    click.echo(f"{took:.3g} s for the first game, {hands.workers} at a time")
    click.echo(f"about {_duration(took * games / hands.workers)} in all")


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes:.0f} min" if hours < 2 else f"{hours:.1f} h"


@command.command(name="resume")
@click.argument("path", metavar="FOLDER|FILE", type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(path_type=Path), metavar="FOLDER", help="With FILE.")
@_WORKERS
def resume_command(path: Path, output: Path | None, workers: int | None) -> int:
    """Go on with the tournament in FOLDER, or with that of FILE if its settings are the same."""
    if path.is_dir():
        folder, file = path, settings_file(read_header(journal_of(path)))
        tournament = reopen_tournament(folder)
    else:
        file = read_file(path)
        tournament = reopen_tournament(output or Path(file.output), file)
    with tournament.journal:
        return play(tournament, local_hands(workers or file.workers))


@command.command(name="status")
@_FOLDER
def status_command(folder: Path) -> int:
    """Print the table of the games in FOLDER so far; also while they are played."""
    path = journal_of(folder)
    settings = settings_file(read_header(path)).settings
    history = read_history(path, settings)
    total = settings.format.most_games(hall_of(settings))
    click.echo(f"{len(history.results)} games of at most {total} are on disk")
    print_summary(summarise(settings, history), history, sys.stdout)
    return 0
