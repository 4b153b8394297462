"""`python -m hinterland.search.first_move GAME`: print a first move, to time a start."""

import sys

from hinterland.engine.registry import load
from hinterland.search.bench import opening
from hinterland.search.search import think
from hinterland.search.settings import SearchSettings


def main(game_name: str) -> None:
    game = load(game_name)
    result = think(game, opening(game), SearchSettings(iterations=100))
    print(game.notation.format(result.best))


if __name__ == "__main__":
    main(sys.argv[1])
