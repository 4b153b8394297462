"""What the hexes give: at a roll, and for the second piece of the setup."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.board import (
    CORNER_EDGE,
    CORNER_HEX,
    CORNER_NEXT,
    HEX_CORNER,
    HEXES,
)
from hinterland.engine.island.cards import CLOTH, COIN, NO_CARDS, PAPER, count, covers, single
from hinterland.engine.island.hands import gain
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.shores import is_coast
from hinterland.engine.island.state import (
    CITY,
    GOLD,
    LAKE,
    LAKE_2,
    MAX_GROUNDS,
    MOUNTAINS,
    NOWHERE,
)
from hinterland.engine.jit import Record, int64, jit

COMMODITY_FROM: Final = np.array([PAPER, CLOTH, -1, -1, COIN], np.int64)
"""Per producing terrain: what a city gets for its second card, -1 where it is the resource."""
COMMODITY_FROM.setflags(write=False)


@jit
def produce(state: Record, number: int) -> None:
    """Give everybody the cards of a roll; a kind that the bank is short of goes to nobody.

    Until they are given they lie in `pending`. Who gets none is noted in `unpaid`.
    """
    for h in range(int64(HEXES[state.graph])):
        if state.chit[h] == number and state.robber != h:
            collect(state, h)
    total = NO_CARDS
    for seat in range(int64(state.players)):
        total += state.pending[seat]
    if not covers(state.bank, total):
        for kind in range(8):
            ration(state, kind)
    for seat in range(int64(state.players)):
        if state.pending[seat] != NO_CARDS:
            gain(state, seat, state.pending[seat])
            state.pending[seat] = NO_CARDS
        else:
            state.unpaid |= 1 << seat


@jit
def collect(state: Record, h: int) -> None:
    """Add to `pending` what a hex gives."""
    terrain = int64(state.terrain[h])
    if terrain > MOUNTAINS:
        return
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        piece = piece_at(state, corner)
        if piece > 0:
            state.pending[owner_at(state, corner)] += yields(state, terrain, piece)


@jit
def yields(state: Record, terrain: int, piece: int) -> Any:
    """What a settlement or city gets from a producing hex."""
    if piece != CITY:
        return single(terrain, 1)
    if state.options[o.EXPANSION] == 0 and COMMODITY_FROM[terrain] >= 0:
        return single(terrain, 1) + single(int64(COMMODITY_FROM[terrain]), 1)
    return single(terrain, 2)


@jit
def ration(state: Record, kind: int) -> None:
    """Cut `pending` to what the bank has of a kind."""
    total, seats = 0, 0
    for seat in range(int64(state.players)):
        asked = count(state.pending[seat], kind)
        total += asked
        seats += 1 if asked > 0 else 0
    held = count(state.bank, kind)
    if total <= held:
        return
    for seat in range(int64(state.players)):
        asked = count(state.pending[seat], kind)
        if asked > 0:
            given = held if seats == 1 else 0
            state.pending[seat] -= single(kind, asked - given)


@jit
def surroundings(state: Record, corner: int) -> Any:
    """One resource card for each producing hex at a corner."""
    cards = NO_CARDS
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and state.terrain[h] <= MOUNTAINS:
            cards += single(int64(state.terrain[h]), 1)
    return cards


@jit
def weight_at(state: Record, seat: int, corner: int) -> int:
    """What a building of the seat counts for gold and fish: a settlement 1, a city 2."""
    piece = piece_at(state, corner) if owner_at(state, corner) == seat else 0
    return min(piece, CITY)


@jit
def weight_around(state: Record, seat: int, h: int) -> int:
    total = 0
    for side in range(6):
        total += weight_at(state, seat, int64(HEX_CORNER[state.graph, h, side]))
    return total


@jit
def gold_due(state: Record, seat: int, number: int) -> int:
    """The resources of choice that a roll gives the seat."""
    total = 0
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] == GOLD and state.chit[h] == number and state.robber != h:
            total += weight_around(state, seat, h)
    return total


@jit
def lake_gives(terrain: int, number: int) -> bool:
    if terrain == LAKE:
        return number == 2 or number == 3 or number == 11 or number == 12
    return terrain == LAKE_2 and (number == 4 or number == 10)


@jit
def tokens_due(state: Record, seat: int, number: int) -> int:
    """The fish tokens that a roll gives the seat: the robber stops a lake, never a ground."""
    total = 0
    for h in range(int64(HEXES[state.graph])):
        if lake_gives(int64(state.terrain[h]), number) and state.robber != h:
            total += weight_around(state, seat, h)
    for ground in range(MAX_GROUNDS):
        middle = int64(state.ground_corner[ground])
        if middle != NOWHERE and state.ground_number[ground] == number:
            total += weight_at(state, seat, middle)
            for side in range(3):
                if is_coast(state, int64(CORNER_EDGE[state.graph, middle, side])):
                    other = int64(CORNER_NEXT[state.graph, middle, side])
                    total += weight_at(state, seat, other)
    return total


@jit
def is_ground(state: Record, ground: int, corner: int) -> bool:
    """Whether a fishing ground covers a corner."""
    middle = int64(state.ground_corner[ground])
    if middle == NOWHERE or middle == corner:
        return middle == corner
    for side in range(3):
        if CORNER_NEXT[state.graph, middle, side] == corner:
            return is_coast(state, int64(CORNER_EDGE[state.graph, middle, side]))
    return False


@jit
def is_by_fish(state: Record, corner: int) -> bool:
    """Whether a lake or a fishing ground is at a corner."""
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and (state.terrain[h] == LAKE or state.terrain[h] == LAKE_2):
            return True
    grounds = 0
    for ground in range(MAX_GROUNDS):
        grounds += 1 if is_ground(state, ground, corner) else 0
    return grounds > 0


@jit
def gold_at(state: Record, corner: int) -> int:
    """The gold hexes at a corner."""
    found = 0
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        found += 1 if h >= 0 and state.terrain[h] == GOLD else 0
    return found
