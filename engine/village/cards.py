"""The cards: reads and checks the card file, and makes the tables that kernels read.

A card's code is its place in the file, specials last. All tables are int64 arrays over the
codes; -1 says "none".
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from hinterland.engine.errors import BadArgument

COLUMNS: Final = (
    "id", "name", "suit", "copies", "min_players", "kind", "predecessor", "max_children", "ducats",
    "food", "builder", "suit_symbols", "unlocker", "silver", "silver_per", "silver_count",
    "starting_road",
)  # fmt: skip
KINDS: Final = (
    "founder", "basic", "chain", "solitary", "special_stay", "special_discard",
)  # fmt: skip
FOUNDER, BASIC, CHAIN, SOLITARY, STAY, DISCARD = range(6)
PER: Final = (
    "", "gold_symbol", "food_symbol", "builder_symbol", "padlock_symbol", "printed_gold_on_wood",
    "coins_on_one_own_card",
)  # fmt: skip
"""What silver is paid for; `suit_symbol:X` is `PER_SUIT` + the code of the suit X."""
PER_SUIT: Final = len(PER)
SPECIALS: Final = {
    "monk": "special_stay",
    "apprentice": "special_stay",
    "tinner": "special_discard",
    "smuggler": "special_discard",
}
PLAYERS: Final = range(2, 6)
HAND: Final = 5
PILE: Final = 10
"""The common settlers in a pile."""
MAX_CARDS, MAX_SUITS, MAX_COPIES, MAX_DECK = 64, 9, 2, 94
_NUMBERS: Final = (
    "copies", "min_players", "max_children", "ducats", "food", "builder", "suit_symbols", "silver",
    "silver_count", "starting_road",
)  # fmt: skip
_NUMBER: Final = re.compile("[0-9]{1,4}")
_ID: Final = re.compile("[a-z][a-z_]{0,39}")
_SUIT: Final = re.compile("[a-z]{1,40}")
_COPIES: Final = {"founder": (PLAYERS[-1], PLAYERS[-1]), "basic": (PILE, PILE)}
"""How many copies there are of the kinds that are not in the deck: the rules fix it."""
_LIMITS: Final = {"min_players": (1, 5), "max_children": (0, 2), "starting_road": (0, 1)}


class BadCards(BadArgument):
    """A card file that cannot be played with; the text names the line."""


@dataclass(frozen=True)
class Card:
    """One line of the card file. Texts as in the file, numbers read; `line` counts from 1."""

    line: int
    id: str
    name: str
    suit: str
    kind: str
    predecessor: str
    unlocker: str
    silver_per: str
    numbers: dict[str, int]

    def fail(self, text: str) -> BadCards:
        return BadCards(f"line {self.line} ({self.id}): {text}")

    @property
    def in_deck(self) -> bool:
        return self.kind not in ("founder", "basic")


def read_cards(path: Path) -> tuple[Card, ...]:
    """The cards of a file, checked; `BadCards` names the first fault with its line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCards(f"cannot read {path}: {error}") from None
    rows = list(_rows(text))
    if not rows or rows[0] != (1, list(COLUMNS)):
        raise BadCards(f"line 1: expected the columns {','.join(COLUMNS)}")
    if len(rows) == 1:
        raise BadCards("line 1: expected cards on the lines that follow")
    cards = tuple(_card(line, row) for line, row in rows[1:])
    _check_names(cards)
    _check_sizes(cards)
    for card in cards:
        _check_card(card, cards)
    _check_counts(cards)
    return cards


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, each with its number."""
    reader = csv.reader(text.split("\n"), strict=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise BadCards(f"line {reader.line_num}: {error}") from None


def _card(line: int, row: list[str]) -> Card:
    for text in row:
        if not text.isprintable():
            raise BadCards(f"line {line}: {text[:40]!r}, expected printable characters")
    if len(row) != len(COLUMNS):
        raise BadCards(f"line {line}: {len(row)} fields, expected {len(COLUMNS)}")
    field = dict(zip(COLUMNS, row, strict=True))
    numbers = {}
    for name in _NUMBERS:
        low, high = _LIMITS.get(name, (0, 30))
        if not _NUMBER.fullmatch(field[name]) or not low <= int(field[name]) <= high:
            raise BadCards(f"line {line}: {name}={field[name][:40]!r}, expected {low}..{high}")
        numbers[name] = int(field[name])
    texts = {name: field[name] for name in COLUMNS if name not in _NUMBERS}
    return Card(line=line, numbers=numbers, **texts)


def _check_names(cards: tuple[Card, ...]) -> None:
    seen: set[str] = set()
    for card in cards:
        if not _ID.fullmatch(card.id):
            raise card.fail("an id is a lower-case letter and at most 39 more or underscores")
        if card.id in seen:
            raise card.fail("this id stands twice")
        if not _SUIT.fullmatch(card.suit):
            raise card.fail(f"suit {card.suit[:40]!r}: expected at most 40 lower-case letters")
        seen.add(card.id)


def _check_sizes(cards: tuple[Card, ...]) -> None:
    suits: set[str] = set()
    for number, card in enumerate(cards, start=1):
        suits.add(card.suit)
        if number > MAX_CARDS:
            raise card.fail(f"more than {MAX_CARDS} cards")
        if len(suits) > MAX_SUITS:
            raise card.fail(f"more than {MAX_SUITS} suits")


def _check_card(card: Card, cards: tuple[Card, ...]) -> None:
    by_id = {other.id: other for other in cards}
    if card.kind not in KINDS:
        raise card.fail(f"kind {card.kind!r}: expected one of {', '.join(KINDS)}")
    if card.kind.startswith("special") and SPECIALS.get(card.id) != card.kind:
        raise card.fail(f"no {card.kind} has rules but {', '.join(SPECIALS)}")
    if SPECIALS.get(card.id, card.kind) != card.kind:
        raise card.fail(f"kind {card.kind!r}: the {card.id} is a {SPECIALS[card.id]}")
    if card.predecessor:
        _check_predecessor(card, by_id)
    if card.unlocker:
        unlocker = by_id.get(card.unlocker)
        if unlocker is None:
            raise card.fail(f"unknown unlocker {card.unlocker!r}")
        if unlocker.numbers["max_children"] or unlocker.kind not in ("chain", "solitary"):
            raise card.fail(f"unlocker {card.unlocker!r} must be a settler that is never covered")
        if card.kind in ("founder", "basic", "special_stay") or card.id == "tinner":
            raise card.fail("this card cannot have a padlock")
    per, _, suit = card.silver_per.partition(":")
    suits = {other.suit for other in cards}
    if not (card.silver_per in PER or (per == "suit_symbol" and suit in suits)):
        raise card.fail(f"unknown symbol {card.silver_per!r}")
    given = (card.numbers["silver"], card.silver_per, card.numbers["silver_count"])
    if any(given) != all(given):
        raise card.fail("silver, silver_per and silver_count stand together or not at all")


def _check_predecessor(card: Card, by_id: dict[str, Card]) -> None:
    seen = {card.id}
    link = card
    if card.kind != "chain":
        raise card.fail(f"a card of kind {card.kind} has no predecessor")
    while link.predecessor:
        if link.predecessor not in by_id:
            raise link.fail(f"unknown predecessor {link.predecessor!r}")
        if link.predecessor in seen:
            raise card.fail(f"its predecessors lead in a cycle to {link.predecessor!r}")
        seen.add(link.predecessor)
        link = by_id[link.predecessor]
    below = by_id[card.predecessor]
    if below.kind not in ("founder", "basic", "chain") or not below.numbers["max_children"]:
        raise card.fail(f"nothing goes on {below.id!r}")


def _check_counts(cards: tuple[Card, ...]) -> None:
    for card in cards:
        low, high = _COPIES.get(card.kind, (1, MAX_COPIES))
        if not low <= card.numbers["copies"] <= high:
            expected = str(low) if low == high else f"{low}..{high}"
            raise card.fail(f"copies={card.numbers['copies']}, expected {expected}")
        if card.numbers["starting_road"] and (
            not card.in_deck or card.numbers["min_players"] > PLAYERS[0]
        ):
            raise card.fail("a card of the starting road must be in every deck")
    for kind, count in (("founder", 1), ("basic", 3)):
        found = [card for card in cards if card.kind == kind]
        if len(found) != count:
            where = found[count].fail if len(found) > count else cards[-1].fail
            raise where(f"{len(found)} cards of kind {kind}, expected {count}")
    if sum(card.numbers["starting_road"] for card in cards) != 6:
        raise cards[-1].fail("the starting road has not six cards")
    if not set(SPECIALS) <= {card.id for card in cards}:
        raise cards[-1].fail(f"the cards {', '.join(SPECIALS)} must be there")
    if sum(1 for card in cards if card.in_deck and _names(card, cards)) > 16:
        raise cards[-1].fail("more than 16 unlockers")
    for players in PLAYERS:
        deck = sum(deck_copies(card, players) for card in cards)
        needed = (12 + HAND) * players
        if not needed <= deck <= MAX_DECK:
            fault = f"{deck} cards in the deck of {players}, expected {needed}..{MAX_DECK}"
            raise cards[-1].fail(fault)


def _names(card: Card, cards: tuple[Card, ...]) -> bool:
    return any(other.unlocker == card.id for other in cards)


def deck_copies(card: Card, players: int) -> int:
    """How many copies of a card are in the deck, the starting road's taken out."""
    if not card.in_deck or card.numbers["min_players"] > players:
        return 0
    return card.numbers["copies"] - card.numbers["starting_road"]


def _table(values: Any) -> Any:
    table = np.array(list(values), np.int64)
    table.setflags(write=False)
    return table


CARDS_FILE: Final[Path] = globals().get("CARDS_FILE", Path(__file__).with_name("cards.csv"))
GAME_NAME: Final[str] = globals().get("GAME_NAME", "village")
"""Given beforehand where the package is loaded for another card file: see `custom`."""
CARDS: Final = tuple(sorted(read_cards(CARDS_FILE), key=lambda card: card.kind in KINDS[STAY:]))
"""The cards in the order of their codes: as in the file, specials last."""
CODE: Final = {card.id: code for code, card in enumerate(CARDS)}
NAMES: Final = tuple(CODE)
SUITS: Final = tuple(dict.fromkeys(card.suit for card in CARDS))
"""Suits in the order of the file; a suit's code is its place here."""
_UNLOCKERS: Final = tuple(card.id for card in CARDS if _names(card, CARDS))

COUNT: Final = len(CARDS)
FOUNDERS: Final = next(code for code, card in enumerate(CARDS) if card.kind == "founder")
BASICS: Final = _table(code for code, card in enumerate(CARDS) if card.kind == "basic")
MONK, APPRENTICE = CODE["monk"], CODE["apprentice"]
TINNER, SMUGGLER = CODE["tinner"], CODE["smuggler"]
SPECIAL_SUIT: Final = SUITS.index(CARDS[MONK].suit)
WOOD: Final = SUITS.index("wood") if "wood" in SUITS else -1

SUIT: Final = _table(SUITS.index(card.suit) for card in CARDS)
KIND: Final = _table(KINDS.index(card.kind) for card in CARDS)
PREDECESSOR: Final = _table(CODE.get(card.predecessor, -1) for card in CARDS)
ROOM: Final = _table(card.numbers["max_children"] for card in CARDS)
DUCATS: Final = _table(card.numbers["ducats"] for card in CARDS)
FOOD: Final = _table(card.numbers["food"] for card in CARDS)
BUILDER: Final = _table(card.numbers["builder"] for card in CARDS)
SYMBOLS: Final = _table(card.numbers["suit_symbols"] for card in CARDS)
COPIES: Final = _table(card.numbers["copies"] for card in CARDS)
START: Final = _table(card.numbers["starting_road"] for card in CARDS)
SILVER: Final = _table(card.numbers["silver"] for card in CARDS)
SILVER_COUNT: Final = _table(card.numbers["silver_count"] for card in CARDS)
SILVER_PER: Final = _table(
    PER_SUIT + SUITS.index(card.silver_per.partition(":")[2])
    if ":" in card.silver_per
    else PER.index(card.silver_per)
    for card in CARDS
)
LOCK: Final = _table(_UNLOCKERS.index(card.unlocker) if card.unlocker else -1 for card in CARDS)
"""The index of the unlocker that opens a card's padlock."""
UNLOCKER: Final = _table(
    _UNLOCKERS.index(card.id) if card.id in _UNLOCKERS else -1 for card in CARDS
)
"""The index of a card among the unlockers."""
UNLOCKERS: Final = len(_UNLOCKERS)

_SIZES = [
    0 if card.kind.startswith("special") else 1 + card.numbers["max_children"] for card in CARDS
]
CELL: Final = _table(sum(_SIZES[:code]) if _SIZES[code] else -1 for code in range(COUNT))
"""Where a village's cells of a card begin: cell `CELL[c] + n` counts cards c with n on them."""
CELLS: Final = sum(_SIZES)
CELL_CARD: Final = _table(code for code in range(COUNT) for _ in range(_SIZES[code]))
CELL_ON: Final = _table(on for code in range(COUNT) for on in range(_SIZES[code]))
COVERED_CELLS: Final = _table(cell for cell in range(CELLS) if CELL_ON[cell] > 0)
"""The cells of covered cards, ascending."""

DECK: Final = np.array(
    [[deck_copies(card, max(players, 2)) for card in CARDS] for players in range(6)], np.int64
)
"""(players, card): copies in the deck."""


def _suit_words() -> Any:
    words = np.zeros(len(SUITS), np.uint64)
    for code, card in enumerate(CARDS):
        words[SUITS.index(card.suit)] |= np.uint64(1 << code)
    return words


SUIT_WORD: Final = _suit_words()
"""(suit,): the word with the bits of its cards."""
