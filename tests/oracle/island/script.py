"""The game is one script that stops at every question, to a seat or to chance."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from hinterland.tests.oracle.island.constants import CARD_TRACK
from hinterland.tests.oracle.island.table import Player

Answer = TypeVar("Answer")
Insiders = frozenset[int]


@dataclass
class Question:
    """Who is asked, what may be answered (token -> meaning), and where more than the list may be
    played, the function that reads such a token. `insiders`: the seats that see the answer
    (16.0), None where all do. `weights`: of the outcomes of chance, None where they are equal."""

    mover: str
    answers: dict[str, Any]
    wide: Callable[[str], Any] | None = None
    phase: str = ""
    insiders: Insiders | None = None
    weights: dict[str, int] | None = None


Script = Generator[Question, Any, Answer]
"""A part of the game: yields questions, is sent the meaning of the answer, returns a result."""


def ask(
    player: Player, answers: dict[str, Answer], phase: str = "", insiders: Insiders | None = None
) -> Script[Answer]:
    """A decision of a seat."""
    answer: Answer = yield Question(player.name, answers, phase=phase, insiders=insiders)
    return answer


def chance(
    answers: dict[str, Answer],
    phase: str = "",
    insiders: Insiders | None = None,
    weights: Iterable[int] | None = None,
) -> Script[Answer]:
    """A move of chance with all its outcomes; `weights`: one an outcome, in their order."""
    by_token = None if weights is None else dict(zip(answers, weights, strict=True))
    answer: Answer = yield Question(
        "chance", answers, phase=phase, insiders=insiders, weights=by_token
    )
    return answer


def only(*players: Player) -> Insiders:
    """These seats see it, nobody else."""
    return frozenset(player.seat for player in players)


def redacted(token: str, insider: bool) -> str:
    """A move as an insider of its question sees it, or anybody else: that something happened,
    the back of a progress card, whom a Commercial Harbor goes to."""
    word, colon, value = token.partition(":")
    if insider or not colon or value == "boot":
        return token
    if word == "swap":
        return f"{token.partition('=')[0]}=?"
    if word == "show":
        return "show:?"
    return f"{word}:?{CARD_TRACK.get(value, '')}"
