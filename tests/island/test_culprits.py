"""Impossible positions: the refusal names the place, the seat, the kind and the numbers."""

from typing import Any

import orjson
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.island import GAME
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_knowledge, decode_state, knowledge_json
from hinterland.tests.island.knights_positions import guard, table
from hinterland.tests.island.positions import FISH_LAYOUT, LAYOUT, PIECES, SEA_LAYOUT, position
from hinterland.tests.island.test_rules import deck

FREE = {"harbor_places": "random", "chits": "random"}
SEA = {"seafarers": "yes"}
FISH = {"fish": "yes"}
BANK = {"lumber": 19, "wool": 19, "grain": 19, "brick": 19, "ore": 19}
POOL = {"1": 11, "2": 10, "3": 8}
SETUP = {"phase": "setup_piece", "turn_number": 0, "dice": None}
FOUR_KNIGHTS = [guard(corner) for corner in ("a1ne", "a1nw", "a1se")]


def laid(old: str, new: str, layout: str = LAYOUT) -> dict[str, Any]:
    assert old in layout
    return {"layout": layout.replace(old, new)}


def without(*names: str) -> list[dict[str, Any]]:
    """The starting pieces, of which p1 lacks some."""
    return [
        {name: places[: 1 + (name not in names)] for name, places in PIECES[0].items()},
        *PIECES[1:],
    ]


def first_of(pieces: dict[str, list[str]]) -> dict[str, list[str]]:
    """The first settlement and its road."""
    return {name: places[:1] for name, places in pieces.items()}


def placed(begun: dict[str, Any]) -> dict[str, Any]:
    """In the setup p1 has these pieces, and it is p2's turn."""
    left = {kind: n - begun.get("hand", {}).get(kind, 0) for kind, n in BANK.items()}
    return {"seats": [begun, {}, {}, {}], "bank": left, "turn": "p2", "actor": "p2"}


# seats, fields of a position of the base game, and what is wrong with it
BASE: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    # pieces
    (
        ({"settlements": ["a1ne"]},),
        {},
        "buildings of p1 on a1n and of p1 on a1ne: expected none on neighbouring corners",
    ),
    (
        ({}, {"settlements": ["a1nw"]}),
        {},
        "buildings of p1 on a1n and of p2 on a1nw: expected none on neighbouring corners",
    ),
    (({"roads": ["a3nw"]},), {}, "2 roads or ships on a3nw, of p1, p2"),
    (
        (),
        {"seats": without("settlements", "roads")},
        "p1 has 1 building: expected its first 2 or more; p1 has 1 roads",
    ),
    ((), {"seats": without("roads")}, "p1 has 1 roads and ships: expected its first 2 or more"),
    # cards
    ((), {"bank": BANK | {"ore": 18}}, "18 ore in the hands and the bank: expected 19"),
    (({"hand": {"ore": 1}},), {"bank": BANK}, "20 ore in the hands and the bank: expected 19"),
    (({"hand": {"paper": 2}},), {}, "2 paper in the hands and the bank: expected 0"),
    (({"hand": {"?": 2}},), {}, "p1 has 2 cards of unknown kind, and must know its own cards"),
    (
        ({"hand": {"ore": 1}, "pending": {"wool": 1}},),
        {},
        "p1 has set aside 1 wool, and has 0 in the hand",
    ),
    (
        ({"hand": {"ore": 1}, "owed": 2},),
        {},
        "p1 has set aside 0 cards and owes 2: expected at most the 1 in the hand",
    ),
    # development cards
    (
        ({"development": {"roads": 2}},),
        deck(roads=1),
        "3 roads cards in the hands and unseen: expected at most 2",
    ),
    (({"army": 15},), {}, "14 knight cards in the hands and unseen and 15 played: expected 14"),
    (
        (),
        {"development": {"left": 24, "unseen": deck()["development"]["unseen"]}},
        "25 development cards are unseen: expected 24 left in the deck and 0 hidden in hands",
    ),
    (
        ({"development": {"?": 1}},),
        {},
        "p1 has 1 unknown development cards, and must know its own",
    ),
    (({"bought": {"roads": 1}},), {}, "p1 has bought 1 roads cards, and holds 0"),
    # what is under way
    ((), SETUP | {"turn_number": 5}, "turn_number is 5 in setup_piece: expected 0"),
    ((), {"turn_number": 0}, "turn_number is 0 in action: expected 1 or more after the setup"),
    ((), {"phase": "steal"}, "victim is null in steal: expected whom the card is stolen from"),
    ((), {"phase": "steal", "victim": "p2"}, "victim is p2 in steal: expected another seat with"),
    ((), {"asked": "ore"}, "asked is ore in action: expected null"),
    (
        ({"hand": {"ore": 8}, "owed": 4},),
        {},
        "p1 owes cards in action: expected in discard only",
    ),
    (
        (),
        {"phase": "discard", "dice": [3, 4, None]},
        "p1 owes no cards in discard: expected the seat that discards to",
    ),
    ((), SETUP, "8 roads and ships lie in the setup: expected fewer than 8"),
    (
        (),
        SETUP | {"seats": [{}] * 4, "bank": BANK, "turn": "p2", "actor": "p2"},
        "turn is p2: expected p1 after 0 roads and ships",
    ),
    (
        (),
        SETUP | {"seats": [{"settlements": ["a1n"]}, {}, {}, {}], "bank": BANK},
        "buildings and roads of p1: 1 and 0 in setup_piece: expected 0 and 0 of 0 placed so far",
    ),
    (
        (),
        SETUP
        | {"seats": [{"settlements": ["a1n", "e3s"], "roads": ["a1nw", "e3se"]}, {}, {}, {}]}
        | {"bank": BANK, "turn": "p3", "actor": "p3"},
        "buildings and roads of p1: 2 and 2 in setup_piece: expected 1 and 1 of 2 placed so far; "
        "buildings and roads of p2: 0 and 0 in setup_piece: expected 1 and 1 of 2 placed so far",
    ),
    (
        (),
        SETUP | placed({"cities": ["a1n"], "roads": ["a1nw"]}),
        "1 of 1 starting pieces of p1 are cities in setup_piece: expected 0",
    ),
    (
        (),
        SETUP | placed({"settlements": ["a1n"], "roads": ["a1nw"], "hand": {"wool": 1}}),
        "p1 holds 1 cards in setup_piece: expected none before its second piece",
    ),
    (
        (),
        SETUP
        | {"seats": [*map(first_of, PIECES[:3]), PIECES[3]], "bank": BANK}
        | {"turn": "p3", "actor": "p3"},
        "p4 holds 0 cards in setup_piece: expected 1 or 2 for its second piece",
    ),
    (
        (),
        {"phase": "reveal", "dice": [3, 4, None]},
        "p1 has set no cards aside in reveal: expected those it discards",
    ),
    (
        ({}, {"hand": {"ore": 1}}, {"hand": {"ore": 1}}),
        {"phase": "steal", "victim": "p2"},
        "victim is p2 in steal: expected one beside the robber or the pirate, p3",
    ),
    (
        (),
        SETUP | {"seats": [{}] * 4, "bank": BANK, "phase": "setup_road"},
        "no building of p1 waits for its road in setup_road",
    ),
    (
        (),
        SETUP | {"seats": [{}] * 4, "bank": BANK, "actor": "p2"},
        "actor is p2 in setup_piece: expected p1",
    ),
    ((), {"turn_number": 401, "options": {"max_turns": "400"}}, "turn_number is 401: expected at"),
    (
        (),
        {"offers_made": ["ore>wool"], "options": {"trade_offers": "0"}},
        "offers_made has 1 offers, or some beyond them: expected at most 0",
    ),
    ((), {"offers_made": ["ore>20wool"]}, "offers_made has ore>20wool: expected an exchange"),
    # the board
    ((), laid("b4=desert", "b4=desert:7"), "1 chits of 7 on b4: expected none"),
    ((), laid("a2=hills:8", "a2=hills:9"), "1 chits of 8: expected 2; 3 chits of 9: expected 2"),
    ((), laid("robber=b4", "robber=b4 pirate=a1"), "the pirate stands on a1: expected a sea hex"),
    (
        (),
        {"options": FREE, **laid("a2n-a2ne=wool", "a1n-a1ne=wool")},
        "harbors share the corner a1n",
    ),
    (
        (),
        {"options": FREE, **laid("b1nw=any", "b1nw=wool")},
        "2 harbors of wool lie open: expected 1; 3 harbors of any lie open: expected 4",
    ),
    ((), {"options": FREE, "harbor_pool": {"any": 1}}, "4 harbors of any lie open and 1 face down"),
    ((), laid("robber=b4", "a1=pasture:10"), "layout: 'a1' is given twice"),
    ((), laid("robber=b4", "harbor:a1n-a1nw=any"), "layout: 'harbor:a1n-a1nw' is given twice"),
    ((), laid("a1=pasture:10", "a1=pasture:010"), "layout: cannot read 'a1=pasture:010': expected"),
    ((), laid("a1=pasture:10", "a1=pasture:1٠"), "layout: cannot read 'a1=pasture:1٠': expected"),
    ((), laid("b4=desert", "b4=desert:"), "layout: cannot read 'b4=desert:': expected HEX=TERRAIN"),
]


@pytest.mark.parametrize(("seats", "fields", "named"), BASE, ids=[named for *_, named in BASE])
def test_the_culprit_is_named_in_the_base_game(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        position(*seats, **fields)


CITIES = {"cities": ["a1n", "e3s"]}

KNIGHTS: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (
        ({"progress": {"spy": 1}},),
        SETUP
        | {"attacked": False, "turn": "p2", "actor": "p2"}
        | {"seats": [first_of(PIECES[0]) | {"progress": {"spy": 1}}, {}, {}, {}]},
        "progress of p1 in setup_piece: expected none before the first turn",
    ),
    (
        ({"knights": FOUR_KNIGHTS, "roads": ["a1ne", "a1e"]},),
        {},
        "p1 has 3 basic knights: expected at most 2",
    ),
    (({"knights": [guard("c3s")]},), {}, "the knight on c3s: no road of p1 touches it"),
    (
        (CITIES | {"improvements": {"trade": 4, "science": 4}},),
        {"metropolises": {"trade": "a1n", "science": "a1n"}},
        "the metropolis of trade is on a1n, and so is another one: expected a city of its own",
    ),
    (
        (),
        {"merchant": {"seat": "p1", "hex": "b4"}},
        "the merchant is on b4: expected a hex that gives a resource",
    ),
    (
        ({"progress": {"smith": 3}},),
        {},
        "3 smith in the hands and deck science: expected 2",
    ),
    (
        (),
        {"decks": {"science": [], "trade": [], "politics": []}},
        "0 alchemist in the hands and deck science: expected 2",
    ),
    (
        (),
        {"decks": {"science": ["spy"], "trade": [], "politics": []}},
        "deck science cannot have spy, known to nobody, as card 1",
    ),
    (
        (),
        {"decks": {"science": ["?"], "trade": [], "politics": []}},
        r"deck science cannot have \?, known to nobody, as card 1",
    ),
    (
        (),
        {
            "decks": {"science": ["smith", "smith"], "trade": [], "politics": []},
            "known_to": {"science": ["all", None]},
        },
        "card 2 of deck science is known to nobody, below one that was put under the deck",
    ),
    (
        ({"progress": {"?trade": 1}},),
        {},
        "p1 has 1 unknown progress cards, and must know its own",
    ),
    ((), {"left": 1}, "left is 1 in action: expected 0"),
    ((), {"phase": "buy"}, "phase is buy: there are no development cards in Cities & Knights"),
    ((), {"banished": {"level": 1}}, "banished is given in action: expected null"),
    (
        ({}, {"roads": ["a2ne"]}),
        {"phase": "retreat", "actor": "p2", "origin": "c3s", "banished": {"level": 1}},
        "origin is c3s in retreat: expected a corner at a road or ship of p2",
    ),
    ((), {"victim": "p2"}, "victim is p2 in action: expected null"),
    (
        (),
        {"phase": "show_hand", "victim": "p1"},
        "victim is p1 in show_hand: expected another seat than p1",
    ),
    ((), {"swapped": "ore"}, "swapped is ore in action: expected null"),
    (
        ({}, {"hand": {"coin": 1}}),
        {"phase": "swap_answer", "actor": "p2", "victim": "p2", "swapped": "ore"},
        "swapped is ore: expected a resource in the hand of p1",
    ),
    (
        ({"progress": {"spy": 1}},),
        {"phase": "drop", "resume": "drop"},
        "p1 has 1 progress cards in drop: expected more than 4",
    ),
    (
        (),
        {"phase": "show_progress", "victim": "p2"},
        "p2 has no progress cards in show_progress",
    ),
    ((), {"phase": "show_hand", "victim": "p2"}, "p2 has 0 cards in show_hand: expected 1 or more"),
    (
        (CITIES | {"walls": ["a1n"]},),
        {"phase": "pillage"},
        "p1 has 1 walls in pillage: a wall is lost before a city is",
    ),
    ((), {"cause": "chase"}, "cause is chase in action: expected seven"),
    (
        (),
        {"phase": "over", "winners": ["p2"]},
        "winners has p2 in over: expected p1 with 13 points",
    ),
]


@pytest.mark.parametrize(
    ("seats", "fields", "named"), KNIGHTS, ids=[named for *_, named in KNIGHTS]
)
def test_the_culprit_is_named_in_cities_and_knights(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        table(*seats, **fields)


COAST: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((), {"options": SEA, "ships_built": ["a1ne"]}, "ships_built has a1ne: expected a ship of p1"),
    ((), {"lifted": "a1ne"}, "lifted is a1ne: expected null without Seafarers"),
    (({"ships": ["a1ne"]},), {}, "p1 has ships, without Seafarers"),
    ((), {"options": SEA, "raid": "pirate"}, "raid is pirate in action: expected null"),
    ((), {"options": SEA, "unpaid": ["p1", "p3"]}, "unpaid has p1, p3 in action: expected none"),
    (
        ({"home": ["c5"]},),
        {"options": SEA},
        "home of p1 has 1 hex: expected 2, one for each starting piece",
    ),
    (({"home": ["c5", "c6"]},), {"options": SEA}, "home of p1 has c5: expected a land hex"),
    (({"roads": ["c6sw"]},), {"options": SEA}, "road:c6sw of p1 lies at sea"),
    (({"ships": ["c3e"]},), {"options": SEA}, "ship:c3e of p1 lies on land"),
    (
        (),
        {
            "options": SEA,
            **laid("first=p1", "robber=a2 first=p1", SEA_LAYOUT.replace("robber=b1 ", "")),
        },
        "the robber stands on a2: expected a land hex",
    ),
    (
        (),
        {
            "options": FISH,
            "fish": {"pool": {"1": 10, "2": 10, "3": 8}, "discards": {}, "boot": "pool"},
        },
        "10 fish tokens of value 1 in the hands, unseen and spent: expected 11",
    ),
    (({"fish": {"1": 8}},), {"options": FISH}, "p1 holds 8 fish tokens: expected at most 7"),
    (({"fish": {"?": 1}},), {"options": FISH}, "p1 has 1 unknown fish tokens, and must know its"),
    ((), {"options": FISH, "due": 2}, "due is 2 in action: expected 0"),
    (
        ({"fish": {"1": 3}},),
        {"options": FISH, "phase": "return", "due": 1},
        "p1 holds 3 fish tokens in return: expected 7",
    ),
    (
        (),
        {
            "options": FISH | FREE | {"fish_places": "house"},
            **laid("a1ne=4", "a1ne=5", FISH_LAYOUT),
        },
        r"fishing grounds have the numbers \[5, 5, 6, 8, 9, 10\]: expected \[4, 5, 6, 8, 9, 10\]",
    ),
    (
        (),
        {"options": FISH, **laid("fish:a1ne=4", "fish:a2ne=4", FISH_LAYOUT)},
        "fish:a2ne is no official place: expected one of a1ne, a1sw, b4se",
    ),
]


@pytest.mark.parametrize(("seats", "fields", "named"), COAST, ids=[named for *_, named in COAST])
def test_the_culprit_is_named_at_sea_and_with_fish(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        position(*seats, **fields)


def test_two_harbors_on_one_sea_hex_are_named() -> None:
    layout = SEA_LAYOUT.replace("c2se-c3s=brick", "b4se-b5s=brick")
    named = "harbor:b4se-b5s, harbor:b4s-c4se: expected a sea hex for each"
    with pytest.raises(BadState, match=named):
        position(options=SEA, layout=layout)


def viewed(**fields: Any) -> None:
    """What p1 knows of a position with Cities & Knights, with some fields changed."""
    options = GAME.option_values({"players": "3", "hidden_harbors": "no"})
    knowledge = GAME.mask(GAME.deal(options, stream("culprits")), 0)
    data = knowledge_json(GAME, knowledge)
    seats = data["seats"]
    for seat, about in fields.pop("seats", {}).items():
        seats[int(seat[1]) - 1] |= about
    decode_knowledge(GAME, options, 0, orjson.dumps({**data, **fields}).decode())


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"bank": {"ore": 20}}, "20 ore in the hands and the bank: expected at most 19"),
        (
            {"seats": {"p2": {"hand": {"?": 3}}}},
            "the hands have 3 cards of unknown kind: expected 0, which are neither in the bank",
        ),
        (
            {"seats": {"p2": {"hand": {"ore": 1}, "pending": {"ore": 1}}}},
            "p2 has set aside 1 ore: expected cards of unknown kind on this view",
        ),
        (
            {"seats": {"p2": {"progress": {"?trade": 1}}}},
            "19 unknown cards of trade in the hands and the deck: expected 18",
        ),
        (
            {"seats": {"p2": {"progress": {"smith": 3}}}},
            "3 smith in the hands and deck science: expected at most 2",
        ),
    ],
)
def test_the_culprit_is_named_on_a_view(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(BadState, match=named):
        viewed(**fields)


def test_a_long_word_of_a_layout_is_cut() -> None:
    for word in ("x" * 200_000, f"a1={'y' * 200_000}"):
        with pytest.raises(BadState, match="layout: cannot read") as refusal:
            position(layout=f"{word} {LAYOUT}")
        assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("early", [{}, {"phase": "roll", "dice": None}])
def test_the_game_is_over_once_the_seat_of_the_turn_has_the_points(early: dict[str, Any]) -> None:
    target = {"target": "4"}
    phase = early.get("phase", "action")
    named = f"p1 has 4 points of 4 in its turn, in {phase}: expected over, with declare_to_win=no"
    with pytest.raises(BadState, match=named):
        position(CITIES, options=target, **early)
    position({}, {"cities": ["a3n", "e1s"]}, options=target, **early)
    position(CITIES, options=target | {"declare_to_win": "yes"}, **early)
    position(CITIES, options=target, phase="over", winners=["p1"])


def test_points_that_came_in_special_building_wait_for_the_own_turn() -> None:
    options = GAME.option_values({"preset": "base", "players": "5", "target": "4"})
    state = GAME.deal(options, stream("five"))
    while GAME.notation.to_json(state[0], None)["phase"] != "special":
        chance = GAME.mover(state) < 0
        GAME.apply(state, GAME.sample(state, stream("x")) if chance else int(GAME.legal(state)[0]))
    data = GAME.notation.to_json(state[0], None)
    turn = int(data["turn"][1]) - 1
    data["seats"][turn]["cities"] = data["seats"][turn].pop("settlements")
    for name in ("points", "road_length", "harbor_points"):
        del data["seats"][turn][name]
    decode_state(GAME, options, orjson.dumps(data).decode())
