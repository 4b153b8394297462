"""What the tests of the protocol share: sessions without a real search, and scripted talk."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load
from hinterland.protocol.commands.table import COMMANDS
from hinterland.protocol.serve import serve
from hinterland.protocol.session import Session, Think
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step

ENGINE = f"{sys.executable} -m hinterland engine"
ENTROPY = 7


@dataclass(frozen=True)
class Found:
    best: int


def first_legal(
    game: Game, knowledge: Knowledge, settings: SearchSettings, steps: Sequence[Step]
) -> Found:
    """A search that needs no time: the first legal move."""
    return Found(int(game.legal(knowledge.view)[0]))


def raise_it(error: Exception) -> None:
    """A report of unforeseen errors that fails the test."""
    raise error


def new_session(think: Think = first_legal) -> Session:
    return Session(COMMANDS, load=load, think=think, entropy=lambda: ENTROPY, report=raise_it)


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
    serve(session, BytesIO(lines), answers)
    return answers.getvalue()


def checkout() -> Path:
    """The folder that holds the project."""
    return Path(__file__).resolve().parent.parent.parent
