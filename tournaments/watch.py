"""Watches over the calls of bots in a worker process, and leaves word of one that ended it."""

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

GRACE: Final = 1.0
"""Seconds after its limit in which a call of a bot may still end by itself."""

_WORDS: Final = 128
"""Bytes at the start of a worker's file: the call under way, or spaces; a trace follows if it
hung."""

_STOP: Final = "stop"
"""The file beside those of the workers that tells them to begin nothing more."""


class Ended(BaseException):
    """Unwinds the game of a worker that is told to end, so that its bots are closed."""


@dataclass(frozen=True)
class FatalCall:
    """The call of a bot that ended its process: the game, the seat, and the number of the call
    there, from 1. `cause`: "timeout" where it hung, else "died"."""

    group: int
    rotation: int
    seat: int
    number: int
    cause: str


class Watch:
    """Watches over the calls of bots in this process. A context manager.

    The watching is done by a thread that needs no interpreter: it ends the process also where
    the bot swallows exceptions, or sits in foreign code and lets nobody else run.
    """

    def __init__(self, folder: str) -> None:
        """Word is left in `folder`, in a file of this process; `OSError` if that cannot be."""
        path = os.path.join(folder, str(os.getpid()))
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        self._stop = os.path.join(folder, _STOP)
        self._kept = False

    @contextmanager
    def call(
        self, group: int, rotation: int, seat: int, number: int, seconds: float
    ) -> Iterator[None]:
        """Inside, a call, as in `FatalCall`, has so many seconds and GRACE; then all ends."""
        self._write(f"{group} {rotation} {seat} {number}")
        os.lseek(self._file, _WORDS, os.SEEK_SET)
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=self._file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            self._write("")

    def keep(self) -> None:
        """The process is about to end: from now on the word stays as it is."""
        self._kept = True

    def _write(self, words: str) -> None:
        if not self._kept:
            os.pwrite(self._file, words.encode().ljust(_WORDS), 0)

    def stopping(self) -> bool:
        """Whether no more games are to be begun."""
        return os.path.exists(self._stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._file)


def stop_workers(folder: str) -> None:
    """Tell all watches of the folder that no more games are to be begun."""
    Path(folder, _STOP).touch()


def last_calls(folder: str) -> dict[int, FatalCall | None]:
    """For each process that had a watch in `folder`: the call that was under way, if any was.

    Its cause is "died" unless it hung; whether the process has ended is not known here.
    """
    files = [path for path in Path(folder).iterdir() if path.name != _STOP]
    return {int(path.name): _call(path.read_bytes()) for path in files}


def _call(data: bytes) -> FatalCall | None:
    words = data[:_WORDS].split()
    if not words:
        return None
    group, rotation, seat, number = map(int, words)
    cause = "timeout" if len(data) > _WORDS else "died"
    return FatalCall(group, rotation, seat, number, cause)
