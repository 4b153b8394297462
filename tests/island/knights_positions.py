"""Positions of Cities & Knights laid out by hand on the board of `positions`."""

from collections import Counter
from typing import Any

from hinterland.engine.game import States
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.progress import COPIES, PROGRESS, TRACK_OF, TRACKS
from hinterland.tests.island.positions import legal, position

OPTIONS = {"preset": "house", "chits": "spiral", "harbor_points": "off", "hidden_harbors": "no"}
"""The house preset, but for what would not suit the fixed board."""


def table(*seats: Any, options: Any = None, top: tuple[str, ...] = (), **fields: Any) -> States:
    """A position in p1's action phase, after the first attack. Seats hold what they are given;
    everything else lies in the bank and in the decks, there the cards of `top` uppermost.
    """
    used = Counter(kind for about in seats for kind in Counter(about.get("hand", {})).elements())
    bank = {kind: (19 if kind in KINDS[:5] else 12) - used[kind] for kind in KINDS}
    data = {"bank": bank, "dice": [1, 1, "ship"], "attacked": True, "decks": decks(seats, top)}
    return position(*seats, options=OPTIONS | (options or {}), **data | fields)


def decks(seats: Any, top: tuple[str, ...]) -> dict[str, list[str]]:
    """The cards of each deck that no seat holds."""
    left = Counter(dict(zip(PROGRESS, map(int, COPIES), strict=True)))
    for about in seats:
        left -= Counter(about.get("progress", {}))
        left -= Counter(about.get("victory_cards", {}))
    left -= Counter(top)
    rest = [*top, *left.elements()]
    return {
        track: [card for card in rest if TRACK_OF[PROGRESS.index(card)] == i]
        for i, track in enumerate(TRACKS)
    }


def rolling(*seats: Any, **fields: Any) -> States:
    """The same before p1's roll."""
    return table(*seats, phase="roll", dice=None, **fields)


def knight(corner: str, level: int = 1, active: bool = True, ready: bool = True) -> dict[str, Any]:
    """A knight, as a rule one that is ready to act."""
    return {"corner": corner, "level": level, "active": active, "ready": ready}


def guard(corner: str, level: int = 1) -> dict[str, Any]:
    """An active knight of a seat whose turn it is not."""
    return knight(corner, level, ready=False)


def of_word(state: States, word: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [token for token in legal(state) if token.startswith(word)]
