"""How `memory_mib` is shared out among what a search holds.

Every thread has the same share. Where the next search goes on from this one, one may be kept for
every seat beside the one that grows, and each has as much. `weighted` sets aside the pool of its
worlds, and as much as a thread has for the searches that weigh them.
"""

from typing import Final

from hinterland.engine.game import Game
from hinterland.search.settings import SearchSettings

MIB: Final = 1 << 20
_WEIGHT_BYTES: Final = 8


def lane_bytes(game: Game, settings: SearchSettings, players: int, weighs: bool) -> int:
    """What one thread of a search may hold; not above 0 where the rest has taken all.

    `weighs`: the search makes a pool of weighted worlds.
    """
    total, shares = settings.memory_mib * MIB, settings.threads
    if weighs:
        total -= settings.pool * (game.state_dtype.itemsize + _WEIGHT_BYTES)
        shares += 1
    if settings.goes_on:
        shares *= players + 1
    return total // shares
