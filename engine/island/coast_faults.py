"""What makes harbors, lakes and fishing grounds impossible, in words."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

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
from hinterland.engine.island.fault_words import corner_name
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

_WATERS_AT: Final = [
    {
        corner: {water for water, all_of in enumerate(waters) if corner in all_of}
        for corner in {corner for all_of in waters for corner in all_of}
    }
    for waters in (row[:n].tolist() for row, n in zip(WATER_CORNER, WATERS, strict=True))
]
"""The water hexes at each corner of each board."""


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
    strange = [corner for corner in corners if corner >= CORNERS[graph]]
    shared = sorted(corner for corner, n in Counter(corners).items() if n > 1)
    for corner in strange:
        yield f"a harbor has {corner_name(state, corner)}, beyond the board"
    for corner in shared:
        yield f"harbors share the corner {corner_name(state, corner)}"
    if strange or shared:
        return
    for number, ((first, _, _), (after, _, _)) in enumerate(pairwise(harbors), 1):
        if first > after:
            yield f"harbor h{number} has a higher corner than h{number + 1}"
    yield from _harbor_places(state, [(first, second) for first, second, _ in harbors])
    types = [sort for _, _, sort in harbors]
    for number, sort in enumerate(types, 1):
        if sort > s.ANY and sort != s.HIDDEN:
            yield f"harbor h{number} has the type {sort}, which is none"
    for sort, expected in enumerate(HARBOR_COUNTS[graph].tolist()):
        shown, pool = types.count(sort), int(state["harbor_pool"][sort])
        if shown + pool != expected:
            down = f" and {pool} face down" if pool else ""
            yield f"{shown} harbors of {s.HARBORS[sort]} lie open{down}: expected {expected}"


def _harbor_places(state: Record, harbors: list[tuple[int, int]]) -> Iterator[str]:
    names = GRAPHS[int(state["graph"])].corner_names
    sea = bool(state["options"][o.SEAFARERS])
    crosses = sea and bool(state["options"][o.HARBORS_CROSS_WATER])
    waters, texts = [], []
    for first, second in harbors:
        text = f"harbor:{names[first]}-{names[second]}"
        if first > second:
            yield f"{text}: the smaller corner comes first"
        if not derived.land_at(state, first) or not derived.land_at(state, second):
            yield f"{text}: a corner touches no land"
        elif second not in derived.coast_ends(state, first) and not crosses:
            yield f"{text} does not lie on the coast"
        if sea:
            texts.append(text)
            waters.append(_waters_of(state, first, second))
            if not waters[-1]:
                yield f"{text}: no sea hex has both corners"
    crowded = _without_own(waters)
    if crowded:
        yield f"{', '.join(texts[i] for i in crowded)}: expected a sea hex for each"


def _waters_of(state: Record, first: int, second: int) -> set[int]:
    """The sea hexes, the ring around the board included, with both corners."""
    graph = int(state["graph"])
    at = _WATERS_AT[graph]
    return {
        water
        for water in at.get(first, set()) & at.get(second, set())
        if not (water < HEXES[graph] and derived.is_land(state, water))
    }


def _without_own(choices: list[set[int]]) -> list[int]:
    """Sets with fewer members than there are of them; none where each has one of its own."""
    holder: dict[int, int] = {}

    def gives(i: int, tried: set[int]) -> bool:
        for member in choices[i] - tried:
            tried.add(member)
            if member not in holder or gives(holder[member], tried):
                holder[member] = i
                return True
        return False

    for i in range(len(choices)):
        tried: set[int] = set()
        if not gives(i, tried):
            return sorted({i, *(holder[member] for member in tried)})
    return []


def ground_faults(state: Record) -> Iterator[str]:
    graph = int(state["graph"])
    names = GRAPHS[graph].corner_names
    grounds = list(derived.grounds(state))
    count = int(GROUNDS_ON[0, graph]) if state["options"][o.FISH] else 0
    expected = sorted(map(int, GROUND_NUMBERS[graph, :count]))
    if sorted(number for _, number in grounds) != expected:
        found = sorted(number for _, number in grounds)
        yield f"fishing grounds have the numbers {found}: expected {expected}"
        return
    middles = [corner for corner, _ in grounds]
    strange = [corner for corner in middles if corner >= CORNERS[graph]]
    if strange:
        yield f"a fishing ground has {corner_name(state, strange[0])}, beyond the board"
        return
    for before, after in pairwise(middles):
        if before == after:
            yield f"two fishing grounds have the corner {names[after]}"
        elif before > after:
            yield f"fish:{names[before]} lies before fish:{names[after]}, a lower corner"
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
        slots = sorted(map(int, COAST_CORNER[graph, GROUND_SLOTS[graph, :count]]))
        for middle in sorted(set(middles) - set(slots)):
            places = ", ".join(names[slot] for slot in slots)
            yield f"fish:{names[middle]} is no official place: expected one of {places}"


def _is_placed_well(state: Record, corners: list[int]) -> bool:
    """The house rule of grounds on a land board."""
    if state["options"][o.SEAFARERS] or state["options"][o.FISH_PLACES]:
        return True
    return sum(len(derived.land_at(state, corner)) == 2 for corner in corners) <= 1
