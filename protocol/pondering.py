"""Thinking while the client is silent: about the own decision, or the one expected next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hinterland.engine.errors import HinterlandError
from hinterland.engine.game import Knowledge, is_seat
from hinterland.engine.seats import ALL
from hinterland.protocol.outside import Thought
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step

if TYPE_CHECKING:
    from hinterland.protocol.position import Position
    from hinterland.protocol.session import Session

SLICE_SECONDS: Final = 0.25
"""How long one call thinks at most."""


@dataclass(frozen=True)
class Pondered:
    """A search begun while the client was silent, and the decision that it is of."""

    knowledge: bytes
    settings: SearchSettings
    thought: Thought

    def serves(
        self, knowledge: Knowledge, settings: SearchSettings, iterations: int | None
    ) -> bool:
        """Whether this is the search of that decision with those settings, but for limits.

        It must not have had more than `iterations`.
        """
        return (
            self.knowledge == knowledge.tobytes()
            and self.settings == unlimited(settings)
            and (iterations is None or self.thought.iterations <= iterations)
        )


def unlimited(settings: SearchSettings) -> SearchSettings:
    """Settings without limits, which a search in progress does not depend on."""
    return replace(settings, iterations=None, ms=None)


def ponder(session: "Session", waiting: Callable[[], bool]) -> bool:
    """Think for a moment, until `waiting`; False when there is nothing to think about.

    A decision is given no more iterations than its limit, so that pondering adds no strength to
    a level, and changes nothing where iterations alone are limited.
    """
    position, settings = session.position, session.setup.settings
    expected = expected_decision(session, position)
    if expected is None:
        return False
    seed = position.search_seed(settings.seed, expected.ahead)
    settings = replace(unlimited(settings), seed=seed)
    pondered = session.pondered
    iterations = session.setup.limits[0]
    if pondered is None or not pondered.serves(expected.knowledge, settings, iterations):
        decision = (position.game, expected.knowledge, settings, expected.steps)
        session.outside.prepare(*decision)
        thought = session.outside.begin(*decision)
        pondered = session.pondered = Pondered(expected.knowledge.tobytes(), settings, thought)
    if pondered.thought.iterations == iterations:
        return False
    pondered.thought.run(iterations, session.outside.clock() + SLICE_SECONDS, waiting)
    return True


@dataclass(frozen=True)
class Expected:
    """A decision that a seat is expected to have, `ahead` events from now."""

    knowledge: Knowledge
    steps: Sequence[Step]
    ahead: int


def expected_decision(session: "Session", position: "Position") -> Expected | None:
    """The decision on the table, if its seat's knowledge is held here; else the next expected one.

    That is the next decision of the seat that searched last, if all goes as its search expects.
    None if there is neither.
    """
    try:
        mover = position.mover
        if is_seat(mover) and position.viewer in (ALL, mover):
            steps = position.steps(mover, session.setup.settings.traced_decisions)
            return Expected(position.knowledge(mover), steps, 0)
        return _along_the_line(session, position)
    except HinterlandError:
        return None


def _along_the_line(session: "Session", position: "Position") -> Expected | None:
    """The seat's next decision along the principal line of the last search."""
    last = session.setup.last
    if last is None or session.setup.settings.traced_decisions > 0:
        return None
    since = position.ticks - last.ticks
    if not 0 <= since <= position.count:
        return None
    happened = [event.move for event in position.history(last.seat)][position.count - since :]
    if tuple(happened) != last.result.line[:since]:
        return None
    game, knowledge, ahead = position.game, position.knowledge(last.seat), 0
    for event in last.result.line[since:]:
        mover = game.mover(knowledge.view)
        if mover == last.seat:
            break
        game.check_event(knowledge.view, mover, event)
        game.observe(knowledge, event)
        ahead += 1
    if game.mover(knowledge.view) != last.seat:
        return None
    return Expected(knowledge, (), ahead)
