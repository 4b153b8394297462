"""`hinterland engine` as a process: its streams, its end, and that it survives everything."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hinterland.protocol.client import Client
from hinterland.protocol.framing import LINE_LIMIT
from hinterland.tests.protocol.support import ENGINE

PATIENCE = 300.0
"""Seconds that no test waits for unless it fails; a cold cache is compiled within it."""

ANSWERS = re.compile(r"([=?]\d*( [^\n]+)?(\n[^\n]+)*\n\n)*")
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


LONG = b"set_limit ms=100000\n"


@contextmanager
def searching(*said: bytes) -> Iterator[subprocess.Popen[bytes]]:
    """An engine at the first decision of Kuhn, without a limit, that was sent some lines."""
    with engine() as process:
        send(process, OPENING + b"reg_genmove p1\n" + LONG)
        for _ in range(5):
            assert read_answer(process).startswith("=")
        send(process, *said)
        yield process


def send(process: subprocess.Popen[bytes], *lines: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(b"".join(lines))
    process.stdin.flush()


def rest(process: subprocess.Popen[bytes]) -> list[str]:
    """The answers that are still to come when the input ends; the engine must end well."""
    written, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert COMPILING.fullmatch(said)  # nothing else, and that only where the cache is cold
    assert ANSWERS.fullmatch(written.decode())
    return written.decode().split("\n\n")[:-1]


@pytest.mark.parametrize(("line", "answered"), [(b"9 stop\n", ["=9"]), (b"# interrupt\n", [])])
def test_a_search_is_called_off_and_answers_stay_in_order(line: bytes, answered: list[str]) -> None:
    with searching(b"1 reg_genmove p1\n2 genmove p1\n3 to_move\n", line, b"4 name\n") as process:
        answers = rest(process)
    assert answers[0] in ("=1 check", "=1 bet")
    assert answers[1] in ("=2 check", "=2 bet")
    assert answers[2:] == ["=3 p2", *answered, "=4 Hinterland"]


def test_other_lines_do_not_call_a_search_off() -> None:
    with engine() as process:
        said = b"set_limit iterations=3000\nsearch p1\nstopp\n# interrupts\nstop now\n"
        send(process, OPENING, b"search p1\n", said)
        answers = rest(process)
    assert " iterations 3000 " in answers[5]


def test_an_interrupt_signal_stops_the_search_and_not_the_process() -> None:
    with searching(b"1 genmove p1\n") as process:
        assert process.stdout is not None
        while not select.select([process.stdout], [], [], 0.02)[0]:
            process.send_signal(signal.SIGINT)
        assert read_answer(process).startswith("=1 ")
        send(process, b"2 analyze p2 interval 1\n")
        assert process.stdout.readline() == b"=2\n"
        process.send_signal(signal.SIGINT)
        assert read_answer(process).startswith("info ")
        process.send_signal(signal.SIGINT)
        send(process, b"3 name\n")
        assert rest(process) == ["=3 Hinterland"]


@pytest.mark.parametrize("line", [b"7 name\n", b"\n", b"# a comment\n", b"7 nonsense\n"])
def test_any_line_ends_an_analysis(line: bytes) -> None:
    with searching(b"3 analyze p1 interval 20 moves bet\n") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"=3\n"
        first = process.stdout.readline().decode()
        assert INFO.fullmatch(first)
        assert process.stdout.readline().decode().startswith("info move bet visits ")
        send(process, line)
        last = read_answer(process).split("\n")[-2]
        assert visits(last) > visits(first)
        assert [answer[:2] for answer in rest(process)] in ([], ["=7"], ["?7"])


COMPILING = re.compile(rb"(compiling \w+: \d+ kernels in \d+ s\n)*")

INFO = re.compile(
    r"info move bet visits \d+ value [01]\.\d{4},[01]\.\d{4} spread 0\.\d{4}"
    r" availability \d+ pv bet( \S+)*"
    r" root worlds \d+ iterations \d+ nodes \d+ depth \d+ speed \d+\n"
)


def visits(info: str) -> int:
    return int(info.split(" ")[4])


def test_the_end_of_input_ends_an_analysis() -> None:
    with searching(b"3 analyze p1\n") as process:
        (answer,) = rest(process)
    assert re.fullmatch(r"=3(\ninfo move .* speed \d+)+", answer)


def test_a_refused_analysis_begins_with_its_refusal() -> None:
    answers = answers_to(OPENING + b"1 analyze p2\n2 analyze p1 moves call\n")
    assert [answer.split(":")[0] for answer in answers[3:]] == [
        "?1 not_your_turn",
        "?2 illegal_move",
    ]


def test_pondering_goes_on_while_no_line_comes() -> None:
    with engine() as process:
        send(process, OPENING, b"set_limit iterations=10000000 ms=1\nponder on\n")
        for _ in range(5):
            assert read_answer(process) == "=\n"
        assert iterations_after_silence(process) > PONDERED
        send(process, b"set_limit iterations=200\nsearch p1\n")
        assert " iterations 200 " in rest(process)[-1]


@pytest.mark.parametrize("limit", ["level 1", "set_limit iterations=3000"])
def test_pondering_adds_nothing_to_a_limit_of_iterations(limit: str) -> None:
    found = []
    for switch in ("off", "on"):
        with engine() as process:
            send(process, OPENING, f"search p1\n{limit}\nponder {switch}\n".encode())
            for _ in range(6):
                assert read_answer(process).startswith("=")
            assert not select.select([process.stdout], [], [], 0.3)[0]
            send(process, b"search p1\n")
            found.append(rest(process)[-1].split(" speed ")[0])
    assert found[0] == found[1]


PONDERED = 100_000
"""More iterations than a search of one millisecond has."""


def iterations_after_silence(process: subprocess.Popen[bytes]) -> int:
    """The iterations of a search after a time in which nothing was said or answered."""
    for _ in range(100):
        assert not select.select([process.stdout], [], [], 0.1)[0]
        send(process, b"search p1\n")
        iterations = int(read_answer(process).split(" iterations ")[1].split(" ")[0])
        if iterations > PONDERED:
            break
    return iterations


def test_termination_ends_a_search_at_once() -> None:
    with searching(b"set_search threads=2\ngenmove p1\n") as process:
        assert read_answer(process) == "=\n"
        process.terminate()
        assert process.wait(1.0) == -signal.SIGTERM


def test_a_closed_output_is_a_clean_end() -> None:
    with engine() as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "arguments",
    ["engine", "match kuhn --bot random --bot random --groups 1 --workers 1 --output", "--version"],
)
def test_a_full_disk_under_the_output_is_one_line(arguments: str, tmp_path: Path) -> None:
    words = arguments.split()
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [*ENGINE.split()[:-1], *words, *([str(tmp_path / "out")] if len(words) > 1 else [])],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            input=b"name\nname\n",
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 1
    told = [line for line in ended.stderr.splitlines() if not line.startswith(b"journal: ")]
    assert len(told) == 1
    assert told[0].startswith(b"hinterland: ")
    assert told[0].endswith(b"No space left on device")


def test_a_closed_output_ends_a_search_at_once() -> None:
    with searching(b"genmove p1\n") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(1.0) == 0
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
import sys
import hinterland.protocol.commands.administrative as administrative
from hinterland.protocol.session import Command
from hinterland.protocol import engine_command

def name(session, words):
    print("stray")
    os.write(1, b"stray")
    print("stray", file=sys.stderr, flush=True)
    return "a name"

engine_command.COMMANDS["name"] = Command(name, "name")
engine_command.command(standalone_mode=False)
"""


def test_what_is_printed_besides_goes_to_stderr() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STRAY], input=b"name\n", capture_output=True, timeout=PATIENCE
    )
    assert ended.stdout == b"= a name\n\n"
    assert ended.stderr.count(b"stray") == 3


@contextmanager
def bad_stderr(kind: str) -> Iterator[int]:
    """A descriptor that takes no message."""
    reader, writer = os.pipe()
    os.close(reader)
    full = os.open("/dev/full", os.O_WRONLY)
    yield full if kind == "full" else writer
    os.close(full)
    os.close(writer)


BAD_STDERR = ("closed", "full", "unread")


def with_bad_stderr(kind: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run Python while its standard error takes nothing."""
    closing = "2>&-" if kind == "closed" else ""
    with bad_stderr(kind) as stderr:
        return subprocess.run(
            ["sh", "-c", f'exec "$0" "$@" {closing}', sys.executable, *arguments],
            input=b"name\nname\n",
            stdout=subprocess.PIPE,
            stderr=stderr,
            timeout=PATIENCE,
        )


@pytest.mark.parametrize("kind", BAD_STDERR)
def test_messages_that_cannot_be_written_are_dropped(kind: str) -> None:
    """What is printed to either stream; a raw write to a broken descriptor still raises."""
    ended = with_bad_stderr(kind, "-c", STRAY.replace('os.write(1, b"stray")', "pass"))
    assert (ended.returncode, ended.stdout) == (0, b"= a name\n\n= a name\n\n")


@pytest.mark.parametrize("kind", BAD_STDERR)
@pytest.mark.parametrize("command", ["nonsense", "match kuhn", "check"])
def test_bad_input_is_told_by_the_exit_code_at_least(command: str, kind: str) -> None:
    ended = with_bad_stderr(kind, "-m", "hinterland", *command.split())
    assert (ended.returncode, ended.stdout) == (2, b"")


TELLING = (
    "import hinterland.protocol.compiling as compiling\n"
    "compiling.EVERY = 0.0\n"
    "from hinterland.protocol.engine_command import command\n"
    "command([])\n"
)
"""An engine that says at every kernel how far it is."""


def test_compiling_is_told_on_stderr(tmp_path: os.PathLike[str]) -> None:
    environment = {**os.environ, "HINTERLAND_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    cold, warm = (
        subprocess.run(
            [sys.executable, "-c", TELLING],
            input=b"newgame kuhn\nto_move\nnewgame kuhn\n",
            capture_output=True,
            timeout=PATIENCE,
            env=environment,
        )
        for _ in range(2)
    )
    first, *more = cold.stderr.decode().splitlines()
    assert first == "compiling the kernels of kuhn (once)"
    assert len(more) > 3
    for number, line in enumerate(more, 1):
        assert re.fullmatch(rf"compiling kuhn: {number} kernels in \d+ s", line)
    assert warm.stderr == b""
    assert cold.stdout == warm.stdout == b"=\n\n= chance\n\n=\n\n"


@contextmanager
def compiling(cache: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An engine that compiles its first kernels."""
    environment = {**os.environ, "HINTERLAND_CACHE_DIR": str(cache)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        ENGINE.split(), stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    )
    try:
        with process:
            send(process, b"1 newgame leduc seed=1\n2 to_move\n")
            assert process.stderr is not None
            assert process.stderr.readline() == b"compiling the kernels of leduc (once)\n"
            assert not select.select([process.stdout], [], [], 0.2)[0], "compiled already"
            yield process
    finally:
        process.kill()


def test_termination_ends_compiling_within_a_second(tmp_path: Path) -> None:
    with compiling(tmp_path) as process:
        process.terminate()
        assert process.wait(1.0) == -signal.SIGTERM


def test_a_closed_output_ends_compiling_within_a_second(tmp_path: Path) -> None:
    with compiling(tmp_path) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(1.0) == 0


def test_an_interrupt_signal_does_not_harm_compiling(tmp_path: Path) -> None:
    with compiling(tmp_path) as process:
        signals = 0
        while not select.select([process.stdout], [], [], 0.02)[0]:
            process.send_signal(signal.SIGINT)
            signals += 1
        assert signals > 1
        assert rest(process) == ["=1", "=2 chance"]


def test_a_client_drives_an_engine() -> None:
    with Client.start(ENGINE) as client:
        assert client.ask("name", PATIENCE) == "Hinterland"
        assert client.ask("list_commands", PATIENCE).startswith("protocol_version\nname\n")
        assert client.ask("quit", PATIENCE) == ""
