"""Laws 1 to 5, for every game that is registered and every toy, with all their options."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hinterland.engine.game import Game
from hinterland.engine.kuhn import GAME as KUHN
from hinterland.tests.conformance.cases import CASE_IDS, CASES, Options
from hinterland.tests.conformance.laws import LAWS

Check = Callable[[Game, Options], None]


@pytest.mark.parametrize("check", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize(("game", "options"), CASES, ids=CASE_IDS)
def test_law(check: Check, game: Game, options: Options) -> None:
    check(game, options)


@pytest.mark.parametrize("check", LAWS.values(), ids=LAWS)
def test_laws_hold_for_random_games_too(check: Check) -> None:
    """A small game is taken for one too big to enumerate, as the large games will be."""
    check(replace(KUHN, enumerable=False), (2,))
