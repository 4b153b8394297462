"""Lines read by a thread of their own, so that a search hears of them while it runs."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Condition, Thread
from typing import BinaryIO, Final

from hinterland.protocol.framing import LINE_LIMIT, decode_line, parse_request, without_mark

MOST_WAITING: Final = 64 << 20
"""Bytes of lines that may wait; what comes on top of them is refused, unread, but for `stop`."""

_KEPT_OF_REFUSED: Final = 64
_SHORT: Final = 64
_INTERRUPT: Final = re.compile(rb"\s*#\s*interrupt\s*")


@dataclass(frozen=True)
class Line:
    """A line and its number, from 1. Of one that is `refused` only the beginning is kept."""

    number: int
    raw: bytes
    refused: bool


class Inbox:
    """Reads lines as they come and hands them out in order.

    A line that says `stop` or `# interrupt` calls off the commands before it, at once.
    """

    def __init__(self, lines: BinaryIO, most_waiting: int = MOST_WAITING) -> None:
        self._lines = lines
        self._most_waiting = most_waiting
        self._changed = Condition()
        self._queue: deque[Line] = deque()
        self._bytes = 0
        self._taken = 0
        self._stopped = 0
        self._ended = False

    def start(self) -> None:
        """Begin to read; the thread ends with the input or with the process."""
        Thread(target=self._read, name="reader", daemon=True).start()

    def take(self) -> Line | None:
        """The next line, waited for; None at the end of the input."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._ended)
            if not self._queue:
                return None
            line = self._queue.popleft()
            self._bytes -= len(line.raw)
            self._taken = line.number
            return line

    def waiting(self) -> bool:
        """Whether `take` would answer at once."""
        return bool(self._queue) or self._ended

    def cancelled(self) -> bool:
        """Whether the line taken last is called off."""
        return self._taken < self._stopped

    def interrupt(self) -> None:
        """Call off the line taken last."""
        self._stopped = max(self._stopped, self._taken + 1)

    def _read(self) -> None:
        for number, raw in enumerate(self._read_lines(), start=1):
            with self._changed:
                off = calls_off(raw)
                if off:
                    self._stopped = number
                full = self._bytes > self._most_waiting
                refused = full and not (off and len(raw) <= _KEPT_OF_REFUSED)
                kept = raw[:_KEPT_OF_REFUSED] if refused else raw
                self._bytes += len(kept)
                self._queue.append(Line(number, kept, refused))
                self._changed.notify()
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _read_lines(self) -> Iterator[bytes]:
        raw = without_mark(read_line(self._lines))
        while raw:
            yield raw
            raw = read_line(self._lines)


def read_line(lines: BinaryIO) -> bytes:
    """The next line; of one above the limit, its first bytes, enough to see that it is too long."""
    raw = rest = lines.readline(LINE_LIMIT + 2)
    while len(raw) > LINE_LIMIT and rest and not rest.endswith(b"\n"):
        rest = lines.readline(LINE_LIMIT)
    return raw


def calls_off(raw: bytes) -> bool:
    """Whether a line calls off the commands before it."""
    if len(raw) > _SHORT and b"stop" not in raw:
        return False
    if _INTERRUPT.fullmatch(raw):
        return True
    request = parse_request(decode_line(raw))
    return request is not None and request.command == "stop" and not request.text
