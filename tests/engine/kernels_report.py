"""How the kernels of every game came about in this process: loaded from the cache, or compiled.

    python -m hinterland.tests.engine.kernels_report [--no-search]

prints as JSON what `report` finds, and the `compile_seconds`.
"""

import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from numba.core import types
from numba.core.registry import CPUDispatcher

from hinterland.engine.game import Game
from hinterland.engine.rng import stream
from hinterland.engine.table import Table
from hinterland.search.search import search_kernels
from hinterland.tests.compile_bill import BILL
from hinterland.tests.conformance.cases import games
from hinterland.tests.conformance.lane import digests
from hinterland.tests.conformance.positions import random_game

FLOATS_MEANT = ("draw_unit",)
"""The kernels of the engine that answer with a float."""

RULES = ("hinterland.engine.", "hinterland.tests.toys.")
"""Where the kernels of games are; evaluations and search count in floats."""


def touch(game: Game, search: bool) -> None:
    """Call every entry kernel of a game, and with `search` those of its search."""
    digests(game, search)
    options = game.option_values({})
    end = list(random_game(game, options, 0))[-1]
    table = Table.deal(game, options, stream("random game", game.name, options, 0))
    for move in end.moves:
        table.play(table.mover, move)


def report(search: bool) -> dict[str, Any]:
    """Touch every game, and tell of every kernel that this process has met.

    `entries`: for each bound entry kernel how often it was loaded from the cache.
    `compiled`: kernels that were not in the cache. `files`: the cache files of bound kernels.
    `floats`: float variables of the engine's kernels where none belong, as far as compiled here.
    """
    bound = []
    for game in games():
        touch(game, search)
        bound += [game.entries, *(search_kernels(game) if search else ())]
    entries = {
        f"{module.__name__}.{name}": sum(kernel.stats.cache_hits.values())
        for module in bound
        for name, kernel in kernels(module)
        if is_entry(kernel) and kernel.signatures
    }
    met = [kernel for module in loaded() for _, kernel in kernels(module)]
    return {
        "entries": entries,
        "compiled": sorted(full_name(kernel) for kernel in met if kernel.stats.cache_misses),
        "files": [cache_file(kernel) for module in bound for _, kernel in kernels(module)],
        "floats": sorted(
            line
            for kernel in met
            if full_name(kernel).startswith(RULES)
            for line in misplaced_floats(kernel)
        ),
    }


def loaded() -> list[ModuleType]:
    """The modules of the package that kernels may be in, bound copies among them."""
    return [module for name, module in sys.modules.items() if name.startswith("hinterland.")]


def kernels(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The kernels that the module itself defines."""
    for name, value in vars(module).items():
        if isinstance(value, CPUDispatcher) and value.py_func.__module__ == module.__name__:
            yield name, value


def is_entry(kernel: Any) -> bool:
    return not kernel.targetoptions.get("no_cpython_wrapper", False)


def full_name(kernel: Any) -> str:
    return f"{kernel.py_func.__module__}.{kernel.py_func.__name__}"


def cache_file(kernel: Any) -> str:
    return str(kernel._cache._cache_file._index_path)


def misplaced_floats(kernel: Any) -> Iterator[str]:
    """Floats of a kernel that neither takes nor answers any, as far as it was compiled here.

    Mixed signed and unsigned 64-bit integers become float64 without a word.
    """
    for signature, compiled in kernel.overloads.items():
        if isinstance(compiled.type_annotation, str) or kernel.__name__ in FLOATS_MEANT:
            continue  # a string: loaded from the cache
        if is_float(compiled.signature.return_type):
            yield f"{full_name(kernel)} answers a float"
        if not any(isinstance(kind, types.Array) and is_float(kind.dtype) for kind in signature):
            for name, kind in compiled.type_annotation.typemap.items():
                if is_float(kind):
                    yield f"{full_name(kernel)}: {name} is {kind}"


def is_float(kind: Any) -> bool:
    return isinstance(kind, types.Float)


if __name__ == "__main__":
    found = report(search="--no-search" not in sys.argv)
    print(json.dumps({"compile_seconds": BILL.seconds, **found}))
