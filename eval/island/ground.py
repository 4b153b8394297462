"""What the board gives: production by probability, and how good a corner is."""

from typing import Any, Final

from hinterland.engine.island.board import CORNER_HEX, CORNERS
from hinterland.engine.island.cards import NO_CARDS, count, single
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.production import yields
from hinterland.engine.island.state import CITY, GOLD, MOUNTAINS
from hinterland.engine.jit import Record, int64, jit

KINDS: Final = 8
_SEVEN: Final = 7
_BEST: Final = 6


@jit
def dots(chit: int) -> int:
    """How many of the 36 rolls give a number; 0 for no chit."""
    return _BEST - abs(_SEVEN - chit) if chit > 0 else 0


@jit
def corner_gives(state: Record, corner: int, piece: int) -> Any:
    """The cards that a building on a corner gives in 36 rolls, as lanes; the robber stops half."""
    cards = NO_CARDS
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h < 0 or state.terrain[h] > MOUNTAINS:
            continue
        rolls = dots(int64(state.chit[h]))
        if state.robber == h:
            rolls //= 2
        share = yields(state, int64(state.terrain[h]), piece)
        for kind in range(KINDS):
            cards += single(kind, rolls * count(share, kind))
    return cards


@jit
def production(state: Record, seat: int) -> Any:
    """The cards that a seat gets in 36 rolls, as lanes."""
    cards = NO_CARDS
    for corner in range(int64(CORNERS[state.graph])):
        if owner_at(state, corner) == seat:
            piece = piece_at(state, corner)
            if piece > 0:
                cards += corner_gives(state, corner, piece)
    return cards


@jit
def corner_worth(state: Record, corner: int) -> int:
    """The rolls out of 36 that would give something at a corner; gold counts like the best."""
    total = 0
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and (state.terrain[h] <= MOUNTAINS or state.terrain[h] == GOLD):
            total += dots(int64(state.chit[h]))
    return total


@jit
def hex_weight(state: Record, h: int, corner: int) -> int:
    """What the building on a corner loses when the robber stands on a hex beside it."""
    piece = piece_at(state, corner)
    weight = min(piece, CITY)
    return weight * dots(int64(state.chit[h]))
