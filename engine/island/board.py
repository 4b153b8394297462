"""The four boards as graphs: hexes, corners and edges, what touches what, and their names.

Tables are indexed by board first (`SMALL` .. `LARGE_SEA`); entries beyond a board's own size,
and neighbours that are not there, are -1. Hexes are numbered in reading order; corners and
edges by walking the hexes, each new one getting the next number. Moves name places by codes
that are the same on every board and in the same order as the numbers: row * 16 + column for a
hex, and that * 8 + side for its corners and edges. Coordinates are
doubled-width: hex k of a row of n has x = 2k - (n - 1), neighbours (+-2, 0) and (+-1, +-1).
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from hinterland.engine.jit import int64, jit

SMALL, LARGE, SMALL_SEA, LARGE_SEA = range(4)

ROWS: Final = (
    (3, 4, 5, 4, 3),
    (3, 4, 5, 6, 5, 4, 3),
    (4, 5, 6, 7, 6, 5, 4),
    (4, 5, 6, 7, 8, 7, 6, 5, 4),
)
"""Cells in each row, per board."""

CORNER_NAMES: Final = ("n", "ne", "se", "s", "sw", "nw")
EDGE_NAMES: Final = ("ne", "e", "se", "sw", "w", "nw")

MAX_HEXES: Final = 52
MAX_CORNERS: Final = 130
MAX_EDGES: Final = 181
WORDS: Final = 3
"""64-bit words of a set of corners or edges."""

Cell = tuple[int, int]

_STEPS: Final = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""To the neighbour across each edge, in the order of EDGE_NAMES."""


class Graph:
    """One board while its tables are made."""

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.cells: list[Cell] = [
            (2 * k - (length - 1), y - len(rows) // 2)
            for y, length in enumerate(rows)
            for k in range(length)
        ]
        self.hex_names = [
            f"{'abcdefghi'[y]}{k + 1}" for y, length in enumerate(rows) for k in range(length)
        ]
        self.corners: dict[frozenset[Cell], int] = {}
        self.edges: dict[frozenset[Cell], int] = {}
        self.corner_names: list[str] = []
        self.edge_names: list[str] = []
        for name, cell in zip(self.hex_names, self.cells, strict=True):
            for side in range(6):
                _number(self.corners, self.corner_names, corner_of(cell, side), name, CORNER_NAMES)
                _number(self.edges, self.edge_names, edge_of(cell, side), name, EDGE_NAMES)

    def hex_at(self, cell: Cell) -> int:
        """The number of a cell, -1 outside the board."""
        return self.cells.index(cell) if cell in self.cells else -1


def _number(
    found: dict[frozenset[Cell], int],
    names: list[str],
    cells: tuple[frozenset[Cell], int],
    hex_name: str,
    sides: tuple[str, ...],
) -> None:
    key, side = cells
    if key not in found:
        found[key] = len(found)
        names.append(hex_name + sides[side])


def _step(cell: Cell, side: int) -> Cell:
    return cell[0] + _STEPS[side % 6][0], cell[1] + _STEPS[side % 6][1]


def corner_of(cell: Cell, side: int) -> tuple[frozenset[Cell], int]:
    """The corner of a cell (CORNER_NAMES[side]) as the three cells around it."""
    return frozenset((cell, _step(cell, side - 1), _step(cell, side))), side


def edge_of(cell: Cell, side: int) -> tuple[frozenset[Cell], int]:
    """The edge of a cell (EDGE_NAMES[side]) as the two cells beside it."""
    return frozenset((cell, _step(cell, side))), side


GRAPHS: Final = tuple(Graph(rows) for rows in ROWS)


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.setflags(write=False)
    return array


def _blank(size: int, width: int) -> npt.NDArray[np.int16]:
    return np.full((len(GRAPHS), size, width), -1, np.int16)


HEXES: Final = _frozen(np.array([len(graph.cells) for graph in GRAPHS], np.int64))
CORNERS: Final = _frozen(np.array([len(graph.corners) for graph in GRAPHS], np.int64))
EDGES: Final = _frozen(np.array([len(graph.edges) for graph in GRAPHS], np.int64))


def _hex_tables() -> tuple[npt.NDArray[Any], ...]:
    corners, edges, neighbours = (_blank(MAX_HEXES, 6) for _ in range(3))
    for g, graph in enumerate(GRAPHS):
        for h, cell in enumerate(graph.cells):
            for side in range(6):
                corners[g, h, side] = graph.corners[corner_of(cell, side)[0]]
                edges[g, h, side] = graph.edges[edge_of(cell, side)[0]]
                neighbours[g, h, side] = graph.hex_at(_step(cell, side))
    return _frozen(corners), _frozen(edges), _frozen(neighbours)


HEX_CORNER, HEX_EDGE, HEX_NEXT = _hex_tables()
"""(board, hex, 6): corners in the order of CORNER_NAMES, edges and neighbours of EDGE_NAMES."""


def _corner_tables() -> tuple[npt.NDArray[Any], ...]:
    hexes, edges, neighbours = (_blank(MAX_CORNERS, 3) for _ in range(3))
    ends, sides = _blank(MAX_EDGES, 2), _blank(MAX_EDGES, 2)
    for g, graph in enumerate(GRAPHS):
        for h in range(len(graph.cells)):
            for side in range(6):
                _append(hexes[g, HEX_CORNER[g, h, side]], h)
                edge = HEX_EDGE[g, h, side]
                first, second = HEX_CORNER[g, h, side], HEX_CORNER[g, h, (side + 1) % 6]
                _append(sides[g, edge], h)
                if ends[g, edge, 0] < 0:
                    ends[g, edge] = sorted((int(first), int(second)))
        for edge in range(len(graph.edges)):
            first, second = ends[g, edge]
            for here, there in ((first, second), (second, first)):
                _append(neighbours[g, here], there)
                _append(edges[g, here], edge)
    return tuple(_frozen(table) for table in (hexes, edges, neighbours, ends, sides))


def _append(row: npt.NDArray[Any], value: Any) -> None:
    row[np.flatnonzero(row < 0)[0]] = value


CORNER_HEX, CORNER_EDGE, CORNER_NEXT, EDGE_CORNER, EDGE_HEX = _corner_tables()
"""(board, corner, 3) and (board, edge, 2). CORNER_NEXT[.., i] lies across CORNER_EDGE[.., i]."""


def _sets(members: npt.NDArray[Any], itself: bool) -> npt.NDArray[Any]:
    """(board, corner, WORDS) uint64: the members of each row as a bit set."""
    sets = np.zeros((*members.shape[:2], WORDS), np.uint64)
    for g in range(len(GRAPHS)):
        for corner in range(CORNERS[g]):
            chosen = [int(member) for member in members[g, corner] if member >= 0]
            for member in [*chosen, *([corner] if itself else [])]:
                sets[g, corner, member >> 6] |= np.uint64(1 << (member & 63))
    return _frozen(sets)


NEAR_SET: Final = _sets(CORNER_NEXT, itself=True)
"""A corner and its neighbours: where no building may stand beside one on the corner."""

EDGE_SET: Final = _sets(CORNER_EDGE, itself=False)
"""The edges at a corner."""


def _coasts() -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Clockwise along the coast of the two land boards, from the `nw` edge of `a1`."""
    edges, corners = (np.full((2, 38), -1, np.int16) for _ in range(2))
    for g in (SMALL, LARGE):
        h, side, i = 0, 5, 0
        while i == 0 or (h, side) != (0, 5):
            edges[g, i] = HEX_EDGE[g, h, side]
            corners[g, i] = HEX_CORNER[g, h, (side + 1) % 6]
            side = (side + 1) % 6
            while HEX_NEXT[g, h, side] >= 0:
                h, side = int(HEX_NEXT[g, h, side]), (side + 4) % 6
            i += 1
    return _frozen(edges), _frozen(corners)


COAST_EDGE, COAST_CORNER = _coasts()
"""(land board, 38): edge i and the corner between edges i and i + 1, clockwise."""

COAST_LENGTH: Final = _frozen(np.array([30, 38], np.int64))


def _spirals() -> npt.NDArray[Any]:
    """(land board, start, 30): hexes counter-clockwise inward from each of the six corners."""
    spirals = np.full((2, 6, 30), -1, np.int16)
    for g in (SMALL, LARGE):
        starts = [
            (h, side)
            for h in range(int(HEXES[g]))
            for side in range(6)
            if HEX_NEXT[g, h, side] >= 0
            and all(HEX_NEXT[g, h, (side + turn) % 6] < 0 for turn in (1, 2, 3))
        ]
        for start, (first, side) in enumerate(starts):
            h, path = first, [first]
            while len(path) < HEXES[g]:
                while HEX_NEXT[g, h, side] < 0 or int(HEX_NEXT[g, h, side]) in path:
                    side = (side - 1) % 6
                h = int(HEX_NEXT[g, h, side])
                path.append(h)
            spirals[g, start, : len(path)] = path
    return _frozen(spirals)


SPIRAL: Final = _spirals()


def _hex_sets() -> npt.NDArray[Any]:
    sets = np.zeros((len(GRAPHS), MAX_HEXES), np.uint64)
    for g in range(len(GRAPHS)):
        for h in range(int(HEXES[g])):
            for other in HEX_NEXT[g, h]:
                sets[g, h] |= np.uint64(1 << int(other) if other >= 0 else 0)
    return _frozen(sets)


HEX_NEXT_SET: Final = _hex_sets()
"""(board, hex) uint64: its neighbours as bits."""

MAX_WATERS: Final = 82


def _waters() -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    counts = np.zeros(len(GRAPHS), np.int64)
    corners, neighbours = (np.full((len(GRAPHS), MAX_WATERS, 6), -1, np.int16) for _ in range(2))
    for g in (SMALL_SEA, LARGE_SEA):
        graph = GRAPHS[g]
        beyond = {_step(cell, side) for cell in graph.cells for side in range(6)}
        cells = [*graph.cells, *sorted(beyond - set(graph.cells))]
        counts[g] = len(cells)
        for n, cell in enumerate(cells):
            for side in range(6):
                corners[g, n, side] = graph.corners.get(corner_of(cell, side)[0], -1)
                neighbours[g, n, side] = graph.hex_at(_step(cell, side))
    return _frozen(counts), _frozen(corners), _frozen(neighbours)


WATERS, WATER_CORNER, WATER_NEXT = _waters()
"""Of the sea boards, the hexes and then the ring of sea around them: how many, and by
(board, place, 6) their corners on the board and the hexes beside them."""


HEX_CODES: Final = 256
PLACE_CODES: Final = 2048


def hex_code(name: str) -> int:
    """The code of a hex by its name."""
    return 16 * "abcdefghi".index(name[0]) + int(name[1]) - 1


def _codes(
    names: list[list[str]], size: int, codes: int, sides: tuple[str, ...]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """(board, number) -> code, and (board, code) -> number or -1."""
    forth = np.full((len(GRAPHS), size), -1, np.int16)
    back = np.full((len(GRAPHS), codes), -1, np.int16)
    for g, of_board in enumerate(names):
        for number, name in enumerate(of_board):
            code = hex_code(name)
            if sides:
                code = 8 * code + sides.index(name[2:])
            forth[g, number], back[g, code] = code, number
    return _frozen(forth), _frozen(back)


HEX_CODE, CODE_HEX = _codes([graph.hex_names for graph in GRAPHS], MAX_HEXES, HEX_CODES, ())
CORNER_CODE, CODE_CORNER = _codes(
    [graph.corner_names for graph in GRAPHS], MAX_CORNERS, PLACE_CODES, CORNER_NAMES
)
EDGE_CODE, CODE_EDGE = _codes(
    [graph.edge_names for graph in GRAPHS], MAX_EDGES, PLACE_CODES, EDGE_NAMES
)


@jit
def hex_of(graph: int, code: int) -> int:
    """The hex of a code, -1 for none; any integer may be asked."""
    return int64(CODE_HEX[graph, code]) if 0 <= code < HEX_CODES else -1


@jit
def corner_at(graph: int, code: int) -> int:
    """The corner of a code, -1 for none; any integer may be asked."""
    return int64(CODE_CORNER[graph, code]) if 0 <= code < PLACE_CODES else -1


@jit
def edge_at(graph: int, code: int) -> int:
    """The edge of a code, -1 for none; any integer may be asked."""
    return int64(CODE_EDGE[graph, code]) if 0 <= code < PLACE_CODES else -1
