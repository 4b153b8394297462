"""A tournament of two random bots at Kuhn poker, and what its folder holds."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hinterland.tournaments.file import read_document
from hinterland.tournaments.journal import read_journal
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.tournament import (
    Hands,
    Tournament,
    start_tournament,
)

HERE: Final = Hands(1, lambda first: ThreadPoolExecutor(1), lambda: None)
"""Games in a thread of this process."""

NOON: Final = datetime(2024, 5, 6, 12, tzinfo=UTC)
PATIENCE: Final = 120


def document(groups: int = 3, **more: object) -> dict[str, object]:
    """Two random bots at Kuhn poker."""
    return {
        "game": "kuhn",
        "format": {"kind": "round-robin", "groups": groups},
        "bots": [{"name": "a", "bot": "random"}, {"name": "b", "bot": "random"}],
        **more,
    }


def started(folder: Path, groups: int = 3, **more: object) -> Tournament:
    return start_tournament(read_document(document(groups, **more), str(folder)), folder, NOON)


def places(games: list[GameRecord]) -> list[tuple[int, int]]:
    return sorted((game.group, game.rotation) for game in games)


def games_in(folder: Path) -> list[GameRecord]:
    return read_journal(folder / "journal.jsonl")[1]
