"""Reading the tables of TOML files: every fault is collected, named with its key."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from hinterland.engine.errors import BadArgument

Value = TypeVar("Value")

_SHOWN = 60


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a TOML file; `BadArgument` if it cannot be read."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadArgument(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadArgument(f"{path}: not TOML: {error}") from None


class BadFile(BadArgument):
    """A file with faults, all of them in its text."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


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
        self.known: dict[str, None] = {}

    def key(self, name: str) -> str:
        return ".".join(filter(None, (self.path, name)))

    def fault(self, name: str, text: str) -> None:
        """Something is wrong with a key, or with the whole table where the name is empty."""
        self.faults.append(f"{self.key(name)}: {text}")

    def integer(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number; without a default it must be there."""
        value = self.value(name, default)
        if type(value) is int and least <= value <= most:
            return value
        return self.bad(name, value, f"a whole number {span(least, most)}", least)

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
        if isinstance(value, str) and (value.strip() or name not in self.table):
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
        if not (isinstance(value, list) and value):
            value = self.bad(name, value, f"[[{self.key(name)}]] tables", [])
        tables = []
        for number, table in enumerate(value, 1):
            place = f"{name}[{number}]"
            if isinstance(table, dict):
                tables.append(Fields(table, self.key(place), self.faults))
            else:
                self.bad(place, table, "a table", None)
        return tables

    @staticmethod
    def check_names(tables: Sequence["Fields"], names: Sequence[str]) -> None:
        """The names of tables, empty where there is none: one that comes twice is a fault."""
        first: dict[str, str] = {}
        for table, name in zip(tables, names, strict=True):
            if name and first.setdefault(name, table.path) != table.path:
                table.fault("name", f"{name!r} is that of {first[name]} too: expected another")

    def end(self) -> None:
        """Everything was asked for: what else is in the table is a fault."""
        for name in self.table:
            if name not in self.known:
                self.fault(name, f"unknown key: expected one of {', '.join(self.known)}")

    def value(self, name: str, default: Any) -> Any:
        self.known[name] = None
        return self.table.get(name, default)

    def bad(self, name: str, value: object, expected: str, instead: Value) -> Value:
        if value is None:
            self.fault(name, f"missing: expected {expected}")
        else:
            shown = repr(value)
            shown = f"{shown[:_SHOWN]}..." if len(shown) > _SHOWN else shown
            self.fault(name, f"found {shown}: expected {expected}")
        return instead


def span(least: float, most: float) -> str:
    """The numbers from `least` to `most`, as messages name them."""
    return f"{least}..{most}" if least < most else f"{least}"
