"""Positions laid out by hand, for tests: a fixed board, and pieces put where a test wants them."""

from collections import Counter
from dataclasses import replace

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import judge
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Edge,
    Hex,
    corners_of_hex,
    edges_of_hex,
)
from hinterland.tests.oracle.island.layout import read_layout
from hinterland.tests.oracle.island.names import CORNER_NAMES, EDGE_NAMES
from hinterland.tests.oracle.island.options import HOUSE, Options
from hinterland.tests.oracle.island.oracle import IslandOracle
from hinterland.tests.oracle.island.table import Knight, Player

BOARD = """
            a1=forest:5  a2=pasture:2 a3=fields:6
      b1=hills:3 b2=mountains:8 b3=forest:10 b4=pasture:9
c1=fields:12 c2=hills:11 c3=desert c4=mountains:8 c5=forest:4
      d1=pasture:4 d2=fields:5 d3=hills:9 d4=mountains:10
            e1=forest:6 e2=pasture:3 e3=fields:11
first=p1
"""

HARBORS = """
harbor:a1n-a1nw=any harbor:a2n-a2ne=grain harbor:b4ne-b4se=ore
harbor:e1s-e1sw=wool harbor:c1sw-c1nw=any
"""


class Position(IslandOracle):
    """An oracle whose table is filled by hand before `start_turn` or `start_action`.

    Corners and edges are written as any of their hexes and the side: `b2se` is also `c3n`.
    """

    def __init__(
        self, options: Options = HOUSE, players: int = 3, harbors: str = "", board: str = BOARD
    ) -> None:
        options = replace(options, players=players)
        deal = read_layout(options, board + harbors)
        deal.decks = {track: list(Counter(cards).elements()) for track, cards in box.DECKS.items()}
        if not options.knights:
            cards = Counter(box.DEVELOPMENT_DECK[box.board_size(players)])
            deal.decks = {"development": list(cards.elements())}
        super().__init__(options, deal)
        self.table = self.game.table

    def player(self, name: str) -> Player:
        return self.table.players[int(name[1:]) - 1]

    def hex(self, name: str) -> Hex:
        return self.game.names.hexes[name]

    def corner(self, name: str) -> Corner:
        return corners_of_hex(self.hex(name[:2]))[CORNER_NAMES.index(name[2:])]

    def edge(self, name: str) -> Edge:
        return edges_of_hex(self.hex(name[:2]))[EDGE_NAMES.index(name[2:])]

    def corner_token(self, name: str) -> str:
        """The corner as it is written in tokens."""
        return self.game.names.of(self.corner(name))

    def edge_token(self, name: str) -> str:
        return self.game.names.of(self.edge(name))

    def settlements(self, seat: str, *names: str) -> None:
        self.player(seat).settlements |= {self.corner(name) for name in names}
        judge(self.game)

    def cities(self, seat: str, *names: str) -> None:
        self.player(seat).cities |= {self.corner(name) for name in names}

    def walls(self, seat: str, *names: str) -> None:
        self.player(seat).walls |= {self.corner(name) for name in names}

    def roads(self, seat: str, *names: str) -> None:
        self.player(seat).roads |= {self.edge(name) for name in names}
        judge(self.game)

    def knight(self, seat: str, name: str, level: int = 1, active: bool = False) -> None:
        self.player(seat).knights[self.corner(name)] = Knight(level, active)
        judge(self.game)

    def metropolis(self, seat: str, track: str, name: str, level: int = 4) -> None:
        """A city with a metropolis, and the level that it stands for."""
        self.cities(seat, name)
        self.table.metropolis[track] = (self.player(seat).seat, self.corner(name))
        self.player(seat).improvements[track] = level

    def cards(self, seat: str, **cards: int) -> None:
        """Cards from the bank to the hand."""
        for kind, count in cards.items():
            assert self.table.give(self.player(seat), kind, count) == count

    def progress(self, seat: str, *cards: str) -> None:
        """Progress cards out of their decks."""
        for card in cards:
            self.table.decks[box.CARD_TRACK[card]].remove(card)
            self.player(seat).progress.append(card)

    def top(self, *cards: str) -> None:
        """Put cards on top of their decks, the last one uppermost."""
        for card in cards:
            deck = self.table.decks[box.CARD_TRACK[card]]
            deck.remove(card)
            deck.insert(0, card)

    def go(self, *tokens: str) -> None:
        """Play tokens, whoever has to move."""
        for token in tokens:
            self.play(self.mover(), token)

    def roll(self, dice: str) -> None:
        self.go("roll", f"dice:{dice}")

    def can(self, token: str) -> bool:
        return token in self.legal()

    def points(self, seat: str) -> int:
        return self.table.points(self.player(seat))

    def hand(self, seat: str) -> int:
        return self.player(seat).cards()


def starting(g: Position, word: str) -> list[str]:
    """The legal moves that begin so."""
    return [token for token in g.legal() if token.startswith(word)]
