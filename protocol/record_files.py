"""The files in which games are kept: those of one folder, and no other."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hinterland.engine.errors import BadArgument

MOST_BYTES: Final = 64 << 20
"""Of a file, whether read or written."""

_TOO_LONG: Final = f"longer than {MOST_BYTES} bytes"
_APPENDING: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT


class RecordFiles:
    """Files of one folder, to which lines are added and from which they are read."""

    def __init__(self, folder: Path) -> None:
        """`folder` must exist; `BadArgument` if it does not."""
        if not folder.is_dir():
            raise BadArgument(f"records: {str(folder)!r} is no folder")
        self._folder = folder.resolve()

    def append(self, name: str, line: str) -> None:
        """Add a line to a file, made if there is none; in one piece or not at all.

        A last line that was torn, or has no end, stays a line of its own.
        `BadArgument` says why it cannot be written.
        """
        data = f"{line}\n".encode()
        with _opened(self._path(name), name, "write", _APPENDING) as descriptor:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                data = b"\n" + data
            if size + len(data) > MOST_BYTES:
                raise BadArgument(f"cannot write {name!r}: it would be {_TOO_LONG}")
            written = 0
            try:
                written = os.write(descriptor, data)
            finally:
                if written < len(data):
                    os.ftruncate(descriptor, size)
            if written < len(data):
                raise BadArgument(f"cannot write {name!r}: the disk is full")

    def lines(self, name: str) -> list[str]:
        """The lines of a file; `BadArgument` says why it cannot be read."""
        with (
            _opened(self._path(name), name, "read", os.O_RDONLY) as descriptor,
            open(descriptor, "rb", closefd=False) as file,
        ):
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BadArgument(f"cannot read {name!r}: it is {_TOO_LONG}")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise BadArgument(f"cannot read {name!r}: it is not UTF-8") from None
        return [line for line in text.split("\n") if line]

    def _path(self, name: str) -> Path:
        """The file of that name, which lies in the folder whatever the name says."""
        path = Path(os.path.normpath(self._folder / name))
        try:
            inside = path.parent.resolve().is_relative_to(self._folder) and path != self._folder
            allowed = inside and not (os.path.isabs(name) or "\0" in name or path.is_symlink())
        except OSError as error:
            raise BadArgument(f"file {name!r}: {error.strerror}") from None
        except ValueError:
            allowed = False
        if not allowed:
            raise BadArgument(f"file {name!r}: expected a name inside the folder of records")
        return path


@contextmanager
def _opened(path: Path, name: str, to_do: str, flags: int) -> Iterator[int]:
    """A regular file's descriptor; every fault of the system is a `BadArgument` without the path.

    Opened without waiting: a pipe would be waited for, a device read without end.
    """
    try:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BadArgument(f"cannot {to_do} {name!r}: it is no regular file")
            yield descriptor
        finally:
            os.close(descriptor)
    except OSError as error:
        raise BadArgument(f"cannot {to_do} {name!r}: {error.strerror}") from None
