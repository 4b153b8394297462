"""The text of places and cards, as the README of the island game writes them."""

from collections import Counter
from collections.abc import Iterable

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Edge,
    Hex,
    corners_of_hex,
    edges_of_hex,
)

CORNER_NAMES = ("n", "ne", "se", "s", "sw", "nw")  # in the order of `corners_of_hex`
EDGE_NAMES = ("nw", "ne", "e", "se", "sw", "w")  # in the order of `edges_of_hex`
EDGE_ORDER = ("ne", "e", "se", "sw", "w", "nw")
LEVEL_NAMES = {1: "basic", 2: "strong", 3: "mighty"}


class Names:
    """The names of the hexes, corners and edges of one board, and the way back.

    The dictionaries `hexes`, `corners`, `edges` (name -> place) are in ascending order.
    """

    def __init__(self, board: list[Hex]) -> None:
        rows = sorted({y for _, y in board})
        self.hexes: dict[str, Hex] = {}
        self.corners: dict[str, Corner] = {}
        self.edges: dict[str, Edge] = {}
        for y in rows:
            row = sorted(cell for cell in board if cell[1] == y)
            for number, cell in enumerate(row, 1):
                self.hexes[f"{'abcdefghi'[rows.index(y)]}{number}"] = cell
        for name, cell in self.hexes.items():
            for side, corner in zip(CORNER_NAMES, corners_of_hex(cell), strict=True):
                if corner not in self.corners.values():
                    self.corners[name + side] = corner
            sides = dict(zip(EDGE_NAMES, edges_of_hex(cell), strict=True))
            for side in EDGE_ORDER:
                if sides[side] not in self.edges.values():
                    self.edges[name + side] = sides[side]
        self._text: dict[object, str] = {}
        for names in (self.hexes, self.corners, self.edges):
            self._text.update({place: name for name, place in names.items()})

    def of(self, place: Hex | Corner | Edge) -> str:
        """The name of a hex, corner or edge."""
        return self._text[place]

    def in_order(self, places: Iterable[Corner | Edge | Hex]) -> list[str]:
        """The names of places of one sort, ascending."""
        wanted = set(places)
        ordered = (self.hexes, self.corners, self.edges)
        return [name for named in ordered for name, place in named.items() if place in wanted]


def cards_text(cards: Counter[str]) -> str:
    """`2lumber+ore`."""
    counts = [(cards[kind], kind) for kind in box.KINDS if cards[kind]]
    return "+".join(f"{count if count > 1 else ''}{kind}" for count, kind in counts)


def read_cards(text: str) -> Counter[str]:
    """The inverse of `cards_text`; ValueError for anything it does not write."""
    cards: Counter[str] = Counter()
    for word in text.split("+"):
        kind = word.lstrip("0123456789")
        cards[kind] += int(word.removesuffix(kind) or 1)
    if set(cards) - set(box.KINDS) or cards_text(cards) != text:
        raise ValueError(f"not a text of cards: {text}")
    return cards
