"""`hinterland ablate`: what each setting of a bot is worth."""

from pathlib import Path

import click

from hinterland.engine.paths import FILE, FOLDER
from hinterland.tournaments.ablation import Row, play_rows, read_ablation_file
from hinterland.tournaments.report.ablation import markdown, read_report, write_report
from hinterland.tournaments.tournament import DONE, Stopped, local_hands, play_on


@click.command(name="ablate")
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--output", type=FOLDER, metavar="FOLDER", help="[default: the file's]")
@click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes. [default: the file's]"
)
@click.option("--status", is_flag=True, help="Play nothing, print the table so far.")
def command(path: Path, output: Path | None, workers: int | None, status: bool) -> int:
    """Play the matches that FILE describes, one after the other, into FOLDER/ablation.md.

    Ctrl-C ends the games under way and stops; a second one stops at once. The same command goes
    on with what is in the folder.
    """
    file = read_ablation_file(path)
    folder = output or Path(file.output)
    if status:
        click.echo(markdown(read_report(file, folder)), nl=False)
        return DONE
    hands = local_hands(workers or file.workers)

    def done(row: Row) -> None:
        click.echo(f"{row.name}: played", err=True)
        write_report(read_report(file, folder), folder)

    ended = DONE
    try:
        play_rows(file, folder, lambda tournament: play_on(tournament, hands), done)
    except Stopped as stopped:
        ended = stopped.status
    report = read_report(file, folder)
    write_report(report, folder)
    click.echo(markdown(report), nl=False)
    return ended
