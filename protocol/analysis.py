"""`analyze`: a search without a limit, reported as it goes, until the client says something."""

from dataclasses import dataclass, replace
from typing import Final

from hinterland.engine.errors import BadArgument
from hinterland.engine.seats import parse_seat
from hinterland.protocol.arguments import parse_integer
from hinterland.protocol.errors import Syntax
from hinterland.protocol.outside import Thought
from hinterland.protocol.position import Position
from hinterland.protocol.report import info_line
from hinterland.protocol.session import Session
from hinterland.protocol.setup import LastSearch
from hinterland.protocol.thinking import begin, prepare, question
from hinterland.search.finished import FinishedSearch

DEFAULT_INTERVAL_MS: Final = 500
LONGEST_INTERVAL_MS: Final = 10**7
_MS: Final = 1000.0


@dataclass(frozen=True)
class Analysis:
    """What is to be analysed. `moves`: those to report; None for all."""

    seat: int
    interval_ms: int
    moves: frozenset[int] | None


def parse_analysis(position: Position, words: list[str]) -> Analysis:
    """SEAT [interval MS] [moves MOVE ...]; errors for what is wrong, also with the turn."""
    seat = parse_seat(words[0], position.players)
    rest = words[1:]
    interval = DEFAULT_INTERVAL_MS
    if rest[:1] == ["interval"] and len(rest) > 1:
        interval = parse_integer("interval", rest[1], LONGEST_INTERVAL_MS)
        rest = rest[2:]
    if rest and (rest[0] != "moves" or len(rest) == 1):
        raise Syntax("syntax error: expected analyze SEAT [interval MS] [moves MOVE ...]")
    position.check_turn(seat)
    moves = frozenset(_legal(position, seat, text) for text in rest[1:]) if rest else None
    return Analysis(seat, interval, moves)


def analyse(session: Session, analysis: Analysis) -> None:
    """Search and stream a report every interval, and a last one, until another line comes.

    What an earlier search of the decision found is reported at once, and until this one has had
    more iterations.
    """
    position, channel = session.position, session.channel
    clock = session.outside.clock
    prepare(session, position, analysis.seat)
    asked = question(session, position, analysis.seat)
    known = session.finished.longest(position.game, *asked)
    searching = begin(session, position, analysis.seat)
    reported = clock()

    def best_known() -> Thought:
        earlier = known is not None and searching.iterations <= known.iterations
        return known if known is not None and earlier else searching

    def report() -> None:
        thought = best_known()
        line = info_line(position.game, thought, thought.result(), analysis.moves)
        session.stream(f"{line}\n")

    def stop() -> bool:
        nonlocal reported
        if channel.waiting() or channel.cancelled():
            return True
        if clock() - reported >= analysis.interval_ms / _MS:
            reported = clock()
            report()
        return False

    if known is not None:
        report()
    searching.run(None, None, stop)
    if best_known() is searching:
        report()
    found = best_known()
    finished = FinishedSearch.of(found.result(), found.line, found.priors())
    last = LastSearch(position.game, analysis.seat, position.ticks, finished, asked[0])
    session.setup = replace(session.setup, last=last)


def _legal(position: Position, seat: int, text: str) -> int:
    """The code of a move that the search looks at; the error says why it is none."""
    move = position.game.notation.parse(text)
    position.game.check_event(position.visible(), seat, move)
    if move not in position.legal_moves(seat):
        raise BadArgument(f"{text!r} may be played, but is none of the moves that are searched")
    return move
