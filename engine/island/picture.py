"""A picture of the board with coordinates, and the table beside it, as plain text."""

from typing import Any, Final

from hinterland.engine.island import derived
from hinterland.engine.island.board import EDGE_CORNER, GRAPHS, HEX_CORNER, HEX_EDGE, HEXES
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.named import lanes, to_json, with_unknown
from hinterland.engine.island.state import (
    CITY,
    HARBORS,
    HIDDEN,
    INACTIVE,
    SETTLEMENT,
    SIDEWAYS,
    TERRAINS,
    WALLED,
)
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_CORNERS: Final = ((0, -3), (5, -1), (5, 1), (0, 3), (-5, 1), (-5, -1))
"""Columns and rows from the middle of a hex to its corners, in the order of CORNER_NAMES."""

_SLOPES: Final = "/|\\"
_BUILDINGS: Final = {SETTLEMENT: "s", SIDEWAYS: "s", CITY: "c", WALLED: "C"}
_LEGEND: Final = (
    "1s settlement, 1c city, 111 road, ~1~ ship of p1; * robber, & pirate; h3 harbor. "
    "Corners n ne se s sw nw, sides ne e se sw w nw of a hex."
)
_KNIGHTS_LEGEND: Final = (
    "1C city with a wall, 1m metropolis (1M walled), 1k2 inactive strong knight, 1K2 active one; "
    "$ merchant."
)


def board(state: Record) -> str:
    """A plain-text picture of a state or view, from which a person can play."""
    legend = [_LEGEND, *([_KNIGHTS_LEGEND] if derived.with_knights(state) else [])]
    return "\n".join([*_hexes(state), *legend, *_harbors(state), *_waters(state), *_table(state)])


def _hexes(state: Record) -> list[str]:
    g = int(state["graph"])
    graph = GRAPHS[g]
    middles = [(5 * x + 5 * max(-a for a, _ in graph.cells) + 8, 4 * y) for x, y in graph.cells]
    top = min(row for _, row in middles) - 4
    middles = [(column, row - top) for column, row in middles]
    width, height = max(c for c, _ in middles) + 9, max(r for _, r in middles) + 5
    canvas = [[" "] * width for _ in range(height)]
    spots: dict[int, tuple[int, int]] = {}
    for h in range(int(HEXES[g])):
        column, row = middles[h]
        for side, (right, down) in enumerate(_CORNERS):
            spots[int(HEX_CORNER[g, h, side])] = (column + right, row + down)
        guest = "*" if int(state["robber"]) == h else "&" if int(state["pirate"]) == h else ""
        guest += "$" if int(state["merchant"]) == h else ""
        chit = int(state["chit"][h]) or ""
        _write(canvas, column, row - 1, graph.hex_names[h])
        _write(canvas, column, row, TERRAINS[state["terrain"][h]][:6])
        _write(canvas, column, row + 1, f"{chit}{guest}")
    routes = _routes(state)
    for edge in {int(edge) for h in range(int(HEXES[g])) for edge in HEX_EDGE[g, h]}:
        ends = tuple(spots[int(corner)] for corner in EDGE_CORNER[g, edge])
        _draw_edge(canvas, ends, routes.get(edge))
    for corner, (column, row) in spots.items():
        _write(canvas, column, row, _piece(state, corner))
    return ["".join(line).rstrip() for line in canvas]


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
    owner = derived.owner(state, corner)
    if owner < 0:
        harbors = [i for i, (a, b, _) in enumerate(derived.harbors(state)) if corner in (a, b)]
        return f"h{harbors[0] + 1}" if harbors else "."
    piece = int(state["corner"][corner]) >> 3
    if piece >= derived.KNIGHT:
        return f"{owner + 1}{'k' if piece & 3 == INACTIVE else 'K'}{piece >> 3}"
    if corner in [int(place) for place in state["metropolises"]]:
        return f"{owner + 1}{'M' if piece == WALLED else 'm'}"
    return f"{owner + 1}{_BUILDINGS[piece]}"


def _harbors(state: Record) -> list[str]:
    names = GRAPHS[int(state["graph"])].corner_names
    parts = [
        f"h{i + 1} {names[a]}-{names[b]} {'?' if sort == HIDDEN else HARBORS[sort]}"
        for i, (a, b, sort) in enumerate(derived.harbors(state))
    ]
    return ["harbors: " + "; ".join(parts)]


def _waters(state: Record) -> list[str]:
    """Fishing grounds and fish tokens; nothing without fish."""
    data = to_json(state, None)
    if data["fish"] is None:
        return []
    names = GRAPHS[int(state["graph"])].corner_names
    places = "; ".join(f"{names[corner]} {number}" for corner, number in derived.grounds(state))
    fish = data["fish"]
    hands = "; ".join(
        f"{seat_name(seat)} {_counts(about['fish'])}" for seat, about in enumerate(data["seats"])
    )
    return [
        f"fishing grounds: {places}; lake 2 3 11 12, lake2 4 10",
        f"fish (count value): {hands}; pool {_counts(fish['pool'])}; "
        f"discards {_counts(fish['discards'])}; boot {fish['boot']}",
    ]


def _counts(cards: dict[str, Any]) -> str:
    return " ".join(f"{n} {name}" for name, n in cards.items()) or "nothing"


def _islands(about: dict[str, Any]) -> str:
    return f"; foreign islands {about['islands']}" if about["islands"] else ""


def _table(state: Record) -> list[str]:
    data = to_json(state, None)
    lines = [
        f"turn {data['turn_number']} of {data['turn']}, phase {data['phase']}, {data['actor']} "
        f"decides; dice {data['dice'] or '-'}; target {data['options']['target']}",
        f"bank: {_counts(lanes(state['bank'], KINDS))}; deck: {data['development']['left']}",
    ]
    if data["offer"]:
        lines.append(f"offer: {data['offer']['text']}, answers {data['offer']['answers']}")
    for seat, about in enumerate(data["seats"]):
        titles = [name for name in ("longest_road", "largest_army", "harbormaster")
                  if data[name] == seat_name(seat)]  # fmt: skip
        hand = with_unknown(state["hand"][seat], state["hidden"][seat], KINDS)
        cards = with_unknown(
            state["development"][seat], state["development_hidden"][seat], DEVELOPMENT
        )
        lines.append(
            f"{seat_name(seat)}: {about['points']} points; hand {_counts(hand)}; development "
            f"{_counts(cards)}; knights {about['army']}; road {about['road_length']}"
            f"{_islands(about)}"
            f"{''.join(f'; {title}' for title in titles)}"
        )
    return lines
