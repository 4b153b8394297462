"""States, views and memories read from JSON: whatever is wrong is refused by its field."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
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

from .cards import (
    APPRENTICE,
    BASICS,
    BUILDER,
    CELL,
    CODE,
    FOOD,
    FOUNDERS,
    MONK,
    NAMES,
    PILE,
    ROOM,
    SUITS,
    UNLOCKER,
)  # fmt: skip
from .fields import OPTION_FIELDS, PHASES, SIDES, STAGES, source_text, target_text
from .phases import drafting_order, limit_of, next_in_update
from .remembering import check_places, read_inferred
from .state import (
    BUILD,
    COMMON,
    DRAFT,
    FOOD_SIDE,
    HEIGHT,
    MONKS,
    NONE,
    RESERVE,
    RESERVE_SIZE,
    ROAD,
    SHOW,
    SHUFFLING,
    STACKS,
    TO_HAND,
    TURNED,
    UNKNOWN,
)  # fmt: skip

SEEN: Final = ("first", "road", "stacks", "reserve", "seats")
"""What every seat sees after the deal, so that a view must give it: no default is the truth."""
_SEAT: Final = ("seat", "supply", "hand", "founders", "village")
_SETTLER: Final = ("card", "role", "on", "ducats", "count")
_COUNTERS: Final = ("markets", "used", "limit", "exchanges", "protected")
_BACKS: Final = {f"?{name}": suit for suit, name in enumerate(SUITS)}
_HIDDEN: Final = {"?": UNKNOWN, **{back: -2 - suit for back, suit in _BACKS.items()}}
_SOURCES: Final = {source_text(source): source for source in range(RESERVE + 1)}
_TARGETS: Final = {target_text(target): target for target in range(TO_HAND + 1)}


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    if state["viewer"] != ALL:
        _check_seen(data)
    for name, reader in _READERS.items():
        if name in data:
            reader(data[name], state)
    if "turn" not in data:
        state["turn"] = _turn(state)
    if "limit" not in data and state["phase"] in (BUILD, COMMON):
        state["limit"] = limit_of(state, int(state["turn"]))
    _check_due(data, state)
    if "inferred" in data:
        read_inferred(data["inferred"], int(state["players"]), memory)
    _count_unseen(state)
    check_places(state, memory)


def _check_seen(data: Mapping[str, Any]) -> None:
    for name in SEEN:
        if name not in data:
            raise BadState(f"a view must give {name!r}")
    for seat, item in enumerate(read_items(data["seats"], "seats")):
        if "hand" not in read_object(item, "a seat"):
            raise BadState(f"a view must give 'hand' of {seat_name(seat)}")


def _turn(state: Record) -> int:
    """The seat whose turn it is where that is not said: the next one in draft and road update."""
    order, taken = drafting_order(state), int(state["drafted"].sum())
    if state["phase"] == DRAFT and taken < len(order):
        return order[taken]
    return next_in_update(state)


def _check_due(data: Mapping[str, Any], state: Record) -> None:
    due = int(state["phase"]) in (SHOW, SHUFFLING)
    for name in ("source", "target"):
        value = data.get(name)
        if due and value is None:
            raise BadState(f"{name} must be given when a card is shown or shuffled")
        if not due and value is not None:
            raise unexpected(name, value, "null when no card is due")


def _card(value: object, name: str) -> int:
    if isinstance(value, str) and value in CODE:
        return CODE[value]
    raise unexpected(name, value, "a card")


def _pile_card(value: object, name: str) -> int:
    return _HIDDEN[value] if isinstance(value, str) and value in _HIDDEN else _card(value, name)


def _number(field: str, name: str, low: int, high: int) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[field] = read_integer(value, name, low, high)

    return read


def _choice(name: str, choices: Mapping[str, int]) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[name] = read_choice(value, name, choices)

    return read


def _codes(texts: tuple[str, ...]) -> dict[str, int]:
    return {text: code for code, text in enumerate(texts)}


def _seat(name: str) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        seats = {seat_name(seat): seat for seat in range(int(state["players"]))}
        state[name] = read_choice(value, name, seats)

    return read


def _due(name: str, choices: Mapping[str, int]) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[name] = 0 if value is None else read_choice(value, name, choices)

    return read


def _players(value: Any, state: Record) -> None:
    players = int(state["players"])
    read_integer(value, "players", players, players)


def _options(value: Any, state: Record) -> None:
    for name, text in read_object(value, "options", OPTION_FIELDS).items():
        field, values = OPTION_FIELDS[name]
        if read_choice(text, name, _codes(values)) != int(state[field]):
            raise BadState(f"option {name} is {text!r}: expected {values[int(state[field])]!r}")


def _drafted(value: Any, state: Record) -> None:
    for seat, number in enumerate(read_items(value, "drafted", int(state["players"]))):
        state["drafted"][seat] = read_integer(number, "drafted", 0, 5)


def _tinner(value: Any, state: Record) -> None:
    state["tinner"] = read_flag({"tinner": value}, "tinner")


def _road(value: Any, state: Record) -> None:
    for slot, item in enumerate(read_items(value, "road", ROAD)):
        name = f"road{slot + 1}"
        state["road"][slot], state["ducats"][slot] = NONE, 0
        if item is not None:
            given = read_object(item, name, ("card", "ducats"), ("card",))
            state["road"][slot] = _card(given["card"], name)
            ducats = read_integer(given.get("ducats", 0), f"ducats of {name}", 0, 200)
            state["ducats"][slot] = ducats


def _stacks(value: Any, state: Record) -> None:
    for stack, pile in enumerate(read_items(value, "stacks", STACKS)):
        cards = _pile(pile, source_text(stack), HEIGHT)
        state["height"][stack] = len(cards)
        zeros = [0] * (HEIGHT - len(cards))
        state["stacks"][HEIGHT * stack : HEIGHT * (stack + 1)] = cards + zeros


def _reserve(value: Any, state: Record) -> None:
    cards = _pile(value, "reserve", RESERVE_SIZE)
    state["height"][RESERVE] = len(cards)
    state["reserve"] = cards + [0] * (RESERVE_SIZE - len(cards))


def _pile(value: Any, name: str, most: int) -> list[int]:
    cards = [_pile_card(card, name) for card in read_items(value, name)]
    read_integer(len(cards), f"height of {name}", 0, most)
    return cards


def _write_pair(pair: Any, value: Mapping[str, Any], name: str) -> None:
    """Fill a pair from `{card: count}`."""
    one = two = 0
    for card_name, number in value.items():
        card = _card(card_name, name)
        count = read_integer(number, f"{card_name} in {name}", 0, 2)
        one |= (count > 0) << card
        two |= (count > 1) << card
    pair[0], pair[1] = one, two


def _pool(value: Any, state: Record) -> None:
    state["reshuffled"] = 0 if value is None else TURNED
    pool = {} if value is None else read_object(value, "reshuffled")
    _write_pair(state["pool"], pool, "reshuffled")


def _back_seen(value: Any, state: Record) -> None:
    if read_flag({"back_seen": value}, "back_seen"):
        return
    if not state["reshuffled"]:
        raise unexpected("back_seen", value, "true for a reserve that was not made by a shuffle")
    state["reshuffled"] = 1


def _discards(value: Any, state: Record) -> None:
    _write_pair(state["discards"], read_object(value, "discards"), "discards")


def _piles(value: Any, state: Record) -> None:
    names = [NAMES[card] for card in BASICS]
    for name, count in read_object(value, "piles", names).items():
        state["piles"][names.index(name)] = read_integer(count, f"pile of {name}", 0, PILE)


# Seats


def _seats(value: Any, state: Record) -> None:
    for field in ("standing", "owner"):
        state[field] = NONE
    for field in ("role", "on", "gold", "cells", "food", "builder"):
        state[field] = 0
    for seat, item in enumerate(read_items(value, "seats", int(state["players"]))):
        name = seat_name(seat)
        given = read_object(item, f"seat {name}", _SEAT)
        read_choice(given.get("seat", name), "seat", {name: seat})
        _one_seat(given, seat, state)


def _one_seat(given: Mapping[str, Any], seat: int, state: Record) -> None:
    name = seat_name(seat)
    if "supply" in given:
        state["supply"][seat] = read_integer(given["supply"], f"supply of {name}", 0, 30000)
    if "founders" in given:
        founders = read_choice(given["founders"], f"founders of {name}", _codes(SIDES))
        state["side"][seat] = founders
    if "hand" in given:
        _hand(read_object(given["hand"], f"hand of {name}"), seat, state)
    village = given.get("village", [{"card": NAMES[FOUNDERS]}])
    for item in read_items(village, f"village of {name}"):
        settler = read_object(item, f"a settler of {name}", _SETTLER, ("card",))
        for _ in range(read_integer(settler.get("count", 1), "count of a settler", 1, PILE)):
            _settler(settler, seat, state)


def _hand(given: Mapping[str, Any], seat: int, state: Record) -> None:
    name = f"hand of {seat_name(seat)}"
    known = {card: count for card, count in given.items() if card not in _BACKS}
    _write_pair(state["hand"][seat], known, name)
    for back, suit in _BACKS.items():
        count = read_integer(given.get(back, 0), f"{back} in {name}", 0, 20)
        state["unknown"][seat][suit] = count


def _settler(settler: Mapping[str, Any], seat: int, state: Record) -> None:
    card = _card(settler["card"], "card of a settler")
    role = _card(settler.get("role", settler["card"]), "role of a settler")
    on = read_integer(settler.get("on", 0), "cards on a settler", 0, int(ROOM[role]))
    most = 200 if UNLOCKER[card] >= 0 else 0
    ducats = read_integer(settler.get("ducats", 0), f"ducats on {NAMES[card]}", 0, most)
    if card in (MONK, APPRENTICE):
        first = 0 if card == MONK else MONKS
        i = _free_copy(state["standing"][first : first + MONKS], card) + first
        state["standing"][i], state["role"][i], state["on"][i] = seat, role, on
        return
    if role != card or CELL[card] < 0:
        raise BadState(f"{NAMES[card]} cannot stand as {NAMES[role]}")
    state["cells"][seat][int(CELL[card]) + on] += 1
    if on == 0:
        fed = card == FOUNDERS and state["side"][seat] == FOOD_SIDE
        state["food"][seat] += 1 if fed else int(FOOD[card])
        state["builder"][seat] += int(BUILDER[card])
    if UNLOCKER[card] >= 0:
        first = 2 * int(UNLOCKER[card])
        i = _free_copy(state["owner"][first : first + 2], card) + first
        state["owner"][i], state["gold"][i] = seat, ducats


def _free_copy(seats: Any, card: int) -> int:
    """The first of a card's copies that no seat has yet."""
    for copy, seat in enumerate(seats):
        if seat == NONE:
            return copy
    raise BadState(f"too many cards {NAMES[card]}")


def _count_unseen(state: Record) -> None:
    """What a viewer does not know follows from all that it knows."""
    from .soundness import unseen_cards

    one, two = unseen_cards(state)
    state["unseen"][0], state["unseen"][1] = one, two


_READERS: Final[dict[str, Callable[[Any, Record], None]]] = {
    "players": _players,
    "options": _options,
    "round": _number("rounds", "round", 1, 20),
    "first": _seat("first"),
    "phase": _choice("phase", _codes(PHASES)),
    "turn": _seat("turn"),
    "stage": _choice("stage", _codes(STAGES)),
    "source": _due("source", _SOURCES),
    "target": _due("target", _TARGETS),
    "drafted": _drafted,
    "tinner": _tinner,
    **{name: _number(name, name, 0, 127) for name in _COUNTERS},
    "road": _road,
    "stacks": _stacks,
    "reserve": _reserve,
    "reshuffled": _pool,
    "back_seen": _back_seen,
    "discards": _discards,
    "piles": _piles,
    "seats": _seats,
}
