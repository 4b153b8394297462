"""The evaluation of island: who is ahead on laid positions, and what one ply of it plays."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.rng import stream
from hinterland.eval import island as evaluation

from .knights_positions import guard, table
from .positions import position


@pytest.fixture(scope="module")
def kernels() -> ModuleType:
    return GAME.specialise("hinterland.eval.one_ply", evaluation=evaluation)


def values(kernels: ModuleType, state: States) -> dict[str, float]:
    """The mover's share after each of its moves."""
    knowledge = GAME.mask(state, GAME.mover(state))
    states = GAME.new_states(3)
    states[0] = knowledge.view[0]
    words = states.view(np.ndarray).view(np.uint64).reshape(3, -1)
    moves, sums = np.zeros(GAME.max_moves, np.int64), np.zeros(GAME.max_moves, np.float64)
    out = np.zeros(GAME.max_players, np.float64)
    rng = stream("one ply")
    count = kernels.one_ply(states, words, knowledge.memory, moves, rng, 1, out, sums)
    assert out[:4].sum() == pytest.approx(1.0)
    return {GAME.notation.format(int(moves[i])): float(sums[i]) for i in range(count)}


def best(found: dict[str, float]) -> str:
    return max(found, key=lambda token: found[token])


CITY = {"ore": 3, "grain": 2}


def test_a_city_is_built_rather_than_the_cards_traded_away(kernels: ModuleType) -> None:
    found = values(kernels, position({"hand": CITY}))
    assert best(found).startswith("city:")
    assert found["end"] < found[best(found)]


def test_the_robber_goes_to_a_hex_of_others(kernels: ModuleType) -> None:
    """b3 and e2 give p1 something; it never blocks what is its own."""
    state = position(phase="robber")
    found = values(kernels, state)
    own = values(kernels, position())["end"]
    assert found[best(found)] > own
    assert best(found) not in ("robber:a1", "robber:e3")


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"cities": ["a1n"]}, {}),
        ({"hand": {"ore": 2}}, {"hand": {"ore": 1}}),
        ({"roads": ["a1ne"]}, {}),
    ],
)
def test_more_is_worth_more(kernels: ModuleType, more: Any, less: Any) -> None:
    assert values(kernels, position(more))["end"] > values(kernels, position(less))["end"]


def test_knights_improvements_and_walls_are_worth_something(kernels: ModuleType) -> None:
    plain = values(kernels, table({"cities": ["a1n"]}))["end"]
    for more in (
        {"knights": [guard("a1nw")]},
        {"improvements": {"trade": 1}},
        {"walls": ["a1n"]},
    ):
        assert values(kernels, table({"cities": ["a1n"], **more}))["end"] > plain
