"""Which evaluation a game has; loaded on demand."""

from importlib import import_module
from types import ModuleType
from typing import Final

EVALUATIONS: Final[dict[str, str]] = {
    "island": "hinterland.eval.island",
    "kuhn": "hinterland.eval.kuhn",
}

_UNIFORM: Final = "hinterland.eval.uniform"


def load_evaluation(game_name: str) -> ModuleType:
    """The evaluation module of a game; the fair share for a game that has none."""
    return import_module(EVALUATIONS.get(game_name, _UNIFORM))
