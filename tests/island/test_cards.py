"""Counts of cards as lanes of one word."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hinterland.engine.island.cards import beyond
from hinterland.engine.jit import plain

COUNTS = st.lists(st.integers(0, 127), min_size=8, max_size=8)


def lanes(counts: list[int]) -> np.uint64:
    return np.uint64(sum(n << (8 * kind) for kind, n in enumerate(counts)))


@given(COUNTS, COUNTS)
def test_what_one_hand_has_beyond_another_is_counted_kind_by_kind(
    one: list[int], other: list[int]
) -> None:
    more = [max(n - m, 0) for n, m in zip(one, other, strict=True)]
    assert plain(beyond)(lanes(one), lanes(other)) == lanes(more)
