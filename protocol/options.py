"""The options of the engine, typed as UCI types them, and how they are read and set."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from hinterland.engine.errors import BadOption
from hinterland.protocol.levels import LEVELS, level_settings
from hinterland.protocol.setup import Setup
from hinterland.search.settings import (
    AUTO,
    SETTING_BOUNDS,
    SETTING_CHOICES,
    SETTING_NUMBERS,
    UNREAD,
    SearchSettings,
)


@dataclass(frozen=True)
class EngineOption:
    """An option: `kind` is check, spin (a whole number), combo, string or button.

    A string is a number with a fraction, for which UCI has no kind, or `auto`; it has bounds as a
    spin has.
    """

    name: str
    kind: str
    default: str = ""
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self) -> str:
        """The option as UCI declares it."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words.append(f"default {self.default}")
        if self.kind in ("spin", "string"):
            words.append(f"min {self.minimum} max {self.maximum}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def check(self, text: str) -> str:
        """The value written as `text`, or `BadOption`."""
        if self.kind == "spin":
            fits = text.isascii() and text.isdigit() and len(text) <= len(str(self.maximum))
            if not (fits and self.minimum <= int(text) <= self.maximum):
                raise BadOption(f"{self.name}={text}: expected {self.minimum}..{self.maximum}")
            return str(int(text))
        allowed = {"check": ("true", "false"), "button": ("",)}.get(self.kind, self.choices)
        if allowed and text not in allowed:
            expected = ", ".join(allowed) or "no value, in JSON true: it is a button"
            raise BadOption(f"{self.name}={text}: expected {expected}")
        return text

    def plain(self, text: str) -> str | int | float | bool:
        """A value written as `text` as JSON has it: a number, true or false, or a text."""
        if self.kind == "spin":
            return int(text)
        if self.kind == "check":
            return text == "true"
        return float(text) if self.kind == "string" and text != AUTO else text


def _search_option(name: str, default: object) -> EngineOption:
    if name in SETTING_CHOICES:
        return EngineOption(name, "combo", str(default), choices=SETTING_CHOICES[name])
    if name in SETTING_BOUNDS:
        minimum, maximum = SETTING_BOUNDS[name]
        if name in _LIMITS:
            minimum = 0
        return EngineOption(name, "spin", str(default or 0), minimum, maximum)
    minimum, maximum = SETTING_NUMBERS[name]
    return EngineOption(name, "string", AUTO if default is None else str(default), minimum, maximum)


_LIMITS: Final = ("iterations", "ms")
"""Of these, 0 stands for no limit."""

_FIRST: Final = ("reset", "level")
"""Set before the others, which would else be undone by them."""

_OWN: Final = (
    EngineOption("ponder", "check", "false"),
    EngineOption("level", "spin", "0", 0, len(LEVELS)),
    EngineOption("reset", "button"),
)
_SETTINGS: Final = tuple(it.name for it in fields(SearchSettings) if it.name not in UNREAD)

OPTIONS: Final[dict[str, EngineOption]] = {
    option.name: option
    for option in (
        *(_search_option(name, getattr(SearchSettings(), name)) for name in _SETTINGS),
        *_OWN,
    )
}


def find_option(name: str) -> EngineOption:
    """The option of that name; `BadOption` lists the names there are."""
    if name not in OPTIONS:
        raise BadOption(f"no option {name!r}: expected one of {', '.join(OPTIONS)}")
    return OPTIONS[name]


def option_value(setup: Setup, name: str) -> str:
    """The present value of an option; `BadOption` for a button."""
    option = find_option(name)
    if option.kind == "button":
        raise BadOption(f"{name} is a button: it has no value")
    if name == "ponder":
        return "true" if setup.pondering else "false"
    if name == "level":
        return str(setup.level)
    value = getattr(setup.settings, name)
    if value is None:
        return "0" if name in _LIMITS else AUTO
    return str(value)


def option_values(setup: Setup) -> dict[str, str | int | float | bool]:
    """The present values of all options that have one, as JSON has them."""
    return {
        name: option.plain(option_value(setup, name))
        for name, option in OPTIONS.items()
        if option.kind != "button"
    }


def with_options(setup: Setup, given: Mapping[str, str]) -> Setup:
    """The setup with some options set; `BadOption` and nothing is set.

    Their order is nothing: first `reset`, then `level`, then the others. `BadOption` names
    an option that is to be other than the level among them has it.
    """
    checked = {name: find_option(name).check(text) for name, text in given.items()}
    for name in sorted(checked, key=_turn):
        setup = _with_option(setup, name, checked[name])
    if setup.settings.iterations is None and setup.settings.ms is None:
        raise BadOption("iterations=0 and ms=0: one of them must limit a search")
    level = int(checked.get("level", 0))
    return setup if level == 0 else _at_level(setup, level, checked)


def _turn(name: str) -> int:
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _at_level(setup: Setup, level: int, given: Mapping[str, str]) -> Setup:
    """The setup, which a level and other options have made, at that level if they agree."""
    due = with_level(setup, level)
    for name in given:
        if name not in _FIRST and option_value(setup, name) != option_value(due, name):
            raise BadOption(
                f"{name}={given[name]} and level={level}: that level has "
                f"{name}={option_value(due, name)}"
            )
    return due


def _with_option(setup: Setup, name: str, text: str) -> Setup:
    if name == "reset":
        return replace(setup, settings=SearchSettings(), limited=False, level=0, pondering=False)
    if name == "ponder":
        return replace(setup, pondering=text == "true")
    if name == "level":
        return with_level(setup, int(text))
    if name in _LIMITS:
        limit = None if text == "0" else int(text)
        if name == "ms":
            settings = replace(setup.settings, ms=limit)
        else:
            settings = replace(setup.settings, iterations=limit)
        return replace(setup, settings=settings, limited=True, level=0)
    level = setup.level if name in ("seed", "threads", "memory_mib") else 0
    return replace(setup, settings=setup.settings.updated({name: text}), level=level)


def with_level(setup: Setup, level: int) -> Setup:
    """The setup that plays at a level 1..10; 0 keeps its search and calls that no level."""
    if level == 0:
        return replace(setup, level=0)
    settings = level_settings(level, setup.settings)
    return replace(setup, settings=settings, limited=True, level=level)


def texts_of(data: Mapping[str, Any]) -> dict[str, str]:
    """The values of a JSON object as texts: `BadOption` for what is no plain value.

    JSON has no name without a value: there true presses a button.
    """
    found = {}
    for name, value in data.items():
        if value is True and find_option(name).kind == "button":
            found[name] = ""
        elif isinstance(value, bool):
            found[name] = "true" if value else "false"
        elif isinstance(value, str | int | float):
            found[name] = str(value)
        else:
            raise BadOption(f"{name}: expected a text, a number, true or false")
    return found
