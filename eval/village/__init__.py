"""The evaluation of village: see `features`, `worth` and `prior`."""

from typing import Final

from hinterland.eval.shares import shares_of
from hinterland.eval.village.evaluation import evaluate
from hinterland.eval.village.features import FEATURES, WEIGHTS, features, softness
from hinterland.eval.village.prior import prior, rollout
from hinterland.eval.village.turn import commutes, kind

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

SEARCH: Final = {"leaf": "evaluation", "selection": "puct", "exploration": "0.1"}
"""Settings of a search that suit it, by matches."""
