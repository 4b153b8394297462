"""Cards in English, for the texts of moves."""

from collections.abc import Sequence
from typing import Final

from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.progress import PROGRESS
from hinterland.engine.island.words import parse_cards

_DEVELOPMENT: Final = {
    "knight": "knight",
    "point": "victory point",
    "roads": "Road Building",
    "plenty": "Year of Plenty",
    "monopoly": "Monopoly",
}


def card_name(card: str) -> str:
    """`ore`, `Road Building`, `victory point`; of a card that is not seen, its back: `trade`."""
    if card in PROGRESS:
        return card.replace("_", " ").title()
    return _DEVELOPMENT.get(card, card.removeprefix("?"))


def a_card(card: str) -> str:
    """`an ore card`, `a Crane card`, `a trade card`, `a card`."""
    name = card_name(card)
    if not name:
        return "a card"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name} card"


def counts_of(text: str) -> dict[str, int]:
    """`2lumber+ore` by kind."""
    return {KINDS[kind]: n for kind, n in parse_cards(text).items()}


def some_cards(text: str) -> str:
    """`2lumber+ore` as `2 lumber and 1 ore`."""
    return listed([f"{n} {kind}" for kind, n in counts_of(text).items()])


def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
