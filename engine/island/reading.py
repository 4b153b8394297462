"""States and views read from JSON: whatever is wrong is refused by its field."""

import base64
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from hinterland.engine.errors import BadNotation, BadState
from hinterland.engine.island import derived, knights_reading, sea_reading, tokens
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.coast_faults import harbor_faults
from hinterland.engine.island.json_places import (
    codes,
    put_piece,
    read_cards,
    read_hidden,
    read_kind_or_none,
    read_places,
    read_seat,
    read_seat_or_none,
    read_seats,
)
from hinterland.engine.island.layout import layout_faults, read_layout
from hinterland.engine.island.named import ANSWERS, FACES, HOLDERS
from hinterland.engine.island.options import OPTIONS
from hinterland.engine.island.pieces import ROADS
from hinterland.engine.island.points import CITIES, SETTLEMENTS
from hinterland.engine.island.state import (
    CITY,
    GUESSES,
    HARBORS,
    HIDDEN,
    HYPOTHESES,
    MAX_OFFERS,
    NOWHERE,
    PHASES,
    SETTLEMENT,
)
from hinterland.engine.island.supplies import HARBOR_COUNTS
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import (
    read_choice,
    read_flag,
    read_integer,
    read_items,
    read_object,
    unexpected,
)
from hinterland.engine.seats import ALL, seat_name

_SEAT: Final = (
    "hand", "pending", "owed", "roads", "settlements", "cities", "development", "bought", "army",
    "shown", *sea_reading.SEAT,
)  # fmt: skip
_COUNTED: Final = {
    "road_length": derived.road_length,
    "harbor_points": derived.harbor_points,
    "points": derived.open_points,
    "islands": derived.foreign_islands,
}
"""Fields of a seat that follow from the others: they may be given where they are right."""
_NUMBERS: Final = (
    ("turn_number", "turns", 500), ("moves_made", "moves", 1000), ("free_roads", "free", 2),
)  # fmt: skip
_BYTE: Final = 255


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    """Fill a fresh view (or state) from JSON; `BadState` names what is wrong."""
    if int(state["viewer"]) != ALL and "layout" not in data:
        raise BadState("a view must give 'layout'")
    players = int(state["players"])
    read_integer(data.get("players", players), "players", players, players)
    _read_options(data.get("options", {}), state)
    _read_layout(data, state)
    _read_turn(data, state)
    if "bank" in data:
        state["bank"] = read_cards(data["bank"], "bank", KINDS)
        if "?" in data["bank"]:
            raise BadState("bank has cards of unknown kind: it lies open")
    for name in HOLDERS:
        if name in data:
            state[name] = read_seat_or_none(data[name], name, state)
    if "development" in data:
        _read_development(data["development"], state)
    sea_reading.read_table(data, state)
    knights_reading.read_table(data, state)
    seats = read_items(data["seats"], "seats", players) if "seats" in data else None
    if seats is not None:
        _read_seats(seats, state)
    _read_whose_turn(data, state)
    if seats is not None:
        _read_bought(seats, state)
    _read_memory(data.get("memory", ""), state, memory)
    derived.derive(state)
    try:
        for seat, given in enumerate(seats or []):
            _check_counted(given, seat, state)
    except BadState:
        if not layout_faults(state) and not any(harbor_faults(state)):
            raise
        # `faults` will say what is wrong: nothing can be counted on an impossible board


def _read_options(value: object, state: Record) -> None:
    options = {option.name: place for place, option in enumerate(OPTIONS) if place > 0}
    for name, text in read_object(value, "options", options).items():
        option, found = OPTIONS[options[name]], int(state["options"][options[name]])
        if not isinstance(text, str):
            raise unexpected(f"option {name}", text, "a text")
        if text != option.format(found):
            raise unexpected(f"option {name}", text, repr(option.format(found)))


def _read_layout(data: Mapping[str, Any], state: Record) -> None:
    """The board; without `harbor_pool` the face-down harbors are those that do not lie open."""
    if "layout" in data:
        if not isinstance(data["layout"], str):
            raise unexpected("layout", data["layout"], "a text")
        read_layout(data["layout"], state)
        types = [sort for _, _, sort in derived.harbors(state)]
        left = [int(n) - types.count(i) for i, n in enumerate(HARBOR_COUNTS[int(state["graph"])])]
        state["harbor_pool"] = [max(n, 0) if HIDDEN in types else 0 for n in left]
    if "harbor_pool" in data:
        given = read_object(data["harbor_pool"], "harbor_pool", HARBORS)
        state["harbor_pool"] = [
            read_integer(given.get(name, 0), f"{name} in harbor_pool", 0, _BYTE) for name in HARBORS
        ]


def _read_turn(data: Mapping[str, Any], state: Record) -> None:
    for name in ("phase", "resume"):
        if name in data:
            state[name] = read_choice(data[name], name, codes(PHASES))
    for name, field, most in _NUMBERS:
        if name in data:
            state[field] = read_integer(data[name], name, 0, most)
    for name in ("queue", "winners"):
        if name in data:
            state[name] = read_seats(data[name], name, state)
    if data.get("dice") is not None:
        red, yellow, face = read_items(data["dice"], "dice", 3)
        state["red"], state["yellow"] = (read_integer(n, "dice", 1, 6) for n in (red, yellow))
        faces = {name: code for code, name in enumerate(FACES) if name is not None}
        state["event"] = 0 if face is None else read_choice(face, "dice", faces)
    if "played" in data:
        state["played"] = read_flag(data, "played")
    state["asked"] = read_kind_or_none(data.get("asked"), "asked")
    _read_offers(data, state)


def _read_whose_turn(data: Mapping[str, Any], state: Record) -> None:
    """`turn` follows from the first seat and what was done since; `actor` is the same seat."""
    turns, players = int(state["turns"]), int(state["players"])
    state["turn"] = derived.setup_seat(state)
    if turns > 0:
        state["turn"] = (int(state["first"]) + turns - 1) % players
    if "turn" in data:
        state["turn"] = read_seat(data["turn"], "turn", state)
    state["actor"] = state["turn"]
    if "actor" in data:
        state["actor"] = read_seat(data["actor"], "actor", state)


def _read_offers(data: Mapping[str, Any], state: Record) -> None:
    made = read_items(data.get("offers_made", []), "offers_made")
    if len(made) > MAX_OFFERS:
        raise BadState(f"{len(made)} offers were made: at most {MAX_OFFERS}")
    state["offer_count"] = len(made)
    state["offers"][: len(made)] = [_read_offer(text, "offers_made") for text in made]
    if data.get("offer") is None:
        return
    offer = read_object(data["offer"], "offer", ("text", "answers"), ("text", "answers"))
    state["offer"] = _read_offer(offer["text"], "offer")
    replies = {text: code for code, text in ANSWERS.items()}
    for seat, text in read_object(offer["answers"], "answers").items():
        known = isinstance(text, str) and text in replies
        reply = replies[text] if known else _read_offer(text, "answers")
        state["answers"][read_seat(seat, "answers", state)] = reply


def _read_offer(value: object, name: str) -> int:
    if not isinstance(value, str):
        raise unexpected(name, value, "a text such as ore>wool")
    try:
        return tokens.parse_offer(value)
    except BadNotation as error:
        raise BadState(f"{name}: {error}") from None


def _read_development(value: object, state: Record) -> None:
    given = read_object(value, "development", ("left", "unseen"), ("left", "unseen"))
    state["deck"] = read_integer(given["left"], "left in development", 0, _BYTE)
    state["unseen"] = read_cards(given["unseen"], "unseen in development", DEVELOPMENT)


def _read_seats(seats: list[Any], state: Record) -> None:
    state["corner"], state["roads"], state["ships"], state["shown"] = 0, 0, 0, 0
    state["home"] = NOWHERE
    state["bought"], state["bought_hidden"] = 0, 0
    known = [*_SEAT, *_COUNTED]
    if derived.with_knights(state):
        knights_reading.clear_seats(state)
        known += knights_reading.SEAT
    for seat, item in enumerate(seats):
        _read_seat(read_object(item, f"seat {seat_name(seat)}", known), seat, state)


def _read_seat(data: Mapping[str, Any], seat: int, state: Record) -> None:
    graph, who = GRAPHS[int(state["graph"])], seat_name(seat)
    for name, cards, hidden, names in (
        ("hand", "hand", "hidden", KINDS),
        ("pending", "pending", "pending_hidden", KINDS),
        ("development", "development", "development_hidden", DEVELOPMENT),
    ):
        counts = data.get(name, {})
        state[cards][seat] = read_cards(counts, f"{name} of {who}", names)
        state[hidden][seat] = read_hidden(counts, f"{name} of {who}")
    for name in ("owed", "army"):
        state[name][seat] = read_integer(data.get(name, 0), f"{name} of {who}", 0, _BYTE)
    if "shown" in data:
        state["shown"] |= int(read_flag(data, "shown")) << seat
    roads = read_places(data.get("roads", []), f"roads of {who}", graph.edge_names, ROADS)
    state["roads"][seat] = derived.set_words(roads)
    for name, piece, most in (
        ("settlements", SETTLEMENT, SETTLEMENTS),
        ("cities", CITY, CITIES),
    ):
        for place in read_places(data.get(name, []), f"{name} of {who}", graph.corner_names, most):
            put_piece(state, place, piece << 3 | seat + 1)
    sea_reading.read_seat(data, seat, state)
    if derived.with_knights(state):
        knights_reading.read_seat(data, seat, state)


def _read_bought(seats: list[Any], state: Record) -> None:
    for seat, data in enumerate(seats):
        name, given = f"bought of {seat_name(seat)}", data.get("bought", {})
        cards, hidden = read_cards(given, name, DEVELOPMENT), read_hidden(given, name)
        if not given:
            continue
        if seat != int(state["turn"]):
            raise BadState(f"{seat_name(seat)} cannot have bought a card: it is not its turn")
        state["bought"], state["bought_hidden"] = cards, hidden


def _check_counted(data: Mapping[str, Any], seat: int, state: Record) -> None:
    for name, count in _COUNTED.items():
        if name in data:
            expected = int(count(state, seat))
            read_integer(data[name], f"{name} of {seat_name(seat)}", expected, expected)


def _read_memory(value: object, state: Record, memory: Record) -> None:
    if not isinstance(value, str):
        raise unexpected("memory", value, "a text")
    if not value:
        return
    size = memory.dtype.itemsize
    limit = size + state["ledger"].nbytes
    try:
        raw = base64.b64decode(value, validate=True)
        body = zlib.decompressobj().decompress(raw, limit)
    except (ValueError, zlib.error):
        raise unexpected("memory", value, "the text that a view has there") from None
    if len(body) != limit:
        raise BadState(f"memory holds {len(body)} bytes: expected {limit}")
    kept = np.frombuffer(body[:size], memory.dtype)[0]
    read_integer(int(kept["count"]), "count of memory", 0, HYPOTHESES)
    read_integer(int(kept["guess_count"]), "guess_count of memory", 0, GUESSES)
    for name in memory.dtype.names or ():
        memory[name] = kept[name]
    state["ledger"] = np.frombuffer(body[size:], np.uint64)
