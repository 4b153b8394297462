"""How `memory_mib` is shared out among what a search holds.

Where the next search goes on from this one, one may be kept for every seat beside the one that
grows, and each has the same share. `weighted` sets aside the pool of its worlds, and a quarter for
the searches that weigh them. The rest is shared evenly by the threads.
"""

from typing import Final

from hinterland.engine.game import Game
from hinterland.search.settings import SearchSettings

MIB: Final = 1 << 20
MODEL_PART: Final = 4
"""The part of the memory that the searches of others' decisions have: one of so many."""

_WEIGHT_BYTES: Final = 8


def lane_bytes(game: Game, settings: SearchSettings, players: int, weighs: bool) -> int:
    """What one thread of a search may hold; not above 0 where the rest has taken all.

    `weighs`: the search makes a pool of weighted worlds.
    """
    total = settings.memory_mib * MIB
    if weighs:
        total -= settings.pool * (game.state_dtype.itemsize + _WEIGHT_BYTES)
        total -= model_mib(settings) * MIB
    searches = players + 1 if settings.goes_on else 1
    return total // (searches * settings.threads)


def model_mib(settings: SearchSettings) -> int:
    """The memory of a search of another seat's decision, in MiB."""
    return max(settings.memory_mib // MODEL_PART, 1)
