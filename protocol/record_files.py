"""The files in which games are kept: those of one folder, and no other."""

import os
from pathlib import Path
from typing import Final

from hinterland.engine.errors import BadArgument

MOST_BYTES: Final = 64 << 20
"""Of a file that is read."""


class RecordFiles:
    """Files of one folder, to which lines are added and from which they are read."""

    def __init__(self, folder: Path) -> None:
        """`folder` must exist; `BadArgument` if it does not."""
        if not folder.is_dir():
            raise BadArgument(f"records: {str(folder)!r} is no folder")
        self._folder = folder.resolve()

    def append(self, name: str, line: str) -> None:
        """Add a line to a file, made if there is none; in one piece or not at all."""
        path = self._path(name)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        try:
            descriptor = os.open(path, flags, 0o666)
        except OSError as error:
            raise BadArgument(f"cannot write {name!r}: {error.strerror}") from None
        try:
            self._write(descriptor, name, f"{line}\n".encode())
        finally:
            os.close(descriptor)

    def lines(self, name: str) -> list[str]:
        """The lines of a file; `BadArgument` says why it cannot be read."""
        path = self._path(name)
        try:
            if path.stat().st_size > MOST_BYTES:
                raise BadArgument(f"cannot read {name!r}: longer than {MOST_BYTES} bytes")
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadArgument(f"cannot read {name!r}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadArgument(f"cannot read {name!r}: it is not UTF-8") from None
        return [line for line in text.split("\n") if line]

    def _write(self, descriptor: int, name: str, data: bytes) -> None:
        size = os.fstat(descriptor).st_size
        try:
            written = os.write(descriptor, data)
        except OSError as error:
            os.ftruncate(descriptor, size)
            raise BadArgument(f"cannot write {name!r}: {error.strerror}") from None
        if written < len(data):
            os.ftruncate(descriptor, size)
            raise BadArgument(f"cannot write {name!r}: the disk is full")

    def _path(self, name: str) -> Path:
        """The file of that name, which lies in the folder whatever the name says."""
        path = Path(os.path.normpath(self._folder / name))
        inside = path.parent.resolve().is_relative_to(self._folder) and path != self._folder
        if os.path.isabs(name) or "\0" in name or not inside or path.is_symlink():
            raise BadArgument(f"file {name!r}: expected a name inside the folder of records")
        return path
