"""Processes as the system knows them."""

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

PATIENCE: Final = 60
"""Seconds in which what was told to end has ended."""

STOPPING: Final = ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129))
"""The signals that stop a tournament, and the exit status after each."""


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until_ended(processes: Sequence[int]) -> bool:
    """Whether all have ended by themselves in time; whatever is left is killed."""
    deadline = time.monotonic() + PATIENCE
    while any(map(alive, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [process for process in processes if alive(process)]
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return not left
