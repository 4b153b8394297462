"""States and views as text and JSON: of which game they are, and that nothing else is read."""

import tracemalloc
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hinterland.engine.errors import BadState
from hinterland.engine.game import Game
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.table import Table
from hinterland.engine.text import (
    decode_knowledge,
    decode_state,
    encode_knowledge,
    encode_state,
    knowledge_json,
    lengthened,
    shortened,
    state_json,
)

NAMES = ("kuhn", "leduc", "village")
OTHERS = (None, True, 7, 1.5, "x", ["x"], {"x": 1})
"""One value of each type of JSON, none of which any field takes for another."""


def dealt(name: str, moves: int = 0) -> tuple[Game, tuple[int, ...], Table]:
    game = load(name)
    options = game.option_values({})
    table = Table.deal(game, options, stream("text", name))
    while moves or table.mover == CHANCE:
        rng = stream("move", moves)
        chance = table.mover == CHANCE
        table.play(table.mover, game.sample(table.state, rng) if chance else _first(table))
        moves = max(moves - 1, 0)
    return game, options, table


def _first(table: Table) -> int:
    return int(table.game.legal(table.state)[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [{"name": "other"}, {"version": 99}])
def test_the_checksum_covers_name_and_version(name: str, change: dict[str, Any]) -> None:
    game, options, table = dealt(name)
    other = replace(game, **change)
    head = f"{game.name}/{game.version}:"
    state = encode_state(other, table.state).partition(":")[2]
    with pytest.raises(BadState, match="checksum"):
        decode_state(game, options, head + state)
    view = encode_knowledge(other, table.knowledge(0)).partition(":")[2]
    with pytest.raises(BadState, match="checksum"):
        decode_knowledge(game, options, 0, head + view)


def test_texts_are_short() -> None:
    """Zeros, of which a memory has thousands, are counted."""
    for moves in (0, 60):
        game, _, table = dealt("village", moves)
        assert len(table.knowledge(0).tobytes()) > 10_000
        assert len(encode_knowledge(game, table.knowledge(0))) < 1000


@given(st.binary(max_size=600), st.integers(0, 700), st.integers(0, 600))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_bytes_are_shortened_and_lengthened(body: bytes, zeros: int, place: int) -> None:
    body = body[:place] + bytes(zeros) + body[place:]
    assert lengthened(shortened(body), len(body)) == body
    assert len(shortened(body)) <= 2 * len(body)


@pytest.mark.parametrize(
    ("coded", "size"),
    [(b"\0\1\0\1", 2), (b"\0\1\0\xff", 256), (b"b\0\0a", 2), (b"a\0", 1), (b"\0\5", 4)],
)
def test_zeros_are_written_in_one_way(coded: bytes, size: int) -> None:
    with pytest.raises(BadState, match=r"zeros differ|holds 5 bytes: expected 4"):
        lengthened(coded, size)


def test_no_text_takes_much_memory() -> None:
    bomb = b"\0\xff" * 1_000_000
    tracemalloc.start()
    with pytest.raises(BadState, match="holds 2000000 bytes"):
        lengthened(bomb, 1000)
    assert tracemalloc.get_traced_memory()[1] < 100_000
    tracemalloc.stop()


@pytest.mark.parametrize("name", NAMES)
def test_json_names_its_game(name: str) -> None:
    game, options, table = dealt(name)
    state, view = state_json(game, table.state), knowledge_json(game, table.knowledge(1))
    assert (state["game"], view["game"]) == (name, name)
    for other in ("other", f"{name}-05a51e11f0", None, 3):
        with pytest.raises(BadState, match=r"game is .*: expected one of"):
            decode_state(game, options, _json({**state, "game": other}))
        with pytest.raises(BadState, match=r"game is .*: expected one of"):
            decode_knowledge(game, options, 1, _json({**view, "game": other}))
    del state["game"], view["game"]
    assert decode_state(game, options, _json(state)).tobytes() == table.state.tobytes()
    read = decode_knowledge(game, options, 1, _json(view))
    assert read.tobytes() == table.knowledge(1).tobytes()


def test_a_state_has_no_field_of_views() -> None:
    game, options, table = dealt("village")
    named = {**state_json(game, table.state), "inferred": {"tracked": {}, "hypotheses": []}}
    with pytest.raises(BadState, match="unknown field 'inferred'"):
        decode_state(game, options, _json(named))


def _json(data: Any) -> str:
    return orjson.dumps(data).decode()


# Any node of another type


def nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of every value in a JSON value, but the whole."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    return [
        found
        for key, inner in items
        for found in ((*path, key), *nodes(inner, (*path, key)))
    ]  # fmt: skip


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def kind(value: Any) -> str:
    """The type of a JSON value; a whole number is a number too."""
    if isinstance(value, bool):
        return "flag"
    return "number" if isinstance(value, float) else type(value).__name__


def may_be(path: tuple[Any, ...], value: Any, other: Any) -> bool:
    """Whether a value of the other's type is as good there."""
    nowhere = path[0] == "inferred" and "places" in path and other is None
    weight = path[-1] == "weight" and kind(other) in ("int", "number")
    return kind(value) == kind(other) or nowhere or weight


INFERRED = {
    "tracked": {"wood": ["wheeler"], "ore": ["half:mason"]},
    "hypotheses": [
        {"suit": "wood", "weight": 1.0, "places": ["p2"]},
        {"suit": "wood", "weight": 0.5, "places": [None]},
        {"suit": "ore", "weight": 1.0, "places": ["stack2.1"]},
    ],
    "lot": 3,
}


@cache
def views() -> list[tuple[Game, tuple[int, ...], dict[str, Any]]]:
    found = []
    for name, moves in (("kuhn", 3), ("leduc", 3), ("leduc", 6), ("village", 0), ("village", 9)):
        game, options, table = dealt(name, moves)
        named = knowledge_json(game, table.knowledge(0))
        if (name, moves) == ("village", 0):
            named["inferred"] = INFERRED
        found.append((game, options, named))
    return found


def test_the_views_are_sound_themselves() -> None:
    for game, options, named in views():
        decode_knowledge(game, options, 0, _json(named))


@given(st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_a_value_of_another_type_is_refused_anywhere(data: st.DataObject) -> None:
    game, options, view = data.draw(st.sampled_from(views()))
    named = deepcopy(view)
    # the length of a path first, so that the many cards of the piles do not outweigh all else
    paths = nodes(named)
    length = data.draw(st.sampled_from(sorted({len(path) for path in paths})))
    path = data.draw(st.sampled_from([path for path in paths if len(path) == length]))
    value = at(named, path)
    other = data.draw(st.sampled_from([o for o in OTHERS if not may_be(path, value, o)]))
    at(named, path[:-1])[path[-1]] = other
    with pytest.raises(BadState) as error:
        decode_knowledge(game, options, 0, _json(named))
    assert "cannot read the JSON" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "field"),
    [("kuhn", "memory unused"), ("leduc", "memory unused"), ("tree", "unused"),
     ("village", "spare"), ("village", "memory spare"), ("island", "unused"),
     ("island", "memory spare_weight"), ("island", "memory spare_hands")],
)  # fmt: skip
def test_bytes_without_a_meaning_are_zero(name: str, field: str) -> None:
    """They would be lost on the way through JSON: two texts of one position."""
    game = load(name)
    options = game.option_values({})
    knowledge = game.mask(game.deal(options, stream("idle")), 0)
    named = field.removeprefix("memory ")
    record = knowledge.memory if field != named else knowledge.view
    record[0][named] = 2
    with pytest.raises(BadState, match=f"^{named} holds 02.*: expected 0$"):
        decode_knowledge(game, options, 0, encode_knowledge(game, knowledge))


@pytest.mark.parametrize("name", ["discards", "hand", "unseen", "pool"])
def test_village_has_no_cards_in_hand_that_are_not_of_the_deck(name: str) -> None:
    """Of the founders card, bit 0, nobody counts the copies."""
    game, options, table = dealt("village")
    state = table.state.copy()
    state[0][name].reshape(-1, 2)[0, 0] |= np.uint64(1)
    with pytest.raises(BadState, match=f"^{name} has cards that are not of the deck$"):
        decode_state(game, options, encode_state(game, state))
