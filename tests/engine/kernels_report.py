"""How the kernels of every game came about in this process: loaded from the cache, or compiled.

    python -m hinterland.tests.engine.kernels_report

prints as JSON what `report` finds, and the `compile_seconds`.
"""

import json
from typing import Any

from hinterland.engine.game import Game
from hinterland.engine.rng import stream
from hinterland.engine.table import Table
from hinterland.search.search import search_kernels
from hinterland.tests.compile_bill import BILL
from hinterland.tests.conformance.cases import games, short_options
from hinterland.tests.conformance.lane import digests
from hinterland.tests.conformance.positions import random_game
from hinterland.tests.engine.kernels import full_name, kernels, loaded


def touch(game: Game) -> None:
    """Call every entry kernel of a game and of its search."""
    digests(game, search=True)
    options = game.option_values(short_options(game.name))
    end = list(random_game(game, options, 0))[-1]
    table = Table.deal(game, options, stream("random game", game.name, options, 0))
    for move in end.moves:
        table.play(table.mover, move)


def report() -> dict[str, Any]:
    """Touch every game, and tell of every kernel that this process has met.

    `entries`: for each bound entry kernel how often it was loaded from the cache.
    `compiled`: kernels that were not in the cache. `files`: the cache files of bound kernels.
    """
    bound = []
    for game in games():
        touch(game)
        bound += [game.entries, *search_kernels(game)]
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
    }


def is_entry(kernel: Any) -> bool:
    return not kernel.targetoptions.get("no_cpython_wrapper", False)


def cache_file(kernel: Any) -> str:
    return str(kernel._cache.numbas._cache_file._index_path)


if __name__ == "__main__":
    found = report()
    print(json.dumps({"compile_seconds": BILL.seconds, **found}))
