r"""Positions drawn as text, for tests.

A hex takes four columns and its row four lines, as it lies on the board:

      .         .          corners: `.` empty, `A` a settlement of p1 (`B` of p2, ..),
     / \       / \         `a` a basic knight of p1 (`b` of p2, ..)
    .   .     A   b
    |   |     1   2        edges: `/`, `\`, `|` a road of p1, a digit a road of that seat,
    .   .     .   .        `~` a ship of p1, blank nothing
     \ /       \ /
      .         .

The first hex of the drawing is where `at` says; the others follow from it.
"""

from hinterland.tests.oracle.island.geometry import Corner, Edge, Hex, corners_of_hex, edges_of_hex
from hinterland.tests.oracle.island.table import Knight, Table

# Where the corners and edges of a hex stand, from its N corner: (line, column), clockwise.
CORNER_SPOTS = ((0, 0), (2, 2), (4, 2), (6, 0), (4, -2), (2, -2))
EDGE_SPOTS = ((1, -1), (1, 1), (3, 2), (5, 1), (5, -1), (3, -2))


def draw(table: Table, picture: str, at: Hex) -> None:
    """Put the roads, ships, settlements and knights of a picture on the table.

    The first non-blank of the picture is the N corner of the hex `at`.
    """
    lines = [line for line in picture.split("\n") if line.strip()]
    origin = len(lines[0]) - len(lines[0].lstrip())
    corners: dict[Corner, str] = {}
    edges: dict[Edge, str] = {}
    for cell in around(at):
        line = 4 * (cell[1] - at[1])
        column = origin + 2 * (cell[0] - at[0])
        for corner, (down, right) in zip(corners_of_hex(cell), CORNER_SPOTS, strict=True):
            corners[corner] = spot(lines, line + down, column + right)
        for edge, (down, right) in zip(edges_of_hex(cell), EDGE_SPOTS, strict=True):
            edges[edge] = spot(lines, line + down, column + right)
    for edge, mark in edges.items():
        if mark == "~":
            table.players[0].ships.add(edge)
        elif mark != " ":
            seat = 0 if mark in "/\\|" else int(mark) - 1
            table.players[seat].roads.add(edge)
    for corner, mark in corners.items():
        if mark in "ABCD":
            table.players["ABCD".index(mark)].settlements.add(corner)
        elif mark in "abcd":
            table.players["abcd".index(mark)].knights[corner] = Knight()


def around(at: Hex) -> list[Hex]:
    """Every hex that a drawing of the board's size can reach."""
    return [
        (x, y) for y in range(-5, 6) for x in range(-10, 11) if (x + y - at[0] - at[1]) % 2 == 0
    ]


def spot(lines: list[str], line: int, column: int) -> str:
    if 0 <= line < len(lines) and 0 <= column < len(lines[line]):
        return lines[line][column]
    return " "
