"""The notation of the island: what `engine.game.Notation` asks for, gathered from its parts."""

from typing import Any

from hinterland.engine.island import wording
from hinterland.engine.island.broken import TEXTS as RULES_BROKEN
from hinterland.engine.island.faults import faults
from hinterland.engine.island.named import to_json
from hinterland.engine.island.picture import board
from hinterland.engine.island.reading import from_json
from hinterland.engine.island.tokens import format, parse

__all__ = [
    "RULES_BROKEN", "board", "describe", "faults", "format", "from_json", "parse", "to_json",
]  # fmt: skip


def describe(move: int) -> dict[str, Any]:
    """The parts of a move by name, and `text`: the move in English."""
    return wording.describe(format(move))
