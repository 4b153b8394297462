"""Victory points, the cards held by being first, and the end of the game."""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.cards import POINT_CARD, count
from hinterland.engine.island.islands import ISLAND_POINTS
from hinterland.engine.island.pieces import owner_at
from hinterland.engine.island.prices import harbor_points
from hinterland.engine.island.state import FINISHED, NOBODY, NOWHERE
from hinterland.engine.jit import Record, int64, jit

SETTLEMENTS: Final = 5
CITIES: Final = 4
ARMY: Final = 3
"""Knight cards of the smallest army that can be the largest."""
HARBORMASTER: Final = 3
METROPOLIS_POINTS: Final = 2
_ON: Final = 1


@jit
def open_points(state: Record, seat: int) -> int:
    """Victory points that all can see."""
    points = SETTLEMENTS - int64(state.settlements[seat])
    points += 2 * (CITIES - int64(state.cities[seat]))
    points += 2 if state.longest_road == seat else 0
    if state.options[o.EXPANSION] == 0:
        points += knights_points(state, seat)
    points += 2 if state.largest_army == seat else 0
    points += ISLAND_POINTS * int64(state.islands[seat])
    return points + (2 if state.harbormaster == seat else 0)


@jit
def knights_points(state: Record, seat: int) -> int:
    """What Cities & Knights adds."""
    points = int64(state.defender[seat]) - int64(state.sideways[seat])
    points += 1 if state.printer == seat else 0
    points += 1 if state.constitution == seat else 0
    points += 1 if state.merchant_owner == seat else 0
    for track in range(3):
        corner = int64(state.metropolises[track])
        if corner != NOWHERE and owner_at(state, corner) == seat:
            points += METROPOLIS_POINTS
    return points


@jit
def hidden_points(state: Record, seat: int) -> int:
    """Victory cards in the hand, as far as the view knows."""
    return count(state.development[seat], POINT_CARD)


@jit
def target(state: Record, seat: int) -> int:
    """Victory points that the seat needs."""
    points = int64(state.options[o.TARGET])
    if state.options[o.FISH] != 0:
        points += int64(state.options[o.FISH_EXTRA])
        if state.boot == seat:
            points += int64(state.options[o.BOOT_EXTRA])
    if state.options[o.SEAFARERS] != 0:
        points += int64(state.options[o.SEAFARERS_EXTRA])
    return points


@jit
def judge_harbors(state: Record) -> None:
    """Hand over the harbormaster card, keep it or set it aside."""
    if state.options[o.HARBOR_POINTS] != _ON:
        return
    best, seats, winner, holder_best = HARBORMASTER, 0, NOBODY, False
    for seat in range(int64(state.players)):
        points = harbor_points(state, seat)
        if points > best:
            best, seats, winner, holder_best = points, 0, seat, False
        if points == best:
            seats += 1
            winner = seat
            holder_best = holder_best or seat == state.harbormaster
    if not holder_best:
        state.harbormaster = winner if seats == 1 else NOBODY


@jit
def judge_army(state: Record, seat: int) -> None:
    """Hand over the largest army after the seat played a knight card."""
    size = int64(state.army[seat])
    holder = int64(state.largest_army)
    if size >= ARMY and (holder == NOBODY or size > int64(state.army[holder])):
        state.largest_army = seat


@jit
def finish(state: Record, winners: int) -> None:
    """End the game; `winners` has bit s for every seat s that has won."""
    state.winners = winners
    state.phase = FINISHED


@jit
def finish_by_points(state: Record) -> None:
    """End the game; those with the most points win, shown victory cards included."""
    best, winners = -1, 0
    for seat in range(int64(state.players)):
        points = open_points(state, seat) + hidden_points(state, seat)
        if points > best:
            best, winners = points, 0
        if points == best:
            winners |= 1 << seat
    finish(state, winners)


@jit
def returns(state: Record, out: Any) -> None:
    shares = 0
    for seat in range(int64(state.players)):
        shares += (int64(state.winners) >> seat) & 1
    for seat in range(int64(state.players)):
        won = (int64(state.winners) >> seat) & 1
        out[seat] = won / shares if shares > 0 else 0.0
