"""Kuhn poker for people: `check bet call fold`, and chance's `deal:K`, `deal:?`, `show:K/J`."""

from collections.abc import Mapping
from typing import Any

from hinterland.engine.errors import BadNotation, BadState
from hinterland.engine.jit import Record, plain
from hinterland.engine.kuhn.rules import DEAL, SHOW, UNKNOWN, shown_card
from hinterland.engine.seats import ALL, seat_name

RULES_BROKEN: Mapping[int, str] = {
    1: "the game is over",
    2: "check or bet before a bet, fold or call after it",
    3: "a card must be dealt now",
    4: "this viewer sees which card is dealt",
    5: "this viewer does not see which card is dealt",
    6: "that card is dealt already",
    7: "the cards must be shown now",
    8: "those are not the cards that were dealt",
}

_ACTIONS = ("", "check", "bet", "fold", "call")
_RANKS = "?JQK"
_shown = plain(shown_card)
_CARDS = {0: "-", 1: "J", 2: "Q", 3: "K", UNKNOWN: "?"}


def format(move: int) -> str:
    if 0 < move < len(_ACTIONS):
        return _ACTIONS[move]
    if DEAL <= move <= DEAL + 3:
        return f"deal:{_RANKS[move - DEAL]}"
    return f"show:{_RANKS[_shown(move, 0)]}/{_RANKS[_shown(move, 1)]}"


_MOVES = {format(m): m for m in (1, 2, 3, 4, *range(DEAL, DEAL + 4), *range(SHOW + 4, SHOW + 13))}


def parse(text: str) -> int:
    try:
        return _MOVES[text]
    except KeyError:
        raise BadNotation(f"no move {text!r}: expected one of {' '.join(_MOVES)}") from None


def board(state: Record) -> str:
    actions = [_ACTIONS[action] for action in state["actions"] if action]
    lines = [
        f"{seat_name(seat)}: card {_CARDS[int(state['cards'][seat])]}, "
        f"did {' '.join(actions[seat::2]) or 'nothing yet'}"
        for seat in range(2)
    ]
    return "\n".join(lines)


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    return {
        "viewer": seat_name(int(state["viewer"])),
        "cards": [_CARDS[int(card)] for card in state["cards"]],
        "actions": [_ACTIONS[action] for action in state["actions"] if action],
        "shown": bool(state["shown"]),
    }


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    codes = {text: code for code, text in _CARDS.items()}
    try:
        cards = [codes[text] for text in data.get("cards", ["-", "-"])]
        actions = [_ACTIONS.index(text) for text in data.get("actions", [])]
        state["cards"] = cards
        state["actions"][: len(actions)] = actions
        state["shown"] = bool(data.get("shown", False))
    except (KeyError, ValueError, TypeError) as error:
        raise BadState(f"expected two of {' '.join(codes)} and up to 3 actions: {error}") from None


def faults(state: Record) -> list[str]:
    found = []
    cards = [int(card) for card in state["cards"]]
    if any(card not in _CARDS for card in cards) or (cards[0] == 0 and cards[1] != 0):
        found.append(f"cards {cards}: expected 0, 1..3 or {UNKNOWN}, p1 dealt first")
    if cards[0] == cards[1] and cards[0] > 0:
        found.append("both seats hold the same card")
    if state["viewer"] == ALL and UNKNOWN in cards:
        found.append("a state must know every card")
    if int(state["viewer"]) in (0, 1) and cards[int(state["viewer"])] == UNKNOWN:
        found.append("the viewer must know its own card")
    if tuple(state["actions"]) not in _LINES or (cards[1] == 0 and state["actions"][0] != 0):
        found.append(f"actions {list(state['actions'])} are no betting")
    if state["shown"] not in (0, 1) or (state["shown"] and not _showdown(state, cards)):
        found.append("cards can be shown only after a call or two checks")
    return found


_LINES = {
    (0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (2, 3, 0), (2, 4, 0), (1, 2, 0), (1, 2, 3),
    (1, 2, 4),
}  # fmt: skip


def _showdown(state: Record, cards: list[int]) -> bool:
    ended = tuple(state["actions"]) in {(1, 1, 0), (2, 4, 0), (1, 2, 4)}
    return ended and UNKNOWN not in cards
