"""What a seat believes of progress cards that others draw, drop and take unseen."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.text import decode_knowledge, encode_knowledge
from hinterland.tests.conformance.beliefs import draw_worlds, misfit
from hinterland.tests.island.card_worlds import World, Worlds, after, cards_of, dealt, world_of
from hinterland.tests.island.knights_positions import OPTIONS, rolling, table
from hinterland.tests.island.positions import observe

OFFERS = {"trade_offers": "0"}
SEEDS = (1, 2, 3)
DRAWS = 2000
MANY = 20_000
"""Worlds drawn where a mutant must be rejected."""

Read = Callable[[World], Any]


def drawn(knowledge: Knowledge, track: str, read: Read, count: int, seed: int) -> Counter[Any]:
    """How often each outcome comes in `count` worlds."""
    found: Counter[Any] = Counter()
    seen: dict[bytes, Any] = {}
    for raw in draw_worlds(GAME, knowledge, count, stream("cards", seed)):
        world = np.frombuffer(raw, GAME.state_dtype)
        key = world["decks"].tobytes() + world["progress"].tobytes()
        if key not in seen:
            seen[key] = read(world_of(world, track))
        found[seen[key]] += 1
    return found


def rejected(counts: Counter[Any], expected: Mapping[Any, float]) -> bool:
    return bool(misfit(counts, expected))


# Case 7 of the known answers


def spied() -> Knowledge:
    """p1 saw by a Spy that p2 has bishop and warlord; p2 draws another blue card unseen, and
    puts one of its three blue cards under the deck.
    """
    state = table(
        {"progress": {"spy": 1}},
        {
            "progress": {"bishop": 1, "warlord": 1, "crane": 1, "mining": 1},
            "improvements": {"politics": 1},
        },
        options=OFFERS,
    )
    knowledge = GAME.mask(state, 0)
    observe(knowledge, "play:spy=p2", "show:crane+mining+bishop+warlord", "pass", "end", "roll")
    observe(knowledge, "dice:1+1+politics", "draw:?politics", "end", "drop:?politics")
    return knowledge


def dropped(world: World) -> str:
    """Which of its three cards p2 dropped, the new one being of another kind or not."""
    deck, hands = world
    left = Counter(hands[1])
    gone = [card for card in ("bishop", "warlord") if left[card] == 0]
    assert not gone or deck[-1] == gone[0]
    return gone[0] if gone else "new or alike"


def test_any_of_three_blue_cards_was_dropped() -> None:
    """Case 7: 1/3 each. The new one is any of the 14 unseen: p2 still has both, or another of a
    kind, if it was that or if bishop or warlord came and either of the two went.
    """
    knowledge = spied()
    alike = 1 / 3 + 2 / 3 * 1 / 14
    expected = {"bishop": (1 - alike) / 2, "warlord": (1 - alike) / 2, "new or alike": alike}
    for seed in SEEDS:
        assert not rejected(drawn(knowledge, "politics", dropped, DRAWS, seed), expected)
    many = drawn(knowledge, "politics", dropped, MANY, 1)
    assert not rejected(many, expected)
    assert rejected(many, dict.fromkeys(expected, 1 / 3))  # forgets that two may be alike
    assert rejected(many, {"bishop": 1 / 2, "warlord": 1 / 2, "new or alike": 0.0001})


def test_forgetting_what_was_seen_is_rejected() -> None:
    """The sampler without its memory: all blue cards of p2 are any unseen ones."""
    knowledge = spied()
    alike = 1 / 3 + 2 / 3 * 1 / 14
    expected = {"bishop": (1 - alike) / 2, "warlord": (1 - alike) / 2, "new or alike": alike}
    forgetful = Knowledge(knowledge.view, GAME.new_memories())

    def kept(world: World) -> str:
        left = Counter(world[1][1])
        both = left["bishop"] > 0 and left["warlord"] > 0
        return "new or alike" if both else "warlord" if left["bishop"] > 0 else "bishop"

    assert not rejected(drawn(knowledge, "politics", kept, MANY, 1), expected)
    assert rejected(drawn(forgetful, "politics", kept, MANY, 1), expected)


def test_what_is_played_later_tells_what_was_dropped() -> None:
    """p2 shows its bishop. Of 42 = 3 x 14 ways to drop one of three, the new one being any of
    14, it was the warlord in 14, the new one in 14, and the bishop in the one where the new one
    was a bishop; where the new one was the other warlord, p2 has a warlord still.
    """
    knowledge = spied()
    for _ in range(4):
        observe(knowledge, "roll", "dice:1+1+ship")
        if int(knowledge.view[0]["turn"]) != 1:
            observe(knowledge, "end")
    observe(knowledge, "play:bishop")
    expected = {"warlord": 13 / 29, "other": 16 / 29}

    def gone(world: World) -> str:
        """What lay under the deck before the bishop came there."""
        return "warlord" if world[0][-2] == "warlord" and "warlord" not in world[1][1] else "other"

    for seed in SEEDS:
        assert not rejected(drawn(knowledge, "politics", gone, DRAWS, seed), expected)
    even = {"warlord": 1 / 2, "other": 1 / 2}
    assert rejected(drawn(knowledge, "politics", gone, MANY, 1), even)


# Case 5: two hidden cards of a known back


def test_two_hidden_cards_are_labelled() -> None:
    """Case 5: all pairs of the 18 yellow cards; harbors that are face down hide nothing else."""
    state = table({}, {"progress": {"merchant": 1, "resource_monopoly": 1}}, {})
    knowledge = GAME.mask(state, 3)
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(cards_of("trade"), 2))
    expected = {pair: n / 153 for pair, n in pairs.items()}

    def pair(world: World) -> tuple[str, ...]:
        return world[1][1]

    for seed in SEEDS:
        assert not rejected(drawn(knowledge, "trade", pair, DRAWS, seed), expected)
    many = drawn(knowledge, "trade", pair, MANY, 1)
    assert not rejected(many, expected)
    assert rejected(many, dict.fromkeys(expected, 1 / len(expected)))
    slipped = Counter(many)
    for outcome in many:
        slipped[outcome] -= many[outcome] // 20
    slipped["merchant", "resource_monopoly"] += MANY // 20
    assert rejected(slipped, expected)


# Memories from outside


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("count", None, 1_000_000),
        ("count", None, -1),
        ("guess_count", None, 1_000_000),
        ("guess_weight", 0, 0),
        ("guess_track", 0, 3),
        ("guesses", (slice(None), 0), 0xFFFFF << 20),  # more cards of p2 than it holds
        ("guesses", (slice(None), 2), 1 << 5),  # a card at a place that nobody put one to
    ],
)
def test_memories_that_cannot_be_are_refused(field: str, place: Any, value: int) -> None:
    knowledge = spied()
    options = GAME.option_values(OPTIONS | OFFERS)
    decode_knowledge(GAME, options, 0, encode_knowledge(GAME, knowledge))
    memory = knowledge.memory[0]
    memory[field] = value if place is None else memory[field]
    if place is not None:
        memory[field][place] = value
    with pytest.raises(BadState, match="no island position agrees with this view"):
        decode_knowledge(GAME, options, 0, encode_knowledge(GAME, knowledge))


# Random histories against enumeration


def crowded() -> States:
    """All draw blue cards and hold about four; eight blue cards are unseen, all of other kinds."""
    gate = {"improvements": {"politics": 1}}
    unseen = ["diplomat", "saboteur", "intrigue"]
    under = [
        "spy", "bishop", "spy", "deserter", "diplomat", "intrigue", "saboteur", "warlord", "wedding"
    ]  # fmt: skip
    science = ["alchemist", "engineer", "inventor", "medicine", "printer", "road_building"]
    twice = ["alchemist", "inventor", "road_building"]
    return rolling(
        gate | {"progress": {"spy": 1, "crane": 2}, "victory_cards": {"constitution": 1}},
        gate | {"progress": {"bishop": 1, "warlord": 1, "smith": 2}},
        gate | {"progress": {"wedding": 1, "mining": 2}},
        gate | {"progress": {"deserter": 1, "irrigation": 2, "medicine": 1}},
        options={"trade_offers": "0", "progress_limit": "official", "target": "30"},
        decks={
            "trade": cards_of("trade"),
            "science": [*science, *twice],
            "politics": [*unseen, *under],
        },
        known_to={"politics": [None] * len(unseen) + ["all"] * len(under)},
    )


def likes(token: str) -> float:
    """How often random play chooses a move: Spies, and what shows cards."""
    if token.startswith("play:"):
        return 8 if token.startswith("play:spy") else 0.5
    return 3 if token.startswith("take") else 1


def history(number: int) -> tuple[Knowledge, Worlds]:
    """Random play in the sight of one seat, and what it may believe by enumeration."""
    viewer, rng = number % 4, Random(number)
    state = crowded()
    knowledge = GAME.mask(state, viewer)
    worlds = dealt(knowledge.view, "politics")
    for step in range(24 + number % 17):
        tokens = [GAME.notation.format(int(move)) for move in GAME.legal(state)]
        if GAME.mover(state) != CHANCE:
            (token,) = rng.choices(tokens, [likes(token) for token in tokens])
        elif tokens[0].startswith("dice"):
            token = "dice:1+1+politics"
        else:
            token = GAME.notation.format(GAME.sample(state, stream("history", number, step)))
        move = GAME.notation.parse(token)
        event = GAME.redact(state, move, viewer)
        actor, victim = int(state[0]["actor"]), int(state[0]["victim"])
        worlds = after(worlds, "politics", actor, victim, GAME.notation.format(event))
        observe(knowledge, GAME.notation.format(event))
        GAME.apply(state, move)
    assert world_of(state, "politics") in worlds
    return knowledge, worlds


@pytest.mark.parametrize("number", [2, 5, 9, 14, 16, 22, 29])
def test_beliefs_are_those_of_enumeration(number: int) -> None:
    knowledge, worlds = history(number)
    assert int(knowledge.memory[0]["guess_resampled"]) == 0
    assert int(knowledge.memory[0]["guess_count"]) > 1
    for seed in SEEDS:
        counts = drawn(knowledge, "politics", lambda world: world, DRAWS, seed)
        assert not misfit(counts, worlds)


def test_beliefs_that_outgrow_the_memory_stay_possible() -> None:
    """Then the kept ones are a sample: no world of them is impossible."""
    knowledge, worlds = history(13)
    assert int(knowledge.memory[0]["guess_resampled"]) == 1
    counts = drawn(knowledge, "politics", lambda world: world, DRAWS, 1)
    assert set(counts) <= set(worlds)
