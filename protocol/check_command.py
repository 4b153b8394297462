"""`hinterland check`: whether another program keeps to the protocol."""

import click

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import GAMES, load
from hinterland.protocol.arguments import parse_pairs
from hinterland.protocol.check import STEPS, Check


@click.command(name="check")
@click.argument("command_line", metavar="COMMAND")
@click.option("--game", type=click.Choice(list(GAMES)), default="kuhn", show_default=True)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option(
    "--limit",
    type=click.FloatRange(0.1, 3600),
    default=60.0,
    show_default=True,
    help="Seconds for each answer.",
)
def command(command_line: str, game: str, options: tuple[str, ...], limit: float) -> int:
    """Check the bot that COMMAND starts, step by step; exit code 1 if it fails one.

    Whole games are played: of a long game take a short one, as in
    --game island --option max_turns=8 --option trade_offers=1.
    """
    if not command_line.strip():
        raise BadArgument("no command to check: expected the command line that starts a bot")
    given = parse_pairs(options)
    failed = False
    for step in Check(command_line, load(game), limit, options=given).steps():
        failed = bool(step.fault)
        click.echo(f"{step.number:2} {'FAILED' if failed else 'ok    '} {step.title}")
        if failed:
            click.echo(f"   {step.fault}")
    if not failed:
        click.echo(f"all {len(STEPS)} steps passed")
    return int(failed)
