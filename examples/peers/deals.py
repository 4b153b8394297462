"""Tables of `catanatron` by seed: the same map and cards, with a player at any seat."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from catanatron.game import Game
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap
from catanatron.models.player import Player

_RED: Final = (6, 8)


def draw_map(seed: int) -> CatanMap:
    """The first random map of `catanatron` from a seed on that island knows.

    Island never puts 6 and 8 beside each other; most maps of `catanatron` have such a pair.
    """
    random.seed(seed)  # the only source of randomness that `catanatron` has
    return next(board for board in _maps() if not has_red_pair(board))


def _maps() -> Iterator[CatanMap]:
    while True:
        yield CatanMap.from_template(BASE_MAP_TEMPLATE)


def has_red_pair(board: CatanMap) -> bool:
    """Whether two neighbours both have 6 or 8."""
    red = [tile for tile in board.land_tiles.values() if tile.number in _RED]
    return any(set(a.nodes.values()) & set(b.nodes.values()) for a, b in combinations(red, 2))


def deal(players: Sequence[Player], seed: int) -> Game:
    """A table with `players` in that order of play; `seed` (1..) gives map, cards and dice."""
    board = draw_map(seed)
    order = random.Random(seed).sample(range(len(players)), len(players))
    seated = [player for _, player in sorted(zip(order, players, strict=True), key=_first)]
    return Game(seated, seed=seed, catan_map=board)


def _first(pair: tuple[int, Player]) -> int:
    return pair[0]
