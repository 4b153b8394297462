"""The evaluation of island: see `worth` and `prior`."""

from hinterland.eval.island.prior import prior, rollout
from hinterland.eval.island.turn import commutes, kind
from hinterland.eval.island.worth import evaluate

__all__ = ["commutes", "evaluate", "kind", "prior", "rollout"]
