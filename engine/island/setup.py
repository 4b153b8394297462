"""The table after the deal: terrain, chits and harbors at random, supplies, the first seat.

Land boards are laid here, sea boards in `sea_setup`, lakes and grounds in `fish_setup`.
"""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.board import (
    COAST_EDGE,
    COAST_LENGTH,
    EDGE_CORNER,
    HEX_NEXT,
    HEXES,
    LARGE,
    LARGE_SEA,
    MAX_HEXES,
    SMALL,
    SMALL_SEA,
    SPIRAL,
)
from hinterland.engine.island.cards import DEVELOPMENT, single
from hinterland.engine.island.fish_setup import (
    fill_pool,
    lay_grounds,
    lay_lakes,
    lay_official_grounds,
)
from hinterland.engine.island.hands import supply
from hinterland.engine.island.harbor_places import choose_places
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.progress import lay_decks
from hinterland.engine.island.sea_setup import harbors_touch, is_sound_sea, scatter_sea_harbors
from hinterland.engine.island.shores import close_the_sea
from hinterland.engine.island.shuffling import shuffle
from hinterland.engine.island.state import (
    ACTION,
    DESERT,
    GOLD,
    HARBORS,
    HIDDEN,
    MAX_GROUNDS,
    MAX_HARBORS,
    MAX_KNIGHTS,
    MOUNTAINS,
    NO_HEX,
    NO_KIND,
    NOBODY,
    NOWHERE,
    OFF,
    SEA,
    SETUP_PIECE,
)
from hinterland.engine.island.supplies import (
    CHIT_COUNTS,
    CHIT_ORDER,
    DEVELOPMENT_COUNTS,
    HARBOR_COUNTS,
    HARBOR_SLOTS,
    HARBORS_ON,
    TERRAIN_COUNTS,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, MAX_SEATS

RED: Final = (6, 8)


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    for i in range(options.shape[0]):
        state.options[i] = options[i]
    state.viewer, state.players = ALL, options[0]
    if options[o.SEAFARERS] == 0:
        state.graph = SMALL if options[0] <= 4 else LARGE
    else:
        state.graph = SMALL_SEA if options[0] <= 4 else LARGE_SEA
    clear_table(state)
    lay_terrain(state, rng)
    lay_chits(state, rng)
    lay_coast(state, rng)
    fill_supplies(state)
    close_the_sea(state)
    if with_knights(state):
        lay_decks(state, rng)
    state.first = draw(rng, options[0])
    state.turn, state.actor = int64(state.first), int64(state.first)
    state.phase, state.resume = SETUP_PIECE, ACTION


@jit
def clear_table(state: Record) -> None:
    """Nothing on the board, nothing held."""
    state.longest_road, state.largest_army, state.harbormaster = NOBODY, NOBODY, NOBODY
    state.victim, state.asked = NOBODY, NO_KIND
    state.pirate, state.lifted, state.boot = OFF, NOWHERE, NOBODY
    for seat in range(MAX_SEATS):
        state.home[seat, 0], state.home[seat, 1] = NOWHERE, NOWHERE
    for ground in range(MAX_GROUNDS):
        state.ground_corner[ground] = NOWHERE
    clear_knights(state)


@jit
def clear_knights(state: Record) -> None:
    """No knights, metropolises and holders yet."""
    for seat in range(MAX_SEATS):
        for i in range(MAX_KNIGHTS):
            state.knights[seat, i] = NOWHERE
    for track in range(3):
        state.metropolises[track] = NOWHERE
    state.printer, state.constitution, state.merchant_owner = NOBODY, NOBODY, NOBODY
    state.merchant, state.swapped, state.returned = OFF, NO_KIND, NO_KIND


@jit
def fill_supplies(state: Record) -> None:
    for kind in range(8):
        state.bank += single(kind, supply(state, kind))
    large = 0 if state.players <= 4 else 1
    for card in range(len(DEVELOPMENT)):
        if state.options[o.EXPANSION] != 0:
            state.unseen += single(card, int64(DEVELOPMENT_COUNTS[large, card]))
            state.deck += int64(DEVELOPMENT_COUNTS[large, card])
    for seat in range(int64(state.players)):
        state.settlements[seat], state.cities[seat] = 5, 4
    fill_pool(state)


@jit
def lay_terrain(state: Record, rng: Any) -> None:
    """Shuffle the hexes; the robber starts on the first desert, off the board without one."""
    placed = 0
    for terrain in range(SEA + 1):
        for _ in range(TERRAIN_COUNTS[state.graph, terrain]):
            state.terrain[placed] = terrain
            placed += 1
    for h in range(placed, MAX_HEXES):
        state.terrain[h] = NO_HEX
    shuffle(state.terrain, placed, rng)
    while not is_sound_sea(state) or not lay_lakes(state, rng):
        shuffle(state.terrain, placed, rng)
    state.robber = OFF
    for h in range(placed - 1, -1, -1):
        if state.terrain[h] == DESERT:
            state.robber = h


@jit
def lay_chits(state: Record, rng: Any) -> None:
    if state.options[o.CHITS] != 0:
        lay_spiral(state, draw(rng, 6))
        return
    lay_at_random(state, rng)
    while reds_touch(state) or red_on_gold(state):
        lay_at_random(state, rng)


@jit
def lay_spiral(state: Record, start: int) -> None:
    """Lay the chits in their order along a spiral, deserts skipped."""
    laid = 0
    for i in range(int64(HEXES[state.graph])):
        h = int64(SPIRAL[state.graph, start, i])
        if state.terrain[h] <= MOUNTAINS:
            state.chit[h] = CHIT_ORDER[state.graph, laid]
            laid += 1


@jit
def bears_chit(terrain: int) -> bool:
    return terrain <= MOUNTAINS or terrain == GOLD


@jit
def red_on_gold(state: Record) -> bool:
    """Whether a gold hex has 6 or 8."""
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] == GOLD and (state.chit[h] == RED[0] or state.chit[h] == RED[1]):
            return True
    return False


@jit
def lay_at_random(state: Record, rng: Any) -> None:
    """Deal each hex in turn one of the chits that are left."""
    left, h = 0, 0
    for number in range(2, 13):
        left += int64(CHIT_COUNTS[state.graph, number])
        for _ in range(CHIT_COUNTS[state.graph, number]):
            while not bears_chit(int64(state.terrain[h])):
                h += 1
            state.chit[h] = number
            h += 1
    for last in range(HEXES[state.graph] - 1, 0, -1):
        if state.chit[last] != 0:
            left -= 1
            other = nth_with_chit(state, draw(rng, left + 1))
            a, b = int64(state.chit[last]), int64(state.chit[other])
            state.chit[last], state.chit[other] = b, a


@jit
def nth_with_chit(state: Record, n: int) -> int:
    """The hex that bears chit n in reading order."""
    for h in range(MAX_HEXES):
        if state.chit[h] != 0:
            if n == 0:
                return h
            n -= 1
    return 0


@jit
def reds_touch(state: Record) -> bool:
    """Whether two hexes with 6 or 8 are neighbours."""
    for h in range(int64(HEXES[state.graph])):
        if state.chit[h] == RED[0] or state.chit[h] == RED[1]:
            for side in range(6):
                other = int64(HEX_NEXT[state.graph, h, side])
                if other >= 0 and (state.chit[other] == RED[0] or state.chit[other] == RED[1]):
                    return True
    return False


@jit
def lay_coast(state: Record, rng: Any) -> None:
    """Harbors, then fishing grounds; both are drawn anew where a ground finds no place.

    The official grounds come first: no harbor may lie on their edges.
    """
    fish, official = state.options[o.FISH] != 0, state.options[o.FISH_PLACES] != 0
    if fish and official:
        lay_official_grounds(state, rng)
    lay_harbors(state, rng)
    if fish and not official:
        while not lay_grounds(state, rng):
            lay_harbors(state, rng)


@jit
def lay_harbors(state: Record, rng: Any) -> None:
    """Lay the harbors on the coast, and their types open or face down."""
    n = int64(HARBORS_ON[0, state.graph])
    for harbor in range(MAX_HARBORS):
        state.harbor_first[harbor], state.harbor_second[harbor] = NOWHERE, NOWHERE
        state.harbor_type[harbor] = HIDDEN
    if state.options[o.HARBOR_PLACES] != 0:
        for harbor in range(n):
            put_harbor(state, harbor, int64(HARBOR_SLOTS[state.graph, harbor]))
    elif state.ground_corner[0] != NOWHERE and state.options[o.FISH_PLACES] != 0:
        choose_places(state, n, rng)
        for harbor in range(n):
            put_harbor(state, harbor, int64(state.harbor_first[harbor]))
    else:
        while not scatter_harbors(state, n, rng):
            pass
    sort_harbors(state, n)
    for sort in range(len(HARBORS)):
        state.harbor_pool[sort] = HARBOR_COUNTS[state.graph, sort]
    if state.options[o.HIDDEN_HARBORS] == 0:
        turn_up_all(state, n, rng)


@jit
def put_harbor(state: Record, harbor: int, place: int) -> None:
    """Lay a harbor on edge `place` of the coast."""
    edge = int64(COAST_EDGE[state.graph, place])
    state.harbor_first[harbor] = EDGE_CORNER[state.graph, edge, 0]
    state.harbor_second[harbor] = EDGE_CORNER[state.graph, edge, 1]


@jit
def scatter_harbors(state: Record, n: int, rng: Any) -> bool:
    """Draw places one by one; False when two share a corner."""
    if state.options[o.SEAFARERS] != 0:
        return scatter_sea_harbors(state, n, rng)
    for harbor in range(n):
        put_harbor(state, harbor, draw(rng, int64(COAST_LENGTH[state.graph])))
        for other in range(harbor):
            if harbors_touch(state, harbor, other):
                return False
    return True


@jit
def sort_harbors(state: Record, n: int) -> None:
    """Number the harbors by their smaller corner."""
    for i in range(1, n):
        for j in range(i, 0, -1):
            if state.harbor_first[j] < state.harbor_first[j - 1]:
                a, b = int64(state.harbor_first[j]), int64(state.harbor_second[j])
                state.harbor_first[j] = int64(state.harbor_first[j - 1])
                state.harbor_second[j] = int64(state.harbor_second[j - 1])
                state.harbor_first[j - 1], state.harbor_second[j - 1] = a, b


@jit
def turn_up_all(state: Record, n: int, rng: Any) -> None:
    """Deal all types face up."""
    harbor = 0
    for sort in range(len(HARBORS)):
        for _ in range(state.harbor_pool[sort]):
            state.harbor_type[harbor] = sort
            harbor += 1
        state.harbor_pool[sort] = 0
    shuffle(state.harbor_type, n, rng)
