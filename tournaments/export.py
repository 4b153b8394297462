"""A tournament's numbers for other programs: CSV, JSON, and SQLite built from the journal."""

import csv
import math
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import orjson

from hinterland.tournaments.aside import written_aside
from hinterland.tournaments.bootstrap import Estimate
from hinterland.tournaments.history import Result
from hinterland.tournaments.journal import read_games
from hinterland.tournaments.positions import split_positions
from hinterland.tournaments.source import Source
from hinterland.tournaments.statistics import Standing, Summary

Exporter: TypeAlias = Callable[[Source, Summary, Path], list[Path]]

_TABLES: Final = """
CREATE TABLE bots (bot INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE games (
    game INTEGER PRIMARY KEY, deal_group INTEGER, rotation INTEGER, attempt INTEGER,
    counts INTEGER, annulled INTEGER, void TEXT, moves INTEGER, seconds REAL, journal_offset INTEGER
);
CREATE TABLE seats (
    game INTEGER REFERENCES games, seat INTEGER, bot INTEGER REFERENCES bots, win_share REAL,
    score REAL, moves INTEGER, seconds REAL, iterations INTEGER, PRIMARY KEY (game, seat)
);
CREATE TABLE faults (
    game INTEGER REFERENCES games, seat INTEGER, bot INTEGER REFERENCES bots, move INTEGER,
    cause TEXT, action TEXT, text TEXT
);
CREATE INDEX games_by_place ON games (deal_group, rotation);
CREATE INDEX seats_by_bot ON seats (bot);
"""


def export_csv(source: Source, summary: Summary, folder: Path) -> list[Path]:
    """`standings.csv` and `games.csv`, a line a seat of each game."""
    standings, games = folder / "standings.csv", folder / "games.csv"
    _write_csv(standings, [_standing_row(standing) for standing in summary.standings])
    labels = source.settings.labels
    rows = (
        {
            "group": result.group,
            "rotation": result.rotation,
            "attempt": result.attempt,
            "counts": int(result.counts),
            **seat,
            "bot": labels[result.seats[seat["seat"]]],
        }
        for result in source.history.results
        for seat in _seat_rows(result)
    )
    _write_csv(games, rows)
    return [standings, games]


def export_json(source: Source, summary: Summary, folder: Path) -> list[Path]:
    """`tournament.json`: the header of the journal and the whole summary."""
    path = folder / "tournament.json"
    data = {"header": asdict(source.header), "summary": asdict(summary)}
    text = orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)
    with written_aside(path) as aside:
        aside.write_bytes(text)
    return [path]


def export_sqlite(source: Source, summary: Summary, folder: Path) -> list[Path]:
    """`games.sqlite`: every game of the journal, made anew and then put in its place."""
    path = folder / "games.sqlite"
    with written_aside(path) as aside, closing(sqlite3.connect(aside)) as connection:
        try:
            connection.executescript(_TABLES)
            _fill(connection, source)
            connection.commit()
        except sqlite3.OperationalError as error:
            raise OSError(f"cannot write {path}: {error}") from None
    return [path]


def export_positions(source: Source, summary: Summary, folder: Path, every: int = 1) -> list[Path]:
    """`positions/train.npz` and `positions/held-out.npz`, one move in `every`: see `positions`."""
    (folder / "positions").mkdir(exist_ok=True)
    records = (game for _, game in read_games(source.journal) if game.counts)
    splits = split_positions(records, source.settings.seed, every)
    paths = []
    for name, arrays in splits.items():
        paths.append(folder / "positions" / f"{name}.npz")
        with written_aside(paths[-1]) as aside:
            np.savez_compressed(aside, allow_pickle=False, **arrays)
    return paths


def _fill(connection: sqlite3.Connection, source: Source) -> None:
    results = list(enumerate(source.history.results, 1))
    connection.executemany("INSERT INTO bots VALUES (?, ?)", enumerate(source.settings.labels))
    connection.executemany(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                game, r.group, r.rotation, r.attempt, r.counts, r.annulled, r.void, r.length,
                r.elapsed, offset,
            )
            for (game, r), offset in zip(results, source.offsets, strict=True)
        ),
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (game, row["seat"], r.seats[row["seat"]], *list(row.values())[1:])
            for game, r in results
            for row in _seat_rows(r)
        ),
    )
    connection.executemany(
        "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (game, f.seat, f.entrant, f.move, f.cause, f.action, f.text)
            for game, r in results
            for f in r.faults
        ),
    )


def _seat_rows(result: Result) -> Iterable[dict[str, Any]]:
    """A row a seat; nothing for a return of a game that does not count."""
    for seat in range(len(result.seats)):
        iterations = sum(result.iterations[seat])
        yield {
            "seat": seat,
            "win_share": result.returns[seat] if result.returns else None,
            "score": result.scores[seat] if result.scores else None,
            "moves": sum(result.moves[seat]),
            "seconds": round(sum(result.seconds[seat]), 6),
            "iterations": iterations if iterations >= 0 else None,
        }


def _standing_row(standing: Standing) -> dict[str, Any]:
    row: dict[str, Any] = {"bot": standing.label, "games": standing.games}
    for name in ("win_share", "mean_rank", "score", "rating"):
        row |= _ends(name, getattr(standing, name))
    row |= {"faults": standing.faults.total(), "benched": int(standing.benched)}
    row |= {"moves": standing.pace.moves, "seconds_a_move": _known(standing.pace.seconds)}
    return row | {"iterations_a_move": _known(standing.pace.iterations)}


def _ends(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {
        name: _known(estimate.value),
        f"{name}_low": _known(estimate.low),
        f"{name}_high": _known(estimate.high),
    }


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _write_csv(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    with written_aside(path) as aside, aside.open("w", newline="", encoding="utf-8") as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)


EXPORTS: Final[dict[str, Exporter]] = {
    "csv": export_csv,
    "json": export_json,
    "sqlite": export_sqlite,
    "positions": export_positions,
}
"""The exports by the name of their form."""


def export_all(
    source: Source, summary: Summary, folder: Path, forms: Sequence[str], every: int = 1
) -> list[Path]:
    """The files that were written. `every`: see `export_positions`."""
    exports: dict[str, Exporter] = {**EXPORTS, "positions": partial(export_positions, every=every)}
    return [path for form in forms for path in exports[form](source, summary, folder)]
