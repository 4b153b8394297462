"""Which evaluation a game has; loaded on demand."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from hinterland.engine.copies import copy_of_package
from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.engine.jit import SALT
from hinterland.eval.weights import read_weights

EVALUATIONS: Final[dict[str, str]] = {
    "island": "hinterland.eval.island",
    "kuhn": "hinterland.eval.kuhn",
    "village": "hinterland.eval.village",
}

_DIGITS: Final = 10
_UNIFORM: Final = "hinterland.eval.uniform"


def load_evaluation(game: Game) -> ModuleType:
    """The evaluation module of a game; the fair share for a game that has none.

    A game with a file of the user's own has a copy, over the tables of that file.
    """
    package = EVALUATIONS.get(game.base_name, _UNIFORM)
    if package == _UNIFORM or not _own(game):
        return import_module(package)
    return copy_of_package(package, _own(game), {SALT: game.salt}, _own_tables(game))


@cache
def load_weighted(game: Game, path: Path) -> tuple[Game, ModuleType]:
    """The evaluation of a game with the weights of a file; and the game under a name of its own,
    by which kernels that are bound to both are kept apart from others.

    `BadArgument` names what is wrong with the file, or that the game's evaluation has no weights.
    """
    plain = load_evaluation(game)
    if not hasattr(plain, "FEATURES"):
        raise BadArgument(f"the evaluation of {game.name} has no weights")
    weights = read_weights(path, game.base_name, plain.FEATURES)
    digest = hashlib.sha256(weights.tobytes()).hexdigest()[:_DIGITS]
    bound = replace(game, name=f"{game.name}-{digest}", salt=f"{game.salt}{digest}")
    given = {"WEIGHTS_FILE": path.resolve(), SALT: bound.salt}
    package = EVALUATIONS[game.base_name]
    suffix = f"{_own(game)}_{digest}".lstrip("_")
    return bound, copy_of_package(package, suffix, given, _own_tables(game))


def _own(game: Game) -> str:
    """The digest of the user's own file that a game is played with; none of a plain game."""
    return game.name.removeprefix(game.base_name).removeprefix("-")


def _own_tables(game: Game) -> dict[str, str]:
    tables = str(game.rules.__package__)
    return {tables.removesuffix(f"_{_own(game)}"): tables} if _own(game) else {}


def search_hints(game: Game) -> Mapping[str, str]:
    """The settings of a search that suit a game's evaluation: its `SEARCH`; empty without one."""
    hints: Mapping[str, str] = getattr(load_evaluation(game), "SEARCH", {})
    return hints
