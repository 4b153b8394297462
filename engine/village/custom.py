"""Village with a card file of the user's own."""

import hashlib
from pathlib import Path
from typing import Final

from hinterland.engine.copies import copy_of_package
from hinterland.engine.game import Game
from hinterland.engine.jit import SALT

from .cards import read_cards

_DIGITS: Final = 10


def game_with(path: Path) -> Game:
    """The game with the cards of a file; `BadCards` names the line that is wrong.

    Its name is `village-` and a digest of the file: state texts begin with it, and states of one
    set are no states of another.
    """
    read_cards(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS]
    given = {"CARDS_FILE": path.resolve(), "GAME_NAME": f"village-{digest}", SALT: digest}
    game: Game = copy_of_package(str(__package__), digest, given, {}).GAME
    return game
