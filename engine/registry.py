"""The games, loaded on demand. A new game is one sub-package and one line here."""

from functools import cache
from importlib import import_module
from typing import Final

from hinterland.engine.errors import UnknownGame
from hinterland.engine.game import Game

GAMES: Final = {
    "island": "hinterland.engine.island",
    "kuhn": "hinterland.engine.kuhn",
    "leduc": "hinterland.engine.leduc",
    "tree": "hinterland.engine.tree",
}


@cache
def load(name: str) -> Game:
    """The game of that name; `UnknownGame` lists the names there are."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game
