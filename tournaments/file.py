"""Tournament files: TOML, checked as a whole."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.engine.registry import load
from hinterland.tournaments.entrants import read_entrants
from hinterland.tournaments.fields import BadFile, Faults, Fields, read_toml
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

_LINE_UP: Final = "a list of bots"
MOST_GROUPS: Final = 10_000_000
MOST_SECONDS: Final = 1e6
MOST_TIMED: Final = 10_000
"""Deals of a match that is to end by its time, where the file says nothing."""

_MOST_SEED: Final = 2**63 - 1


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
    document = read_toml(path)
    try:
        return read_document(document, str(path.resolve().parent), f"results/{path.stem}")
    except BadFile as error:
        raise BadFile([f"{path}: {fault}" for fault in error.faults]) from None


def common_faults(common: Mapping[str, Any], folder: str) -> list[str]:
    """What is wrong with the values that several tournaments have in common, bots left out."""
    try:
        common_file(common, folder)
    except BadFile as error:
        return error.faults
    return []


def common_file(common: Mapping[str, Any], folder: str) -> TournamentFile:
    """What several tournaments have in common, with random bots; errors as `read_document`."""
    bots = [{"name": name, "bot": "random"} for name in "ab"]
    return read_document({"format": {"kind": "ladder"}, **common, "bots": bots}, folder)


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
    players = _players(top, game)
    options = _options(top, game, players)
    seated = options[0] if options else None
    entrants = read_entrants(top, top.subs("bots"), folder, game, seated, to_play)
    labels = [entrant.label for entrant in entrants]
    hall_values = {
        "rotations": top.integer("rotations", 0, options[0] if options else 6, 0),
        "seed": top.integer("seed", 0, _MOST_SEED, 1),
    }
    format_table = top.sub("format", needed=True)
    form = _format(format_table, labels) if isinstance(top.table.get("format"), dict) else None
    limits = _limits(top.sub("limits"))
    rules = _fault_rules(top.sub("faults"))
    positions = top.flag("positions")
    written_output = top.text("output", output)
    workers = top.integer("workers", 0, 4096, 0)
    top.end()
    seats = options[0] if options else players
    if entrants and seats and form:
        hall = Hall(len(document["bots"]), seats, **hall_values)
        no_lists = {fault.partition(": ")[0] for fault in faults if fault.endswith(_LINE_UP)}
        found = [f"format{fault}" for fault in form.faults(hall)]
        faults += [fault for fault in found if fault.partition(": ")[0] not in no_lists]
    bots = [entrant.spec for entrant in entrants if entrant.spec is not None]
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


def _players(top: Fields, game: Game | None) -> int | None:
    """The players that the file names; None where it names none, or not so many can play."""
    known = range(1, 7) if game is None else game.options[0].values()
    before = len(top.faults)
    players = top.integer("players", known[0], known[-1], known[0])
    return players if "players" in top.table and len(top.faults) == before else None


def _options(top: Fields, game: Game | None, players: int | None) -> tuple[int, ...] | None:
    """The value of every option, players first; None where they cannot be known."""
    before = len(top.faults)
    texts = _option_texts(top.sub("options"), game)
    if players is not None:
        texts["players"] = str(players)
    if game is None or len(top.faults) > before:
        return None
    return top.faults.attempt("options", lambda: game.option_values(texts))


def _option_texts(table: Fields, game: Game | None) -> dict[str, str]:
    """The options that are named; each is looked at for itself."""
    known = {} if game is None else {option.name: option for option in game.options[1:]}
    texts = {}
    for name, value in table.table.items():
        if name == "players":
            table.fault(name, "expected players at the top of the file, not here")
        elif type(value) not in (str, int):
            table.bad(name, value, "a text or a number", None)
        elif name in known:
            texts[name] = str(value)
            try:
                known[name].parse(texts[name])
            except BadArgument as error:
                expected = str(error).removeprefix(f"{name}={value}: ")
                table.fault(name, f"found {value!r}: {expected}")
        elif game is not None:
            table.fault(name, f"unknown key: expected {', '.join(known) or 'none'}")
    return texts


def _limits(table: Fields) -> Limits:
    limits = Limits(
        answer=table.number("answer", 1e-3, MOST_SECONDS, Limits.answer),
        move=table.number("move", 1e-3, MOST_SECONDS, Limits.move),
        game=table.number("game", 1e-3, MOST_SECONDS, 1.0) if "game" in table.table else None,
        increment=table.number("increment", 0.0, MOST_SECONDS, 0.0),
    )
    table.known["game"] = None
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
        _groups(table)  # every kind has them
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
    if not (isinstance(value, list) and value):
        table.bad("tables", value, "a list of lists of bots", None)
        value = []
    tables = [_line_up(table, f"tables[{n}]", row, labels) for n, row in enumerate(value, 1)]
    return Fixed(_groups(table), tuple(tables))


def _line_up(table: Fields, key: str, row: Any, labels: list[str]) -> tuple[int, ...]:
    if not isinstance(row, list):
        table.bad(key, row, _LINE_UP, None)
        return ()
    return tuple(_place(table, key, bot, labels) for bot in row)


def _sprt(table: Fields, labels: list[str]) -> Format:
    """Bounds as `elo = [low, high]` or `share = [low, high]`."""
    elo, share = table.value("elo", None), table.value("share", None)
    low, high = 0.5, 0.6
    if (elo is None) == (share is None):
        table.fault("elo", "expected either elo = [low, high] or share = [low, high]")
    if elo is not None:
        low, high = (share_of_elo(bound) for bound in _pair(table, "elo", elo, -2000.0, 2000.0))
    if share is not None:
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
    known = ", ".join(dict.fromkeys(filter(None, labels)))
    if label and known:
        table.fault(key, f"there is no bot {label!r}: expected one of {known}")
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
