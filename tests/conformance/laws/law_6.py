"""Law 6. The compiled, the plain-Python and the bounds-checked run give the same games."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from hinterland.engine.game import Game
from hinterland.tests.conformance.lane import digests
from hinterland.tests.processes import run_module

Digests: TypeAlias = Mapping[str, Mapping[str, str]]
"""By game: the digests of `lane`."""

LANES: Final = {
    "plain": ({"NUMBA_DISABLE_JIT": "1"}, []),
    "boundscheck": ({"NUMBA_BOUNDSCHECK": "1"}, ["--no-search"]),
}
"""The environment of a lane, and what it leaves out: search takes long to compile once more."""


def run_lane(lane: str, names: list[str]) -> Digests:
    """The digests of games in a process that compiles otherwise than this one."""
    environment, arguments = LANES[lane]
    report = run_module(
        "hinterland.tests.conformance.lane", [*arguments, *names], environment=environment
    )
    found: Digests = report["games"]
    return found


def same_games(game: Game, lane: str, found: Digests) -> None:
    """The lane's digests of the game are this process's."""
    theirs = found[game.name]
    ours = digests(game, "search" in theirs)
    assert theirs == ours, f"{game.name} differs in the lane {lane}: {theirs}, compiled {ours}"
