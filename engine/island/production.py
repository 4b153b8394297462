"""What the hexes give: at a roll, and for the second piece of the setup."""

from typing import Any, Final

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.board import CORNER_HEX, HEX_CORNER, HEXES
from hinterland.engine.island.cards import CLOTH, COIN, NO_CARDS, PAPER, count, covers, single
from hinterland.engine.island.hands import gain
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.state import CITY, MOUNTAINS, NOBODY
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
        owner, piece = owner_at(state, corner), piece_at(state, corner)
        if owner != NOBODY and piece > 0:
            state.pending[owner] += yields(state, terrain, piece)


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
