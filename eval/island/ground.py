"""What the board gives: production by probability, scarcity, harbors, and how good a corner is."""

from typing import Any, Final

from hinterland.engine.island.board import CORNER_HEX, CORNERS, HEX_CORNER, HEXES
from hinterland.engine.island.cards import NO_CARDS, RESOURCES, count, single, size
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.prices import harbors_of
from hinterland.engine.island.production import yields
from hinterland.engine.island.state import (
    ANY,
    CITY,
    GOLD,
    MOUNTAINS,
    OFF,
)
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
    """The cards that a building on a corner gives in 36 rolls, as lanes; without the robber."""
    cards = NO_CARDS
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and state.terrain[h] <= MOUNTAINS:
            share = yields(state, int64(state.terrain[h]), piece)
            cards += share * single(0, dots(int64(state.chit[h])))
    return cards


@jit
def production(state: Record, seat: int) -> Any:
    """The cards that a seat gets in 36 rolls if no robber stops them, as lanes."""
    cards = NO_CARDS
    for corner in range(int64(CORNERS[state.graph])):
        if owner_at(state, corner) == seat:
            piece = piece_at(state, corner)
            if piece > 0:
                cards += corner_gives(state, corner, piece)
    return cards


@jit
def blocked(state: Record, seat: int) -> int:
    """The cards that the robber costs a seat in 36 rolls."""
    if state.robber == OFF:
        return 0
    return around(state, seat, int64(state.robber)) * dots(int64(state.chit[state.robber]))


@jit
def around(state: Record, seat: int, h: int) -> int:
    """The cards that a hex gives a seat when its number comes."""
    total = 0
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        if owner_at(state, corner) == seat:
            total += min(piece_at(state, corner), CITY)
    return total


@jit
def gold(state: Record, seat: int) -> int:
    """The cards of choice that gold gives a seat in 36 rolls."""
    total = 0
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] == GOLD:
            total += around(state, seat, h) * dots(int64(state.chit[h]))
    return total


@jit
def riches(state: Record) -> Any:
    """The rolls of all hexes of a terrain together, as lanes: how scarce each resource is."""
    cards = NO_CARDS
    for h in range(int64(HEXES[state.graph])):
        if state.terrain[h] <= MOUNTAINS:
            cards += single(int64(state.terrain[h]), dots(int64(state.chit[h])))
    return cards


@jit
def scarcity(cards: Any, rich: Any) -> float:
    """The shares of each resource's rolls that a production takes, added up."""
    total = 0.0
    for kind in range(RESOURCES):
        total += count(cards, kind) / (1.0 + count(rich, kind))
    return total


@jit
def variety(cards: Any) -> float:
    """More of one kind is worth less: a kind counts n / (n + 4) of its n rolls."""
    total = 0.0
    for kind in range(RESOURCES):
        n = count(cards, kind)
        total += n / (n + 4.0)
    return total


@jit
def commodities(cards: Any) -> int:
    """The commodities among cards."""
    total = 0
    for kind in range(RESOURCES, KINDS):
        total += count(cards, kind)
    return total


@jit
def harbor_rolls(state: Record, seat: int, cards: Any) -> float:
    """The production that harbors improve: of a kind at 2:1 whole, else at 3:1 a third of it."""
    harbors, special = harbors_of(state, seat), 0
    for kind in range(RESOURCES):
        if (harbors >> kind) & 1 != 0:
            special += count(cards, kind)
    common = size(cards) if (harbors >> ANY) & 1 != 0 else 0
    return special + max(common - special, 0) / 3.0


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
    return min(piece_at(state, corner), CITY) * dots(int64(state.chit[h]))
