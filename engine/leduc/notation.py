"""Leduc poker for people: `check bet fold call raise`, and chance's `deal:K`, `deal:?`,
`public:Q`, `show:K/J`.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from hinterland.engine.errors import BadNotation
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import read_choice, read_flag, read_list, read_words
from hinterland.engine.leduc import betting, rules
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name

RULES_BROKEN: Mapping[int, str] = {
    1: "the game is over",
    2: "check or bet before a bet; fold, call or, once, raise after it",
    3: "a card must be dealt now",
    4: "this viewer sees which card is dealt",
    5: "this viewer does not see which card is dealt",
    6: "both cards of that rank are dealt already",
    7: "the public card must be dealt now",
    8: "the cards must be shown now",
    9: "those are not the cards that were dealt",
}

_LINES = [row[0] for row in betting.BETTING]
_RANKS = {rules.JACK: "J", rules.QUEEN: "Q", rules.KING: "K"}
_CARDS = {0: "-", **_RANKS, rules.UNKNOWN: "?"}
_TEXTS = dict(enumerate(("check", "bet", "fold", "call", "raise"), betting.CHECK))
_TEXTS |= {rules.DEAL: "deal:?", **{rules.DEAL + card: f"deal:{_RANKS[card]}" for card in _RANKS}}
_TEXTS |= {rules.PUBLIC_CARD + card: f"public:{_RANKS[card]}" for card in _RANKS}
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
    lines = [f"public card {_CARDS[int(state['public'])]}"]
    rounds = [_LINES[line].split() for line in state["lines"]]
    for seat in range(2):
        did = " / ".join(" ".join(actions[seat::2]) for actions in rounds if actions[seat:])
        chips = rules.ANTE + sum(
            int(chips) * _raises(actions, seat)
            for chips, actions in zip(rules.RAISES, rounds, strict=True)
        )
        card = _CARDS[int(state["cards"][seat])]
        lines.append(f"{seat_name(seat)}: card {card}, {chips} in, did {did or 'nothing yet'}")
    return "\n".join(lines)


def _raises(actions: list[str], seat: int) -> int:
    """How many raises a seat has put in, from what both did in turn: it paid up to its last."""
    while actions and ((len(actions) - 1) % 2 != seat or actions[-1] == "fold"):
        actions = actions[:-1]
    return actions.count("bet") + actions.count("raise")


def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
    return {
        "viewer": seat_name(int(state["viewer"])),
        "cards": [_CARDS[int(card)] for card in state["cards"]],
        "public": _CARDS[int(state["public"])],
        "actions": [_LINES[line].split() for line in state["lines"]],
        "shown": _is_over(state) and _showdown(state),
    }


def from_json(data: Mapping[str, Any], state: Record, memory: Record) -> None:
    given = {**to_json(state, memory), **data}
    codes = {text: code for code, text in _CARDS.items()}
    betting_lines = {line: index for index, line in enumerate(_LINES)}
    state["cards"] = [read_choice(card, "cards", codes) for card in read_list(given, "cards", 2)]
    state["public"] = read_choice(given["public"], "public", codes)
    state["lines"] = [
        read_choice(" ".join(read_words({"actions": line}, "actions")), "actions", betting_lines)
        for line in read_list(given, "actions", 2)
    ]
    state["turn"] = OVER if read_flag(given, "shown") else _turn(state)


def _turn(state: Record) -> int:
    """The mover before a showdown, from the fields that it follows from."""
    if state["cards"][1] == 0:
        return CHANCE
    return int(betting.TURN[_line(state)])


def _line(state: Record) -> int:
    return int(state["lines"][0 if state["public"] == 0 else 1])


def _showdown(state: Record) -> bool:
    """Whether both rounds are over and nobody folded."""
    return bool(state["public"] != 0 and betting.TURN[_line(state)] == CHANCE)


def _is_over(state: Record) -> bool:
    return bool(state["turn"] == OVER)


def faults(state: Record) -> list[str]:
    cards, public = [int(card) for card in state["cards"]], int(state["public"])
    lines = [int(line) for line in state["lines"]]
    if any(not 0 <= line < len(_LINES) for line in lines) or any(
        card not in _CARDS for card in (*cards, public)
    ):
        return [f"cards {cards} {public}, lines {lines}: no such card or line of betting"]
    found = _order_faults(cards, public, lines)
    if any([*cards, public].count(card) > rules.COPIES for card in _RANKS):
        found.append(f"there are only {rules.COPIES} cards of a rank")
    shown, viewer = _is_over(state) and _showdown(state), int(state["viewer"])
    for seat, card in enumerate(cards):
        seen = shown or viewer in (ALL, seat)
        if card != 0 and (card != rules.UNKNOWN) != seen:
            found.append(f"card of {seat_name(seat)}: the viewer {'sees' if seen else 'misses'} it")
    if not found and not shown and state["turn"] != _turn(state):
        found.append(f"turn {int(state['turn'])}: expected {_turn(state)}")
    return found


def _order_faults(cards: list[int], public: int, lines: list[int]) -> list[str]:
    found = []
    if cards[0] == 0 != cards[1] or (cards[1] == 0 and lines[0] != 0):
        texts = " ".join(_CARDS[card] for card in cards)
        found.append(f"cards {texts}: p1 is dealt one first, then p2, then they act")
    if public == rules.UNKNOWN or (public != 0 and betting.TURN[lines[0]] != CHANCE):
        found.append("the public card is dealt after the first round, and all see it")
    if public == 0 != lines[1]:
        found.append("the second round comes after the public card")
    return found
