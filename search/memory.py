"""How `memory_mib` is shared out among what a search holds, and the least that it may be.

Every thread has the same share. Where the next search goes on from this one, one may be kept for
every seat beside the one that grows, and each has as much. `weighted` sets aside the pool of its
worlds, and as much as a thread has for the searches that weigh them: also at decisions where there
is nothing to weigh, so that a limit suits all decisions of a game or none.
"""

from typing import Final

import numpy as np

from hinterland.engine.errors import BadOption
from hinterland.engine.game import Game
from hinterland.engine.seats import MAX_SEATS
from hinterland.search.layout import CONTROL, NODE, move_dtype, work_dtype
from hinterland.search.settings import SearchSettings

MIB: Final = 1 << 20
_KIB: Final = 1024
_WEIGHT_BYTES: Final = 8
_FEWEST_NODES: Final = 2 * MAX_SEATS
_PATH_BYTES: Final = 8
"""Of the paths, what a node can take: no path comes to a node twice."""

LANE_STATES: Final = 3
LANE_MEMORIES: Final = 2
"""The states and memories that a thread plays in."""


def check_memory(game: Game, settings: SearchSettings, players: int) -> None:
    """`BadOption` where `memory_mib` is too little for a search of the game with so many players.

    A limit that passes is enough at every decision.
    """
    most_nodes(game, settings, players, lane_bytes(game, settings, players))


def lane_bytes(game: Game, settings: SearchSettings, players: int) -> int:
    """What one thread of a search may hold; not above 0 where the pool has taken all."""
    left = settings.memory_mib * MIB - _pool_bytes(game, settings)
    return left // _shares(settings, players)


def most_nodes(game: Game, settings: SearchSettings, players: int, share: int) -> int:
    """The nodes for which a thread with that share, in bytes, has room beside its buffers.

    `BadOption` where they are too few for a tree.
    """
    buffers, node = buffer_bytes(game, settings), node_bytes(players) + _PATH_BYTES
    room = (share - buffers) // node
    if room < _FEWEST_NODES:
        raise _too_little(game, settings, players, buffers + _FEWEST_NODES * node)
    return room


def _too_little(game: Game, settings: SearchSettings, players: int, lane: int) -> BadOption:
    """What to say of the limit where `lane` is the least, in bytes, that a thread must have."""
    pool, shares = _pool_bytes(game, settings), _shares(settings, players)
    least = -(-(pool + shares * lane) // MIB)
    trees = f"{-(-lane // _KIB)} KiB for {'a tree' if shares == 1 else f'each of {shares} trees'}"
    worlds = f", {-(-pool // _KIB)} KiB for the pool" if pool else ""
    return BadOption(
        f"memory_mib={settings.memory_mib}: expected {least} or more for {game.name}: "
        f"{trees}{worlds}"
    )


def _shares(settings: SearchSettings, players: int) -> int:
    shares = settings.threads + (settings.variant == "weighted")
    return shares * (players + 1) if settings.goes_on else shares


def _pool_bytes(game: Game, settings: SearchSettings) -> int:
    if settings.variant != "weighted":
        return 0
    return settings.pool * (game.state_dtype.itemsize + _WEIGHT_BYTES)


def buffer_bytes(game: Game, settings: SearchSettings) -> int:
    """What a thread holds beside its tree; of the paths, only what is written is ever held."""
    seats = game.max_players
    work = work_dtype(game.max_moves, game.max_length, seats)
    listed = game.max_moves * np.dtype(np.int64).itemsize
    totals = total_moves(game, settings) * move_dtype(seats).itemsize
    states = LANE_STATES * game.state_dtype.itemsize
    memories = LANE_MEMORIES * game.memory_dtype.itemsize
    written = work.itemsize - work["paths"].itemsize
    return CONTROL.itemsize + written + listed + totals + states + memories


def total_moves(game: Game, settings: SearchSettings) -> int:
    """The moves of the root that a thread adds up over the trees of its worlds."""
    return game.max_moves if settings.variant == "pimc" else 0


def node_bytes(players: int) -> int:
    """The bytes of a node of a tree, with its values."""
    return NODE.itemsize + players * np.dtype(np.float64).itemsize
