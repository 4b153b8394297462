"""Standard error, made safe to write to: a message that cannot be written is dropped."""

import io
import os
import sys
from typing import Any, Final

_STDERR: Final = 2


class _Dropping(io.FileIO):
    """A file whose faults nobody hears of: what it does not take is dropped."""

    def write(self, data: Any, /) -> int:
        try:
            written = super().write(data)
        except OSError:
            written = None
        return len(data) if written is None else written


def keep_stderr_harmless() -> None:
    """From now on no message ends the process or lands elsewhere, whatever became of its reader.

    For the beginning of a process. A closed standard error is replaced by the null device: else
    `print` would take standard output for it, and the next file opened its number. A stream that
    was put in its place already stays.
    """
    encoding = None if sys.stderr is None else sys.stderr.encoding
    if sys.stderr is None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != _STDERR:
            os.dup2(nowhere, _STDERR)
            os.close(nowhere)
    if sys.stderr is sys.__stderr__:
        file = io.BufferedWriter(_Dropping(_STDERR, "w", closefd=False))
        sys.stderr = io.TextIOWrapper(file, encoding, "backslashreplace", line_buffering=True)
