"""The games, loaded on demand. A new game is one sub-package and one line here."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from hinterland.engine.errors import BadOption, UnknownGame
from hinterland.engine.game import Game

GAMES: Final = {
    "island": "hinterland.engine.island",
    "kuhn": "hinterland.engine.kuhn",
    "leduc": "hinterland.engine.leduc",
    "tree": "hinterland.engine.tree",
    "village": "hinterland.engine.village",
}

OWN_DATA: Final = {"village": ("cards", "hinterland.engine.village.custom")}
"""Games that can be played with a file of the user's own: the word for it, and the module whose
`game_with` makes the game.
"""


@cache
def load(name: str) -> Game:
    """The game of that name, or `NAME:KEY=FILE` for one with a file of the user's own.

    `UnknownGame` lists the names there are; `BadOption` says which games take a file, and the
    game's own error what is wrong in it.
    """
    plain, colon, own = name.partition(":")
    return _with_file(plain, own) if colon else load_registered(name)


def load_registered(name: str) -> Game:
    """The game of that name as it is in the registry; `UnknownGame` if there is none."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game


def _with_file(name: str, own: str) -> Game:
    load_registered(name)
    key, equals, path = own.partition("=")
    if name not in OWN_DATA or key != OWN_DATA[name][0] or not (equals and path):
        forms = ", ".join(f"{game}:{key}=FILE" for game, (key, _) in OWN_DATA.items())
        raise BadOption(f"{name}:{own}: expected {name}, or a file as in {forms}")
    game: Game = import_module(OWN_DATA[name][1]).game_with(Path(path))
    return game
