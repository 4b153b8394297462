"""The referee: holds the truth, asks the bots, and shows each what its seat sees and no more."""

import math
import operator
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar

from hinterland.engine.errors import IllegalMove
from hinterland.engine.game import Knowledge
from hinterland.engine.rng import Stream, draw_bounded
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.protocol.bot import Bot, CheatingBot
from hinterland.protocol.errors import AnswerTimeout, BadAnswer, EngineDied, Flood, Refused
from hinterland.tournaments.engines import SeatedEngine
from hinterland.tournaments.record import Fault, Thought
from hinterland.tournaments.settings import (
    DEFAULT_LIMITS,
    DEFAULT_RULES,
    END,
    RANDOM,
    REPLAY,
    FaultRules,
    Limits,
)
from hinterland.tournaments.watch import Ended

Answer = TypeVar("Answer")

CAUSE_OF: Final[dict[type[Exception], str]] = {
    IllegalMove: "illegal",
    AnswerTimeout: "timeout",
    EngineDied: "died",
    Flood: "flood",
    BadAnswer: "garbage",
    Refused: "refused",
}
"""The cause of a fault, by the error that a bot raised, the first that fits; else `raised`."""

MAX_FAULT_TEXT: Final = 500
"""Characters kept of what a failing bot has to say."""


def unwatched(seat: int, call: int, seconds: float) -> AbstractContextManager[None]:
    """No watch over the calls of bots: one that cannot be broken off hangs for ever."""
    return nullcontext()


class Annulled(Exception):
    """The game is to be played again, by the rules for faults."""


class _Forfeited(Exception):
    """A seat's forfeit ends the game."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class _FatalCall(Exception):
    """In the place of a bot's call that ended the process the last time."""

    def __init__(self, cause: str, limit: float) -> None:
        late = f"no answer after {limit:g} s, and it could not be broken off"
        super().__init__(late if cause == "timeout" else "ended the process it was played in")
        self.cause = cause


@dataclass
class Seat:
    """One seat at the table: how its bot is made, and what it has done so far.

    `bot` is None before the game and after a forfeit; then the moves come from `substitute`.
    `guarded`: a bot in this process that may hang; it is broken off when its time is up.
    `fatal`: the number of its call, from 1, that ended the process when the game was played
    before, and is not made again, and the cause, "timeout" or "died". `calls`: those made so far.
    `watching`: one of our own that only looks at its view; it is given the table's own, which
    the table keeps up to date, and is told no events.
    `clock`, `iterations`: of each of its moves; no iterations where the bot does not tell them.
    """

    entrant: int
    make: Callable[[], Bot]
    substitute: Stream
    guarded: bool = False
    watching: bool = False
    bot: Bot | None = None
    clock: list[float] = field(default_factory=list)
    iterations: list[int] = field(default_factory=list)
    thoughts: list[Thought | None] = field(default_factory=list)
    spent: float = 0.0
    calls: int = 0
    fatal: tuple[int, str] | None = None


class Referee:
    """Plays one game at `table`. `moves` and `faults` are true at any moment, also after errors.

    Whatever a bot raises or answers is a fault of that bot, and the rules for faults say what
    follows. Every other error leaves `play` and is ours.
    """

    def __init__(
        self,
        table: Table,
        options: tuple[int, ...],
        chance: Stream,
        seats: Sequence[Seat],
        limits: Limits = DEFAULT_LIMITS,
        rules: FaultRules = DEFAULT_RULES,
        clock: Callable[[], float] = perf_counter,
        keep_thoughts: bool = False,
        watch: Callable[[int, int, float], AbstractContextManager[None]] = unwatched,
    ) -> None:
        """`watch` is entered around a call of a guarded bot: its seat, its number, seconds."""
        self.table = table
        self.game = table.game
        self.options = options
        self.seats = seats
        self.limits = limits
        self.rules = rules
        self.moves: list[str] = []
        self.faults: list[Fault] = []
        self.keep_thoughts = keep_thoughts
        self._chance = chance
        self._clock = clock
        self._watch = watch

    def play(self) -> list[float]:
        """Play to the end; the returns. `Annulled`: see `FaultRules`."""
        try:
            for seat in range(len(self.seats)):
                self._seat_bot(seat)
            while (mover := self.table.mover) != OVER:
                if len(self.moves) >= self.game.max_length:
                    raise RuntimeError(f"no end after {self.game.max_length} moves")
                self._advance(mover, self._next_move(mover))
            returns = self.game.returns(self.table.state)
        except _Forfeited as forfeit:
            returns = _without(forfeit.seat, len(self.seats))
        finally:
            for seat in range(len(self.seats)):
                self._dismiss(seat)
        return returns

    def _seat_bot(self, seat: int) -> None:
        knowledge = self._knowledge(seat)

        def start() -> None:
            bot = self.seats[seat].make()
            self.seats[seat].bot = bot
            bot.start(self.game, self.options, knowledge)
            if type(bot) is CheatingBot:  # none that a user wrote
                bot.show_truth(self.table.state)

        self._guarded(seat, start, self.limits.answer, late="start")

    def _knowledge(self, seat: int) -> Knowledge:
        if not self.seats[seat].watching:
            return self.table.knowledge(seat)
        view = self.table.states[1 + seat : 2 + seat]
        return Knowledge(view, self.table.memories[seat : seat + 1])

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
        bot, left = chair.bot, self._time_left(chair)
        limit = min(self.limits.move, left)
        late = "timeout" if limit == self.limits.move else "clock"
        if isinstance(bot, SeatedEngine):
            bot.limit_move(limit, left)
        started = self._clock()
        move = self._guarded(seat, lambda: _code(bot.choose()), limit, late)
        took = self._clock() - started
        chair.spent += took
        if move is None:
            return None
        if took > limit and not isinstance(bot, SeatedEngine):
            self._fault(seat, late, f"took {took:.3g} s for a move: expected at most {limit:.3g}")
            return None
        broken = self.game.fits(self.table.state, move)
        if broken:
            rule = self.game.notation.RULES_BROKEN.get(broken, f"rule {broken}")
            self._fault(seat, "illegal", f"{self.game.format_any(move)}: {rule}")
            return None
        iterations = self._guarded(seat, bot.iterations_told, self.limits.answer)
        if self.seats[seat].bot is None:
            return None
        chair.clock.append(round(took, 6))
        if iterations is not None:
            chair.iterations.append(iterations)
        if self.keep_thoughts:
            chair.thoughts.append(None if bot.searched is None else Thought.of(bot.searched))
        return move

    def _time_left(self, chair: Seat) -> float:
        """Seconds on the seat's clock of the game, without end where there is none."""
        if self.limits.game is None:
            return math.inf
        return self.limits.game + self.limits.increment * len(chair.clock) - chair.spent

    def _random_move(self, seat: int) -> int:
        moves = self.game.legal(self.table.state)
        return int(moves[draw_bounded(self.seats[seat].substitute, len(moves))])

    def _advance(self, mover: int, move: int) -> None:
        events = self.table.play(mover, move)
        self.moves.append(f"{seat_name(mover)} {self.game.notation.format(move)}")
        for seat, event in enumerate(events):
            chair = self.seats[seat]
            if chair.bot is None or chair.watching:
                continue
            if chair.guarded:
                self._guarded(seat, partial(chair.bot.observe, mover, event), self.limits.answer)
                continue
            try:  # as `_guarded` has it, without its cost: this is most of what a referee does
                chair.bot.observe(mover, event)
            except BaseException as error:
                _let_pass(error)
                self._blame(seat, error)

    def _guarded(
        self, seat: int, call: Callable[[], Answer], limit: float, late: str = "timeout"
    ) -> Answer | None:
        """What the bot answers; None after a fault, whatever it was that it did instead.

        `late`: the cause where it takes more than `limit` seconds.
        """
        try:
            return self._bounded(seat, call, limit)
        except BaseException as error:
            _let_pass(error)
            self._blame(seat, error, late)
            return None

    def _blame(self, seat: int, error: BaseException, late: str = "timeout") -> None:
        """A fault of the bot, which raised this."""
        cause = _cause(error)
        text = self._told(seat, error, cause)
        self._fault(seat, late if cause == "timeout" else cause, text)

    def _told(self, seat: int, error: BaseException, cause: str) -> str:
        """What the error says: its text is made by code of the bot, which may fail again."""
        if type(error) is _FatalCall:
            return str(error)
        try:
            return self._bounded(seat, partial(_described, error, cause), self.limits.answer)
        except BaseException as unshown:
            _let_pass(unshown)
            return f"{type(error).__name__}: an exception that cannot be shown"

    def _bounded(
        self, seat: int, call: Callable[[], Answer], limit: float, last: bool = False
    ) -> Answer:
        """What the bot answers; a guarded one is broken off, or its process is ended.

        `last`: there will be no other call, so one that was to be fatal is this one.
        """
        chair = self.seats[seat]
        if not chair.guarded:
            return call()
        chair.calls += 1
        if chair.fatal is not None and (last or chair.calls >= chair.fatal[0]):
            chair.bot = None  # nor is it closed: where it was fatal it never was
            raise _FatalCall(chair.fatal[1], limit)
        with self._watch(seat, chair.calls, limit), broken_off_after(limit):
            return call()

    def _fault(self, seat: int, cause: str, text: str) -> None:
        """Write the fault down, let go of the bot, and do as the rules for faults say."""
        action = self.rules.action(cause)
        self._write_fault(seat, cause, text, action)
        self._dismiss(seat)
        if action == REPLAY:
            raise Annulled
        if action == END:
            raise _Forfeited(seat)

    def _write_fault(self, seat: int, cause: str, text: str, action: str) -> None:
        entrant, move = self.seats[seat].entrant, len(self.moves)
        self.faults.append(Fault(seat, entrant, move, cause, text[:MAX_FAULT_TEXT], action))

    def _dismiss(self, seat: int) -> None:
        """Close the seat's bot; failing at that is a fault that costs nothing more."""
        bot, self.seats[seat].bot = self.seats[seat].bot, None
        if bot is None:
            return
        try:
            self._bounded(seat, bot.close, self.limits.answer, last=True)
        except BaseException as error:
            _let_pass(error)
            cause = _cause(error)
            if cause not in ("timeout", "died"):
                cause = "raised"
            self._write_fault(seat, cause, self._told(seat, error, cause), RANDOM)


def _without(forfeited: int, seats: int) -> list[float]:
    """The returns after a forfeit that ends the game: the others share it."""
    return [0.0 if seat == forfeited else 1 / (seats - 1) for seat in range(seats)]


def _code(answer: object) -> int:
    """The answer as an int64 move code; `IllegalMove` if it is none."""
    try:
        move = operator.index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"answered {answer!r:.100}: expected the code of a move") from None
    if not -(2**63) <= move < 2**63:
        raise IllegalMove(f"answered {move:#x}: expected a code of 64 bits"[:200])
    return move


def _let_pass(error: BaseException) -> None:
    """Raise what no bot raised: the end of this process, or an interrupt from the keyboard, which
    is the bot's where none can come."""
    if type(error) is Ended:
        raise error
    if type(error) is KeyboardInterrupt:
        blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        if threading.current_thread() is threading.main_thread() and not blocked:
            raise error


def _cause(error: BaseException) -> str:
    """The cause of the fault of a bot that raised this."""
    if type(error) is _FatalCall:
        return error.cause
    kind = type(error)  # what an error says of its class is code of the bot
    return next((name for known, name in CAUSE_OF.items() if issubclass(kind, known)), "raised")


def _described(error: BaseException, cause: str) -> str:
    """One line: what was raised, and where, unless the cause says it all."""
    text = " ".join(str(error).split())
    if cause != "raised":
        return text
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text[: MAX_FAULT_TEXT // 2]}{where}"


@contextmanager
def broken_off_after(seconds: float) -> Iterator[None]:
    """Inside, Python code that takes longer is broken off by `AnswerTimeout`.

    Only in the main thread of a process, where signals are handled; elsewhere a bot that hangs
    holds its thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: Any) -> None:
        raise AnswerTimeout(f"no answer after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
