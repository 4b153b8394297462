"""The journal of a match: JSON lines, a header first and then the games, only ever appended to.

What `append` returned from is on the disk. A line torn by a crash can only be the last one.
"""

import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numba
import numpy as np
import orjson

from hinterland import __version__
from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.schedule import MatchSettings

FORMAT: Final = 1
"""Version of the journal's format; raised when a reader of the old one would go wrong."""


@dataclass(frozen=True)
class Header:
    """The first line: what was asked for, and the versions that played it."""

    format: int
    game: str
    version: int
    options: dict[str, str]
    bots: list[str]
    groups: int
    seed: int
    software: dict[str, str]
    started: str

    @classmethod
    def of(cls, settings: MatchSettings, now: datetime) -> "Header":
        """The header of a match that starts `now`, in UTC."""
        game = load(settings.game)
        return cls(
            format=FORMAT,
            game=game.name,
            version=game.version,
            options=game.option_texts(settings.options),
            bots=[spec.label for spec in settings.entrants],
            groups=settings.groups,
            seed=settings.seed,
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


def software() -> dict[str, str]:
    """The versions of all that can change how a game goes."""
    return {
        "hinterland": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


class Journal:
    """A new journal, open for writing."""

    def __init__(self, path: Path, header: Header) -> None:
        """Make the file and its folders. `FileExistsError`: never written over; other `OSError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = path.open("xb")
        self._write([asdict(header)])
        _sync_folder(path.parent)

    def append(self, records: Iterable[GameRecord]) -> None:
        """Write the records; when this returns they have reached the disk. One sync for all."""
        self._write(record.to_json() for record in records)

    def close(self) -> None:
        """Let go of the file; nothing can be appended any more."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, lines: Iterable[dict[str, Any]]) -> None:
        for line in lines:
            self._file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
        self._file.flush()
        os.fsync(self._file.fileno())


def new_journal(path: Path | None, header: Header, now: datetime) -> Journal:
    """The journal at `path`; without one, under `journals/` by the game's name and the time.

    `BadArgument`: the file is there already, or cannot be made.
    """
    try:
        if path is not None:
            return Journal(path, header)
        return _stamped_journal(header, now)
    except OSError as error:
        if path is not None and path.exists():
            raise BadArgument(f"journal {path} exists: expected the name of a new file") from None
        raise BadArgument(f"cannot write the journal: {error}") from None


def _stamped_journal(header: Header, now: datetime) -> Journal:
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    for attempt in range(1000):
        suffix = f"-{attempt + 1}" if attempt else ""
        try:
            return Journal(Path("journals") / f"{header.game}-{stamp}{suffix}.jsonl", header)
        except FileExistsError:
            continue
    raise OSError(f"a thousand journals of {header.game} at {stamp}")


def read_journal(path: Path) -> tuple[Header, list[GameRecord]]:
    """The header and the whole games of a journal; a torn last line is left out.

    `BadArgument`: no header, or a damaged line that is not the last. `OSError`: no such file.
    """
    *whole, last = path.read_bytes().split(b"\n")
    lines = [_parsed(line) for line in whole]
    if lines and lines[-1] is None and not last:
        lines.pop()
    if not lines:
        raise BadArgument(f"{path}: no header")
    if None in lines:
        raise BadArgument(f"{path}: line {lines.index(None) + 1} is damaged")
    return Header.from_json(lines[0]), [GameRecord.from_json(line) for line in lines[1:]]


def _parsed(line: bytes) -> Any:
    """The JSON value of a line; None if it is damaged."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def _sync_folder(folder: Path) -> None:
    """Make sure that the entry of a new file has reached the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
