"""A bot in a process of its own, seated through the protocol."""

import re
from collections.abc import Callable
from typing import Final

import orjson

from hinterland.engine.errors import BadNotation, GameOver, NotYourTurn
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import stream
from hinterland.engine.seats import seat_name
from hinterland.engine.text import knowledge_json
from hinterland.protocol.bot import Bot
from hinterland.protocol.client import Client
from hinterland.protocol.errors import BadAnswer, ClientError, Refused

ANSWER_LIMIT: Final = 120.0
MOVE_LIMIT: Final = 120.0
"""Seconds for an answer without and with thinking: enough to compile the kernels of any game."""

_SEARCHED: Final = re.compile(r"^searched: ([0-9]{1,15}) iterations\b", re.MULTILINE)
"""In the answer to `explain`."""


def view_text(game: Game, knowledge: Knowledge) -> str:
    """What a seat knows as one line of JSON: the form of `setview` that any program can read."""
    return orjson.dumps(knowledge_json(game, knowledge)).decode()


class ExternalBot(Bot):
    """Seats the engine that a command line starts, in seat mode.

    Whatever goes wrong with the engine is a `ClientError`.
    """

    def __init__(
        self,
        seed: int,
        command: str,
        answer_limit: float = ANSWER_LIMIT,
        move_limit: float = MOVE_LIMIT,
        connect: Callable[[str], Client] = Client.start,
    ) -> None:
        """The limits are seconds for each answer: `move_limit` for moves, else `answer_limit`.

        `connect` starts the engine of a command line.
        """
        super().__init__(seed)
        self.command = command
        self._answer_limit = answer_limit
        self._move_limit = move_limit
        self._connect = connect
        self._client: Client | None = None
        self._played: int | None = None
        self._explains: bool | None = None

    def start(self, game: Game, options: tuple[int, ...], knowledge: Knowledge) -> None:
        """Start the engine and tell it the game, its seat and what the seat knows."""
        super().start(game, options, knowledge.copy())
        self._seat = seat_name(knowledge.seat)
        self._client = self._connect(self.command)
        if self._knows("search_seed"):
            self._ask(f"search_seed {int(stream('external bot', self.seed)[0]) >> 1}")
        texts = game.option_texts(options)
        given = " ".join(f"{name}={text}" for name, text in texts.items())
        self._ask(f"newgame {game.base_name} {given} seat={self._seat}")
        self._ask(f"setview {self._seat} {view_text(game, knowledge)}")

    def observe(self, mover: int, event: int) -> None:
        """Forward an event; the engine has played the move of its own `genmove` already."""
        played, self._played = self._played, None
        super().observe(mover, event)
        if played == event and mover == self.knowledge.seat:
            return
        if played is not None:
            self._ask("undo")
        self._ask(f"play {seat_name(mover)} {self.game.notation.format(event)}")

    def choose(self) -> int:
        """The engine's move; `IllegalMove` if it cannot be played, `BadAnswer` if it is no move."""
        text = self._ask(f"genmove {self._seat}", self._move_limit)
        try:
            move = self.game.notation.parse(text)
            self.game.check_event(self.knowledge.view, self.knowledge.seat, move)
        except (BadNotation, NotYourTurn, GameOver) as error:
            raise BadAnswer(
                f"{self.command!r} answered genmove with {text[:80]!r}: {error}"
            ) from None
        self._played = move
        return move

    def iterations_told(self) -> int | None:
        """As the engine explains its last search, if it does."""
        if self._explains is None:
            self._explains = self._knows("explain")
        if not self._explains:
            return None
        try:
            told = _SEARCHED.search(self._ask("explain"))
        except Refused:
            return None
        return None if told is None else int(told[1])

    def close(self) -> None:
        """End the engine."""
        if self._client is not None:
            self._client.close()

    def _knows(self, command: str) -> bool:
        try:
            return self._ask(f"known_command {command}") == "true"
        except Refused:
            return False

    def _ask(self, line: str, limit: float | None = None) -> str:
        if self._client is None:
            raise ClientError(f"{self.command!r} was not started")
        try:
            return self._client.ask(line, self._answer_limit if limit is None else limit)
        except Refused as error:
            raise Refused(error.code, f"{error.text} (asked {line[:80]!r})") from None
