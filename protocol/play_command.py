"""`hinterland play`: a game against the engine, at the terminal."""

import sys
from time import perf_counter

import click

from hinterland.protocol.engine_command import Kernels, new_session
from hinterland.protocol.errors import Refused
from hinterland.protocol.levels import LEVELS
from hinterland.protocol.play import Play


@click.command(name="play")
@click.argument("game", metavar="GAME")
@click.option("--seat", default="p1", show_default=True, help="Yours.")
@click.option(
    "--level",
    type=click.IntRange(1, len(LEVELS)),
    default=5,
    show_default=True,
    help="How strong the others are.",
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option("--seed", type=click.IntRange(0), help="Of the deal; at random if left out.")
def command(game: str, seat: str, level: int, options: tuple[str, ...], seed: int | None) -> None:
    """Play GAME against the engine: it shows the board and your moves by number.

    village:cards=FILE is village with the cards of that file.
    """
    name, own, _ = game.partition(":")
    session = new_session(Kernels(perf_counter, [game] if own else ()))
    given = [*options, *([] if seed is None else [f"seed={seed}"])]
    for line in (f"newgame {' '.join((name, *given))}", f"level {level}", f"view {seat} json"):
        answer, _ = session.handle_line(line)
        if answer is None or answer.startswith("?"):
            code, _, text = (answer or "?").strip("? \n").partition(": ")
            raise Refused(code, text)
    Play(session, seat, _read, click.echo).run()


def _read(prompt: str) -> str:
    """A line of the person's; EOFError at the end of the input."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        click.echo()
        raise EOFError
    return line
