"""Moves of the village in English."""

import pytest

from hinterland.engine.registry import load
from hinterland.engine.village import wording
from hinterland.protocol import wording as protocol_wording

CASES = {
    "pass": ({}, "pass"),
    "take:road3": ({"place": "road3"}, "take the card at road 3"),
    "take:stack2": ({"place": "stack2"}, "take the top card of stack 2"),
    "take:lumberjack": ({"card": "lumberjack"}, "take a lumberjack"),
    "protect:road1": ({"place": "road1"}, "lay a ducat on the card at road 1"),
    "exchange:weaver>stack4": (
        {"card": "weaver", "place": "stack4"},
        "put weaver away onto stack 4 and take a common settler",
    ),
    "exchange:?ore>discard": (
        {"card": "?ore", "place": "discard"},
        "put an ore card away onto the discards and take a common settler",
    ),
    "build:weaver,unlock=p2": (
        {"card": "weaver", "unlock": "p2"},
        "build weaver, 2 ducats to the unlocker of p2",
    ),
    "build:cooper,on=lumberjack1": (
        {"card": "cooper", "on": "lumberjack1"},
        "build cooper, on your lumberjack under 1 card",
    ),
    "build:jeweler,monks=1": (
        {"card": "jeweler", "monks": 1},
        "build jeweler with 1 monk under it",
    ),
    "build:apprentice,of=p2:monk1/wheeler,under=weaver,monks=2,unlock=free": (
        {
            "card": "apprentice",
            "seat": "p2",
            "target": "monk1/wheeler",
            "under": "weaver",
            "monks": 2,
            "unlock": "free",
        },
        "build apprentice on the monk as wheeler under 1 card of p2, weaver over the freed monk "
        "with 2 monks under it, its padlock opened by the tinner",
    ),
    "build:apprentice,of=p1:founders0,side=food": (
        {"card": "apprentice", "seat": "p1", "target": "founders0", "side": "food"},
        "build apprentice on the founders of p1, food side up",
    ),
    "play:tinner": ({"card": "tinner"}, "discard the tinner"),
    "play:smuggler,at=bed_builder,unlock=p3+": (
        {"card": "smuggler", "at": "bed_builder", "unlock": "p3+"},
        "discard the smuggler for the ducats of your bed builder, "
        "2 ducats to the unlocker of p3 with more ducats",
    ),
    "show:stack1=bed_builder/wood": (
        {"place": "stack1", "card": "bed_builder", "suit": "wood"},
        "stack 1 shows bed builder; the next back is wood",
    ),
    "show:reserve=miner/-": (
        {"place": "reserve", "card": "miner", "suit": "-"},
        "the reserve shows miner; none is left",
    ),
    "shuffle:12345": ({}, "the discards are shuffled into the reserve"),
}


@pytest.mark.parametrize("token", CASES)
def test_a_move_is_said_in_english(token: str) -> None:
    parts, text = CASES[token]
    assert wording.describe(token) == {**parts, "text": text}


def test_every_kind_of_move_has_its_words() -> None:
    game = load("village")
    for token in ("take:road3", "pass", "shuffle:?"):
        said = protocol_wording.describe(game, game.notation.parse(token))
        assert said["move"] == token
        assert said["text"] == wording.describe(token)["text"]
