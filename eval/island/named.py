"""The terms of a position by name, for people: what the evaluation sees."""

import numpy as np

from hinterland.engine.game import States
from hinterland.eval.island.terms import RULES, TERMS, each_term


def named_terms(state: States) -> dict[str, list[float]]:
    """Each term of a whole state by name: its value for every seat, before it is weighted."""
    players = int(state[0]["players"])
    values = np.zeros((players, len(TERMS)))
    each_term(state, np.zeros((RULES, 2, len(TERMS))), values)
    return {name: values[:, place].tolist() for place, name in enumerate(TERMS)}
