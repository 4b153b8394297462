"""The posterior of the progress cards of one back, by enumeration: plainly, from the rules.

A world is a deck, next card first, and the cards of each seat, sorted; worlds have weights.
Cards are dealt as if all were told apart; a card chosen unseen is any of those it may have been,
each as likely; what is seen rules worlds out and does no more.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain, permutations
from typing import TypeAlias

from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.island.progress import COPIES, PROGRESS, TRACK_OF, TRACKS

Deck: TypeAlias = tuple[str, ...]
Hands: TypeAlias = tuple[tuple[str, ...], ...]
World: TypeAlias = tuple[Deck, Hands]
Worlds: TypeAlias = Mapping[World, float]

VICTORY = {"printer", "constitution"}


def cards_of(track: str) -> list[str]:
    """All cards of a back, copies and victory cards included."""
    return [
        card
        for i, card in enumerate(PROGRESS)
        for _ in range(int(COPIES[i]))
        if TRACKS[TRACK_OF[i]] == track
    ]


def world_of(state: States, track: str) -> World:
    """What a state has of a back."""
    data = GAME.notation.to_json(state[0], None)
    of_back = set(cards_of(track))
    hands = tuple(
        tuple(sorted(card for card, n in about["progress"].items() for _ in range(n)))
        for about in data["seats"]
    )
    return tuple(data["decks"][track]), tuple(
        tuple(card for card in hand if card in of_back) for hand in hands
    )


def dealt(view: States, track: str) -> Worlds:
    """All worlds that a fresh view allows; victory cards lie in the deck."""
    data = GAME.notation.to_json(view[0], None)
    deck = list(data["decks"][track])
    known = [
        sorted(card for card, n in about["progress"].items() for _ in range(n) if card[0] != "?")
        for about in data["seats"]
    ]
    known = [[card for card in hand if card in set(cards_of(track))] for hand in known]
    hidden = [int(about["progress"].get(f"?{track}", 0)) for about in data["seats"]]
    unseen = cards_of(track)
    for about in data["seats"]:
        for card, n in about["victory_cards"].items():
            for _ in range(n if card in unseen else 0):
                unseen.remove(card)
    for card in [*(card for card in deck if card != "?"), *chain(*known)]:
        unseen.remove(card)
    worlds: dict[World, float] = defaultdict(float)
    for order in permutations(unseen):
        left = list(order)
        hands = []
        for hand, more in zip(known, hidden, strict=True):
            drawn, left = left[:more], left[more:]
            hands.append(tuple(sorted([*hand, *drawn])))
        if any(card in VICTORY for hand in hands for card in hand):
            continue
        filled = tuple(left.pop(0) if card == "?" else card for card in deck)
        worlds[filled, tuple(hands)] += 1.0
    return normalised(worlds)


def normalised(worlds: Mapping[World, float]) -> Worlds:
    total = sum(worlds.values())
    return {world: weight / total for world, weight in worlds.items() if weight > 0}


def after(worlds: Worlds, track: str, actor: int, victim: int, token: str) -> Worlds:
    """The worlds after an event as the viewer saw it: `actor` moved, a Spy looks at `victim`."""
    found: dict[World, float] = defaultdict(float)
    for world, weight in worlds.items():
        for other, share in _next(world, track, actor, victim, token):
            found[other] += weight * share
    return normalised(found)


def _next(
    world: World, track: str, actor: int, victim: int, token: str
) -> Iterator[tuple[World, float]]:
    deck, hands = world
    word, _, what = token.partition(":")
    card = what.partition("=")[0]
    of_back = set(cards_of(track))
    if word == "draw" and (card == f"?{track}" or card in of_back):
        yield from _drawn(deck, hands, actor, card)
    elif word == "play" and card in of_back:
        if card in hands[actor]:
            yield ((*deck, card), _less(hands, actor, card)), 1.0
    elif word == "drop" and (card == f"?{track}" or card in of_back):
        for gone, share in _chosen(hands[actor], card):
            yield ((*deck, gone), _less(hands, actor, gone)), share
    elif word == "take" and (card == f"?{track}" or card in of_back):
        for gone, share in _chosen(hands[victim], card):
            yield (deck, _more(_less(hands, victim, gone), actor, gone)), share
    elif word == "show" and card != "?":
        if tuple(sorted(cards_named(card, of_back))) == hands[victim]:
            yield world, 1.0
    else:
        yield world, 1.0


def cards_named(cards: str, of_back: set[str]) -> list[str]:
    """The cards of a back in a text such as `2bishop+spy`."""
    found = []
    for word in cards.split("+"):
        name = word.lstrip("0123456789")
        found += [name] * int(word[: len(word) - len(name)] or 1) if name in of_back else []
    return found


def _drawn(deck: Deck, hands: Hands, actor: int, card: str) -> Iterator[tuple[World, float]]:
    top, rest = deck[0], deck[1:]
    if card[0] == "?":
        if top not in VICTORY:
            yield (rest, _more(hands, actor, top)), 1.0
    elif top == card:
        yield (rest, hands if top in VICTORY else _more(hands, actor, top)), 1.0


def _chosen(hand: tuple[str, ...], card: str) -> Iterator[tuple[str, float]]:
    """Each card that may have been chosen, and how likely it was; a card that was seen for sure."""
    if card[0] != "?":
        if card in hand:
            yield card, 1.0
        return
    for choice in hand:
        yield choice, 1 / len(hand)


def _less(hands: Hands, seat: int, card: str) -> Hands:
    hand = list(hands[seat])
    hand.remove(card)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def _more(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], tuple(sorted([*hands[seat], card])), *hands[seat + 1 :])
