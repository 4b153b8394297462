"""Laws 1 to 5, for every game that is registered and every toy, with all their options."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hinterland.engine.game import Game
from hinterland.tests.conformance.cases import CASE_IDS, CASES, Options
from hinterland.tests.conformance.laws import LAWS

Check = Callable[[Game, Options], None]


@pytest.mark.parametrize("check", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize(("game", "options"), CASES, ids=CASE_IDS)
def test_law(check: Check, game: Game, options: Options) -> None:
    check(game, options)
