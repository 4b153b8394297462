"""Sections 3 and 19: whether a deal keeps the rules of laying out, whoever drew it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.deal import Deal, good_islands
from hinterland.tests.oracle.island.geometry import (
    STEPS,
    Corner,
    Edge,
    Hex,
    cells,
    chains,
    coast,
    corners_of_edge,
    corners_of_hex,
    edges_of_corner,
    neighbours,
    shared_corner,
)
from hinterland.tests.oracle.island.options import Options

RED = (6, 8)
SPIRAL = {
    "small": (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    "big": (
        *(2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3),
        *(2, 6),
    ),
}


def faults(options: Options, texts: Mapping[str, str], deal: Deal) -> Iterator[str]:
    """Every rule of laying out that a deal breaks; `texts`: the options of the deal."""
    size = box.board_size(options.players)
    yield from terrain_faults(options, size, deal)
    yield from chit_faults(options, size, texts["chits"], deal)
    yield from harbor_faults(options, size, texts, deal)
    if options.fish:
        yield from ground_faults(options, size, texts["fish_places"], deal)
    elif deal.grounds or deal.lakes:
        yield "fish without fish"
    yield from deck_faults(options, size, deal)


def terrain_faults(options: Options, size: str, deal: Deal) -> Iterator[str]:
    tiles = Counter(box.TERRAIN[size])
    if options.seafarers:
        tiles.update(box.SEA_EXTRA[size])
    if options.fish:
        tiles["lake"] = tiles.pop("desert")
    if Counter(deal.terrain.values()) != tiles:
        yield "terrain counts"
    if list(deal.terrain) != cells((box.SEA_ROWS if options.seafarers else box.ROWS)[size]):
        yield "board"
    for lake in deal.lakes:
        around = [deal.terrain.get(near, "sea") for near in neighbours(lake)]
        if "sea" in around or "lake" in around:
            yield "a lake is surrounded by land and not next to a lake (3.5)"
    if options.fish and sorted(deal.lakes.values()) != sorted(box.LAKE_NUMBERS[size]):
        yield "numbers of the lakes"
    if options.seafarers and not good_islands(deal.terrain, size):
        yield "islands (section 19)"


def chit_faults(options: Options, size: str, way: str, deal: Deal) -> Iterator[str]:
    bag = Counter(box.CHITS[size])
    if options.seafarers:
        bag.update(box.SEA_CHITS[size])
    if Counter(deal.chits.values()) != bag:
        yield "chit counts"
    if {deal.terrain[cell] for cell in deal.chits} & {"desert", "lake", "sea"}:
        yield "a chit where nothing is produced"
    for cell, chit in deal.chits.items():
        if way == "random" and chit in RED:
            if any(deal.chits.get(near) in RED for near in neighbours(cell)):
                yield "two of 6 and 8 side by side (D15)"
            if deal.terrain[cell] == "gold":
                yield "6 or 8 on gold (section 19)"
    if way == "spiral":
        laid = [
            tuple(deal.chits[cell] for cell in path if cell in deal.chits)
            for path in spirals(list(deal.terrain))
        ]
        if SPIRAL[size] not in laid:
            yield "no spiral (D15)"


def spirals(board: list[Hex]) -> Iterator[list[Hex]]:
    """From each corner hex of the board along its rim counter-clockwise and inward."""
    turns = list(reversed(STEPS))  # each step is one turn to the left of the one before
    for start in board:
        if sum(near in board for near in neighbours(start)) != 3:
            continue
        # Counter-clockwise along the rim: the step with the board on its left, none on its right.
        heading = next(
            number
            for number, step in enumerate(turns)
            if add(start, step) in board and add(start, turns[number - 1]) not in board
        )
        path = [start]
        while len(path) < len(board):
            while (
                add(path[-1], turns[heading]) not in board or add(path[-1], turns[heading]) in path
            ):
                heading = (heading + 1) % 6
            path.append(add(path[-1], turns[heading]))
        yield path


def add(cell: Hex, step: Hex) -> Hex:
    return cell[0] + step[0], cell[1] + step[1]


def shore(deal: Deal) -> list[Edge]:
    """Every edge between land and sea."""
    land = {cell for cell, kind in deal.terrain.items() if kind != "sea"}
    return sorted(
        tuple(sorted((cell, near)))
        for cell in land
        for near in neighbours(cell)
        if near not in land
    )


def harbor_faults(
    options: Options, size: str, texts: Mapping[str, str], deal: Deal
) -> Iterator[str]:
    kinds = deal.harbor_pool + Counter(harbor.kind for harbor in deal.harbors if harbor.kind)
    if kinds != Counter(box.HARBORS[size]) or len(deal.harbors) != len(box.HARBORS[size]):
        yield "harbor kinds"
    if any((harbor.kind is None) != options.hidden_harbors for harbor in deal.harbors):
        yield "hidden harbors (D3)"
    corners = [corner for harbor in deal.harbors for corner in harbor.corners]
    if len(set(corners)) < len(corners):
        yield "harbors share a corner (D4)"
    edges = [set(corners_of_edge(edge)) for edge in shore(deal)]
    seas: list[set[Hex]] = []
    for harbor in deal.harbors:
        at_edge = set(harbor.corners) in edges
        if not at_edge and not (options.seafarers and texts["harbors_cross_water"] == "yes"):
            yield "a harbor that is no coast edge (D4)"
        seas.append(harbor_seas(deal, harbor.corners))
        if not seas[-1]:
            yield "a harbor whose corners share no sea hex with land at both (D4)"
    if options.seafarers and not distinct(seas):
        yield "two harbors of one sea hex (D4)"
    if texts["harbor_places"] == "frame":
        walk = coast(list(deal.terrain))
        slots = {frozenset(corners_of_edge(walk[slot])) for slot in box.HARBOR_FRAME[size]}
        if {frozenset(harbor.corners) for harbor in deal.harbors} != slots:
            yield "frame slots (3.4)"


def harbor_seas(deal: Deal, corners: tuple[Corner, Corner]) -> set[Hex]:
    """The sea hexes that have both corners, each of which touches land."""

    def is_land(cell: Hex) -> bool:
        return deal.terrain.get(cell, "sea") != "sea"

    if not all(any(is_land(cell) for cell in corner) for corner in corners):
        return set()
    return {cell for cell in set(corners[0]) & set(corners[1]) if not is_land(cell)}


def distinct(choices: list[set[Hex]]) -> bool:
    """Whether every set can give an element that no other gives."""
    if not choices:
        return True
    first, *rest = sorted(choices, key=len)
    return any(distinct([other - {cell} for other in rest]) for cell in first)


def ground_faults(options: Options, size: str, way: str, deal: Deal) -> Iterator[str]:
    if Counter(ground.number for ground in deal.grounds) != Counter(box.FISH_NUMBERS[size]):
        yield "numbers of the grounds"
    edges = shore(deal)
    harbors = [set(harbor.corners) for harbor in deal.harbors]
    used: list[Edge] = []
    for ground in deal.grounds:
        middle, *ends = ground.corners
        pair = [edge for edge in edges_of_corner(middle) if edge in edges]
        used += pair
        if len(pair) != 2 or any(set(corners_of_edge(edge)) in harbors for edge in pair):
            yield "a ground at a harbor or off the coast (3.5)"
        if not options.seafarers:
            inside = [inland(deal, corner) == 2 for corner in ground.corners]
            if way == "house" and sum(inside) > 1:
                yield "two inside corners in a ground (3.5)"
        if set(ends) != {c for edge in pair for c in corners_of_edge(edge)} - {middle}:
            yield "a ground that is no row of corners"
    if len(set(used)) < len(used):
        yield "grounds overlap (3.5)"
    if way == "official":
        rows = chains(coast(list(deal.terrain)))
        slots = {shared_corner(*rows[slot]) for slot in box.FISH_FRAME[size]}
        if {ground.corners[0] for ground in deal.grounds} != slots:
            yield "official places of the grounds (3.5)"


def inland(deal: Deal, corner: Corner) -> int:
    return sum(deal.terrain.get(cell, "sea") != "sea" for cell in corner)


def deck_faults(options: Options, size: str, deal: Deal) -> Iterator[str]:
    wanted: Mapping[str, Mapping[str, int]] = box.DECKS
    if not options.knights:
        wanted = {"development": box.DEVELOPMENT_DECK[size]}
    for name, cards in wanted.items():
        if Counter(deal.decks.get(name, [])) != Counter(cards):
            yield f"deck {name}"
    if not 0 <= deal.first < options.players:
        yield "starting seat"


def corner_count(board: list[Hex]) -> int:
    """Corners of a board, to be compared with 3.1 and section 19."""
    return len({corner for cell in board for corner in corners_of_hex(cell)})
