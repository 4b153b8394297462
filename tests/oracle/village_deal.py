"""A fresh deal as data, written from "Setup", in the form of the game's state JSON."""

import random
from collections import Counter
from typing import Any

from hinterland.tests.oracle.village_cards import Card, Cards

DEFAULT_OPTIONS = {
    "market_trigger": "both",
    "monk_cost": "1",
    "monk_target": "yes",
    "tie_cards": "all",
}


def deck(cards: Cards, players: int) -> list[Card]:
    """The deck: every copy of the non-basic types in play, minus the six starting-road cards."""
    pile = []
    for card in cards.values():
        if card.in_deck and card.min_players <= players:
            pile += [card] * (card.copies - (1 if card.starting_road else 0))
    return pile


def fresh_deal(
    cards: Cards, players: int, rng: random.Random, options: dict[str, str] | None = None
) -> dict[str, Any]:
    """Build order: deck shuffled, stacks 1..6 filled, hands dealt, the rest is the reserve."""
    pile = [card.id for card in deck(cards, players)]
    rng.shuffle(pile)
    stacks = [[pile.pop() for _ in range(2 * players)] for _ in range(6)]
    hands = [[pile.pop() for _ in range(5)] for _ in range(players)]
    road = [card.id for card in cards.values() if card.starting_road]
    rng.shuffle(road)
    return {
        "players": players,
        "options": DEFAULT_OPTIONS | (options or {}),
        "first": f"p{rng.randrange(players) + 1}",
        "road": [{"card": card, "ducats": 0} for card in road],
        "stacks": stacks,
        "reserve": pile,
        "seats": [{"hand": dict(Counter(hand))} for hand in hands],
    }


def rigged(deal: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same deal with cards swapped, so that p1 and p2 hold what is played seldom."""
    piles = [list(stack) for stack in deal["stacks"]] + [list(deal["reserve"])]
    hands = [list(Counter(seat["hand"]).elements()) for seat in deal["seats"]]
    wishes = [
        ["monk", "monk", "apprentice", "wattler", "mason"],
        ["apprentice", "tinner", "tinner", "smuggler", rng.choice(["vintner", "jeweler"])],
    ]
    for hand, wish in zip(hands, wishes, strict=False):
        for place, name in enumerate(wish):
            _swap_in(hand, place, name, hands + piles)
    rest = {**deal, "stacks": piles[:6], "reserve": piles[6]}
    return rest | {
        "seats": [
            {**seat, "hand": dict(Counter(hand))}
            for seat, hand in zip(deal["seats"], hands, strict=True)
        ]
    }


def _swap_in(hand: list[str], place: int, name: str, piles: list[list[str]]) -> None:
    """Swap the card at `place` of `hand` with a `name` from behind it or from another pile."""
    for pile in [hand, *(pile for pile in reversed(piles) if pile is not hand)]:
        for there in range(place if pile is hand else 0, len(pile)):
            if pile[there] == name:
                hand[place], pile[there] = pile[there], hand[place]
                return
