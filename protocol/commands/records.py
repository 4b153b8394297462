"""Commands that keep games in files."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.seats import ALL
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.errors import Unsupported
from hinterland.protocol.session import Command, Session

if TYPE_CHECKING:
    from hinterland.protocol.record_files import RecordFiles

MOST_GAMES: Final = 10**9


def save_record(session: Session, words: list[str]) -> str:
    from hinterland.protocol.records import write_record

    files = _files(session)
    line = write_record(session.position, session.setup.clocks, session.outside.name)
    files.append(words[0], line)
    return ""


def load_record(session: Session, words: list[str]) -> str:
    from hinterland.protocol.records import read_record

    viewer = session.position.viewer if session.has_game else ALL
    games = _files(session).lines(words[0])
    if not games:
        raise BadArgument(f"{words[0]!r} holds no game")
    number = len(games)
    if len(words) == 2:
        number = parse_integer("N", words[1], MOST_GAMES, minimum=1)
        if number > len(games):
            raise BadArgument(f"game {number}: {words[0]!r} holds {len(games)}")
    position, clocks = read_record(games[number - 1], session.outside.load, viewer)
    session.position = position
    session.setup = replace(session.setup, clocks=clocks, last=None)
    session.pondered = None
    session.grown.clear()
    return ""


def _files(session: Session) -> "RecordFiles":
    if session.outside.records is None:
        raise Unsupported("no folder of records was given: start the engine with --records DIR")
    return session.outside.records


COMMANDS: Final = (
    Command(save_record, "save_record FILE"),
    Command(load_record, "load_record FILE [N]"),
)
