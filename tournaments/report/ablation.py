"""The table of an ablation, as Markdown and JSON, and its plot."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from hinterland.engine.registry import load
from hinterland.tournaments.ablation import AblationFile
from hinterland.tournaments.report.plots import strength_plot
from hinterland.tournaments.table import interval, shown
from hinterland.tournaments.verdicts import LEAST_APART, Side, Verdict, verdict_of

COLUMNS: Final = (
    "row", "simpler", "tried", "deals", "that told apart", "games", "share of simpler",
    "share of tried", "difference", "95 % interval", "ms/move of simpler", "ms/move of tried",
    "faults", "verdict", "kept",
)  # fmt: skip


@dataclass(frozen=True)
class AblationReport:
    """The rows of a file, and its strength by iterations."""

    file: AblationFile
    rows: tuple[Verdict, ...]
    strength: Mapping[int, Verdict]


def read_report(file: AblationFile, folder: Path) -> AblationReport:
    """What the games in the folder of the ablation say so far; errors as `verdict_of`."""
    rows = tuple(verdict_of(row, folder) for row in file.rows)
    strength = {number: verdict_of(row, folder) for number, row in file.strength.items()}
    return AblationReport(file, rows, strength)


def write_report(report: AblationReport, folder: Path) -> None:
    """`ablation.md`, `ablation.json` and, with strength by iterations, `strength.svg`."""
    (folder / "ablation.md").write_text(markdown(report), "utf-8")
    data = orjson.dumps(as_json(report), option=orjson.OPT_INDENT_2)
    (folder / "ablation.json").write_bytes(data)
    if report.strength:
        shares = {number: point.tried.share for number, point in report.strength.items()}
        plot = strength_plot(shares, 1 / _players(report))
        (folder / "strength.svg").write_text(plot, "utf-8")


def markdown(report: AblationReport) -> str:
    """The table, with what must be known to read it."""
    settings = report.file.matches[0].file.settings
    options = load(settings.game).option_texts(settings.options)
    mix = ", ".join(f"{name}={value}" for name, value in options.items())
    lines = [
        f"# Ablation of `{report.file.bot}` at {settings.game}",
        "",
        f"Options: {mix}. Both settings of a row sit at one table, equally often on every seat of",
        "every deal. The difference is that of the win shares of a seat, its interval over deals;",
        f"if it holds zero, or with less than {LEAST_APART} deals that told the two apart, or any",
        "fault, the row is undecided and the simpler setting is kept. The fair share of a seat is",
        f"{1 / _players(report):.3f}.",
        "",
        *_table(COLUMNS, report.rows),
    ]
    if report.strength:
        lines += [
            "",
            "## Strength by iterations, against the base bot",
            "",
            *_table(COLUMNS[:-1], list(report.strength.values())),
            "",
            "![strength](strength.svg)",
        ]
    return "\n".join(lines) + "\n"


def _players(report: AblationReport) -> int:
    return report.file.matches[0].file.settings.players


def _table(columns: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    """The first of the columns only, if there are fewer than of `COLUMNS`."""
    rule = "|".join("---" for _ in columns)
    rows = [" | ".join(_cells(verdict)[: len(columns)]) for verdict in verdicts]
    return [f"| {' | '.join(columns)} |", f"|{rule}|", *(f"| {row} |" for row in rows)]


def _cells(verdict: Verdict) -> list[str]:
    tried, simple = verdict.tried, verdict.simple
    return [
        verdict.row.name,
        _code(verdict.row.simple),
        _code(verdict.row.tried),
        str(verdict.groups),
        str(verdict.apart),
        str(verdict.games),
        shown(simple.share.value, ".3f"),
        shown(tried.share.value, ".3f"),
        shown(verdict.difference.value, "+.3f"),
        interval(verdict.difference, "+.3f"),
        shown(1000 * simple.seconds, ".3g"),
        shown(1000 * tried.seconds, ".3g"),
        str(tried.faults + simple.faults),
        verdict.verdict,
        _code(verdict.kept),
    ]


def _code(settings: str) -> str:
    return f"`{settings}`" if settings else "base"


def as_json(report: AblationReport) -> dict[str, Any]:
    """The same by name; what is not known is NaN, which JSON writes as null."""
    settings = report.file.matches[0].file.settings
    return {
        "game": settings.game,
        "options": load(settings.game).option_texts(settings.options),
        "bot": report.file.bot,
        "rows": [_verdict_json(verdict) for verdict in report.rows],
        "strength": [
            {"iterations": number, **_verdict_json(verdict)}
            for number, verdict in report.strength.items()
        ],
    }


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    def side(settings: str, played: Side) -> dict[str, Any]:
        return {"settings": settings, **asdict(played)}

    return {
        "name": verdict.row.name,
        "folder": verdict.row.folder,
        "deals": verdict.groups,
        "apart": verdict.apart,
        "games": verdict.games,
        "simple": side(verdict.row.simple, verdict.simple),
        "tried": side(verdict.row.tried, verdict.tried),
        "difference": asdict(verdict.difference),
        "verdict": verdict.verdict,
        "kept": verdict.kept,
    }
