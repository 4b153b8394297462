"""A recorded game as a list of positions for the player of the page."""

import base64
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import orjson

from hinterland.engine.game import Game
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, seat_name
from hinterland.engine.table import Table
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import positions
from hinterland.tournaments.report.changes import changes

Position = dict[str, Any]
Drawer = Callable[[Record], Position]


def drawing_tables(game: Game) -> dict[str, Any]:
    """What a drawing needs beside the positions: the same in every game."""
    if game.base_name == "village":
        cards = _part(game, "cards")
        return {
            "cards": {
                card.id: {"name": card.name, "suit": card.suit, "numbers": card.numbers}
                for card in cards.CARDS
            },
            "suits": list(cards.SUITS),
        }
    if game.base_name == "island":
        return {"boards": _part(game, "drawing").boards()}
    return {}


def _drawer(game: Game) -> Drawer:
    """What makes of a state the position that `page.js` draws; a text where it draws none."""
    if game.base_name == "village":
        return lambda state: game.notation.to_json(state, None)
    if game.base_name == "island":
        drawer: Drawer = _part(game, "drawing").drawing
        return drawer
    return lambda state: {"text": game.notation.board(state)}


def _part(game: Game, name: str) -> ModuleType:
    return import_module(f"{game.rules.__package__}.{name}")


def game_frames(record: GameRecord, labels: Sequence[str], views: bool) -> dict[str, Any]:
    """The game for the page. `views`: also as every seat saw it, not only the truth.

    `packed`: a line of JSON for the deal and for each move, `[events, changes]`, compressed by
    deflate, as base64. Both are lists with a place for each viewer: the move as it was seen, and
    what it has changed, see `changes`; 0 where it is the same as in the truth, which comes first.
    """
    viewers = [ALL, *(range(len(record.seats)) if views else ())]
    return {
        "name": f"{record.group}.{record.rotation}" + f".{record.attempt}" * bool(record.attempt),
        "seats": [labels[entrant] for entrant in record.seats],
        "returns": record.returns,
        "scores": record.scores,
        "faults": [
            f"{seat_name(fault.seat)} {fault.cause} after move {fault.move}: {fault.text}"
            for fault in record.faults
        ],
        "void": record.void,
        "viewers": [seat_name(viewer) for viewer in viewers],
        "length": len(record.moves),
        "packed": packed(_lines(record, viewers)),
    }


def _lines(record: GameRecord, viewers: Sequence[int]) -> Iterator[bytes]:
    before: list[Position | None] = [None] * len(viewers)
    events = [""] * len(viewers)
    for table, following in zip(positions(record), (*record.moves, ""), strict=True):
        drawer = _drawer(table.game)
        after = [drawer(_state(table, viewer)) for viewer in viewers]
        differences = [changes(old, new) for old, new in zip(before, after, strict=True)]
        yield orjson.dumps([_beside_truth(events), _beside_truth(differences)])
        before = list(after)
        events = [_seen(table, following, viewer) for viewer in viewers]


def _beside_truth(parts: Sequence[Any]) -> list[Any]:
    """The first, which is the truth's, and of the others those that are not the same, else 0."""
    truth, *others = parts
    return [truth, *(0 if other == truth else other for other in others)]


def _seen(table: Table, line: str, viewer: int) -> str:
    """A line of the record's moves as a viewer sees it; `table` is as it was before the move."""
    mover, _, token = line.partition(" ")
    if viewer == ALL or not token:
        return line
    game = table.game
    event = game.redact(table.state, game.notation.parse(token), viewer)
    return f"{mover} {game.notation.format(event)}"


def _state(table: Table, viewer: int) -> Record:
    """The truth, or what a seat has seen."""
    return table.state[0] if viewer == ALL else table.states[1 + viewer]


def packed(lines: Iterable[bytes]) -> str:
    """Lines for the page."""
    return base64.b64encode(zlib.compress(b"\n".join(lines), 9)).decode()
