"""The words that tokens are made of: cards, places, seats, numbers."""

from collections.abc import Mapping
from typing import Final

from hinterland.engine.digits import plain_number
from hinterland.engine.errors import BadArgument, BadNotation
from hinterland.engine.island import moves as m
from hinterland.engine.island.cards import KINDS
from hinterland.engine.seats import MAX_SEATS, parse_seat

_MOST: Final = 31
"""Cards of a kind that the code of a move can count."""
_HIGHEST: Final = 99


def code(kind: int, body: int) -> int:
    return (kind << m.SHIFT) | body


def cards_text(counts: Mapping[int, int]) -> str:
    """`2lumber+ore`: counts by kind, in the order of the kinds."""
    parts = [f"{n if n > 1 else ''}{KINDS[kind]}" for kind, n in sorted(counts.items()) if n > 0]
    return "+".join(parts)


def parse_cards(text: str) -> dict[int, int]:
    """The inverse of `cards_text`; only that spelling is read."""
    counts: dict[int, int] = {}
    for part in text.split("+"):
        name = part.lstrip("0123456789")
        digits = part[: len(part) - len(name)]
        if name not in KINDS or digits.startswith("0"):
            raise BadNotation(f"{text!r}: expected cards such as 2lumber+ore")
        n = 1 if not digits else plain_number(digits)
        if n is None or n > _MOST:
            raise BadNotation(f"{text!r}: at most {_MOST} cards of a kind can be written")
        counts[KINDS.index(name)] = n
    if cards_text(counts) != text:
        raise BadNotation(f"{text!r}: expected {cards_text(counts)!r}")
    return counts


def place_text(code: int, sides: tuple[str, ...]) -> str:
    """A hex, or with `sides` one of its corners or edges, by its code."""
    where, side = (code, "") if not sides else (code >> 3, sides[code & 7])
    return f"{'abcdefghi'[where >> 4]}{(where & 15) + 1}{side}"


def parse_place(text: str, sides: tuple[str, ...]) -> int:
    """The code of a place; `BadNotation` where no board has one of that name."""
    row, column, side = text[:1], text[1:2], text[2:]
    good = row in tuple("abcdefghi") and column in tuple("12345678")
    if not good or side not in (sides or ("",)):
        raise BadNotation(f"no place {text!r}: expected {' or '.join(_examples(sides))}")
    where = 16 * "abcdefghi".index(row) + int(column) - 1
    return 8 * where + sides.index(side) if sides else where


def _examples(sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"a1{side}" for side in sides[:2]) or ("a1", "c3")


def index(names: tuple[str, ...], text: str) -> int:
    if text not in names:
        raise BadNotation(f"{text!r}: expected one of {' '.join(names)}")
    return names.index(text)


def parse_kind(text: str) -> int:
    return index((*KINDS, "?"), text)


def read_seat(text: str) -> int:
    try:
        return parse_seat(text, MAX_SEATS)
    except BadArgument as error:
        raise BadNotation(str(error)) from None


def parse_number(text: str) -> int:
    number = plain_number(text)
    if number is None or number > _HIGHEST:
        raise BadNotation(f"{text!r}: expected a number, at most {_HIGHEST}")
    return number


def parse_counts(text: str) -> int:
    return sum(n << (6 * kind) for kind, n in parse_cards(text).items())
