"""Searches that came to their end, kept so that the same question is answered at once."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache

from hinterland.engine.game import Game, Knowledge
from hinterland.search.result import SearchResult
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step

KEPT: Final = 64
"""Searches kept at most; those asked for least recently go first."""


@dataclass(frozen=True)
class FinishedSearch:
    """What is left of a search: its result, its line after each visited move, its priors."""

    found: SearchResult
    lines: Mapping[int, tuple[int, ...]]
    prior: Mapping[int, float]

    @classmethod
    def of(
        cls,
        found: SearchResult,
        line: Callable[[int], tuple[int, ...]],
        prior: Mapping[int, float],
    ) -> "FinishedSearch":
        return cls(found, {move.move: line(move.move) for move in found.moves}, prior)

    @property
    def iterations(self) -> int:
        return self.found.iterations

    def go_on(self, earlier: object, events: Sequence[int]) -> None:
        """Nothing is left to do."""

    def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
        """Nothing is left to do."""

    def result(self) -> SearchResult:
        return self.found

    def line(self, event: int) -> tuple[int, ...]:
        return self.lines[event]

    def priors(self) -> Mapping[int, float]:
        return self.prior


class FinishedSearches:
    """The searches last finished, by all that they depend on.

    That is what the seat knew (its view, with the options of the game, and its memory), what led
    to it where that is weighed, the settings with the search seed, and the budget.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._searches: LRUCache[Hashable, FinishedSearch] = LRUCache(kept)

    def find(
        self,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step] = (),
    ) -> FinishedSearch | None:
        """The search of that decision with these settings, limits included."""
        return self._searches.get(_key(game, knowledge, settings, steps))

    def longest(
        self,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step] = (),
    ) -> FinishedSearch | None:
        """The one with the most iterations of those with the settings, whatever their limits."""
        return self._searches.get(_longest_key(game, knowledge, settings, steps))

    def keep(
        self,
        search: FinishedSearch,
        game: Game,
        knowledge: Knowledge,
        settings: SearchSettings,
        steps: Sequence[Step] = (),
    ) -> None:
        """Remember a search that came to the end of its budget.

        Not one whose settings go on in the tree of the search before: it depends on that too.
        """
        if settings.goes_on:
            return
        self._searches[_key(game, knowledge, settings, steps)] = search
        longest = self.longest(game, knowledge, settings, steps)
        if longest is None or longest.iterations < search.iterations:
            self._searches[_longest_key(game, knowledge, settings, steps)] = search


def _longest_key(
    game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
) -> Hashable:
    """Another than that of any search, one without limits too."""
    return "longest", _key(game, knowledge, replace(settings, iterations=None, ms=None), steps)


def _key(
    game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
) -> Hashable:
    led = tuple((step.before.tobytes(), step.mover, step.event) for step in steps)
    return game, knowledge.tobytes(), settings, led
