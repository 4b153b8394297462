"""Multisets of cards in two `uint64` words: bit c of word 0 = at least one card c, of word 1 = two.

A `pair` is an array of shape (2,), one row of a state's field.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.jit import int64, jit

ONE: Final = np.uint64(1)
ZERO: Final = np.uint64(0)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_58 = np.uint64(58)


def _positions() -> Any:
    table = np.zeros(64, np.int64)
    for i in range(64):
        table[((int(_DE_BRUIJN) << i) & (2**64 - 1)) >> 58] = i
    return table


_POSITION = _positions()
_M1, _M2 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_M4, _H01 = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def lowest(word: Any) -> int:
    """The index of the lowest bit of a word that is not zero."""
    return _POSITION[int64(((word & (~word + ONE)) * _DE_BRUIJN) >> _58)]


@jit
def ones(word: Any) -> int:
    """How many bits are set."""
    word = word - ((word >> _1) & _M1)
    word = (word & _M2) + ((word >> _2) & _M2)
    word = (word + (word >> _4)) & _M4
    return int64((word * _H01) >> _56)


@jit
def bit(card: int) -> Any:
    """The word with the bit of one card."""
    return ONE << np.uint64(card)


@jit
def copies(pair: Any, card: int) -> int:
    """How often a card is in the multiset: 0, 1 or 2."""
    shift = np.uint64(card)
    return int64((pair[0] >> shift) & ONE) + int64((pair[1] >> shift) & ONE)


@jit
def put(pair: Any, card: int) -> None:
    """Add one copy."""
    one = bit(card)
    pair[1] |= pair[0] & one
    pair[0] |= one


@jit
def drop(pair: Any, card: int) -> None:
    """Remove one copy; nothing if there is none."""
    one = bit(card)
    two = pair[1] & one
    pair[1] &= ~one
    pair[0] = (pair[0] & ~one) | two


@jit
def size(pair: Any) -> int:
    """The number of cards."""
    return ones(pair[0]) + ones(pair[1])


@jit
def size_of(pair: Any, among: Any) -> int:
    """The number of cards that are in the word `among`."""
    return ones(pair[0] & among) + ones(pair[1] & among)


@jit
def hashed(seed: Any, step: int, bound: int) -> int:
    """An integer in [0, bound) that depends on a `uint64` seed and a step: splitmix64."""
    word = seed + np.uint64(step + 1) * _GOLDEN
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    word = word ^ (word >> _31)
    return int64(((word >> _32) * np.uint64(bound)) >> _32)
