"""What a session is given from outside: games, searches, time, entropy, files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from hinterland.engine.game import Game, Knowledge
    from hinterland.protocol.record_files import RecordFiles
    from hinterland.search.result import SearchResult
    from hinterland.search.settings import SearchSettings
    from hinterland.search.trace import Step


class Thought(Protocol):
    """A search in progress."""

    @property
    def iterations(self) -> int:
        """How many it has had so far."""

    @property
    def goes_on(self) -> bool:
        """Whether the seat's next search may go on from this one."""

    def go_on(self, earlier: "Thought", events: Sequence[int]) -> None:
        """Before the first run: take over what the seat's earlier search found, if it can.

        `events`: what the seat has seen since the decision of that search.
        """

    def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
        """Carry the search on until a limit, as `search.search.run`."""

    def result(self) -> "SearchResult":
        """What was found so far."""

    def line(self, event: int) -> tuple[int, ...]:
        """The principal line that begins with a move of the root."""

    def priors(self) -> Mapping[int, float]:
        """The prior of every move of the root; empty where none was asked for."""


Load: TypeAlias = "Callable[[str], Game]"
"""Finds a game by name; `UnknownGame` if there is none."""


class Begin(Protocol):
    """Begins to search a seat's decision, from what the seat knows and what led to it."""

    def __call__(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: "SearchSettings",
        steps: "Sequence[Step]",
    ) -> Thought: ...


class Prepare(Protocol):
    """Compiles what the search of such a decision needs, so that this takes none of its time."""

    def __call__(
        self,
        game: "Game",
        knowledge: "Knowledge",
        settings: "SearchSettings",
        steps: "Sequence[Step]",
    ) -> None: ...


Measure: TypeAlias = "Callable[[Game], Mapping[str, str]]"
"""Measures the speed of a game's search: named figures, as text."""


@dataclass(frozen=True)
class Outside:
    """All that a session reaches apart from its lines.

    `games`: every game there is. `entropy`: the seed of a deal when none is given, 0 .. MAX_SEED.
    `clock`: seconds. `report`: told of each error that was not foreseen, after which the session
    goes on. `records`: where games are kept; None where that was not allowed. `name`: what the
    engine is called.
    """

    load: Load
    games: "Callable[[], Sequence[Game]]"
    prepare: Prepare
    begin: Begin
    entropy: Callable[[], int]
    clock: Callable[[], float]
    report: Callable[[Exception], None]
    measure: Measure
    records: "RecordFiles | None" = None
    name: str = "Hinterland"
