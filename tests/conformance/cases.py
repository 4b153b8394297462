"""The games and options that the suite runs over, found by themselves, and its sizes."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from pkgutil import iter_modules
from typing import Final, TypeAlias, TypeVar

from hinterland.engine.game import Game, Option
from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.tests import toys

Options: TypeAlias = tuple[int, ...]
"""The value of every option of a game, the players first."""

MOST_OPTION_VECTORS: Final = 12
"""Where a game has more combinations of options, a spread of them is taken."""

RANDOM_POSITIONS: Final = 250
"""A game too big to enumerate is played at random, for each option vector, until so many positions
were looked at.
"""

LOOKS: Final = 60
RANDOM_LOOKS: Final = 30
"""Positions of an enumeration, and of random games, at which the costly checks are made."""

DRAWS: Final = 2000
"""Worlds drawn for one chi-square test."""

Item = TypeVar("Item")

_BASE: Final = {"preset": "base", "max_turns": "12"}

MIXES: Final[Mapping[str, tuple[Mapping[str, str], ...]]] = {
    "island": (
        {"preset": "house", "players": "2", "max_turns": "8", "trade_offers": "1", "fish": "yes"},
        _BASE,
        _BASE
        | {
            "players": "5",
            "second_piece": "city",
            "hidden_harbors": "yes",
            "harbor_places": "random",
            "harbor_points": "harbormaster",
            "build_past_buildings": "yes",
            "declare_to_win": "yes",
            "chits": "random",
            "discard_down_to": "half-down",
            "target": "5",
        },
        {"preset": "house", "players": "3", "max_turns": "30", "trade_offers": "1"},
        {"preset": "official", "players": "6", "max_turns": "14", "trade_offers": "0"},
        {
            "preset": "house",
            "players": "4",
            "max_turns": "16",
            "trade_offers": "0",
            "fish": "yes",
            "seafarers": "yes",
            "fish_pre_roll": "yes",
        },
        _BASE | {"players": "2", "max_turns": "24", "fish": "yes", "seafarers": "yes"},
    ),
}
"""Games that are played with chosen mixes of options, and not by default: theirs would last long,
and many combinations make no sense. The first mix is the cheapest: whatever is slow is done with
it alone, and it stands for the defaults where one whole game is played.
"""


def games() -> tuple[Game, ...]:
    """Every registered game, then every toy of the tests."""
    registered = tuple(load(name) for name in GAMES)
    names = sorted(module.name for module in iter_modules(toys.__path__))
    modules = (import_module(f"{toys.__name__}.{name}") for name in names)
    return registered + tuple(module.GAME for module in modules if hasattr(module, "GAME"))


def short_options(name: str) -> Mapping[str, str]:
    """The options to be named for a short game; none where the defaults do."""
    return MIXES[name][0] if name in MIXES else {}


def option_vectors(game: Game) -> list[Options]:
    """The mixes of a game, or every combination of its options, or a spread of these.

    The spread, where there are too many, has the defaults, every value with the other options at
    their defaults, and combinations drawn with a fixed seed.
    """
    if game.name in MIXES:
        return [game.option_values(mix) for mix in MIXES[game.name]]
    ranges = [option_values(option) for option in game.options]
    if _size(ranges) <= MOST_OPTION_VECTORS:
        return list(product(*ranges))
    defaults = tuple(option.default for option in game.options)
    chosen = {defaults: None}
    for place, values in enumerate(ranges):
        for value in values:
            chosen[(*defaults[:place], value, *defaults[place + 1 :])] = None
    rng = stream("option vectors", game.name)
    while len(chosen) < MOST_OPTION_VECTORS:
        chosen[tuple(values[draw_bounded(rng, len(values))] for values in ranges)] = None
    return list(chosen)


def case_id(game: Game, options: Options) -> str:
    """The game and its options; of a game with mixes, the number of the mix."""
    if game.name in MIXES:
        return f"{game.name}-mix{option_vectors(game).index(options)}"
    return f"{game.name}-{'-'.join(map(str, options))}"


def option_values(option: Option) -> list[int]:
    """All values of a choice or a short range; the ends and the default of a long one."""
    values = option.values()
    if option.choices or len(values) <= 6:
        return list(values)
    return sorted({values[0], option.default, values[-1]})


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """At most `count` of the items, evenly spread over them, the first and last among them."""
    if len(items) <= count:
        return list(items)
    return [items[i * (len(items) - 1) // (count - 1)] for i in range(count)]


def _size(ranges: Sequence[Sequence[int]]) -> int:
    size = 1
    for values in ranges:
        size *= len(values)
    return size


CASES: Final = [(game, options) for game in games() for options in option_vectors(game)]
CASE_IDS: Final = [case_id(game, options) for game, options in CASES]
