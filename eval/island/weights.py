"""The weights of the terms, climbed by matches: see the README."""

from typing import Any, Final

import numpy as np

from hinterland.eval.island.terms import TERMS

# term: base game at its end, added at its start; Cities & Knights the same
_ROWS: Final[dict[str, tuple[float, float, float, float]]] = {
    "points": (1.026, -0.243, 1.559, -0.488),
    "close": (1.517, -0.18, 0.976, -0.072),
    "rolls": (0.541, 0.952, 0.353, 0.611),
    "variety": (0.262, 0.479, 0.216, 0.38),
    "scarcity": (-0.053, 0.187, -0.042, 0.307),
    "blocked": (-0.725, -0.919, -0.316, -0.315),
    "harbors": (0.241, 0.545, 0.112, 0.261),
    "gold": (1.12, 0.695, 0.363, 0.908),
    "hand": (-0.006, 0.013, 0.011, -0.003),
    "excess": (-0.037, -0.012, -0.001, -0.009),
    "settlement": (0.413, -0.001, 0.353, -0.184),
    "city": (0.324, 0.085, 0.594, 0.021),
    "improvement": (0.0, 0.0, 0.079, 0.001),
    "development": (0.014, -0.003, 0.0, 0.0),
    "road": (0.509, 0.126, 0.476, 0.081),
    "sites": (0.028, 0.066, 0.058, 0.037),
    "best_site": (0.066, 0.724, 0.328, 0.689),
    "ahead": (0.222, 0.32, 0.026, 0.286),
    "routes": (0.033, -0.001, 0.039, -0.026),
    "race": (0.283, -0.033, 0.346, -0.039),
    "knight_cards": (0.19, 0.157, 0.0, 0.0),
    "cards": (0.147, 0.074, 0.0, 0.0),
    "army": (0.343, 0.058, 0.0, 0.0),
    "commodities": (0.0, 0.0, 0.612, 0.521),
    "levels": (0.0, 0.0, 0.384, 0.143),
    "started": (0.0, 0.0, 0.028, 0.047),
    "third": (0.0, 0.0, 0.145, 0.102),
    "metropolis": (0.0, 0.0, 0.158, -0.053),
    "progress": (0.0, 0.0, 0.207, 0.018),
    "walls": (0.0, 0.0, 0.067, 0.008),
    "knights": (0.0, 0.0, 0.06, 0.021),
    "active": (0.0, 0.0, 0.084, 0.02),
    "danger": (0.0, 0.0, -0.773, -0.119),
    "glory": (0.0, 0.0, 0.564, -0.172),
    "merchant": (0.0, 0.0, -0.21, 0.093),
    "harbormaster": (0.095, 0.028, 0.125, 0.03),
    "fish": (0.056, 0.019, 0.068, 0.029),
}


def _table() -> Any:
    table = np.zeros((2, 2, len(TERMS)))
    for place, name in enumerate(TERMS):
        table[:, :, place] = np.reshape(_ROWS[name], (2, 2))
    table.setflags(write=False)
    return table


WEIGHTS: Final = _table()
"""(base or knights, at the end or added at the start, term)."""
