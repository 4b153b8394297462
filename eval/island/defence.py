"""Barbarians, knights and metropolises: what a seat may lose and win by them."""

from typing import Final

from hinterland.engine.island import options as o
from hinterland.engine.island.barbarians import STEPS
from hinterland.engine.island.improvements import (
    HIGHEST,
    METROPOLIS_LEVEL,
    cities_on_board,
    metropolis_holder,
    plain_cities,
)
from hinterland.engine.island.knights import knight_at, knights_of, level_of, strength
from hinterland.engine.island.state import NOBODY
from hinterland.engine.jit import Record, int64, jit

WALLED_LOSS: Final = 0.3
"""What falls where a wall shields the city, in cities."""
_SHARED: Final = 0.3
"""What a tie for the most knights is worth: a progress card."""
_NEARLY: Final = 0.5


@jit
def knight_levels(state: Record, seat: int) -> int:
    """The levels of all knights, active or not."""
    total = 0
    for i in range(knights_of(state, seat)):
        total += level_of(knight_at(state, int64(state.knights[seat, i])))
    return total


@jit
def nearness(state: Record) -> float:
    """How far the barbarians have come, 0..6/7."""
    return int64(state.barbarians) / STEPS


@jit
def balance(state: Record) -> int:
    """Active knights of all minus cities of all: below 0 the barbarians win."""
    total = 0
    for seat in range(int64(state.players)):
        total += strength(state, seat) - cities_on_board(state, seat)
    return total


@jit
def danger(state: Record, seat: int, walls: int) -> float:
    """The cities that a seat loses if the barbarians land now: 0, 1, or less behind a wall."""
    if plain_cities(state, seat) == 0 or balance(state) >= 0:
        return 0.0
    own = strength(state, seat)
    for other in range(int64(state.players)):
        if plain_cities(state, other) > 0 and strength(state, other) < own:
            return 0.0
    return WALLED_LOSS if walls > 0 and state.options[o.WALL_SHIELDS] != 0 else 1.0


@jit
def glory(state: Record, seat: int) -> float:
    """What a seat wins if the barbarians land now: 1 as the only Defender, less with others."""
    own = strength(state, seat)
    if own == 0 or balance(state) < 0:
        return 0.0
    reward = 1.0
    for other in range(int64(state.players)):
        if other != seat and strength(state, other) > own:
            return 0.0
        if other != seat and strength(state, other) == own:
            reward = _SHARED
    return reward


@jit
def metropolis_race(state: Record, seat: int) -> float:
    """The metropolises that a seat is sure of, or near to; the points of one it holds aside."""
    total = 0.0
    for track in range(3):
        level = int64(state.improvements[seat, track])
        holder = metropolis_holder(state, track)
        if holder == NOBODY:
            total += _NEARLY if level == METROPOLIS_LEVEL - 1 else 0.0
        elif holder != seat:
            beaten = state.improvements[holder, track] == HIGHEST
            total += _NEARLY if level >= METROPOLIS_LEVEL - 1 and not beaten else 0.0
        else:
            total += 1.0 if level == HIGHEST else -rivals(state, seat, track)
    return total


@jit
def rivals(state: Record, seat: int, track: int) -> float:
    """1 if another seat can still take the track's metropolis with one more level, else 0."""
    for other in range(int64(state.players)):
        if other != seat and state.improvements[other, track] == METROPOLIS_LEVEL:
            return 1.0
    return 0.0
