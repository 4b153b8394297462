"""Playing strength in ten steps: the iterations of a decision, and how freely its move is drawn."""

from dataclasses import replace
from typing import Final

from hinterland.search.settings import SearchSettings

LEVELS: Final = (
    (20, 4.0), (20, 2.0), (50, 1.5), (50, 1.0), (50, 0.7),
    (100, 0.5), (100, 0.3), (200, 0.15), (1000, 0.0), (10_000, 0.0),
)  # fmt: skip
"""Iterations and temperature of a decision at level 1, 2, ..., by the default search."""


def level_settings(level: int, settings: SearchSettings | None = None) -> SearchSettings:
    """The search of a level 1..10; of other settings it keeps seed, threads and memory."""
    kept = settings or SearchSettings()
    iterations, temperature = LEVELS[level - 1]
    return replace(
        SearchSettings(iterations=iterations, temperature=temperature),
        seed=kept.seed,
        threads=kept.threads,
        memory_mib=kept.memory_mib,
    )
