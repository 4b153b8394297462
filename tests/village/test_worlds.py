"""The sampler of worlds draws from the exact posterior: cases 4 and 6, and what must be refused."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest
from scipy.stats import chisquare

from hinterland.engine.game import Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_knowledge, encode_knowledge
from hinterland.engine.village import cards
from hinterland.engine.village.state import HEIGHT

from .laying import VILLAGE, lay_view, notation, observe, without_history

ALPHA = 1e-4
SEEDS = (1, 2, 3)
DRAWS, MANY = 2_000, 20_000
World = tuple[str, ...]
Look = Callable[[Any], World]


def p_value(draws: Iterator[World], expected: dict[World, float]) -> float:
    """Of a chi-square test; 0 where a draw is none of the expected worlds."""
    found = Counter(draws)
    if not set(found) <= set(expected):
        return 0.0
    total = sum(found.values())
    assert min(expected.values()) * total >= 20
    observed = [found[world] for world in expected]
    return float(chisquare(observed, [share * total for share in expected.values()]).pvalue)


def worlds(knowledge: Knowledge, look: Look, seed: int, n: int) -> Iterator[World]:
    rng = stream("worlds", seed)
    for _ in range(n):
        yield look(VILLAGE.determinise(knowledge, rng)[0])


def name(card: int) -> str:
    return cards.NAMES[int(card)]


# Case 4: one known slot of each suit and one whose back is not known, 3 + 2 unseen: 18 worlds.

WOOD, HAY = ("carpenter", "shipwright", "wheeler"), ("thatcher", "grazier")


def case_4() -> Knowledge:
    given = {"turn": "p1", "stacks": [["?", "?wood"], ["?", "?", "?hay"], [], [], [], []]}
    return lay_view(2, 0, given, dict.fromkeys((*WOOD, *HAY), 1))


def look_4(world: Any) -> World:
    return tuple(name(world["stacks"][i]) for i in (1, HEIGHT + 2, 0))


def expected_4() -> dict[World, float]:
    orders = permutations((*WOOD, *HAY), 3)
    found = [order for order in orders if order[0] in WOOD and order[1] in HAY]
    return dict.fromkeys(found, 1 / 18)


# Case 6: p2 returned the known wheeler or its dealt card, one of carpenter and shipwright.


def case_6() -> Knowledge:
    given = {
        "first": "p2",
        "turn": "p2",
        "stacks": [["?hay"], [], [], [], [], []],
        "reserve": ["?", "?hay"],
        "seats": {"p2": {"hand": {"wheeler": 1, "?wood": 1}}},
    }
    unseen = {"carpenter": 1, "shipwright": 1, "thatcher": 2}
    return observe(lay_view(2, 0, given, unseen), ["exchange:?wood>stack1", "take:miner"])


def look_6(world: Any) -> World:
    hand = notation().to_json(world, None)["seats"][1]["hand"]
    return (name(world["stacks"][1]), *hand, name(world["reserve"][0]))


EXPECTED_6: dict[World, float] = {
    ("wheeler", "carpenter", "shipwright"): 0.25,
    ("wheeler", "shipwright", "carpenter"): 0.25,
    ("carpenter", "wheeler", "shipwright"): 0.25,
    ("shipwright", "wheeler", "carpenter"): 0.25,
}
CASES = {
    "4": (case_4, look_4, expected_4()),
    "6": (case_6, look_6, EXPECTED_6),
}


def test_case_4_has_18_worlds() -> None:
    assert len(expected_4()) == 18


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES)
def test_worlds_are_drawn_uniformly(case: str, seed: int) -> None:
    lay, look, expected = CASES[case]
    assert p_value(worlds(lay(), look, seed, DRAWS), expected) > ALPHA


def leaky(draws: Iterator[World], truth: World) -> Iterator[World]:
    """The truth slipped in 5 % of the time."""
    for i, world in enumerate(draws):
        yield truth if i % 20 == 0 else world


def reused(draws: Iterator[World]) -> Iterator[World]:
    """Each draw used 20 times."""
    for world in draws:
        yield from [world] * 20


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES)
def test_the_truth_slipped_in_is_refused(case: str, seed: int) -> None:
    lay, look, expected = CASES[case]
    drawn = leaky(worlds(lay(), look, seed, MANY), next(iter(expected)))
    assert p_value(drawn, expected) < ALPHA


@pytest.mark.parametrize("seed", SEEDS)
def test_draws_used_again_are_refused(seed: int) -> None:
    lay, look, expected = CASES["4"]
    assert p_value(reused(worlds(lay(), look, seed, MANY // 20)), expected) < ALPHA


@pytest.mark.parametrize("seed", SEEDS)
def test_pooling_the_returned_card_with_the_unseen_is_refused(seed: int) -> None:
    """Without its memory the sampler lets the wheeler lie in the reserve."""
    knowledge = case_6()
    pooled = Knowledge(knowledge.view, VILLAGE.new_memories())
    found = Counter(worlds(pooled, look_6, seed, DRAWS))
    assert any(world[-1] == "wheeler" for world in found)
    assert p_value(iter(found.elements()), EXPECTED_6) < ALPHA


def test_a_text_keeps_what_is_inferred() -> None:
    knowledge = case_6()
    knowledge.view["limit"] = 2  # what the builders there allow
    text = encode_knowledge(VILLAGE, knowledge)
    with without_history():
        again = decode_knowledge(VILLAGE, (2, 0, 1, 0, 0), 0, text)
    assert again.tobytes() == knowledge.tobytes()


def test_a_returned_card_is_known_to_the_one_who_returned_it() -> None:
    given = {
        "turn": "p1",
        "stacks": [["?hay"], [], [], [], [], []],
        "reserve": ["?", "?hay"],
        "seats": {"p1": {"hand": {"wheeler": 1, "carpenter": 1}}},
    }
    unseen = {"shipwright": 1, "thatcher": 2}
    knowledge = observe(lay_view(2, 0, given, unseen), ["exchange:wheeler>stack1", "take:miner"])
    assert knowledge.view[0]["stacks"][1] == cards.CODE["wheeler"]
    assert {look[1] for look in _stack_names(knowledge)} == {"wheeler"}


def _stack_names(knowledge: Knowledge) -> set[World]:
    rng = stream("returner")
    draws = [VILLAGE.determinise(knowledge, rng)[0] for _ in range(50)]
    return {tuple(name(card) for card in draw["stacks"][:2]) for draw in draws}


def test_the_reserve_after_a_shuffle_holds_the_discards() -> None:
    """A reshuffled reserve is drawn from its own cards; its known back binds its top only."""
    given = {
        "turn": "p1",
        "stacks": [["?hay"], [], [], [], [], []],
        "reserve": ["?", "?", "?wood"],
        "reshuffled": {"wheeler": 1, "carpenter": 1, "thatcher": 1},
    }
    knowledge = lay_view(2, 0, given, {"grazier": 1})
    names = [
        ("carpenter", "thatcher", "wheeler"),
        ("thatcher", "carpenter", "wheeler"),
        ("wheeler", "thatcher", "carpenter"),
        ("thatcher", "wheeler", "carpenter"),
    ]

    def look(world: Any) -> World:
        return tuple(name(card) for card in world["reserve"][:3])

    expected = dict.fromkeys(names, 0.25)
    for seed in SEEDS:
        assert p_value(worlds(knowledge, look, seed, DRAWS), expected) > ALPHA
