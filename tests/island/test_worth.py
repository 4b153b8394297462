"""The evaluation of island: each term on laid positions, and what one ply of the whole plays."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Final

import numpy as np
import orjson
import pytest

from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.island.board import CORNER_HEX, corner_at
from hinterland.engine.island.moves import SHIFT
from hinterland.engine.jit import in_record, plain
from hinterland.engine.rng import stream
from hinterland.eval import island as evaluation
from hinterland.eval.island.terms import TERMS
from hinterland.eval.island.weights import FEATURES, GAMES, PARTS, TABLE, WEIGHTS_FILE
from hinterland.search.search import think
from hinterland.search.settings import SearchSettings
from hinterland.tests.conformance.positions import random_move

from .knights_positions import guard, knight, table
from .looking import look_ahead
from .positions import LAYOUT, SEA_LAYOUT, play, position, shown

Laid = Callable[[], States]
CITY: Final = {"ore": 3, "grain": 2}
TOWN: Final = {"cities": ["a1n"]}
GOLD_ON_A1: Final = (
    SEA_LAYOUT.replace("a1=hills:8", "a1=gold:10")
    .replace("e1=hills:10", "e1=hills:8")
    .replace("c4=gold:11", "c4=hills:11")
)
ROADS: Final = ["a1ne", "a1e"]
"""From a1n to a1se, where one can build."""
ON_A1: Final = LAYOUT.replace("robber=b4", "robber=a1")


def base(*seats: Any, **fields: Any) -> Laid:
    return lambda: position(*seats, **fields)


def drawn(army: int = 0, **held: int) -> Laid:
    """The base game: p1 holds development cards, and of knights has played some."""
    left = Counter({"knight": 14, "point": 5, "roads": 2, "plenty": 2, "monopoly": 2})
    left.subtract(held)
    left["knight"] -= army
    deck = {"left": left.total(), "unseen": left}
    return base({"development": held, "army": army}, development=deck)


def town(*others: Any, fields: Mapping[str, Any] | None = None, **more: Any) -> Laid:
    """Cities & Knights: p1 has a city on a1n, and more."""
    return lambda: table({**TOWN, **more}, *others, **(fields or {}))


def near(*others: Any, steps: int = 6, **more: Any) -> Laid:
    """The same with the barbarians that many steps on."""
    return town(*others, fields={"barbarians": steps}, **more)


def at_sea(layout: str) -> Laid:
    return lambda: position(options={"seafarers": "yes"}, layout=layout)


def harbored(**more: Any) -> Laid:
    return lambda: table(more, options={"harbor_points": "harbormaster"})


GROWS: Final = (
    ("points", base(TOWN), base()),
    ("points", drawn(point=1), base()),
    ("close", base(TOWN), base()),
    ("rolls", base(TOWN), base()),
    ("variety", base({"settlements": ["a3se"], "roads": ["a3se"]}), base(TOWN)),
    ("scarcity", base(TOWN), base()),
    ("blocked", base(layout=ON_A1), base()),
    ("blocked", base(TOWN, layout=ON_A1), base(layout=ON_A1)),
    ("harbors", base({"settlements": ["a2n"]}), base({"settlements": ["a1se"]})),
    ("gold", at_sea(GOLD_ON_A1),
     at_sea(SEA_LAYOUT)),
    ("hand", base({"hand": {"ore": 2}}), base({"hand": {"ore": 1}})),
    ("excess", base({"hand": {"ore": 9}}), base({"hand": {"ore": 7}})),
    ("excess", town(hand={"ore": 9}), town(hand={"ore": 9}, walls=["a1n"])),
    ("settlement", base({"hand": {"brick": 1, "lumber": 1}, "roads": ROADS}),
     base({"hand": {"brick": 2}, "roads": ROADS})),
    ("city", base({"hand": CITY}), base({"hand": {"ore": 3, "grain": 1}})),
    ("city", base({"hand": {"ore": 3, "wool": 8}}), base({"hand": {"ore": 3, "wool": 7}})),
    ("development", base({"hand": {"ore": 1, "wool": 1, "grain": 1}}), base({"hand": CITY})),
    ("road", base({"hand": {"brick": 1, "lumber": 1}}), base({"hand": {"brick": 2}})),
    ("sites", base({"roads": ROADS}), base({"roads": ["a1ne"]})),
    ("best_site", base({"roads": ROADS}), base({"roads": ["a1ne", "a2nw"]})),
    ("ahead", base({"roads": ["a1ne"]}), base()),
    ("routes", base({"roads": ["a1ne"]}), base()),
    ("race", base({"roads": ["a1ne", "a2nw"]}), base({"roads": ["a1ne"]})),
    ("knight_cards", drawn(knight=1), base()),
    ("cards", drawn(roads=1), drawn(point=1)),
    ("army", drawn(army=2), drawn(army=1)),
    ("army", drawn(army=1, knight=1), drawn(army=1)),
    ("commodities", town(), lambda: table()),
    ("levels", town(improvements={"trade": 2}), town(improvements={"trade": 1})),
    ("started", town(improvements={"trade": 1, "science": 1}), town(improvements={"trade": 2})),
    ("third", town(improvements={"trade": 3}), town(improvements={"trade": 2})),
    ("improvement", town(hand={"cloth": 1}), town()),
    ("progress", town(progress={"smith": 1}), town()),
    ("walls", town(walls=["a1n"]), town()),
    ("knights", town(knights=[guard("a1nw", 2)]), town(knights=[guard("a1nw")])),
    ("active", town(knights=[guard("a1nw")]), town(knights=[knight("a1nw", 1, False, False)])),
    ("danger", near(), town()),
    ("danger", near(), near(knights=[guard("a1nw")])),
    ("danger", near(), near(walls=["a1n"])),
    ("danger", near(steps=6), near(steps=3)),
    ("danger", near({"cities": ["a3n"], "knights": [guard("a2ne")]}),
     near({"cities": ["a3n"]}, {"cities": ["b4se"]}, knights=[guard("a1nw")])),
    ("glory", near(knights=[guard("a1nw")]), near({"knights": [guard("a2ne")]})),
    ("glory", near(knights=[guard("a1nw")]),
     near({"knights": [guard("a2ne")]}, knights=[guard("a1nw")])),
    ("merchant", town(fields={"merchant": {"seat": "p1", "hex": "a1"}}),
     town(fields={"merchant": {"seat": "p2", "hex": "a3"}})),
    ("harbormaster", harbored(**TOWN), harbored()),
    ("fish", base({"fish": {"3": 1}}, options={"fish": "yes"}), base(options={"fish": "yes"})),
)  # fmt: skip
"""A term, and two positions of which it is greater for p1 in the first."""


@cache
def evaluated() -> ModuleType:
    return GAME.specialise("hinterland.tests.eval.evaluated", evaluation=evaluation)


def parts_of_terms(state: States) -> np.ndarray[Any, Any]:
    """(seats, games, parts, terms): every feature before it is weighted."""
    features = np.zeros((1, int(state[0]["players"]), len(FEATURES)))
    evaluated().features_of(state, features, np.zeros(1))
    return features[0].reshape(-1, len(GAMES), len(PARTS), len(TERMS))


def named_terms(state: States) -> dict[str, list[float]]:
    """Each term by name: its value for every seat."""
    values = parts_of_terms(state)[:, :, 0, :].sum(axis=1)
    return {name: values[:, place].tolist() for place, name in enumerate(TERMS)}


@pytest.mark.parametrize(("laid", "playing"), [(base(TOWN), 0), (town(), 1)])
def test_a_term_counts_by_the_weights_of_its_game(laid: Laid, playing: int) -> None:
    """The part of the start is that of the end, times the time that is left."""
    parts = parts_of_terms(laid())
    assert not parts[:, 1 - playing].any()
    end, start = parts[:, playing, 0], parts[:, playing, 1]
    left = start[0, TERMS.index("points")] / end[0, TERMS.index("points")]
    assert 0.0 < left < 1.0
    assert start == pytest.approx(left * end, abs=1e-12)


def test_the_weights_are_those_of_the_file() -> None:
    told = orjson.loads(WEIGHTS_FILE.read_bytes())["weights"]
    assert list(told) == list(FEATURES)
    for game, by_part in zip(GAMES, TABLE, strict=True):
        for part, weights in zip(PARTS, by_part, strict=True):
            assert [told[f"{term}: {game} {part}"] for term in TERMS] == weights.tolist()


@pytest.mark.parametrize(("name", "more", "less"), GROWS)
def test_a_term_grows(name: str, more: Laid, less: Laid) -> None:
    assert named_terms(more())[name][0] > named_terms(less())[name][0]


def test_every_term_is_tested() -> None:
    named = {name for name, _, _ in GROWS}
    assert named | {"metropolis"} == set(TERMS)


@pytest.mark.parametrize(
    ("levels", "holder", "value"),
    [
        ((3, 0), None, 0.5),
        ((4, 0), "a1n", 0.0),
        ((4, 4), "a1n", -1.0),
        ((5, 4), "a1n", 1.0),
        ((4, 4), "a3n", 0.5),
        ((4, 5), "a3n", 0.0),
    ],
)
def test_the_race_for_a_metropolis(
    levels: tuple[int, int], holder: str | None, value: float
) -> None:
    """p1 on a1n and p2 on a3n; near it counts half, sure of it one, about to lose it minus one."""
    first, second = ({"improvements": {"trade": level}} for level in levels)
    fields = {"metropolises": {"trade": holder}}
    state = town({"cities": ["a3n"], **second}, fields=fields, **first)()
    assert named_terms(state)["metropolis"][0] == value


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
    listed, rng, shares = in_record(moves), in_record(stream("one ply")[:1]), in_record(out)
    count = kernels.one_ply(states, words, knowledge.memory, listed, rng, 1, shares, sums)
    assert out[:4].sum() == pytest.approx(1.0)
    return {GAME.notation.format(int(moves[i])): float(sums[i]) for i in range(count)}


def best(found: dict[str, float]) -> str:
    return max(found, key=lambda token: found[token])


def test_a_city_is_built_rather_than_the_cards_traded_away(kernels: ModuleType) -> None:
    found = values(kernels, position({"hand": CITY}))
    assert best(found).startswith("city:")
    assert found["end"] < found[best(found)]


def test_the_bank_is_asked_for_what_completes_a_city(kernels: ModuleType) -> None:
    found = values(kernels, position({"hand": {"ore": 3, "grain": 1, "wool": 4}}))
    assert best(found) == "bank:wool>grain"


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
        (TOWN, {}),
        ({"hand": {"ore": 2}}, {"hand": {"ore": 1}}),
        ({"roads": ROADS}, {}),
    ],
)
def test_more_is_worth_more(kernels: ModuleType, more: Any, less: Any) -> None:
    assert values(kernels, position(more))["end"] > values(kernels, position(less))["end"]


def test_knights_improvements_and_walls_are_worth_something(kernels: ModuleType) -> None:
    plain = values(kernels, table(TOWN))["end"]
    for more in (
        {"knights": [guard("a1nw")]},
        {"improvements": {"trade": 1}},
        {"walls": ["a1n"]},
    ):
        assert values(kernels, table({**TOWN, **more}))["end"] > plain


# Offers

NEARLY: Final = {"hand": {"ore": 3, "grain": 1, "wool": 1}}
"""A city but for one grain, and wool to spare."""
BUILDING: Final = {"hand": {"brick": 1, "lumber": 1, "grain": 2}, "roads": ["a3ne", "a3e"]}
"""A settlement of p2's but for wool, where it has roads, and grain to spare."""
PAIR: Final = {"hand": {"grain": 2}}


def after_offer(offer: str, *hands: Any) -> States:
    """p2 is to answer an offer of p1's; who holds no cards has no say, and all hands are known."""
    state = position(*hands)
    play(state, f"offer:{offer}")
    return state


def test_an_offer_is_accepted_that_helps_both(kernels: ModuleType) -> None:
    found = values(kernels, after_offer("grain>wool", PAIR, NEARLY))
    assert best(found) == "accept"
    assert found["accept"] > found["decline"]


def test_an_offer_is_declined_that_helps_the_other_more(kernels: ModuleType) -> None:
    found = values(kernels, after_offer("wool>grain", NEARLY, {"hand": CITY}))
    assert found["decline"] > found["accept"]


def test_a_counter_that_the_offerer_would_not_take_is_worth_no_more_than_declining(
    kernels: ModuleType,
) -> None:
    found = values(kernels, after_offer("wool>grain", NEARLY, PAIR))
    assert found["counter:grain>2ore"] == found["decline"]


def test_a_counter_that_both_like_is_foreseen(kernels: ModuleType) -> None:
    found = values(kernels, after_offer("ore>grain", NEARLY, BUILDING))
    assert best(found) == "counter:grain>wool"


def test_an_exchange_is_closed_or_not_by_what_it_brings(kernels: ModuleType) -> None:
    state = after_offer("wool>grain", NEARLY, PAIR)
    play(state, "accept", "decline", "decline")
    assert best(values(kernels, state)) == "deal:p2"
    state = after_offer("2grain>wool", {"hand": CITY}, NEARLY)
    play(state, "accept", "decline", "decline")
    assert best(values(kernels, state)) == "none"


def test_an_offer_is_worth_what_those_who_would_accept_make_of_it(kernels: ModuleType) -> None:
    """Nobody would give up a city."""
    found = values(kernels, position(NEARLY, BUILDING))
    assert best(found) == "offer:wool>grain"
    found = values(kernels, position(NEARLY, {"hand": CITY}))
    assert found["offer:wool>grain"] == found["end"]


# The setup


@pytest.mark.parametrize("preset", ["base", "house"])
def test_a_site_two_roads_away_is_looked_for_where_it_matters(preset: str) -> None:
    """The best site ahead is what looking for all of them finds."""
    state = GAME.deal(GAME.option_values({"preset": preset, "seafarers": "yes"}), stream("far", 1))
    rng = stream("farther", 1)
    found, decided = np.zeros(3), set()
    for _ in range(400):
        for seat in range(4):
            look_ahead(state, seat, found)
            best, near, far = found[0], found[1], 0.6 * found[2]
            assert best == max(near, far)
            decided.add(near < far)
        GAME.apply(state, random_move(GAME, state, rng))
    assert decided == {False, True}


@pytest.mark.parametrize("iterations", [50, 200])
@pytest.mark.parametrize("deal", range(3))
def test_a_short_search_opens_at_one_of_the_best_corners(iterations: int, deal: int) -> None:
    state = GAME.deal(GAME.option_values({"preset": "base"}), stream("opening", deal))
    knowledge = GAME.mask(state, GAME.mover(state))
    result = think(GAME, knowledge, SearchSettings(iterations=iterations))
    rolls = {int(move): rolls_at(state, int(move)) for move in GAME.legal(state)}
    assert rolls[result.best] >= sorted(rolls.values())[-6]


def rolls_at(state: States, move: int) -> int:
    """How many of 36 rolls give something at the corner of a settlement."""
    graph = int(state[0]["graph"])
    hexes = CORNER_HEX[graph, plain(corner_at)(graph, move & ((1 << SHIFT) - 1))]
    chits = [int(state[0]["chit"][h]) for h in hexes if h >= 0]
    return sum(6 - abs(7 - chit) for chit in chits if chit > 0)


def relabelled(state: States, order: Sequence[int]) -> States:
    """The same table where the seat of place i was that of place order[i].

    It is read without checks: in another order than clockwise it is no position of a game.
    """
    data = shown(state)
    data["seats"] = [data["seats"][i] for i in order]
    names = {f"p{old + 1}": f"p{new + 1}" for new, old in enumerate(order)}
    text = re.sub(r"\bp[1-4]\b", lambda found: names[found[0]], orjson.dumps(data).decode())
    options = tuple(map(int, state[0]["options"][: len(GAME.options)]))
    moved = GAME.deal(options, stream("blank"))
    GAME.notation.from_json(orjson.loads(text), moved[0], GAME.new_memories()[0])
    return moved


@pytest.mark.parametrize("options", [{"preset": "base"}, {"fish": "yes", "seafarers": "yes"}])
def test_seats_may_change_places(options: Mapping[str, str]) -> None:
    """In a random game every term goes with its seat, in whatever order the seats are."""
    rng = stream("relabelling")
    state = GAME.deal(GAME.option_values(options), rng)
    for played in range(400):
        if played % 40 == 0:
            terms = named_terms(state)
            for order in ((1, 2, 3, 0), (3, 2, 1, 0), (2, 0, 3, 1)):
                moved = named_terms(relabelled(state, order))
                for name in TERMS:
                    assert moved[name] == [terms[name][i] for i in order], name
        GAME.apply(state, random_move(GAME, state, rng))
