"""The lock on a journal: who holds it is the only one to write."""

import fcntl
from pathlib import Path
from typing import IO, Any, Final

from hinterland.engine.errors import BadArgument

JOURNAL: Final = "journal.jsonl"
"""The name of the journal in a tournament's folder."""


def lock(file: IO[Any], path: Path) -> None:
    """Lock the journal at `path`, opened as `file`, until that is closed.

    `BadArgument`: somebody else writes to it.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadArgument(f"{path} is being written to by another process") from None


def check_unused(folder: Path) -> None:
    """`BadArgument` if the tournament in a folder is being played; nothing of it is read."""
    path = folder / JOURNAL
    if path.is_file():
        with path.open("rb", buffering=0) as file:
            lock(file, path)
