"""A recorded game as a list of positions for the player of the page."""

import base64
import zlib
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import orjson

from hinterland.engine.game import Game
from hinterland.engine.seats import ALL, seat_name
from hinterland.engine.table import Table
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import positions

DRAWN: Final = ("village",)
"""The games whose positions are drawn from their JSON; the others are shown as text."""


def drawing_tables(game: Game) -> dict[str, Any]:
    """What a drawing needs beside the positions: the same in every game."""
    if game.base_name == "village":
        cards = import_module(f"{game.rules.__package__}.cards")
        return {
            "cards": {
                card.id: {"name": card.name, "suit": card.suit, "numbers": card.numbers}
                for card in cards.CARDS
            },
            "suits": list(cards.SUITS),
        }
    return {}


def game_frames(record: GameRecord, labels: Sequence[str], views: bool) -> dict[str, Any]:
    """The game for the page. `views`: also as every seat saw it, not only the truth.

    `frames`: for each viewer the positions after the deal and after each move, JSON a line,
    compressed by deflate, as base64.
    """
    viewers = [ALL, *(range(len(record.seats)) if views else ())]
    lines: dict[int, list[bytes]] = {viewer: [] for viewer in viewers}
    for table in positions(record):
        for viewer in viewers:
            lines[viewer].append(orjson.dumps(_frame(table, viewer)))
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
        "moves": record.moves,
        "frames": {seat_name(viewer): _packed(lines[viewer]) for viewer in viewers},
    }


def _frame(table: Table, viewer: int) -> dict[str, Any]:
    """One position as the viewer knows it."""
    view = table.state[0] if viewer == ALL else table.states[1 + viewer]
    if table.game.base_name in DRAWN:
        return table.game.notation.to_json(view, None)
    return {"text": table.game.notation.board(view)}


def _packed(lines: Sequence[bytes]) -> str:
    return base64.b64encode(zlib.compress(b"\n".join(lines), 6)).decode()
