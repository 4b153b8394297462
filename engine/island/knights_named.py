"""The fields of Cities & Knights as JSON with names; `knights_reading` is the way back."""

from typing import Any, Final

from hinterland.engine.island import state as s
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.progress import (
    ALL_KNOW,
    CARDS,
    NOBODY_KNOWS,
    PROGRESS,
    TRACKS,
    UNKNOWN_PROGRESS,
)
from hinterland.engine.island.progress_tokens import progress_counts
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

CAUSES: Final = ("seven", "chase", "bishop", "saboteur")
_ALL: Final = "all"
_ACTIVE, _READY = "active", "ready"


def table_json(state: Record) -> dict[str, Any]:
    """What lies on the table, and what is going on."""
    graph = GRAPHS[int(state["graph"])]
    chosen = int(state["phase"]) == s.DICE and int(state["red"]) > 0
    merchant = None
    if int(state["merchant"]) != s.OFF:
        merchant = {
            "seat": seat_name(int(state["merchant_owner"])),
            "hex": graph.hex_names[int(state["merchant"])],
        }
    return {
        "barbarians": int(state["barbarians"]),
        "attacked": bool(state["attacked"]),
        "merchant": merchant,
        "metropolises": {
            track: None if corner == s.NOWHERE else graph.corner_names[corner]
            for track, corner in zip(TRACKS, map(int, state["metropolises"]), strict=True)
        },
        "decks": {track: _deck(state, i) for i, track in enumerate(TRACKS)},
        "known_to": {track: _knowers(state, i) for i, track in enumerate(TRACKS)},
        "crane": int(state["crane"]),
        "fleet": [kind for i, kind in enumerate(KINDS) if int(state["fleet"]) >> i & 1],
        "alchemist": [int(state["red"]), int(state["yellow"])] if chosen else None,
        "cause": CAUSES[int(state["cause"])],
        "track": TRACKS[int(state["track"])],
        "left": int(state["left"]),
        "banished": _banished(state),
        "origin": _origin(state),
        "swapped": _kind(state["swapped"]),
        "returned": _kind(state["returned"]),
    }


def _kind(kind: Any) -> str | None:
    return KINDS[int(kind)] if int(kind) < s.NO_KIND else None


def _deck(state: Record, track: int) -> list[str]:
    cards = [int(card) & UNKNOWN_PROGRESS for card in state["decks"][track]]
    return [
        PROGRESS[card] if card < CARDS else "?" for card in cards[: int(state["deck_size"][track])]
    ]


def _knowers(state: Record, track: int) -> list[str | None]:
    """Per card of a deck who knows it: null for nobody, a seat, or `all`."""
    names = [
        None if who == NOBODY_KNOWS else _ALL if who == ALL_KNOW else seat_name(who - 1)
        for who in (int(card) >> 5 for card in state["decks"][track])
    ]
    return names[: int(state["deck_size"][track])]


def _banished(state: Record) -> dict[str, Any] | None:
    piece = int(state["banished"])
    return _knight_json(piece) if piece else None


def _origin(state: Record) -> str | None:
    graph, phase = GRAPHS[int(state["graph"])], int(state["phase"])
    if phase == s.REBUILD:
        return graph.edge_names[int(state["origin"])]
    left = phase == s.RETREAT or (phase == s.FINISHED and int(state["origin"]) > 0)
    return graph.corner_names[int(state["origin"])] if left else None


def _knight_json(piece: int) -> dict[str, Any]:
    return {
        "level": piece >> 3,
        "active": piece & 3 != s.INACTIVE,
        "ready": piece & 3 == s.READY,
        "promoted": bool(piece & s.PROMOTED),
    }


def seat_json(state: Record, seat: int) -> dict[str, Any]:
    """What belongs to a seat."""
    names = GRAPHS[int(state["graph"])].corner_names
    pieces = {
        corner: piece >> 3
        for corner, piece in enumerate(state["corner"].tolist())
        if piece & 7 == seat + 1
    }
    hidden = {
        f"?{track}": int(n)
        for track, n in zip(TRACKS, state["progress_hidden"][seat], strict=True)
        if n
    }
    cards = {name: int(state[name] == seat) for name in ("printer", "constitution")}
    return {
        "sideways": [names[c] for c, piece in pieces.items() if piece == s.SIDEWAYS],
        "walls": [names[c] for c, piece in pieces.items() if piece == s.WALLED],
        "knights": [
            {"corner": names[c], **_knight_json(piece)} for c, piece in pieces.items() if piece > 7
        ],
        "improvements": {
            track: int(level)
            for track, level in zip(TRACKS, state["improvements"][seat], strict=True)
        },
        "progress": progress_counts(int(state["progress"][seat])) | hidden,
        "victory_cards": {
            name: n for name, n in {**cards, "defender": int(state["defender"][seat])}.items() if n
        },
    }
