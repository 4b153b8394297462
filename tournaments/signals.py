"""Signals that end a tournament: at once, or after the games under way. Light to import."""

import math
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

SAME_SIGNAL: Final = 0.5
"""Seconds in which a SIGTERM may come again and is no second one: `timeout` sends it to the
process and then to its group."""


class Stop:
    """Whether to stop, as signals ask; the answer is true from the first one on.

    While games are `under_way` the first signal calls `said`; any other raises KeyboardInterrupt.
    `clock`: seconds.
    """

    def __init__(self, said: Callable[[], None], clock: Callable[[], float] = monotonic) -> None:
        self.under_way = False
        self._said = said
        self._clock = clock
        self._first: int | None = None
        self._came = -math.inf

    def __call__(self) -> bool:
        return self._first is not None

    @property
    def status(self) -> int:
        """The exit status that tells the signal, as shells have it."""
        return 128 + (self._first or signal.SIGINT)

    def handle(self, number: int, frame: Any) -> None:
        """To be called with every signal."""
        now = self._clock()
        if number != signal.SIGINT and number == self._first and now - self._came < SAME_SIGNAL:
            return
        gently = self.under_way and not self()
        self._first, self._came = self._first or number, now
        if not gently:
            raise KeyboardInterrupt
        self._said()


@contextmanager
def stop_on_signals(said: Callable[[], None]) -> Iterator[Stop]:
    """Inside, Ctrl-C, SIGTERM and SIGHUP go to a `Stop`; under nohup SIGHUP stays ignored.

    To be used in the main thread.
    """
    stop = Stop(said)
    with _handled((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), stop.handle):
        yield stop


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """Inside, SIGTERM and SIGHUP end the process with the exit status that tells the signal.

    For the time before there are games to be stopped; what Ctrl-C raises does so by itself. To be
    used in the main thread.
    """
    with _handled((signal.SIGTERM, signal.SIGHUP), _end):
        yield


def _end(number: int, frame: Any) -> None:
    raise SystemExit(128 + number)


@contextmanager
def _handled(numbers: Sequence[int], handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Inside, the signals go to `handler`, but for SIGHUP where it is ignored."""
    heeded = [n for n in numbers if n != signal.SIGHUP or signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in heeded}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
