"""States, views and memories as JSON with names: see the README."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
from hinterland.engine.jit import Record
from hinterland.engine.seats import parse_seat, seat_name

from .cards import (
    APPRENTICE,
    BASICS,
    BUILDER,
    CELL,
    CELL_CARD,
    CELL_ON,
    CODE,
    FOOD,
    FOUNDERS,
    MONK,
    NAMES,
    ROOM,
    SUITS,
    UNLOCKER,
)  # fmt: skip
from .memory import COLUMNS, IN_HAND, IN_STACK, IS, NODES, SCALE, TILT
from .state import (
    FINISHED,
    FOOD_SIDE,
    HEIGHT,
    MONKS,
    MOVABLE,
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

PHASES: Final = ("draft", "protect", "build", "common", "show", "shuffle", "over")
STAGES: Final = ("draft", "update", "build")
SIDES: Final = ("ducats", "food")
OPTION_FIELDS: Final = {
    "market_trigger": ("stack_trigger", ("both", "stack")),
    "monk_cost": ("free_monks", ("1", "0")),
    "monk_target": ("no_monk_target", ("yes", "no")),
    "tie_cards": ("uncovered_tie", ("all", "uncovered")),
}
_COUNTERS: Final = ("markets", "used", "limit", "exchanges", "protected")
_SETTLERS: Final = list(zip(CELL_CARD.tolist(), CELL_ON.tolist(), strict=True))
_UNLOCKER_OF_CELL: Final = [int(UNLOCKER[card]) for card in CELL_CARD]
_UNLOCKER_CARDS: Final = sorted(
    (card for card in range(len(NAMES)) if UNLOCKER[card] >= 0), key=lambda card: UNLOCKER[card]
)


# Out


def card_text(card: int) -> str:
    """A card of a pile: its id, `?suit`, or `?`."""
    if card >= 0:
        return NAMES[card]
    return "?" if card == UNKNOWN else f"?{SUITS[-2 - card]}"


def pair_cards(pair: Any) -> list[int]:
    """The cards of a pair, ascending."""
    one, two = int(pair[0]), int(pair[1])
    return [c for c in range(len(NAMES)) for _ in range((one >> c & 1) + (two >> c & 1))]


def counts(cards: Iterable[str]) -> dict[str, int]:
    return dict(Counter(cards))


def source_text(source: int) -> str:
    return "reserve" if source == RESERVE else f"stack{source + 1}"


def target_text(target: int) -> str:
    return "hand" if target == TO_HAND else f"road{target + 1}"


def pile_texts(state: Record, source: int) -> list[str]:
    """The cards of a stack or of the reserve, bottom first."""
    height = int(state["height"][source])
    cards = state["reserve"] if source == RESERVE else state["stacks"][HEIGHT * source :]
    return [card_text(int(card)) for card in cards[:height]]


def hand_counts(state: Record, seat: int) -> dict[str, int]:
    hand = counts(NAMES[card] for card in pair_cards(state["hand"][seat]))
    for suit, name in enumerate(SUITS):
        if state["unknown"][seat][suit]:
            hand[f"?{name}"] = int(state["unknown"][seat][suit])
    return hand


def village(state: Record, seat: int) -> list[dict[str, Any]]:
    """The settlers of a seat, equal ones counted together."""
    found: Counter[tuple[int, int, int, int]] = Counter()
    for cell, count in enumerate(state["cells"][seat].tolist()):
        if count and _UNLOCKER_OF_CELL[cell] < 0:
            card, on = _SETTLERS[cell]
            found[card, card, on, 0] += count
    for i, (owner, gold) in enumerate(zip(state["owner"], state["gold"], strict=True)):
        if owner == seat:
            card = _UNLOCKER_CARDS[i // 2]
            found[card, card, 0, int(gold)] += 1
    for i in range(MOVABLE):
        if state["standing"][i] == seat:
            card = MONK if i < MONKS else APPRENTICE
            found[card, int(state["role"][i]), int(state["on"][i]), 0] += 1
    return [
        {"card": NAMES[card], "role": NAMES[role], "on": on, "ducats": ducats, "count": count}
        for (card, role, on, ducats), count in sorted(found.items())
    ]


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    shown = int(state["phase"]) in (SHOW, SHUFFLING)
    players = int(state["players"])
    data: dict[str, Any] = {
        "viewer": seat_name(int(state["viewer"])),
        "players": players,
        "options": {
            name: values[int(state[field])] for name, (field, values) in OPTION_FIELDS.items()
        },
        "round": int(state["rounds"]),
        "first": seat_name(int(state["first"])),
        "phase": PHASES[int(state["phase"])],
        "turn": seat_name(int(state["turn"])),
        "stage": STAGES[int(state["stage"])],
        "source": source_text(int(state["source"])) if shown else None,
        "target": target_text(int(state["target"])) if shown else None,
        "drafted": [int(n) for n in state["drafted"][:players]],
        "tinner": bool(state["tinner"]),
        **{name: int(state[name]) for name in _COUNTERS},
        "road": [
            None if card == NONE else {"card": NAMES[card], "ducats": int(ducats)}
            for card, ducats in zip(state["road"], state["ducats"], strict=True)
        ],
        "stacks": [pile_texts(state, stack) for stack in range(STACKS)],
        "reserve": pile_texts(state, RESERVE),
        "reshuffled": _pool(state),
        "back_seen": int(state["reshuffled"]) != 1,
        "discards": counts(NAMES[card] for card in pair_cards(state["discards"])),
        "piles": {NAMES[card]: int(state["piles"][i]) for i, card in enumerate(BASICS)},
        "seats": [_seat(state, seat) for seat in range(players)],
    }
    if memory is not None:
        data["inferred"] = inferred(memory)
    return data


def _pool(state: Record) -> dict[str, int] | None:
    if not state["reshuffled"]:
        return None
    return counts(NAMES[card] for card in pair_cards(state["pool"]))


def _seat(state: Record, seat: int) -> dict[str, Any]:
    return {
        "seat": seat_name(seat),
        "supply": int(state["supply"][seat]),
        "hand": hand_counts(state, seat),
        "founders": SIDES[int(state["side"][seat])],
        "village": village(state, seat),
    }


def inferred(memory: Record) -> dict[str, Any]:
    """The hypotheses of a memory; `places` in the order of the suit's tracked cards."""
    tracked = {
        name: [_column_text(memory, suit, column) for column in range(columns)]
        for suit, name in enumerate(SUITS)
        if (columns := int(memory["columns"][suit]))
    }
    hypotheses = [_hypothesis(memory, node) for node in range(int(memory["nodes"]))]
    return {"tracked": tracked, "hypotheses": hypotheses, "lot": int(memory["rng"][0])}


def _column_text(memory: Record, suit: int, column: int) -> str:
    name = NAMES[int(memory["name"][suit][column])]
    return name if memory["kind"][suit][column] == IS else f"half:{name}"


def _hypothesis(memory: Record, node: int) -> dict[str, Any]:
    suit = int(memory["suit"][node])
    places = [int(place) for place in memory["place"][node][: int(memory["columns"][suit])]]
    return {
        "suit": SUITS[suit],
        "weight": int(memory["weight"][node]) / SCALE,
        "places": [_place_text(place) if place else None for place in places],
    }


def _place_text(place: int) -> str:
    if place < IN_STACK:
        return seat_name(place - IN_HAND)
    stack, i = divmod(place - IN_STACK, HEIGHT)
    return f"stack{stack + 1}.{i + 1}"


# In


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    for name, reader in _READERS.items():
        if name in data:
            reader(data[name], state)
    if "inferred" in data:
        _read_inferred(data["inferred"], memory)
    _count_unseen(state)


def _number(value: Any, low: int, high: int, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadState(f"{what} is {value!r}: expected {low}..{high}")
    return value


def _choice(value: Any, choices: tuple[str, ...], what: str) -> int:
    if value not in choices:
        raise BadState(f"{what} is {value!r}: expected one of {', '.join(choices)}")
    return choices.index(value)


def _card(value: Any, what: str) -> int:
    if not isinstance(value, str) or value not in CODE:
        raise BadState(f"{what}: unknown card {value!r}")
    return CODE[value]


def _pile_card(value: Any, what: str) -> int:
    if isinstance(value, str) and value.startswith("?"):
        return UNKNOWN if value == "?" else -2 - _choice(value[1:], SUITS, what)
    return _card(value, what)


def _read_counter(name: str) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[name] = _number(value, 0, 127, name)

    return read


def _read_choice(name: str, choices: tuple[str, ...]) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[name] = _choice(value, choices, name)

    return read


def _read_seat(name: str) -> Callable[[Any, Record], None]:
    def read(value: Any, state: Record) -> None:
        state[name] = parse_seat(value, int(state["players"]))

    return read


def _read_round(value: Any, state: Record) -> None:
    state["rounds"] = _number(value, 1, 20, "round")


def _read_players(value: Any, state: Record) -> None:
    if value != int(state["players"]):
        raise BadState(f"players is {value!r}: expected {int(state['players'])}")


def _read_options(value: Any, state: Record) -> None:
    for name, text in value.items():
        if name not in OPTION_FIELDS:
            raise BadState(f"unknown option {name!r}")
        field, values = OPTION_FIELDS[name]
        if _choice(text, values, name) != int(state[field]):
            raise BadState(f"option {name} is {text!r}: expected {values[int(state[field])]!r}")


def _read_source(value: Any, state: Record) -> None:
    texts = tuple(source_text(source) for source in range(RESERVE + 1))
    state["source"] = 0 if value is None else _choice(value, texts, "source")


def _read_target(value: Any, state: Record) -> None:
    texts = tuple(target_text(target) for target in range(TO_HAND + 1))
    state["target"] = 0 if value is None else _choice(value, texts, "target")


def _read_drafted(value: Any, state: Record) -> None:
    for seat in range(int(state["players"])):
        state["drafted"][seat] = _number(value[seat], 0, 5, "drafted")


def _read_tinner(value: Any, state: Record) -> None:
    state["tinner"] = bool(value)


def _read_road(value: Any, state: Record) -> None:
    if len(value) != ROAD:
        raise BadState(f"the road has {len(value)} slots: expected {ROAD}")
    for slot, item in enumerate(value):
        state["road"][slot] = NONE if item is None else _card(item["card"], "road")
        ducats = 0 if item is None else item.get("ducats", 0)
        state["ducats"][slot] = _number(ducats, 0, 200, "ducats of a road card")


def _read_stacks(value: Any, state: Record) -> None:
    if len(value) != STACKS:
        raise BadState(f"{len(value)} stacks: expected {STACKS}")
    for stack, pile in enumerate(value):
        _number(len(pile), 0, HEIGHT, f"height of stack{stack + 1}")
        cards = [_pile_card(card, f"stack{stack + 1}") for card in pile]
        state["height"][stack] = len(pile)
        zeros = [0] * (HEIGHT - len(pile))
        state["stacks"][HEIGHT * stack : HEIGHT * (stack + 1)] = cards + zeros


def _read_reserve(value: Any, state: Record) -> None:
    _number(len(value), 0, RESERVE_SIZE, "size of the reserve")
    cards = [_pile_card(card, "reserve") for card in value]
    state["height"][RESERVE] = len(cards)
    state["reserve"] = cards + [0] * (RESERVE_SIZE - len(cards))


def write_pair(pair: Any, value: Mapping[str, Any], what: str) -> None:
    """Fill a pair from `{card: count}`."""
    one = two = 0
    for name, count in value.items():
        card = _card(name, what)
        _number(count, 0, 2, f"{what}: copies of {name}")
        one |= (count > 0) << card
        two |= (count > 1) << card
    pair[0], pair[1] = one, two


def _read_pool(value: Any, state: Record) -> None:
    state["reshuffled"] = 0 if value is None else TURNED
    write_pair(state["pool"], value or {}, "reshuffled")


def _read_back(value: Any, state: Record) -> None:
    if not value and state["reshuffled"]:
        state["reshuffled"] = 1


def _read_discards(value: Any, state: Record) -> None:
    write_pair(state["discards"], value, "discards")


def _read_piles(value: Any, state: Record) -> None:
    for i, card in enumerate(BASICS):
        if NAMES[card] in value:
            state["piles"][i] = _number(value[NAMES[card]], 0, 10, "a pile of common settlers")


def _read_seats(value: Any, state: Record) -> None:
    if len(value) != int(state["players"]):
        raise BadState(f"{len(value)} seats: expected {int(state['players'])}")
    for field in ("standing", "owner"):
        state[field] = NONE
    for field in ("role", "on", "gold", "cells", "food", "builder"):
        state[field] = 0
    for seat, item in enumerate(value):
        if parse_seat(item.get("seat", seat_name(seat)), len(value)) != seat:
            raise BadState("seats are listed p1 first")
        _read_one_seat(item, seat, state)


def _read_one_seat(item: Mapping[str, Any], seat: int, state: Record) -> None:
    if "supply" in item:
        state["supply"][seat] = _number(item["supply"], 0, 30000, "supply")
    if "founders" in item:
        state["side"][seat] = _choice(item["founders"], SIDES, "founders")
    if "hand" in item:
        known = {name: n for name, n in item["hand"].items() if not name.startswith("?")}
        write_pair(state["hand"][seat], known, "hand")
        for suit, name in enumerate(SUITS):
            count = item["hand"].get(f"?{name}", 0)
            state["unknown"][seat][suit] = _number(count, 0, 20, "cards of a suit in a hand")
    founders = {"card": NAMES[FOUNDERS]}
    for settler in item.get("village", [founders]):
        for _ in range(_number(settler.get("count", 1), 1, 10, "count of a settler")):
            _add_settler(settler, seat, state)


def _add_settler(settler: Mapping[str, Any], seat: int, state: Record) -> None:
    card = _card(settler["card"], "village")
    role = _card(settler.get("role", settler["card"]), "role")
    on = _number(settler.get("on", 0), 0, int(ROOM[role]), "cards on a settler")
    if card in (MONK, APPRENTICE):
        first = 0 if card == MONK else MONKS
        free = [i for i in range(first, first + MONKS) if state["standing"][i] == NONE]
        if not free:
            raise BadState(f"too many cards {NAMES[card]}")
        state["standing"][free[0]], state["role"][free[0]] = seat, role
        state["on"][free[0]] = on
        return
    if role != card or CELL[card] < 0:
        raise BadState(f"{NAMES[card]} cannot stand as {NAMES[role]}")
    state["cells"][seat][int(CELL[card]) + on] += 1
    if on == 0:
        fed = card == FOUNDERS and state["side"][seat] == FOOD_SIDE
        state["food"][seat] += 1 if fed else int(FOOD[card])
        state["builder"][seat] += int(BUILDER[card])
    if UNLOCKER[card] >= 0:
        i = 2 * int(UNLOCKER[card])
        i += 1 if state["owner"][i] != NONE else 0
        if state["owner"][i] != NONE:
            raise BadState(f"too many cards {NAMES[card]}")
        ducats = _number(settler.get("ducats", 0), 0, 200, "ducats on a settler")
        state["owner"][i], state["gold"][i] = seat, ducats


def _count_unseen(state: Record) -> None:
    """What a viewer does not know follows from all that it knows."""
    from .soundness import unseen_cards

    one, two = unseen_cards(state)
    state["unseen"][0], state["unseen"][1] = one, two


def _read_inferred(value: Any, memory: Record) -> None:
    for field in ("weight", "place", "suit", "name", "kind", "count", "columns"):
        memory[field] = 0
    memory["rng"][0] = _number(value.get("lot", 0), 0, 2**64 - 1, "lot")
    for name, texts in value["tracked"].items():
        suit = _choice(name, SUITS, "tracked suit")
        memory["columns"][suit] = _number(len(texts), 0, COLUMNS, "tracked cards")
        for column, text in enumerate(texts):
            card = text.removeprefix("half:")
            memory["name"][suit][column] = _card(card, "tracked card")
            memory["kind"][suit][column] = IS if card == text else TILT
    memory["nodes"] = _number(len(value["hypotheses"]), 0, NODES, "hypotheses")
    for node, item in enumerate(value["hypotheses"]):
        suit = _choice(item["suit"], SUITS, "inferred suit")
        memory["count"][suit] += 1
        memory["suit"][node] = suit
        weight = _number(round(float(item["weight"]) * SCALE), 1, 32 * SCALE, "weight")
        memory["weight"][node] = weight
        if len(item["places"]) != int(memory["columns"][suit]):
            raise BadState("a hypothesis says of each tracked card of its suit where it is")
        for column, place in enumerate(item["places"]):
            memory["place"][node][column] = 0 if place is None else _read_place(place)


def _read_place(text: str) -> int:
    stack, dot, i = text.removeprefix("stack").partition(".")
    if not dot:
        return IN_HAND + parse_seat(text, 5)
    _number(int(stack), 1, STACKS, "stack")
    return IN_STACK + HEIGHT * (int(stack) - 1) + _number(int(i), 1, HEIGHT, "height") - 1


_READERS: Final[dict[str, Callable[[Any, Record], None]]] = {
    "players": _read_players,
    "options": _read_options,
    "round": _read_round,
    "first": _read_seat("first"),
    "phase": _read_choice("phase", PHASES),
    "turn": _read_seat("turn"),
    "stage": _read_choice("stage", STAGES),
    "source": _read_source,
    "target": _read_target,
    "drafted": _read_drafted,
    "tinner": _read_tinner,
    **{name: _read_counter(name) for name in _COUNTERS},
    "road": _read_road,
    "stacks": _read_stacks,
    "reserve": _read_reserve,
    "reshuffled": _read_pool,
    "back_seen": _read_back,
    "discards": _read_discards,
    "piles": _read_piles,
    "seats": _read_seats,
}
assert PHASES[FINISHED] == "over"
