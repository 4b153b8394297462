"""A picture of the board with coordinates, and the table beside it, as plain text."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hinterland.engine.island import derived
from hinterland.engine.island.board import EDGE_CORNER, GRAPHS, HEX_CORNER, HEX_EDGE
from hinterland.engine.island.named import to_json
from hinterland.engine.island.picture_table import now_lines, table_lines
from hinterland.engine.island.state import (
    CITY,
    INACTIVE,
    SEA,
    SETTLEMENT,
    SIDEWAYS,
    TERRAINS,
    WALLED,
)
from hinterland.engine.jit import Record

_CORNERS: Final = ((0, -3), (5, -1), (5, 1), (0, 3), (-5, 1), (-5, -1))
"""Columns and rows from the middle of a hex to its corners, in the order of CORNER_NAMES."""

_SLOPES: Final = "/|\\"
_BUILDINGS: Final = {SETTLEMENT: "s", SIDEWAYS: "s", CITY: "c", WALLED: "C"}
_TERRAIN_WORDS: Final = {**dict(enumerate(TERRAINS)), 4: "mounts", SEA: "~sea~"}


def board(state: Record) -> str:
    """A plain-text picture of a state or view, from which a person can play."""
    data = to_json(state, None)
    lines = [*now_lines(state, data), *_hexes(state), *table_lines(state, data)]
    return "\n".join(line for line in lines if line)


def _hexes(state: Record) -> list[str]:
    graph = GRAPHS[int(state["graph"])]
    plan = _plan(int(state["graph"]))
    canvas = [[" "] * plan.width for _ in range(plan.height)]
    for h, (column, row) in enumerate(plan.middles):
        _write(canvas, column, row - 1, graph.hex_names[h])
        _write(canvas, column, row, _TERRAIN_WORDS[int(state["terrain"][h])])
        _write(canvas, column, row + 1, _guests(state, h))
    routes = _routes(state)
    for edge, ends in plan.edges.items():
        _draw_edge(canvas, ends, routes.get(edge))
    shores = _shores(state)
    for corner, (column, row) in plan.corners.items():
        _write(canvas, column, row, _piece(state, corner) or shores.get(corner, "."))
    return ["".join(line).rstrip() for line in canvas]


@dataclass(frozen=True)
class _Plan:
    """Where the hexes, corners and edges of a board are, as columns and rows of the picture."""

    width: int
    height: int
    middles: list[tuple[int, int]]
    corners: dict[int, tuple[int, int]]
    edges: dict[int, tuple[tuple[int, int], tuple[int, int]]]


@lru_cache(maxsize=len(GRAPHS))
def _plan(g: int) -> _Plan:
    cells = GRAPHS[g].cells
    left = max(-x for x, _ in cells)
    top = min(4 * y for _, y in cells) - 3
    middles = [(5 * x + 5 * left + 8, 4 * y - top) for x, y in cells]
    corners: dict[int, tuple[int, int]] = {}
    for h, (column, row) in enumerate(middles):
        for side, (right, down) in enumerate(_CORNERS):
            corners[int(HEX_CORNER[g, h, side])] = (column + right, row + down)
    edges = {}
    for edge in {int(edge) for h in range(len(middles)) for edge in HEX_EDGE[g, h]}:
        first, second = map(int, EDGE_CORNER[g, edge])
        edges[edge] = (corners[first], corners[second])
    width, height = max(c for c, _ in middles) + 9, max(r for _, r in middles) + 4
    return _Plan(width, height, middles, corners, edges)


def _guests(state: Record, h: int) -> str:
    """The chit of a hex, and who stands on it."""
    chit = int(state["chit"][h])
    marks = (("*", "robber"), ("&", "pirate"), ("$", "merchant"))
    return (str(chit) if chit else "") + "".join(
        mark for mark, name in marks if int(state[name]) == h
    )


def _write(canvas: list[list[str]], column: int, row: int, text: str) -> None:
    start = column - len(text) // 2
    for i, character in enumerate(text):
        canvas[row][start + i] = character


def _routes(state: Record) -> dict[int, str]:
    """What is drawn on each edge with a road or ship."""
    found = {}
    for seat in range(int(state["players"])):
        for name, text in (("roads", "{0}{0}{0}"), ("ships", "~{0}~")):
            for edge in derived.members(state[name][seat]):
                found[edge] = text.format(seat + 1)
    return found


def _draw_edge(
    canvas: list[list[str]], ends: tuple[tuple[int, int], ...], route: str | None
) -> None:
    (a, b), (c, d) = ends
    slope = _SLOPES[1] if a == c else _SLOPES[0 if (a - c) * (b - d) < 0 else 2]
    _write(canvas, (a + c) // 2, (b + d) // 2, route or slope)


def _piece(state: Record, corner: int) -> str:
    """What stands on a corner; nothing where nothing does."""
    owner = derived.owner(state, corner)
    if owner < 0:
        return ""
    piece = int(state["corner"][corner]) >> 3
    if piece >= derived.KNIGHT:
        return f"{owner + 1}{'k' if piece & 3 == INACTIVE else 'K'}{piece >> 3}"
    if corner in [int(place) for place in state["metropolises"]]:
        return f"{owner + 1}{'M' if piece == WALLED else 'm'}"
    return f"{owner + 1}{_BUILDINGS[piece]}"


def _shores(state: Record) -> dict[int, str]:
    """The corners with a harbor or a fishing ground, and which; a harbor where both are."""
    found: dict[int, str] = {}
    for middle, number in derived.grounds(state):
        for corner in derived.ground_corners(state, middle):
            found.setdefault(corner, f"f{number}")
    harbors: dict[int, str] = {}
    for i, (first, second, _) in enumerate(derived.harbors(state)):
        harbors.setdefault(first, f"h{i + 1}")
        harbors.setdefault(second, f"h{i + 1}")
    return found | harbors
