"""Bots that people write: what they are given, in this process and over the protocol."""

import pickle
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hinterland.engine.errors import BadArgument, GameOver, IllegalMove
from hinterland.engine.game import Knowledge
from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.protocol.bot import Bot, View, ViewBot
from hinterland.protocol.bot_session import bot_session
from hinterland.protocol.bots import parse_bot
from hinterland.protocol.check import STEPS, Check
from hinterland.protocol.client import Client
from hinterland.tests.conformance.cases import short_options
from hinterland.tests.protocol import others
from hinterland.tests.protocol.support import ENGINE, ask, checkout

EXAMPLES = checkout() / "examples"
PATIENCE = 300.0


def example(file: str) -> str:
    """The command that starts an example."""
    path = shlex.quote(str(EXAMPLES / file))
    return (
        f"{others.node()} {path} {ENGINE}" if file.endswith(".js") else f"{sys.executable} {path}"
    )


class Watcher(ViewBot):
    """Keeps what it is given, and plays the last move."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[View, list[str]]] = []

    def choose(self, view: View, moves: Sequence[str]) -> str:
        self.seen.append((view, list(moves)))
        return moves[-1]


def kuhn(*said: str) -> Table:
    game = load("kuhn")
    table = Table.deal(game, (2,), stream("view bot"))
    for token in said:
        table.play(table.mover, game.notation.parse(token))
    return table


def decide(bot: ViewBot, knowledge: Knowledge, seed: int = 1) -> str:
    game = load("kuhn")
    return game.notation.format(bot.decide(game, knowledge, seed))


def test_a_bot_is_given_the_view_and_the_legal_moves() -> None:
    bot = Watcher()
    assert decide(bot, kuhn("deal:K", "deal:J", "check").knowledge(1)) == "bet"
    ((view, moves),) = bot.seen
    assert moves == ["check", "bet"]
    assert (view.viewer, view.cards, view.actions) == ("p2", ("?", "J"), ("check",))
    assert view["cards"] == ("?", "J")
    assert list(view) == ["game", "viewer", "cards", "actions", "shown"]
    assert (bot.seat, bot.players) == ("p2", 2)


def test_a_view_is_read_only_and_names_what_it_has() -> None:
    view = View({"cards": ["K"], "purse": {"ducats": 3, "lots": [{"a": 1}]}})
    assert view.purse.lots[0].a == 1
    with pytest.raises(AttributeError, match="cannot be changed"):
        view.cards = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        view.purse.ducats = 4
    with pytest.raises(AttributeError, match="no 'coins': it has cards, purse"):
        view.coins  # noqa: B018


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_a_game_can_be_read(name: str) -> None:
    game, rng = load(name), stream("views", name)
    table = Table.deal(game, game.option_values(short_options(name)), rng)
    bots = [Watcher() for _ in range(table.players)]
    for number in range(60):
        if table.mover == OVER:
            break
        if table.mover == CHANCE:
            table.play(CHANCE, game.sample(table.state, rng))
        else:
            known = table.knowledge(table.mover)
            table.play(table.mover, bots[table.mover].decide(game, known, number))
    assert all(view.viewer == bot.seat for bot in bots for view, _ in bot.seen)


class Cheat(ViewBot):
    def choose(self, view: View, moves: Sequence[str]) -> str:
        return "call"


def test_an_illegal_choice_is_named() -> None:
    with pytest.raises(IllegalMove, match="Cheat chose 'call': none of its legal moves"):
        decide(Cheat(), kuhn("deal:K", "deal:J").knowledge(0))


class Thinker(ViewBot):
    def choose(self, view: View, moves: Sequence[str]) -> str:
        self.drawn = self.worlds(60)
        self.values = {move: [self.simulate(w, [move]) for w in self.drawn] for move in moves}
        return max(moves, key=lambda move: sum(value[0] for value in self.values[move]))


def test_worlds_and_simulations_name_what_they_cannot_take() -> None:
    class Careless(ViewBot):
        def choose(self, view: View, moves: Sequence[str]) -> str:
            with pytest.raises(BadArgument, match=r"worlds\(0\): expected 1 or more"):
                self.worlds(0)
            with pytest.raises(BadArgument, match="simulate: a View: expected one of worlds"):
                self.simulate(view, moves[:1])
            return moves[0]

    assert decide(Careless(), kuhn("deal:K", "deal:J").knowledge(0)) == "check"


def test_worlds_fit_and_simulations_play_to_the_end() -> None:
    bot = Thinker()
    knowledge = kuhn("deal:K", "deal:J", "check", "bet").knowledge(0)
    assert decide(bot, knowledge) == "call"
    cards = {tuple(int(card) for card in world.state[0]["cards"]) for world in bot.drawn}
    assert len(cards) == 2
    assert {card[0] for card in cards} == {int(knowledge.view[0]["cards"][0])}
    assert bot.values["call"] == [[1.0, 0.0]] * 60
    assert bot.values["fold"] == [[0.25, 0.75]] * 60


def test_moves_of_a_simulation_are_checked() -> None:
    bot = Thinker()
    decide(bot, kuhn("deal:K", "deal:J").knowledge(0))
    world = bot.drawn[0]
    before = world.state.tobytes()
    assert bot.simulate(world, ["check", "bet", "call"]) == [1.0, 0.0]
    with pytest.raises(IllegalMove):
        bot.simulate(world, ["call"])
    with pytest.raises(GameOver):
        bot.simulate(world, ["bet", "fold", "bet"])
    assert world.state.tobytes() == before


def test_a_bot_of_one_seed_decides_alike() -> None:
    class Roller(ViewBot):
        def choose(self, view: View, moves: Sequence[str]) -> str:
            self.rolled = (self.random.random(), [w.state.tobytes() for w in self.worlds(8)])
            return moves[0]

    def rolled(seed: int) -> object:
        bot = Roller()
        decide(bot, kuhn("deal:K", "deal:J").knowledge(0), seed)
        return bot.rolled

    assert rolled(3) == rolled(3)
    assert rolled(3) != rolled(4)


def test_a_bot_speaks_the_protocol() -> None:
    session = bot_session(Watcher())
    for said in ("newgame kuhn seat=p1", "play chance deal:J", "play chance deal:?"):
        assert ask(session, said) == ""
    assert ask(session, "name") == "Watcher"
    assert ask(session, "reg_genmove p1") == "bet"
    assert ask(session, "genmove p1") == "bet"
    assert ask(session, "play p2 fold") == ""
    assert ask(session, "final_score") == "p1=0.75 p2=0.25"


@pytest.mark.parametrize(
    ("module", "kind"), [("random_bot", "RandomBot"), ("one_ply_bot", "OnePlyBot")]
)
def test_examples_play_in_this_process(
    module: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = parse_bot(f"py:{module}:{kind}")
    spec.check()
    assert pickle.loads(pickle.dumps(spec)) == spec
    table = kuhn("deal:K", "deal:J", "check", "bet")
    choices = []
    for seed in range(8):
        bot: Bot = spec.make(seed)
        bot.start(table.game, (2,), table.knowledge(0))
        choices.append(table.game.notation.format(bot.choose()))
    assert set(choices) == ({"call"} if kind == "OnePlyBot" else {"call", "fold"})


FILES = ("random_bot.py", "one_ply_bot.py", "node_bot.js")


@pytest.mark.parametrize("file", FILES)
def test_examples_play_whole_games_over_the_protocol(file: str) -> None:
    rng = stream("examples", file)
    with Client.start(example(file)) as client:
        client.ask("newgame leduc seed=1", PATIENCE)
        for _ in range(3):
            while (mover := client.ask("to_move", PATIENCE)) != "over":
                if mover == "p1":
                    client.ask("genmove p1", PATIENCE)
                    continue
                moves = client.ask("legal_moves", PATIENCE).split(" ")
                client.ask(f"play {mover} {moves[draw_bounded(rng, len(moves))]}", PATIENCE)
            client.ask("clear_board", PATIENCE)


def test_the_bot_in_javascript_passes_the_check() -> None:
    steps = list(Check(example("node_bot.js"), load("kuhn"), PATIENCE).steps())
    assert [step.fault for step in steps] == [""] * len(STEPS)


def test_examples_are_as_short_as_they_say() -> None:
    lines = [line for line in Path(EXAMPLES / "random_bot.py").read_text().split("\n") if line]
    assert len(lines) <= 10


@pytest.mark.parametrize("readme", ["README.md", "protocol/README.md"])
def test_the_bot_in_a_readme_plays(readme: str) -> None:
    text = (checkout() / readme).read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(from hinterland.protocol.bot .*?)```", text, re.DOTALL)
    names: dict[str, object] = {"__name__": "a_readme"}
    exec(source, names)
    (kind,) = [it for it in names.values() if isinstance(it, type) and it is not ViewBot]
    assert issubclass(kind, ViewBot)
    assert decide(kind(), kuhn("deal:K", "deal:J").knowledge(0)) == "check"
