"""`hinterland match`: bots against each other at one table, and a table of how they did."""

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from hinterland.engine.errors import BadArgument, BadOption
from hinterland.engine.registry import load
from hinterland.protocol.bots import parse_bot
from hinterland.tournaments.journal import Header, new_journal
from hinterland.tournaments.match import play_match
from hinterland.tournaments.schedule import MatchSettings


def _workers() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(name="match")
@click.argument("game", metavar="GAME")
@click.option("--players", metavar="N", help="Seats at the table. [default: the game's own]")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="BOT",
    help="random, greedy, search:key=value,..., py:MODULE:CLASS or cmd:COMMAND; one a player.",
)
@click.option(
    "--groups",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    metavar="N",
    help="Deals; each is played once for every rotation of the seats.",
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of GAME.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    metavar="N",
    help="The same seed plays the same games.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=_workers,
    show_default="one a processor",
    metavar="N",
    help="Processes that play games.",
)
@click.option(
    "--journal",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A new file for the games. [default: journals/GAME-TIME.jsonl]",
)
def command(
    game: str,
    players: str | None,
    bots: tuple[str, ...],
    groups: int,
    options: tuple[str, ...],
    seed: int,
    workers: int,
    path: Path | None,
) -> int:
    """Play bots against each other at GAME: every deal from every seat.

    The table goes to standard output, everything else to standard error. Ctrl-C ends the games
    under way and stops; a second one stops at once.
    """
    settings = match_settings(game, players, bots, groups, options, seed)
    now = datetime.now(UTC)
    with new_journal(path, Header.of(settings, now), now) as journal:
        return play_match(settings, journal, workers)


def match_settings(
    game_name: str,
    players: str | None,
    bots: tuple[str, ...],
    groups: int,
    options: tuple[str, ...],
    seed: int,
) -> MatchSettings:
    """The settings that the texts of a command line ask for; `BadArgument` names what is wrong."""
    game = load(game_name)
    given = _option_texts(options)
    if players is not None:
        given["players"] = players
    values = game.option_values(given)
    if len(bots) != values[0]:
        raise BadArgument(
            f"{len(bots)} bots for {values[0]} players: expected --bot once for each player"
        )
    specs = tuple(parse_bot(bot) for bot in bots)
    for spec in specs:
        spec.check()
    return MatchSettings(game_name, values, specs, groups, seed)


def _option_texts(options: tuple[str, ...]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not (key and equals and value):
            raise BadOption(f"--option {option!r}: expected key=value")
        if key == "players":
            raise BadOption("--option players: expected --players N")
        if key in texts:
            raise BadOption(f"--option {key} is given twice")
        texts[key] = value
    return texts
