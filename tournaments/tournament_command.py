"""`hinterland tournament`: run, resume, and what `look_command.py` has.

What is heavy to import is imported after it is known that the folder is not in use.
"""

from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

from hinterland.engine.paths import FILE, FOLDER, NamedPath
from hinterland.tournaments.lock import check_unused
from hinterland.tournaments.words import counted

if TYPE_CHECKING:
    from hinterland.tournaments.file import TournamentFile
    from hinterland.tournaments.tournament import Hands

LOOKING: Final = ("export", "replay", "report", "status")

_FILE = click.argument("path", metavar="FILE", type=FILE)
_WORKERS = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes. [default: the file's]"
)


_DASK = click.option(
    "--dask", metavar="ADDRESS", help="Play on the Dask cluster of that scheduler."
)


def _hands(workers: int, dask: str | None) -> "Hands":
    if dask is None:
        from hinterland.tournaments.tournament import local_hands

        return local_hands(workers)
    from hinterland.tournaments.cluster import dask_hands

    return dask_hands(dask)


class _Group(click.Group):
    """The commands that look are loaded when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *LOOKING])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in LOOKING:
            return super().get_command(ctx, cmd_name)
        module = import_module("hinterland.tournaments.look_command")
        found: click.Command = module.COMMANDS[cmd_name]
        return found


@click.group(name="tournament", cls=_Group)
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
    if output is not None and not dry_run:
        check_unused(output)
    from hinterland.tournaments.file import read_file

    file = read_file(path)
    if dry_run:
        return _say_plan(file, _hands(workers or file.workers, dask))
    folder = output or Path(file.output)
    check_unused(folder)
    from hinterland.tournaments.tournament import play, start_tournament

    hands = _hands(workers or file.workers, dask)
    tournament = start_tournament(file, folder, datetime.now(UTC))
    with tournament.journal:
        return play(tournament, hands)


def _say_plan(file: "TournamentFile", hands: "Hands") -> int:
    """The number of games, at once; then the time they take by that of the first one."""
    from hinterland.tournaments.plan import hall_of
    from hinterland.tournaments.tournament import DONE, FAILED, messages_console, play_first

    settings = file.settings
    games = settings.format.most_games(hall_of(settings))
    click.echo(f"{counted(games, 'game')} of {settings.game}, {settings.players} players, at most")
    begun = monotonic()
    first = play_first(settings, hands, messages_console())
    start = max(monotonic() - begun - first.elapsed, 0.0)
    if first.void:
        click.echo(f"the first game came to nothing: {first.void.strip().splitlines()[-1]}")
        return FAILED
    for fault in first.faults:
        click.echo(
            f"in the first game {settings.labels[fault.entrant]}: {fault.cause}: {fault.text}"
        )
    click.echo(f"{first.elapsed:.3g} s for the first game, {hands.workers} at a time")
    playing = _duration(first.elapsed * games / hands.workers)
    click.echo(
        f"about {playing} in all, and {_duration(start)} to start (less where all is compiled)"
    )
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
        folder, file = path, None
    else:
        from hinterland.tournaments.file import read_file

        file = read_file(path)
        folder = output or Path(file.output)
    check_unused(folder)
    from hinterland.tournaments.journal import read_header
    from hinterland.tournaments.tournament import (
        journal_of,
        play,
        reopen_tournament,
        settings_file,
    )

    if file is None:
        file = settings_file(read_header(journal_of(folder)))
        tournament = reopen_tournament(folder)
    else:
        tournament = reopen_tournament(folder, file)
    with tournament.journal:
        return play(tournament, _hands(workers or file.workers, dask))
