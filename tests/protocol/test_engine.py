"""`hinterland engine` as a process: its streams, its end, and that it survives everything."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hinterland.protocol.client import Client
from hinterland.protocol.framing import LINE_LIMIT
from hinterland.tests.protocol.support import ENGINE

PATIENCE = 300.0
"""Seconds that no test waits for unless it fails; a cold cache is compiled within it."""

ANSWERS = re.compile(r"([=?]\d*( [^\n]+(\n[^\n]+)*)?\n\n)*")
OPENING = b"newgame kuhn seed=1\nplay chance deal:K\nplay chance deal:J\n"


@contextmanager
def engine() -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(ENGINE.split(), stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        with process:
            yield process
    finally:
        process.kill()


def answers_to(lines: bytes) -> list[str]:
    """All answers to an input that ends; the engine must end well, and say nothing else."""
    with engine() as process:
        written, complaints = process.communicate(lines, timeout=PATIENCE)
        assert process.returncode == 0
    assert b"Traceback" not in complaints
    text = written.decode()
    assert ANSWERS.fullmatch(text)
    return text.split("\n\n")[:-1]


def read_answer(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    lines = iter(process.stdout.readline, b"\n")
    return b"".join(lines).decode()


def test_no_input_is_a_clean_end() -> None:
    assert answers_to(b"") == []


def test_a_move_of_the_real_search() -> None:
    said = b"set_limit iterations=2000\n1 genmove p1\nto_move\n2 quit\n3 name\n"
    answers = answers_to(OPENING + said)
    assert answers[4] in ("=1 check", "=1 bet")
    assert answers[5:] == ["= p2", "=2"]


def test_long_lines_and_binary_bytes_are_survived() -> None:
    megabyte = b"setstate " + b"x" * (1 << 20)
    binary = bytes(code for code in range(256) if code != ord("\n"))
    lines = [b"1 " + megabyte, b"\x002 \xff\xfe\x80", b"3 play p1 " + binary, b"4 name", binary]
    answers = answers_to(b"\n".join(lines))
    assert answers[0] == f"?1 syntax: syntax error: line longer than {LINE_LIMIT} bytes"
    assert answers[1] == "?2 syntax: syntax error: line is not UTF-8"
    assert answers[2].startswith("?3 no_game: ")
    assert answers[3] == "=4 Hinterland"
    assert answers[4].startswith("? unknown_command: ")


def test_the_end_of_input_in_the_middle_of_a_search() -> None:
    answers = answers_to(OPENING + b"set_limit ms=500\n7 genmove p1\n8 showbo")
    assert answers[-2] in ("=7 check", "=7 bet")
    assert answers[-1] == "?8 unknown_command: unknown command 'showbo'"


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    with engine() as process:
        assert process.stdin is not None
        process.stdin.write(OPENING + b"reg_genmove p1\nset_limit ms=60000\ngenmove p1\n")
        process.stdin.flush()
        for _ in range(5):
            assert read_answer(process).startswith("=")
        process.send_signal(signal.SIGINT)
        written, complaints = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert written == b""
    assert b"Traceback" not in complaints


def test_a_closed_output_is_a_clean_end() -> None:
    with engine() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"name\nname\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_from_the_start(closing: str) -> None:
    command = ["sh", "-c", f"{ENGINE} {closing}"]
    ended = subprocess.run(command, input=b"name\n", capture_output=True, timeout=PATIENCE)
    assert ended.returncode == 0
    assert ended.stdout == (b"= Hinterland\n\n" if closing == "2>&-" else b"")
    assert ended.stderr == b""


STRAY = """
import os
import hinterland.protocol.commands.administrative as administrative
from hinterland.protocol.session import Command
from hinterland.protocol import engine_command

def name(session, words):
    print("stray")
    os.write(1, b"stray")
    return "a name"

engine_command.COMMANDS["name"] = Command(name, "name")
engine_command.command(standalone_mode=False)
"""


def test_what_is_printed_besides_goes_to_stderr() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STRAY], input=b"name\n", capture_output=True, timeout=PATIENCE
    )
    assert ended.stdout == b"= a name\n\n"
    assert ended.stderr.count(b"stray") == 2


def test_compiling_is_announced_on_stderr(tmp_path: os.PathLike[str]) -> None:
    environment = {**os.environ, "HINTERLAND_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    complaints = [
        subprocess.run(
            ENGINE.split(),
            input=b"newgame kuhn\nto_move\nnewgame kuhn\n",
            capture_output=True,
            timeout=PATIENCE,
            env=environment,
        ).stderr
        for _ in range(2)
    ]
    assert complaints == [b"compiling the kernels of kuhn (once)\n", b""]


def test_a_client_drives_an_engine() -> None:
    with Client.start(ENGINE) as client:
        assert client.ask("name", PATIENCE) == "Hinterland"
        assert client.ask("list_commands", PATIENCE).startswith("protocol_version\nname\n")
        assert client.ask("quit", PATIENCE) == ""
