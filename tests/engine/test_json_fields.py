"""Positions written by hand as JSON: a value of the wrong type is refused by its field."""

import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.registry import load
from hinterland.engine.text import decode_knowledge


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("kuhn", '{"shown": "no"}', "shown is 'no': expected true or false"),
        ("kuhn", '{"shown": 1}', "shown is 1: expected true or false"),
        ("kuhn", '{"cards": "K?"}', "cards is 'K\\?': expected a list of 2"),
        ("kuhn", '{"cards": {"K": 1, "?": 2}}', "expected a list of 2"),
        ("kuhn", '{"cards": ["K"]}', "expected a list of 2"),
        ("kuhn", '{"cards": ["A", "?"]}', "cards is 'A': expected one of -, J, Q, K, \\?"),
        ("kuhn", '{"cards": [["K"], "?"]}', "expected one of -"),
        (
            "kuhn",
            '{"cards": ["K", "?"], "actions": "check"}',
            "'check': expected a list",
        ),
        ("kuhn", '{"cards": ["K", "?"], "actions": {"check": 1}}', "expected a list"),
        ("kuhn", '{"cards": ["K", "?"], "actions": ["check bet"]}', "expected a list of words"),
        (
            "kuhn",
            '{"cards": ["K", "?"], "actions": ["fold"]}',
            "'fold': expected one of",
        ),
        ("kuhn", '{"actions": ["bet"]}', "cards - -: p1 is dealt one first"),
        ("leduc", '{"shown": 1}', "shown is 1"),
        ("leduc", '{"cards": "K?"}', "expected a list of 2"),
        ("leduc", '{"public": 3}', "public is 3: expected one of"),
        ("leduc", '{"cards": ["K", "?"], "actions": ["check", []]}', "expected a list"),
        ("leduc", '{"cards": ["K", "?"], "actions": [[]]}', "expected a list of 2"),
        ("tree", '{"moves": "b"}', "moves is 'b': expected a list"),
        ("tree", '{"world": 1}', "world is 1: expected one of"),
        ("tree", '{"shown": "yes"}', "shown is 'yes'"),
    ],
)
def test_a_wrong_value_is_named_with_its_field(name: str, text: str, message: str) -> None:
    game = load(name)
    with pytest.raises(BadState, match=message):
        decode_knowledge(game, game.option_values({}), 0, text)
