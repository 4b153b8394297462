"""Law 6. The compiled, the plain-Python and the bounds-checked run give the same games."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from hinterland.engine.game import Game
from hinterland.tests.conformance.lane import digests
from hinterland.tests.processes import run_module

Digests: TypeAlias = Mapping[str, Mapping[str, str]]
"""By game: the digests of its games, and of its searches."""

CACHE: Final = "HINTERLAND_CACHE_DIR"

LANES: Final = {
    "plain": {"NUMBA_DISABLE_JIT": "1"},
    "boundscheck": {"NUMBA_BOUNDSCHECK": "1"},
}
"""The environment of each lane's process."""


def run_lane(
    lane: str, names: Sequence[str], search: bool, cache: Path | None = None
) -> Mapping[str, Any]:
    """What a process that compiles otherwise than this one finds: see `lane`.

    `cache`: the folder of its kernels, if not the usual one.
    """
    arguments = [*names] if search else ["--no-search", *names]
    environment = LANES[lane] if cache is None else {**LANES[lane], CACHE: str(cache)}
    found: Mapping[str, Any] = run_module(
        "hinterland.tests.conformance.lane", arguments, environment
    )
    return found


def same_games(game: Game, lane: str, found: Digests) -> None:
    """The lane's digests of the game are this process's."""
    theirs = found[game.name]
    ours = digests(game, "search" in theirs)
    assert theirs == ours, f"{game.name} differs in the lane {lane}: {theirs}, compiled {ours}"
