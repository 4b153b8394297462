"""The page, put together from its parts."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

import orjson

from hinterland.engine.registry import load
from hinterland.tournaments.history import History
from hinterland.tournaments.journal import Header, read_game_at
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.report.frames import drawing_tables, game_frames
from hinterland.tournaments.report.plots import rating_plot, seat_plot, sprt_plot
from hinterland.tournaments.report.selection import MOST_GAMES, select_games
from hinterland.tournaments.report.tables import (
    cross_table,
    fault_table,
    html_table,
    standings_table,
    time_table,
)
from hinterland.tournaments.source import Source
from hinterland.tournaments.statistics import Summary
from hinterland.tournaments.table import notes

VIEWED_GAMES: Final = 20
"""So many of the games are also shown as every seat saw them: it takes room and time."""


def report_page(source: Source, summary: Summary, most: int = MOST_GAMES) -> str:
    """The whole report, with up to `most` games to replay."""
    chosen = select_games(source.history.results, most)
    records = (read_game_at(source.journal, source.offsets[place]) for place in chosen)
    labels = source.settings.labels
    games = [
        game_frames(record, labels, views=number < VIEWED_GAMES)
        for number, record in enumerate(records)
    ]
    title = f"{source.settings.game}: {_kind(source.header)}"
    return whole_page(title, _sections(source, summary), source.settings.game, games)


def game_page(record: GameRecord, labels: Sequence[str]) -> str:
    """One game, from the truth and as every seat saw it."""
    title = f"{record.game}: game {record.group}.{record.rotation}"
    return whole_page(title, "", record.game, [game_frames(record, labels, views=True)])


def _sections(source: Source, summary: Summary) -> str:
    standings = summary.standings
    parts = [
        ("Standings", standings_table(standings) + _notes(summary, source.history)),
        ("Ratings", rating_plot(standings)),
        ("Against each other", cross_table(summary)),
        ("Seats", seat_plot(summary.seats) if summary.seats else ""),
        ("Time", time_table(standings, source.settings.players)),
        ("Faults", fault_table(standings)),
        ("Settings", _settings_table(source.header)),
    ]
    if summary.sprt is not None:
        parts.insert(1, ("Sequential test", sprt_plot(summary.sprt)))
    return "".join(f"<section><h2>{title}</h2>{body}</section>" for title, body in parts)


def _notes(summary: Summary, history: History) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in notes(summary, history))
    return f'<ul id="notes">{lines}</ul>'


def _settings_table(header: Header) -> str:
    shown = {**header.conditions(), "format.kind": _kind(header)}
    rows = [(name, str(value)) for name, value in shown.items()]
    return html_table("settings", ("setting", "value"), [("started", header.started), *rows])


def _kind(header: Header) -> str:
    """The kind of the format, as the file has it."""
    kind: str = header.document["format"]["kind"]
    return kind


def whole_page(title: str, sections: str, name: str, games: Sequence[dict[str, Any]]) -> str:
    """The page of `games`, as `game_frames` makes them, of the game `name`, below the sections."""
    game = load(name)
    tables = drawing_tables(game)
    data = orjson.dumps({"game": game.base_name, "tables": tables, "games": games}).decode()
    parts = {
        "title": escape(title),
        "style": _asset("page.css"),
        "sections": sections,
        "data": data.replace("<", "\\u003c"),  # nothing in it can end the script
        "script": _asset("island.js") + _asset("page.js"),
    }
    return _PAGE.format(**parts)


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
{sections}
<section id="replay">
<h2>Games</h2>
<div class="controls">
<select id="game" aria-label="game"></select>
<select id="view" aria-label="as seen by"></select>
<button id="first" title="to the deal">|&lt;</button>
<button id="back" title="one move back">&lt;</button>
<button id="next" title="one move on">&gt;</button>
<button id="last" title="to the end">&gt;|</button>
<button id="run" title="play on by itself">play</button>
<input id="slider" type="range" min="0" value="0" aria-label="move">
<span id="counter"></span>
</div>
<p id="about"></p>
<div class="stage"><div id="board"></div><ol id="moves"></ol></div>
</section>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
