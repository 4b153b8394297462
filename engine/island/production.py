"""What the hexes give: at a roll, and for the second piece of the setup."""

from typing import Any

from hinterland.engine.island.board import CORNER_HEX, HEX_CORNER, HEXES
from hinterland.engine.island.cards import NO_CARDS, count, covers, single
from hinterland.engine.island.hands import gain
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.state import CITY, MOUNTAINS, NOBODY
from hinterland.engine.jit import Record, int64, jit


@jit
def produce(state: Record, number: int) -> None:
    """Give everybody the cards of a roll; a kind that the bank is short of goes to nobody."""
    for h in range(int64(HEXES[state.graph])):
        if state.chit[h] == number and state.robber != h:
            collect(state, h)
    total = NO_CARDS
    for seat in range(int64(state.players)):
        total += state.income[seat]
    if not covers(state.bank, total):
        for kind in range(8):
            ration(state, kind)
    for seat in range(int64(state.players)):
        if state.income[seat] != NO_CARDS:
            gain(state, seat, state.income[seat])
            state.income[seat] = NO_CARDS


@jit
def collect(state: Record, h: int) -> None:
    """Add to `income` what a hex gives."""
    terrain = int64(state.terrain[h])
    if terrain > MOUNTAINS:
        return
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        owner, piece = owner_at(state, corner), piece_at(state, corner)
        if owner != NOBODY and piece > 0:
            state.income[owner] += single(terrain, 2 if piece == CITY else 1)


@jit
def ration(state: Record, kind: int) -> None:
    """Cut `income` to what the bank has of a kind."""
    total, seats = 0, 0
    for seat in range(int64(state.players)):
        asked = count(state.income[seat], kind)
        total += asked
        seats += 1 if asked > 0 else 0
    held = count(state.bank, kind)
    if total <= held:
        return
    for seat in range(int64(state.players)):
        asked = count(state.income[seat], kind)
        if asked > 0:
            given = held if seats == 1 else 0
            state.income[seat] -= single(kind, asked - given)


@jit
def surroundings(state: Record, corner: int) -> Any:
    """One resource card for each producing hex at a corner."""
    cards = NO_CARDS
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and state.terrain[h] <= MOUNTAINS:
            cards += single(int64(state.terrain[h]), 1)
    return cards
