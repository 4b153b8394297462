"""Reading the fields of a position's JSON: the right type, or `BadState` that names the field."""

from collections.abc import Mapping
from typing import Any, TypeVar

from hinterland.engine.errors import BadState

Value = TypeVar("Value")

_SHOWN_CHARACTERS = 60


def read_flag(data: Mapping[str, Any], name: str) -> bool:
    """A true or false."""
    value = data[name]
    if isinstance(value, bool):
        return value
    raise _unexpected(name, value, "true or false")


def read_list(data: Mapping[str, Any], name: str, length: int | None = None) -> list[Any]:
    """A list, of that length where one is given."""
    value = data[name]
    if isinstance(value, list) and length in (None, len(value)):
        return value
    raise _unexpected(name, value, "a list" if length is None else f"a list of {length}")


def read_words(data: Mapping[str, Any], name: str) -> list[str]:
    """A list of words."""
    value = read_list(data, name)
    if all(isinstance(word, str) and word.split() == [word] for word in value):
        return value
    raise _unexpected(name, value, "a list of words")


def read_choice(value: object, name: str, choices: Mapping[str, Value]) -> Value:
    """What one of the texts in `choices` stands for."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    raise _unexpected(name, value, f"one of {', '.join(filter(None, choices))}")


def _unexpected(name: str, value: object, expected: str) -> BadState:
    text = repr(value)
    if len(text) > _SHOWN_CHARACTERS:
        text = f"{text[:_SHOWN_CHARACTERS]}..."
    return BadState(f"{name} is {text}: expected {expected}")
