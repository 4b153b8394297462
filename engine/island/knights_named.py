"""The fields of Cities & Knights as JSON with names, and back."""

from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
from hinterland.engine.island import state as s
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.progress import (
    ALL_KNOW,
    CARDS,
    DECK_SIZE,
    NOBODY_KNOWS,
    PROGRESS,
    TRACKS,
    UNKNOWN_PROGRESS,
)
from hinterland.engine.island.progress_tokens import LEVELS, progress_cards, progress_counts
from hinterland.engine.jit import Record
from hinterland.engine.seats import parse_seat, seat_name

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
    return graph.corner_names[int(state["origin"])] if phase == s.RETREAT else None


def _knight_json(piece: int) -> dict[str, Any]:
    return {
        "level": piece >> 3,
        "active": piece & 3 != s.INACTIVE,
        "ready": piece & 3 == s.READY,
        "promoted": bool(piece & s.PROMOTED),
    }


def _knight_piece(data: Mapping[str, Any]) -> int:
    level = int(data.get("level", 1))
    if not 1 <= level <= len(LEVELS):
        raise BadState(f"a knight of level {level}: expected 1..{len(LEVELS)}")
    activity = s.READY if data.get(_READY) else s.ACTIVE if data.get(_ACTIVE) else s.INACTIVE
    return level << 3 | (s.PROMOTED if data.get("promoted") else 0) | activity


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


def read_table(data: Mapping[str, Any], state: Record) -> None:
    """Set what `table_json` wrote, where it is given."""
    graph = GRAPHS[int(state["graph"])]
    for name in ("barbarians", "attacked", "crane", "left"):
        if name in data:
            state[name] = int(data[name])
    merchant = data.get("merchant")
    if merchant:
        state["merchant"] = graph.hex_names.index(merchant["hex"])
        state["merchant_owner"] = parse_seat(merchant["seat"], int(state["players"]))
    for track, corner in data.get("metropolises", {}).items():
        place = s.NOWHERE if corner is None else graph.corner_names.index(corner)
        state["metropolises"][TRACKS.index(track)] = place
    for track, deck in data.get("decks", {}).items():
        _read_deck(track, deck, data.get("known_to", {}).get(track), state)
    if "fleet" in data:
        state["fleet"] = sum(1 << KINDS.index(kind) for kind in set(data["fleet"]))
    if data.get("alchemist"):
        state["red"], state["yellow"] = (int(n) for n in data["alchemist"])
    if "cause" in data:
        state["cause"] = CAUSES.index(data["cause"])
    if "track" in data:
        state["track"] = TRACKS.index(data["track"])
    if data.get("banished"):
        state["banished"] = _knight_piece(data["banished"])
    if data.get("origin"):
        edges = int(state["phase"]) == s.REBUILD
        names = graph.edge_names if edges else graph.corner_names
        state["origin"] = names.index(data["origin"])
    for name in ("swapped", "returned"):
        if data.get(name) is not None:
            state[name] = KINDS.index(data[name])


def _read_deck(track: str, deck: list[str], knowers: list[Any] | None, state: Record) -> None:
    if len(deck) > DECK_SIZE:
        raise BadState(f"{len(deck)} cards in the deck {track}: at most {DECK_SIZE}")
    known = [None] * len(deck) if knowers is None else knowers
    if len(known) != len(deck):
        raise BadState(f"known_to of {track}: expected one for each card of the deck")
    number, players = TRACKS.index(track), int(state["players"])
    state["decks"][number], state["deck_size"][number] = 0, len(deck)
    for place, (name, who) in enumerate(zip(deck, known, strict=True)):
        card = UNKNOWN_PROGRESS if name == "?" else PROGRESS.index(name)
        if who is None:
            knower = NOBODY_KNOWS
        else:
            knower = ALL_KNOW if who == _ALL else parse_seat(str(who), players) + 1
        state["decks"][number, place] = card | knower << 5


def clear_seats(state: Record) -> None:
    """Take away what `read_seat` sets."""
    for name in ("progress", "progress_hidden", "improvements", "defender"):
        state[name] = 0
    state["printer"], state["constitution"] = s.NOBODY, s.NOBODY


def read_seat(data: Mapping[str, Any], seat: int, state: Record) -> None:
    """Set what `seat_json` wrote; settlements and cities are on the board already."""
    names = GRAPHS[int(state["graph"])].corner_names
    for corner in data.get("sideways", []):
        _put(state, names.index(corner), corner, s.SIDEWAYS << 3 | seat + 1)
    for corner in data.get("walls", []):
        place = names.index(corner)
        if int(state["corner"][place]) != s.CITY << 3 | seat + 1:
            raise BadState(f"a wall on {corner}: expected a city of {seat_name(seat)}")
        state["corner"][place] = s.WALLED << 3 | seat + 1
    for knight in data.get("knights", []):
        corner = knight["corner"]
        _put(state, names.index(corner), corner, _knight_piece(knight) << 3 | seat + 1)
    for track, level in data.get("improvements", {}).items():
        state["improvements"][seat, TRACKS.index(track)] = int(level)
    held = data.get("progress", {})
    known = {name: int(n) for name, n in held.items() if not name.startswith("?")}
    state["progress"][seat] = progress_cards(known)
    for i, track in enumerate(TRACKS):
        state["progress_hidden"][seat, i] = int(held.get(f"?{track}", 0))
    cards = data.get("victory_cards", {})
    state["defender"][seat] = int(cards.get("defender", 0))
    for name in ("printer", "constitution"):
        if cards.get(name):
            state[name] = seat


def _put(state: Record, place: int, name: str, piece: int) -> None:
    if state["corner"][place]:
        raise BadState(f"two pieces on {name}")
    state["corner"][place] = piece
