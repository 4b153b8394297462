"""Files that are written beside their place and put there whole, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """Where to write the file that is to be at `path`: it is put there at the end.

    After an error what was there before is still there, and nothing else is left behind. The
    name ends as that of `path` does.
    """
    scratch = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield scratch
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
