"""Clocks: what a seat has left, what a decision may take, and that searches keep to it."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load
from hinterland.protocol.clocks import MARGIN, MARGIN_MS, Clock, Clocks, TimeControl
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.outside import Thought
from hinterland.protocol.thinking import decisions_left
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import (
    InstantThought,
    ask,
    converse,
    new_session,
)


def clocks(settings: str) -> Clocks:
    return Clocks(TimeControl.parse(settings.split(" ")))


def less_margin(ms: float) -> float:
    """What of so many milliseconds a search may use."""
    return (1.0 - MARGIN) * ms - MARGIN_MS


def test_what_a_move_leaves() -> None:
    assert clocks("none").spend(0, 500.0).of(0) == Clock(0.0)
    assert clocks("absolute 1000").spend(1, 300.0).of(1) == Clock(700.0)
    assert clocks("absolute 1000").spend(1, 300.0).of(0) == Clock(1000.0)
    assert clocks("absolute 1000").spend(1, 1300.0).of(1) == Clock(0.0)
    assert clocks("fischer 1000 200").spend(0, 300.0).of(0) == Clock(900.0)
    assert clocks("per_move 200").spend(0, 150.0).budget(0, 5.0) == less_margin(200.0)
    byoyomi = clocks("byoyomi 1000 200 3")
    assert byoyomi.spend(0, 900.0).of(0) == Clock(100.0, 3)
    assert byoyomi.spend(0, 1199.0).of(0) == Clock(0.0, 3)
    assert byoyomi.spend(0, 1200.0).of(0) == Clock(0.0, 2)
    assert byoyomi.spend(0, 9900.0).of(0) == Clock(0.0, 0)


def test_a_new_game_winds_the_clocks_up() -> None:
    assert clocks("absolute 1000").spend(0, 300.0).wound() == clocks("absolute 1000")


@pytest.mark.parametrize(
    ("settings", "decisions", "budget"),
    [
        ("absolute 10000", 10.0, 1000.0),
        ("absolute 10000", 1.0, 10000.0),
        ("absolute 10000", 0.5, 10000.0),
        ("fischer 10000 1000", 10.0, 1900.0),
        ("fischer 0 1000", 10.0, 0.0),
        ("byoyomi 10000 1000 2", 10.0, 2000.0),
        ("byoyomi 0 1000 2", 10.0, 1000.0),
        ("byoyomi 10000 1000 0", 10.0, 1000.0),
        ("per_move 250", 10.0, 250.0),
    ],
)
def test_the_time_for_a_decision(settings: str, decisions: float, budget: float) -> None:
    assert clocks(settings).budget(0, decisions) == max(less_margin(budget), 1.0)


def test_no_clock_gives_no_budget() -> None:
    assert clocks("none").budget(0, 3.0) is None


def test_time_is_spent_faster_when_fewer_decisions_are_left() -> None:
    """Shared out anew at every decision, the main time lasts to the end of the game."""
    playing = clocks("absolute 60000")
    spent = []
    for left in range(30, 0, -1):
        budget = playing.budget(0, float(left))
        assert budget is not None
        spent.append(budget)
        playing = playing.spend(0, (budget + MARGIN_MS) / (1.0 - MARGIN))
    assert playing.of(0).left == pytest.approx(0.0, abs=1e-6)
    assert max(spent) - min(spent) < 1.0


@dataclass(frozen=True)
class AtDecision:
    """As much of a position as says how far a seat has come."""

    game: Game
    options: tuple[int, ...]
    had: int

    def decisions_of(self, seat: int) -> int:
        return self.had


@pytest.mark.parametrize(
    ("name", "given", "fewest", "most"),
    [
        ("village", {}, 40, 70),
        ("island", {"preset": "base"}, 129, 300),
        ("island", {"preset": "base", "trade_offers": "0"}, 58, 120),
    ],
)
def test_the_main_time_lasts_through_a_game(
    name: str, given: dict[str, str], fewest: int, most: int
) -> None:
    """Whether it is short or long, by lengths that games between bots have had."""
    game = load(name)
    options = game.option_values(given)
    playing, spent = clocks("absolute 60000"), []
    for had in range(most):
        left = decisions_left(AtDecision(game, options, had), 0)
        budget = playing.budget(0, left)
        assert budget is not None
        spent.append(budget)
        playing = playing.spend(0, budget)
    assert playing.of(0).left > 0
    assert max(spent) < 60000 / fewest, "no decision has more than an even share of a short game"
    assert sum(spent[:fewest]) > 60000 / 3, "and such a game uses a good part of it"


class Ticking:
    """A clock that goes on by a fixed time whenever it is asked."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_session_charges_the_clock_and_keeps_to_it() -> None:
    limits: list[tuple[int | None, float | None]] = []

    class Endless(InstantThought):
        asked = 0

        def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
            limits.append((iterations, end))
            while not stop():
                self.asked += 1

    thoughts: list[Endless] = []

    def begin(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        thoughts.append(Endless(game, knowledge, int(game.legal(knowledge.view)[0])))
        return thoughts[-1]

    session = new_session(begin=begin, clock=Ticking(0.010))
    ask(session, "time_settings absolute 1000")
    ask(session, "newgame kuhn seed=1")
    for card in "KJ":
        ask(session, f"play chance deal:{card}")
    assert ask(session, "genmove p1") == "check"
    assert decisions_left(session.position, 0) == 1.0, "of the two of a usual game it has had one"
    assert less_margin(1000 / 2.0) - 60 < thoughts[0].asked * 10 < 1000 / 2.0
    assert limits == [(None, None)]
    assert 400 < int(ask(session, "time_left p1")) < 600
    assert ask(session, "time_left p2") == "1000"
    ask(session, "set_limit iterations=7")
    ask(session, "genmove p2")
    assert limits[-1] == (7, None)
    ask(session, "clear_board")
    assert ask(session, "time_left p1") == "1000"
    ask(session, "set_limit none")
    assert session.setup.limits == (None, None)


def test_weighing_takes_a_part_of_what_the_clock_allows() -> None:
    """One that never came to an end, where half of the time is for the worlds."""
    clock = Ticking(0.010)
    session = new_session(
        begin=lambda game, knowledge, settings, steps: Deliberation(
            game, knowledge, settings, steps, clock
        ),
        clock=clock,
    )
    for line in (
        "newgame kuhn seed=1", "play chance deal:K", "play chance deal:J", "play p1 bet",
        "time_settings per_move 4000", "set_search variant=weighted pool=1000000",
    ):  # fmt: skip
        assert not ask(session, line).startswith("?"), line
    said = ask(session, "search p2").split()
    root = said[said.index("root") :]
    worlds, iterations = (
        int(root[root.index("weighted") + 1]),
        int(root[root.index("iterations") + 1]),
    )
    assert 16 <= worlds < 200, "no more than half of the 400 looks at the clock"
    assert iterations > 50, "the rest is for slices of iterations"
    assert session.setup.last is not None
    assert 3.5 < session.setup.last.result.seconds <= 4.0


def test_a_clock_of_each_move_is_full_again_after_it() -> None:
    """One that was set for this move alone limits it, and no other."""
    session = new_session(clock=Ticking(0.0))
    for line in ("newgame kuhn seed=1", "time_settings per_move 50"):
        ask(session, line)
    assert ask(session, "time_left p1") == "50"
    ask(session, "time_left p1 30")
    assert ask(session, "time_left p1") == "30"
    assert session.setup.clocks.budget(0, 5.0) == less_margin(30)
    for line in ("referee chance", "genmove p1"):
        assert not ask(session, line).startswith("?")
    assert ask(session, "time_left p1") == "50"


COMPILING = 23.0


@pytest.mark.parametrize("said", ["genmove p1", "search p1", "reg_genmove p1"])
def test_compiling_takes_nothing_of_a_limit_or_a_clock(said: str) -> None:
    clock, ends = Ticking(0.0), []

    def prepare(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> None:
        clock.now = COMPILING

    class Limited(InstantThought):
        def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
            ends.append(end)

    def begin(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        assert clock() == COMPILING
        return Limited(game, knowledge, int(game.legal(knowledge.view)[0]))

    session = new_session(prepare=prepare, begin=begin, clock=clock)
    for line in ("newgame kuhn", "time_settings absolute 3000", "set_limit ms=500"):
        ask(session, line)
    ask(session, "referee chance")
    ask(session, said)
    assert ends == [COMPILING + 0.5]
    assert ask(session, "time_left p1") == "3000"


PREPARED = """
from hinterland.engine.registry import load_registered
from hinterland.engine.rng import stream
from hinterland.engine.table import Table
from hinterland.protocol.engine_command import Kernels
from hinterland.search.search import search_kernels
from hinterland.search.settings import SearchSettings

def loaded():
    return [(name, len(kernel.signatures)) for module in search_kernels(game)
        for name, kernel in vars(module).items() if hasattr(kernel, "signatures")]

game = load_registered("kuhn")
table = Table.deal(game, (2,), stream("deal", 1))
while game.mover(table.state) != 0:
    table.play(game.mover(table.state), game.sample(table.state, stream("chance", 1)))
decision = (game, table.knowledge(0), SearchSettings(), ())
kernels = Kernels(float)
kernels.prepare(*decision)
before = loaded()
thought = kernels.begin(*decision)
thought.run(500, None, lambda: False)
thought.result()
print(sum(count for _, count in before) > 0, loaded() == before)
"""


def test_a_prepared_search_has_nothing_left_to_compile() -> None:
    program = [sys.executable, "-c", PREPARED]
    ended = subprocess.run(program, capture_output=True, text=True, check=True)
    assert ended.stdout == "True True\n"


def test_a_search_that_plays_nothing_is_not_charged() -> None:
    session = new_session(clock=Ticking(0.010))
    for said in ("newgame kuhn", "time_settings absolute 1000", "referee chance"):
        ask(session, said)
    for said in ("reg_genmove p1", "search p1", "analyze p1"):
        assert not ask(session, said).startswith("?")
        assert ask(session, "time_left p1") == "1000"
    ask(session, "genmove p1")
    assert int(ask(session, "time_left p1")) < 1000


def test_undo_gives_no_time_back() -> None:
    session = new_session(clock=Ticking(0.010))
    for said in ("newgame kuhn", "time_settings absolute 1000", "referee chance", "genmove p1"):
        ask(session, said)
    left = ask(session, "time_left p1")
    assert ask(session, "undo") == ""
    assert ask(session, "time_left p1") == left != "1000"


def test_a_refused_search_is_not_charged() -> None:
    converse(
        new_session(clock=Ticking(0.5)),
        """
        > newgame kuhn seed=1
        =

        > time_settings fischer 5000 10
        =

        > genmove p1
        ? not_your_turn: chance is to move, not p1

        > time_left p1
        = 5000

        > time_left p1 70 1
        ? bad_argument: PERIODS: only byoyomi has them

        > time_left p2 70
        =

        > time_left p2
        = 70

        > time_left p3 70
        ? bad_argument: unknown seat 'p3': expected p1..p2

        > time_left p3
        ? bad_argument: unknown seat 'p3': expected p1..p2
        """,
    )


@pytest.mark.parametrize(
    ("lines", "prepared"),
    [
        (["newgame kuhn", "time_settings absolute 3000"], ["kuhn"]),
        (["time_settings absolute 3000", "newgame kuhn", "clear_board", "newgame leduc"], None),
        (["newgame kuhn", "set_limit ms=50", "set_limit ms=40"], ["kuhn"]),
        (["newgame kuhn", "set_option ms 50"], ["kuhn"]),
        (["newgame kuhn seat=p2", "set_limit ms=50"], ["kuhn"]),
        (["newgame kuhn", "set_limit iterations=50", "level 3"], []),
        (["time_settings absolute 3000", "set_limit ms=50"], []),
    ],
)
def test_what_searches_need_is_loaded_where_time_is_limited(
    lines: list[str], prepared: list[str] | None
) -> None:
    """Before any decision, so that the first one has no longer to wait than the others."""
    games: list[str] = []

    def prepare(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> None:
        assert game.mover(knowledge.view) == knowledge.seat
        games.append(game.name)

    session = new_session(prepare=prepare)
    for line in lines:
        assert ask(session, line) == "", line
    assert games == (["kuhn", "leduc"] if prepared is None else prepared)
