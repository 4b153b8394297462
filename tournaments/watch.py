"""Ends a worker process whose bot hangs and cannot be broken off, and leaves word of it."""

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
"""Bytes at the start of a worker's file that say what it is doing; a trace follows if it hung."""


@dataclass(frozen=True)
class Hang:
    """The game in which a bot hung, its seat, and the number of its call there, from 1."""

    group: int
    rotation: int
    seat: int
    call: int


class Watch:
    """Watches over the calls of bots in this process. A context manager.

    The watching is done by a thread that needs no interpreter: it ends the process also where
    the bot swallows exceptions, or sits in foreign code and lets nobody else run.
    """

    def __init__(self, folder: str) -> None:
        """Word is left in `folder`, in a file of this process; `OSError` if that cannot be."""
        path = os.path.join(folder, str(os.getpid()))
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)

    @contextmanager
    def call(
        self, group: int, rotation: int, seat: int, call: int, seconds: float
    ) -> Iterator[None]:
        """Inside, a call (as in `Hang`) has so many seconds and GRACE; then the process ends."""
        words = f"{group} {rotation} {seat} {call}"
        os.pwrite(self._file, words.encode().ljust(_WORDS), 0)
        os.lseek(self._file, _WORDS, os.SEEK_SET)
        faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=self._file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._file)


def read_hangs(folder: str) -> list[Hang]:
    """The hangs that watches left word of in `folder`."""
    files = [path.read_bytes() for path in Path(folder).iterdir()]
    return [Hang(*map(int, data[:_WORDS].split())) for data in files if len(data) > _WORDS]
