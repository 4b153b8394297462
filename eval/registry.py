"""Which evaluation a game has; loaded on demand."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Final

from hinterland.engine.copies import copy_of_package
from hinterland.engine.game import Game
from hinterland.engine.jit import SALT

EVALUATIONS: Final[dict[str, str]] = {
    "kuhn": "hinterland.eval.kuhn",
    "village": "hinterland.eval.village",
}

_UNIFORM: Final = "hinterland.eval.uniform"


def load_evaluation(game: Game) -> ModuleType:
    """The evaluation module of a game; the fair share for a game that has none.

    A game with a file of the user's own has a copy, over the tables of that file.
    """
    package = EVALUATIONS.get(game.base_name, _UNIFORM)
    own = game.name.removeprefix(game.base_name).removeprefix("-")
    if not own or package == _UNIFORM:
        return import_module(package)
    tables = str(game.rules.__package__)
    return copy_of_package(
        package, own, {SALT: game.salt}, {tables.removesuffix(f"_{own}"): tables}
    )


def search_hints(game: Game) -> Mapping[str, str]:
    """The settings of a search that suit a game's evaluation: its `SEARCH`; empty without one."""
    hints: Mapping[str, str] = getattr(load_evaluation(game), "SEARCH", {})
    return hints
