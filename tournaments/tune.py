"""Tuning: the settings of a bot found by matches of it against itself.

Each step of the climb is a tournament of two bots in a folder of its own, `step-0001` and so on.
So tuning is resumed like tournaments: what is on disk is not played again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from hinterland.engine.rng import stream
from hinterland.tournaments.aside import written_aside
from hinterland.tournaments.entrants import bot_faults
from hinterland.tournaments.fields import BadFile, Faults, Fields, read_toml
from hinterland.tournaments.file import (
    MOST_GROUPS,
    TournamentFile,
    common_faults,
    read_document,
)
from hinterland.tournaments.formats import first_share
from hinterland.tournaments.plan import rounds_so_far
from hinterland.tournaments.spsa import Parameter, Point, Step, climb
from hinterland.tournaments.tournament import Tournament, play_out
from hinterland.tournaments.trials import require_optuna, try_points

METHODS: Final = ("spsa", "optuna")
MOST_STEPS: Final = 1_000_000
_FAR: Final = 1e9


@dataclass(frozen=True)
class TuneFile:
    """What is tuned. `common`: the keys of a tournament file that every step has."""

    bot: str
    parameters: tuple[Parameter, ...]
    steps: int
    groups: int
    gain: float
    method: str
    seed: int
    common: Mapping[str, Any]
    folder: str
    output: str
    workers: int

    def bot_at(self, point: Point) -> str:
        """The bot with the values of a point."""
        values = [_setting(parameter, point[parameter.name]) for parameter in self.parameters]
        joint = "," if ":" in self.bot else ":"
        return f"{self.bot}{joint}{','.join(values)}"

    def step_file(self, number: int, plus: Point, minus: Point) -> TournamentFile:
        """The tournament of one step: both at tables of copies."""
        bots = [("plus", plus), ("minus", minus)]
        document = {
            **self.common,
            "seed": int(stream("tune", self.seed, number)[0]) >> 1,
            "format": {"kind": "ladder", "groups": self.groups},
            "bots": [{"name": name, "bot": self.bot_at(point)} for name, point in bots],
        }
        return read_document(document, self.folder)


def read_tune_file(path: Path) -> TuneFile:
    """The tuning in a TOML file; `BadArgument` names all that is wrong with it."""
    document = read_toml(path)
    faults = Faults()
    top = Fields(document, "", faults)
    file = _tune_file(top, path)
    top.end()
    if faults:
        raise BadFile([f"{path}: {fault}" for fault in faults])
    return file


def _tune_file(top: Fields, path: Path) -> TuneFile:
    tune = top.sub("tune", needed=True)
    steps, groups = tune.integer("steps", 1, MOST_STEPS), tune.integer("groups", 1, MOST_GROUPS)
    gain = tune.number("gain", 1e-6, 1e6, 1.0)
    method = tune.choice("method", METHODS, METHODS[0])
    if method == "optuna":
        top.faults.attempt("tune.method", require_optuna)
    tune.end()
    bot = top.text("bot")
    found = bot_faults(bot) if bot else []
    top.faults += [f"bot: {fault}" for fault in found]
    tables = top.subs("parameters")
    parameters = [_parameter(table, bot.partition(":")[0]) for table in tables]
    top.check_names(tables, [parameter.name for parameter in parameters])
    common = {
        name: value
        for name in ("game", "players", "options", "limits", "faults")
        if (value := top.value(name, None)) is not None
    }
    folder = str(path.resolve().parent)
    top.faults += common_faults(common, folder)
    file = TuneFile(
        bot=bot,
        parameters=tuple(parameters),
        steps=steps,
        groups=groups,
        gain=gain,
        method=method,
        seed=top.integer("seed", 0, 2**63 - 1, 1),
        common=common,
        folder=folder,
        output=top.text("output", f"results/{path.stem}"),
        workers=top.integer("workers", 0, 4096, 0),
    )
    if not top.faults:
        point = {parameter.name: parameter.start for parameter in parameters}
        top.faults.attempt("parameters", lambda: file.step_file(0, point, point))
    return file


def _parameter(table: Fields, kind: str) -> Parameter:
    """A parameter of bots of that kind, at which it is tried by itself."""
    before = len(table.faults)
    low, high = table.number("low", -_FAR, _FAR, 0.0), table.number("high", -_FAR, _FAR, 1.0)
    if low >= high and len(table.faults) == before:
        table.fault("high", f"found {high:g}: expected more than low")
    if len(table.faults) > before:
        low, high = -_FAR, _FAR
    parameter = Parameter(
        name=table.text("name"),
        low=low,
        high=high,
        start=table.number("start", low, high, low),
        step=table.number("step", 1e-9, _FAR, (high - low) / 10),
        whole=table.flag("whole"),
    )
    table.end()
    if kind and len(table.faults) == before:
        for end in ("low", "high", "start"):
            found = bot_faults(f"{kind}:{_setting(parameter, getattr(parameter, end))}")
            for fault in found:
                table.fault(end, fault)
            if found:
                break
    return parameter


def _setting(parameter: Parameter, at: float) -> str:
    """The parameter at a value, as bots have their settings."""
    value = parameter.played(at)
    return f"{parameter.name}={int(value) if parameter.whole else value}"


def tune(
    file: TuneFile,
    folder: Path,
    play: Callable[[Tournament], int],
    said: Callable[[Step], None],
) -> dict[str, Any]:
    """Climb, and write `tuned.json`; what is in it. `Stopped`: a step was broken off."""

    def compare(number: int, plus: Point, minus: Point) -> float:
        step = folder / f"step-{number + 1:04d}"
        return step_share(file.step_file(number, plus, minus), step, play)

    steps = []
    for step in _steps(file, compare):
        steps.append(step)
        said(step)
    return _written(file, folder, steps)


def _steps(file: TuneFile, compare: Callable[[int, Point, Point], float]) -> Iterator[Step]:
    if file.method == "optuna":
        return try_points(file.parameters, file.steps, file.seed, compare)
    return climb(file.parameters, file.steps, file.seed, compare, file.gain)


def step_share(file: TournamentFile, folder: Path, play: Callable[[Tournament], int]) -> float:
    """The share of the first bot, of a tournament that is played as far as it was not before."""
    tournament = play_out(file, folder, play)
    settings, history = tournament.settings, tournament.history
    groups = next(rounds_so_far(settings, history))
    results = [history.group_result(group) for group in groups]
    shares = [first_share(result) for result in results if result.whole]
    return sum(shares) / len(shares) if shares else 0.5


def _written(file: TuneFile, folder: Path, steps: Sequence[Step]) -> dict[str, Any]:
    last = steps[-1].after
    values = {
        parameter.name: parameter.played(last[parameter.name]) for parameter in file.parameters
    }
    data = {
        "start": file.bot_at({p.name: p.start for p in file.parameters}),
        "tuned": file.bot_at(last),
        "values": values,
        "steps": [asdict(step) for step in steps],
    }
    with written_aside(folder / "tuned.json") as aside:
        aside.write_bytes(orjson.dumps(data, option=orjson.OPT_INDENT_2))
    return data
