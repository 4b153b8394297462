"""The moves of the village game as plain values: two moves are one if their values agree."""

from dataclasses import dataclass

Place = tuple[str, str, int]
"""A settler of a village as moves name it: card, role, number of cards lying on it."""


@dataclass(frozen=True)
class Payment:
    """How a padlock is opened. `owner` and `ducats` name the unlocker: its village and its coins.

    `how`: "" (no padlock), "own" (bank pays), "other", "bank" or "tinner".
    """

    how: str
    owner: str = ""
    ducats: int = 0


@dataclass(frozen=True)
class TakeRoad:
    slot: int  # 1..6


@dataclass(frozen=True)
class TakeStack:
    stack: int  # 1..6


@dataclass(frozen=True)
class Protect:
    slot: int  # 1..6


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Build:
    card: str
    monks: int
    place: Place | None  # where the lowest of the cards goes; None stands free
    payment: Payment


@dataclass(frozen=True)
class Exchange:
    card: str
    stack: int  # 1..6, or 0 for the discards


@dataclass(frozen=True)
class TakeCommon:
    card: str


@dataclass(frozen=True)
class Tinner:
    pass


@dataclass(frozen=True)
class Smuggler:
    settler: str
    payment: Payment


@dataclass(frozen=True)
class Apprentice:
    owner: str  # the village of the target
    target: Place
    side: str  # "ducats" or "food" if the target is the founders, else ""
    hand_card: str  # the card that goes onto a freed monk, else ""
    monks: int  # under the card put down; a freed monk is one of them
    place: Place | None
    payment: Payment


SeatMove = (
    TakeRoad | TakeStack | Protect | Pass | Build | Exchange | TakeCommon | Tinner | Smuggler
    | Apprentice
)  # fmt: skip


@dataclass(frozen=True)
class Show:
    """Chance: the top card of a pile is shown; the suit of the next top is seen."""

    pile: int  # 1..6, or 0 for the reserve
    card: str
    next_suit: str  # "" where no card is left


@dataclass(frozen=True)
class Shuffle:
    """Chance: the discards become the reserve, in an order that is told apart from the move."""


Move = SeatMove | Show | Shuffle
