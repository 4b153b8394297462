"""City improvements, metropolises, walls, and cities that count as settlements."""

from typing import Final

from hinterland.engine.island.board import CORNERS
from hinterland.engine.island.pieces import owner_at, piece_at
from hinterland.engine.island.points import CITIES, judge_harbors
from hinterland.engine.island.state import (
    ACTION,
    CITY,
    EXTRA,
    METROPOLIS,
    NOBODY,
    NOWHERE,
    SETTLEMENT,
    SIDEWAYS,
    WALLED,
)
from hinterland.engine.jit import Record, int64, jit

WALLS: Final = 3
HIGHEST: Final = 5
METROPOLIS_LEVEL: Final = 4


@jit
def cities_on_board(state: Record, seat: int) -> int:
    """Cities of a seat, those with a metropolis included."""
    return CITIES - int64(state.cities[seat]) - int64(state.sideways[seat])


@jit
def has_metropolis(state: Record, corner: int) -> bool:
    first, second, third = state.metropolises[0], state.metropolises[1], state.metropolises[2]
    return first == corner or second == corner or third == corner


@jit
def metropolis_holder(state: Record, track: int) -> int:
    """The seat that holds the metropolis of a track, or NOBODY."""
    corner = int64(state.metropolises[track])
    return NOBODY if corner == NOWHERE else owner_at(state, corner)


@jit
def plain_cities(state: Record, seat: int) -> int:
    """How many cities of a seat have no metropolis."""
    total = cities_on_board(state, seat)
    for track in range(3):
        total -= 1 if metropolis_holder(state, track) == seat else 0
    return total


@jit
def is_plain_city(state: Record, seat: int, corner: int) -> bool:
    if owner_at(state, corner) != seat or piece_at(state, corner) != CITY:
        return False
    return not has_metropolis(state, corner)


@jit
def first_plain_city(state: Record, seat: int) -> int:
    for corner in range(int64(CORNERS[state.graph])):
        if is_plain_city(state, seat, corner):
            return corner
    return NOWHERE


@jit
def is_walled(state: Record, corner: int) -> bool:
    return int64(state.corner[corner]) >> 3 == WALLED


@jit
def walls_of(state: Record, seat: int) -> int:
    """Walls of a seat on the board."""
    total = 0
    if cities_on_board(state, seat) == 0:
        return total
    for corner in range(int64(CORNERS[state.graph])):
        if owner_at(state, corner) == seat and is_walled(state, corner):
            total += 1
    return total


@jit
def first_wall(state: Record, seat: int) -> int:
    for corner in range(int64(CORNERS[state.graph])):
        if owner_at(state, corner) == seat and is_walled(state, corner):
            return corner
    return NOWHERE


@jit
def is_wall_site(state: Record, seat: int, corner: int) -> bool:
    """A city without a wall; the supply aside."""
    return owner_at(state, corner) == seat and int64(state.corner[corner]) >> 3 == CITY


@jit
def put_wall(state: Record, corner: int) -> None:
    state.corner[corner] = int64(state.corner[corner]) | EXTRA << 3


@jit
def take_wall(state: Record, corner: int) -> None:
    state.corner[corner] = int64(state.corner[corner]) & ~(EXTRA << 3)


@jit
def is_city_site(state: Record, seat: int, corner: int) -> bool:
    """A settlement that may become a city: a sideways city first; the cost aside."""
    if owner_at(state, corner) != seat or piece_at(state, corner) != SETTLEMENT:
        return False
    if state.sideways[seat] > 0:
        return int64(state.corner[corner]) >> 3 == SIDEWAYS
    return state.cities[seat] > 0


@jit
def raise_city(state: Record, seat: int, corner: int) -> None:
    """Turn a settlement, or a sideways city, into a city."""
    if int64(state.corner[corner]) >> 3 == SIDEWAYS:
        state.sideways[seat] -= 1
    else:
        state.settlements[seat] += 1
        state.cities[seat] -= 1
    state.corner[corner] = CITY << 3 | (seat + 1)


@jit
def lose_city(state: Record, seat: int, corner: int) -> None:
    """A city falls: a settlement stands there, or the city piece laid on its side."""
    if state.settlements[seat] > 0:
        state.settlements[seat] -= 1
        state.cities[seat] += 1
        state.corner[corner] = SETTLEMENT << 3 | (seat + 1)
    else:
        state.sideways[seat] += 1
        state.corner[corner] = SIDEWAYS << 3 | (seat + 1)
    judge_harbors(state)


@jit
def improvement_price(state: Record, seat: int, track: int) -> int:
    """Commodities that the next level costs without a Crane."""
    return int64(state.improvements[seat, track]) + 1


@jit
def may_improve(state: Record, seat: int, track: int) -> bool:
    """Cost aside: a city on the board, from level 4 on one without a metropolis."""
    level = int64(state.improvements[seat, track]) + 1
    if level > HIGHEST or cities_on_board(state, seat) == 0:
        return False
    if level == HIGHEST and metropolis_holder(state, track) == seat:
        return True
    return level < METROPOLIS_LEVEL or plain_cities(state, seat) > 0


@jit
def improve(state: Record, seat: int, track: int) -> None:
    """Raise a track that was paid for; the metropolis may be won."""
    state.crane = max(int64(state.crane) - 1, 0)
    state.improvements[seat, track] += 1
    level, holder = int64(state.improvements[seat, track]), metropolis_holder(state, track)
    if holder == seat or level < METROPOLIS_LEVEL:
        return
    if holder != NOBODY and (level < HIGHEST or state.improvements[holder, track] >= HIGHEST):
        return
    state.metropolises[track] = NOWHERE
    if plain_cities(state, seat) == 1:
        put_metropolis(state, track, first_plain_city(state, seat))
    else:
        state.track, state.resume, state.phase = track, int64(state.phase), METROPOLIS


@jit
def put_metropolis(state: Record, track: int, corner: int) -> None:
    state.metropolises[track] = corner
    judge_harbors(state)


@jit
def settle_metropolis(state: Record, corner: int) -> None:
    """The metropolis just won is placed; the game goes on."""
    put_metropolis(state, int64(state.track), corner)
    state.phase, state.resume, state.track = int64(state.resume), ACTION, 0
