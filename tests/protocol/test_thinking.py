"""What a search is asked by a session."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.protocol import engine_command
from hinterland.protocol.report import MOST_EVENTS, explanation, explanation_json, info_line
from hinterland.protocol.session import Session
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import Found, ask, first_legal, new_session


class Recorder:
    """A search that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, SearchSettings]] = []

    def __call__(
        self, game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Found:
        self.asked.append((knowledge.tobytes(), settings))
        return first_legal(game, knowledge, settings, steps)


def _at_first_decision(think: Recorder, deal: str = "KJ") -> Session:
    session = new_session(think)
    ask(session, "newgame kuhn seed=1")
    for card in deal:
        ask(session, f"play chance deal:{card}")
    return session


def test_search_is_given_what_the_seat_knows_and_no_more() -> None:
    think = Recorder()
    for deal in ("KJ", "KQ"):
        ask(_at_first_decision(think, deal), "genmove p1")
    seat = new_session(think)
    for said in ("newgame kuhn seat=p1", "play chance deal:K", "play chance deal:?", "genmove p1"):
        ask(seat, said)
    assert len(think.asked) == 3
    assert think.asked[0] == think.asked[1] == think.asked[2]


def test_limits_and_settings_reach_the_search() -> None:
    think = Recorder()
    session = _at_first_decision(think)

    def limits(said: str) -> tuple[int | None, int | None]:
        assert ask(session, said) == ""
        ask(session, "reg_genmove p1")
        settings = think.asked[-1][1]
        return settings.iterations, settings.ms

    ask(session, "reg_genmove p1")
    assert (think.asked[-1][1].iterations, think.asked[-1][1].ms) == (1000, None)
    assert limits("set_limit iterations=5 ms=9") == (5, 9)
    assert limits("set_limit ms=7") == (None, 7)
    assert limits("set_search variant=pimc threads=2") == (None, 7)
    assert limits("set_limit iterations=3") == (3, None)
    assert think.asked[-1][1].variant == "pimc"
    assert think.asked[-1][1].threads == 2
    assert limits("set_limit none") == (1000, None)
    assert think.asked[-1][1].threads == 2


def test_every_decision_has_a_search_seed_that_depends_on_nothing_else() -> None:
    think = Recorder()
    session = _at_first_decision(think)

    def seed(said: str) -> int:
        ask(session, said)
        ask(session, f"reg_genmove {ask(session, 'to_move')}")
        return think.asked[-1][1].seed

    first = seed("search_seed 3")
    assert seed("name") == first
    assert seed("search_seed 4") != first
    assert seed("search_seed 3") == first
    second = seed("play p1 check")
    assert second != first
    assert seed("undo") == first
    state = ask(session, "state")
    assert seed(f"setstate {state}") != first


def test_the_explanation_tells_what_is_preferred_from_what_a_temperature_plays() -> None:
    """So do the lines of `info`: whoever asks for advice wants the first."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame kuhn seed=3", "referee chance", "level 1", "search_seed 4"):
        ask(session, line)
    assert ask(session, "reg_genmove p1") == "bet"
    assert ask(session, "search p1").startswith("info move check ")
    first, second, third = ask(session, "explain").splitlines()[:3]
    assert first.startswith("p1 prefers check: ")
    assert second == "it plays bet, drawn by its temperature"
    assert third.startswith("next bet: ")


def weighing_session(*lines: str) -> Session:
    """A session of kuhn with `weighted`, told some lines."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    told = ("newgame kuhn seed=3", "referee chance", "set_option variant weighted", *lines)
    for line in told:
        assert not ask(session, line).startswith("?"), line
    return session


def test_the_search_tells_by_what_its_worlds_were_weighted() -> None:
    session = weighing_session("play p1 bet")
    assert " root worlds 64 weighted 64 decisions 1 iterations 1000 " in ask(session, "search p2")
    said = ask(session, "explain").splitlines()
    assert "its worlds are 64, weighted by 1 decision of the others" in said
    first = weighing_session()
    assert " weighted 0 decisions 0 iterations 1000 " in ask(first, "search p1")
    assert "no worlds were weighted: it searched as so does" in ask(first, "explain").splitlines()


def test_the_explanation_in_numbers_has_what_the_words_and_the_info_line_have() -> None:
    session = weighing_session("play p1 bet", "set_search variant=weighted selection=puct")
    info = ask(session, "search p2")
    told = json.loads(ask(session, "explain json"))
    assert told["seat"] == "p2"
    assert told["weighted"] == {"worlds": 64, "decisions": 1}
    assert told["full"] is False
    root = f"worlds {told['worlds']} weighted 64 decisions 1 iterations {told['iterations']}"
    assert f" root {root} nodes {told['nodes']} depth {told['depth']} speed " in info
    assert told["line"] == told["moves"][0]["line"]
    assert told["best"] == told["preferred"] == told["moves"][0]["move"]
    words = []
    for move in told["moves"]:
        value = ",".join(f"{share:.4f}" for share in move["value"])
        words.append(
            f"info move {move['move']} visits {move['visits']} value {value} "
            f"spread {move['spread']:.4f} prior {move['prior']:.4f} "
            f"availability {move['availability']} pv {' '.join(move['line'])}"
        )
    assert info.startswith(" ".join(words))
    assert told["worth"] == []


def test_a_move_that_was_not_tried_is_worth_nothing_known() -> None:
    """Not a lost game: nobody looked at it."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame village players=3 seed=8", "set_limit iterations=1"):
        ask(session, line)
    mover = ask(session, "to_move")
    ask(session, f"search {mover}")
    first, second = ask(session, "explain").splitlines()[:2]
    assert re.fullmatch(rf"{mover} prefers \S+: 100% of the visits, wins \d+\.\d%", first)
    assert re.fullmatch(r"next \S+: 0% of the visits, not tried", second)
    moves = json.loads(ask(session, "explain json"))["moves"]
    assert [move["value"] is None for move in moves] == [False] + [True] * (len(moves) - 1)
    assert [move["spread"] is None for move in moves] == [False] + [True] * (len(moves) - 1)


def test_the_worth_in_numbers_is_that_in_words() -> None:
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    ask(session, "newgame village players=3 seed=8")
    mover = ask(session, "to_move")
    ask(session, f"search {mover}")
    told = json.loads(ask(session, "explain json"))["worth"]
    words = [line for line in ask(session, "explain").splitlines() if line.startswith("worth of ")]
    assert [f"{sum(terms.values()):.2f}" for terms in told] == [line.split()[3] for line in words]
    assert len(told) == 3


def test_a_payoff_is_told_as_one() -> None:
    """p1 bet: to fold costs p2 its ante, whatever p1 holds; a call of the best card wins 2."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame kuhn", "play chance deal:Q", "play chance deal:K", "play p1 bet"):
        ask(session, line)
    ask(session, "search p2")
    said = ask(session, "explain").splitlines()
    assert re.fullmatch(r"p2 prefers call: \d+% of the visits, mean payoff \+2\.00", said[0])
    assert re.fullmatch(r"next fold: \d+% of the visits, mean payoff -1\.00", said[1])


@pytest.mark.parametrize("variant", ["ris", "so"])
def test_shares_of_visits_add_up(variant: str) -> None:
    """In `ris` the root has but a part of the iterations."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame kuhn seed=3", "referee chance", f"set_option variant {variant}"):
        ask(session, line)
    ask(session, "search p1")
    shares = re.findall(r"(\d+)% of the visits", ask(session, "explain"))
    assert sum(map(int, shares)) == pytest.approx(100, abs=1)


@pytest.mark.parametrize(("game", "players"), [("village", 3), ("island", 4)])
def test_the_explanation_says_what_the_position_is_worth_by_terms(game: str, players: int) -> None:
    """A line a seat, its terms largest first; those too small to be shown are left out."""
    session = new_session()
    ask(session, f"newgame {game} players={players} seed=5")
    decisions = 0
    while decisions < 12:
        mover = ask(session, "to_move")
        decisions += mover != "chance"
        ask(session, f"genmove {mover}")
    lines = [line for line in ask(session, "explain").splitlines() if line.startswith("worth of ")]
    assert len(lines) == players
    for seat, line in enumerate(lines, 1):
        found = re.fullmatch(r"worth of p(\d): (-?\d+\.\d\d) = (.*)", line)
        assert found is not None
        assert int(found[1]) == seat
        terms = [float(term.rpartition(" ")[2]) for term in found[3].split(", ")]
        assert sum(terms) == pytest.approx(float(found[2]), abs=0.005 * 38)
        assert [abs(term) for term in terms] == sorted(map(abs, terms), reverse=True)
        assert len(terms) > 2


def test_a_move_that_was_asked_for_has_no_words_until_it_is_visited() -> None:
    """No value is made up for it: neither `analyze moves` nor `search` names it."""
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame village players=3 seed=8", "set_limit iterations=1"):
        ask(session, line)
    mover = ask(session, "to_move")
    tried, *others = ask(session, f"search {mover}").split("info move ")[1:]
    assert others == []
    last = session.setup.last
    assert last is not None
    game, found = last.game, last.search
    untried = {move.move for move in found.found.moves if move.visits == 0}
    visited = {move.move for move in found.found.moves if move.visits > 0}
    assert untried
    assert len(visited) == 1
    assert info_line(game, found, found.found, untried).startswith("root worlds 1 ")
    both = info_line(game, found, found.found, untried | visited)
    assert both == f"info move {tried}"
    assert both.count("info move ") == 1


def test_lines_have_the_same_length_in_words_and_in_numbers() -> None:
    session = engine_command.new_session(engine_command.Kernels(perf_counter))
    for line in ("newgame village players=2 seed=8", "set_limit iterations=50"):
        ask(session, line)
    ask(session, f"search {ask(session, 'to_move')}")
    last = session.setup.last
    assert last is not None
    events = last.result.line * MOST_EVENTS
    assert len(events) > MOST_EVENTS
    lines = {move: (move, *events) for move in last.search.lines}
    long = replace(
        last, search=replace(last.search, found=replace(last.result, line=events), lines=lines)
    )
    told = explanation_json(long)
    assert len(told["line"]) == MOST_EVENTS
    assert f"expected: {' '.join(told['line'])}" in explanation(long).splitlines()
    info = info_line(long.game, long.search, long.result)
    for move in told["moves"]:
        assert len(move["line"]) == MOST_EVENTS
        words = f"info move {move['move']} visits "
        if move["visits"]:
            assert info.split(words)[1].split(" pv ")[1].split(" ")[:MOST_EVENTS] == move["line"]
    first = info.split(" pv ")[1].partition(" info move ")[0].partition(" root worlds ")[0]
    assert first.split(" ") == told["moves"][0]["line"]
