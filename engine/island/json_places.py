"""Seats, places and cards in the JSON of a position; what is wrong is refused by its field."""

from contextlib import suppress
from typing import Any

import numpy as np

from hinterland.engine.errors import BadState
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.fault_words import corner_name, piece_name
from hinterland.engine.island.state import NO_KIND, NOBODY
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import (
    read_choice,
    read_integer,
    read_items,
    read_object,
    unexpected,
)
from hinterland.engine.seats import seat_name

_MOST_CARDS = 127
_MOST_HIDDEN = 255


def codes(names: tuple[str, ...]) -> dict[str, int]:
    return {name: code for code, name in enumerate(names)}


def put_piece(state: Record, corner: int, piece: int) -> None:
    """Put a piece, coded as in `corner` of a state, on a corner which must be free."""
    there = int(state["corner"][corner])
    if there:
        where = corner_name(state, corner)
        raise BadState(f"two pieces on {where}: {piece_name(there)} and {piece_name(piece)}")
    state["corner"][corner] = piece


def read_seat(value: object, name: str, state: Record) -> int:
    return read_choice(value, name, {seat_name(s): s for s in range(int(state["players"]))})


def read_seat_or_none(value: object, name: str, state: Record) -> int:
    return NOBODY if value is None else read_seat(value, name, state)


def read_seats(value: object, name: str, state: Record) -> int:
    """A list of seats as bits; none of them twice."""
    bits = 0
    for item in read_items(value, name):
        bit = 1 << read_seat(item, name, state)
        if bits & bit:
            raise BadState(f"{name} has {item} twice")
        bits |= bit
    return bits


def read_kind_or_none(value: object, name: str) -> int:
    return NO_KIND if value is None else read_choice(value, name, codes(KINDS))


def read_place(value: object, name: str, names: list[str]) -> int:
    """The number of a corner, an edge or a hex."""
    if isinstance(value, str):
        with suppress(ValueError):
            return names.index(value)
    expected = f"a place as the board writes it, such as {names[0]}"
    raise unexpected(name, value, f"{expected}, by the first hex that it touches")


def read_places(value: object, name: str, names: list[str], most: int) -> list[int]:
    """A list of at most so many places; none of them twice."""
    items = read_items(value, name)
    if len(items) > most:
        raise BadState(f"{name} has {len(items)} places: expected at most {most}")
    places = [read_place(item, name, names) for item in items]
    for i, place in enumerate(places):
        if place in places[:i]:
            raise BadState(f"{name} has {names[place]} twice")
    return places


def read_cards(value: object, name: str, names: tuple[str, ...]) -> Any:
    """Cards by name in lanes, those of unknown kind aside."""
    given = read_object(value, name, (*names, "?"))
    cards = 0
    for card, n in given.items():
        if card != "?":
            cards |= read_integer(n, f"{card} in {name}", 0, _MOST_CARDS) << 8 * names.index(card)
    return np.uint64(cards)


def read_hidden(value: object, name: str) -> int:
    """How many cards are of unknown kind."""
    return read_integer(read_object(value, name).get("?", 0), f"? in {name}", 0, _MOST_HIDDEN)
