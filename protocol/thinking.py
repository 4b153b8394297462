"""How a session searches a decision: limits, clocks, pondered searches, the last search."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hinterland.protocol.outside import Thought
from hinterland.protocol.regrowth import keep_tree, take_over
from hinterland.protocol.setup import LastSearch
from hinterland.search.finished import FinishedSearch

if TYPE_CHECKING:
    from hinterland.engine.game import Knowledge
    from hinterland.protocol.position import Position
    from hinterland.protocol.session import Session
    from hinterland.search.result import SearchResult
    from hinterland.search.settings import SearchSettings
    from hinterland.search.trace import Step

_MS: Final = 1000.0
_LEAST_LEFT: Final = 0.25
"""The share of a game's usual decisions that a seat is always taken to have left yet."""


def prepare(session: "Session", position: "Position", mover: int) -> None:
    """Have compiled what the search of the mover's decision needs, before its time begins.

    The errors name why there is nothing to search.
    """
    position.check_turn(mover)
    settings = session.setup.settings
    steps = position.steps(mover, settings.traced_decisions)
    session.outside.prepare(position.game, position.knowledge(mover), settings, steps)


def begin(session: "Session", position: "Position", mover: int) -> Thought:
    """A search of the mover's decision: the one that was pondered, or a new one."""
    knowledge, settings, steps = question(session, position, mover)
    pondered, session.pondered = session.pondered, None
    if pondered is not None and pondered.serves(knowledge, settings, session.setup.limits[0]):
        return pondered.thought
    thought = session.outside.begin(position.game, knowledge, settings, steps)
    take_over(session, position, mover, thought)
    return thought


def question(
    session: "Session", position: "Position", mover: int
) -> "tuple[Knowledge, SearchSettings, tuple[Step, ...]]":
    """What a search of the mover's decision depends on: knowledge, settings, what led to it."""
    settings = session.setup.settings
    settings = replace(settings, seed=position.search_seed(settings.seed))
    steps = tuple(position.steps(mover, settings.traced_decisions))
    return position.knowledge(mover), settings, steps


def think(session: "Session", position: "Position", mover: int) -> tuple[Thought, "SearchResult"]:
    """Search the mover's decision within the limits and what its clock allows.

    The same question as before gets the same answer, without a search, unless it was pondered
    since. The errors name why there is nothing to search.
    """
    prepare(session, position, mover)
    iterations, ms = session.setup.limits
    knowledge, settings, steps = question(session, position, mover)
    asked = (position.game, knowledge, replace(settings, iterations=iterations, ms=ms), steps)
    pondered = session.pondered
    further = pondered is not None and pondered.serves(knowledge, settings, iterations)
    known = None if further else session.finished.find(*asked)
    thought: Thought
    if known is not None:
        thought, result = known, known.result()
    else:
        started = session.outside.clock()
        thought = begin(session, position, mover)
        end = None if ms is None else started + ms / _MS
        if steps and session.setup.clocks.running:
            end = _end_of_weighing(session, position, mover, thought, started, end)
        thought.run(iterations, end, _stop(session, position, mover, thought, started))
        result = thought.result()
        keep_tree(session, position, mover, knowledge, thought)
        known = FinishedSearch.of(result, thought.line, thought.priors())
        if _came_to_its_end(session, thought, iterations, end):
            session.finished.keep(known, *asked)
    last = LastSearch(position.game, mover, position.ticks, known, knowledge)
    session.setup = replace(session.setup, last=last)
    return thought, result


def _came_to_its_end(
    session: "Session", thought: Thought, iterations: int | None, end: float | None
) -> bool:
    """Whether a limit ended the search, not the client or its clock."""
    if session.channel.cancelled() or session.setup.clocks.running:
        return False
    if iterations is not None and thought.iterations >= iterations:
        return True
    return end is not None and session.outside.clock() >= end


def choose_and_charge(session: "Session", position: "Position", mover: int) -> int:
    """The mover's best move; the time that the search took goes from its clock."""
    prepare(session, position, mover)
    started = session.outside.clock()
    best = think(session, position, mover)[1].best
    spent = (session.outside.clock() - started) * _MS
    clocks = session.setup.clocks.spend(mover, spent)
    session.setup = replace(session.setup, clocks=clocks)
    return best


def _stop(
    session: "Session", position: "Position", mover: int, thought: Thought, started: float
) -> Callable[[], bool]:
    """Whether a search is to end: it was called off, or its share of the clock is used up.

    Whether there is a choice at all, the search itself says after its first slice.
    """
    clock, cancelled = session.outside.clock, session.channel.cancelled
    if not session.setup.clocks.running:
        return cancelled
    ends: list[float] = []

    def stop() -> bool:
        if not ends:
            ends.append(_end_by_clock(session, position, mover, thought.result(), started))
        return cancelled() or clock() >= ends[0]

    return stop


def _end_by_clock(
    session: "Session", position: "Position", mover: int, result: "SearchResult", started: float
) -> float:
    """When the mover's share of its clock is used up; at once where it has one move only."""
    budget = session.setup.clocks.budget(mover, decisions_left(position, mover))
    only_move = len(result.moves) == 1
    return started if budget is None or only_move else started + budget / _MS


def _end_of_weighing(
    session: "Session",
    position: "Position",
    mover: int,
    thought: Thought,
    started: float,
    end: float | None,
) -> float:
    """The end that a search is told which weighs worlds: they take a part of the time until then.

    A first look, without time for weighing, says how much the clock allows.
    """
    thought.run(1, started, session.channel.cancelled)
    by_clock = _end_by_clock(session, position, mover, thought.result(), started)
    return by_clock if end is None else min(end, by_clock)


def decisions_left(position: "Position", seat: int) -> float:
    """About how many decisions `seat` has left, this one included.

    Those of a usual game that it has not had yet; in a long game some are always left.
    """
    usual = position.game.usual_decisions(position.options)
    return max(usual - position.decisions_of(seat), _LEAST_LEFT * usual, 1.0)
