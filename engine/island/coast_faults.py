"""What makes harbors, lakes and fishing grounds impossible, in words."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import (
    COAST_CORNER,
    CORNERS,
    GRAPHS,
    HEX_NEXT,
    HEXES,
    WATER_CORNER,
    WATERS,
)
from hinterland.engine.island.supplies import (
    GROUND_NUMBERS,
    GROUND_SLOTS,
    GROUNDS_ON,
    HARBOR_COUNTS,
    HARBORS_ON,
    LAKES_ON,
    TERRAIN_COUNTS,
)
from hinterland.engine.jit import Record

_WATER_CORNERS: Final = [[set(corners) for corners in waters] for waters in WATER_CORNER.tolist()]


def terrain_faults(state: Record) -> Iterator[str]:
    """Hexes of each terrain, and lakes that are not surrounded by land."""
    graph, fish = int(state["graph"]), bool(state["options"][o.FISH])
    expected = [*map(int, TERRAIN_COUNTS[graph]), 0, 0]
    if fish:
        expected[s.DESERT] = 0
        for lake in range(int(LAKES_ON[0, graph])):
            expected[s.LAKE + lake] = 1
    counts = Counter(state["terrain"][: HEXES[graph]].tolist())
    for terrain, n in enumerate(expected):
        if counts[terrain] != n:
            yield f"{counts[terrain]} hexes of {s.TERRAINS[terrain]}: expected {n}"
    for h, terrain in enumerate(state["terrain"][: HEXES[graph]].tolist()):
        if terrain not in (s.LAKE, s.LAKE_2):
            continue
        around = [int(other) for other in HEX_NEXT[graph, h]]
        name = GRAPHS[graph].hex_names[h]
        if not all(derived.is_land(state, other) for other in around):
            yield f"the lake {name} is not surrounded by land"
        elif any(state["terrain"][other] in (s.LAKE, s.LAKE_2) for other in around):
            yield f"the lake {name} has another lake beside it"


def harbor_faults(state: Record) -> Iterator[str]:
    graph = int(state["graph"])
    harbors = list(derived.harbors(state))
    if len(harbors) != int(HARBORS_ON[0, graph]):
        yield f"{len(harbors)} harbors, expected {int(HARBORS_ON[0, graph])}"
    corners = [corner for first, second, _ in harbors for corner in (first, second)]
    if len(set(corners)) != len(corners) or any(corner >= CORNERS[graph] for corner in corners):
        yield "harbors share a corner, or have one beyond the board"
        return
    if [first for first, _, _ in harbors] != sorted(first for first, _, _ in harbors):
        yield "harbors are not in order"
    yield from _harbor_places(state, [(first, second) for first, second, _ in harbors])
    types = [sort for _, _, sort in harbors]
    if any(sort > s.ANY and sort != s.HIDDEN for sort in types):
        yield "no such harbor"
        return
    shown = np.bincount([t for t in types if t != s.HIDDEN] or [0], minlength=6)
    shown -= np.bincount([] if any(t != s.HIDDEN for t in types) else [0], minlength=6)
    if list(shown + state["harbor_pool"]) != list(HARBOR_COUNTS[graph]):
        yield "the types of harbors do not add up"


def _harbor_places(state: Record, harbors: list[tuple[int, int]]) -> Iterator[str]:
    names = GRAPHS[int(state["graph"])].corner_names
    sea = bool(state["options"][o.SEAFARERS])
    crosses = sea and bool(state["options"][o.HARBORS_CROSS_WATER])
    waters = []
    for first, second in harbors:
        text = f"harbor:{names[first]}-{names[second]}"
        if first > second:
            yield f"{text}: the smaller corner comes first"
        if not derived.land_at(state, first) or not derived.land_at(state, second):
            yield f"{text}: a corner touches no land"
        elif second not in derived.coast_ends(state, first) and not crosses:
            yield f"{text} does not lie on the coast"
        if sea:
            waters.append(_waters_of(state, first, second))
            if not waters[-1]:
                yield f"{text}: no sea hex has both corners"
    if not _one_each(waters):
        yield "two harbors on one sea hex"


def _waters_of(state: Record, first: int, second: int) -> set[int]:
    """The sea hexes, the ring around the board included, with both corners."""
    graph = int(state["graph"])
    return {
        water
        for water in range(int(WATERS[graph]))
        if {first, second} <= _WATER_CORNERS[graph][water]
        and not (water < HEXES[graph] and derived.is_land(state, water))
    }


def _one_each(choices: list[set[int]]) -> bool:
    """Whether each set can give a member that no other gives."""
    holder: dict[int, int] = {}

    def gives(i: int, tried: set[int]) -> bool:
        for member in choices[i] - tried:
            tried.add(member)
            if member not in holder or gives(holder[member], tried):
                holder[member] = i
                return True
        return False

    return all(gives(i, set()) for i in range(len(choices)))


def ground_faults(state: Record) -> Iterator[str]:
    graph = int(state["graph"])
    names = GRAPHS[graph].corner_names
    grounds = list(derived.grounds(state))
    count = int(GROUNDS_ON[0, graph]) if state["options"][o.FISH] else 0
    expected = sorted(map(int, GROUND_NUMBERS[graph, :count]))
    if sorted(number for _, number in grounds) != expected:
        yield f"numbers of the fishing grounds: expected {expected}"
        return
    if any(corner >= CORNERS[graph] for corner, _ in grounds):
        yield "a fishing ground beyond the board"
        return
    middles = [corner for corner, _ in grounds]
    if middles != sorted(set(middles)):
        yield "fishing grounds are not in order, or two on one corner"
    harbors = {frozenset((first, second)) for first, second, _ in derived.harbors(state)}
    for middle in middles:
        ends = derived.coast_ends(state, middle)
        if len(ends) != 2:
            yield f"fish:{names[middle]} does not lie on the coast"
        elif set(ends) & set(middles):
            yield f"fish:{names[middle]} overlaps another ground"
        elif harbors & {frozenset((middle, end)) for end in ends}:
            yield f"fish:{names[middle]} lies on a harbor"
        elif not _is_placed_well(state, [middle, *ends]):
            yield f"fish:{names[middle]} has more than one corner between two land hexes"
    if count and state["options"][o.FISH_PLACES]:
        slots = COAST_CORNER[graph, GROUND_SLOTS[graph, :count]]
        if middles != sorted(map(int, slots)):
            yield "the fishing grounds are not on the official places"


def _is_placed_well(state: Record, corners: list[int]) -> bool:
    """The house rule of grounds on a land board."""
    if state["options"][o.SEAFARERS] or state["options"][o.FISH_PLACES]:
        return True
    return sum(len(derived.land_at(state, corner)) == 2 for corner in corners) <= 1
