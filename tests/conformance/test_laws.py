"""Laws 1 to 5, for every game that is registered and every toy, with all their options."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from hinterland.engine.game import Game
from hinterland.engine.kuhn import GAME as KUHN
from hinterland.tests.conformance.cases import CASE_IDS, CASES, MIXES, Options, short_options
from hinterland.tests.conformance.laws import LAWS

Check = Callable[[Game, Options], None]


LONG: Final = ("replaced_truths", "dice_change_nothing", "what_fits_leaves_a_world")
"""Parts of the names of laws that take seconds for each option vector of a large game."""


def cases() -> Iterator[Any]:
    """Every law with every game and its options.

    Of a game that is played with chosen mixes, the long laws are slow but for the first mix.
    """
    for (game, options), case in zip(CASES, CASE_IDS, strict=True):
        first = game.option_values(short_options(game.name))
        for name, check in LAWS.items():
            long = any(part in name for part in LONG)
            slow = game.name in MIXES and options != first and long
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(check, game, options, id=f"{case}-{name}", marks=marks)


@pytest.mark.parametrize(("check", "game", "options"), list(cases()))
def test_law(check: Check, game: Game, options: Options) -> None:
    check(game, options)


@pytest.mark.parametrize("check", LAWS.values(), ids=LAWS)
def test_laws_hold_for_random_games_too(check: Check) -> None:
    """A small game is taken for one too big to enumerate, as the large games will be."""
    check(replace(KUHN, enumerable=False), (2,))
