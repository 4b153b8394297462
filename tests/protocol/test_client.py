"""The client: what it sends, what it takes for an answer, and how it names what is wrong."""

import os
import shlex
from pathlib import Path

import pytest

from hinterland.engine.errors import BadArgument
from hinterland.protocol.client import (
    AnswerTimeout,
    BadAnswer,
    Client,
    ClientError,
    EngineDied,
    Refused,
)
from hinterland.protocol.process import EngineProcess

PATIENCE = 20.0
"""Seconds that no test waits for unless it fails."""


class Script:
    """The engine's part in a conversation: what it must be sent, and the lines it answers."""

    command = "scripted"

    def __init__(self, *exchanges: tuple[str, list[str]]) -> None:
        self._expected = list(exchanges)
        self._lines: list[str] = []
        self.unread = b""
        self.now = 0.0
        self.closed = False

    def clock(self) -> float:
        return self.now

    def send(self, line: str, deadline: float) -> None:
        expected, lines = self._expected.pop(0)
        assert line == expected
        self._lines = list(lines)

    def read_line(self, deadline: float) -> str:
        if not self._lines:
            raise AnswerTimeout("late")
        return self._lines.pop(0)

    def close(self) -> None:
        self.closed = True
        assert not self._expected


def test_answers_are_asked_for_by_number() -> None:
    script = Script(
        ("1 name", ["=1 Hinterland", ""]),
        ("2 newgame kuhn", ["=2", ""]),
        ("3 showboard", ["=3 a", "b c", ""]),
        ("4 name", ["=4   padded \r", "\r"]),
    )
    with Client(script) as client:
        assert client.ask("name", 1.0) == "Hinterland"
        assert client.ask("newgame kuhn", 1.0) == ""
        assert client.ask("showboard", 1.0) == "a\nb c"
        assert client.ask("name", 1.0) == "padded"
    assert script.closed


@pytest.mark.parametrize(
    ("answer", "code", "text"),
    [
        ("?1 illegal_move: no: never", "illegal_move", "no: never"),
        ("?1 unknown command", "unknown", "unknown command"),
        ("?1 Odd: text", "unknown", "Odd: text"),
        ("?1", "unknown", ""),
    ],
)
def test_a_refusal_carries_its_code(answer: str, code: str, text: str) -> None:
    client = Client(Script(("1 play p1 x", [answer, ""])))
    with pytest.raises(Refused) as caught:
        client.ask("play p1 x", 1.0)
    assert (caught.value.code, caught.value.text) == (code, text)
    assert str(caught.value) == f"{code}: {text}"


@pytest.mark.parametrize("line", ["", " ", "name\nname", "name # a", "play p1 \udc80", "\ud800"])
def test_what_is_no_command_is_not_sent(line: str) -> None:
    client = Client(Script(("1 name", ["=1 Hinterland", ""])))
    with pytest.raises(BadArgument, match="not one command"):
        client.ask(line, 1.0)
    assert client.ask("name", 1.0) == "Hinterland"


@pytest.mark.parametrize("line", ["hello", "", "= x", "=2 x", "=1x", "?2 x", "=01 x", " =1 x"])
def test_what_is_no_answer_to_the_command_is_named(line: str) -> None:
    client = Client(Script(("1 name", [line, ""])))
    with pytest.raises(BadAnswer, match=r"scripted' answered .* to command 1, 'name'"):
        client.ask("name", 1.0)


def test_what_was_written_unasked_is_named() -> None:
    script = Script()
    script.unread = b"hello"
    with pytest.raises(BadAnswer, match="outside an answer: 'hello'"):
        Client(script).ask("name", 1.0)


def test_a_late_answer_is_named_with_its_command() -> None:
    client = Client(Script(("1 genmove p1", ["=1 bet"])))
    with pytest.raises(AnswerTimeout, match=r"'scripted' did not answer 'genmove p1' within 2.5 s"):
        client.ask("genmove p1", 2.5)


def test_late_answers_are_not_those_to_the_next_command() -> None:
    script = Script(
        ("1 search p1", ["=1 info"]),
        ("2 genmove p1", ["more", "", "?2 game_over: over"]),
        ("3 name", ["", "=3 Hinterland", ""]),
        ("4 version", ["=4 1", ""]),
    )
    client = Client(script)
    for line in ("search p1", "genmove p1"):
        with pytest.raises(AnswerTimeout, match=f"did not answer '{line}'"):
            client.ask(line, 1.0)
        script.unread = b"what is left of it"
    assert client.ask("name", 1.0) == "Hinterland"
    script.unread = b""
    assert client.ask("version", 1.0) == "1"


def test_a_process_that_was_late_goes_on() -> None:
    script = "sleep 0.5; while read number name; do echo =$number ${#name}; echo; done"
    with Client.start(shell(script)) as client:
        for line in ("name", "x" * 200_000):
            with pytest.raises(AnswerTimeout):
                client.ask(line, 0.02)
        assert client.ask("version", PATIENCE) == "7"


@pytest.mark.parametrize("line", ["", "  ", "name\nname", "name # why"])
def test_only_whole_commands_are_sent(line: str) -> None:
    with pytest.raises(BadArgument):
        Client(Script()).ask(line, 1.0)


def shell(script: str) -> str:
    return f"sh -c {shlex.quote(script)}"


@pytest.mark.parametrize("command", ["no-such-program-here", "", "'open", "/"])
def test_a_command_that_cannot_be_started(command: str) -> None:
    with pytest.raises(EngineDied, match="cannot start"):
        Client.start(command)


def test_a_process_answers() -> None:
    with Client.start(shell("read line; echo =1 $line; echo")) as client:
        assert client.ask("name", PATIENCE) == "1 name"


@pytest.mark.parametrize(
    ("script", "kind", "what"),
    [
        ("echo boom >&2; echo >&2; exit 3", EngineDied, "ended with exit code 3: boom"),
        ("exit 0", EngineDied, "ended with exit code 0$"),
        ("kill -9 $$", EngineDied, "ended by signal 9$"),
        ("read line; echo =1; exit 4", EngineDied, "ended with exit code 4"),
        ("exec >&-; read line; read line; exit 5", EngineDied, "ended with exit code 5"),
        ("yes", BadAnswer, "'y'"),
        ("tr '\\0' x </dev/zero", BadAnswer, "more than"),
        ("printf '\\377\\n'; sleep 1000", BadAnswer, "no UTF-8"),
    ],
)
def test_what_goes_wrong_with_a_process(script: str, kind: type[ClientError], what: str) -> None:
    with Client.start(shell(script)) as client, pytest.raises(kind, match=what):
        client.ask("name", PATIENCE)


@pytest.mark.parametrize("line", ["name", f"setstate {'x' * 500_000}"])
def test_a_process_that_neither_reads_nor_writes_is_late(line: str) -> None:
    with Client.start("sleep 1000") as client, pytest.raises(AnswerTimeout):
        client.ask(line, 0.05)


def test_the_clock_of_a_process_may_be_another() -> None:
    process = EngineProcess("sleep 1000", clock=iter(range(100)).__next__)
    with pytest.raises(AnswerTimeout):
        process.read_line(deadline=0.0)
    process.close()


def test_a_process_that_has_ended_by_itself_can_be_closed() -> None:
    process = EngineProcess("cat")
    assert process.end(process.clock() + PATIENCE) == 0
    process.close()


def test_a_full_pipe_blocks_nobody() -> None:
    script = (
        "read line; head -c 300000 /dev/zero >&2; echo =1; head -c 300000 /dev/zero; echo; echo"
    )
    with Client.start(shell(script)) as client:
        assert len(client.ask("name", PATIENCE)) == 300_000


def test_close_ends_everything_that_was_started(tmp_path: Path) -> None:
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    process = EngineProcess(shell(f"trap '' TERM HUP; sleep 1000 >{pipe} & echo on; wait"))
    assert process.read_line(process.clock() + PATIENCE) == "on"
    process.close(grace=0.0)
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b""  # nobody holds the other end any more
    os.close(reader)
    process.close()
    with pytest.raises(EngineDied):
        process.send("name", process.clock() + PATIENCE)
