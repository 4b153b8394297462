"""A client of the protocol: sends commands to an engine, and checks what comes back."""

import re
from collections import deque
from types import TracebackType
from typing import Final, Protocol, Self

from hinterland.engine.errors import BadArgument
from hinterland.protocol.errors import (
    NO_CODE,
    AnswerTimeout,
    BadAnswer,
    ClientError,
    EngineDied,
    Flood,
    Refused,
)
from hinterland.protocol.process import EngineProcess

__all__ = [
    "AnswerTimeout",
    "BadAnswer",
    "Client",
    "ClientError",
    "EngineDied",
    "Flood",
    "Refused",
    "Transport",
]

_REFUSAL: Final = re.compile(r"([a-z][a-z_]*): *(.*)", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Which UTF-8 cannot write."""


class Transport(Protocol):
    """What a client needs of the engine at the other end; errors as `EngineProcess`."""

    command: str

    def clock(self) -> float: ...

    def send(self, line: str, deadline: float) -> None: ...

    def read_line(self, deadline: float) -> str: ...

    @property
    def unread(self) -> bytes: ...

    def close(self) -> None: ...


class Client:
    """Asks an engine, one command at a time. A context manager that closes the engine.

    Every command has an id, so that an answer cannot be taken for that of another command.
    An answer that comes after its `AnswerTimeout` is dropped, when another command waits for its
    own. After `EngineDied` or `BadAnswer` there is nothing to do but close.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._asked = 0
        self._awaited: deque[tuple[int, str]] = deque()  # oldest first, with their commands
        self._begun: list[str] = []  # the lines so far of the oldest's answer

    @classmethod
    def start(cls, command: str) -> Self:
        """A client of the engine that the command line `command` starts."""
        return cls(EngineProcess(command))

    def ask(self, line: str, limit: float) -> str:
        """The text of the answer to a command, which must be complete within `limit` seconds.

        `Refused` carries what the engine answers with `?`. `BadArgument`: the line is no
        command, and was not sent. The other errors are the engine's
        faults: `AnswerTimeout`, `EngineDied`, `BadAnswer`.
        """
        if "\n" in line or "#" in line or not line.strip() or _SURROGATE.search(line):
            raise BadArgument(f"not one command: {line[:80]!r}")
        stray = self._transport.unread.strip()
        if stray and not self._awaited:
            raise self._bad(f"wrote outside an answer: {stray[:80].decode(errors='replace')!r}")
        self._asked += 1
        deadline = self._transport.clock() + limit
        try:
            self._awaited.append((self._asked, line))
            self._transport.send(f"{self._asked} {line}", deadline)
            return self._answer(deadline)
        except AnswerTimeout:
            what = f"{self._transport.command!r} did not answer {line[:80]!r} within {limit:g} s"
            raise AnswerTimeout(what) from None

    def close(self) -> None:
        """End the engine, whatever it is doing."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _answer(self, deadline: float) -> str:
        """The answer to the last command, whatever comes late before it being dropped."""
        while self._awaited:
            sign, answer = self._next_answer(deadline)
        if sign == "?":
            refusal = _REFUSAL.fullmatch(answer)
            raise Refused(*refusal.groups()) if refusal else Refused(NO_CODE, answer)
        return answer

    def _next_answer(self, deadline: float) -> tuple[str, str]:
        """The sign and the text of the answer to the command that has waited longest."""
        if not self._begun:
            self._begun.append(self._read_line(deadline))
        number, line = self._awaited[0]
        head, _, text = self._begun[0].partition(" ")
        if head not in (f"={number}", f"?{number}"):
            raise self._bad(f"answered {self._begun[0][:80]!r} to command {number}, {line[:80]!r}")
        while more := self._read_line(deadline):
            self._begun.append(more)
        answer = "\n".join((text, *self._begun[1:])).strip()
        self._begun.clear()
        self._awaited.popleft()
        return head[0], answer

    def _read_line(self, deadline: float) -> str:
        return self._transport.read_line(deadline).rstrip("\r")

    def _bad(self, what: str) -> BadAnswer:
        return BadAnswer(f"{self._transport.command!r} {what}")
