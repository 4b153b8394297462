"""Cards and what things cost, and counts of cards as eight 8-bit lanes of one `uint64`.

Lane k counts cards of kind k, at most 127, so that paying is one subtraction and affording
one masked subtraction.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import int64, jit

KINDS: Final = ("lumber", "wool", "grain", "brick", "ore", "paper", "cloth", "coin")
LUMBER, WOOL, GRAIN, BRICK, ORE, PAPER, CLOTH, COIN = range(8)
RESOURCES: Final = 5
"""Kinds below are resources, the others commodities."""

DEVELOPMENT: Final = ("knight", "point", "roads", "plenty", "monopoly")
KNIGHT_CARD, POINT_CARD, ROADS_CARD, PLENTY_CARD, MONOPOLY_CARD = range(5)

NO_CARDS: Final = np.uint64(0)
_LANE: Final = np.uint64(0xFF)
_THREE: Final = np.uint64(3)
_TOPS: Final = np.uint64(0x8080808080808080)
_ONES: Final = np.uint64(0x0101010101010101)
_7: Final = np.uint64(7)
_56: Final = np.uint64(56)


def _cards(**counts: int) -> np.uint64:
    return np.uint64(sum(n << (8 * KINDS.index(kind)) for kind, n in counts.items()))


ROAD_COST: Final = _cards(brick=1, lumber=1)
SHIP_COST: Final = _cards(lumber=1, wool=1)
SETTLEMENT_COST: Final = _cards(brick=1, lumber=1, wool=1, grain=1)
CITY_COST: Final = _cards(ore=3, grain=2)
MEDICINE_COST: Final = _cards(ore=2, grain=1)
WALL_COST: Final = _cards(brick=2)
KNIGHT_COST: Final = _cards(wool=1, ore=1)
"""Recruiting, and each promotion."""
ACTIVATION_COST: Final = _cards(grain=1)
DEVELOPMENT_COST: Final = _cards(ore=1, wool=1, grain=1)


@jit
def single(kind: int, n: int) -> Any:
    """`n` cards of a kind."""
    return np.uint64(n) << (np.uint64(kind) << _THREE)


@jit
def count(cards: Any, kind: int) -> int:
    """How many of a kind."""
    return int64((cards >> (np.uint64(kind) << _THREE)) & _LANE)


@jit
def size(cards: Any) -> int:
    """How many in all, at most 255."""
    return int64((cards * _ONES) >> _56)


@jit
def covers(cards: Any, cost: Any) -> bool:
    """Whether `cards` has at least `cost` of every kind."""
    return (((cards | _TOPS) - cost) & _TOPS) == _TOPS


@jit
def at_least(cards: Any, n: int) -> Any:
    """The top bit of the lane of each kind of which there are n or more, 1 <= n <= 128."""
    return (cards + _ONES * np.uint64(128 - n)) & _TOPS


@jit
def beyond(one: Any, other: Any) -> Any:
    """How many more of each kind `one` has, 0 where it has no more."""
    raised = (one | _TOPS) - other
    tops = raised & _TOPS
    return raised & (tops - (tops >> _7))


@jit
def least(one: Any, other: Any) -> Any:
    """The smaller count of each kind."""
    cards = NO_CARDS
    for kind in range(8):
        cards += single(kind, min(count(one, kind), count(other, kind)))
    return cards
