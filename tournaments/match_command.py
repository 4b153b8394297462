"""`hinterland match`: a tournament of one table, written on the command line."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from hinterland.engine.errors import BadArgument, BadOption
from hinterland.engine.paths import FOLDER
from hinterland.engine.registry import load
from hinterland.protocol.bots import parse_bot
from hinterland.tournaments.file import TournamentFile, read_document
from hinterland.tournaments.statistics import unique_labels
from hinterland.tournaments.tournament import local_hands, play, start_tournament


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
    default=None,
    metavar="N",
    help="Processes that play games. [default: one a processor]",
)
@click.option(
    "--output",
    type=FOLDER,
    metavar="FOLDER",
    help="A new folder for the games. [default: results/GAME-TIME]",
)
def command(
    game: str,
    players: str | None,
    bots: tuple[str, ...],
    groups: int,
    options: tuple[str, ...],
    seed: int,
    workers: int | None,
    output: Path | None,
) -> int:
    """Play bots against each other at GAME: every deal from every seat.

    The table goes to standard output, everything else to standard error. Ctrl-C (or SIGTERM,
    SIGHUP) ends the games under way and stops; a second one stops at once. `hinterland tournament`
    takes it from there: `resume`, `report` and so on of the folder.
    """
    file = match_file(game, players, bots, groups, options, seed)
    now = datetime.now(UTC)
    folder = output or _stamped_folder(load(game).base_name, now)
    tournament = start_tournament(file, folder, now)
    with tournament.journal:
        return play(tournament, local_hands(workers or 0))


def match_file(
    game_name: str,
    players: str | None,
    bots: Sequence[str],
    groups: int,
    options: Sequence[str],
    seed: int,
) -> TournamentFile:
    """The tournament file that a command line stands for; `BadArgument` names what is wrong."""
    game = load(game_name)
    given = _option_texts(options)
    values = game.option_values(given if players is None else {**given, "players": players})
    if len(bots) != values[0]:
        raise BadArgument(
            f"{len(bots)} bots for {values[0]} players: expected --bot once for each player"
        )
    labels = unique_labels([parse_bot(bot).label for bot in bots])
    document: dict[str, Any] = {
        "game": game_name,
        "players": values[0],
        "seed": seed,
        "options": given,
        "format": {"kind": "fixed", "groups": groups, "tables": [labels]},
        "bots": [{"name": label, "bot": bot} for label, bot in zip(labels, bots, strict=True)],
    }
    return read_document(document, str(Path.cwd()))


def _option_texts(options: Sequence[str]) -> dict[str, str]:
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


def _stamped_folder(game: str, now: datetime) -> Path:
    """A folder that is not there yet, by the game's name and the time."""
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    folder = Path("results") / f"{game}-{stamp}"
    number = 1
    while folder.exists():
        number += 1
        folder = Path("results") / f"{game}-{stamp}-{number}"
    return folder
