"""Commands about numbered events: those that are seen, and those that have been."""

from typing import TYPE_CHECKING, Final

from hinterland.engine.seats import ALL, CHANCE, parse_mover, parse_seat, seat_name
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.errors import HiddenInformation, Syntax
from hinterland.protocol.session import Command, Session

if TYPE_CHECKING:
    from hinterland.protocol.moments import Event
    from hinterland.protocol.position import Position

MOST_EVENTS: Final = 10**9


def observe(session: Session, words: list[str]) -> str:
    position = session.position
    number = parse_integer("N", words[0], MOST_EVENTS, minimum=1)
    mover = parse_mover(words[1], position.players)
    position.observe(number, mover, position.game.notation.parse(words[2]))
    return ""


def history(session: Session, words: list[str]) -> str:
    position = session.position
    viewer = parse_seat(words[0], position.players) if words else position.viewer
    return "\n".join(_line(position, event) for event in position.history(viewer))


def referee(session: Session, words: list[str]) -> str:
    position = session.position
    if position.viewer != ALL:
        raise HiddenInformation("a referee knows the whole table: newgame GAME without seat=")
    mover = parse_mover(words[0], position.players)
    before = position.count
    if len(words) == 2:
        position.play(mover, position.game.notation.parse(words[1]))
    elif mover == CHANCE:
        position.play(CHANCE, position.draw())
    else:
        raise Syntax("syntax error: expected referee SEAT MOVE: chance alone needs no MOVE")
    while position.mover == CHANCE:
        position.play(CHANCE, position.draw())
    return "\n".join(
        f"{seat_name(seat)} {_line(position, event)}"
        for seat in range(position.players)
        for event in position.history(seat)[before:]
    )


def _line(position: "Position", event: "Event") -> str:
    token = position.game.notation.format(event.move)
    return f"{event.number} {seat_name(event.mover)} {token}"


COMMANDS: Final = (
    Command(observe, "observe N SEAT MOVE"),
    Command(history, "history [SEAT]"),
    Command(referee, "referee SEAT [MOVE]"),
)
