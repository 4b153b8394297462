"""Actions of `catanatron` as moves of island."""

from collections.abc import Iterable
from typing import Final

from catanatron.models.enums import Action, ActionType
from places import KINDS, Places

CARDS: Final = {
    "KNIGHT": "knight",
    "VICTORY_POINT": "point",
    "ROAD_BUILDING": "roads",
    "YEAR_OF_PLENTY": "plenty",
    "MONOPOLY": "monopoly",
}
"""Development card of `catanatron`: ours, in our order."""

_PLAIN: Final = {
    ActionType.ROLL: "roll",
    ActionType.END_TURN: "end",
    ActionType.BUY_DEVELOPMENT_CARD: "buy",
    ActionType.PLAY_KNIGHT_CARD: "play:knight",
    ActionType.PLAY_ROAD_BUILDING: "play:roads",
}


def cards_text(resources: Iterable[str]) -> str:
    """Cards in our notation: `2lumber+ore`."""
    held = list(resources)
    counts = [(held.count(theirs), ours) for theirs, ours in KINDS.items()]
    return "+".join(f"{n if n > 1 else ''}{kind}" for n, kind in counts if n)


def move_of(action: Action, places: Places) -> str:
    """The token of the move that an action begins with; a discard has none (`KeyError`)."""
    kind, value = action.action_type, action.value
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == ActionType.BUILD_ROAD:
        return f"road:{places.edge(value)}"
    if kind == ActionType.BUILD_SETTLEMENT:
        return f"settlement:{places.corners[value]}"
    if kind == ActionType.BUILD_CITY:
        return f"city:{places.corners[value]}"
    if kind == ActionType.MOVE_ROBBER:
        return f"robber:{places.hexes[value[0]]}"
    if kind == ActionType.MARITIME_TRADE:
        return f"bank:{KINDS[value[0]]}>{KINDS[value[-1]]}"
    if kind == ActionType.PLAY_MONOPOLY:
        return f"play:monopoly={KINDS[value]}"
    if kind == ActionType.PLAY_YEAR_OF_PLENTY:
        return f"play:plenty={cards_text(value)}"
    raise KeyError(kind)
