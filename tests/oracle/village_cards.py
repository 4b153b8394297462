"""The card table as the oracle reads it: one plain object a card type."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, eq=False)
class Card:
    """A card type; every copy of it is the same object. Links to other types are names."""

    id: str
    suit: str
    copies: int
    min_players: int
    kind: str  # founder, basic, chain, solitary, special_stay, special_discard
    predecessor: str  # "" where there is none, as in the columns below
    max_children: int
    ducats: int
    food: int
    builder: int
    suit_symbols: int
    unlocker: str
    silver: int
    silver_per: str
    silver_count: int
    starting_road: bool

    @property
    def in_deck(self) -> bool:
        """Commons lie in open piles and founders before their players, from the start."""
        return self.kind not in ("basic", "founder")


Cards = dict[str, Card]


@cache
def load_cards(path: Path) -> Cards:
    """Card types by id, in the order of the file; the same objects whenever it is asked for."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: _card(row) for row in csv.DictReader(file)}


def _card(row: dict[str, str]) -> Card:
    return Card(
        id=row["id"],
        suit=row["suit"],
        copies=int(row["copies"]),
        min_players=int(row["min_players"]),
        kind=row["kind"],
        predecessor=row["predecessor"],
        max_children=int(row["max_children"]),
        ducats=int(row["ducats"]),
        food=int(row["food"]),
        builder=int(row["builder"]),
        suit_symbols=int(row["suit_symbols"]),
        unlocker=row["unlocker"],
        silver=int(row["silver"]),
        silver_per=row["silver_per"],
        silver_count=int(row["silver_count"] or 0),
        starting_road=row["starting_road"] == "1",
    )
