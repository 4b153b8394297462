"""Moves of Cities & Knights in English: the parts that `wording` gathers."""

from collections.abc import Callable
from typing import Any, Final

from hinterland.engine.island.phrases import (
    a_card,
    card_name,
    counts_of,
    listed,
    some_cards,
)
from hinterland.engine.island.progress import PROGRESS
from hinterland.engine.island.words import parse_number

Parts = dict[str, Any]

AT_PLACES: Final = {
    "activate": "activate the knight at {}",
    "breach": "lose the wall at {}",
    "chase": "chase with the knight at {}",
    "desert": "lose the knight at {}",
    "knight": "recruit a knight at {}",
    "metropolis": "put the metropolis on the city at {}",
    "pillage": "lose the city at {}",
    "promote": "promote the knight at {}",
    "retreat": "withdraw the knight to {}",
    "wall": "build a wall at {}",
}

OF_CARDS: Final = {
    "drop": "put {} under its deck",
    "give": "give {}",
    "take": "take {}",
}

_EFFECTS: Final = {
    "bishop": "move the robber",
    "commercial_harbor": "give resources for commodities",
    "crane": "the next improvement costs one less",
    "deserter": "{} loses a knight",
    "diplomat": "remove the road at {}",
    "engineer": "a free wall at {}",
    "intrigue": "drive off the knight at {}",
    "irrigation": "2 grain for each own fields",
    "master_merchant": "take 2 cards of {}",
    "medicine": "a cheap city at {}",
    "merchant": "put the merchant on {}",
    "merchant_fleet": "trade {} at 2 for 1 in this turn",
    "mining": "2 ore for each own mountains",
    "resource_monopoly": "2 {} of each other seat",
    "road_building": "two free roads",
    "saboteur": "who has as many points discards half",
    "smith": "promote two knights",
    "spy": "look at the progress cards of {}",
    "trade_monopoly": "1 {} of each other seat",
    "warlord": "activate all knights",
    "wedding": "who has more points gives 2 cards",
}
"""What each card does; `{}` is what it was played on."""

_NEEDS: Final = {
    **dict.fromkeys(("deserter", "master_merchant", "spy"), "target"),
    **dict.fromkeys(("diplomat", "engineer", "intrigue", "medicine", "merchant"), "place"),
    **dict.fromkeys(("merchant_fleet", "resource_monopoly", "trade_monopoly"), "want"),
}
"""The name of what each card is played on."""


def play(card: str, on: str) -> Parts:
    """`play:CARD` or `play:CARD=ON`."""
    title = f"play {card_name(card)}"
    if card == "alchemist":
        red, yellow = (parse_number(n) for n in on.split("+"))
        text = f"{title}: the dice will show {red + yellow} (red {red}, yellow {yellow})"
        return {"card": card, "red": red, "yellow": yellow, "text": text}
    if card == "inventor":
        places = on.split("+")
        text = f"{title}: swap the numbers of {listed(places)}"
        return {"card": card, "places": places, "text": text}
    need = {_NEEDS[card]: on} if on else {}
    return {"card": card, **need, "text": f"{title}: {_EFFECTS[card].format(on)}"}


def _improve(rest: str) -> Parts:
    return {"track": rest, "text": f"buy the next improvement of {rest}"}


def _deck(rest: str) -> Parts:
    return {"track": rest, "text": f"draw from the {rest} deck"}


def _move(rest: str) -> Parts:
    start, _, goal = rest.partition(">")
    return {"place": start, "to": goal, "text": f"move the knight at {start} to {goal}"}


def _place(rest: str) -> Parts:
    corner, _, level = rest.partition("=")
    return {"place": corner, "level": level, "text": f"place a {level} knight at {corner}"}


def _swap(rest: str) -> Parts:
    seat, _, card = rest.partition("=")
    return {"target": seat, "card": card, "text": f"give {seat} {a_card(card)} for a commodity"}


def _show(rest: str) -> Parts:
    if rest == "?":
        return {"text": "a hand is shown"}
    names = rest.split("+")
    if names[0] not in PROGRESS:
        return {"cards": counts_of(rest), "text": f"the hand is shown: {some_cards(rest)}"}
    held = {name: names.count(name) for name in names}
    cards = listed([f"{n} {card_name(name)}" for name, n in held.items()])
    return {"cards": held, "text": f"the progress cards are shown: {cards}"}


def _cross(rest: str) -> Parts:
    if rest == "?":
        return {"text": "a resource and a commodity change hands"}
    resource, _, commodity = rest.partition(">")
    return {
        "card": resource,
        "want": commodity,
        "text": f"{a_card(resource)} and {a_card(commodity)} change hands",
    }


WRITERS: Final[dict[str, Callable[[str], Parts]]] = {
    "cross": _cross,
    "deck": _deck,
    "improve": _improve,
    "move": _move,
    "place": _place,
    "show": _show,
    "swap": _swap,
}
