"""What follows from the pieces on the board, in plain Python: for loading, checks and pictures."""

from collections.abc import Iterator, Sequence
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
    NEAR_SET,
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
    MAX_HARBORS,
    MAX_KNIGHTS,
    NO_HEX,
    NOWHERE,
    SEA,
    SETTLEMENT,
    SIDEWAYS,
    WALLED,
)
from hinterland.engine.jit import Record

_WORD: Final = 64
KNIGHT: Final = 8
"""Pieces from here on are knights."""


def members(words: Any) -> list[int]:
    """The members of a set of bits, ascending; `words` has shape (WORDS,)."""
    found = []
    for w in range(WORDS):
        word = int(words[w])
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
    sorts = (CITY, WALLED) if piece == CITY else (piece,)
    codes = [sort << 3 | seat + 1 for sort in sorts]
    return [c for c, here in enumerate(state["corner"].tolist()) if here in codes]


def knights_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has knights, ascending."""
    return [
        c
        for c, here in enumerate(state["corner"].tolist())
        if here >> 3 >= KNIGHT and here & 7 == seat + 1
    ]


def _builds(state: Record, seat: int, corner: int) -> bool:
    return has_building(state, corner) and owner(state, corner) == seat


def buildings_of(state: Record, seat: int) -> list[int]:
    """The corners on which a seat has settlements or cities, ascending."""
    return [
        c
        for c, here in enumerate(state["corner"].tolist())
        if 0 < here >> 3 < KNIGHT and here & 7 == seat + 1
    ]


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
    graph = int(state["graph"])
    roads = set(members(state["roads"][seat]))
    routes = roads | set(members(state["ships"][seat]))
    ends = {int(corner) for edge in routes for corner in EDGE_CORNER[graph, edge]}

    def longest(corner: int, left: frozenset[int], last: int | None) -> int:
        if last is not None and owner(state, corner) not in (-1, seat):
            return 0
        best = 0
        for edge, other in zip(CORNER_EDGE[graph, corner], CORNER_NEXT[graph, corner], strict=True):
            changes = last is not None and (last in roads) != (int(edge) in roads)
            if int(edge) in left and not (changes and not _builds(state, seat, corner)):
                best = max(best, 1 + longest(int(other), left - {int(edge)}, int(edge)))
        return best

    return max((longest(corner, frozenset(routes), None) for corner in ends), default=0)


def is_land(state: Record, h: int) -> bool:
    """Whether a hex is land; h is -1 beyond the board."""
    return h >= 0 and int(state["terrain"][h]) not in (SEA, NO_HEX)


def land_at(state: Record, corner: int) -> list[int]:
    """The land hexes at a corner."""
    return [int(h) for h in CORNER_HEX[int(state["graph"]), corner] if is_land(state, int(h))]


def edge_sides(state: Record, edge: int) -> tuple[bool, bool]:
    """Whether an edge touches land, and whether it touches sea."""
    sides = {is_land(state, int(h)) for h in EDGE_HEX[int(state["graph"]), edge]}
    return True in sides, False in sides


def coast_ends(state: Record, corner: int) -> list[int]:
    """The corners next to one along the coast: two, or none."""
    graph = int(state["graph"])
    return [
        int(other)
        for edge, other in zip(CORNER_EDGE[graph, corner], CORNER_NEXT[graph, corner], strict=True)
        if edge >= 0 and all(edge_sides(state, int(edge)))
    ]


def island_of(state: Record, h: int) -> set[int]:
    """The land hexes joined to one."""
    island, fresh = {h}, [h]
    while fresh:
        for other in map(int, HEX_NEXT[int(state["graph"]), fresh.pop()]):
            if is_land(state, other) and other not in island:
                island.add(other)
                fresh.append(other)
    return island


def foreign_islands(state: Record, seat: int) -> int:
    """Islands with a building of the seat on which it did not start; none without Seafarers."""
    if not state["options"][SEAFARERS]:
        return 0
    started = [int(h) for h in state["home"][seat] if h != NOWHERE]
    known = set().union(*(island_of(state, h) for h in started))
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


def setup_seat(state: Record) -> int:
    """The seat that places in the setup, by the roads and ships that are on the board."""
    players = int(state["players"])
    placed = sum(
        len(members(state[name][seat])) for seat in range(players) for name in ("roads", "ships")
    )
    step = placed if placed < players else 2 * players - 1 - placed
    return (int(state["first"]) + step) % players


def bank_rate(state: Record, seat: int, kind: int) -> int:
    """Cards of a kind that the bank wants of a seat for one of another."""
    best = BANK_RATE
    for first, second, sort in harbors(state):
        serves = any(_builds(state, seat, corner) for corner in (first, second))
        if serves and sort == ANY:
            best = min(best, 3)
        if serves and sort == kind and kind < RESOURCES:
            return 2
    return 2 if with_knights(state) and _trades_at_two(state, seat, kind) else best


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
    metropolises = [int(corner) for corner in state["metropolises"] if corner != NOWHERE]
    return (
        len(pieces_of(state, seat, SETTLEMENT))
        + len(pieces_of(state, seat, SIDEWAYS))
        + 2 * len(pieces_of(state, seat, CITY))
        + ISLAND_POINTS * int(state["islands"][seat])
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
        edges = members(state["roads"][seat]) + members(state["ships"][seat])
        state["taken"][0] |= set_words(edges)
        corners = {
            int(c) for edge in edges for c in EDGE_CORNER[graph, edge] if edge < EDGES[graph]
        }
        if state["turns"] > 0:
            corners |= set(buildings_of(state, seat))
        state["reach"][seat] = set_words(sorted(corners))
        state["islands"][seat] = foreign_islands(state, seat)
        state["settlements"][seat] = SETTLEMENTS - len(pieces_of(state, seat, SETTLEMENT))
        sideways = len(pieces_of(state, seat, SIDEWAYS))
        state["cities"][seat] = CITIES - len(pieces_of(state, seat, CITY)) - sideways
        state["sideways"][seat] = sideways
        knights = knights_of(state, seat)[:MAX_KNIGHTS]
        state["knights"][seat, : len(knights)] = knights
    for corner in range(int(CORNERS[graph])):
        if has_building(state, corner):
            state["crowded"][0] |= NEAR_SET[graph, corner]
        elif not land_at(state, corner):
            state["crowded"][0] |= set_words([corner])
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
