"""Villages of the drafting and the building phase, written shortly."""

from collections import Counter
from typing import Any

from .laying import lay

FOUNDERS = {"card": "founders"}


def settlers(*texts: str) -> list[dict[str, Any]]:
    """Settlers written `card`, `card/on`, or `card/on:ducats`; founders come by themselves."""
    found = [] if any(text.startswith("founders") for text in texts) else [dict(FOUNDERS)]
    for text in texts:
        settler, _, ducats = text.partition(":")
        card, _, on = settler.partition("/")
        found.append({"card": card, "on": int(on or 0), "ducats": int(ducats or 0)})
    return found


def seat(*village: str, hand: str = "", supply: int = 8, side: str = "ducats") -> dict[str, Any]:
    cards = Counter(hand.split())
    items = settlers(*village)
    return {"supply": supply, "hand": cards, "founders": side, "village": items}


def build_phase(players: int, own: dict[str, Any], *others: dict[str, Any], **more: Any) -> Any:
    """p1 is to build; a card lies on stack 1."""
    seats = {f"p{i}": other for i, other in enumerate((own, *others), start=1)}
    given = {"first": "p1", "turn": "p1", "seats": seats, "stacks": [["fisher"], *[[]] * 5], **more}
    return lay(players, given)


def road(*texts: str) -> list[Any]:
    """Road cards written `card` or `card+ducats`; empty slots behind them."""
    found: list[Any] = []
    for text in texts:
        card, _, ducats = text.partition("+")
        found.append({"card": card, "ducats": int(ducats or 0)})
    return found + [None] * (6 - len(found))


def draft_phase(players: int, seats: dict[str, Any], **given: Any) -> Any:
    fields = {"phase": "draft", "stage": "draft", "limit": 0, "first": "p1", "turn": "p1"}
    return lay(players, {**fields, "seats": seats, **given})
