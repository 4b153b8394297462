"""Impossible positions: each is refused as JSON, by what is wrong about it."""

from typing import Any

import orjson
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.island import GAME
from hinterland.engine.island.state import PROMOTED
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_state, encode_state, state_json
from hinterland.tests.island.knights_positions import guard, knight, table
from hinterland.tests.island.positions import (
    FISH_LAYOUT,
    LAYOUT,
    RING,
    SEA_LAYOUT,
    face_down,
    position,
)

HOUSE = {"harbor_places": "random", "chits": "random"}
HIDDEN = HOUSE | {"hidden_harbors": "yes"}
MASTER = {"harbor_points": "harbormaster"}
EARLY = {"phase": "roll", "dice": None}
SPECIAL = {"players": "5"}
BANK = {"wool": 18, "lumber": 18, "grain": 19, "brick": 19, "ore": 19}
ORE, WOOL = {"hand": {"ore": 1}}, {"hand": {"wool": 2}}


def offered(text: str = "ore>wool", **answers: str) -> dict[str, Any]:
    """p1's offer is on the table and has these answers; p2 has to answer if there is none."""
    waiting = [seat for seat in ("p2", "p3", "p4") if seat not in answers]
    moment = {"phase": "answer", "actor": waiting[0]} if waiting else {"phase": "deal"}
    return {
        **moment,
        "queue": waiting[1:],
        "offers_made": [text],
        "offer": {"text": text, "answers": answers},
    }


# fields of a position of the base game, and what is wrong with it
BASE: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    # titles and winners
    ((), {"largest_army": "p1"}, "largest_army is of p1, which has played 0 knights"),
    ((), {"longest_road": "p2"}, "longest_road is of p2, which has 1: expected nobody"),
    (
        ({"roads": list(RING), "settlements": ["c3s"]},),
        {},
        "longest_road is nobody's: expected p1, which has 6",
    ),
    (
        ({"roads": list(RING[:5]), "settlements": ["c3s"]},),
        {"longest_road": "p3"},
        "longest_road is of p3: expected p1, with 5",
    ),
    ((), {"harbormaster": "p1"}, "harbormaster is of p1, and is not played for: expected nobody"),
    (
        (),
        {"harbormaster": "p1", "options": MASTER},
        "harbormaster is of p1, which has 1: expected nobody",
    ),
    (
        ({"cities": ["a1n"], "settlements": ["e2s"]},),
        {"options": MASTER},
        "harbormaster is nobody's: expected p1, which has 3",
    ),
    (
        ({"cities": ["a1n"], "settlements": ["e2s"]},),
        {"options": MASTER, "harbormaster": "p2"},
        "harbormaster is of p2: expected p1, with 3",
    ),
    ((), {"winners": ["p1"]}, "winners has p1 in action: expected none before the end"),
    (
        (),
        {"phase": "over", "winners": ["p1"]},
        "winners has p1 in over: expected p1 with 10 points, where it has 2, or after the last",
    ),
    (
        (),
        {"phase": "over", "winners": ["p1"], "turn_number": 13, "options": {"max_turns": "13"}},
        "winners has p1 in over",
    ),
    ((), {"phase": "over"}, "winners has nobody in over"),
    (
        (),
        {"phase": "points"},
        "winners has nobody in points: expected p1",
    ),
    (
        (),
        {"phase": "points", "winners": ["p2"]},
        "winners has p2 in points: expected p1, or none after the last turn",
    ),
    # who decides
    ((), {"turn": "p2", "turn_number": 5}, "turn is p2: expected p1 in turn 5"),
    ((), {"actor": "p2"}, "actor is p2 in action: expected p1, the seat of the turn"),
    (
        (),
        {"actor": "p2", "phase": "robber"},
        "actor is p2 in robber: expected p1, the seat of the turn",
    ),
    (
        (ORE,),
        offered() | {"actor": "p1"},
        "actor is p1 in answer, and the seat of the turn: expected another seat",
    ),
    ((), {"phase": "special", "actor": "p2"}, "special building is for 5 players and more"),
    ((), {"resume": "roll"}, "resume is roll in action: expected action"),
    ((), {"phase": "robber", "resume": "special"}, "resume is special in robber"),
    # the queue
    ((), {"queue": ["p2"]}, "queue has p2 in action: expected nobody"),
    ((), {"queue": ["p3", "p4"], **EARLY}, "queue has p3, p4 in roll: expected nobody"),
    ((ORE,), offered() | {"queue": ["p4"]}, "queue has p4 in answer: expected p3, p4"),
    (
        (ORE,),
        offered(p2="decline", p3="decline") | {"queue": ["p2"]},
        "queue has p2 in answer: expected nobody",
    ),
    (
        ({"hand": {"ore": 8}, "owed": 4}, {"hand": {"ore": 8}, "owed": 4}),
        {"phase": "discard", "dice": [3, 4, None]},
        "queue has nobody in discard: expected p2",
    ),
    # dice
    ((), {"phase": "roll"}, "dice are given in roll, before they are thrown"),
    ((), {"phase": "dice"}, "dice are given in dice, where they are still to be thrown"),
    ((), {"dice": None}, "no dice are given in action: expected those of this turn"),
    ((), {"dice": [1, 1, "ship"]}, "the event die in action: there is none with this expansion"),
    (
        ({"hand": {"ore": 8}, "owed": 4},),
        {"phase": "discard"},
        "the dice give 2: expected the 7 which leads to discard",
    ),
    # what lasts for a turn
    (
        (),
        {"moves_made": 11, "options": {"turn_moves": "10"}},
        "moves_made is 11 in action: expected at most 10",
    ),
    ((), {"moves_made": 1, **EARLY}, "moves_made is 1 in roll: expected at most 0"),
    ((), {"free_roads": 1}, "free_roads is 1 in action: they belong to free_road"),
    ((), {"phase": "free_road"}, "free_roads is 0 in free_road"),
    (
        (),
        {"offers_made": ["ore>wool"], **EARLY},
        "offers_made has offers before the action",
    ),
    (({"shown": True},), {}, "victory cards of p1 are shown in action: expected at the end only"),
    (
        ({"hand": {"ore": 1}, "pending": {"ore": 1}},),
        {},
        "cards of p1 are set aside in action: expected in a discard only",
    ),
    # discards
    (
        ({"hand": {"ore": 8}, "owed": 3},),
        {"phase": "discard", "dice": [3, 4, None]},
        "p1 sets aside 3 of 8 cards: expected 4",
    ),
    (
        ({"hand": {"ore": 7}, "owed": 3},),
        {"phase": "discard", "dice": [3, 4, None]},
        "p1 sets aside 3 of 7 cards: expected 0",
    ),
    (
        ({"hand": {"lumber": 6, "ore": 2}, "pending": {"ore": 1}, "owed": 3},),
        {"phase": "discard", "dice": [3, 4, None]},
        "the kinds that p1 set aside leave too few cards: they go in ascending order",
    ),
    # roads
    (({"roads": ["c3e"]},), {}, "road:c3e of p1 is joined to none of its buildings"),
    (
        ({"roads": ["a2e", "c3e"]},),
        {},
        "road:a2e of p1 is joined to none of its buildings; road:c3e of p1 is joined to none",
    ),
    (({"roads": ["a1nw"]},), {}, "roads of p1 has a1nw twice"),
    (({"roads": ["a3nw"]},), {}, "2 roads or ships on a3nw, of p1, p2"),
    # harbors
    (
        (),
        {"options": HIDDEN, "turn_number": 0, "seats": [{}] * 4, "phase": "setup_piece"}
        | {"dice": None, "bank": dict.fromkeys(BANK, 19)},
        "harbor h1 lies face up, and no road or ship has met it",
    ),
    ((), {"options": HIDDEN}, "harbor h7 lies face up, and no road or ship has met it"),
    (
        (),
        {"options": HIDDEN, "layout": face_down("harbor:"), "harbor_pool": None},
        "harbor h1, h2, h3, h4, h5, h6, h8 lies face down beside a piece: expected its type",
    ),
    (
        (),
        {"options": HOUSE, "layout": face_down("harbor:d4se"), "harbor_pool": {"any": 1}},
        "harbor h7 lies face down, in a game with open harbors",
    ),
    # offers
    ((), offered(), "p1 cannot hold what it offers"),
    ((ORE,), offered("ore>paper"), "offers_made has ore>paper: expected an exchange of kinds"),
    (
        (ORE,),
        {"offers_made": ["ore>wool", "wool>ore", "ore>wool"]},
        "offers_made has ore>wool twice",
    ),
    (
        (ORE,),
        offered() | {"offers_made": ["ore>brick"]},
        "offer is ore>wool in answer: expected ore",
    ),
    ((ORE, WOOL), offered(p1="decline"), "answers has one of p1, which has not answered"),
    (
        (ORE, WOOL),
        offered(p2="accept") | {"actor": "p2", "queue": ["p3", "p4"]},
        "answers has one of p2, which has not answered",
    ),
    (
        (ORE, WOOL),
        offered(p4="decline") | {"queue": ["p3", "p4"]},
        "answers has one of p4, which has not answered",
    ),
    (
        (ORE, WOOL),
        offered(p3="decline") | {"actor": "p4", "queue": []},
        "answers has none of p2, which has answered",
    ),
    ((ORE,), offered(p2="accept"), "p2 accepted, and cannot hold what is wanted"),
    ((ORE, WOOL), offered(p2="wool>ore"), "the answer of p2 is the offer itself: expected accept"),
    ((ORE, WOOL), offered(p2="3wool>ore"), "p2 cannot hold what it offers in its answer"),
    ((ORE, WOOL), offered(p2="wool>coin"), "the answer of p2 is no answer and no exchange"),
    (
        (ORE, WOOL),
        offered(p2="decline", p3="decline", p4="decline"),
        "every answer is decline: there is nothing to deal",
    ),
    # a victim, and what is asked for
    ((), {"victim": "p2"}, "victim is p2 in action: expected null"),
    (
        (),
        {"phase": "levy", "asked": "coin"},
        "asked is coin in levy: expected one of lumber",
    ),
    # nothing to choose
    ((), {"phase": "rob"}, "rob has no choice of a victim, but nobody: expected two seats or more"),
]


def position_of(seats: tuple[Any, ...], fields: dict[str, Any]) -> None:
    if fields.get("harbor_pool", 0) is None:  # as many of each type as the box has
        pool = dict.fromkeys(("lumber", "wool", "grain", "brick", "ore"), 1) | {"any": 4}
        fields = fields | {"harbor_pool": pool}
    position(*seats, **fields)


@pytest.mark.parametrize(("seats", "fields", "named"), BASE, ids=[named for *_, named in BASE])
def test_an_impossible_position_of_the_base_game(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        position_of(seats, fields)


CITY = {"cities": ["a1n"]}
SPIED = {"progress": {"spy": 1}}

KNIGHTS: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((), {"largest_army": "p1"}, "largest_army is of p1, which has played 0 knights"),
    # metropolises
    ((CITY,), {"metropolises": {"trade": "a1n"}}, "the metropolis of trade is of p1, at level 0"),
    (
        (CITY | {"improvements": {"trade": 3}},),
        {"metropolises": {"trade": "a1n"}},
        "the metropolis of trade is of p1, at level 3: expected 4 or 5",
    ),
    (
        (CITY | {"improvements": {"science": 4}},),
        {},
        "the metropolis of science is nobody's, while a seat is at level 4",
    ),
    (
        (CITY | {"improvements": {"trade": 4}}, {"improvements": {"trade": 5}}),
        {"metropolises": {"trade": "a1n"}},
        "the metropolis of trade is of p1, while another seat is at level 5",
    ),
    (
        ({"cities": ["a1n", "e3s"], "improvements": {"trade": 4}}, {"improvements": {"trade": 4}}),
        {"phase": "metropolis", "track": "trade"},
        "the metropolis of trade cannot just have been won by p1",
    ),
    (
        ({"improvements": {"trade": 4}},),
        {"metropolises": {"trade": "a1n"}},
        "the metropolis of trade is on a1n: expected a city",
    ),
    # dice and what they lead to
    ((), {"dice": [1, 1, None]}, "the event die in action: expected with this expansion"),
    ((), {"alchemist": [1, 2], **EARLY}, "alchemist is given in roll: expected it in dice only"),
    ((), {"alchemist": [1, 2]}, "alchemist is given in action: expected it in dice only"),
    ((), {"phase": "robber"}, "the dice give 2: expected the 7 which leads to robber"),
    (
        (),
        {"phase": "robber", "dice": [3, 4, "ship"], "attacked": False},
        "phase is robber before the first attack of the barbarians",
    ),
    ((), {"phase": "rebuild"}, "origin is missing in rebuild: expected the edge that was cleared"),
    (
        ({"improvements": {"trade": 1}},),
        {"attacked": False},
        "p1 has improvements and no city, before the first attack",
    ),
    (
        (),
        {"phase": "aqueduct", "dice": [3, 4, "ship"]},
        "the dice give a 7, which does not lead to aqueduct",
    ),
    (
        (),
        {"phase": "defender", "resume": "defender", "dice": [1, 1, "trade"]},
        "no barbarians have just landed, which leads to defender",
    ),
    (
        (),
        {"phase": "draw", "resume": "draw", "track": "trade"},
        "the event die shows no gate, which leads to draw",
    ),
    # the robber and what comes with the first attack
    (
        (),
        {"attacked": False, "layout": LAYOUT.replace("robber=b4", "robber=a1")},
        "the robber has moved before the first attack of the barbarians: expected b4",
    ),
    (
        ({"victory_cards": {"defender": 1}},),
        {"attacked": False},
        "p1 has Defender cards or cities on their side, which come from attacks",
    ),
    # knights, the merchant, cards
    (
        (),
        {"merchant": {"seat": "p1", "hex": "c3"}},
        "the merchant is on c3, beside no building",
    ),
    (
        ({}, {"knights": [knight("a2ne")]}),
        {},
        "the knight on a2ne is ready outside the action phase of its seat",
    ),
    (
        ({"knights": [knight("a1nw")]},),
        EARLY,
        "the knight on a1nw is ready outside the action phase of its seat",
    ),
    ((), {"crane": 1, **EARLY}, "crane is given in roll: expected in the action phase only"),
    ((), {"played": True}, "played is true: there are no development cards in Cities & Knights"),
    (
        ({}, SPIED),
        {"phase": "take_progress", "victim": "p2", "actor": "p2"},
        "actor is p2 in take_progress: expected p1, the seat of the turn",
    ),
    (
        (),
        {"phase": "lift"},
        "lifted is null in lift: expected the edge",
    ),
    # nothing to choose
    (
        (CITY,),
        {"phase": "pillage", "dice": [1, 1, "ship"], "options": {"wall_shields": "no"}},
        "p1 has 1 cities without a metropolis in pillage: expected a choice of 2",
    ),
    (
        (CITY | {"walls": ["a1n"]},),
        {"phase": "breach"},
        "p1 has 1 walls in breach: expected a choice of 2 walls or more",
    ),
    (
        ({"cities": ["a1n", "e3s"], "walls": ["a1n"]},),
        {"phase": "pillage"},
        "a wall is lost before a city is",
    ),
    (
        ({}, {"knights": [guard("a2ne")]}),
        {"phase": "desert", "victim": "p2", "actor": "p2"},
        "p2 decides in desert, with 1 knights: expected p2, the victim, with a choice",
    ),
    (
        ({}, {"roads": ["a2ne"]}),
        {"phase": "retreat", "actor": "p2", "origin": "a2ne", "banished": {"level": 1}},
        "p2 has no choice of a corner to retreat to, but a2n",
    ),
    (
        ({"roads": ["a1ne"], "knights": [knight("a1ne") | {"promoted": True}]},),
        {},
        "a1ne has a knight of level 1 that was promoted in this turn: expected level 2 or 3",
    ),
    (
        ({}, {"roads": ["a2ne"]}),
        {
            "phase": "retreat",
            "actor": "p2",
            "origin": "a2ne",
            "banished": {"level": 1, "promoted": True},
        },
        "banished is a knight of level 1 that was promoted in this turn: expected level 2 or 3",
    ),
]


@pytest.mark.parametrize(
    ("seats", "fields", "named"), KNIGHTS, ids=[named for *_, named in KNIGHTS]
)
def test_an_impossible_position_of_cities_and_knights(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        table(*seats, **fields)


SEA: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (({"ships": ["d6e"]},), {}, "ship:d6e of p1 is joined to none of its buildings"),
    (({"ships": ["a1ne"], "roads": ["a1ne"]},), {}, "2 roads or ships on a1ne, of p1, p1"),
    ((), {"lifted": "c5e", **EARLY}, "lifted is c5e before the action phase, in roll"),
    (
        (),
        {
            "turn_number": 0,
            "phase": "setup_piece",
            "dice": None,
            "seats": [{}] * 4,
            "bank": dict.fromkeys(BANK, 19),
            "layout": SEA_LAYOUT.replace("first=p1", "pirate=c6 first=p1"),
        },
        "the pirate has moved before the first turn: expected it off the board",
    ),
]


@pytest.mark.parametrize(("seats", "fields", "named"), SEA, ids=[named for *_, named in SEA])
def test_an_impossible_position_at_sea(
    seats: tuple[Any, ...], fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        position(*seats, options={"seafarers": "yes"}, **fields)


def test_the_robber_is_off_the_board_where_no_desert_is() -> None:
    layout = FISH_LAYOUT.replace("first=p1", "robber=a1 first=p1")
    with pytest.raises(BadState, match="expected it off the board"):
        table(attacked=False, layout=layout, options={"fish": "yes"})


@pytest.mark.parametrize(
    ("preset", "field", "value", "fault"),
    [
        ("house", "attacked", True, "attacked is given in setup_piece, before the first turn"),
        ("house", "barbarians", 5, "barbarians is given in setup_piece, before the first turn"),
        ("house", "cause", "bishop", "cause is given in setup_piece"),
        ("house", "track", "politics", "track is given in setup_piece"),
        ("base", "played", True, "played is given in setup_piece"),
        ("house", "origin", "a1n", "origin: nothing is on its way in setup_piece: expected null"),
    ],
)
def test_nothing_of_a_turn_is_there_in_the_setup(
    preset: str, field: str, value: object, fault: str
) -> None:
    options = GAME.option_values({"players": "3", "preset": preset})
    state = GAME.deal(options, stream("setup", 1))
    data = state_json(GAME, state)
    assert decode_state(GAME, options, orjson.dumps(data).decode()) == state
    with pytest.raises(BadState, match=fault):
        decode_state(GAME, options, orjson.dumps({**data, field: value}).decode())


@pytest.mark.parametrize("bought", ["", 0, None, []])
def test_what_was_bought_is_an_object(bought: object) -> None:
    options = GAME.option_values({"players": "3", "preset": "base"})
    data = state_json(GAME, GAME.deal(options, stream("setup", 1)))
    data["seats"][0]["bought"] = bought
    with pytest.raises(BadState, match="bought of p1"):
        decode_state(GAME, options, orjson.dumps(data).decode())


def test_a_basic_knight_was_not_promoted_in_the_compact_text_either() -> None:
    state = table({"roads": ["a1ne"], "knights": [knight("a1ne")]})
    corner = int(state[0]["knights"][0][0])
    state[0]["corner"][corner] |= PROMOTED << 3
    options = tuple(int(n) for n in state[0]["options"][: len(GAME.options)])
    with pytest.raises(BadState, match="has a knight of level 1 that was promoted in this turn"):
        decode_state(GAME, options, encode_state(GAME, state))
