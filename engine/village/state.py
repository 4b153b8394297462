"""The state of village: one packed record, the same for states and views.

A village is counts of (role, cards on it): which card lies on which is never needed. Monks and
apprentices, who stand for other links, have records of their own.
"""

from typing import Any, Final

import numpy as np

from .cards import CELLS, PLAYERS, UNLOCKERS

SEATS: Final = PLAYERS[-1]
STACKS: Final = 6
ROAD: Final = 6
HEIGHT: Final = 40
"""The most cards in a stack: ten dealt to five players, thirty exchanges."""
RESERVE_SIZE: Final = 100
RESERVE: Final = 6
"""The reserve as a source of cards; 0..5 are the stacks."""
TO_HAND: Final = 6
"""The hand of the seat that draws as a target of a card; 0..5 are the road slots."""
STACKED: Final = STACKS * HEIGHT
SUIT_SLOTS: Final = 9

PURSE: Final = 8
"""The ducats that a seat starts with."""

UNKNOWN: Final = -1
"""A hidden card of which not even the back is known to the viewer."""
NONE: Final = -1
"""No card in a road slot, no seat."""

DRAFT, PROTECT, BUILD, COMMON, SHOW, SHUFFLING, FINISHED = range(7)
"""`phase`: what is decided now."""
IN_DRAFT, IN_UPDATE, IN_BUILD = range(3)
"""`stage`: the part of the round."""
DUCAT_SIDE, FOOD_SIDE = range(2)
TURNED: Final = 2
"""`reshuffled`: the back of the top card is public again."""
MONKS: Final = 2
MOVABLE: Final = 4

# A card is its code, or in a view UNKNOWN, or `unknown_of(suit)`; above a pile's top it is 0.
# A pair is a multiset of cards: see `bits`.
#
# field            shape    meaning
# hand             (5, 2)   pair: the cards of a hand whose names are known
# unseen           (2,)     pair: the cards whose place the viewer does not know; none in a state
# discards         (2,)     pair: the discards
# pool             (2,)     pair: the cards in a reserve that was made by a shuffle
# supply           (5,)     ducats in the supply
# viewer                    whose view this is, ALL for a state
# players                   2..5
# phase, stage              what is decided now, in which part of the round
# turn                      the seat whose turn it is; in the road update the first player
# first                     the seat with the first-player card
# source, target            of the next card shown: stack or RESERVE, road slot or TO_HAND; else 0
# rounds                    1..
# markets                   markets held
# used, limit               cards built in this phase and their limit
# exchanges, tinner         exchanges in this phase; 1 after a tinner
# protected                 two players: seats that have decided in the road update
# reshuffled                1 when the reserve was made by a shuffle, TURNED once a card was shown
# stack_trigger, free_monks, no_monk_target, uncovered_tie   options, 0 by default
# drafted          (5,)     cards taken in this draft
# food, builder    (5,)     symbols visible in the village
# side             (5,)     side of the founders
# road, ducats     (6,)     card or NONE, and ducats on it
# piles            (3,)     common settlers left, in the order of `cards.BASICS`
# height           (7,)     cards in each stack and in the reserve
# stacks           (240,)   card j from the bottom of stack s at 40 s + j
# reserve          (100,)   bottom first
# unknown          (5, 9)   cards of each suit in a hand whose names are not known
# cells            (5, 73)  settlers with role = card, by `cards.CELL[card]` + cards on it
# standing         (4,)     monks (0, 1) and apprentices (2, 3), each two in order: see
#                           `tableau.order_movables`; the village's seat or NONE
# role, on         (4,)     the link it stands for, cards on it
# owner, gold      (20,)    unlocker i, copies at 2 i and 2 i + 1 in order: see
#                           `tableau.order_unlockers`; the village's seat or NONE, its ducats
_FIELDS: Final[list[tuple[Any, ...]]] = (
    [
        ("hand", "<u8", (SEATS, 2)), ("unseen", "<u8", 2), ("discards", "<u8", 2),
        ("pool", "<u8", 2), ("supply", "<i2", SEATS),
        ("viewer", "i1"), ("players", "i1"), ("phase", "i1"), ("stage", "i1"), ("turn", "i1"),
        ("first", "i1"), ("source", "i1"), ("target", "i1"), ("rounds", "i1"), ("markets", "i1"),
        ("used", "i1"), ("limit", "i1"), ("exchanges", "i1"), ("tinner", "i1"),
        ("protected", "i1"), ("reshuffled", "i1"), ("stack_trigger", "i1"), ("free_monks", "i1"),
        ("no_monk_target", "i1"), ("uncovered_tie", "i1"),
        ("drafted", "i1", SEATS), ("food", "i1", SEATS), ("builder", "i1", SEATS),
        ("side", "i1", SEATS), ("road", "i1", ROAD), ("ducats", "u1", ROAD), ("piles", "i1", 3),
        ("height", "i1", STACKS + 1), ("stacks", "i1", STACKED), ("reserve", "i1", RESERVE_SIZE),
        ("unknown", "i1", (SEATS, SUIT_SLOTS)), ("cells", "i1", (SEATS, CELLS)),
        ("standing", "i1", MOVABLE), ("role", "i1", MOVABLE), ("on", "i1", MOVABLE),
        ("owner", "i1", 2 * UNLOCKERS), ("gold", "u1", 2 * UNLOCKERS),
    ]
)  # fmt: skip


def whole_words(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record of these fields, a multiple of 8 bytes and without gaps: `spare` fills it up."""
    spare = -np.dtype(fields).itemsize % 8
    dtype = np.dtype([*fields, ("spare", "u1", spare)] if spare else fields, align=True)
    assert dtype.itemsize == np.dtype(fields).itemsize + spare, "fields are not aligned"
    return dtype


STATE: Final = whole_words(_FIELDS)
