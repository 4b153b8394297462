"""What follows from the pieces on the board, in plain Python: for loading, checks and pictures."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from hinterland.engine.island.board import (
    COAST_EDGE,
    COAST_LENGTH,
    CORNER_EDGE,
    CORNER_NEXT,
    CORNERS,
    EDGE_CORNER,
    EDGES,
    MAX_CORNERS,
    NEAR_SET,
    WORDS,
)
from hinterland.engine.island.options import EXPANSION
from hinterland.engine.island.points import CITIES, SETTLEMENTS
from hinterland.engine.island.state import (
    CITY,
    HIDDEN,
    MAX_HARBORS,
    MAX_KNIGHTS,
    NOWHERE,
    SETTLEMENT,
    SETUP_ROAD,
    SIDEWAYS,
    WALLED,
)
from hinterland.engine.jit import Record

_WORD: Final = 64
KNIGHT: Final = 8
"""Pieces from here on are knights."""


def members(words: Any) -> list[int]:
    """The members of a set of bits, ascending; `words` has shape (WORDS,)."""
    return [_WORD * w + i for w in range(WORDS) for i in range(_WORD) if (int(words[w]) >> i) & 1]


def set_words(places: list[int]) -> Any:
    """The inverse of `members`."""
    words = [0] * WORDS
    for place in places:
        words[place // _WORD] |= 1 << place % _WORD
    return np.array(words, np.uint64)


def pieces_of(state: Record, seat: int, piece: int) -> list[int]:
    """The corners on which a seat has SETTLEMENTs, CITYs (walled ones too) or SIDEWAYS cities."""
    sorts = (CITY, WALLED) if piece == CITY else (piece,)
    codes = [sort << 3 | seat + 1 for sort in sorts]
    return [c for c, here in enumerate(state["corner"]) if here in codes]


def knights_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has knights, ascending."""
    return [
        c for c, here in enumerate(state["corner"]) if here >> 3 >= KNIGHT and here & 7 == seat + 1
    ]


def _builds(state: Record, seat: int, corner: int) -> bool:
    return has_building(state, corner) and owner(state, corner) == seat


def has_building(state: Record, corner: int) -> bool:
    return 0 < int(state["corner"][corner]) >> 3 < KNIGHT


def with_knights(state: Record) -> bool:
    """Whether Cities & Knights is played."""
    return int(state["options"][EXPANSION]) == 0


def owner(state: Record, corner: int) -> int:
    """The seat whose piece stands on a corner, -1 for none."""
    return (int(state["corner"][corner]) & 7) - 1


def road_length(state: Record, seat: int) -> int:
    """The length of the seat's longest trail."""
    graph = int(state["graph"])
    roads = set(members(state["roads"][seat]))
    ends = {int(corner) for edge in roads for corner in EDGE_CORNER[graph, edge]}

    def longest(corner: int, left: frozenset[int], first: bool) -> int:
        if not first and owner(state, corner) not in (-1, seat):
            return 0
        best = 0
        for edge, other in zip(CORNER_EDGE[graph, corner], CORNER_NEXT[graph, corner], strict=True):
            if int(edge) in left:
                best = max(best, 1 + longest(int(other), left - {int(edge)}, False))
        return best

    return max((longest(corner, frozenset(roads), True) for corner in ends), default=0)


def harbors(state: Record) -> Iterator[tuple[int, int, int]]:
    """The two corners and the type of each harbor."""
    for i in range(MAX_HARBORS):
        if state["harbor_first"][i] != NOWHERE:
            names = ("harbor_first", "harbor_second", "harbor_type")
            first, second, sort = (int(state[name][i]) for name in names)
            yield first, second, sort


def harbor_points(state: Record, seat: int) -> int:
    """Harbor points of the house: a settlement 1, a city 2, a metropolis 4, at any harbor."""
    corners = [corner for first, second, _ in harbors(state) for corner in (first, second)]
    own = [c for c in corners if owner(state, c) == seat and has_building(state, c)]
    extra = sum(2 for c in own if c in state["metropolises"])
    return extra + sum(int(state["corner"][c]) >> 3 & 3 for c in own)


def open_points(state: Record, seat: int) -> int:
    """Victory points that all can see."""
    cards = ("longest_road", "largest_army", "harbormaster")
    more = ("printer", "constitution", "merchant_owner")
    metropolises = [int(corner) for corner in state["metropolises"] if corner != NOWHERE]
    return (
        len(pieces_of(state, seat, SETTLEMENT))
        + len(pieces_of(state, seat, SIDEWAYS))
        + 2 * len(pieces_of(state, seat, CITY))
        + sum(2 for card in cards if int(state[card]) == seat)
        + sum(1 for card in more if int(state[card]) == seat)
        + sum(2 for corner in metropolises if owner(state, corner) == seat)
        + int(state["defender"][seat])
    )


def derive(state: Record) -> None:
    """Set every field that follows from roads, buildings and harbors."""
    graph, players = int(state["graph"]), int(state["players"])
    for name in ("taken", "reach", "crowded", "settlements", "cities", "sideways"):
        state[name] = 0
    state["knights"] = NOWHERE
    for seat in range(players):
        edges = members(state["roads"][seat])
        state["taken"][0] |= set_words(edges)
        corners = {
            int(c) for edge in edges for c in EDGE_CORNER[graph, edge] if edge < EDGES[graph]
        }
        if int(state["phase"]) > SETUP_ROAD:
            corners |= {c for c in range(MAX_CORNERS) if _builds(state, seat, c)}
        state["reach"][seat] = set_words(sorted(corners))
        state["settlements"][seat] = SETTLEMENTS - len(pieces_of(state, seat, SETTLEMENT))
        sideways = len(pieces_of(state, seat, SIDEWAYS))
        state["cities"][seat] = CITIES - len(pieces_of(state, seat, CITY)) - sideways
        state["sideways"][seat] = sideways
        knights = knights_of(state, seat)[:MAX_KNIGHTS]
        state["knights"][seat, : len(knights)] = knights
    for corner in range(int(CORNERS[graph])):
        if has_building(state, corner):
            state["crowded"][0] |= NEAR_SET[graph, corner]
    holder = int(state["longest_road"])
    state["road_length"] = road_length(state, holder) if holder >= 0 else 0
    state["flips"] = flips(state)


def flips(state: Record) -> int:
    """The face-down harbors that a road meets, as bits."""
    met = {c for seat in range(int(state["players"])) for c in members(state["reach"][seat])}
    found = 0
    for i, (first, second, sort) in enumerate(harbors(state)):
        if sort == HIDDEN and {first, second} & met:
            found |= 1 << i
    return found


def coast(graph: int) -> set[tuple[int, int]]:
    """The corners of each coast edge of a land board, the smaller first."""
    edges = COAST_EDGE[graph, : COAST_LENGTH[graph]]
    return {(int(a), int(b)) for a, b in EDGE_CORNER[graph, edges]}


def too_close(state: Record) -> bool:
    """Whether two buildings stand on neighbouring corners."""
    graph = int(state["graph"])
    return any(
        has_building(state, c) and any(other >= 0 and has_building(state, other) for other in nexts)
        for c, nexts in enumerate(CORNER_NEXT[graph, : CORNERS[graph]])
    )


def bare_building(state: Record, seat: int) -> int | None:
    """A building of the seat that none of its roads touches."""
    reach = members(state["reach"][seat])
    own = pieces_of(state, seat, SETTLEMENT) + pieces_of(state, seat, CITY)
    return next((corner for corner in own if corner not in reach), None)
