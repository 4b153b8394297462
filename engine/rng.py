"""Randomness: splitmix64 streams with an explicit state, one stream per purpose.

A stream is a `uint64` array whose first element is its state. Source: Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", OOPSLA 2014; the bounded draw is Lemire's
multiply-shift without rejection (bias below n / 2**32).
"""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from hinterland.engine.jit import int64, jit

Stream = npt.NDArray[np.uint64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_11 = np.uint64(11)
_TWO_53 = float(2**53)
_MASK = (1 << 64) - 1


def stream(*purpose: object) -> Stream:
    """A stream that depends on all of `purpose` (seeds, names, indices) and on nothing else.

    Shape (8,), so that two streams never share a cache line; only element 0 is used.
    """
    key = "\x1f".join(str(part) for part in purpose).encode()
    state = np.zeros(8, np.uint64)
    state[0] = int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "little")
    return state


@jit
def next_word(rng: Any) -> Any:
    """The next 64 random bits of the stream, as `uint64`."""
    rng[0] += _GOLDEN
    word = rng[0]
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@jit
def draw(rng: Any, bound: int) -> int:
    """A uniform integer in [0, bound), 1 <= bound < 2**31."""
    return int64(((next_word(rng) >> _32) * np.uint64(bound)) >> _32)


@jit
def draw_unit(rng: Any) -> float:
    """A uniform float64 in [0, 1), a multiple of 2**-53."""
    return np.float64(next_word(rng) >> _11) / _TWO_53


def draw_bounded(rng: Stream, bound: int) -> int:
    """`draw` for Python code: the same stream gives the same numbers."""
    state = (int(rng[0]) + int(_GOLDEN)) & _MASK
    rng[0] = state
    word = state
    word = ((word ^ (word >> 30)) * int(_MIX_1)) & _MASK
    word = ((word ^ (word >> 27)) * int(_MIX_2)) & _MASK
    word ^= word >> 31
    return ((word >> 32) * bound) >> 32
