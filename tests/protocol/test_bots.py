"""Bots by name."""

import pickle
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from hinterland.engine.errors import BadArgument, BadOption
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.protocol.bot import RandomBot, SearchBot
from hinterland.protocol.bots import CommandSpec, SearchSpec, parse_bot
from hinterland.search.settings import SearchSettings
from hinterland.tests.toys import whist

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


def test_a_cheating_bot_needs_a_referee_that_shows_it_the_truth() -> None:
    game = load("kuhn")
    table = Table.deal(game, (2,), stream("deal"))
    for token in ("deal:K", "deal:Q"):
        table.play(CHANCE, game.notation.parse(token))
    bot = parse_bot("cheat:iterations=5").make(1)
    bot.start(game, (2,), table.knowledge(0))
    with pytest.raises(BadArgument, match="only where the whole state is held"):
        bot.choose()


def test_a_command_line_keeps_its_colons() -> None:
    spec = parse_bot("cmd:python -c 'x: int = 1'")
    assert isinstance(spec, CommandSpec)
    assert spec.command == "python -c 'x: int = 1'"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "unknown bot ''"),
        (
            "Random",
            "unknown bot 'Random': expected one of random, greedy, search, level, cheat, py, cmd",
        ),
        ("searching:iterations=1", "unknown bot 'searching'"),
        ("search:", "nothing after the colon"),
        ("random:", "nothing after the colon"),
        ("cmd: ", "nothing after the colon"),
        ("cmd", "expected cmd:COMMAND"),
        ("cmd:'open", "no closing quotation"),
        ("random:x=1", "random has no settings"),
        ("greedy:worlds=00000999999", "worlds=00000999999: expected 1..10000"),
        ("search:iterations", "'iterations': expected key=value"),
        ("search:iterations=", "expected key=value"),
        ("search:=3", "expected key=value"),
        ("search:ms=3,", "'': expected key=value"),
        ("search:ms=3,ms=4", "ms is given twice"),
        ("search:height=3", "search has no setting 'height'"),
        ("search:iterations=0", "iterations=0: expected 1.."),
        ("search:variant=best", "variant=best: expected one of so"),
        ("level", "level '': expected 1..10"),
        ("level:0", "level '0': expected 1..10"),
        ("level:11", "level '11': expected 1..10"),
        ("search:seed=4", "given its seed by the match"),
    ],
)
def test_what_is_wrong_is_named(text: str, wrong: str) -> None:
    with pytest.raises(BadArgument) as caught:
        parse_bot(text)
    assert wrong in str(caught.value)


def test_of_settings_those_are_listed_that_a_bot_may_have() -> None:
    """Each of them is known, with whatever value; none is listed that the match gives."""
    with pytest.raises(BadOption) as refused:
        parse_bot("search:height=3")
    start = "search has no setting 'height': it has "
    listed = str(refused.value).removeprefix(start).split(", ")
    assert {"iterations", "weights"} < set(listed)
    for name in (setting.name for setting in fields(SearchSettings)):
        known = name == "weights"
        try:
            parse_bot(f"search:{name}=?")
        except BadOption as error:
            known = str(error).startswith(f"{name}=?: ")
        assert known == (name in listed)


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


def test_a_forced_move_takes_no_search() -> None:
    """The last card of a hand, at mini whist."""
    game = whist.GAME
    table = Table.deal(game, game.option_values({}), stream("forced"))
    rng = stream("forced cards")
    asked = []
    while table.mover != OVER:
        if table.mover == CHANCE:
            table.play(CHANCE, game.sample(table.state, rng))
            continue
        bot = parse_bot("search:iterations=40").make(3)
        assert isinstance(bot, SearchBot)
        bot.start(game, game.option_values({}), table.knowledge(table.mover))
        table.play(table.mover, bot.choose())
        asked.append(bot.searched.iterations)
    assert asked == [40, asked[1], 1, 1]


def test_a_class_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from hinterland.protocol.bot import Bot

class Cautious(Bot):
    def choose(self) -> int:
        return int(self.game.legal(self.knowledge.view)[0])
"""
    (tmp_path / "cautious_bot.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = parse_bot("py:cautious_bot:Cautious")
    spec.check()
    assert pickle.loads(pickle.dumps(spec)) == spec
    bot = spec.make(7)
    game = load("kuhn")
    table = Table.deal(game, game.option_values({}), stream("deal"))
    for number in range(2):
        table.play(table.mover, game.sample(table.state, stream("cards", number)))
    bot.start(game, (2,), table.knowledge(0))
    assert bot.choose() == game.legal(table.state)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("py:no_such_module_here:Bot", "No module named 'no_such_module_here'"),
        ("py:hinterland.protocol.bot:NoSuchBot", "NoSuchBot"),
        ("py:hinterland.protocol.bot:think", "think is no subclass of ViewBot or Bot"),
        ("cmd:/no/such/engine --fast", "there is no program '/no/such/engine'"),
    ],
)
def test_what_cannot_be_made_is_found_by_a_check(text: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        parse_bot(text).check()


@pytest.mark.parametrize("text", ["py:bots", "py:bots:", "py::Bot", "py:my bots:Bot", "py:a..b:C"])
def test_a_class_is_written_with_its_module(text: str) -> None:
    with pytest.raises(BadArgument):
        parse_bot(text)
