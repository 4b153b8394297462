"""Commands about the engine's options, its strength, and what it can do."""

from typing import TYPE_CHECKING, Any, Final

from hinterland import __version__
from hinterland.engine.errors import BadOption
from hinterland.engine.seats import MAX_SEATS
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.clocks import KINDS
from hinterland.protocol.levels import LEVELS
from hinterland.protocol.options import (
    OPTIONS,
    option_value,
    option_values,
    texts_of,
    with_level,
    with_options,
)
from hinterland.protocol.printable import json_text
from hinterland.protocol.session import Command, Session

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Option

EXTENSIONS: Final = ("analyze", "clocks", "events", "options", "ponder", "records", "referee")


def list_options(session: Session, words: list[str]) -> str:
    return "\n".join(option.declaration() for option in OPTIONS.values())


def get_option(session: Session, words: list[str]) -> str:
    return option_value(session.setup, words[0])


def set_option(session: Session, words: list[str]) -> str:
    text = words[0]
    if text.startswith(("{", "[")):
        given = texts_of(_read_object(text))
    else:
        name, _, value = text.partition(" ")
        given = {name: value.strip(" ")}
    session.setup = with_options(session.setup, given)
    return ""


def level(session: Session, words: list[str]) -> str:
    if not words:
        return str(session.setup.level)
    chosen = parse_integer("N", words[0], len(LEVELS))
    session.setup = with_level(session.setup, chosen)
    return ""


def describe_engine(session: Session, words: list[str]) -> str:
    control = session.setup.clocks.control
    return json_text(
        {
            "name": session.outside.name,
            "version": __version__,
            "seed": session.setup.settings.seed,
            "level": session.setup.level,
            "time": {"kind": control.kind, "main": control.main, "extra": control.extra}
            | ({"periods": control.periods} if control.kind == "byoyomi" else {}),
            "options": option_values(session.setup),
        }
    )


def capabilities(session: Session, words: list[str]) -> str:
    return json_text(
        {
            "protocol": 2,
            "games": {game.base_name: _game(game) for game in session.outside.games()},
            "seats": [f"p{seat + 1}" for seat in range(MAX_SEATS)],
            "modes": ["full", "seat"],
            "clocks": list(KINDS),
            "records": session.outside.records is not None,
            "extensions": list(EXTENSIONS),
        }
    )


def bench(session: Session, words: list[str]) -> str:
    figures = session.outside.measure(session.position.game)
    return " ".join(f"{name}={figure}" for name, figure in figures.items())


def _game(game: "Game") -> dict[str, Any]:
    return {
        "version": game.version,
        "players": [game.options[0].minimum, game.options[0].maximum],
        "options": {option.name: _option(option) for option in game.options},
    }


def _option(option: "Option") -> dict[str, Any]:
    if option.choices:
        default = option.format(option.default)
        return {"default": default, "text": option.text, "choices": list(option.choices)}
    bounds = {"min": option.minimum, "max": option.maximum}
    return {"default": option.default, "text": option.text, **bounds}


def _read_object(text: str) -> dict[str, Any]:
    import orjson

    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadOption(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadOption("JSON must be an object")
    return data


COMMANDS: Final = (
    Command(list_options, "list_options"),
    Command(get_option, "get_option NAME"),
    Command(set_option, "set_option TEXT"),
    Command(level, "level [N]"),
    Command(describe_engine, "describe_engine"),
    Command(capabilities, "capabilities"),
    Command(bench, "bench"),
)
