"""The laws of every game, for what the island has so far: it is not registered yet."""

from collections.abc import Callable
from typing import Final

import pytest

from hinterland.engine.game import Game
from hinterland.engine.island import GAME
from hinterland.tests.conformance.laws import LAWS

Options = tuple[int, ...]

LONG: Final = ("search", "what_fits_leaves_a_world", "damaged_texts_are_refused")
"""Parts of the names of laws that take minutes; those of law 3 search."""

BASE: Final = {"preset": "base", "max_turns": "12"}
MIXES: Final = (
    BASE,
    BASE
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
    BASE | {"players": "2", "max_turns": "24", "fish": "yes", "seafarers": "yes"},
)


def is_long(name: str) -> bool:
    return name.startswith("law_3") or any(part in name for part in LONG)


CASES: Final = [
    pytest.param(law, mix, id=f"{name}-{mix.get('players', '4')}", marks=marks)
    for name, law in LAWS.items()
    for mix in MIXES
    for marks in ([pytest.mark.slow] if is_long(name) else [],)
]


@pytest.mark.parametrize(("law", "mix"), CASES)
def test_law_of_the_island(law: Callable[[Game, Options], None], mix: dict[str, str]) -> None:
    law(GAME, GAME.option_values(mix))
