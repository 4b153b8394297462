"""Lines read ahead: which call others off, how many may wait, and when the session ponders."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.protocol.inbox import Inbox, calls_off
from hinterland.protocol.outside import Thought
from hinterland.protocol.serve import serve
from hinterland.protocol.session import Session
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.protocol.support import InstantThought, ask, new_session

PATIENCE = 60.0


@pytest.mark.parametrize(
    ("line", "off"),
    [
        (b"stop\n", True), (b"7 stop\n", True), (b" stop # now\n", True), (b"st\x00op\n", True),
        (b"# interrupt\n", True), (b"#interrupt\n", True), (b"  # interrupt  \r\n", True),
        (b"stop now\n", False), (b"play p1 stop\n", False), (b"# stop\n", False),
        (b"name # interrupt\n", False), (b"# interrupts\n", False), (b"interrupt\n", False),
        (b"\n", False), (b"stopped\n", False),
    ],
)  # fmt: skip
def test_which_lines_call_others_off(line: bytes, off: bool) -> None:
    assert calls_off(line) == off


def read_whole(lines: bytes, most_waiting: int = 1 << 20) -> Inbox:
    """An inbox that has read everything."""
    inbox = Inbox(io.BytesIO(lines), most_waiting)
    inbox._read()
    return inbox


def test_only_lines_before_are_called_off() -> None:
    inbox = read_whole(b"one\ntwo\nstop\nfour\n# interrupt\nsix\n")
    called_off = []
    while line := inbox.take():
        called_off.append((line.number, inbox.cancelled()))
    assert called_off == [(1, True), (2, True), (3, True), (4, True), (5, False), (6, False)]
    assert inbox.waiting()  # for the end


def test_an_interrupt_calls_off_the_line_taken_last() -> None:
    inbox = read_whole(b"one\ntwo\n")
    inbox.take()
    assert not inbox.cancelled()
    inbox.interrupt()
    assert inbox.cancelled()
    inbox.take()
    assert not inbox.cancelled()


def test_what_is_too_much_to_wait_is_refused_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = b"1 showboard " + b"x" * 300
    inbox = read_whole(b"\n".join((long, b"2 name", b"3 " + b"y" * 500, b"4 name", b"")), 100)
    lines = [inbox.take() for _ in range(4)]
    assert [line and line.refused for line in lines] == [False, True, True, True]
    assert all(line is not None and len(line.raw) <= 313 for line in lines)
    answers = io.BytesIO()
    session, thread = new_session(), read_whole(long + b"\n2 name\n# a comment\n3 name\n", 100)
    monkeypatch.setattr(thread, "start", lambda: None)
    serve(session, thread, answers)
    assert answers.getvalue().decode().split("\n\n")[1:] == [
        "?2 busy: too many commands are waiting",
        "?3 busy: too many commands are waiting",
        "",
    ]


def test_stop_is_taken_however_much_waits() -> None:
    long = b"stop #" + b"x" * 300 + b"\n"
    inbox = read_whole(b"1 name " + b"x" * 300 + b"\n2 name\n3 stop\n# interrupt\n" + long, 100)
    refused = []
    while line := inbox.take():
        refused.append(line.refused)
        assert len(line.raw) < 310
        assert inbox.cancelled() == (line.number < 5)
    assert refused == [False, True, False, False, True]


class Pondering:
    """Searches that are kept, with what they were asked for."""

    def __init__(self) -> None:
        self.begun: list[tuple[bytes, SearchSettings, InstantThought]] = []

    def __call__(
        self, game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        best = int(game.legal(knowledge.view)[-1])
        thought = InstantThought(game, knowledge, best)
        self.begun.append((knowledge.tobytes(), settings, thought))
        return thought


def pondering(*said: str) -> tuple[Session, Pondering]:
    searches = Pondering()
    session = new_session(begin=searches)
    for line in said:
        assert ask(session, line) == ""
    return session, searches


OPENING = ("newgame kuhn seat=p1", "play chance deal:K", "play chance deal:?")


def test_nothing_is_pondered_unless_it_is_asked_for() -> None:
    session, searches = pondering(*OPENING)
    assert not session.ponder(lambda: True)
    assert searches.begun == []
    session, _ = pondering("ponder on")
    assert not session.ponder(lambda: True)


def test_the_decision_on_the_table_is_pondered_and_served() -> None:
    session, searches = pondering(*OPENING, "ponder on")
    assert session.ponder(lambda: True)
    assert session.ponder(lambda: True)
    assert ask(session, "genmove p1") == "bet"
    assert len(searches.begun) == 1
    assert ask(session, "undo") == ""
    assert ask(session, "genmove p1") == "bet"
    assert len(searches.begun) == 2


def test_a_pondered_search_serves_no_other_settings() -> None:
    session, searches = pondering(*OPENING, "ponder on")
    session.ponder(lambda: True)
    ask(session, "set_limit iterations=7")
    ask(session, "reg_genmove p1")
    assert len(searches.begun) == 1
    session.ponder(lambda: True)
    ask(session, "set_search variant=mo")
    ask(session, "reg_genmove p1")
    assert len(searches.begun) == 3


def test_the_next_decision_of_the_expected_line_is_pondered() -> None:
    """After p1's check, the line says p2 will bet: what p1 knows then is searched meanwhile."""
    session, searches = pondering(*OPENING, "ponder on")
    kuhn = session.position.game
    line = tuple(map(kuhn.notation.parse, ("check", "bet", "fold")))
    ask(session, "search p1")
    last = session.setup.last
    assert last is not None
    expected = replace(last.result, best=line[0], line=line)
    search = replace(last.search, found=expected)
    session.setup = replace(session.setup, last=replace(last, search=search))
    ask(session, "play p1 check")
    assert session.ponder(lambda: True)
    assert len(searches.begun) == 2
    ask(session, "play p2 bet")
    assert ask(session, "genmove p1") == "call"
    assert len(searches.begun) == 2
    assert searches.begun[1][0] != searches.begun[0][0]


def test_what_was_not_expected_is_not_served() -> None:
    session, searches = pondering(*OPENING, "ponder on", "play p1 check")
    assert not session.ponder(lambda: True)
    assert searches.begun == []
    ask(session, "play p2 bet")
    assert ask(session, "genmove p1") == "call"
    assert len(searches.begun) == 1


def test_a_fault_while_pondering_ends_the_pondering_alone() -> None:
    reported: list[Exception] = []

    def broken(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        raise RuntimeError("no search today")

    session = new_session(begin=broken, report=reported.append)
    for line in (*OPENING, "ponder on"):
        ask(session, line)
    assert not session.ponder(lambda: True)
    assert [str(error) for error in reported] == ["no search today"]
    assert ask(session, "get_option ponder") == "false"
    assert ask(session, "to_move") == "p1"


def test_the_loop_ponders_while_no_line_waits() -> None:
    pondered, released = Event(), Event()

    class Slow(io.BytesIO):
        """Has nothing to read until the session has pondered."""

        def readline(self, size: int | None = -1) -> bytes:
            if self.tell() == 0:
                assert pondered.wait(PATIENCE)
                released.set()
            return super().readline(size)

    class Watched(Session):
        def ponder(self, waiting: Callable[[], bool]) -> bool:
            pondered.set()
            assert released.wait(PATIENCE)
            return False

    session = new_session()
    watched = Watched(session.commands, session.outside)
    answers = io.BytesIO()
    serve(watched, Inbox(Slow(b"name\n")), answers)
    assert answers.getvalue() == b"= Hinterland\n\n"
