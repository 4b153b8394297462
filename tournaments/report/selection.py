"""Which games of a tournament can be replayed on its page."""

import random
from collections.abc import Sequence
from typing import Final

from hinterland.tournaments.history import Result

MOST_GAMES: Final = 200


def select_games(results: Sequence[Result], most: int = MOST_GAMES, seed: int = 1) -> list[int]:
    """Places in `results`: all games with faults, then the closest, then some at random.

    Half of what the faults leave room for goes to the closest games. No more than `most`.
    """
    places = range(len(results))
    faulty = [place for place in places if results[place].faults or results[place].void][:most]
    chosen = dict.fromkeys(faulty)
    sound = [place for place in places if place not in chosen and results[place].counts]
    closest = sorted(sound, key=lambda place: (margin(results[place]), place))
    chosen |= dict.fromkeys(closest[: (most - len(chosen) + 1) // 2])
    rest = [place for place in sound if place not in chosen]
    drawn = random.Random(seed).sample(rest, min(most - len(chosen), len(rest)))
    return [*chosen, *sorted(drawn)]


def margin(result: Result) -> float:
    """By how much the first seat was ahead of the second, in scores."""
    first, second = sorted(result.scores, reverse=True)[:2]
    return first - second
