"""All that a process has started, known by a mark that processes inherit in their environment."""

import contextlib
import os
import signal
from collections.abc import Iterator, Mapping
from typing import Final
from uuid import uuid4

VARIABLE: Final = "HINTERLAND_MARKS"

_ROUNDS: Final = 10
"""Looks at all processes, as long as there are new ones: who is killed may just have forked."""


def new_mark() -> str:
    """A mark that no other process has."""
    return uuid4().hex


def marked(environment: Mapping[str, str], mark: str) -> dict[str, str]:
    """The environment with the mark added to those that are in it."""
    marks = [*environment.get(VARIABLE, "").split(), mark]
    return {**environment, VARIABLE: " ".join(marks)}


def kill_marked(mark: str) -> None:
    """Kill all processes with the mark, also those that left their session and their parent.

    Only where there is /proc, as on Linux; and none that has changed its user.
    """
    for _ in range(_ROUNDS):
        if not sum(_kill_if_marked(process, mark.encode()) for process in _processes()):
            return


def _processes() -> Iterator[int]:
    if os.path.isdir("/proc/self"):
        yield from (int(name) for name in os.listdir("/proc") if name.isdecimal())


def _kill_if_marked(process: int, mark: bytes) -> bool:
    """Whether it had the mark, and was killed. Its number is held, so that it is no other's."""
    with contextlib.suppress(OSError):
        held = os.pidfd_open(process)
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                if mark in file.read():
                    signal.pidfd_send_signal(held, signal.SIGKILL)
                    return True
        finally:
            os.close(held)
    return False
