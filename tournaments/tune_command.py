"""`hinterland tune`: the settings of a bot, found by matches of it against itself."""

from pathlib import Path

import click

from hinterland.engine.paths import FILE, FOLDER
from hinterland.tournaments.spsa import Step
from hinterland.tournaments.tournament import Stopped, local_hands, play_on
from hinterland.tournaments.tune import read_tune_file, tune


@click.command(name="tune")
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--output", type=FOLDER, metavar="FOLDER", help="[default: the file's]")
@click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes. [default: the file's]"
)
def command(path: Path, output: Path | None, workers: int | None) -> int:
    """Tune the bot that FILE describes, step by step, into FOLDER/tuned.json.

    The same command goes on with what is in the folder. What was found is to be tried in a match
    of its own before it is believed.
    """
    file = read_tune_file(path)
    hands = local_hands(workers or file.workers)
    try:
        found = tune(
            file, output or Path(file.output), lambda tournament: play_on(tournament, hands), _say
        )
    except Stopped as stopped:
        return stopped.status
    click.echo(f"start: {found['start']}")
    click.echo(f"tuned: {found['tuned']}")
    return 0


def _say(step: Step) -> None:
    values = ", ".join(f"{name} {value:.4g}" for name, value in step.after.items())
    click.echo(f"step {step.number + 1}: share {step.share:.3f}; now at {values}")
