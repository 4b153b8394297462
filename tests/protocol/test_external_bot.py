"""An engine seated as a bot: what it is told, and how its faults are named."""

import pytest

from hinterland.engine.errors import IllegalMove
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.table import Table
from hinterland.engine.text import encode_knowledge
from hinterland.protocol.bots import parse_bot
from hinterland.protocol.client import Client
from hinterland.protocol.errors import BadAnswer, ClientError, EngineDied, Refused
from hinterland.protocol.external_bot import ExternalBot, view_text
from hinterland.tests.protocol.support import ENGINE
from hinterland.tests.protocol.test_client import Script

GAME = load("kuhn")
OPTIONS = (2,)


def move(text: str) -> int:
    return GAME.notation.parse(text)


def kuhn_table() -> Table:
    return Table.deal(GAME, OPTIONS, stream("external"))


def opening(seat: int) -> list[tuple[str, list[str]]]:
    """What a bot is told first, if it does not know `search_seed`."""
    name = f"p{seat + 1}"
    view = view_text(GAME, kuhn_table().knowledge(seat))
    return [
        ("1 known_command search_seed", ["=1 false", ""]),
        (f"2 newgame kuhn players=2 seat={name}", ["=2", ""]),
        (f"3 setview {name} {view}", ["=3", ""]),
    ]


def seated(seat: int, *exchanges: tuple[str, list[str]]) -> tuple[ExternalBot, Table]:
    script = Script(*opening(seat), *exchanges)
    bot = ExternalBot(1, "scripted", connect=lambda command: Client(script))
    table = kuhn_table()
    bot.start(GAME, OPTIONS, table.knowledge(seat))
    return bot, table


def play(table: Table, bot: ExternalBot, mover: int, text: str) -> None:
    events = table.play(mover, move(text))
    bot.observe(mover, events[bot.knowledge.seat])


DEAL = (("4 play chance deal:K", ["=4", ""]), ("5 play chance deal:?", ["=5", ""]))


def at_its_turn(*exchanges: tuple[str, list[str]]) -> tuple[ExternalBot, Table]:
    bot, table = seated(0, *DEAL, *exchanges)
    for card in ("deal:K", "deal:J"):
        play(table, bot, CHANCE, card)
    return bot, table


def test_events_are_forwarded_but_not_the_move_it_has_played() -> None:
    bot, table = at_its_turn(
        ("6 genmove p1", ["=6 check", ""]),
        ("7 play p2 bet", ["=7", ""]),
        ("8 genmove p1", ["=8 call", ""]),
        ("9 play chance show:K/J", ["=9", ""]),
    )
    assert bot.choose() == move("check")
    play(table, bot, 0, "check")
    play(table, bot, 1, "bet")
    assert bot.choose() == move("call")
    play(table, bot, 0, "call")
    play(table, bot, CHANCE, "show:K/J")
    bot.close()


def test_another_move_in_its_place_is_put_right() -> None:
    bot, table = at_its_turn(
        ("6 genmove p1", ["=6 check", ""]), ("7 undo", ["=7", ""]), ("8 play p1 bet", ["=8", ""])
    )
    assert bot.choose() == move("check")
    play(table, bot, 0, "bet")
    bot.close()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("raise", BadAnswer),
        ("", BadAnswer),
        ("fold", IllegalMove),
        ("deal:K", IllegalMove),
        ("bet bet", BadAnswer),
    ],
)
def test_a_move_that_cannot_be_played_is_the_bots_fault(
    answer: str, error: type[Exception]
) -> None:
    bot, _ = at_its_turn(("6 genmove p1", [f"=6 {answer}", ""]))
    with pytest.raises(error):
        bot.choose()
    bot.close()


def test_a_refusal_is_passed_on() -> None:
    bot, _ = at_its_turn(("6 genmove p1", ["?6 resigned: no hope", ""]))
    with pytest.raises(Refused, match="resigned: no hope"):
        bot.choose()
    bot.close()


def test_a_bot_without_known_command_is_seated() -> None:
    view = view_text(GAME, kuhn_table().knowledge(1))
    script = Script(
        ("1 known_command search_seed", ["?1 unknown command", ""]),
        ("2 newgame kuhn players=2 seat=p2", ["=2", ""]),
        (f"3 setview p2 {view}", ["=3", ""]),
    )
    bot = ExternalBot(1, "scripted", connect=lambda command: Client(script))
    bot.start(GAME, OPTIONS, kuhn_table().knowledge(1))
    bot.close()
    assert script.closed


def test_a_bot_that_cannot_be_started() -> None:
    bot = parse_bot("cmd:no-such-program-here").make(1)
    with pytest.raises(EngineDied, match="cannot start 'no-such-program-here'"):
        bot.start(GAME, OPTIONS, kuhn_table().knowledge(0))
    bot.close()


def test_a_bot_that_was_not_started_says_so() -> None:
    bot = ExternalBot(1, "scripted")
    bot.close()
    with pytest.raises(ClientError, match="not started"):
        bot._ask("name")


def test_a_late_bot_is_named() -> None:
    bot = ExternalBot(1, "sleep 1000", answer_limit=0.05)
    with pytest.raises(ClientError, match="did not answer 'known_command search_seed'"):
        bot.start(GAME, OPTIONS, kuhn_table().knowledge(0))
    bot.close()


def test_our_engine_plays_a_game_against_itself() -> None:
    bots = [parse_bot(f"cmd:{ENGINE}").make(seed) for seed in range(2)]
    table = kuhn_table()
    try:
        for seat, bot in enumerate(bots):
            bot.start(GAME, OPTIONS, table.knowledge(seat))
        rng = stream("chance")
        while (mover := table.mover) >= CHANCE:
            chosen = GAME.sample(table.state, rng) if mover == CHANCE else bots[mover].choose()
            for bot, event in zip(bots, table.play(mover, chosen), strict=True):
                bot.observe(mover, event)
        for seat, bot in enumerate(bots):
            assert isinstance(bot, ExternalBot)
            known = encode_knowledge(GAME, table.knowledge(seat))
            assert bot._ask(f"view p{seat + 1}") == known
            assert encode_knowledge(GAME, bot.knowledge) == known
    finally:
        for bot in bots:
            bot.close()


class Agreeable:
    """An engine that answers `true` to everything, and keeps what it was told."""

    command = "agreeable"
    unread = b""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._lines: list[str] = []

    def clock(self) -> float:
        return 0.0

    def send(self, line: str, deadline: float) -> None:
        self.told.append(line)
        self._lines = [f"={line.split()[0]} true", ""]

    def read_line(self, deadline: float) -> str:
        return self._lines.pop(0)

    def close(self) -> None:
        pass


def test_the_seed_of_a_bot_reaches_its_search() -> None:
    def seed_told(seed: int) -> str:
        engine = Agreeable()
        bot = ExternalBot(seed, "agreeable", connect=lambda command: Client(engine))
        bot.start(GAME, OPTIONS, kuhn_table().knowledge(0))
        assert engine.told[0] == "1 known_command search_seed"
        assert engine.told[1].startswith("2 search_seed ")
        return engine.told[1]

    assert seed_told(1) == seed_told(1) != seed_told(2)
