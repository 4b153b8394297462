"""The evaluation of village: see `features`, `worth` and `prior`."""

from hinterland.eval.village.evaluation import evaluate
from hinterland.eval.village.features import FEATURES, WEIGHTS, features, softness
from hinterland.eval.village.prior import prior, rollout

__all__ = ["FEATURES", "WEIGHTS", "evaluate", "features", "prior", "rollout", "softness"]
