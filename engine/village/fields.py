"""States, views and memories with the names of their JSON: see the README. `reading` reads it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

from .cards import (
    APPRENTICE,
    BASICS,
    CELL_CARD,
    CELL_ON,
    MONK,
    NAMES,
    SUITS,
    UNLOCKER,
)  # fmt: skip
from .memory import IN_HAND, IN_STACK, IS, SCALE
from .state import (
    HEIGHT,
    MONKS,
    MOVABLE,
    NONE,
    RESERVE,
    SHOW,
    SHUFFLING,
    STACKS,
    TO_HAND,
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
