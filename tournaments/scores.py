"""What the games count at their end, beside who has won."""

from collections.abc import Callable, Sequence
from typing import Final

from hinterland.engine.game import Game, States


def _village(state: States) -> list[float]:
    """Ducats."""
    return [float(ducats) for ducats in state[0]["supply"]]


def _island(state: States) -> list[float]:
    """Victory points, with those of victory cards that were never shown."""
    from hinterland.engine.island.cards import DEVELOPMENT, POINT_CARD
    from hinterland.engine.island.derived import open_points
    from hinterland.engine.island.named import lanes

    point = DEVELOPMENT[POINT_CARD]
    return [
        float(open_points(state[0], seat) + lanes(cards, DEVELOPMENT).get(point, 0))
        for seat, cards in enumerate(state[0]["development"][: int(state[0]["players"])])
    ]


SCORES: Final[dict[str, Callable[[States], list[float]]]] = {
    "island": _island,
    "village": _village,
}
"""Scores by the game's name; a game that is not here is scored by its payoff."""


def scores_of(game: Game, state: States, returns: Sequence[float]) -> tuple[float, ...]:
    """The score of each seat at the end of a game with these returns."""
    if game.base_name in SCORES:
        return tuple(SCORES[game.base_name](state)[: len(returns)])
    return tuple(game.payoff_scale * share + game.payoff_offset for share in returns)
