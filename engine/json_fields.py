"""Reading the fields of a position's JSON: the right type, or `BadState` that names the field."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from hinterland.engine.errors import BadState

Value = TypeVar("Value")

_SHOWN_CHARACTERS = 60


def read_flag(data: Mapping[str, Any], name: str) -> bool:
    """A true or false."""
    value = data[name]
    if isinstance(value, bool):
        return value
    raise unexpected(name, value, "true or false")


def read_list(data: Mapping[str, Any], name: str, length: int | None = None) -> list[Any]:
    """A list, of that length where one is given."""
    return read_items(data[name], name, length)


def read_items(value: object, name: str, length: int | None = None) -> list[Any]:
    """A value that is a list, of that length where one is given."""
    if isinstance(value, list) and length in (None, len(value)):
        return value
    raise unexpected(name, value, "a list" if length is None else f"a list of {length}")


def read_object(
    value: object, name: str, known: Collection[str] | None = None, needed: Collection[str] = ()
) -> dict[str, Any]:
    """An object; with no other fields than the `known` ones, and with every `needed` one."""
    if not isinstance(value, dict):
        raise unexpected(name, value, "an object")
    for field in value:
        if known is not None and field not in known:
            raise BadState(
                f"{name} has an unknown field {shown(field)}: expected {', '.join(known)}"
            )
    for field in needed:
        if field not in value:
            wanted = ", ".join(needed)
            raise BadState(f"{name} has no field {field!r}: expected {wanted}")
    return value


def read_integer(value: object, name: str, low: int, high: int) -> int:
    """A whole number in that range."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise unexpected(name, value, f"{low}..{high}")


def read_words(data: Mapping[str, Any], name: str) -> list[str]:
    """A list of words."""
    value = read_list(data, name)
    if all(isinstance(word, str) and word.split() == [word] for word in value):
        return value
    raise unexpected(name, value, "a list of words")


def read_choice(value: object, name: str, choices: Mapping[str, Value]) -> Value:
    """What one of the texts in `choices` stands for."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    raise unexpected(name, value, f"one of {', '.join(filter(None, choices))}")


def unexpected(name: str, value: object, expected: str) -> BadState:
    """The error for a value of a field that is not what was expected."""
    return BadState(f"{name} is {shown(value)}: expected {expected}")


def shown(value: object) -> str:
    """A value as an error quotes it: cut where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."
