"""Readers of the fields of a record: `BadArgument` names the field and what was expected."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from hinterland.engine.errors import BadArgument

_SHOWN: Final = 80


def member(data: Mapping[str, Any], field: str, where: str = "") -> Any:
    """The value of a field that must be there; `where` names the object that it is in."""
    if field not in data:
        raise BadArgument(f"{where}{field}: it is missing")
    return data[field]


def read_object(
    field: str, value: object, known: Collection[str] | None = None
) -> Mapping[str, Any]:
    """A JSON object, with no other fields than the `known` ones; None where any may be there."""
    if not isinstance(value, Mapping):
        raise _unexpected(field, value, "an object")
    if known is not None:
        refuse_unknown(value, known, f"{field}: ")
    return value


def refuse_unknown(data: Mapping[str, Any], known: Collection[str], where: str = "") -> None:
    """`BadArgument` names a field that is none of the `known` ones."""
    for field in data:
        if field not in known:
            expected = ", ".join(known)
            raise BadArgument(f"{where}unknown field {field[:_SHOWN]!r}: expected {expected}")


def read_text(field: str, value: object) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise _unexpected(field, value, "a text")


def read_texts(field: str, value: object) -> Sequence[str]:
    """A list of texts; the error names the first that is none by its number, from 1."""
    if not isinstance(value, list):
        raise _unexpected(field, value, "a list of texts")
    return [read_text(f"{field} {number}", text) for number, text in enumerate(value, start=1)]


def read_count(field: str, value: object, maximum: int, minimum: int = 0) -> int:
    """A whole number minimum..maximum."""
    if isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum:
        return value
    raise _unexpected(field, value, f"a number {minimum}..{maximum}")


def read_time(field: str, value: object, longest: float) -> float:
    """Milliseconds, 0 to `longest`, of which there may be parts."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= longest:
        return float(value)
    raise _unexpected(field, value, f"milliseconds 0..{longest:.0f}")


def _unexpected(field: str, value: object, expected: str) -> BadArgument:
    return BadArgument(f"{field} {str(value)[:_SHOWN]!r}: expected {expected}")
