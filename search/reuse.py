"""Going on in the tree of the last search where the events since allow it.

In the tree of `so` an edge is an event that the seat sees, a hidden move of another seat
included (`put:?`), and every visit of the node that such events lead to was made in a world that
agrees with all of them: so below that node the tree is one of what the seat knows now. The trees of
`mo` and `ris` hold for the other seats what those saw, which the seat cannot follow; the trees of
`pimc` are of one world each; `weighted` would weigh the old visits otherwise. These begin anew.
"""

from collections.abc import Sequence
from dataclasses import replace

from hinterland.engine.game import Game, Knowledge
from hinterland.search.search import Search
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step


class Follower:
    """A seat's last search, where the next one may go on in it, and the events since.

    The seat's own moves are among them.
    """

    def __init__(self) -> None:
        self._search: Search | None = None
        self._events: list[int] = []

    def observe(self, event: int) -> None:
        """The seat saw the next event."""
        self._events.append(event)

    def begin(
        self,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step] = (),
    ) -> Search:
        """A search of the seat's next decision; in the tree of the last one, if that is asked for.

        Errors as `Search`.
        """
        search = Search(game, knowledge, settings, steps)
        if self._search is not None:
            go_on(search, self._search, self._events)
        self._search = search if settings.goes_on else None
        self._events = []
        return search


def go_on(search: Search, earlier: Search, events: Sequence[int]) -> None:
    """Begin in the tree of the seat's earlier search, below the events since.

    Nothing is done unless the settings ask for it, and differ in nothing but seed and limits.
    """
    settings, before = search.settings, earlier.settings
    alike = replace(before, seed=settings.seed, iterations=settings.iterations, ms=settings.ms)
    if settings.goes_on and alike == settings:
        search.go_on(earlier, events)
