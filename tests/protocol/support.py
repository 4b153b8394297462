"""What the tests of the protocol share: sessions without a real search, and scripted talk."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load_registered
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.inbox import Inbox
from hinterland.protocol.outside import Begin, Measure, Outside, Prepare, Thought
from hinterland.protocol.record_files import RecordFiles
from hinterland.protocol.serve import serve
from hinterland.protocol.session import Session
from hinterland.search.result import RootMove, SearchResult
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step
from hinterland.tests.conformance.cases import short_options

ENGINE = f"{sys.executable} -m hinterland engine"
ENTROPY = 7


@dataclass(frozen=True)
class Found:
    best: int


Think: TypeAlias = Callable[[Game, Knowledge, SearchSettings, Sequence[Step]], Found]


def first_legal(
    game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
) -> Found:
    """A search that needs no time: the first legal move."""
    return Found(int(game.legal(knowledge.view)[0]))


class InstantThought:
    """A search that has found its move at once, and knows a line of one move."""

    iterations = 1

    def __init__(self, game: Game, knowledge: Knowledge, best: int) -> None:
        self._moves = [int(move) for move in game.legal(knowledge.view)]
        self._players = int(knowledge.view[0]["players"])
        self._best = best

    def run(self, iterations: int | None, end: float | None, stop: Callable[[], bool]) -> None:
        stop()

    def result(self) -> SearchResult:
        share = 1 / self._players
        return SearchResult(
            best=self._best,
            preferred=self._best,
            moves=tuple(
                RootMove(move, int(move == self._best), (share,) * self._players, 1)
                for move in self._moves
            ),
            line=(self._best,),
            iterations=1,
            worlds=1,
            playout_moves=4,
            nodes=2,
            depth=1,
            full=False,
            seconds=0.5,
        )

    def go_on(self, earlier: Thought, events: Sequence[int]) -> None:
        pass

    def line(self, event: int) -> tuple[int, ...]:
        return (event,)

    def priors(self) -> Mapping[int, float]:
        return {}


def instantly(think: Think) -> Begin:
    """The search that finds at once what `think` answers."""

    def begin(
        game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
    ) -> Thought:
        best = think(game, knowledge.copy(), settings, steps).best
        return InstantThought(game, knowledge, best)

    return begin


def raise_it(error: Exception) -> None:
    """A report of unforeseen errors that fails the test."""
    raise error


def new_session(
    think: Think = first_legal,
    *,
    prepare: Prepare = lambda game, knowledge, settings, steps: None,
    begin: Begin | None = None,
    report: Callable[[Exception], None] = raise_it,
    clock: Callable[[], float] = lambda: 0.0,
    records: RecordFiles | None = None,
    find: Callable[[str], Game] = load_registered,
    measure: Measure = lambda game: {"playouts_per_s": "3", "fingerprint": game.name},
) -> Session:
    """A session whose outside is the test's; `think` is its search unless `begin` is given."""
    return Session(
        COMMANDS,
        Outside(
            load=find,
            games=lambda: [load_registered("kuhn"), load_registered("tree")],
            prepare=prepare,
            begin=begin or instantly(think),
            entropy=lambda: ENTROPY,
            clock=clock,
            report=report,
            measure=measure,
            records=records,
        ),
    )


def short_game(name: str) -> str:
    """What follows `newgame` for a short game: its name and options."""
    options = short_options(name)
    return " ".join([name, *(f"{option}={text}" for option, text in options.items())])


def ask(session: Session, line: str) -> str:
    """The answer to a line, without its frame; fails if there is none."""
    answer, _ = session.handle_line(line)
    assert answer is not None
    assert answer.endswith("\n\n")
    return answer[:-2].removeprefix("= ").removeprefix("=")


def converse(session: Session, script: str) -> None:
    """Say the `> ` lines of a script; what the session answers must be the lines between.

    The empty line that ends an answer stands for itself.
    """
    lines = [line.strip() for line in script.strip().split("\n")]
    said = [line[2:] for line in lines if line.startswith("> ")]
    assert transcript(session, said) == "\n".join(lines).strip()


def transcript(session: Session, lines: list[str]) -> str:
    """A conversation as text: each line said, `> ` before it, then what was answered."""
    parts = []
    for line in lines:
        answer, _ = session.handle_line(line)
        parts.append(f"> {line}\n{answer or ''}")
    return "".join(parts).strip()


def served(session: Session, lines: bytes) -> bytes:
    """Everything the loop writes for an input."""
    answers = BytesIO()
    serve(session, Inbox(BytesIO(lines)), answers)
    return answers.getvalue()


def checkout() -> Path:
    """The folder that holds the project."""
    return Path(__file__).resolve().parent.parent.parent
