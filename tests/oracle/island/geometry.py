"""Section 3.2: hexes in doubled width, corners as three hexes, edges as two.

Everything here is plain tuples. A hex is (x, y) with neighbours (±2, 0) and (±1, ±1); it need
not be on the board: the sea around it has hexes too. A corner is the sorted triple of the hexes
that meet there, an edge the sorted pair of the hexes on its sides.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

Hex = tuple[int, int]
Corner = tuple[Hex, ...]
Edge = tuple[Hex, ...]
CrossingRule = Callable[[Corner, Edge, Edge], bool]

# Clockwise from the north-west, as the coast is walked in 3.3.
SIDES = {"NW": (-1, -1), "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0)}
STEPS = tuple(SIDES.values())


def cells(rows: tuple[int, ...]) -> list[Hex]:
    """The hexes of a board, row by row and from left to right."""
    middle = len(rows) // 2
    return [
        (2 * k - (count - 1), row - middle) for row, count in enumerate(rows) for k in range(count)
    ]


def neighbours(cell: Hex) -> list[Hex]:
    """The six hexes around one, clockwise from the north-west."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]


@cache
def corners_of_hex(cell: Hex) -> tuple[Corner, ...]:
    """The six corners, clockwise from the north (between the sides NW and NE)."""
    ring = neighbours(cell)
    return tuple(tuple(sorted((cell, ring[i], ring[(i + 1) % 6]))) for i in range(6))


@cache
def edges_of_hex(cell: Hex) -> tuple[Edge, ...]:
    """The six edges, clockwise from the north-west."""
    return tuple(tuple(sorted((cell, other))) for other in neighbours(cell))


@cache
def corners_of_edge(edge: Edge) -> tuple[Corner, Corner]:
    """The two ends of an edge: its hexes have two common neighbours."""
    first, second = edge
    common = [cell for cell in neighbours(first) if cell in neighbours(second)]
    one, two = (tuple(sorted((first, second, cell))) for cell in common)
    return one, two


@cache
def edges_of_corner(corner: Corner) -> tuple[Edge, Edge, Edge]:
    """The three edges that meet at a corner."""
    a, b, c = corner
    return (a, b), (a, c), (b, c)


@cache
def next_corners(corner: Corner) -> tuple[Corner, ...]:
    """The corners one edge away."""
    return tuple(
        end for edge in edges_of_corner(corner) for end in corners_of_edge(edge) if end != corner
    )


def shared_corner(one: Edge, two: Edge) -> Corner | None:
    """The corner where two different edges meet, if they do."""
    both = set(corners_of_edge(one)) & set(corners_of_edge(two))
    return both.pop() if both else None


def coast(land: list[Hex]) -> list[Edge]:
    """The coast edges of a plain board in the order of 3.3.

    The walk starts at the north-west side of the top left hex and goes clockwise: from each edge
    to the other coast edge at its clockwise end.
    """
    on_land = set(land)
    edges = {edge for cell in land for edge in edges_of_hex(cell) if len(on_land & set(edge)) == 1}
    first = edges_of_hex(land[0])[0]
    clockwise_end = corners_of_hex(land[0])[0]
    walk = [first]
    here = clockwise_end
    while True:
        (following,) = [
            edge for edge in edges_of_corner(here) if edge in edges and edge != walk[-1]
        ]
        if following == first:
            return walk
        walk.append(following)
        here = next(end for end in corners_of_edge(following) if end != here)


def chains(walk: list[Edge]) -> list[tuple[Edge, Edge]]:
    """The pairs of following edges of a closed walk: pair i is the edges i and i + 1."""
    return [*pairwise(walk), (walk[-1], walk[0])]


def trail(edges: list[Edge], crossing: CrossingRule, start: Corner) -> int:
    """The longest trail that starts at a corner: every edge once, corners as often as you like.

    `crossing(corner, edge_in, edge_out)` tells whether the trail may go on there.
    """

    def walk(here: Corner, used: list[Edge]) -> int:
        longest = len(used)
        for edge in edges_of_corner(here):
            if edge not in edges or edge in used:
                continue
            if used and not crossing(here, used[-1], edge):
                continue
            (there,) = [end for end in corners_of_edge(edge) if end != here]
            longest = max(longest, walk(there, [*used, edge]))
        return longest

    return walk(start, [])


def longest_trail(edges: list[Edge], crossing: CrossingRule) -> int:
    """9.2: the most edges in one trail, tried from every corner."""
    starts = {end for edge in edges for end in corners_of_edge(edge)}
    return max((trail(edges, crossing, start) for start in starts), default=0)
