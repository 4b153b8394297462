"""States and views as JSON with names, and back."""

import base64
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from hinterland.engine.errors import BadState
from hinterland.engine.island import derived, knights_named, sea_named, tokens
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.layout import layout_text, read_layout
from hinterland.engine.island.options import OPTIONS
from hinterland.engine.island.progress import TRACKS
from hinterland.engine.island.state import (
    ACCEPTED,
    CITY,
    DECLINED,
    DICE,
    HARBORS,
    MAX_OFFERS,
    NO_KIND,
    NOWHERE,
    PHASES,
    SETTLEMENT,
)
from hinterland.engine.jit import Record
from hinterland.engine.seats import parse_seat, seat_name

_ANSWERS: Final = {ACCEPTED: "accept", DECLINED: "decline"}
FACES: Final = (None, "ship", *TRACKS)
_HOLDERS: Final = ("longest_road", "largest_army", "harbormaster", "victim")


def lanes(cards: Any, names: tuple[str, ...]) -> dict[str, int]:
    """Counts of cards by name, zeros left out."""
    counts = [(int(cards) >> (8 * kind)) & 255 for kind in range(len(names))]
    return {name: n for name, n in zip(names, counts, strict=True) if n}


def with_unknown(cards: Any, hidden: Any, names: tuple[str, ...]) -> dict[str, int]:
    return lanes(cards, names) | ({"?": int(hidden)} if hidden else {})


def seats_of(bits: int, start: int, players: int) -> list[str]:
    """The seats of a bit set, clockwise from a seat."""
    order = [(start + step) % players for step in range(players)]
    return [seat_name(seat) for seat in order if bits >> seat & 1]


def _seat_or_none(seat: Any) -> str | None:
    return seat_name(int(seat)) if seat >= 0 else None


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    """Every field with names; `memory` is None for a state."""
    players, turn = int(state["players"]), int(state["turn"])
    moves = {
        "turn": seat_name(turn),
        "turn_number": int(state["turns"]),
        "actor": seat_name(int(state["actor"])),
        "queue": seats_of(int(state["queue"]), turn, players),
        "dice": _dice(state),
        "moves_made": int(state["moves"]),
        "offers_made": [tokens.offer_text(int(x)) for x in state["offers"][: state["offer_count"]]],
        "offer": _offer(state),
        "played": bool(state["played"]),
        "free_roads": int(state["free"]),
        "asked": KINDS[state["asked"]] if state["asked"] < NO_KIND else None,
        "winners": seats_of(int(state["winners"]), 0, players),
    }
    found = {
        "viewer": seat_name(int(state["viewer"])),
        "players": players,
        "options": {
            option.name: option.format(int(state["options"][place]))
            for place, option in enumerate(OPTIONS)
            if place > 0
        },
        "layout": layout_text(state),
        "harbor_pool": {
            name: int(n) for name, n in zip(HARBORS, state["harbor_pool"], strict=True) if n
        },
        "phase": PHASES[state["phase"]],
        "resume": PHASES[state["resume"]],
        **moves,
        **(knights_named.table_json(state) if derived.with_knights(state) else {}),
        "bank": lanes(state["bank"], KINDS),
        **{name: _seat_or_none(state[name]) for name in _HOLDERS},
        "development": {
            "left": int(state["deck"]),
            "unseen": lanes(state["unseen"], DEVELOPMENT),
        },
        **sea_named.to_json(state),
        "seats": [_seat(state, seat) for seat in range(players)],
    }
    return found | ({"memory": _memory_text(state, memory)} if memory is not None else {})


def _dice(state: Record) -> list[int | str | None] | None:
    if not state["red"] or int(state["phase"]) == DICE:
        return None
    face = FACES[int(state["event"])]
    return [int(state["red"]), int(state["yellow"]), face]


def _offer(state: Record) -> dict[str, Any] | None:
    if not state["offer"]:
        return None
    answers = {}
    for seat in range(int(state["players"])):
        reply = int(state["answers"][seat])
        if reply:
            answers[seat_name(seat)] = _ANSWERS.get(reply) or tokens.offer_text(reply)
    return {"text": tokens.offer_text(int(state["offer"])), "answers": answers}


def _seat(state: Record, seat: int) -> dict[str, Any]:
    graph = GRAPHS[int(state["graph"])]
    own = seat == int(state["turn"])
    bought, bought_hidden = (state["bought"], state["bought_hidden"]) if own else (0, 0)
    return {
        "hand": with_unknown(state["hand"][seat], state["hidden"][seat], KINDS),
        "pending": with_unknown(state["pending"][seat], state["pending_hidden"][seat], KINDS),
        "owed": int(state["owed"][seat]),
        "roads": _names(graph.edge_names, derived.members(state["roads"][seat])),
        **sea_named.seat_to_json(state, seat),
        "settlements": _names(graph.corner_names, derived.pieces_of(state, seat, SETTLEMENT)),
        "cities": _names(graph.corner_names, derived.pieces_of(state, seat, CITY)),
        "development": with_unknown(
            state["development"][seat], state["development_hidden"][seat], DEVELOPMENT
        ),
        "bought": with_unknown(bought, bought_hidden, DEVELOPMENT),
        "army": int(state["army"][seat]),
        "shown": bool(int(state["shown"]) >> seat & 1),
        "road_length": derived.road_length(state, seat),
        "harbor_points": derived.harbor_points(state, seat),
        "points": derived.open_points(state, seat),
        **(knights_named.seat_json(state, seat) if derived.with_knights(state) else {}),
    }


def _names(names: list[str], places: Iterable[int]) -> list[str]:
    return [names[place] for place in places]


def _memory_text(state: Record, memory: Record) -> str:
    """The memory and what belongs to it in the view, packed."""
    body = memory.tobytes() + state["ledger"].tobytes()
    return base64.b64encode(zlib.compress(body)).decode() if any(body) else ""


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    """Fill a fresh view (or state) from JSON; `BadState` names what is wrong."""
    if data.get("players", int(state["players"])) != int(state["players"]):
        raise BadState(f"players is {data['players']!r}: expected {int(state['players'])}")
    _read_options(data.get("options", {}), state)
    if "layout" in data:
        read_layout(str(data["layout"]), state)
    if "harbor_pool" in data:
        state["harbor_pool"] = [int(data["harbor_pool"].get(name, 0)) for name in HARBORS]
    _read_turn(data, state)
    if "bank" in data:
        state["bank"] = _packed(data["bank"], KINDS)
    for name in _HOLDERS:
        if name in data:
            state[name] = _seat_number(data[name], state)
    if "development" in data:
        state["deck"] = int(data["development"]["left"])
        state["unseen"] = _packed(data["development"]["unseen"], DEVELOPMENT)
    sea_named.from_json(data, state)
    knights_named.read_table(data, state)
    if "seats" in data:
        _read_seats(data["seats"], state)
    _read_memory(data.get("memory", ""), state, memory)
    derived.derive(state)


def _seat_number(name: Any, state: Record) -> int:
    return -1 if name is None else parse_seat(str(name), int(state["players"]))


def _packed(counts: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    unknown = set(counts) - {*names, "?"}
    if unknown:
        raise BadState(f"unknown card {sorted(unknown)[0]!r}: expected {', '.join(names)}")
    numbers = [int(counts.get(name, 0)) for name in names]
    if not all(0 <= n <= 127 for n in numbers):
        raise BadState(f"{dict(counts)}: expected counts of 0..127")
    return np.uint64(sum(n << (8 * kind) for kind, n in enumerate(numbers)))


def _read_options(texts: Mapping[str, str], state: Record) -> None:
    for place, option in enumerate(OPTIONS):
        if option.name in texts:
            state["options"][place] = option.parse(texts[option.name])


def _read_turn(data: Mapping[str, Any], state: Record) -> None:
    for name in ("phase", "resume"):
        if name in data:
            state[name] = PHASES.index(data[name])
    for name in ("turn", "actor"):
        if name in data:
            state[name] = _seat_number(data[name], state)
    for name, field in (("turn_number", "turns"), ("moves_made", "moves"), ("free_roads", "free")):
        if name in data:
            state[field] = int(data[name])
    for name in ("queue", "winners"):
        if name in data:
            state[name] = sum(1 << _seat_number(seat, state) for seat in set(data[name]))
    if data.get("dice"):
        state["red"], state["yellow"] = int(data["dice"][0]), int(data["dice"][1])
        state["event"] = FACES.index(data["dice"][2])
    state["played"] = bool(data.get("played", False))
    if data.get("asked") is not None:
        state["asked"] = KINDS.index(data["asked"])
    _read_offers(data, state)


def _read_offers(data: Mapping[str, Any], state: Record) -> None:
    offers = [tokens.parse_offer(text) for text in data.get("offers_made", [])]
    if len(offers) > MAX_OFFERS:
        raise BadState(f"{len(offers)} offers were made: at most {MAX_OFFERS}")
    state["offer_count"] = len(offers)
    state["offers"][: len(offers)] = offers
    offer = data.get("offer")
    if offer:
        state["offer"] = tokens.parse_offer(offer["text"])
        codes = {text: code for code, text in _ANSWERS.items()}
        for seat, text in offer["answers"].items():
            reply = codes[text] if text in codes else tokens.parse_offer(text)
            state["answers"][_seat_number(seat, state)] = reply


def _read_seats(seats: list[Mapping[str, Any]], state: Record) -> None:
    if len(seats) != int(state["players"]):
        raise BadState(f"{len(seats)} seats: expected {int(state['players'])}")
    state["corner"], state["roads"], state["ships"], state["shown"] = 0, 0, 0, 0
    state["home"] = NOWHERE
    state["bought"], state["bought_hidden"] = 0, 0
    knights_named.clear_seats(state)
    for seat, data in enumerate(seats):
        _read_seat(data, seat, state)


def _read_seat(data: Mapping[str, Any], seat: int, state: Record) -> None:
    graph = GRAPHS[int(state["graph"])]
    for name, cards, hidden, names in (
        ("hand", "hand", "hidden", KINDS),
        ("pending", "pending", "pending_hidden", KINDS),
        ("development", "development", "development_hidden", DEVELOPMENT),
    ):
        counts = data.get(name, {})
        state[cards][seat] = _packed(counts, names)
        state[hidden][seat] = int(counts.get("?", 0))
    bought = data.get("bought", {})
    if bought:
        if seat != int(state["turn"]):
            raise BadState(f"{seat_name(seat)} cannot have bought a card: it is not its turn")
        state["bought"] = _packed(bought, DEVELOPMENT)
        state["bought_hidden"] = int(bought.get("?", 0))
    state["owed"][seat] = int(data.get("owed", 0))
    state["army"][seat] = int(data.get("army", 0))
    state["shown"] |= int(bool(data.get("shown", False))) << seat
    roads = [graph.edge_names.index(name) for name in data.get("roads", [])]
    state["roads"][seat] = derived.set_words(roads)
    for name, piece in (("settlements", SETTLEMENT), ("cities", CITY)):
        for corner in data.get(name, []):
            place = graph.corner_names.index(corner)
            if state["corner"][place]:
                raise BadState(f"two pieces on {corner}")
            state["corner"][place] = piece << 3 | seat + 1
    sea_named.seat_from_json(data, seat, state)
    knights_named.read_seat(data, seat, state)


def _read_memory(text: str, state: Record, memory: Record) -> None:
    if not text:
        return
    limit = memory.dtype.itemsize + state["ledger"].nbytes
    body = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), limit)
    if len(body) != limit:
        raise BadState(f"memory holds {len(body)} bytes: expected {limit}")
    kept = np.frombuffer(body[: memory.dtype.itemsize], memory.dtype)[0]
    for name in memory.dtype.names or ():
        memory[name] = kept[name]
    state["ledger"] = np.frombuffer(body[memory.dtype.itemsize :], np.uint64)
