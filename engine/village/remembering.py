"""A memory read from the JSON of a view: the field `inferred`."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import (
    read_choice,
    read_integer,
    read_items,
    read_object,
    unexpected,
)
from hinterland.engine.seats import seat_name

from .cards import CODE, NAMES, SUIT, SUITS
from .memory import COLUMNS, GONE, IN_HAND, IN_STACK, IS, NODES, SCALE, TILT
from .state import HEIGHT, STACKS

_SUIT_CODES: Final = {name: suit for suit, name in enumerate(SUITS)}
_HEAVIEST: Final = 32
_STACK_PLACE: Final = re.compile(r"stack([0-9])\.([0-9]{1,2})")


def read_inferred(value: object, players: int, memory: Record) -> None:
    """Fill a memory; `BadState` names what is wrong."""
    fields = ("tracked", "hypotheses", "lot")
    given = read_object(value, "inferred", fields, fields[:2])
    for field in ("weight", "place", "suit", "name", "kind", "count", "columns"):
        memory[field] = 0
    memory["rng"][0] = read_integer(given.get("lot", 0), "lot", 0, 2**64 - 1)
    for name, texts in read_object(given["tracked"], "tracked", SUITS).items():
        _read_tracked(texts, _SUIT_CODES[name], memory)
    hypotheses = read_items(given["hypotheses"], "hypotheses")
    memory["nodes"] = read_integer(len(hypotheses), "number of hypotheses", 0, NODES)
    for node, item in enumerate(hypotheses):
        fields = ("suit", "weight", "places")
        _read_hypothesis(read_object(item, "a hypothesis", fields, fields), node, players, memory)


def _read_tracked(texts: object, suit: int, memory: Record) -> None:
    name = f"tracked cards of {SUITS[suit]}"
    cards = read_items(texts, name)
    memory["columns"][suit] = read_integer(len(cards), f"number of {name}", 0, COLUMNS)
    for column, text in enumerate(cards):
        card = text.removeprefix("half:") if isinstance(text, str) else ""
        if card not in CODE or SUIT[CODE[card]] != suit:
            raise unexpected(name, text, f"a card of that suit, or half: and one of {SUITS[suit]}")
        memory["name"][suit][column] = CODE[card]
        memory["kind"][suit][column] = IS if card == text else TILT


def check_places(state: Record, memory: Record) -> None:
    """Every hypothesis must put its cards where a view has cards of that suit without a name."""
    for node in range(int(memory["nodes"])):
        suit = int(memory["suit"][node])
        placed: Counter[int] = Counter()
        named: Counter[int] = Counter()
        for column in range(int(memory["columns"][suit])):
            place, card = int(memory["place"][node][column]), int(memory["name"][suit][column])
            if place == GONE or memory["kind"][suit][column] != IS:
                continue
            placed[place] += 1
            named[card] += 1
            if placed[place] > _hidden_at(state, place, suit):
                raise BadState(f"a hypothesis about {SUITS[suit]} has {NAMES[card]} where none is")
            if named[card] > sum(int(word) >> card & 1 for word in state["unseen"]):
                raise BadState(f"a hypothesis has {NAMES[card]}, which lies open or in your hand")


def _hidden_at(state: Record, place: int, suit: int) -> int:
    """The cards of a place of which nothing but their suit is known."""
    if place >= IN_STACK:
        return int(state["stacks"][place - IN_STACK] == -2 - suit)
    return int(state["unknown"][place - IN_HAND][suit])


def _read_hypothesis(item: Mapping[str, Any], node: int, players: int, memory: Record) -> None:
    suit = read_choice(item["suit"], "suit of a hypothesis", _SUIT_CODES)
    memory["count"][suit] += 1
    memory["suit"][node] = suit
    memory["weight"][node] = _read_weight(item["weight"])
    places = read_items(item["places"], "places", int(memory["columns"][suit]))
    for column, place in enumerate(places):
        memory["place"][node][column] = _read_place(place, players)


def _read_weight(value: object) -> int:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _HEAVIEST:
        return max(round(value * SCALE), 1)
    raise unexpected("weight", value, f"a number above 0 and at most {_HEAVIEST}")


def _read_place(value: object, players: int) -> int:
    hands = {seat_name(seat): IN_HAND + seat for seat in range(players)}
    if value is None:
        return GONE
    if isinstance(value, str) and value in hands:
        return hands[value]
    found = _STACK_PLACE.fullmatch(value) if isinstance(value, str) else None
    if found and 1 <= int(found[1]) <= STACKS and 1 <= int(found[2]) <= HEIGHT:
        return IN_STACK + HEIGHT * (int(found[1]) - 1) + int(found[2]) - 1
    raise unexpected("places", value, "a seat, stackN.I or null")
