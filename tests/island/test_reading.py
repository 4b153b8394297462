"""Positions written by hand as JSON: what may be left out, and what is refused by its field."""

import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from itertools import product
from operator import getitem
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hinterland.engine.errors import BadState
from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_knowledge, decode_state, state_json
from hinterland.tests.island.knights_positions import knight, table
from hinterland.tests.island.positions import LAYOUT, PIECES, position
from hinterland.tests.protocol.support import ask, checkout, new_session

OPEN = {"preset": "base", "chits": "random", "harbor_places": "random"}
HIDDEN = LAYOUT.split(" harbor:")[0] + "".join(
    f" harbor:{word.partition('=')[0]}=?" for word in LAYOUT.split(" harbor:")[1:]
)
BOARD = f"{HIDDEN} robber=b4"
CORNERS, EDGES = GRAPHS[0].corner_names, GRAPHS[0].edge_names


def known(data: dict[str, Any], options: dict[str, str] | None = None) -> Knowledge:
    """What p2 knows by a view."""
    text = orjson.dumps(data).decode()
    return decode_knowledge(GAME, GAME.option_values(options or {}), 1, text)


@pytest.mark.parametrize("first", ["p1", "p2", "p3", "p4"])
def test_a_layout_is_enough_and_says_who_begins(first: str) -> None:
    layout = f"{BOARD} first={first}"
    view = GAME.notation.to_json(known({"layout": layout}).view[0], None)
    assert (view["turn"], view["actor"], view["layout"]) == (first, first, layout)
    state = decode_state(
        GAME, GAME.option_values({}), orjson.dumps({"layout": layout, "seats": [{}] * 4}).decode()
    )
    assert GAME.notation.to_json(state[0], None)["actor"] == first


def test_the_turn_follows_from_the_pieces_and_from_its_number() -> None:
    seats = [{}, {"settlements": ["e1s"], "roads": ["e1se"]}, {}, {}]
    data: dict[str, Any] = {"layout": f"{BOARD} first=p2", "seats": seats}
    assert GAME.notation.to_json(known(data).view[0], None)["actor"] == "p3"
    layout = f"{LAYOUT.partition(' robber')[0]} robber=b4 first=p2".replace("d4s=any", "d4s=?")
    layout = layout.replace("e2s=ore", "e2s=?")
    data = {"layout": layout, "seats": list(PIECES), "phase": "roll", "turn_number": 6}
    shown = GAME.notation.to_json(known(data).view[0], None)
    assert (shown["turn"], shown["actor"]) == ("p3", "p3")
    assert shown["harbor_pool"] == {"ore": 1, "any": 1}


def test_the_real_tables_of_the_readme_are_set_up() -> None:
    """One that begins with its layout, and one in mid-game: p2 is to move at both."""
    readme = (checkout() / "engine" / "island" / "README.md").read_text(encoding="utf-8")
    talks = re.findall(r"^newgame island.*?^```", readme, re.M | re.S)
    assert len(talks) == 2
    for talk in talks:
        session = new_session()
        *answers, mover = [ask(session, line) for line in talk.split("\n")[:-1]]
        assert (set(answers), mover) == ({""}, "p2")


def test_a_view_must_give_the_layout() -> None:
    with pytest.raises(BadState, match="a view must give 'layout'"):
        known({})


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"options": {"target": 10}}, "option target is 10: expected a text"),
    ({"options": {"colour": "red"}}, "options has an unknown field 'colour'"),
    ({"options": {"target": "12"}}, "option target is '12': expected '13'"),
    ({"options": None}, "options is None: expected an object"),
    ({"players": "4"}, "players is '4'"),
    ({"layout": 7}, "layout is 7: expected a text"),
    ({"layout": f"{BOARD} robber=a1 first=p1"}, "layout: 'robber' is given twice"),
    ({"harbor_pool": {"fish": 1}}, "harbor_pool has an unknown field 'fish'"),
    ({"phase": "rol"}, "phase is 'rol': expected one of setup_piece"),
    ({"phase": 3}, "phase is 3"),
    ({"turn": 1}, "turn is 1: expected one of p1, p2"),
    ({"queue": "p1"}, "queue is 'p1': expected a list"),
    ({"queue": ["p1", "p1"]}, "queue has p1 twice"),
    ({"winners": [["p1"]]}, "winners is"),
    ({"dice": [1, 2]}, "dice is .*: expected a list of 3"),
    ({"dice": [7, 2, "ship"]}, "dice is 7: expected 1..6"),
    ({"dice": [True, 2, "ship"]}, "dice is True"),
    ({"played": 1}, "played is 1: expected true or false"),
    ({"moves_made": 1.5}, "moves_made is 1.5"),
    ({"bank": {"ore": "19"}}, "ore in bank is '19'"),
    ({"bank": [19]}, r"bank is \[19\]: expected an object"),
    ({"offers_made": [1]}, "offers_made is 1"),
    ({"offers_made": ["ore"]}, "offers_made: "),
    ({"offer": {"text": "ore>wool"}}, "offer has no field 'answers'"),
    ({"offer": {"text": "ore>wool", "answers": [], "x": 1}}, "unknown field 'x'"),
    ({"development": {"left": 1}}, "development has no field 'unseen'"),
    ({"fish": {"pool": {}, "discards": [], "boot": "pool"}}, "discards of fish is"),
    ({"fish": 1}, "fish is 1: expected an object"),
    ({"due": None}, "due is None"),
    ({"raid": "None"}, "raid is 'None'"),
    ({"ships_built": [0]}, "ships_built is 0"),
    ({"decks": None}, "decks is None: expected an object"),
    ({"decks": {"trade": ["king"]}}, "deck trade is 'king'"),
    ({"decks": {"trad": []}}, "decks has an unknown field 'trad'"),
    ({"known_to": {"trade": "all"}, "decks": {"trade": []}}, "known_to of trade is 'all'"),
    ({"attacked": "yes"}, "attacked is 'yes'"),
    ({"barbarians": 7}, "barbarians is 7"),
    ({"fleet": {"ore": 1}}, "fleet is"),
    ({"fleet": ["ore", "ore"]}, "fleet has ore twice"),
    ({"layout": f"{BOARD} fish:a1n=256 first=p1"}, "layout: cannot read 'fish:a1n=256'"),
    ({"merchant": "p1"}, "merchant is 'p1': expected an object"),
    ({"merchant": {"seat": "p1"}}, "merchant has no field 'hex'"),
    ({"metropolises": ["a1n"]}, "metropolises is"),
    (
        {"seats": [{"knights": [{"corner": "a1n", "ready": True}]}, {}, {}, {}]},
        "a1n is ready and not active: expected an active one",
    ),
    ({"alchemist": 7}, "alchemist is 7"),
    ({"banished": {"level": 1, "corner": "a1n"}}, "banished has an unknown field 'corner'"),
    ({"swapped": 3}, "swapped is 3"),
    ({"memory": "junk"}, "memory is 'junk'"),
    ({"memory": "AAAA"}, "memory is 'AAAA'"),
    ({"memory": 4}, "memory is 4: expected a text"),
    ({"seats": {}}, "seats is {}: expected a list of 4"),
    ({"seats": [[], {}, {}, {}]}, r"seat p1 is \[\]: expected an object"),
]


@pytest.mark.parametrize(("fields", "named"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_value_is_named_with_its_field(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(BadState, match=named):
        known({"layout": f"{BOARD} first=p1"} | fields)


WRONG_IN_A_SEAT: list[tuple[dict[str, Any], str]] = [
    ({"hnad": {"ore": 1}}, "seat p1 has an unknown field 'hnad'"),
    ({"knigts": []}, "seat p1 has an unknown field 'knigts'"),
    ({"hand": []}, r"hand of p1 is \[\]: expected an object"),
    ({"hand": {"ore": 1.5}}, "ore in hand of p1 is 1.5"),
    ({"hand": {"ore": True}}, "ore in hand of p1 is True"),
    ({"hand": {"ore": "1"}}, "ore in hand of p1 is '1'"),
    ({"hand": {"gold": 1}}, "hand of p1 has an unknown field 'gold'"),
    ({"hand": {"?": -1}}, r"\? in hand of p1 is -1"),
    ({"roads": "a1nw"}, "roads of p1 is 'a1nw': expected a list"),
    ({"roads": ["a1nw", "a1nw"]}, "roads of p1 has a1nw twice"),
    ({"roads": EDGES}, "roads of p1 has 72 places: expected at most 15"),
    ({"settlements": CORNERS}, "settlements of p1 has 54 places: expected at most 5"),
    ({"cities": CORNERS}, "cities of p1 has 54 places: expected at most 4"),
    ({"cities": CORNERS[:2], "sideways": CORNERS[2:5]}, "sideways of p1 has 3 places"),
    ({"settlements": ["d4ne"]}, "settlements of p1 is 'd4ne': expected a place as the board"),
    ({"settlements": [["a1n"]]}, "settlements of p1 is"),
    ({"ships": [None]}, "ships of p1 is None"),
    ({"fish": {"4": 1}}, "fish of p1 has an unknown field '4'"),
    ({"home": "a1"}, "home of p1"),
    ({"owed": None}, "owed of p1 is None"),
    ({"shown": 0}, "shown is 0"),
    ({"bought": 3}, "bought of p1 is 3"),
    ({"improvements": [0]}, "improvements of p1 is"),
    ({"improvements": {"trade": 6}}, "trade in improvements of p1 is 6"),
    ({"victory_cards": "printer"}, "victory_cards of p1 is 'printer'"),
    ({"progress": ["spy"]}, "progress of p1 is"),
    ({"progress": {"?trades": 1}}, r"progress of p1 has an unknown field '\?trades'"),
    ({"walls": 1}, "walls of p1 is 1"),
    ({"knights": [{"corner": "c3s", "activ": True}]}, "a knight of p1 has an unknown field"),
    ({"knights": ["c3s"]}, "a knight of p1 is 'c3s'"),
    ({"knights": [{"level": 1}]}, "a knight of p1 has no field 'corner'"),
    ({"knights": [{"corner": "c3s", "active": 1}]}, "active of c3s is 1"),
    ({"road_length": 3}, "road_length of p1 is 3: expected 0..0"),
    ({"harbor_points": 3}, "harbor_points of p1 is 3"),
    ({"points": 5}, "points of p1 is 5"),
    ({"islands": 1}, "islands of p1 is 1"),
]


@pytest.mark.parametrize(("fields", "named"), WRONG_IN_A_SEAT, ids=lambda value: str(value)[:40])
def test_a_wrong_value_of_a_seat_is_named_with_its_field(
    fields: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadState, match=named):
        known({"layout": f"{BOARD} first=p1", "seats": [fields, {}, {}, {}]})


WRONG_ANYWHERE = (None, True, -1, 1.5, 10**30, "nonsense", [[]], {"x": 1})
COUNTED = ("road_length", "harbor_points", "points", "islands")


def documents() -> list[tuple[States, dict[str, Any]]]:
    """Positions with much in them, and their JSON without what follows from the rest."""
    found = []
    for state in (
        table(
            {"cities": ["a1n"], "walls": ["a1n"], "knights": [knight("a1nw")], "hand": {"ore": 2}},
            {"improvements": {"trade": 2}, "progress": {"spy": 1}},
            merchant={"seat": "p1", "hex": "a1"},
            fleet=["ore"],
        ),
        position(
            {"hand": {"ore": 1}, "ships": ["c6sw"], "fish": {"1": 1}},
            {"hand": {"wool": 2}, "development": {"point": 1}},
            options={"seafarers": "yes", "fish": "yes"},
            development={"left": 24, "unseen": UNSEEN},
            phase="answer",
            actor="p3",
            queue=["p4"],
            offers_made=["ore>wool"],
            offer={"text": "ore>wool", "answers": {"p2": "2wool>ore"}},
        ),
    ):
        data = GAME.notation.to_json(state[0], None)
        for about, name in product(data["seats"], COUNTED):
            about.pop(name, None)
        found.append((state, data))
    return found


UNSEEN = {"knight": 14, "point": 4, "roads": 2, "plenty": 2, "monopoly": 2}
DOCUMENTS = documents()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a JSON value, from the outermost in."""
    yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


@settings(max_examples=250)
@given(st.integers(0, len(DOCUMENTS) - 1), st.integers(0, 10**6), st.sampled_from(WRONG_ANYWHERE))
def test_a_wrong_value_anywhere_is_named(document: int, number: int, wrong: Any) -> None:
    """Read by itself it is refused by its field or one around it; no check fails on the rest."""
    state, data = DOCUMENTS[document]
    found = [path for path in places(data) if path]
    *way, last = found[number % len(found)]
    fields = deepcopy(data)
    reduce(getitem, way, fields)[last] = wrong
    read, refused = state.copy(), ""
    try:
        GAME.notation.from_json(fields, read[0], GAME.new_memories()[0])
    except BadState as error:
        refused = str(error)
    if not refused:
        assert all(isinstance(fault, str) for fault in GAME.notation.faults(read[0]))
        return
    names = [key.rstrip("s") for key in (*way, last) if isinstance(key, str)]
    assert any(name in refused for name in names), refused
    assert re.search("expected|cannot read|has no field", refused), refused


@pytest.mark.parametrize("options", [{}, OPEN], ids=str)
def test_no_value_of_a_field_ends_in_another_error(options: dict[str, str]) -> None:
    """Every field, and every field of a seat, takes any value or refuses it as `BadState`."""
    dealt = GAME.deal(GAME.option_values(options), stream("blank"))
    blank = state_json(GAME, dealt)
    del blank["game"]
    for value in (None, True, 7, 1.5, "x", [], [[]], {}, {"x": 1}):
        alone = [{name: value} for name in blank]
        of_seats = [{"seats": [{name: value}, *[{}] * 3]} for name in blank["seats"][0]]
        nested = [
            {name: {**inner, field: value}}
            for name, inner in blank.items()
            if isinstance(inner, dict)
            for field in inner
        ]
        for fields in (*alone, *of_seats, *nested):
            with suppress(BadState):
                GAME.notation.from_json(blank | fields, dealt.copy()[0], GAME.new_memories()[0])


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"actor": "p2", "phase": "roll", "dice": None}, "actor is p2 in roll: expected p1"),
        ({"actor": "p2"}, "actor is p2 in action: expected p1, the seat of the turn"),
        ({"winners": ["p1"]}, "winners has p1 in action: expected none before the end"),
    ],
    ids=str,
)
def test_an_impossible_turn_is_refused(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(BadState, match=named):
        position(**fields)
