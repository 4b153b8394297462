"""Places, seats and phases as the sentences about impossible positions name them."""

from collections.abc import Iterable, Sequence
from typing import Final

from hinterland.engine.island import state as s
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_PIECES: Final = {
    s.SETTLEMENT: "settlement",
    s.CITY: "city",
    s.SIDEWAYS: "city on its side",
    s.WALLED: "city with a wall",
}


def corner_name(state: Record, corner: int) -> str:
    """A corner as the board writes it; its number where it is beyond the board."""
    return _name(GRAPHS[int(state["graph"])].corner_names, corner, "corner")


def edge_name(state: Record, edge: int) -> str:
    """An edge as the board writes it; its number where it is beyond the board."""
    return _name(GRAPHS[int(state["graph"])].edge_names, edge, "edge")


def hex_name(state: Record, h: int) -> str:
    """A hex as the board writes it; its number where it is beyond the board."""
    return _name(GRAPHS[int(state["graph"])].hex_names, h, "hex")


def phase_name(state: Record) -> str:
    """The phase of a state or view."""
    return s.PHASES[int(state["phase"])]


def piece_name(piece: int) -> str:
    """A piece with its seat, by its code in `corner` of a state."""
    return f"a {_PIECES.get(piece >> 3, 'knight')} of {seat_name((piece & 7) - 1)}"


def seat_names(seats: Iterable[int]) -> str:
    """`p1, p3`; `nobody` for none."""
    return ", ".join(map(seat_name, seats)) or "nobody"


def seat_or_null(seat: int) -> str:
    """A seat as JSON has it."""
    return "null" if seat == s.NOBODY else seat_name(seat)


def _name(names: Sequence[str], place: int, what: str) -> str:
    return names[place] if place < len(names) else f"{what} {place}"
