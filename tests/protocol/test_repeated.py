"""The same question twice is one search: repeated, after undo, and for an analysis."""

import re
from collections.abc import Sequence
from itertools import count
from time import perf_counter

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.protocol import engine_command
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.outside import Thought
from hinterland.protocol.session import Session
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import ask, new_session


class Searches:
    """Real searches, counted; the clock moves by a millisecond at every look."""

    def __init__(self) -> None:
        self.begun = 0
        self.ticks = count()

    def begin(
        self, game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        self.begun += 1
        return Deliberation(game, knowledge, settings, steps, self.clock)

    def clock(self) -> float:
        return 0.001 * next(self.ticks)

    def session(self) -> Session:
        session = new_session(begin=self.begin, clock=self.clock)
        for said in ("newgame kuhn seed=1", "play chance deal:K", "play chance deal:J"):
            ask(session, said)
        return session


def test_a_repeated_question_is_answered_without_a_search() -> None:
    searches = Searches()
    session = searches.session()
    first = ask(session, "search p1")
    assert searches.begun == 1
    assert ask(session, "search p1") == first
    assert ask(session, "reg_genmove p1") in first.split()
    assert searches.begun == 1


def test_after_undo_the_search_is_still_known() -> None:
    searches = Searches()
    session = searches.session()
    move = ask(session, "genmove p1")
    ask(session, "undo")
    assert ask(session, "genmove p1") == move
    assert searches.begun == 1


@pytest.mark.parametrize(
    "change",
    ["set_limit iterations=999", "search_seed 2", "set_search leaf=evaluation", "new_deal"],
)
def test_another_question_is_searched(change: str) -> None:
    searches = Searches()
    session = searches.session()
    ask(session, "search p1")
    if change == "new_deal":
        for said in ("newgame kuhn seed=1", "play chance deal:Q", "play chance deal:J"):
            ask(session, said)
    else:
        ask(session, change)
    ask(session, "search p1")
    assert searches.begun == 2


def test_a_search_that_was_cut_short_by_a_clock_is_not_kept() -> None:
    searches = Searches()
    session = searches.session()
    ask(session, "time_settings absolute 100")
    ask(session, "set_limit iterations=1000000")
    ask(session, "search p1")
    ask(session, "search p1")
    assert searches.begun == 2


def test_an_analysis_begins_with_what_is_known() -> None:
    searches = Searches()
    session = searches.session()
    found = ask(session, "search p1")
    lines = ask(session, "analyze p1").strip().split("\n")
    assert lines[0] == found
    assert searches.begun == 2


@pytest.mark.parametrize("limit", ["iterations=1", "iterations=5 ms=1000", "ms=1"])
def test_a_clock_alone_is_another_budget_than_any_limit(limit: str) -> None:
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for said in ("newgame kuhn seed=1", "play chance deal:K", "play chance deal:J"):
        ask(session, said)

    def searched() -> int:
        return int(re.findall(r" iterations (\d+) ", ask(session, "search p1"))[0])

    ask(session, f"set_limit {limit}")
    limited = searched()
    assert searched() == limited
    for said in ("set_limit none", "time_settings per_move 100"):
        assert not ask(session, said).startswith("?")
    assert searched() > 2 * limited


def test_what_went_on_in_an_earlier_tree_is_not_kept() -> None:
    """p1's second decision, with and without a search of its first one in this session."""
    said = ("set_search reuse=yes", "set_limit iterations=300")
    later = ("play p1 check", "play p2 bet")
    answers = []
    for first in ((), ("search p1",)):
        session = Searches().session()
        for line in (*said, *first, *later):
            assert not ask(session, line).startswith("?")
        answers.append(ask(session, "search p1"))
    session = Searches().session()
    for line in (*said, *later, "search p1", "undo 2", "search p1", *later):
        assert not ask(session, line).startswith("?")
    assert ask(session, "search p1") == answers[1] != answers[0]
