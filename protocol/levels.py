"""Playing strength in ten steps: how many iterations each decision is given."""

from dataclasses import replace
from typing import Final

from hinterland.search.settings import SearchSettings

LEVELS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Iterations of a decision at level 1, 2, ..., by the default search."""


def level_settings(level: int, settings: SearchSettings | None = None) -> SearchSettings:
    """The search of a level 1..10; of other settings it keeps seed, threads and memory."""
    kept = settings or SearchSettings()
    return replace(
        SearchSettings(iterations=LEVELS[level - 1]),
        seed=kept.seed,
        threads=kept.threads,
        memory_mib=kept.memory_mib,
    )
