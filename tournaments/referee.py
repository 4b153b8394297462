"""The referee: holds the truth, asks the bots, and shows each what its seat sees and no more."""

import operator
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final, TypeVar

from hinterland.engine.errors import IllegalMove
from hinterland.engine.rng import Stream, draw_bounded
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.protocol.bot import Bot
from hinterland.protocol.errors import AnswerTimeout, BadAnswer, EngineDied, Refused
from hinterland.tournaments.record import Fault

Answer = TypeVar("Answer")

CAUSES: Final[dict[type[Exception], str]] = {
    IllegalMove: "illegal",
    AnswerTimeout: "timeout",
    EngineDied: "died",
    BadAnswer: "garbage",
    Refused: "refused",
}
"""The cause of a fault, by the error that a bot raised; every other error is `raised`."""

MAX_FAULT_TEXT: Final = 500
"""Characters kept of what a failing bot has to say."""


@dataclass
class Seat:
    """One seat at the table: how its bot is made, and what it has done so far.

    `bot` is None before the game and after a forfeit; then the moves come from `substitute`.
    """

    entrant: int
    make: Callable[[], Bot]
    substitute: Stream
    bot: Bot | None = None
    decisions: int = 0
    seconds: float = 0.0


class Referee:
    """Plays one game at `table`. `moves` and `faults` are true at any moment, also after errors.

    Whatever a bot raises or answers is a fault of that bot: its seat plays at random from then
    on. Every other error leaves `play` and is ours.
    """

    def __init__(
        self,
        table: Table,
        options: tuple[int, ...],
        chance: Stream,
        seats: Sequence[Seat],
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.table = table
        self.game = table.game
        self.options = options
        self.seats = seats
        self.moves: list[str] = []
        self.faults: list[Fault] = []
        self._chance = chance
        self._clock = clock

    def play(self) -> list[float]:
        """Play to the end; the returns."""
        try:
            for seat in range(len(self.seats)):
                self._seat_bot(seat)
            while (mover := self.table.mover) != OVER:
                if len(self.moves) >= self.game.max_length:
                    raise RuntimeError(f"no end after {self.game.max_length} moves")
                self._advance(mover, self._next_move(mover))
            return self.game.returns(self.table.state)
        finally:
            for seat in range(len(self.seats)):
                self._dismiss(seat)

    def _seat_bot(self, seat: int) -> None:
        knowledge = self.table.knowledge(seat)

        def start() -> None:
            bot = self.seats[seat].make()
            self.seats[seat].bot = bot
            bot.start(self.game, self.options, knowledge)

        self._guarded(seat, start)

    def _next_move(self, mover: int) -> int:
        if mover == CHANCE:
            return self.game.sample(self.table.state, self._chance)
        move = self._chosen_move(mover)
        return self._random_move(mover) if move is None else move

    def _chosen_move(self, seat: int) -> int | None:
        """The legal move that the seat's bot chooses; None where there is no bot, or no more."""
        chair = self.seats[seat]
        if chair.bot is None:
            return None
        bot, started = chair.bot, self._clock()
        move = self._guarded(seat, lambda: _code(bot.choose()))
        chair.seconds += self._clock() - started
        if move is None:
            return None
        broken = self.game.fits(self.table.state, move)
        if broken:
            rule = self.game.notation.RULES_BROKEN.get(broken, f"rule {broken}")
            self._forfeit(seat, "illegal", f"{self._token(move)}: {rule}")
            return None
        chair.decisions += 1
        return move

    def _token(self, move: int) -> str:
        """The text of a move that may be no move of the game at all."""
        try:
            return self.game.notation.format(move)
        except (IndexError, KeyError, ValueError, OverflowError):
            return f"code {move}"

    def _random_move(self, seat: int) -> int:
        moves = self.game.legal(self.table.state)
        return int(moves[draw_bounded(self.seats[seat].substitute, len(moves))])

    def _advance(self, mover: int, move: int) -> None:
        events = self.table.play(mover, move)
        self.moves.append(f"{seat_name(mover)} {self.game.notation.format(move)}")
        for seat, event in enumerate(events):
            bot = self.seats[seat].bot
            if bot is not None:
                self._guarded(seat, partial(bot.observe, mover, event))

    def _guarded(self, seat: int, call: Callable[[], Answer]) -> Answer | None:
        """What the bot answers; None after a forfeit, whatever it was that it did instead."""
        try:
            return call()
        except (Exception, SystemExit) as error:
            cause = next(
                (name for kind, name in CAUSES.items() if isinstance(error, kind)), "raised"
            )
            self._forfeit(seat, cause, _described(error, cause))
            return None

    def _forfeit(self, seat: int, cause: str, text: str) -> None:
        entrant = self.seats[seat].entrant
        self.faults.append(Fault(seat, entrant, len(self.moves), cause, text[:MAX_FAULT_TEXT]))
        self._dismiss(seat)

    def _dismiss(self, seat: int) -> None:
        bot, self.seats[seat].bot = self.seats[seat].bot, None
        if bot is not None:
            self._guarded(seat, bot.close)


def _code(answer: object) -> int:
    """The answer as an int64 move code; `IllegalMove` if it is none."""
    try:
        move = operator.index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"answered {answer!r:.100}: expected the code of a move") from None
    if not -(2**63) <= move < 2**63:
        raise IllegalMove(f"answered {move:#x}: expected a code of 64 bits"[:200])
    return move


def _described(error: BaseException, cause: str) -> str:
    """One line: what was raised, and where, unless the cause says it all."""
    text = " ".join(str(error).split())
    if cause != "raised":
        return text
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text[: MAX_FAULT_TEXT // 2]}{where}"
