"""A state or view as what a picture of it needs, for programs that draw."""

from typing import Any, Final

from hinterland.engine.island import derived
from hinterland.engine.island.board import EDGE_CORNER, GRAPHS, HEX_CORNER
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.fish_tokens import counts_of
from hinterland.engine.island.named import lanes, with_unknown
from hinterland.engine.island.options import FISH
from hinterland.engine.island.progress import TRACKS
from hinterland.engine.island.progress_tokens import progress_counts
from hinterland.engine.island.state import (
    CITY,
    DICE,
    HARBORS,
    HIDDEN,
    INACTIVE,
    NOBODY,
    NOWHERE,
    OFF,
    PHASES,
    SETTLEMENT,
    SHIP_FACE,
    SIDEWAYS,
    TERRAINS,
    TRACK_FACE,
    WALLED,
)
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_BUILDINGS: Final = {
    SETTLEMENT: "settlement",
    CITY: "city",
    SIDEWAYS: "sideways",
    WALLED: "walled",
}
_TITLES: Final = ("longest_road", "largest_army", "harbormaster", "printer", "constitution")


def boards() -> list[dict[str, Any]]:
    """The four boards: names, places of the hexes (doubled width), and what joins what.

    `corners`: the six corners of each hex, from the top clockwise; `edges`: the two ends of each.
    """
    return [
        {
            "hexes": graph.hex_names,
            "cells": graph.cells,
            "corners": HEX_CORNER[g, : len(graph.cells)].tolist(),
            "edges": EDGE_CORNER[g, : len(graph.edges)].tolist(),
            "corner_names": graph.corner_names,
            "edge_names": graph.edge_names,
        }
        for g, graph in enumerate(GRAPHS)
    ]


def drawing(state: Record) -> dict[str, Any]:
    """What lies on the table; hexes, corners and edges by their numbers, null for nowhere."""
    players = range(int(state["players"]))
    found = {
        "board": int(state["graph"]),
        "turn": seat_name(int(state["turn"])),
        "turns": int(state["turns"]),
        "phase": PHASES[int(state["phase"])],
        "actor": seat_name(int(state["actor"])),
        "dice": _dice(state),
        **_map(state),
        "bank": lanes(state["bank"], KINDS),
        **(_knights(state) if derived.with_knights(state) else {"deck": int(state["deck"])}),
        "seats": [_seat(state, seat) for seat in players],
    }
    if state["options"][FISH]:
        found["boot"] = None if int(state["boot"]) == NOBODY else seat_name(int(state["boot"]))
    return found


def _dice(state: Record) -> list[int | str] | None:
    red, yellow, face = int(state["red"]), int(state["yellow"]), int(state["event"])
    if not red or int(state["phase"]) == DICE:
        return None
    track = [TRACKS[face - TRACK_FACE]] if face >= TRACK_FACE else []
    return [red, yellow, *(["ship"] if face == SHIP_FACE else track)]


def _map(state: Record) -> dict[str, Any]:
    """The hexes and all that stands on the board."""
    terrain = state["terrain"][: len(GRAPHS[int(state["graph"])].cells)].tolist()
    return {
        "hexes": [
            [TERRAINS[sort], chit]
            for sort, chit in zip(terrain, state["chit"].tolist(), strict=False)
        ],
        "harbors": [
            [first, second, "?" if sort == HIDDEN else HARBORS[sort]]
            for first, second, sort in derived.harbors(state)
        ],
        "grounds": [[middle, number] for middle, number in derived.grounds(state)],
        "robber": _place(state["robber"]),
        "pirate": _place(state["pirate"]),
        "merchant": _place(state["merchant"]),
        "metropolises": [_place(corner) for corner in state["metropolises"]],
        "pieces": {
            str(corner): _piece(code)
            for corner, code in enumerate(state["corner"].tolist())
            if code
        },
        "roads": _routes(state, "roads"),
        "ships": _routes(state, "ships"),
    }


def _place(number: Any) -> int | None:
    """A hex or corner; None for OFF and NOWHERE, which are one number."""
    assert OFF == NOWHERE
    return None if int(number) == NOWHERE else int(number)


def _piece(code: int) -> list[Any]:
    """Seat number from 1 and sort; of a knight also its level and whether it is active."""
    piece, seat = code >> 3, code & 7
    if piece < derived.KNIGHT:
        return [seat, _BUILDINGS[piece]]
    return [seat, "knight", piece >> 3, piece & 3 != INACTIVE]


def _routes(state: Record, name: str) -> dict[str, int]:
    """Seat number from 1 by edge."""
    return {
        str(edge): seat + 1
        for seat in range(int(state["players"]))
        for edge in derived.members(state[name][seat])
    }


def _knights(state: Record) -> dict[str, Any]:
    """The table of Cities & Knights."""
    return {
        "barbarians": int(state["barbarians"]),
        "decks": dict(zip(TRACKS, state["deck_size"].tolist(), strict=True)),
    }


def _seat(state: Record, seat: int) -> dict[str, Any]:
    """Hand, points and cards of a seat, as far as the viewer knows them."""
    titles = [name.replace("_", " ") for name in _TITLES if int(state[name]) == seat]
    found: dict[str, Any] = {
        "points": derived.open_points(state, seat),
        "target": derived.target(state, seat),
        "hand": with_unknown(state["hand"][seat], state["hidden"][seat], KINDS),
        "titles": titles + ["merchant"] * (int(state["merchant_owner"]) == seat),
    }
    if state["options"][FISH]:
        found["fish"] = counts_of(state["fish"][seat])
    if not derived.with_knights(state):
        held, hidden = state["development"][seat], state["development_hidden"][seat]
        cards = with_unknown(held, hidden, DEVELOPMENT)
        return found | {"cards": cards, "army": int(state["army"][seat])}
    backs = zip(TRACKS, state["progress_hidden"][seat].tolist(), strict=True)
    unknown = {f"?{track}": n for track, n in backs if n}
    return found | {
        "cards": progress_counts(int(state["progress"][seat])) | unknown,
        "defender": int(state["defender"][seat]),
        "improvements": dict(zip(TRACKS, state["improvements"][seat].tolist(), strict=True)),
    }
