"""A client of the protocol: sends commands to an engine, and checks what comes back."""

import re
from types import TracebackType
from typing import Final, Protocol, Self

from hinterland.engine.errors import BadArgument
from hinterland.protocol.errors import (
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
    After `AnswerTimeout`, `EngineDied` or `BadAnswer` there is nothing to do but close.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._asked = 0

    @classmethod
    def start(cls, command: str) -> Self:
        """A client of the engine that the command line `command` starts."""
        return cls(EngineProcess(command))

    def ask(self, line: str, limit: float) -> str:
        """The text of the answer to a command, which must be complete within `limit` seconds.

        `Refused` carries what the engine answers with `?`. The other errors are the engine's
        faults: `AnswerTimeout`, `EngineDied`, `BadAnswer`.
        """
        if "\n" in line or "#" in line or not line.strip():
            raise BadArgument(f"not one command: {line[:80]!r}")
        stray = self._transport.unread.strip()
        if stray:
            raise self._bad(f"wrote outside an answer: {stray[:80].decode(errors='replace')!r}")
        self._asked += 1
        deadline = self._transport.clock() + limit
        try:
            self._transport.send(f"{self._asked} {line}", deadline)
            return self._answer(line, deadline)
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

    def _answer(self, line: str, deadline: float) -> str:
        first = self._transport.read_line(deadline).rstrip("\r")
        head, _, text = first.partition(" ")
        if head not in (f"={self._asked}", f"?{self._asked}"):
            raise self._bad(f"answered {first[:80]!r} to command {self._asked}, {line[:80]!r}")
        lines = [text]
        while more := self._transport.read_line(deadline).rstrip("\r"):
            lines.append(more)
        answer = "\n".join(lines).strip()
        if head.startswith("?"):
            refusal = _REFUSAL.fullmatch(answer)
            raise Refused(*refusal.groups()) if refusal else Refused("unknown", answer)
        return answer

    def _bad(self, what: str) -> BadAnswer:
        return BadAnswer(f"{self._transport.command!r} {what}")
