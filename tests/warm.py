"""Kernels compiled before tests run side by side, so that no two processes compile the same.

    python -m hinterland.tests.warm GAME...

compiles what is not in the cache yet and prints `{"compile_seconds": s}`.
"""

import json
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from hinterland.tests.compile_bill import BILL
from hinterland.tests.conformance.cases import games, short_options, spread
from hinterland.tests.conformance.lane import all_answers, thoughts
from hinterland.tests.conformance.positions import random_game
from hinterland.tests.processes import run_module

LARGEST: Final = "island"
"""The game that takes as long to compile as all the others."""

LOOKS: Final = 5


def warm_all() -> None:
    """Compile the kernels of all games, in two processes, and count it on the compile bill."""
    others = [game.name for game in games() if game.name != LARGEST]
    with ThreadPoolExecutor(2) as pool:
        deque(pool.map(_warm_elsewhere, [[LARGEST], others]), maxlen=0)


def _warm_elsewhere(names: Sequence[str]) -> None:
    run_module("hinterland.tests.warm", names)


def main(names: Sequence[str]) -> None:
    known = {game.name: game for game in games()}
    for game in (known[name] for name in names):
        record = list(random_game(game, game.option_values(short_options(game.name)), 0))
        for position in spread(record, LOOKS):
            deque(all_answers(position), maxlen=0)
        deque(thoughts(game), maxlen=0)
    print(json.dumps({"compile_seconds": BILL.seconds}))


if __name__ == "__main__":
    main(sys.argv[1:])
