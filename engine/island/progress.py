"""Progress cards: their kinds, counts of them as lanes of one `uint64`, and the three decks.

A card in a deck is one byte: its kind, UNKNOWN_PROGRESS on a view that does not see it, and
above that who knows it: NOBODY_KNOWS, a seat + 1, or ALL_KNOW.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.cards import CLOTH, COIN, PAPER
from hinterland.engine.island.state import NO_PROGRESS
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL

TRACKS: Final = ("trade", "politics", "science")
TRADE, POLITICS, SCIENCE = range(3)

_DECKS: Final = {
    SCIENCE: {
        "alchemist": 2, "crane": 2, "engineer": 1, "inventor": 2, "irrigation": 2, "medicine": 2,
        "mining": 2, "printer": 1, "road_building": 2, "smith": 2,
    },
    TRADE: {
        "commercial_harbor": 2, "master_merchant": 2, "merchant": 6, "merchant_fleet": 2,
        "resource_monopoly": 4, "trade_monopoly": 2,
    },
    POLITICS: {
        "bishop": 2, "constitution": 1, "deserter": 2, "diplomat": 2, "intrigue": 2, "saboteur": 2,
        "spy": 3, "warlord": 2, "wedding": 2,
    },
}  # fmt: skip
"""Cards of each deck, in the order in which cards are numbered."""

PROGRESS: Final = tuple(name for deck in _DECKS.values() for name in deck)
CARDS: Final = len(PROGRESS)
(
    ALCHEMIST, CRANE, ENGINEER, INVENTOR, IRRIGATION, MEDICINE, MINING, PRINTER, ROAD_BUILDING,
    SMITH_CARD, COMMERCIAL_HARBOR, MASTER_MERCHANT, MERCHANT, MERCHANT_FLEET, RESOURCE_MONOPOLY,
    TRADE_MONOPOLY, BISHOP, CONSTITUTION, DESERTER, DIPLOMAT, INTRIGUE, SABOTEUR, SPY, WARLORD,
    WEDDING,
) = range(CARDS)  # fmt: skip

UNKNOWN_PROGRESS: Final = 31
NOBODY_KNOWS: Final = 0
ALL_KNOW: Final = 7
DECK_SIZE: Final = 18
PROGRESS_LIMIT: Final = 4
_KNOWER: Final = 5


def _frozen(values: list[int]) -> Any:
    table = np.array(values, np.int64)
    table.setflags(write=False)
    return table


COPIES: Final = _frozen([n for deck in _DECKS.values() for n in deck.values()])
"""Cards of each kind in the game."""

TRACK_OF: Final = _frozen([track for track, deck in _DECKS.items() for _ in deck])
FIRST_OF: Final = _frozen([COMMERCIAL_HARBOR, BISHOP, ALCHEMIST])
END_OF: Final = _frozen([BISHOP, CARDS, COMMERCIAL_HARBOR])
"""Per track: its cards are numbered from FIRST_OF to before END_OF."""

COMMODITY_OF: Final = _frozen([CLOTH, COIN, PAPER])
"""What the improvements of each track cost."""

# Victory cards are never held: the others fit into 48 bits, so that a hand is the body of a move.
_WIDTHS: Final = [
    0 if card in (PRINTER, CONSTITUTION) else 3 if COPIES[card] > 3 else 2 for card in range(CARDS)
]
SHIFTS: Final = np.array([sum(_WIDTHS[:card]) for card in range(CARDS)], np.uint64)
LANES: Final = np.array([(1 << width) - 1 for width in _WIDTHS], np.uint64)
SHIFTS.setflags(write=False)
LANES.setflags(write=False)
_TRACK_LANES: Final = np.array(
    [
        sum(int(LANES[card]) << int(SHIFTS[card]) for card in range(FIRST_OF[t], END_OF[t]))
        for t in range(3)
    ],
    np.uint64,
)
_TRACK_LANES.setflags(write=False)


@jit
def copies_of(cards: Any, card: int) -> int:
    """How many of a kind."""
    return int64((cards >> SHIFTS[card]) & LANES[card])


@jit
def copies(card: int, n: int) -> Any:
    """`n` cards of a kind that can be held."""
    return np.uint64(n) << SHIFTS[card]


@jit
def of_track(cards: Any, track: int) -> Any:
    """Those of a deck."""
    return cards & _TRACK_LANES[track]


@jit
def cards_of_track(cards: Any, track: int) -> int:
    total = 0
    if cards != NO_PROGRESS:
        for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
            total += copies_of(cards, card)
    return total


@jit
def is_victory_card(card: int) -> bool:
    return card == PRINTER or card == CONSTITUTION


@jit
def progress_held(state: Record, seat: int) -> int:
    """How many progress cards a seat holds; known to all."""
    total = 0
    for track in range(3):
        total += track_held(state, seat, track)
    return total


@jit
def track_held(state: Record, seat: int, track: int) -> int:
    """How many of them have the back of a track."""
    hidden = int64(state.progress_hidden[seat, track])
    return cards_of_track(state.progress[seat], track) + hidden


@jit
def top_card(state: Record, track: int) -> int:
    """The next card of a deck that is not empty, UNKNOWN_PROGRESS where it is not seen."""
    return int64(state.decks[track, 0]) & UNKNOWN_PROGRESS


@jit
def knower_of_top(state: Record, track: int) -> int:
    return int64(state.decks[track, 0]) >> _KNOWER


@jit
def knows(knower: int, seat: int) -> bool:
    """Whether a viewer is among those who know a card of a deck."""
    return seat == ALL or knower == ALL_KNOW or knower == seat + 1


@jit
def is_original(state: Record, track: int, place: int) -> bool:
    """Whether a card of a deck lies there since the deal."""
    return int64(state.decks[track, place]) >> _KNOWER == NOBODY_KNOWS


@jit
def take_top(state: Record, track: int) -> None:
    """Take the next card out of a deck."""
    last = int64(state.deck_size[track]) - 1
    for place in range(last):
        state.decks[track, place] = int64(state.decks[track, place + 1])
    state.decks[track, last] = 0
    state.deck_size[track] = last


@jit
def bury(state: Record, track: int, card: int, knower: int) -> None:
    """Put a card under its deck."""
    size = int64(state.deck_size[track])
    state.decks[track, size] = card | knower << _KNOWER
    state.deck_size[track] = size + 1


@jit
def lay_decks(state: Record, rng: Any) -> None:
    """Shuffle the three decks."""
    for card in range(CARDS):
        for _ in range(COPIES[card]):
            bury(state, int64(TRACK_OF[card]), card, NOBODY_KNOWS)
    for track in range(3):
        for i in range(DECK_SIZE - 1, 0, -1):
            j = draw(rng, i + 1)
            a, b = int64(state.decks[track, i]), int64(state.decks[track, j])
            state.decks[track, i], state.decks[track, j] = b, a


@jit
def unseen_progress(state: Record, card: int) -> int:
    """Cards of a kind whose place the view does not know."""
    track, left = int64(TRACK_OF[card]), int64(COPIES[card])
    if card == PRINTER and state.printer >= 0:
        left -= 1
    if card == CONSTITUTION and state.constitution >= 0:
        left -= 1
    for seat in range(int64(state.players)):
        left -= copies_of(state.progress[seat], card)
    for place in range(int64(state.deck_size[track])):
        left -= 1 if int64(state.decks[track, place]) & UNKNOWN_PROGRESS == card else 0
    return left


@jit
def may_have_progress(state: Record, seat: int, card: int) -> bool:
    """Whether a seat holds a card, or on a view may hold it."""
    if copies_of(state.progress[seat], card) > 0:
        return True
    if is_victory_card(card) or state.progress_hidden[seat, int64(TRACK_OF[card])] == 0:
        return False
    return unseen_progress(state, card) > 0


@jit
def remove_progress(state: Record, seat: int, card: int) -> None:
    """A card of known kind leaves the hand; on a view a known copy first."""
    if copies_of(state.progress[seat], card) > 0:
        state.progress[seat] -= copies(card, 1)
    else:
        state.progress_hidden[seat, int64(TRACK_OF[card])] -= 1


@jit
def only_card(state: Record, seat: int, track: int) -> int:
    """On a view: the kind of all cards of a track in a hand if it must be one, else UNKNOWN."""
    if state.progress_hidden[seat, track] > 0:
        return UNKNOWN_PROGRESS
    found = UNKNOWN_PROGRESS
    for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        if copies_of(state.progress[seat], card) > 0:
            if found != UNKNOWN_PROGRESS:
                return UNKNOWN_PROGRESS
            found = card
    return found


@jit
def remove_unseen(state: Record, seat: int, track: int) -> int:
    """On a view: a card of a track leaves the hand unseen; its kind if that is sure.

    Otherwise which of the cards of that track are left is no longer known.
    """
    card = only_card(state, seat, track)
    if card != UNKNOWN_PROGRESS:
        state.progress[seat] -= copies(card, 1)
        return card
    known = cards_of_track(state.progress[seat], track)
    for kind in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        state.progress[seat] -= copies(kind, copies_of(state.progress[seat], kind))
    hidden = int64(state.progress_hidden[seat, track])
    state.progress_hidden[seat, track] = hidden + known - 1
    return card


@jit
def add_progress(state: Record, seat: int, card: int, track: int) -> None:
    """A card of a track comes to the hand, of known or unknown kind."""
    if card == UNKNOWN_PROGRESS:
        state.progress_hidden[seat, track] += 1
    else:
        state.progress[seat] += copies(card, 1)
