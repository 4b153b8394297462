"""Worlds of the large games, whose deals are too many to enumerate.

Truth and worlds of a fresh deal are drawn alike: a world has the true card in a hidden place as
often as another world has the same one there, and where the odds are known, by a binomial.
"""

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from scipy.stats import binomtest

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.registry import load
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import OVER
from hinterland.engine.table import Table
from hinterland.tests.conformance.cases import Options, option_vectors, short_options
from hinterland.tests.conformance.laws.law_2 import check_world
from hinterland.tests.conformance.positions import random_game

ALPHA = 1e-4
CRITICAL = 3.89
"""Of a normal variable, at ALPHA on both sides."""

DEALS = 2000
SEEDS = (1, 2, 3)
"""Fixed beforehand; the test must pass with each of them."""

HIDDEN = {"village": ("stacks", "reserve"), "island": ("decks",)}
LARGE = [
    ("village", {"players": "3"}),
    ("village", {"players": "5"}),
    ("island", {"players": "4", "preset": "house"}),
]

Draw = Callable[[Game, Knowledge, States, Stream], States]


def honest(game: Game, knowledge: Knowledge, truth: States, rng: Stream) -> States:
    """A world, drawn without a look at the truth."""
    return game.determinise(knowledge, rng)


def that_knows(game: Game, knowledge: Knowledge, truth: States, rng: Stream) -> States:
    """The mutant: one draw in twenty is the truth."""
    return truth if draw_bounded(rng, 20) == 0 else game.determinise(knowledge, rng)


def deals(game: Game, given: dict[str, str], seed: int) -> Iterator[tuple[Table, Stream]]:
    """Fresh deals, each with randomness for its worlds."""
    options = game.option_values(given)
    for number in range(DEALS):
        yield (
            Table.deal(game, options, stream("large deal", game.name, seed, number)),
            stream("worlds of a deal", seed, number),
        )


def places(game: Game, state: States) -> np.ndarray:
    """What lies in every place that may be hidden."""
    return np.concatenate([np.ravel(state[0][field]) for field in HIDDEN[game.name]])


def excess(game: Game, given: dict[str, str], seed: int, draw: Draw) -> float:
    """By how many standard deviations a world agrees more with the truth than with another."""
    total = squares = 0.0
    for table, rng in deals(game, given, seed):
        knowledge = table.knowledge(0)
        drawn = (draw(game, knowledge, table.state, rng) for _ in range(2))
        world, other = (places(game, state) for state in drawn)
        truth = places(game, table.state)
        difference = float(np.sum(world == truth) - np.sum(world == other))
        total += difference
        squares += difference * difference
    assert squares > 0.0
    return total / math.sqrt(squares)


@pytest.mark.parametrize(("name", "given"), LARGE)
def test_a_world_is_as_like_the_truth_as_like_another(name: str, given: dict[str, str]) -> None:
    for seed in SEEDS:
        assert abs(excess(load(name), given, seed, honest)) < CRITICAL


@pytest.mark.parametrize(("name", "given"), LARGE)
def test_worlds_into_which_the_truth_slips_are_rejected(name: str, given: dict[str, str]) -> None:
    for seed in SEEDS:
        assert excess(load(name), given, seed, that_knows) > CRITICAL


@pytest.mark.parametrize("deck", [0, 1, 2])
def test_the_true_top_of_a_progress_deck_is_hit_by_a_binomial(deck: int) -> None:
    """Of n equal cards among 18 the world has one on top with n/18, and so has the truth."""
    game, place = load("island"), 18 * deck
    for seed in SEEDS:
        hits, odds = 0, 0.0
        for table, rng in deals(game, {"players": "4", "preset": "house"}, seed):
            world = game.determinise(table.knowledge(0), rng)
            cards = places(game, table.state)[place : place + 18]
            hits += int(places(game, world)[place] == cards[0])
            counts = np.unique(cards, return_counts=True)[1]
            odds = float(np.sum(counts * counts)) / 18**2
        assert 0.0 < odds < 1.0
        assert binomtest(hits, DEALS, odds).pvalue > ALPHA


def check_worlds_replay(game: Game, options: Options, count: int) -> None:
    """At so many positions of random games, a world of a seat shows it just what the truth does."""
    checked = seed = 0
    while checked < count:
        for position in random_game(game, options, seed):
            if position.mover != OVER and checked < count:
                index = checked % len(position.viewers)
                rng = stream("replays", checked)
                check_world(position, index, game.determinise(position.known[index], rng))
                checked += 1
        seed += 1


@pytest.mark.parametrize("name", ["village", "island"])
def test_worlds_replay_to_the_same_view(name: str) -> None:
    game = load(name)
    check_worlds_replay(game, game.option_values(short_options(name)), 500)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["village", "island"])
def test_worlds_replay_to_the_same_view_at_10_000_positions(name: str) -> None:
    """Of every mix of options, in all 10,000."""
    game = load(name)
    mixes = option_vectors(game)
    for options in mixes:
        check_worlds_replay(game, options, -(-10_000 // len(mixes)))
