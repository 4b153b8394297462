"""States and views as JSON with names; `reading` is the way back."""

import base64
import zlib
from collections.abc import Iterable
from typing import Any, Final

from hinterland.engine.island import derived, knights_named, sea_named, tokens
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.layout import layout_text
from hinterland.engine.island.options import OPTIONS
from hinterland.engine.island.progress import TRACKS
from hinterland.engine.island.state import (
    ACCEPTED,
    CITY,
    DECLINED,
    DICE,
    HARBORS,
    NO_KIND,
    PHASES,
    SETTLEMENT,
)
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

ANSWERS: Final = {ACCEPTED: "accept", DECLINED: "decline"}
FACES: Final = (None, "ship", *TRACKS)
HOLDERS: Final = ("longest_road", "largest_army", "harbormaster", "victim")


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
        **{name: _seat_or_none(state[name]) for name in HOLDERS},
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
            answers[seat_name(seat)] = ANSWERS.get(reply) or tokens.offer_text(reply)
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
