"""The past of a game in progress: moments to come back to, and the events between them."""

from dataclasses import dataclass

from hinterland.engine.table import Snapshot


@dataclass(frozen=True)
class Moment:
    """All that changes in a position, at one moment.

    `held` is None while a seat waits for its first view. `ticks`: the events played and the
    positions set since the deal. `count`: the events since the position was set. `first`: the
    number of the first of them; None where the client has yet to say. `last`: the event that led
    here; None if none is known. `undone`: what `redo` brings back.
    """

    held: Snapshot | None
    ticks: int
    count: int
    first: int | None
    last: "Played | None"
    undone: "Undone | None"


@dataclass(frozen=True)
class Undone:
    """A moment that was taken back, without what could be redone in it, and the next one."""

    moment: Moment
    next: "Undone | None"


@dataclass(frozen=True)
class Played:
    """An event that was played, and the moment before it.

    `move`: the whole move; in seat mode as the seat saw it. `events`: what each seat saw of it;
    in seat mode, what the one seat saw.
    """

    before: Moment
    mover: int
    move: int
    events: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """An event of the history, with its number."""

    number: int
    mover: int
    move: int
