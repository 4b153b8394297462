"""Bots by name."""

import pickle

import pytest

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.table import Table
from hinterland.protocol.bot import RandomBot, SearchBot
from hinterland.protocol.bots import CommandSpec, SearchSpec, parse_bot

TEXTS = ["random", "search", "search:iterations=30", "search:ms=5,variant=pimc", "cmd:./bot 'a b'"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_bot_keeps_its_text_and_pickles(text: str) -> None:
    spec = parse_bot(f" {text} ")
    assert spec.label == text
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert parse_bot(text) == spec


def test_settings_are_read() -> None:
    spec = parse_bot("search:ms=5,variant=pimc")
    assert isinstance(spec, SearchSpec)
    assert (spec.settings.ms, spec.settings.iterations) == (5, None)
    assert spec.settings.variant == "pimc"


def test_a_command_line_keeps_its_colons() -> None:
    spec = parse_bot("cmd:python -c 'x: int = 1'")
    assert isinstance(spec, CommandSpec)
    assert spec.command == "python -c 'x: int = 1'"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "unknown bot ''"),
        ("Random", "unknown bot 'Random': expected one of random, greedy, search, cmd"),
        ("searching:iterations=1", "unknown bot 'searching'"),
        ("search:", "nothing after the colon"),
        ("random:", "nothing after the colon"),
        ("cmd: ", "nothing after the colon"),
        ("cmd", "expected cmd:COMMAND"),
        ("cmd:'open", "no closing quotation"),
        ("random:x=1", "random has no settings"),
        ("search:iterations", "'iterations': expected key=value"),
        ("search:iterations=", "expected key=value"),
        ("search:=3", "expected key=value"),
        ("search:ms=3,", "'': expected key=value"),
        ("search:ms=3,ms=4", "ms is given twice"),
        ("search:height=3", "search has no setting 'height'"),
        ("search:iterations=0", "iterations=0: expected 1.."),
        ("search:variant=best", "variant=best: expected one of so"),
        ("search:seed=4", "given its seed by the match"),
    ],
)
def test_what_is_wrong_is_named(text: str, wrong: str) -> None:
    with pytest.raises(BadArgument) as caught:
        parse_bot(text)
    assert wrong in str(caught.value)


def test_random_bots_of_one_seed_play_alike() -> None:
    game = load("kuhn")
    table = Table.deal(game, (2,), stream("deal"))
    for card in ("deal:K", "deal:J"):
        table.play(-1, game.notation.parse(card))

    def moves(seed: int) -> list[int]:
        bot = parse_bot("random").make(seed)
        assert isinstance(bot, RandomBot)
        bot.start(game, (2,), table.knowledge(0))
        return [bot.choose() for _ in range(16)]

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_a_search_bot_has_the_settings_and_the_seed() -> None:
    bot = parse_bot("search:iterations=30").make(7)
    assert isinstance(bot, SearchBot)
    assert (bot.seed, bot.settings.iterations) == (7, 30)
