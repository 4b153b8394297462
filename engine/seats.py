"""Seats and movers: the integers that stand for them in kernels, and their names in text."""

from typing import Final

from hinterland.engine.errors import BadArgument

MAX_SEATS: Final = 6
"""The most players any game takes; seats are 0 .. players-1."""

CHANCE: Final = -1
"""The mover of dice, draws, shows and shuffles."""

OVER: Final = -2
"""What `mover` answers when the game has ended."""

PUBLIC: Final = -3
"""The viewer that sees only what every seat sees (a spectator)."""

ALL: Final = -4
"""The viewer of a state: it sees everything."""

_NAMES: Final = {CHANCE: "chance", OVER: "over", PUBLIC: "public", ALL: "all"}


def seat_name(seat: int) -> str:
    """The text of a seat (`p1`..`p6`), a mover or a viewer."""
    return _NAMES.get(seat) or f"p{seat + 1}"


def parse_seat(text: str, players: int) -> int:
    """The seat index written as `p1`..`pN`; `BadArgument` otherwise."""
    for seat in range(players):
        if text == f"p{seat + 1}":
            return seat
    if text == _NAMES[CHANCE]:
        raise BadArgument(f"chance is no seat here: expected p1..p{players}")
    raise BadArgument(f"unknown seat {text!r}: expected p1..p{players}")


def parse_mover(text: str, players: int) -> int:
    """The mover written as a seat or `chance`; `BadArgument` otherwise."""
    if text == "chance":
        return CHANCE
    try:
        return parse_seat(text, players)
    except BadArgument:
        raise BadArgument(f"unknown mover {text!r}: expected p1..p{players} or chance") from None
