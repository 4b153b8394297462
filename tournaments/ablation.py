"""Ablation files: what each setting of a bot is worth, as matches of it against itself.

A row is a match of two bots: the base bot with the simpler of two settings, and the same with the
other one, which is tried. Each is a tournament in a folder of its own, so an ablation is resumed
like tournaments: what is on disk is not played again.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load
from hinterland.protocol.arguments import parse_pairs
from hinterland.protocol.bots import parse_bot
from hinterland.search.settings import MAX_ITERATIONS
from hinterland.tournaments.entrants import bot_faults
from hinterland.tournaments.fields import BadFile, Faults, Fields, read_toml
from hinterland.tournaments.file import (
    MOST_GROUPS,
    MOST_SECONDS,
    MOST_TIMED,
    TournamentFile,
    common_faults,
    common_file,
    read_document,
)
from hinterland.tournaments.formats import Timed
from hinterland.tournaments.tournament import Tournament, play_out

TRIED, SIMPLE = 0, 1
"""The places of the two bots in the tournament of a row."""

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Row:
    """A match. `simple`, `tried`: the settings that differ, as written; `folder`: of its games,
    within that of the ablation."""

    name: str
    simple: str
    tried: str
    folder: str
    file: TournamentFile


@dataclass(frozen=True)
class AblationFile:
    """What is compared. `bot`: the base; `rows`: its settings; `strength`: by iterations, each
    against the base."""

    bot: str
    rows: tuple[Row, ...]
    strength: Mapping[int, Row]
    output: str
    workers: int

    @property
    def matches(self) -> list[Row]:
        """All that is played, in order."""
        return [*self.rows, *self.strength.values()]


def read_ablation_file(path: Path) -> AblationFile:
    """The ablation in a TOML file; `BadArgument` names all that is wrong with it."""
    document = read_toml(path)
    faults = Faults()
    top = Fields(document, "", faults)
    file = _ablation_file(top, path)
    top.end()
    if faults:
        raise BadFile([f"{path}: {fault}" for fault in faults])
    return file


def play_rows(
    file: AblationFile, folder: Path, play: Callable[[Tournament], int], done: Callable[[Row], None]
) -> None:
    """Play what is left, and call `done` after each match. `Stopped`: one was broken off."""
    for row in file.matches:
        play_out(row.file, folder / row.folder, play)
        done(row)


def with_settings(bot: str, settings: Mapping[str, str]) -> str:
    """The bot with these settings instead of its own; `BadArgument` if it cannot have them."""
    kind, _, rest = bot.partition(":")
    given = parse_pairs(rest.split(",") if rest else ())
    text = _joined({**given, **settings})
    return f"{kind}:{text}" if text else kind


def _joined(settings: Mapping[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in settings.items())


class _Maker:
    """Makes rows from what all matches of a file have in common.

    `game`: None where the file names none that there is; `players`: None where something is wrong
    with what is common. `sound`: nothing is, nor with the base bot, so matches can be made.
    """

    def __init__(self, bot: str, common: Mapping[str, Any], folder: str, faults: Faults) -> None:
        self.bot = bot
        self.common = common
        self.folder = folder
        before = len(faults)
        faults += common_faults(common, folder)
        common_is_sound = len(faults) == before
        self.players = common_file(common, folder).settings.players if common_is_sound else None
        try:
            self.game = load(common["game"]) if isinstance(common.get("game"), str) else None
        except BadArgument:
            self.game = None
        found = self.faults({}, whole=True) if bot else []
        faults += [f"bot: {fault}" for fault in found]
        if found:  # settings are looked at by themselves
            self.bot = bot.partition(":")[0]
        self.sound = bool(bot) and len(faults) == before

    def faults(self, settings: Mapping[str, str], whole: bool) -> list[str]:
        """Why the base bot cannot have the settings, or play the game with them.

        `whole`: they are all that it has instead of its own, so its memory must be enough, too.
        """
        try:
            text = with_settings(self.bot, settings)
            found = bot_faults(text)
            if not found and self.game is not None:
                parse_bot(text).suits(self.game)
                if whole and self.players is not None:
                    parse_bot(text).has_room(self.game, self.players)
        except BadArgument as error:
            return [str(error)]
        return found

    def file(self, simple: Mapping[str, str], tried: Mapping[str, str]) -> TournamentFile:
        """The match; its bots in the order of TRIED, SIMPLE."""
        bots = [("tried", tried), ("simple", simple)]
        named = [{"name": name, "bot": with_settings(self.bot, at)} for name, at in bots]
        return read_document({**self.common, "bots": named}, self.folder)

    def row(
        self, name: str, folder: str, simple: Mapping[str, str], tried: Mapping[str, str]
    ) -> Row:
        return Row(name, _joined(simple), _joined(tried), folder, self.file(simple, tried))

    def at_iterations(self, number: int) -> Row:
        """The base bot with so many iterations against itself."""
        tried = {"iterations": str(number)}
        return self.row(f"{number} iterations", f"strength/{number}", {}, tried)


def _ablation_file(top: Fields, path: Path) -> AblationFile:
    bot = top.text("bot")
    common = {
        name: value
        for name in ("game", "players", "options", "limits", "faults", "seed")
        if (value := top.value(name, None)) is not None
    }
    common["format"] = _budget(top.sub("budget"))
    maker = _Maker(bot, common, str(path.resolve().parent), top.faults)
    tables = top.subs("rows")
    names = [_name(table) for table in tables]
    top.check_names(tables, names)
    rows = [_row(table, name, maker) for table, name in zip(tables, names, strict=True)]
    return AblationFile(
        bot=bot,
        rows=tuple(row for row in rows if row is not None),
        strength=_strength(top.sub("strength"), maker),
        output=top.text("output", f"results/{path.stem}-ablation"),
        workers=top.integer("workers", 0, 4096, 0),
    )


def _budget(table: Fields) -> dict[str, Any]:
    """The format of every match."""
    form = {
        "kind": "timed",
        "minutes": table.number("minutes", 1e-3, MOST_SECONDS, 60.0),
        "groups": table.integer("groups", 1, MOST_GROUPS, MOST_TIMED),
        "batch": table.integer("batch", 1, MOST_GROUPS, Timed.batch),
    }
    table.end()
    return form


def _name(table: Fields) -> str:
    """The name of a row; empty if it cannot be that of a folder."""
    name = table.text("name")
    if name and not _NAME.fullmatch(name):
        name = table.bad("name", name, "lower-case words with hyphens, as it names a folder", "")
    return name


def _row(table: Fields, name: str, maker: _Maker) -> Row | None:
    """A row; None if it, or what all have in common, is not sound."""
    before = len(table.faults)
    simple = _settings(table.sub("simple"), maker)
    tried = _settings(table.sub("tried"), maker)
    table.end()
    if not (maker.sound and name) or len(table.faults) > before:
        return None
    return maker.row(name, f"rows/{name}", simple, tried)


def _settings(table: Fields, maker: _Maker) -> dict[str, str]:
    """Settings of a bot as texts; each is looked at for itself, then all of them together."""
    before = len(table.faults)
    settings = {}
    for name, value in table.table.items():
        if type(value) in (str, int, float):
            settings[name] = str(value)
            for fault in maker.faults({name: str(value)}, whole=False) if maker.bot else ():
                table.fault(name, fault)
        else:
            table.bad(name, value, "a text or a number", None)
    if maker.bot and len(table.faults) == before:
        for fault in maker.faults(settings, whole=True):
            table.fault("", fault)
    return settings


def _strength(table: Fields, maker: _Maker) -> dict[int, Row]:
    value = table.value("iterations", [])
    whole = isinstance(value, list) and all(type(number) is int for number in value)
    if not whole or any(not 0 < number <= MAX_ITERATIONS for number in value):
        value = table.bad("iterations", value, f"a list of whole numbers 1..{MAX_ITERATIONS}", [])
    table.end()
    rows = {}
    for number in sorted(set(value)) if maker.sound else ():
        row = table.faults.attempt(table.key("iterations"), partial(maker.at_iterations, number))
        if row is not None:
            rows[number] = row
    return rows
