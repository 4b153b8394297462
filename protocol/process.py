"""An engine in a process group of its own, read and written within time limits."""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Callable
from time import monotonic, sleep
from types import TracebackType
from typing import IO, Final, Self

from hinterland.protocol.descendants import kill_marked, marked, new_mark
from hinterland.protocol.errors import AnswerTimeout, BadAnswer, ClientError, EngineDied, Flood

MAX_UNREAD: Final = 1 << 24
"""The most bytes that an engine may write before they are asked for."""

_CHUNK: Final = 1 << 16
_KEPT_STDERR: Final = 4096
_LOOK: Final = 0.2
"""Seconds of silence after which the process is looked at."""

_MOMENT: Final = 0.1
"""Seconds between the end of its pipes and that of the process, at most."""


class EngineProcess:
    """A command line started as a process, whose lines are sent and read within time limits.

    Bytes move in both directions while either is waited for, so a full pipe blocks nobody.
    """

    def __init__(self, command: str, clock: Callable[[], float] = monotonic) -> None:
        """Start `command`, split as a shell splits words; `EngineDied` if that cannot be done."""
        self.command = command
        self.clock = clock
        self._mark = new_mark()
        self._process = _start(command, self._mark)
        self._stdin = _pipe(self._process.stdin)
        self._stdout = _pipe(self._process.stdout)
        self._stderr = _pipe(self._process.stderr)
        self._unsent, self._unread, self._complaint = bytearray(), bytearray(), bytearray()
        self._ended = self._closed = self._killed = False
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ, self._take_stdout)
        self._selector.register(self._stderr, selectors.EVENT_READ, self._take_stderr)

    def send(self, line: str, deadline: float) -> None:
        """Write a line before `clock` shows `deadline`."""
        self._check_alive()
        self._unsent += f"{line}\n".encode()  # after what was late, if anything was
        self._selector.register(self._stdin, selectors.EVENT_WRITE, self._give_stdin)
        try:
            while self._unsent and not self._ended:
                self._pump(deadline)
        finally:
            self._selector.unregister(self._stdin)
        self._check_alive()

    def read_line(self, deadline: float) -> str:
        """The next line of output, without its newline, before `clock` shows `deadline`."""
        while (end := self._unread.find(b"\n")) < 0:
            self._check_alive()
            self._pump(deadline)
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise BadAnswer(f"{self.command!r} wrote no UTF-8: {line[:80]!r}") from None

    @property
    def unread(self) -> bytes:
        """What has come and was not asked for yet."""
        return bytes(self._unread)

    def end(self, deadline: float) -> int:
        """Close the engine's input; its exit code. `AnswerTimeout` if it goes on running."""
        self._stdin.close()
        return self.wait(deadline)

    def wait(self, deadline: float) -> int:
        """The exit code when the engine ends by itself; `AnswerTimeout` if it goes on running."""
        while self._selector.get_map():
            self._pump(deadline)
        try:
            return self._process.wait(max(deadline - self.clock(), 0.0))
        except subprocess.TimeoutExpired:
            raise AnswerTimeout(f"{self.command!r} is late") from None

    def close(self, grace: float = 1.0) -> None:
        """Close the engine's input, give it `grace` seconds to end, and kill what is left of it.

        That is all it has started, wherever it went.
        """
        if self._closed:
            return
        self._closed = True
        self._stdin.close()
        self._drain(grace)
        self._killed = not self._leaves_soon()
        # Its leader is not reaped yet, so the number of the group is still its own.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        kill_marked(self._mark)
        self._process.wait()
        self._selector.close()
        self._stdout.close()
        self._stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _pump(self, deadline: float) -> None:
        """Move bytes as soon as some can be moved; `AnswerTimeout` at the deadline."""
        left = deadline - self.clock()
        ready = self._selector.select(max(min(left, _LOOK), 0.0))
        if not ready and left <= 0.0:
            raise AnswerTimeout(f"{self.command!r} is late")
        if not ready and self._has_left():
            self._ended = True  # whoever it has started may hold its pipes open
        for key, _ in ready:
            key.data()

    def _has_left(self) -> bool:
        """Whether the process has ended; it is not reaped by that."""
        if self._process.returncode is not None:
            return True
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, how) is not None

    def _leaves_soon(self) -> bool:
        """Whether the process has ended, or does now: its pipes close a moment earlier."""
        deadline = monotonic() + _MOMENT
        while not self._has_left():
            if monotonic() >= deadline:
                return False
            sleep(0.005)
        return True

    def _give_stdin(self) -> None:
        try:
            del self._unsent[: os.write(self._stdin.fileno(), self._unsent)]
        except BrokenPipeError:
            self._ended = True

    def _take_stdout(self) -> None:
        data = os.read(self._stdout.fileno(), _CHUNK)
        self._unread += data
        if not data:
            self._ended = True
            self._selector.unregister(self._stdout)
        if len(self._unread) > MAX_UNREAD:
            raise Flood(f"{self.command!r} wrote more than {MAX_UNREAD} bytes unasked")

    def _take_stderr(self) -> None:
        data = os.read(self._stderr.fileno(), _CHUNK)
        self._complaint += data
        del self._complaint[:-_KEPT_STDERR]
        if not data:
            self._selector.unregister(self._stderr)

    def _drain(self, grace: float) -> None:
        """Let the engine write its last, until it has closed its outputs or its time is up."""
        deadline = self.clock() + grace
        with contextlib.suppress(ClientError):
            while self._selector.get_map():
                self._pump(deadline)

    def _check_alive(self) -> None:
        if self._ended or self._closed:
            self.close()
            raise EngineDied(f"{self.command!r} {self._end()}")

    def _end(self) -> str:
        """How the process ended, and the last line it wrote to stderr."""
        code = self._process.returncode
        how = f"ended with exit code {code}" if code >= 0 else f"ended by signal {-code}"
        if self._killed and code == -signal.SIGKILL:
            how = "closed its output or input, and was killed"
        lines = self._complaint.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how}: {last}" if last else how


def _start(command: str, mark: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
        if not words:
            raise ValueError("expected a program")
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=marked(os.environ, mark),
            start_new_session=True,
            bufsize=0,
        )
    except (OSError, ValueError) as error:
        raise EngineDied(f"cannot start {command!r}: {error}") from None


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
