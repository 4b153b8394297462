"""Every value of every option of a game with mixes, one after another: the mixes have not all."""

from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from hinterland.engine.game import Option
from hinterland.engine.island import GAME
from hinterland.tests.conformance import positions
from hinterland.tests.conformance.cases import option_values
from hinterland.tests.conformance.laws import LAWS
from hinterland.tests.conformance.test_laws import LONG

_SHORT: Final = {"preset": "house", "players": "3", "max_turns": "3", "trade_offers": "1"}
_FISH: Final = {"fish": "yes"}
_ALSO: Final[Mapping[str, Mapping[str, str]]] = {
    "fish_extra": _FISH,
    "boot_extra": _FISH,
    "fish_places": _FISH,
    "fish_pre_roll": _FISH,
    "fish_in_special_build": _FISH | {"players": "5"},
    "seafarers_extra": {"seafarers": "yes"},
    "harbors_cross_water": {"seafarers": "yes"},
    "listed_offers": {"trade_offers": "10"},
    "special_build_improvements": {"players": "5"},
    "max_turns": {"target": "3", "declare_to_win": "no"},
}
"""What an option makes sense with."""

FAST: Final = (
    "declared-options_are_written_and_read",
    "law_1-views_agree_with_the_state",
    "law_1-decisions_are_seen_by_their_seat",
    "law_4-legal_moves_fit",
    "law_5-moves_are_written_and_read",
)


def choices() -> Iterator[tuple[Option, int]]:
    for option in GAME.options:
        for value in option_values(option):
            yield option, value


CHOICES: Final = list(choices())
IDS: Final = [f"{option.name}={option.format(value)}" for option, value in CHOICES]


def check(option: Option, value: int, laws: tuple[str, ...]) -> None:
    texts = _SHORT | _ALSO.get(option.name, {}) | {option.name: option.format(value)}
    options = GAME.option_values(texts)
    assert options[GAME.options.index(option)] == value
    for law in laws:
        LAWS[law](GAME, options)


@pytest.mark.parametrize(("option", "value"), CHOICES, ids=IDS)
def test_the_fast_laws_hold(option: Option, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One short game for each value."""
    monkeypatch.setattr(positions, "RANDOM_POSITIONS", 1)
    check(option, value, FAST)


@pytest.mark.slow
@pytest.mark.parametrize(("option", "value"), CHOICES, ids=IDS)
def test_all_laws_hold_but_the_long_ones(option: Option, value: int) -> None:
    check(option, value, tuple(law for law in LAWS if not any(part in law for part in LONG)))
