"""Commands about time."""

from dataclasses import replace
from typing import Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.seats import MAX_SEATS, parse_seat
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.clocks import LONGEST_MS, Clock, Clocks, TimeControl
from hinterland.protocol.errors import Unsupported
from hinterland.protocol.session import Command, Session

MOST_PERIODS: Final = 1000


def time_settings(session: Session, words: list[str]) -> str:
    session.setup = replace(session.setup, clocks=Clocks(TimeControl.parse(words)))
    return ""


def time_left(session: Session, words: list[str]) -> str:
    clocks = session.setup.clocks
    seat = parse_seat(words[0], session.position.players if session.has_game else MAX_SEATS)
    if not clocks.running:
        raise Unsupported("there are no clocks: set them with time_settings")
    if len(words) == 1:
        clock = clocks.of(seat)
        shown = f"{clock.left:.0f}"
        return f"{shown} {clock.periods}" if clocks.control.kind == "byoyomi" else shown
    left = float(parse_integer("MS", words[1], LONGEST_MS))
    periods = clocks.of(seat).periods
    if len(words) == 3:
        if clocks.control.kind != "byoyomi":
            raise BadArgument("PERIODS: only byoyomi has them")
        periods = parse_integer("PERIODS", words[2], MOST_PERIODS)
    session.setup = replace(session.setup, clocks=clocks.with_clock(seat, Clock(left, periods)))
    return ""


COMMANDS: Final = (
    Command(time_settings, "time_settings KIND [MS ...]"),
    Command(time_left, "time_left SEAT [MS [PERIODS]]"),
)
