"""The values of the small games, which prove their rules, and with them the solver itself."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load
from hinterland.tests.solver.determinised import determinised
from hinterland.tests.solver.exploitability import (
    Policy,
    best_response,
    expected_payoffs,
    exploitability,
    nash_conv,
    uniform,
)
from hinterland.tests.solver.sequence_form import solve
from hinterland.tests.solver.walk import information_sets
from hinterland.tests.toys import hazard, liars_dice, sealed, whist

LEDUC_VALUE = -0.085606424078
"""Published as -0.0856; the rest was computed by this solver."""


TOYS = {
    "sealed": sealed.GAME,
    "hazard": hazard.GAME,
    "liars_dice": liars_dice.WIDE,
    "whist": whist.GAME,
}


def game_of(name: str) -> Game:
    return TOYS[name] if name in TOYS else load(name)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("kuhn", {}, -1 / 18),
        ("leduc", {}, LEDUC_VALUE),
        ("tree", {"tree": "a"}, 0.5),
        ("tree", {"tree": "b"}, 0.25),
        ("tree", {"tree": "c"}, -0.25),
        ("sealed", {}, 0.0),
        ("hazard", {}, 2 * (0.5 + 35 / 360) - 1),
        ("whist", {}, 0.0),
        ("liars_dice", {"sides": "3"}, 1 / 9),
        ("liars_dice", {"sides": "4"}, 1 / 16),
        pytest.param("liars_dice", {"sides": "5"}, 1 / 125, marks=pytest.mark.slow),
    ],
)
def test_value_to_p1(name: str, given: dict[str, str], value: float) -> None:
    game = game_of(name)
    options = game.option_values(given)
    found = solve(game, options)
    assert found.value == pytest.approx(value, abs=1e-7)
    assert expected_payoffs(game, options, found.policy)[0] == pytest.approx(value, abs=1e-7)
    assert exploitability(game, options, found.policy) == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize(
    ("name", "expected"), [("kuhn", 11 / 24), ("leduc", 2.373611111), ("whist", 1 / 15)]
)
def test_exploitability_of_random_play(name: str, expected: float) -> None:
    game = game_of(name)
    options = game.option_values({})
    assert exploitability(game, options, uniform(game)) == pytest.approx(expected, abs=1e-8)
    assert nash_conv(game, options, uniform(game)) == pytest.approx(2 * expected, abs=1e-8)


@pytest.mark.parametrize(("name", "expected"), [("kuhn", 1 / 6), ("leduc", 0.5), ("whist", 0.0)])
def test_exploitability_of_exact_determinised_play(name: str, expected: float) -> None:
    game = game_of(name)
    options = game.option_values({})
    found = exploitability(game, options, determinised(game, options))
    assert found == pytest.approx(expected, abs=1e-8)


def test_exact_determinised_play_fuses_what_it_cannot_tell_apart() -> None:
    """Tree A: it takes `a` for a sure 1, though b's 0.5 is more; then it guesses and gets 0."""
    game = load("tree")
    options = game.option_values({"tree": "a"})
    policy = determinised(game, options)
    first, guess = information_sets(game, options)[0]
    assert policy(first.knowledge) == {game.notation.parse("a"): 1.0}
    assert list(policy(guess.knowledge).values()) == [0.5, 0.5]
    assert expected_payoffs(game, options, policy)[0] == pytest.approx(0.0)


def always(game: Game, *tokens: str) -> Policy:
    """The first of the tokens that is a legal move."""

    def policy(knowledge: Knowledge) -> Mapping[int, float]:
        legal = [game.notation.format(int(move)) for move in game.legal(knowledge.view)]
        chosen = next(token for token in tokens if token in legal)
        return {game.notation.parse(chosen): 1.0}

    return policy


def test_best_answers_by_hand() -> None:
    """Kuhn: a seat that checks and folds loses 1 to every bet.

    From one that always bets or calls, p1's king wins 2, its jack gives up 1, and its queen
    breaks even by betting.
    """
    game = load("kuhn")
    options = game.option_values({})
    meek, bold = always(game, "check", "fold"), always(game, "bet", "call")
    assert best_response(game, options, meek, 0) == pytest.approx(1.0)
    assert best_response(game, options, meek, 1) == pytest.approx(1.0)
    assert expected_payoffs(game, options, bold) == pytest.approx((0.0, 0.0))
    assert best_response(game, options, bold, 0) == pytest.approx((2 - 1 + 0) / 3)


def test_an_information_set_is_all_that_a_seat_can_tell_apart() -> None:
    """Kuhn: 3 cards times 2 decisions a seat. Leduc: 3 cards times 3 decisions of the first
    round, and with 3 public cards times the 5 ways there times 3 decisions of the second.
    """
    for name, count in (("kuhn", 6), ("leduc", 3 * 3 + 3 * 3 * 5 * 3)):
        game = load(name)
        options = game.option_values({})
        assert [len(found) for found in information_sets(game, options)] == [count, count]
        for seat, found in enumerate(information_sets(game, options)):
            assert all(one.seat == one.knowledge.seat == seat for one in found)
            assert all(list(one.moves) == game.legal(one.knowledge.view).tolist() for one in found)


@pytest.mark.parametrize("weights", [(0.5, 0.4), (1.5, -0.5)])
def test_what_is_no_distribution_is_refused(weights: tuple[float, float]) -> None:
    game = load("kuhn")
    options = game.option_values({})

    def policy(knowledge: Knowledge) -> Mapping[int, float]:
        return dict(zip(game.legal(knowledge.view).tolist(), weights, strict=True))

    with pytest.raises(ValueError, match="no distribution"):
        exploitability(game, options, policy)


def test_only_zero_sum_games_of_two_are_solved() -> None:
    unequal = replace(load("kuhn"), payoff_offset=0.0)
    with pytest.raises(ValueError, match="zero-sum"):
        solve(unequal, unequal.option_values({}))
