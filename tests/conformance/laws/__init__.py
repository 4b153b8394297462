"""The laws of a game as functions of a game and an option vector; each raises AssertionError."""

from collections.abc import Callable, Mapping
from typing import Final

from hinterland.engine.game import Game
from hinterland.tests.conformance.cases import Options
from hinterland.tests.conformance.laws import declared, law_1, law_2, law_3, law_4, law_5

LAWS: Final[Mapping[str, Callable[[Game, Options], None]]] = {
    f"{law.__name__.rpartition('.')[2]}-{check.__name__}": check
    for law in (declared, law_1, law_2, law_3, law_4, law_5)
    for check in law.CHECKS
}
"""What is declared, and laws 1 to 5; law 6 compares whole processes, see `law_6`."""
