"""What follows from the pieces on the board, in plain Python: for loading, checks and pictures."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from hinterland.engine.island.board import (
    CORNER_EDGE,
    CORNER_HEX,
    CORNER_NEXT,
    CORNERS,
    EDGE_CORNER,
    EDGE_HEX,
    EDGES,
    HEX_NEXT,
    WORDS,
)
from hinterland.engine.island.cards import KINDS, RESOURCES
from hinterland.engine.island.hands import (
    BANK_LARGE,
    BANK_SMALL,
    COMMODITIES_LARGE,
    COMMODITIES_SMALL,
)
from hinterland.engine.island.islands import ISLAND_POINTS
from hinterland.engine.island.options import (
    BOOT_EXTRA,
    EXPANSION,
    FISH,
    FISH_EXTRA,
    SEAFARERS,
    SEAFARERS_EXTRA,
    TARGET,
)
from hinterland.engine.island.points import CITIES, SETTLEMENTS
from hinterland.engine.island.prices import BANK_RATE, GUILD
from hinterland.engine.island.progress import TRADE
from hinterland.engine.island.state import (
    ANY,
    CITY,
    HIDDEN,
    MAX_GROUNDS,
    MAX_KNIGHTS,
    NO_HEX,
    NOWHERE,
    SEA,
    SETTLEMENT,
    SIDEWAYS,
    WALLED,
)
from hinterland.engine.jit import Record

_HEXES_AT: Final[list[list[list[int]]]] = CORNER_HEX.tolist()
_EDGES_AT: Final[list[list[list[int]]]] = CORNER_EDGE.tolist()
_BESIDE: Final[list[list[list[int]]]] = CORNER_NEXT.tolist()
_ENDS: Final[list[list[list[int]]]] = EDGE_CORNER.tolist()
_SIDES: Final[list[list[list[int]]]] = EDGE_HEX.tolist()
_NEXT_TO: Final[list[list[list[int]]]] = HEX_NEXT.tolist()
"""The graphs as lists: Python reads a number out of an array many times as slowly."""

FOLLOWING: Final = (
    "taken", "reach", "crowded", "settlements", "cities", "sideways", "knights", "islands",
    "road_length", "flips",
)  # fmt: skip
"""The fields that `derive` sets."""

_WORD: Final = 64
_NO_LAND: Final = (SEA, NO_HEX)
KNIGHT: Final = 8
"""Pieces from here on are knights."""


def members(words: Any) -> list[int]:
    """The members of a set of bits, ascending; `words` has shape (WORDS,)."""
    found = []
    for w, word in enumerate(words.tolist()):
        while word:
            found.append(_WORD * w + (word & -word).bit_length() - 1)
            word &= word - 1
    return found


def set_words(places: list[int]) -> Any:
    """The inverse of `members`."""
    words = [0] * WORDS
    for place in places:
        words[place // _WORD] |= 1 << place % _WORD
    return np.array(words, np.uint64)


def lanes(cards: Any, kinds: int = len(KINDS)) -> list[int]:
    """How many cards there are of each kind."""
    return [(int(cards) >> (8 * kind)) & 255 for kind in range(kinds)]


def supply(state: Record) -> list[int]:
    """Cards of each kind in the whole game."""
    small = int(state["players"]) <= 4
    commodities = COMMODITIES_SMALL if small else COMMODITIES_LARGE
    resources = [BANK_SMALL if small else BANK_LARGE] * RESOURCES
    return resources + [commodities if with_knights(state) else 0] * (len(KINDS) - RESOURCES)


def cards_held(state: Record, seat: int) -> int:
    """How many cards a seat has in hand."""
    return sum(lanes(state["hand"][seat])) + int(state["hidden"][seat])


def may_hold(state: Record, seat: int, cards: Sequence[int]) -> bool:
    """Whether a seat has so many cards of each kind, or on a view may have them."""
    hands = [lanes(hand) for hand in state["hand"]]
    out = zip(supply(state), lanes(state["bank"]), *hands, strict=True)
    loose = [total - bank - sum(known) for total, bank, *known in out]
    missing = [max(n - held, 0) for n, held in zip(cards, hands[seat], strict=True)]
    beyond = any(n > there for n, there in zip(missing, loose, strict=True))
    return not beyond and sum(missing) <= int(state["hidden"][seat])


def pieces_of(state: Record, seat: int, piece: int) -> list[int]:
    """The corners on which a seat has SETTLEMENTs, CITYs (walled ones too) or SIDEWAYS cities."""
    found = corners_with(state, piece << 3 | seat + 1)
    return sorted(found + walled_of(state, seat)) if piece == CITY else found


def walled_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has cities with a wall, ascending."""
    return corners_with(state, WALLED << 3 | seat + 1)


def corners_with(state: Record, here: int) -> list[int]:
    """The corners on which just that stands, as `corner` of a state has it, ascending."""
    corners = _standing(state)
    found, corner = [], corners.find(here)
    while corner >= 0:
        found.append(corner)
        corner = corners.find(here, corner + 1)
    return found


def _standing(state: Record) -> bytes:
    """What stands on the corners, up to the last on which something does."""
    corners: bytes = state["corner"].tobytes()
    return corners.rstrip(b"\0")


def count_of(state: Record, seat: int, piece: int) -> int:
    """How many settlements, cities or sideways cities a seat has on the board: see `pieces_of`."""
    corners = _standing(state)
    found = corners.count(piece << 3 | seat + 1)
    return found + corners.count(WALLED << 3 | seat + 1) if piece == CITY else found


def knights_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has knights, ascending."""
    return [c for c in _owned(_standing(state), seat) if int(state["corner"][c]) >> 3 >= KNIGHT]


def buildings_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has settlements or cities, ascending."""
    return [c for c in _owned(_standing(state), seat) if int(state["corner"][c]) >> 3 < KNIGHT]


@lru_cache(maxsize=32)  # asked for time and again of one position
def _owned(corners: bytes, seat: int) -> tuple[int, ...]:
    """Those of the corners on which a piece of the seat stands."""
    return tuple(c for c, here in enumerate(corners) if here & 7 == seat + 1)


def has_building(state: Record, corner: int) -> bool:
    return 0 < int(state["corner"][corner]) >> 3 < KNIGHT


def with_knights(state: Record) -> bool:
    """Whether Cities & Knights is played."""
    return int(state["options"][EXPANSION]) == 0


def owner(state: Record, corner: int) -> int:
    """The seat whose piece stands on a corner, -1 for none."""
    return (int(state["corner"][corner]) & 7) - 1


def road_length(state: Record, seat: int) -> int:
    """The length of the seat's longest trail of roads and ships."""
    roads, ships = (tuple(members(state[name][seat])) for name in ("roads", "ships"))
    return _longest_trail(int(state["graph"]), seat, roads, ships, state["corner"].tobytes())


@lru_cache(maxsize=32)  # of a position that is read, checked and written it is asked three times
def _longest_trail(
    graph: int, seat: int, own: tuple[int, ...], ships: tuple[int, ...], corners: bytes
) -> int:
    """`road_length` of roads of one's `own` and ships, between what stands on the `corners`."""
    roads = set(own)
    routes = roads | set(ships)
    ways: dict[int, list[tuple[int, int]]] = {}
    for edge in routes:
        first, second = _ENDS[graph][edge]
        ways.setdefault(first, []).append((edge, second))
        ways.setdefault(second, []).append((edge, first))

    def longest(corner: int, gone: int, last: int | None) -> int:
        here = corners[corner]
        if last is not None and here & 7 not in (0, seat + 1):
            return 0
        best = 0
        for edge, other in ways[corner]:
            if not gone >> edge & 1:
                changes = last is not None and (last in roads) != (edge in roads)
                if not changes or (0 < here >> 3 < KNIGHT and here & 7 == seat + 1):
                    best = max(best, 1 + longest(other, gone | 1 << edge, edge))
        return best

    return max((longest(corner, 0, None) for corner in ways), default=0)


def is_land(state: Record, h: int) -> bool:
    """Whether a hex is land; h is -1 beyond the board."""
    return h >= 0 and int(state["terrain"][h]) not in _NO_LAND


def land_at(state: Record, corner: int) -> list[int]:
    """The land hexes at a corner."""
    terrain = state["terrain"].tobytes()
    around = _HEXES_AT[int(state["graph"])][corner]
    return [h for h in around if h >= 0 and terrain[h] not in _NO_LAND]


def edge_sides(state: Record, edge: int) -> tuple[bool, bool]:
    """Whether an edge touches land, and whether it touches sea."""
    return _sides(state["terrain"].tobytes(), _SIDES[int(state["graph"])][edge])


def _sides(terrain: bytes, around: list[int]) -> tuple[bool, bool]:
    """The same by the terrain of the hexes and the two that the edge lies between."""
    sides = [h >= 0 and terrain[h] not in _NO_LAND for h in around]
    return True in sides, False in sides


def coast_ends(state: Record, corner: int) -> list[int]:
    """The corners next to one along the coast: two, or none."""
    graph, terrain = int(state["graph"]), state["terrain"].tobytes()
    return [
        other
        for edge, other in zip(_EDGES_AT[graph][corner], _BESIDE[graph][corner], strict=True)
        if edge >= 0 and all(_sides(terrain, _SIDES[graph][edge]))
    ]


def island_of(state: Record, h: int) -> frozenset[int]:
    """The land hexes joined to one."""
    return _joined(int(state["graph"]), state["terrain"].tobytes(), h)


@lru_cache(maxsize=64)  # the islands of a game stay as they are
def _joined(graph: int, terrain: bytes, h: int) -> frozenset[int]:
    """`island_of` in a board with such hexes."""
    island, fresh = {h}, [h]
    while fresh:
        for other in _NEXT_TO[graph][fresh.pop()]:
            if other >= 0 and terrain[other] not in _NO_LAND and other not in island:
                island.add(other)
                fresh.append(other)
    return frozenset(island)


def foreign_islands(state: Record, seat: int) -> int:
    """Islands with a building of the seat on which it did not start; none without Seafarers."""
    if not state["options"][SEAFARERS]:
        return 0
    started = [int(h) for h in state["home"][seat] if h != NOWHERE]
    known: set[int] = set().union(*(island_of(state, h) for h in started))
    count = 0
    for corner in buildings_of(state, seat):
        for h in land_at(state, corner)[:1]:
            if h not in known:
                known |= island_of(state, h)
                count += 1
    return count


def grounds(state: Record) -> Iterator[tuple[int, int]]:
    """The middle corner and the number of each fishing ground."""
    for i in range(MAX_GROUNDS):
        if state["ground_corner"][i] != NOWHERE:
            yield int(state["ground_corner"][i]), int(state["ground_number"][i])


def ground_corners(state: Record, middle: int) -> tuple[int, ...]:
    """The three corners of a fishing ground along the coast, by its middle one."""
    first, *others = coast_ends(state, middle)
    return (first, middle, *others)


def harbors(state: Record) -> Iterator[tuple[int, int, int]]:
    """The two corners and the type of each harbor."""
    columns = (state[name].tolist() for name in ("harbor_first", "harbor_second", "harbor_type"))
    for first, second, sort in zip(*columns, strict=True):
        if first != NOWHERE:
            yield first, second, sort


def harbor_points(state: Record, seat: int) -> int:
    """Harbor points of the house: a settlement 1, a city 2, a metropolis 4, at any harbor."""
    pieces, metropolises = state["corner"].tobytes(), state["metropolises"].tolist()
    corners = [corner for first, second, _ in harbors(state) for corner in (first, second)]
    own = [c for c in corners if 0 < pieces[c] >> 3 < KNIGHT and pieces[c] & 7 == seat + 1]
    return sum((pieces[c] >> 3 & 3) + (2 if c in metropolises else 0) for c in own)


def setup_order(state: Record) -> list[int]:
    """The seats in the order in which they place: clockwise, then backwards (rules 9.6)."""
    players, first = int(state["players"]), int(state["first"])
    clockwise = [(first + step) % players for step in range(players)]
    return clockwise + clockwise[::-1]


def setup_seat(state: Record) -> int:
    """The seat that places in the setup, by the roads and ships that are on the board."""
    players = int(state["players"])
    placed = sum(
        len(members(state[name][seat])) for seat in range(players) for name in ("roads", "ships")
    )
    return setup_order(state)[placed % (2 * players)]


def bank_rates(state: Record, seat: int) -> list[int]:
    """Cards of each kind that the bank wants of a seat for one of another."""
    own = buildings_of(state, seat)
    served = {sort for first, second, sort in harbors(state) if first in own or second in own}
    return [_bank_rate(state, seat, kind, served) for kind in range(len(KINDS))]


def _bank_rate(state: Record, seat: int, kind: int, served: set[int]) -> int:
    """The rate of one kind; `served`: the types of the seat's harbors."""
    if kind < RESOURCES and kind in served:
        return 2
    if with_knights(state) and _trades_at_two(state, seat, kind):
        return 2
    return 3 if ANY in served else BANK_RATE


def _trades_at_two(state: Record, seat: int, kind: int) -> bool:
    """Whether the merchant, the Merchant Guild or a Merchant Fleet gives the best rate."""
    if int(state["turn"]) == seat and int(state["fleet"]) >> kind & 1:
        return True
    if kind >= RESOURCES:
        return int(state["improvements"][seat, TRADE]) >= GUILD
    return int(state["merchant_owner"]) == seat and int(state["terrain"][state["merchant"]]) == kind


def target(state: Record, seat: int) -> int:
    """Victory points that a seat needs."""
    options = state["options"]
    points = int(options[TARGET])
    if options[FISH]:
        points += int(options[FISH_EXTRA])
        points += int(options[BOOT_EXTRA]) if int(state["boot"]) == seat else 0
    return points + (int(options[SEAFARERS_EXTRA]) if options[SEAFARERS] else 0)


def open_points(state: Record, seat: int) -> int:
    """Victory points that all can see."""
    cards = ("longest_road", "largest_army", "harbormaster")
    more = ("printer", "constitution", "merchant_owner")
    metropolises = [corner for corner in state["metropolises"].tolist() if corner != NOWHERE]
    return (
        count_of(state, seat, SETTLEMENT)
        + count_of(state, seat, SIDEWAYS)
        + 2 * count_of(state, seat, CITY)
        + ISLAND_POINTS * int(state["islands"][seat])
        + sum(2 for card in cards if int(state[card]) == seat)
        + sum(1 for card in more if int(state[card]) == seat)
        + sum(2 for corner in metropolises if owner(state, corner) == seat)
        + int(state["defender"][seat])
    )


def derive(state: Record) -> None:
    """Set every field that follows from roads, buildings and harbors."""
    for name in FOLLOWING:
        state[name] = 0
    found = _following(state.tobytes(), state.dtype)
    for name, value in zip(FOLLOWING, found, strict=True):
        state[name] = value


@lru_cache(maxsize=8)  # a position that is read is checked at once
def _following(body: bytes, dtype: Any) -> tuple[Any, ...]:
    """The values of FOLLOWING of the record that the bytes are, in which those are 0."""
    state = np.frombuffer(bytearray(body), dtype)[0]
    _derive(state)
    return tuple(state[name].copy() for name in FOLLOWING)


def _derive(state: Record) -> None:
    graph, players = int(state["graph"]), int(state["players"])
    edges_on = int(EDGES[graph])
    state["knights"] = NOWHERE
    for seat in range(players):
        edges = members(state["roads"][seat]) + members(state["ships"][seat])
        state["taken"][0] |= set_words(edges)
        corners = {c for edge in edges if edge < edges_on for c in _ENDS[graph][edge]}
        if state["turns"] > 0:
            corners |= set(buildings_of(state, seat))
        state["reach"][seat] = set_words(sorted(corners))
        state["islands"][seat] = foreign_islands(state, seat)
        state["settlements"][seat] = SETTLEMENTS - count_of(state, seat, SETTLEMENT)
        sideways = count_of(state, seat, SIDEWAYS)
        state["cities"][seat] = CITIES - count_of(state, seat, CITY) - sideways
        state["sideways"][seat] = sideways
        knights = knights_of(state, seat)[:MAX_KNIGHTS]
        state["knights"][seat, : len(knights)] = knights
    state["crowded"][0] = set_words(crowded(state))
    holder = int(state["longest_road"])
    state["road_length"] = road_length(state, holder) if holder >= 0 else 0
    state["flips"] = flips(state)


def crowded(state: Record) -> list[int]:
    """The corners at sea, and those with a building on them or on a neighbour."""
    graph, corners = int(state["graph"]), state["corner"].tobytes()
    terrain = state["terrain"].tobytes()
    found: set[int] = set()
    for corner, around in enumerate(_HEXES_AT[graph][: int(CORNERS[graph])]):
        if 0 < corners[corner] >> 3 < KNIGHT:
            found |= {corner, *(other for other in _BESIDE[graph][corner] if other >= 0)}
        elif not any(h >= 0 and terrain[h] not in _NO_LAND for h in around):
            found.add(corner)
    return sorted(found)


def flips(state: Record) -> int:
    """The face-down harbors that a road meets, as bits."""
    met = {c for seat in range(int(state["players"])) for c in members(state["reach"][seat])}
    found = 0
    for i, (first, second, sort) in enumerate(harbors(state)):
        if sort == HIDDEN and {first, second} & met:
            found |= 1 << i
    return found


def too_close(state: Record) -> bool:
    """Whether two buildings stand on neighbouring corners."""
    graph = int(state["graph"])
    built = {c for c, here in enumerate(_standing(state)) if 0 < here >> 3 < KNIGHT}
    on_board = range(int(CORNERS[graph]))
    return any(built & set(_BESIDE[graph][c]) for c in built if c in on_board)


def bare_building(state: Record, seat: int) -> int | None:
    """A building of the seat that none of its roads touches."""
    reach = members(state["reach"][seat])
    own = pieces_of(state, seat, SETTLEMENT) + pieces_of(state, seat, CITY)
    return next((corner for corner in own if corner not in reach), None)
