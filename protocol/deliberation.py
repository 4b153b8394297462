"""A search in progress, as a session carries it on."""

from collections.abc import Callable, Mapping, Sequence

from hinterland.engine.game import Game, Knowledge
from hinterland.protocol.outside import Thought
from hinterland.search.result import SearchResult
from hinterland.search.reuse import go_on
from hinterland.search.search import Search, run
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step


class Deliberation:
    """The search of one decision, carried on in one or several runs."""

    def __init__(
        self,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step],
        clock: Callable[[], float],
    ) -> None:
        """`clock`: seconds, as the ends of the runs."""
        self._clock = clock
        self._seconds = 0.0
        self._since = clock()
        self._search = Search(game, knowledge, settings, steps)

    @property
    def iterations(self) -> int:
        return self._search.iterations

    @property
    def goes_on(self) -> bool:
        return self._search.settings.reuse == "yes"

    def go_on(self, earlier: Thought, events: Sequence[int]) -> None:
        """Take over the tree of an earlier search, as `search.reuse.go_on`."""
        if isinstance(earlier, Deliberation):
            go_on(self._search, earlier._search, events)

    def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
        """Carry the search on; `search.search.run` describes the limits."""
        self._since = self._clock()
        run(self._search, iterations, end, self._clock, stop)
        self._seconds += self._clock() - self._since
        self._since = self._clock()

    def result(self) -> SearchResult:
        """What was found so far; also asked in the middle of a run."""
        return self._search.result(self._seconds + self._clock() - self._since)

    def line(self, event: int) -> tuple[int, ...]:
        return self._search.line(event)

    def priors(self) -> Mapping[int, float]:
        return self._search.priors()
