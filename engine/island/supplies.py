"""What is in the box, per board: hexes, chits, harbors, grounds, cards."""

from typing import Any, Final

import numpy as np


def _table(*rows: tuple[int, ...]) -> Any:
    width = max(len(row) for row in rows)
    table = np.array([row + (0,) * (width - len(row)) for row in rows], np.int64)
    table.setflags(write=False)
    return table


TERRAIN_COUNTS: Final = _table(
    (4, 4, 4, 3, 3, 1, 0, 0),
    (6, 6, 6, 5, 5, 2, 0, 0),
    (4, 4, 4, 3, 3, 1, 2, 16),
    (6, 6, 6, 5, 5, 2, 3, 19),
)
"""Per board: hexes of each terrain, FOREST .. SEA; with fish, lakes replace the deserts."""

CHIT_COUNTS: Final = _table(
    (0, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1),
    (0, 0, 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2),
    (0, 0, 1, 2, 3, 2, 2, 0, 2, 2, 3, 2, 1),
    (0, 0, 2, 3, 4, 3, 3, 0, 3, 4, 4, 3, 2),
)
"""Per board: chits of each number 0..12."""

CHIT_ORDER: Final = _table(
    (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    (2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
)
"""Per land board: chits along the spiral."""

HARBOR_COUNTS: Final = _table(
    (1, 1, 1, 1, 1, 4), (1, 2, 1, 1, 1, 5), (1, 1, 1, 1, 1, 4), (1, 2, 1, 1, 1, 5)
)
"""Per board: harbors of each type."""

HARBOR_SLOTS: Final = _table(
    (0, 3, 7, 10, 13, 17, 20, 23, 27), (0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 34)
)
"""Per land board: the coast edges of the frame's harbors."""

HARBORS_ON: Final = _table((9, 11, 9, 11))

DEVELOPMENT_COUNTS: Final = _table((14, 5, 2, 2, 2), (20, 5, 3, 3, 3))
"""Up to 4 players, and for 5 and 6: cards of each kind."""

GROUNDS_ON: Final = _table((6, 8, 6, 8))
GROUND_NUMBERS: Final = _table(
    (4, 5, 6, 8, 9, 10), (4, 5, 5, 6, 8, 9, 9, 10), (4, 5, 6, 8, 9, 10), (4, 5, 5, 6, 8, 9, 9, 10)
)
"""Per board: fishing grounds, and the numbers of them."""

GROUND_SLOTS: Final = _table((1, 8, 11, 18, 21, 28), (1, 8, 15, 22, 25, 29, 32, 36))
"""Per land board: the official grounds, by the first of their two coast edges."""

LAKES_ON: Final = _table((1, 2, 1, 2))

TOKEN_COUNTS: Final = _table((0, 11, 10, 8), (0, 15, 15, 13), (0, 11, 10, 8), (0, 15, 15, 13))
"""Per board: fish tokens of each value 0..3; there is one old boot beside them."""
