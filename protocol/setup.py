"""What a session remembers besides the game: settings, clocks, the last search."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hinterland.protocol.clocks import Clocks
from hinterland.search.settings import SearchSettings

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.search.finished import FinishedSearch
    from hinterland.search.result import SearchResult


@dataclass(frozen=True)
class LastSearch:
    """The last search that was finished. `ticks`: of its position; `knowledge`: of its seat."""

    game: "Game"
    seat: int
    ticks: int
    search: "FinishedSearch"
    knowledge: "Knowledge"

    @property
    def result(self) -> "SearchResult":
        return self.search.found


@dataclass(frozen=True)
class Setup:
    """Never changed, only replaced, so that a refused command is taken back by the old one.

    `limited`: whether limits were set by the client; until then a clock alone limits where one
    is set. `level`: the playing strength last chosen, 0 if settings were given one by one.
    """

    settings: SearchSettings = field(default_factory=SearchSettings)
    limited: bool = False
    level: int = 0
    pondering: bool = False
    clocks: Clocks = field(default_factory=Clocks)
    last: LastSearch | None = None

    @property
    def limits(self) -> tuple[int | None, int | None]:
        """The most iterations and milliseconds of a decision, None where it has no such limit."""
        if self.clocks.running and not self.limited:
            return None, None
        return self.settings.iterations, self.settings.ms

    @property
    def timed(self) -> bool:
        """Whether a clock or a limit of milliseconds ends searches."""
        return self.clocks.running or self.limits[1] is not None


def without_limits(setup: Setup) -> Setup:
    """The setup with the limits that a session has at first."""
    first = SearchSettings()
    settings = replace(setup.settings, iterations=first.iterations, ms=first.ms)
    return replace(setup, settings=settings, limited=False, level=0)
