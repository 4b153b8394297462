"""Clocks of the seats, and how much time a decision may take. All times are milliseconds."""

from dataclasses import dataclass, field, replace
from typing import Final

from hinterland.engine.seats import MAX_SEATS
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.errors import Syntax

MARGIN_MS: Final = 15.0
MARGIN: Final = 0.05
"""Kept back of every budget, as milliseconds and as a share of it: until the end is noticed and
the answer has gone out, on a machine that others keep busy as well."""

LONGEST_MS: Final = 10**9

_LEAST_MS: Final = 1.0
_SHARE_OF_INCREMENT: Final = 0.9

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "absolute": ("MAIN",),
    "fischer": ("MAIN", "INCREMENT"),
    "byoyomi": ("MAIN", "PERIOD", "PERIODS"),
    "per_move": ("MS",),
}
"""The kinds of time settings, with the numbers that each takes."""


@dataclass(frozen=True)
class TimeControl:
    """How time is given: `main` for the game, `extra` a move (or a period), `periods` of byoyomi.

    `none` gives all the time there is. `absolute`: `main` and no more. `fischer`: `extra` is
    added after every move. `byoyomi`: when `main` is used up, every move has `extra` anew, and
    a move that takes longer uses up one of the periods. `per_move`: `extra` for every move.
    """

    kind: str = "none"
    main: int = 0
    extra: int = 0
    periods: int = 0

    @classmethod
    def parse(cls, words: list[str]) -> "TimeControl":
        """The settings written as KIND NUMBER ...; `Syntax` or `BadArgument` otherwise."""
        kind, numbers = words[0], words[1:]
        if kind not in KINDS:
            raise Syntax(f"syntax error: {kind!r}: expected one of {', '.join(KINDS)}")
        names = KINDS[kind]
        if len(numbers) != len(names):
            raise Syntax(f"syntax error: expected time_settings {' '.join((kind, *names))}")
        values = [
            parse_integer(name, text, LONGEST_MS) for name, text in zip(names, numbers, strict=True)
        ]
        if kind == "per_move":
            return cls(kind, extra=values[0])
        return cls(kind, *values)

    @classmethod
    def of(cls, kind: str, main: int, extra: int, periods: int) -> "TimeControl":
        """The settings with these fields, of which the kind uses some; errors as `parse`."""
        numbers = [extra] if kind == "per_move" else [main, extra, periods]
        return cls.parse([kind, *map(str, numbers[: len(KINDS.get(kind, ()))])])

    def full(self) -> "Clock":
        """A seat's clock at the beginning of a game."""
        return Clock(float(self.extra if self.kind == "per_move" else self.main), self.periods)


@dataclass(frozen=True)
class Clock:
    """What a seat has left: of the main time, or of this move's (`per_move`), and periods."""

    left: float
    periods: int = 0


@dataclass(frozen=True)
class Clocks:
    """The clocks of all seats; a seat that is not in `clocks` has used nothing yet."""

    control: TimeControl = field(default_factory=TimeControl)
    clocks: dict[int, Clock] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.control.kind != "none"

    def of(self, seat: int) -> Clock:
        return self.clocks.get(seat) or self.control.full()

    def wound(self) -> "Clocks":
        """The same settings with nothing used, for a new game."""
        return Clocks(self.control)

    def with_clock(self, seat: int, clock: Clock) -> "Clocks":
        """These clocks, with one set."""
        assert 0 <= seat < MAX_SEATS
        return replace(self, clocks={**self.clocks, seat: clock})

    def spend(self, seat: int, ms: float) -> "Clocks":
        """The clocks after a move of `seat` that took `ms`."""
        if not self.running:
            return self
        control, clock = self.control, self.of(seat)
        left = max(clock.left - ms, 0.0)
        periods = clock.periods
        if control.kind == "per_move":
            left = float(control.extra)
        elif control.kind == "fischer":
            left += control.extra
        elif control.kind == "byoyomi" and control.extra > 0:
            periods = max(periods - int(max(ms - clock.left, 0.0) // control.extra), 0)
        return self.with_clock(seat, Clock(left, periods))

    def budget(self, seat: int, decisions: float) -> float | None:
        """The time for a decision of `seat` that has about `decisions` left, this one included.

        The main time is shared out evenly among them, so that it follows the phase of the game.
        None where nothing limits it; never more than the clock has, less a margin.
        """
        control, clock = self.control, self.of(seat)
        if not self.running:
            return None
        if control.kind == "per_move":
            wanted = most = clock.left
        else:
            wanted, most = clock.left / max(decisions, 1.0), clock.left
        if control.kind == "fischer":
            wanted += _SHARE_OF_INCREMENT * control.extra
        elif control.kind == "byoyomi" and clock.periods > 0:
            wanted += control.extra
            most += control.extra
        return max((1.0 - MARGIN) * min(wanted, most) - MARGIN_MS, _LEAST_MS)
