"""The evaluation of village: see `worth` and `prior`."""

from hinterland.eval.village.prior import prior, rollout
from hinterland.eval.village.turn import commutes, kind
from hinterland.eval.village.worth import evaluate

__all__ = ["commutes", "evaluate", "kind", "prior", "rollout"]
