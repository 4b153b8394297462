"""What is said on stderr while kernels are compiled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from numba.core import event

EVERY: Final = 5.0
"""Seconds from one line to the next."""

_COMPILE: Final = "numba:compile"
_events: Final[Any] = event


class CompileProgress(event.Listener):
    """Says how far compiling has come, whenever it has taken EVERY seconds more.

    `what`: the game whose kernels these are; it may be changed. `clock`: seconds. `say` takes a
    line.
    """

    def __init__(self, what: str, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self.what = what
        self._clock = clock
        self._say = say
        self._kernels = 0
        self._seconds = 0.0
        self._said = 0.0
        self._depth = 0
        self._since = 0.0

    def on_start(self, event: event.Event) -> None:
        if self._depth == 0:
            self._since = self._clock()
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        """The time since the last event is counted: kernels are compiled within their callers."""
        now = self._clock()
        self._seconds += now - self._since
        self._since = now
        self._depth -= 1
        self._kernels += 1
        if self._seconds - self._said >= EVERY:
            self._said = self._seconds
            self._say(f"compiling {self.what}: {self._kernels} kernels in {self._seconds:.0f} s")


def listen(progress: CompileProgress) -> None:
    """Let it hear of every compilation from now on."""
    _events.register(_COMPILE, progress)


@contextmanager
def listening(progress: CompileProgress) -> Iterator[None]:
    """Let it hear of every compilation within."""
    with _events.install_listener(_COMPILE, progress):
        yield
