"""The highest of many scores."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hinterland.engine.jit import plain
from hinterland.search.score import LOWEST, highest

SCORES = st.lists(st.sampled_from([LOWEST, -1.5, 0.0, 0.25, 0.5, 3.0]), min_size=1, max_size=13)


@given(SCORES)
def test_the_first_of_the_highest_scores_is_found(scores: list[float]) -> None:
    """Whatever stands behind them in the buffer."""
    buffer = np.full(len(scores) + 3, 9.0)
    buffer[: len(scores)] = scores
    assert plain(highest)(buffer, len(scores)) == scores.index(max(scores))
