"""What a seat believes of hands and cards that it does not see: known answers and fair draws."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from scipy.stats import chi2

from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.island.cards import DEVELOPMENT, KINDS
from hinterland.engine.island.named import lanes
from hinterland.engine.rng import draw_bounded, stream
from hinterland.tests.island.positions import observe, position, seat

DRAWS = 2000
MANY = 20_000
"""Draws of a mutant, which must be rejected."""

SEEDS = (1, 2, 3)
ALPHA = 1e-4
WATCHER = 3
"""p4, who sees none of the cards that move."""

Reader = Callable[[States], Any]


def watching(state: States) -> Knowledge:
    """p4 at a table where it still knows every hand."""
    view = state.copy()
    view["viewer"] = WATCHER
    return Knowledge(view, GAME.new_memories())


def drawn(knowledge: Knowledge, read: Reader, seed: int) -> Counter[Any]:
    rng = stream("beliefs", seed)
    return Counter(read(GAME.determinise(knowledge, rng)) for _ in range(DRAWS))


def uniform_over_hands(found: Counter[Any], seed: int) -> Counter[Any]:
    """A mutant of the sampler that found these: every hand alike, however many cards make it."""
    rng, hands = stream("mutant", seed), sorted(found)
    return Counter(hands[draw_bounded(rng, len(hands))] for _ in range(MANY))


def misfit(knowledge: Knowledge, read: Reader, expected: Mapping[Any, float], seed: int) -> bool:
    """Whether worlds drawn from the knowledge are no sample of the expected distribution."""
    return rejected(drawn(knowledge, read, seed), expected)


def rejected(seen: Counter[Any], expected: Mapping[Any, float]) -> bool:
    if set(seen) - set(expected):
        return True
    draws = sum(seen.values())
    statistic = sum((seen[key] - draws * p) ** 2 / (draws * p) for key, p in expected.items())
    return statistic > float(chi2.isf(ALPHA, max(len(expected) - 1, 1)))


def check_sampler(knowledge: Knowledge, read: Reader, expected: Mapping[Any, float]) -> None:
    """With every seed the sampler is right; so is its mutant only if all hands are as likely."""
    assert min(expected.values()) * DRAWS >= 20
    uneven = len(set(expected.values())) > 1
    for seed in SEEDS:
        found = drawn(knowledge, read, seed)
        assert not rejected(found, expected), found
        assert rejected(uniform_over_hands(found, seed), expected) == uneven


def hand(state: States, number: int) -> str:
    return "+".join(f"{n}{kind}" for kind, n in cards(state, number).items())


def cards(state: States, number: int) -> dict[str, int]:
    """The hand of seat `number`, 1 for p1."""
    return lanes(state[0]["hand"][number - 1], KINDS)


def test_stolen_card_is_each_card_of_the_hand_alike() -> None:
    """Case 2: one card of two grain and one ore: grain 2/3, ore 1/3."""
    state = position({}, {"hand": {"grain": 2, "ore": 1}}, phase="robber")
    knowledge = watching(state)
    observe(knowledge, "robber:a3", "steal:?")
    expected = {"1grain": 2 / 3, "1ore": 1 / 3}
    check_sampler(knowledge, lambda world: hand(world, 1), expected)


def steal_chain() -> Knowledge:
    """p2 steals from p1 {2 wool, ore}; then p3 steals from p2, who held brick too."""
    state = position(
        {"hand": {"wool": 2, "ore": 1}},
        {"hand": {"brick": 1}},
        {"hand": {"lumber": 1}},
        phase="robber",
        turn="p2",
        actor="p2",
    )
    knowledge = watching(state)
    observe(knowledge, "robber:a1", "steal:?", "end", "roll", "dice:3+4", "robber:a3", "steal:?")
    return knowledge


def takings(world: States) -> tuple[str, str]:
    """What p2 and p3 took in the chain, from the hands that are left."""
    first = "wool" if cards(world, 1).get("wool", 0) == 1 else "ore"
    second = next(kind for kind in cards(world, 3) if kind != "lumber")
    return first, second


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (
            None,
            {
                ("wool", "brick"): 1 / 3,
                ("wool", "wool"): 1 / 3,
                ("ore", "brick"): 1 / 6,
                ("ore", "ore"): 1 / 6,
            },
        ),
        ("counter:wool>lumber", {("wool", "brick"): 1.0}),
        ("counter:brick>lumber", {("wool", "wool"): 2 / 3, ("ore", "ore"): 1 / 3}),
    ],
)
def test_chain_of_thefts(shown: str | None, expected: Mapping[tuple[str, str], float]) -> None:
    """Case 3: what p2 later shows tells what p3 took."""
    knowledge = steal_chain()
    if shown is not None:
        observe(knowledge, "offer:lumber>grain", "decline", "decline", shown)
    check_sampler(knowledge, takings, expected)


def test_hidden_development_cards_are_labelled() -> None:
    """Case 1: two cards of {knight, knight, point, roads}: pairs by labelled cards."""
    unseen = {"knight": 2, "point": 1, "roads": 1}
    state = position(
        {"army": 6},
        {"army": 6},
        {"development": {"knight": 1, "point": 1}},
        {"development": {"point": 4}},
        development={"left": 2, "unseen": {"knight": 1, "roads": 1}},
        largest_army="p1",
    )
    knowledge = GAME.mask(state, WATCHER)
    pairs = {
        (first, second): sum(
            1
            for a in range(4)
            for b in range(a)
            if sorted((_labels(unseen)[a], _labels(unseen)[b])) == sorted((first, second))
        )
        / 6
        for first in DEVELOPMENT
        for second in DEVELOPMENT
        if first <= second
    }
    expected = {pair: p for pair, p in pairs.items() if p > 0}
    assert expected[("knight", "knight")] == pytest.approx(1 / 6)
    check_sampler(knowledge, _held, expected)


def _labels(cards: Mapping[str, int]) -> list[str]:
    return [card for card, n in cards.items() for _ in range(n)]


def _held(world: States) -> tuple[str, ...]:
    return tuple(sorted(_labels(lanes(world[0]["development"][2], DEVELOPMENT))))


def test_two_players_know_each_others_hands() -> None:
    """The bank lies open: what the other holds is what is in neither own hand nor bank."""
    state = GAME.deal(GAME.option_values({"preset": "base", "players": "2"}), stream("two"))
    rng = stream("two, played")
    for _ in range(200):
        if GAME.mover(state) == -2:
            break
        moves = GAME.legal(state)
        chance = GAME.mover(state) < 0
        move = GAME.sample(state, rng) if chance else int(moves[len(moves) // 2])
        GAME.apply(state, move)
        for viewer in (0, 1):
            view = GAME.mask(state, viewer).view
            assert view["hand"].tolist() == state["hand"].tolist()
            assert view["hidden"].sum() == 0


def test_discards_are_known_when_they_are_shown() -> None:
    state = position({}, {"hand": {"lumber": 5, "ore": 4}}, phase="roll", dice=None)
    knowledge = watching(state)
    observe(knowledge, "roll", "dice:3+4", *["discard:?"] * 4)
    world = GAME.determinise(knowledge, stream("aside"))
    assert sum(seat(world, 2)["pending"].values()) == 4
    observe(knowledge, "reveal:3lumber+ore")
    view = GAME.notation.to_json(knowledge.view[0], None)
    assert view["seats"][1]["hand"] == {"lumber": 2, "ore": 3}
    assert set(KINDS[:5]) >= set(view["seats"][1]["hand"])
