"""The journal of a tournament: JSON lines, a header first and then the games, only appended to.

What `sync` returned from is on the disk. A line torn by a crash can only be the last one.
"""

import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numba
import numpy as np
import orjson

from hinterland import __version__
from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load
from hinterland.tournaments.lock import lock
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.settings import Settings

FORMAT: Final = 2
"""Version of the journal's format; raised when a reader of the old one would go wrong."""


@dataclass(frozen=True)
class Header:
    """The first line: what was asked for, and the versions that play it.

    `document`, `folder`: the tournament file, and the folder that its paths start from.
    `settings`: what must not change, by dotted name, as `Settings.to_json`.
    """

    format: int
    game: str
    version: int
    settings: dict[str, Any]
    document: dict[str, Any]
    folder: str
    software: dict[str, str]
    started: str

    @classmethod
    def of(
        cls, settings: Settings, document: Mapping[str, Any], folder: str, now: datetime
    ) -> "Header":
        """The header of a tournament that starts `now`, in UTC."""
        game = load(settings.game)
        return cls(
            format=FORMAT,
            game=settings.game,
            version=game.version,
            settings=settings.to_json(),
            document=dict(document),
            folder=folder,
            software=software(),
            started=now.isoformat(timespec="seconds"),
        )

    @classmethod
    def from_json(cls, data: Any) -> "Header":
        """The header read from a line; `BadArgument` if it is none, or of another format."""
        found = data.get("format") if isinstance(data, dict) else None
        if found != FORMAT:
            raise BadArgument(f"not a journal of format {FORMAT}: its format is {found!r}")
        try:
            return cls(**data)
        except TypeError as error:
            raise BadArgument(f"not the header of a journal: {error}") from None

    def conditions(self) -> dict[str, Any]:
        """Everything under which games may be compared: settings and versions."""
        versions = {f"version of {name}": text for name, text in self.software.items()}
        return {**self.settings, **versions, f"version of {self.game}": self.version}


def software() -> dict[str, str]:
    """The versions of all that can change how a game goes."""
    return {
        "hinterland": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


class Journal:
    """A journal open for writing; nobody else can write to it in the meantime."""

    def __init__(self, path: Path, flags: str) -> None:
        self.path = path
        self._unwritten = bytearray()
        self._file = path.open(flags, buffering=0)
        try:
            lock(self._file, path)
        except BadArgument:
            self._file.close()
            raise

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """A new one, its folders too. `FileExistsError`: never written over; other `OSError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, "xb")
        journal._add([asdict(header)])
        journal.sync()
        _sync_folder(path.parent)
        return journal

    @classmethod
    def reopen(cls, path: Path) -> "Journal":
        """An existing one, to be appended to; what a crash tore off its last line is cut away."""
        journal = cls(path, "r+b")
        try:
            journal._file.truncate(_sound_length(path))
            journal._file.seek(0, os.SEEK_END)
        except BaseException:
            journal.close()
            raise
        return journal

    def append(self, records: Iterable[GameRecord]) -> None:
        """Take the records; they count once `sync` has returned."""
        self._add(record.to_json() for record in records)

    def sync(self) -> None:
        """When this returns, all that was appended has reached the disk; `OSError` otherwise."""
        while self._unwritten:
            del self._unwritten[: self._file.write(self._unwritten)]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file; what was not synced is lost."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _add(self, lines: Iterable[dict[str, Any]]) -> None:
        for line in lines:
            self._unwritten += orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def read_header(path: Path) -> Header:
    """The header of a journal; `BadArgument` if it has none. `OSError`: no such file."""
    for _, line in _lines(path):
        return Header.from_json(line)
    raise BadArgument(f"{path}: no header")


def read_games(path: Path) -> Iterator[tuple[int, GameRecord]]:
    """The whole games of a journal with the offsets of their lines; a torn end is left out.

    `BadArgument`: no header, or a damaged line that is not the last. `OSError`: no such file.
    """
    lines = _lines(path)
    first = next(lines, None)
    if first is None:
        raise BadArgument(f"{path}: no header")
    Header.from_json(first[1])
    for offset, line in lines:
        yield offset, GameRecord.from_json(line)


def read_journal(path: Path) -> tuple[Header, list[GameRecord]]:
    """The header and the whole games, all in memory; errors as `read_games`."""
    return read_header(path), [game for _, game in read_games(path)]


def read_game_at(path: Path, offset: int) -> GameRecord:
    """The game whose line begins at `offset`."""
    with path.open("rb") as file:
        file.seek(offset)
        return GameRecord.from_json(orjson.loads(file.readline()))


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The offset and the JSON value of every sound line; only at the end may one be torn."""
    offset = number = 0
    torn = False
    with path.open("rb") as file:
        for line in file:
            number += 1
            if torn:
                raise BadArgument(f"{path}: line {number - 1} is damaged")
            value = _parsed(line)
            torn = value is None
            if not torn:
                yield offset, value
            offset += len(line)


def _sound_length(path: Path) -> int:
    """The bytes of a journal up to the end of its last sound line."""
    end = 0
    for offset, _ in _lines(path):
        end = offset
    with path.open("rb") as file:
        file.seek(end)
        return end + len(file.readline())


def _parsed(line: bytes) -> Any:
    """The JSON value of a line; None if it is damaged, or not ended."""
    try:
        return orjson.loads(line) if line.endswith(b"\n") else None
    except orjson.JSONDecodeError:
        return None


def _sync_folder(folder: Path) -> None:
    """Make sure that the entry of a new file has reached the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
