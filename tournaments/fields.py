"""Reading the tables of a tournament file: every fault is collected, named with its key."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from hinterland.engine.errors import BadArgument

Value = TypeVar("Value")

_SHOWN = 60


class Faults(list[str]):
    """What is wrong with a file, each as `key: text`."""

    def attempt(self, key: str, make: Callable[[], Value]) -> Value | None:
        """What `make` answers; None after a `BadArgument`, which is a fault of `key`."""
        try:
            return make()
        except BadArgument as error:
            self.append(f"{key}: {error}")
            return None


class Fields:
    """One table of the file. Whatever is read is known; `end` complains about the rest."""

    def __init__(self, table: Mapping[str, Any], path: str, faults: Faults) -> None:
        self.table = table
        self.path = path
        self.faults = faults
        self.known: list[str] = []

    def key(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def fault(self, name: str, text: str) -> None:
        self.faults.append(f"{self.key(name)}: {text}")

    def integer(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number; without a default it must be there."""
        value = self.value(name, default)
        if type(value) is int and least <= value <= most:
            return value
        return self.bad(name, value, f"a whole number {least}..{most}", least)

    def number(self, name: str, least: float, most: float, default: float) -> float:
        value = self.value(name, default)
        if type(value) in (int, float) and least <= value <= most:
            return float(value)
        return self.bad(name, value, f"a number {least:g}..{most:g}", default)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.value(name, default)
        return value if isinstance(value, bool) else self.bad(name, value, "true or false", default)

    def text(self, name: str, default: str | None = None) -> str:
        value = self.value(name, default)
        if isinstance(value, str) and (value.strip() or value == default):
            return value
        return self.bad(name, value, "a text", "")

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.value(name, default)
        if isinstance(value, str) and value in choices:
            return value
        return self.bad(name, value, f"one of {', '.join(choices)}", "")

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty where it is left out."""
        value = self.value(name, [])
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        return self.bad(name, value, "a list of texts", ())

    def sub(self, name: str, needed: bool = False) -> "Fields":
        """A table within this one, empty where it is left out."""
        value = self.value(name, None if needed else {})
        if not isinstance(value, dict):
            value = self.bad(name, value, "a table", {})
        return Fields(value, self.key(name), self.faults)

    def subs(self, name: str) -> list["Fields"]:
        """A list of at least one table, numbered from 1 in the names of their keys."""
        value = self.value(name, None)
        if not (isinstance(value, list) and value and all(isinstance(v, dict) for v in value)):
            value = self.bad(name, value, f"[[{self.key(name)}]] tables", [])
        return [
            Fields(table, f"{self.key(name)}[{number}]", self.faults)
            for number, table in enumerate(value, 1)
        ]

    def end(self) -> None:
        """Everything was asked for: what else is in the table is a fault."""
        for name in self.table:
            if name not in self.known:
                self.fault(name, f"unknown key: expected one of {', '.join(self.known)}")

    def value(self, name: str, default: Any) -> Any:
        self.known.append(name)
        return self.table.get(name, default)

    def bad(self, name: str, value: object, expected: str, instead: Value) -> Value:
        if value is None:
            self.fault(name, f"missing: expected {expected}")
        else:
            shown = repr(value)
            shown = f"{shown[:_SHOWN]}..." if len(shown) > _SHOWN else shown
            self.fault(name, f"found {shown}: expected {expected}")
        return instead
