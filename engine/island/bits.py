"""Sets of corners and edges as bits: three 64-bit words a set."""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import int64, jit

_DE_BRUIJN: Final = np.uint64(0x03F79D71B4CB0A89)
_58: Final = np.uint64(58)
_1: Final = np.uint64(1)
NO_BITS: Final = np.uint64(0)


def _places() -> Any:
    table = np.zeros(64, np.int64)
    for i in range(64):
        table[(((1 << i) * int(_DE_BRUIJN)) & (2**64 - 1)) >> 58] = i
    table.setflags(write=False)
    return table


_PLACES: Final = _places()


@jit
def bit(i: int) -> Any:
    """The bit of member i within its word, word i >> 6."""
    return _1 << np.uint64(i & 63)


@jit
def lowest(word: Any) -> int:
    """The place of the lowest bit of a word that is not 0."""
    return _PLACES[int64(((word & (~word + _1)) * _DE_BRUIJN) >> _58)]


@jit
def without_lowest(word: Any) -> Any:
    return word & (word - _1)


@jit
def has(sets: Any, row: int, i: int) -> bool:
    """Whether i is in the set of that row; `sets` has shape (rows, WORDS)."""
    return (sets[row, i >> 6] & bit(i)) != NO_BITS


@jit
def put(sets: Any, row: int, i: int) -> None:
    sets[row, i >> 6] |= bit(i)


@jit
def drop(sets: Any, row: int, i: int) -> None:
    sets[row, i >> 6] &= ~bit(i)


@jit
def members(sets: Any, row: int) -> int:
    """How many are in the set of that row."""
    total = 0
    for w in range(3):
        word = sets[row, w]
        while word != NO_BITS:
            word = without_lowest(word)
            total += 1
    return total
