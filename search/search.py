"""A search: slices of kernel iterations, looked after from Python."""

from collections.abc import Callable
from time import perf_counter

from hinterland.engine.game import Game, Knowledge
from hinterland.search.settings import SearchResult, SearchSettings


def think(
    game: Game,
    knowledge: Knowledge,
    settings: SearchSettings,
    clock: Callable[[], float] = perf_counter,
    stop: Callable[[], bool] = lambda: False,
) -> SearchResult:
    """Search the seat's decision until a limit is reached or `stop` answers true.

    Raises `NotYourTurn` when the seat is not to move, `NoWorld` when no world fits.
    """
    raise NotImplementedError
