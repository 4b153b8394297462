"""Tournament files: TOML, checked as a whole."""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.engine.registry import load
from hinterland.protocol.bots import BotSpec, parse_bot
from hinterland.tournaments.engines import EngineSpec, engine_spec
from hinterland.tournaments.fields import Faults, Fields
from hinterland.tournaments.formats import (
    Fixed,
    Format,
    Gauntlet,
    Hall,
    Ladder,
    RoundRobin,
    Sprt,
    Swiss,
    Timed,
)
from hinterland.tournaments.settings import ACTIONS, CAUSES, FaultRules, Limits, Settings
from hinterland.tournaments.sprt import SprtBounds, share_of_elo

MOST_GROUPS: Final = 10_000_000
MOST_SECONDS: Final = 1e6
MOST_TIMED: Final = 10_000
"""Deals of a match that is to end by its time, where the file says nothing."""

_MIB: Final = 1 << 20
_MOST_SEED: Final = 2**63 - 1


class BadFile(BadArgument):
    """A tournament file with faults, all of them in its text."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class TournamentFile:
    """A file that was read. `document`: its values; `folder`: where its relative paths start.

    `output`: the folder for the results; `workers`: processes, 0 for one a processor.
    """

    settings: Settings
    document: Mapping[str, Any]
    folder: str
    output: str
    workers: int


def read_file(path: Path) -> TournamentFile:
    """The tournament in a TOML file; `BadArgument` names all that is wrong with it."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadArgument(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadArgument(f"{path}: not TOML: {error}") from None
    try:
        return read_document(document, str(path.resolve().parent), f"results/{path.stem}")
    except BadFile as error:
        raise BadFile([f"{path}: {fault}" for fault in error.faults]) from None


def read_document(
    document: Mapping[str, Any], folder: str, output: str = "", to_play: bool = True
) -> TournamentFile:
    """The tournament in the values of a file; `BadFile` names every fault with its key.

    `to_play`: the bots must be there, not only be written as they should.
    """
    faults = Faults()
    top = Fields(document, "", faults)
    name = top.text("game")
    game = faults.attempt("game", lambda: load(name)) if name else None
    options = _options(top, game)
    bots = _bots(top.subs("bots"), folder, to_play)
    labels = [bot.label for bot in bots]
    hall_values = {
        "rotations": top.integer("rotations", 0, 6, 0),
        "seed": top.integer("seed", 0, _MOST_SEED, 1),
    }
    if to_play and game is not None:
        for number, bot in enumerate(bots, 1):
            faults.attempt(f"bots[{number}]", partial(bot.suits, game))
    form = _format(top.sub("format", needed=True), labels)
    limits = _limits(top.sub("limits"))
    rules = _fault_rules(top.sub("faults"))
    positions = top.flag("positions")
    written_output = top.text("output", output)
    workers = top.integer("workers", 0, 4096, 0)
    top.end()
    if not faults and options and form:
        hall = Hall(len(bots), options[0], **hall_values)
        faults.attempt("format", lambda: form.check(hall))
    if faults or game is None or options is None or form is None:
        raise BadFile(faults)
    settings = Settings(
        game=name,
        options=options,
        entrants=tuple(bots),
        format=form,
        limits=limits,
        faults=rules,
        positions=positions,
        **hall_values,
    )
    return TournamentFile(settings, document, folder, written_output, workers)


def _options(top: Fields, game: Game | None) -> tuple[int, ...] | None:
    """The value of every option, players first; None where they cannot be known."""
    players = top.integer("players", 1, 6) if "players" in top.table else None
    top.known.append("players")
    table = top.sub("options")
    texts = {}
    for name, value in table.table.items():
        if isinstance(value, str | int) and not isinstance(value, bool) and name != "players":
            texts[name] = str(value)
        else:
            table.fault(name, f"found {value!r}: expected a text or a number, players outside")
    if players is not None:
        texts["players"] = str(players)
    if game is None:
        return None
    return top.faults.attempt("options", lambda: game.option_values(texts))


def _bots(tables: list[Fields], folder: str, to_play: bool) -> list[BotSpec]:
    bots = [bot for table in tables if (bot := _bot(table, folder, to_play)) is not None]
    labels = [bot.label for bot in bots]
    for number, label in enumerate(labels):
        if label in labels[:number] and tables:
            tables[0].faults.append(f"bots: two are named {label!r}: expected other names")
    return bots


def _bot(table: Fields, folder: str, to_play: bool) -> BotSpec | None:
    """A built-in bot or class by `bot`, an engine by `command` or a `bot` of cmd:."""
    text = table.text("bot", "")
    command = table.text("command", "")
    name = table.text("name", text or command)
    environment = table.sub("environment")
    directory = table.text("directory", "")
    memory = table.integer("memory_mib", 0, 1 << 30, 0)
    setup = table.texts("setup")
    table.end()
    if bool(text) == bool(command):
        table.fault("bot", "expected either bot or command")
        return None
    key = "bot" if text else "command"
    spec = table.faults.attempt(
        table.key(key), lambda: engine_spec(parse_bot(text or f"cmd:{command}"))
    )
    if spec is None:
        return None
    if isinstance(spec, EngineSpec):
        spec = replace(
            spec,
            environment=_environment(environment),
            directory=os.path.normpath(os.path.join(folder, directory)) if directory else "",
            memory=memory * _MIB,
            setup=setup,
        )
        if directory and to_play and not os.path.isdir(spec.directory):
            table.fault("directory", f"there is no folder {spec.directory!r}")
    elif environment.table or directory or memory or setup:
        table.fault("command", "environment, directory, memory_mib and setup are of commands only")
    if to_play:
        table.faults.attempt(table.key(key), spec.check)
    return replace(spec, label=name)


def _environment(table: Fields) -> tuple[tuple[str, str], ...]:
    return tuple((name, table.text(name)) for name in table.table)


def _limits(table: Fields) -> Limits:
    limits = Limits(
        answer=table.number("answer", 1e-3, MOST_SECONDS, Limits.answer),
        move=table.number("move", 1e-3, MOST_SECONDS, Limits.move),
        game=table.number("game", 1e-3, MOST_SECONDS, 1.0) if "game" in table.table else None,
        increment=table.number("increment", 0.0, MOST_SECONDS, 0.0),
    )
    table.known.append("game")
    table.end()
    if limits.increment and limits.game is None:
        table.fault("increment", "expected game, to which it is added")
    return limits


def _fault_rules(table: Fields) -> FaultRules:
    default = table.choice("default", ACTIONS, "random")
    rules = FaultRules(
        actions={cause: table.choice(cause, ACTIONS, default or "random") for cause in CAUSES},
        retries=table.integer("retries", 0, 1000, FaultRules.retries),
        bench=table.integer("bench", 0, MOST_GROUPS, FaultRules.bench),
    )
    table.end()
    return rules


def _format(table: Fields, labels: list[str]) -> Format | None:
    kind = table.choice("kind", tuple(_FORMATS))
    if kind not in _FORMATS:
        return None
    form = _FORMATS[kind](table, labels)
    table.end()
    return form


def _groups(table: Fields, default: int | None = 20) -> int:
    return table.integer("groups", 1, MOST_GROUPS, default)


def _round_robin(table: Fields, labels: list[str]) -> Format:
    return RoundRobin(_groups(table))


def _ladder(table: Fields, labels: list[str]) -> Format:
    return Ladder(_groups(table))


def _gauntlet(table: Fields, labels: list[str]) -> Format:
    return Gauntlet(_groups(table), _place(table, "challenger", table.text("challenger"), labels))


def _swiss(table: Fields, labels: list[str]) -> Format:
    return Swiss(_groups(table), table.integer("rounds", 1, 10_000))


def _fixed(table: Fields, labels: list[str]) -> Format:
    value = table.value("tables", None)
    if not (isinstance(value, list) and value and all(isinstance(row, list) for row in value)):
        table.bad("tables", value, "a list of lists of bots", None)
        value = []
    tables = tuple(tuple(_place(table, "tables", bot, labels) for bot in row) for row in value)
    return Fixed(_groups(table), tables)


def _sprt(table: Fields, labels: list[str]) -> Format:
    """Bounds as `elo = [low, high]` or `share = [low, high]`."""
    elo, share = table.value("elo", None), table.value("share", None)
    low, high = 0.5, 0.6
    if (elo is None) == (share is None):
        table.fault("elo", "expected either elo = [low, high] or share = [low, high]")
    elif elo is not None:
        low, high = (share_of_elo(bound) for bound in _pair(table, "elo", elo, -2000.0, 2000.0))
    else:
        low, high = _pair(table, "share", share, 0.001, 0.999)
    bounds = SprtBounds(
        low,
        high,
        table.number("alpha", 1e-6, 0.5, SprtBounds.alpha),
        table.number("beta", 1e-6, 0.5, SprtBounds.beta),
    )
    return Sprt(_groups(table, 10_000), bounds, table.integer("batch", 1, MOST_GROUPS, Sprt.batch))


def _timed(table: Fields, labels: list[str]) -> Format:
    return Timed(
        _groups(table, MOST_TIMED),
        60 * table.number("minutes", 1e-3, MOST_SECONDS, 60.0),
        table.integer("batch", 1, MOST_GROUPS, Timed.batch),
    )


def _pair(table: Fields, name: str, value: Any, least: float, most: float) -> tuple[float, float]:
    numbers = isinstance(value, list) and all(type(bound) in (int, float) for bound in value)
    if numbers and len(value) == 2 and least <= value[0] < value[1] <= most:
        return float(value[0]), float(value[1])
    return table.bad(name, value, f"two numbers {least:g} <= low < high <= {most:g}", (0.0, 0.1))


def _place(table: Fields, key: str, label: object, labels: list[str]) -> int:
    """The place of a bot in the list by its name."""
    if label in labels:
        return labels.index(str(label))
    if label:
        table.fault(key, f"there is no bot {label!r}: expected one of {', '.join(labels)}")
    return 0


_FORMATS: Final[dict[str, Callable[[Fields, list[str]], Format]]] = {
    "round-robin": _round_robin,
    "gauntlet": _gauntlet,
    "swiss": _swiss,
    "ladder": _ladder,
    "sprt": _sprt,
    "timed": _timed,
    "fixed": _fixed,
}
"""The kinds of formats, as files name them."""
