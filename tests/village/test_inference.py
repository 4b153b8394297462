"""What a seat infers of cards returned face down, against enumeration of all labelled deals."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from hinterland.engine.game import Knowledge
from hinterland.engine.village import cards

from .laying import lay_view, notation, observe
from .posterior import Scene, Where, believed, posterior

WOOD = ["carpenter", "shipwright", "wheeler", "wood_carver", "log_rafter"]
History = list[tuple[str, str]]


def scene_view(scene: Scene) -> Knowledge:
    """The scene as p1 sees it: p2 is to build; stacks 1 and 2 bear the back of a hay card."""
    hay = {"thatcher": 2, "horse_trader": 1}
    elsewhere = len(scene.unseen) - sum(scene.unknown.values())
    seats = {}
    for seat in ("p2", "p3"):
        hand = dict(Counter(scene.known.get(seat, ())))
        if scene.unknown.get(seat, 0):
            hand["?wood"] = scene.unknown[seat]
        lumberjacks = {"card": "lumberjack", "count": 4}
        seats[seat] = {"hand": hand, "village": [{"card": "founders"}, lumberjacks]}
    given = {
        "first": "p2",
        "turn": "p2",
        "stacks": [["?hay"], ["?hay"], [], [], [], []],
        "reserve": ["?"] * elsewhere + ["?hay"],
        "seats": seats,
    }
    return lay_view(3, 0, given, hay | dict(Counter(scene.unseen)))


def tokens(history: History) -> list[str]:
    """The events that p1 sees: the seats of the history pass in turn p2, p3, p1, draft in turn."""
    found: list[str] = []
    turn, drafting = 2, False
    for seat, token in history:
        number = int(seat[1])
        if token.startswith("show") and not drafting:
            found += ["pass"] * (5 - turn if turn > 1 else 1)
            drafting, turn = True, 3
        while turn != number and not drafting:
            found.append("pass")
            turn += 1
        if token.startswith("exchange"):
            found += [token, "take:miner"]
        elif token.startswith("show"):
            found += [f"take:{token[5:11]}", token]
        else:
            found.append(token)
    return found


def view_of(scene: Scene, history: History) -> tuple[dict[str, Any], Knowledge]:
    knowledge = observe(scene_view(scene), tokens(history))
    data: dict[str, Any] = notation().to_json(knowledge.view[0], knowledge.memory[0])
    return data, knowledge


def unseen_wood(knowledge: Knowledge) -> Counter[str]:
    words = [int(word) for word in knowledge.view[0]["unseen"]]
    return Counter({name: sum(word >> cards.CODE[name] & 1 for word in words) for name in WOOD})


def agree(scene: Scene, history: History) -> None:
    data, knowledge = view_of(scene, history)
    expected = posterior(scene, history)
    actual = believed(data, "wood", unseen_wood(knowledge))
    assert set(actual) == set(expected)
    for where, probability in expected.items():
        assert actual[where] == pytest.approx(float(probability), abs=1e-8), where


HEIGHTS = {"stack1": 1, "stack2": 1}
CASE_6 = Scene({"p2": ["wheeler"]}, {"p2": 1}, ["carpenter", "shipwright"], HEIGHTS)
TWINS = ["wheeler", "wheeler", "carpenter", "shipwright", "log_rafter"]
BOTH_KNOWN = {"p2": ["wheeler"], "p3": ["wheeler", "carpenter"]}
BACK1, BACK2 = "exchange:?wood>stack1", "exchange:?wood>stack2"


def test_case_6_of_a_returned_card() -> None:
    agree(CASE_6, [("p2", BACK1)])
    assert sorted(posterior(CASE_6, [("p2", BACK1)]).values()) == [0.25] * 4


SCRIPTS: dict[str, tuple[Scene, Sequence[tuple[str, str]]]] = {
    "a build from the unknown part": (
        Scene({}, {"p2": 3}, TWINS, HEIGHTS),
        [("p2", "build:wheeler")],
    ),
    "then an unknown return": (
        Scene({}, {"p2": 3}, TWINS, HEIGHTS),
        [("p2", "build:wheeler"), ("p2", BACK1)],
    ),
    "return before the build": (
        Scene({}, {"p2": 3}, TWINS, HEIGHTS),
        [("p2", BACK1), ("p2", "build:wheeler")],
    ),
    "a known name is built after a return": (
        Scene({"p2": ["wheeler"]}, {"p2": 2}, ["wheeler", *TWINS[2:], "wood_carver"], HEIGHTS),
        [("p2", BACK1), ("p2", "build:wheeler")],
    ),
    "two copies, one known": (
        Scene({"p2": ["wheeler", "wheeler", "carpenter"]}, {"p2": 1}, TWINS[2:], HEIGHTS),
        [("p2", BACK1), ("p2", BACK2), ("p2", "build:wheeler")],
    ),
    "only equal cards": (
        Scene({"p2": ["wheeler", "wheeler"]}, {}, TWINS[2:], HEIGHTS),
        [("p2", BACK1), ("p2", BACK2)],
    ),
    "the returned card is drawn": (
        Scene({"p2": ["wheeler"]}, {"p2": 2}, ["wheeler", *TWINS[2:]], HEIGHTS),
        [("p2", BACK1), ("p2", BACK1), ("p3", "show:stack1=wheeler/wood")],
    ),
    "two hands": (
        Scene(BOTH_KNOWN, {"p2": 1, "p3": 1}, TWINS[2:], HEIGHTS),
        [("p2", BACK1), ("p3", BACK2), ("p3", BACK1), ("p3", "show:stack1=carpenter/wood")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripted_histories(name: str) -> None:
    scene, history = SCRIPTS[name]
    agree(scene, list(history))


def random_case(rng: random.Random) -> tuple[Scene, History]:
    """A scene and a history that can happen in it, played in one of its worlds."""
    pool = [name for name in WOOD for _ in range(2)]
    rng.shuffle(pool)
    known = {"p2": [pool.pop() for _ in range(rng.randrange(3))],
             "p3": [pool.pop() for _ in range(rng.randrange(2))]}  # fmt: skip
    unknown = {"p2": rng.randrange(4), "p3": rng.randrange(2)}
    size = min(len(pool), sum(unknown.values()) + rng.randrange(1, 3))
    scene = Scene(known, unknown, pool[:size], HEIGHTS)
    hands = {"p2": [*known["p2"], *pool[: unknown["p2"]]],
             "p3": [*known["p3"], *pool[unknown["p2"] : sum(unknown.values())]]}  # fmt: skip
    stacks: dict[str, list[str]] = {"stack1": ["thatcher"], "stack2": ["thatcher"]}
    history: History = []
    for seat in ("p2", "p3"):
        for exchanges in range(rng.randrange(5)):
            if not hands[seat]:
                break
            card = hands[seat].pop(rng.randrange(len(hands[seat])))
            if rng.random() < 0.5 and exchanges < 3:
                stack = rng.choice(["stack1", "stack2"])
                stacks[stack].append(card)
                history.append((seat, f"exchange:?wood>{stack}"))
            else:
                history.append((seat, f"build:{card}"))
    for drawer in ("p3", "p1", "p2")[: rng.randrange(4)]:
        stack = rng.choice(["stack1", "stack2"])
        if len(stacks[stack]) < 2:
            break
        card = stacks[stack].pop()
        back = "hay" if stacks[stack][-1] == "thatcher" else "wood"
        history.append((drawer, f"show:{stack}={card}/{back}"))
    return scene, history


@pytest.mark.parametrize("seed", range(60))
def test_random_histories(seed: int) -> None:
    scene, history = random_case(random.Random(seed))
    agree(scene, history)


Marginals = dict[str, dict[str, float]]
"""For each place: how many cards of each name are expected there."""


def marginals(distribution: Mapping[Where, float | Fraction]) -> Marginals:
    found: Marginals = {}
    for where, probability in distribution.items():
        for place, names in where:
            at_place = found.setdefault(place, dict.fromkeys(WOOD, 0.0))
            for name in names:
                at_place[name] += float(probability) / len(names)
    return found


RETURNS = [
    (BACK1,) * 6,
    (BACK1, BACK2) * 3,
    (BACK1, BACK1, BACK2, BACK2, BACK1, BACK2),
]
HANDS = {
    "all known": (Scene({"p2": WOOD, "p3": WOOD}, {}, [], HEIGHTS), 3600),
    "one unseen": (Scene({"p2": WOOD, "p3": WOOD[1:]}, {}, WOOD[:1], HEIGHTS), 1440),
    "one not known": (
        Scene({"p2": WOOD[1:], "p3": WOOD[:-1]}, {"p2": 1}, [WOOD[0], WOOD[-1]], HEIGHTS),
        2232,
    ),
}


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("returns", RETURNS, ids=["one stack", "in turn", "mixed"])
def test_more_hypotheses_than_are_kept(hands: str, returns: Sequence[str]) -> None:
    """Each place keeps its distribution within 0.02 total variation."""
    scene, possible = HANDS[hands]
    history = [("p2" if i < 3 else "p3", token) for i, token in enumerate(returns)]
    expected = posterior(scene, history)
    data, knowledge = view_of(scene, history)
    assert len(expected) == possible > int(knowledge.memory[0]["nodes"])
    exact, kept = marginals(expected), marginals(believed(data, "wood", unseen_wood(knowledge)))
    assert set(exact) == set(kept)
    for place in exact:
        apart = sum(abs(exact[place][name] - kept[place][name]) for name in WOOD) / 2
        assert apart <= 0.02, place
