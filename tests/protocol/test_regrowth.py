"""The tree of a seat's last search, over the protocol: when the next search goes on in it."""

from time import perf_counter

import pytest

from hinterland.protocol.engine_command import Kernels, new_session
from hinterland.protocol.session import Session
from hinterland.tests.protocol.support import ask

ITERATIONS = 2000
DEALT = ("play chance deal:K", "play chance deal:Q")
ON = ("play p1 check", "play p2 check")


def told(*lines: str) -> Session:
    """A session of leduc with reuse, told some lines."""
    session = new_session(Kernels(perf_counter))
    for line in ("set_option reuse yes", f"set_limit iterations={ITERATIONS}", *lines):
        answer = ask(session, line)
        assert not answer.startswith("?"), answer
    return session


def taken_over(session: Session) -> int:
    """Visits of the root that the last search did not make itself."""
    last = session.setup.last
    assert last is not None
    assert last.result.iterations == ITERATIONS
    return sum(move.visits for move in last.result.moves) - ITERATIONS


FULL = ("newgame leduc", *DEALT, "reg_genmove p1")
SEAT = ("newgame leduc seat=p1", "play chance deal:K", "play chance deal:?", "reg_genmove p1")


@pytest.mark.parametrize("begun", [FULL, SEAT])
def test_the_next_search_of_a_seat_goes_on_in_the_tree_of_its_last(begun: tuple[str, ...]) -> None:
    session = told(*begun)
    assert taken_over(session) == 0
    for line in (*ON, "play chance public:J", "reg_genmove p1"):
        ask(session, line)
    assert 0 < taken_over(session) < ITERATIONS


def test_a_seat_goes_on_in_its_own_tree_though_another_searched_since() -> None:
    session = told(*FULL, "play p1 check", "reg_genmove p2", "play p2 check")
    assert taken_over(session) == 0
    for line in ("play chance public:J", "reg_genmove p1"):
        ask(session, line)
    assert taken_over(session) > 0


@pytest.mark.parametrize(
    "between",
    [
        ("set_option reuse no",),
        ("set_option reuse auto",),
        ("set_option exploration 0.5",),
        ("set_option variant pimc",),
        ("clear_board", *DEALT, *ON, "play chance public:J"),
    ],
)
def test_other_settings_and_other_games_begin_anew(between: tuple[str, ...]) -> None:
    session = told(*FULL, *ON, "play chance public:J", *between, "reg_genmove p1")
    assert taken_over(session) == 0


def test_what_a_seat_saw_differently_is_not_taken_over() -> None:
    """After an undo the last search was of a decision that this game never came to."""
    other = ("undo 2", "play chance deal:J", "play chance deal:Q", *ON, "play chance public:K")
    session = told(*FULL, *other, "reg_genmove p1")
    assert taken_over(session) == 0
