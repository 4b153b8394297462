"""`hinterland fit`: weights of an evaluation from the positions of self-play."""

from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from hinterland import __version__
from hinterland.engine.errors import BadArgument
from hinterland.engine.paths import FILE, FOLDER
from hinterland.engine.registry import load
from hinterland.eval.fitting import Fit, feature_lines, fittable, fitted, read_positions
from hinterland.eval.weights import weights_text

FEW_DEALS: Final = 10
"""Of fewer deals held out an interval by resampling says too little."""


@click.command(name="fit")
@click.argument("name", metavar="GAME")
@click.argument("positions", type=FOLDER)
@click.option(
    "--output",
    type=FILE,
    metavar="FILE",
    help="A new file for the weights. [default: GAME-weights.json]",
)
def command(name: str, positions: Path, output: Path | None) -> None:
    """Fit the weights of GAME's evaluation to POSITIONS, the folder that an export has written.

    What is found is played by a bot with weights=FILE; a match says whether it is better.
    """
    game = load(name)
    fittable(game)
    path = output or Path(f"{game.name}-weights.json")
    if path.exists():
        raise BadArgument(f"{path} exists: name another with --output")
    fit = fitted(game, read_positions(game, positions))
    about = {"hinterland": __version__, **asdict(fit)}
    path.write_bytes(weights_text(game.base_name, fit.features, fit.after, about))
    _say(fit, game.name, path)


def _say(fit: Fit, name: str, path: Path) -> None:
    train, held_out = fit.rows.values()
    deals, others = fit.deals.values()
    click.echo(f"{train} positions of {deals} deals fitted, {held_out} of {others} held out")
    for feature, before, after in feature_lines(fit):
        click.echo(f"{feature:<16} {before:8.4f} -> {after:8.4f}")
    click.echo(
        f"loss on deals held out: fair shares {fit.fair_loss:.4f}, "
        f"weights so far {fit.loss_before:.4f}, fitted {fit.loss_after:.4f}"
    )
    low, high = fit.interval
    click.echo(f"better by {fit.gain:.4f} (95 % {low:.4f} .. {high:.4f})")
    if others < FEW_DEALS:
        click.echo(f"fewer than {FEW_DEALS} deals held out: an interval of so few is too narrow")
    click.echo(
        f"written: {path}; in a match: hinterland match {name} "
        f"--bot greedy:weights={path} --bot greedy"
    )
