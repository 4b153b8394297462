"""Kuhn poker for people: `check bet call fold`, and chance's `deal:K`, `deal:?`, `show:K/J`."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from hinterland.engine.errors import BadNotation
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import read_choice, read_flag, read_list, read_words
from hinterland.engine.kuhn import rules
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name

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

_LINES = [row[0] for row in rules.BETTING]
_RANKS = {rules.JACK: "J", rules.QUEEN: "Q", rules.KING: "K"}
_CARDS = {0: "-", **_RANKS, rules.UNKNOWN: "?"}
_TEXTS = {rules.CHECK: "check", rules.BET: "bet", rules.FOLD: "fold", rules.CALL: "call"}
_TEXTS |= {rules.DEAL: "deal:?", **{rules.DEAL + card: f"deal:{_RANKS[card]}" for card in _RANKS}}
_TEXTS |= {
    rules.SHOW + pair: f"show:{first}/{second}"
    for pair, (first, second) in enumerate(product(_RANKS.values(), repeat=2))
}
_MOVES = {text: move for move, text in _TEXTS.items()}


def format(move: int) -> str:
    return _TEXTS.get(move, f"#{move}")


def parse(text: str) -> int:
    try:
        return _MOVES[text]
    except KeyError:
        raise BadNotation(f"no move {text!r}: expected one of {' '.join(_MOVES)}") from None


def board(state: Record) -> str:
    actions = _LINES[state["line"]].split()
    return "\n".join(
        f"{seat_name(seat)}: card {_CARDS[int(state['cards'][seat])]}, "
        f"did {' '.join(actions[seat::2]) or 'nothing yet'}"
        for seat in range(2)
    )


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    return {
        "viewer": seat_name(int(state["viewer"])),
        "cards": [_CARDS[int(card)] for card in state["cards"]],
        "actions": _LINES[state["line"]].split(),
        "shown": bool(state["shown"]),
    }


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    given = {**to_json(state, memory), **data}
    codes = {text: code for code, text in _CARDS.items()}
    cards = [read_choice(card, "cards", codes) for card in read_list(given, "cards", 2)]
    betting = {line: index for index, line in enumerate(_LINES)}
    state["line"] = read_choice(" ".join(read_words(given, "actions")), "actions", betting)
    state["cards"] = cards
    state["dealt"] = 2 - cards.count(0)
    state["shown"] = read_flag(given, "shown")
    state["turn"] = _turn(state)


def _turn(state: Record) -> int:
    """The mover, from the fields that it follows from."""
    if state["dealt"] < 2:
        return CHANCE
    return OVER if state["shown"] else int(rules.TURN[state["line"]])


def faults(state: Record) -> list[str]:
    cards = [int(card) for card in state["cards"]]
    line, viewer, shown = int(state["line"]), int(state["viewer"]), int(state["shown"])
    if not 0 <= line < len(_LINES) or any(card not in _CARDS for card in cards):
        return [f"cards {cards}, line {line}: there is no such card or line of betting"]
    dealt = 2 - cards.count(0)
    found = []
    if state["dealt"] != dealt or cards[0] == 0 < dealt or (dealt < 2 and line > 0):
        texts = " ".join(_CARDS[card] for card in cards)
        found.append(f"cards {texts}: p1 is dealt one first, then p2, then they act")
    if cards[0] == cards[1] and cards[0] > 0:
        found.append("both seats hold the same card")
    if shown not in (0, 1) or (shown and not _showdown(line)):
        found.append("cards can be shown only after a call or two checks")
    for seat, card in enumerate(cards):
        seen = shown == 1 or viewer in (ALL, seat)
        if card != 0 and (card != rules.UNKNOWN) != seen:
            found.append(f"card of {seat_name(seat)}: the viewer {'sees' if seen else 'misses'} it")
    if not found and state["turn"] != _turn(state):
        found.append(f"turn {int(state['turn'])}: expected {_turn(state)}")
    return found


def _showdown(line: int) -> bool:
    return bool(rules.WINNER[line] == rules.BY_CARDS and rules.TURN[line] == CHANCE)
