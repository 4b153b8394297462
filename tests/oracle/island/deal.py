"""Sections 3 and 19: a random table, for games that the oracle plays against itself.

A deal is data; games that are compared take theirs from elsewhere. Layouts are drawn by
redrawing until they keep the rules. Only the random ways of laying out are here, not the frames.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Hex,
    cells,
    chains,
    coast,
    corners_of_edge,
    corners_of_hex,
    neighbours,
    shared_corner,
)
from hinterland.tests.oracle.island.options import Options
from hinterland.tests.oracle.island.table import Ground, Harbor, Player, Table


@dataclass
class Deal:
    """All that is settled before the first move."""

    terrain: dict[Hex, str]
    chits: dict[Hex, int]
    harbors: list[Harbor] = field(default_factory=list)
    harbor_pool: Counter[str] = field(default_factory=Counter)
    grounds: list[Ground] = field(default_factory=list)
    lakes: dict[Hex, tuple[int, ...]] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)
    first: int = 0


def set_table(options: Options, deal: Deal) -> Table:
    """The table after the deal: full banks, empty hands; 9.4: the robber on the desert of the
    lowest number, or off the board without one."""
    size = box.board_size(options.players)
    bank = Counter(dict.fromkeys(box.RESOURCES, box.RESOURCE_BANK[size]))
    if options.knights:
        bank.update(dict.fromkeys(box.COMMODITIES, box.COMMODITY_BANK[size]))
    deserts = [cell for cell, kind in deal.terrain.items() if kind == "desert"]
    fish = Counter({0: 1, **box.FISH_TOKENS[size]}) if options.fish else Counter[int]()
    return Table(
        options=options,
        size=size,
        terrain=dict(deal.terrain),
        chits=dict(deal.chits),
        harbors=deal.harbors,
        harbor_pool=deal.harbor_pool,
        grounds=deal.grounds,
        lakes=deal.lakes,
        players=[Player(seat) for seat in range(options.players)],
        bank=bank,
        decks={name: list(cards) for name, cards in deal.decks.items()},
        turn=deal.first,
        robber=deserts[0] if deserts else None,
        fish_pool=fish,
        unlocked=not options.knights,  # section 20: the robber works from the first turn
    )


def random_deal(options: Options, rng: Random) -> Deal:
    """Terrain, chits, harbors, fish, decks and the starting seat by the house document."""
    size = box.board_size(options.players)
    while True:
        terrain = random_terrain(options, size, rng)
        if terrain is None:
            continue
        deal = Deal(terrain, {})
        land = [cell for cell, kind in terrain.items() if kind != "sea"]
        if not place_coast(options, size, deal, land, rng):
            continue
        break
    lakes = [cell for cell in land if terrain[cell] == "lake"]
    deal.lakes = dict(zip(lakes, box.LAKE_NUMBERS[size], strict=False))
    deal.chits = random_chits(options, size, terrain, rng)
    deal.decks = random_decks(options, size, rng)
    deal.first = rng.randrange(options.players)
    return deal


def random_terrain(options: Options, size: str, rng: Random) -> dict[Hex, str] | None:
    """One shuffle, or None if it breaks a rule; with fish lakes take the place of deserts, each
    with land on all six sides and no two side by side."""
    tiles = Counter(box.TERRAIN[size])
    board = cells(box.SEA_ROWS[size] if options.seafarers else box.ROWS[size])
    if options.seafarers:
        tiles.update(box.SEA_EXTRA[size])
    if options.fish:
        tiles["lake"] = tiles.pop("desert")
    pile = sorted(tiles.elements())
    rng.shuffle(pile)
    terrain = dict(zip(board, pile, strict=True))
    lakes = [cell for cell in board if terrain[cell] == "lake"]
    inland = all(terrain.get(near, "sea") != "sea" for lake in lakes for near in neighbours(lake))
    if not inland or any(near in lakes for lake in lakes for near in neighbours(lake)):
        return None
    if options.seafarers and not good_islands(terrain, size):
        return None
    return terrain


def good_islands(terrain: dict[Hex, str], size: str) -> bool:
    """Section 19: at least two islands, the largest of 11-17 (15-27) hexes, at most three of
    one hex."""
    table = Table(Options(), size, terrain, {}, [], Counter(), [], {}, [], Counter(), {})
    sizes = [len(island) for island in table.islands]
    least, most = (11, 17) if size == "small" else (15, 27)
    return len(sizes) >= 2 and least <= max(sizes) <= most and sizes.count(1) <= 3


def random_chits(
    options: Options, size: str, terrain: dict[Hex, str], rng: Random
) -> dict[Hex, int]:
    """D15: no two of 6 and 8 side by side; section 19: none of them on gold."""
    numbers = list(Counter(box.CHITS[size]).elements())
    if options.seafarers:
        numbers += box.SEA_CHITS[size]
    places = [cell for cell, kind in terrain.items() if kind not in ("desert", "lake", "sea")]
    while True:
        rng.shuffle(numbers)
        chits = dict(zip(places, numbers, strict=True))
        red = [cell for cell in places if chits[cell] in (6, 8)]
        if any(near in red for cell in red for near in neighbours(cell)):
            continue
        if not any(terrain[cell] == "gold" for cell in red):
            return chits


def place_coast(options: Options, size: str, deal: Deal, land: list[Hex], rng: Random) -> bool:
    """Harbors, then grounds; False if they do not fit."""
    kinds = list(box.HARBORS[size])
    rng.shuffle(kinds)
    if options.seafarers:
        places = sea_harbors(land, len(kinds), rng)
    else:
        walk = coast(land)
        edges = rng.sample(walk, len(kinds))
        places = [corners_of_edge(edge) for edge in edges]
    corners = [corner for pair in places for corner in pair]
    if len(set(corners)) < len(corners) or len(places) < len(kinds):
        return False
    for pair, kind in zip(places, kinds, strict=True):
        deal.harbors.append(Harbor(pair, None if options.hidden_harbors else kind))
    if options.hidden_harbors:
        deal.harbor_pool = Counter(kinds)
    return not options.fish or place_grounds(options, size, deal, land, rng)


def sea_harbors(land: list[Hex], count: int, rng: Random) -> list[tuple[Corner, Corner]]:
    """D4: a sea hex that borders land, then two of its corners that touch land."""
    seas = sorted({near for cell in land for near in neighbours(cell) if near not in land})
    rng.shuffle(seas)
    places: list[tuple[Corner, Corner]] = []
    taken: set[Corner] = set()
    for sea in seas:
        shores = [c for c in corners_of_hex(sea) if any(cell in land for cell in c)]
        free = [pair for pair in combinations(shores, 2) if not taken & set(pair)]
        if free and len(places) < count:
            one, two = rng.choice(free)
            places.append((one, two))
            taken |= {one, two}
    return places


def place_grounds(options: Options, size: str, deal: Deal, land: list[Hex], rng: Random) -> bool:
    """3.5: two following coast edges without harbor or another ground; on plain boards at most
    one of the three corners may be an inside corner."""
    served = {harbor.corners for harbor in deal.harbors}
    edges = [
        tuple(sorted((cell, near)))
        for cell in land
        for near in neighbours(cell)
        if near not in land
    ]
    if options.seafarers:
        pairs = [
            (one, two) for one, two in combinations(edges, 2) if shared_corner(one, two) is not None
        ]
    else:
        pairs = chains(coast(land))
    rng.shuffle(pairs)
    numbers = list(box.FISH_NUMBERS[size])
    rng.shuffle(numbers)
    taken: set[tuple[Hex, ...]] = set()
    for one, two in pairs:
        ends = [corners_of_edge(one), corners_of_edge(two)]
        if {one, two} & taken or any(set(pair) == set(end) for pair in served for end in ends):
            continue
        middle = shared_corner(one, two)
        assert middle is not None
        points = (middle, *(corner for end in ends for corner in end if corner != middle))
        inside = sum(sum(cell in land for cell in point) == 2 for point in points)
        if (options.seafarers or inside <= 1) and numbers:
            taken |= {one, two}
            deal.grounds.append(Ground(numbers.pop(), points))
    return not numbers


def random_decks(options: Options, size: str, rng: Random) -> dict[str, list[str]]:
    """Section 12, or section 20 in the base game."""
    decks = box.DECKS if options.knights else {"development": box.DEVELOPMENT_DECK[size]}
    shuffled = {}
    for name, cards in decks.items():
        shuffled[name] = list(Counter(cards).elements())
        rng.shuffle(shuffled[name])
    return shuffled
