"""The evaluation of island: see `worth` and `prior`."""

from typing import Final

from hinterland.eval.island.features import features, softness
from hinterland.eval.island.odds import shares_of
from hinterland.eval.island.prior import prior, rollout
from hinterland.eval.island.turn import commutes, kind
from hinterland.eval.island.weights import FEATURES, WEIGHTS
from hinterland.eval.island.worth import evaluate

__all__ = [
    "FEATURES",
    "SEARCH",
    "WEIGHTS",
    "commutes",
    "evaluate",
    "features",
    "kind",
    "prior",
    "rollout",
    "shares_of",
    "softness",
]

SEARCH: Final = {
    "leaf": "rollout",
    "depth": "10",
    "selection": "puct",
    "exploration": "0.02",
    "one_ply": "0.5",
}
"""Settings of a search that suit it, by matches."""
