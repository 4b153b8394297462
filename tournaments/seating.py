"""Deal groups: which games one deal is played in, and who sits where in each."""

from collections.abc import Mapping
from dataclasses import dataclass

LineUp = tuple[int, ...]
"""The entrants at a table, one a seat, by their places in the list of bots."""


@dataclass(frozen=True)
class DealGroup:
    """One deal, played once for every seating. `index`: names the deal; no two groups share it."""

    index: int
    seatings: tuple[LineUp, ...]


@dataclass(frozen=True)
class GroupResult:
    """What a group of games came to. `points`: the mean return a game of each entrant's seats.

    `whole`: every game of the group counts. Else the points say nothing and are empty.
    `seconds`: what its games that count have taken.
    """

    group: DealGroup
    whole: bool
    points: Mapping[int, float]
    seconds: float = 0.0


def rotated(line_up: LineUp, index: int, rotations: int = 0) -> DealGroup:
    """The group of a line-up: in rotation r, seat s is taken by entrant (s + r) of the line-up.

    `rotations` games, 0 for all. A sample is spread evenly over the rotations, and moves on with
    `index`, so that over the groups every entrant sits equally often on every seat.
    """
    seats = len(line_up)
    wanted = min(rotations, seats) or seats
    turns = [(index + step * seats // wanted) % seats for step in range(wanted)]
    if wanted == seats:
        turns = sorted(turns)
    seatings = dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in turns)
    return DealGroup(index, tuple(seatings))


def duel(one: int, other: int, seats: int, index: int) -> DealGroup:
    """The group of two entrants at a table of copies, taking turns around it.

    Both sit equally often on every seat: with an odd number of seats all rotations are played
    with one copy more of either.
    """
    alternating = tuple(one if seat % 2 == 0 else other for seat in range(seats))
    seatings = rotated(alternating, index).seatings
    if seats % 2:
        swapped = tuple(other if entrant == one else one for entrant in alternating)
        seatings += rotated(swapped, index).seatings
    return DealGroup(index, seatings)
