"""Kernels written once and bound to several games must not be taken for one another."""

from pathlib import Path
from types import ModuleType

import pytest

from hinterland.engine.jit import specialise

TEMPLATE = """
import hinterland.engine.contract as game
from hinterland.engine.jit import jit


@jit(entry=True)
def answer(number: int) -> int:
    return game.FACTOR * number
"""


def test_copies_for_two_games_with_the_same_argument_types_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HINTERLAND_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "template_of_two_games.py").write_text(TEMPLATE)
    answers = []
    for factor in (2, 3):
        rules = ModuleType(f"rules_{factor}")
        rules.__dict__["FACTOR"] = factor
        copy = specialise("template_of_two_games", f"game_{factor}", {"game": rules})
        answers.append(copy.answer(10))
    assert answers == [20, 30]
