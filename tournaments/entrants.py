"""The `[[bots]]` tables of a tournament file."""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.protocol.bots import BotSpec, parse_bot
from hinterland.tournaments.engines import EngineSpec, engine_spec
from hinterland.tournaments.fields import Fields

_MIB: Final = 1 << 20
_WRITTEN: Final = ("bot", "command")
"""The keys of which a table has one, that says what bot it is."""

_OF_COMMANDS: Final = ("environment", "directory", "memory_mib", "setup")


@dataclass(frozen=True)
class Entrant:
    """A bot of the file. `label`: its name there, empty where it has none that can be known;
    `spec`: None where something is wrong with it."""

    label: str
    spec: BotSpec | None


def read_entrants(
    top: Fields,
    tables: Sequence[Fields],
    folder: str,
    game: Game | None,
    players: int | None,
    to_play: bool,
) -> list[Entrant]:
    """The bots, one a table; what is wrong becomes faults. `folder`: where their paths start.

    `to_play`: they must be there, know the `game`, and have the memory for it with so many
    `players`, not only be written as they should. What is None is not known.
    """
    entrants = [_entrant(table, folder, game, players, to_play) for table in tables]
    top.check_names(tables, [entrant.label for entrant in entrants])
    return entrants


def bot_faults(text: str) -> list[str]:
    """What is wrong with a bot as `parse_bot` takes it, every setting looked at for itself."""
    name, colon, rest = text.strip().partition(":")
    pairs = rest.split(",") if colon and "=" in rest else []
    if name not in ("search", "cheat", "greedy"):
        pairs = []
    keys = Counter(pair.partition("=")[0].strip() for pair in pairs)
    twice = [f"{key} is given twice" for key, count in keys.items() if count > 1]
    alone = dict.fromkeys(filter(None, (_fault(f"{name}:{pair}") for pair in pairs)))
    return [*alone, *twice] or _listed(_fault(text))


def _fault(text: str) -> str:
    try:
        parse_bot(text)
    except BadArgument as error:
        return str(error)
    return ""


def _listed(fault: str) -> list[str]:
    return [fault] if fault else []


def _entrant(
    table: Fields, folder: str, game: Game | None, players: int | None, to_play: bool
) -> Entrant:
    """A built-in bot or class by `bot`, an engine by `command` or a `bot` of cmd:."""
    before = len(table.faults)
    texts = {key: table.text(key, "") for key in _WRITTEN}
    label = table.text("name", texts["bot"] or texts["command"])
    if not label.isprintable():
        table.fault("name", f"found {label!r}: expected characters that can be printed")
    started = "command" in table.table or texts["bot"].startswith("cmd:")
    engine = _engine(table, folder, to_play and started)
    if not started and any(texts.values()):
        _refuse_engine_keys(table)
    table.end()
    written = [key for key in _WRITTEN if key in table.table]
    if len(written) != 1:
        found = "both" if written else "neither"
        table.fault("bot", f"found {found}: expected either bot or command")
    specs = {key: spec for key, text in texts.items() if text and (spec := _spec(table, key, text))}
    for key, spec in specs.items():
        if isinstance(spec, EngineSpec):
            specs[key] = spec = replace(engine, label=spec.label, command=spec.command)
        if to_play:
            table.faults.attempt(table.key(key), spec.check)
            if game is not None:
                table.faults.attempt(table.key(key), partial(spec.suits, game))
            if game is not None and players is not None:
                table.faults.attempt(table.key(key), partial(spec.has_room, game, players))
    if len(table.faults) > before:
        return Entrant(label, None)
    return Entrant(label, replace(specs[written[0]], label=label))


def _spec(table: Fields, key: str, text: str) -> BotSpec | None:
    """The bot that is written there; None, and faults, if it is not written as it should."""
    written = f"cmd:{text}" if key == "command" else text
    found = bot_faults(written)
    for fault in found:
        table.fault(key, fault)
    return None if found else engine_spec(parse_bot(written))


def _refuse_engine_keys(table: Fields) -> None:
    for key in _OF_COMMANDS:
        if key in table.table:
            table.fault(key, "expected a command, to which it belongs")


def _engine(table: Fields, folder: str, to_play: bool) -> EngineSpec:
    """What a table says of how its command is started."""
    directory = table.text("directory", "")
    spec = EngineSpec(
        label="",
        command="",
        environment=_environment(table.sub("environment")),
        directory=os.path.normpath(os.path.join(folder, directory)) if directory else "",
        memory=table.integer("memory_mib", 0, 1 << 30, 0) * _MIB,
        setup=table.texts("setup"),
    )
    if directory and to_play and not os.path.isdir(spec.directory):
        table.fault("directory", f"there is no folder {spec.directory!r}")
    return spec


def _environment(table: Fields) -> tuple[tuple[str, str], ...]:
    """Variables and their values, which may be empty."""
    for name, value in table.table.items():
        if not name or "=" in name or "\0" in name:
            table.fault(name, f"{name!r} cannot be the name of a variable")
        if not isinstance(value, str) or "\0" in value:
            table.bad(name, value, "a text", None)
    return tuple((name, str(value)) for name, value in table.table.items())
