"""A tournament on disk, to be looked at; it may be played at the same time."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hinterland.engine.errors import BadArgument
from hinterland.tournaments.history import History, Result
from hinterland.tournaments.journal import Header, read_game_at, read_games, read_header
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.tournament import journal_of, new_history, settings_file


@dataclass(frozen=True)
class Source:
    """A journal that was read. `offsets`: where each game of the history stands in it."""

    journal: Path
    header: Header
    settings: Settings
    history: History
    offsets: Sequence[int]


def read_source(folder: Path) -> Source:
    """The tournament in a folder; `BadArgument` if there is none."""
    path = journal_of(folder)
    header = read_header(path)
    settings = settings_file(header, to_play=False).settings
    history = new_history(settings)
    offsets = []
    for offset, record in read_games(path):
        history.add(Result.of(record))
        offsets.append(offset)
    return Source(path, header, settings, history, offsets)


def find_game(source: Source, name: str) -> GameRecord:
    """The game written as GROUP.ROTATION, its latest attempt, or GROUP.ROTATION.ATTEMPT."""
    found = None
    for result, offset in zip(source.history.results, source.offsets, strict=True):
        place = f"{result.group}.{result.rotation}"
        if name in (place, f"{place}.{result.attempt}"):
            found = offset
    if found is None:
        raise BadArgument(f"no game {name!r}: expected GROUP.ROTATION of a game that was played")
    return read_game_at(source.journal, found)
