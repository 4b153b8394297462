"""What the check says to a bot, and how it reads the answers: games told event by event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hinterland.engine.errors import (
    BadArgument,
    GameOver,
    HinterlandError,
    IllegalMove,
    NotYourTurn,
)
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.protocol.client import Client
from hinterland.protocol.errors import (
    NO_CODE,
    AnswerTimeout,
    BadAnswer,
    Busy,
    CannotUndo,
    Desync,
    HiddenInformation,
    NoGame,
    Refused,
    Syntax,
    UnknownCommand,
    Unsupported,
)
from hinterland.protocol.external_bot import view_text
from hinterland.protocol.process import EngineProcess

CODES: Final = tuple(
    error.code
    for error in (
        UnknownCommand, Syntax, BadArgument, NoGame, IllegalMove, NotYourTurn, GameOver,
        HiddenInformation, Unsupported, CannotUndo, Desync, Busy, HinterlandError,
    )
)  # fmt: skip
"""The codes with which a bot may refuse a line."""

PLAY: Final = "play {event}"
OBSERVE: Final = "observe {number} {event}"
"""How an event is told."""

_LOOKS: Final = ("to_move", "legal_moves {seat}", "view {seat}", "history {seat}")
"""Questions that show a position, of those that the bot knows."""

_END_LIMIT: Final = 5.0
_TRIES: Final = 500
_MAX_SHOWN: Final = 80


class Failed(HinterlandError):
    """What a bot did wrong."""


@dataclass(frozen=True)
class Story:
    """A part of a game as a seat is told it.

    `view`: the seat's at the beginning, as JSON. `events`: `SEAT MOVE`, as the seat sees them.
    `known`: what the seat knows before each of them, and after the last. `table`: where they lead.
    """

    table: Table
    seat: int
    view: str
    events: tuple[str, ...]
    known: tuple[Knowledge, ...]


class Dialogue:
    """The talk with one bot, about one game of the engine's."""

    def __init__(
        self,
        command: str,
        game: Game,
        limit: float,
        start: Callable[[str], EngineProcess],
        options: Mapping[str, str],
    ) -> None:
        """As of `Check`. Nothing is started."""
        self._game = game
        self._options = game.option_values(options)
        self._limit = limit
        self._command = command
        self._start = start
        self._rng: Stream = stream("check", game.name)
        self._looks: tuple[str, ...] = ()

    def _connect(self) -> None:
        """Start the bot; `ClientError` if it cannot be started."""
        self._process = self._start(self._command)
        self._client = Client(self._process)

    def _ask(self, line: str, limit: float | None = None) -> str:
        """The answer to a line; `Failed` for a refusal whose code is none of the protocol's."""
        try:
            return self._client.ask(line, self._limit if limit is None else limit)
        except Refused as refused:
            _expect_code(line, refused)
            raise

    def _knows(self, command: str) -> bool:
        return self._ask(f"known_command {command}") == "true"

    def _refused(self, line: str) -> str:
        """The code with which the bot refuses a line, as it must."""
        try:
            answer = self._ask(line)
        except Refused as refused:
            return refused.code
        raise Failed(f"answered {shown(f'= {answer}')} to {line!r}: expected a refusal")

    def _find_looks(self) -> None:
        """Which questions show the bot's position, of those that it knows."""
        self._looks = tuple(look for look in _LOOKS if self._knows(look.split()[0]))

    def _position(self, seat: int) -> dict[str, str]:
        """What the bot says of the position, question by question; refusals by their code."""
        found = {}
        for look in self._looks:
            question = look.format(seat=seat_name(seat))
            try:
                found[question] = self._ask(question)
            except Refused as refused:
                found[question] = refused.code
        return found

    def _expect_position(
        self, before: dict[str, str], seat: int, when: str, apart_from: str = ""
    ) -> None:
        """The position must look as it did before, but for the answer to the question left out."""
        self._expect_same(before, self._position(seat), when, apart_from)

    def _expect_same(
        self, before: dict[str, str], after: dict[str, str], when: str, apart_from: str = ""
    ) -> None:
        for question, answer in after.items():
            was = before[question]
            fault = f"{question} answered {shown(was)}, and {shown(answer)} {when}"
            same = answer == was or question.split()[0] == apart_from
            expect(same, f"{fault}: expected the same")

    def _refused_for_nothing(self, line: str, seat: int) -> None:
        """The bot must refuse a line, and be where it was."""
        before = self._position(seat)
        self._refused(line)
        self._expect_position(before, seat, f"after it refused {shown(line)}")

    def _ends(self, when: str, wait: Callable[[float], int]) -> None:
        try:
            code = wait(self._process.clock() + _END_LIMIT)
        except AnswerTimeout:
            raise Failed(f"still runs {_END_LIMIT:g} s {when}") from None
        expect(code == 0, f"ended {when} with exit code {code}: expected 0")
        unread = self._process.unread
        expect(not unread.strip(), f"wrote {shown(unread.decode(errors='replace'))} {when}")

    def _deal(self) -> Table:
        return Table.deal(self._game, self._options, self._rng)

    def _at_a_decision(self) -> tuple[Table, int]:
        """A table some moves into a game at which a seat is to move, and that seat."""
        table = self._deal()
        for _ in range(1000):
            if table.mover == OVER:
                table = self._deal()
            elif table.mover != CHANCE and draw_bounded(self._rng, 3) == 0:
                break
            else:
                table.play(table.mover, self._random_move(table))
        return table, table.mover

    def _story(self) -> Story:
        """A part of a game that ends where its seat is to move.

        Own moves and those of others are among its events wherever the game allows both, so that
        a bot that loses, repeats or makes up an event is elsewhere.
        """
        for attempt in range(2 * _TRIES):
            table, told, movers = self._deal(), list[str](), set[int]()
            seat = draw_bounded(self._rng, table.players)
            known = [table.knowledge(seat)]
            while table.mover != OVER:
                both = seat in movers and len(movers) > 1
                if table.mover == seat and (both or (told and attempt >= _TRIES)):
                    return self._as_story(table, seat, told, known)
                movers.add(table.mover)
                told.append(self._next_event(table, seat))
                known.append(table.knowledge(seat))
        raise Failed(f"{self._game.name} has no seat that moves after an event")

    def _whole_story(self) -> Story:
        """A whole game as one of its seats is told it."""
        table, told = self._deal(), list[str]()
        seat = draw_bounded(self._rng, table.players)
        known = [table.knowledge(seat)]
        while table.mover != OVER:
            told.append(self._next_event(table, seat))
            known.append(table.knowledge(seat))
        return self._as_story(table, seat, told, known)

    def _as_story(self, table: Table, seat: int, told: list[str], known: list[Knowledge]) -> Story:
        return Story(table, seat, view_text(self._game, known[0]), tuple(told), tuple(known))

    def _heard(self, how: str = PLAY) -> Story:
        """A story that the bot was told."""
        story = self._story()
        self._take_view(story.seat, story.view)
        for number, event in enumerate(story.events, start=1):
            self._tell(event, how, number)
        return story

    def _told(self, story: Story, how: str = PLAY) -> list[dict[str, str]]:
        """What the bot says of every position of a story, from its beginning to its end."""
        self._take_view(story.seat, story.view)
        positions = [self._position(story.seat)]
        for number, event in enumerate(story.events, start=1):
            self._tell(event, how, number)
            positions.append(self._position(story.seat))
        return positions

    def _tell(self, event: str, how: str, number: int) -> None:
        self._ask(how.format(number=number, event=event))

    def _at_other_moves(self) -> tuple[Table, int]:
        """A table, and the seat to move, where nothing may be played that opens a game.

        Who has not read the view of it cannot guess a legal move. Any table in a game that has
        the same moves throughout.
        """
        for _ in range(_TRIES):
            table, seat = self._at_a_decision()
            opening = self._deal()
            while opening.mover == CHANCE:
                opening.play(CHANCE, self._random_move(opening))
            first = {int(move) for move in self._game.legal(opening.state)}
            if first.isdisjoint(int(move) for move in self._game.legal(table.state)):
                break
        return table, seat

    def _seat(self, table: Table, seat: int) -> None:
        """A new game, and the view of a seat at the table."""
        self._take_view(seat, view_text(self._game, table.knowledge(seat)))

    def _take_view(self, seat: int, view: str) -> None:
        self._take_seat(seat)
        self._ask(f"setview {seat_name(seat)} {view}")

    def _take_seat(self, seat: int) -> None:
        texts = self._game.option_texts(self._options)
        given = " ".join(f"{name}={text}" for name, text in texts.items())
        self._ask(f"newgame {self._game.base_name} {given} seat={seat_name(seat)}")

    def _play_on(self, table: Table, seat: int, moves: int | None = None) -> None:
        """Play the game on, the bot in its seat and the others at random.

        To the end, or until the bot has made that many moves.
        """
        made = 0
        while table.mover != OVER and made != moves:
            mover = table.mover
            if mover == seat:
                table.play(mover, self._legal_move(table, seat))
                made += 1
                continue
            self._ask(f"play {self._next_event(table, seat)}")

    def _next_event(self, table: Table, seat: int) -> str:
        """Play the next event at random; the mover and the event as a seat sees it."""
        mover = table.mover
        event = table.play(mover, self._random_move(table))[seat]
        return f"{seat_name(mover)} {self._game.notation.format(event)}"

    def _legal_tokens(self, table: Table) -> list[str]:
        return [self._game.notation.format(int(move)) for move in self._game.legal(table.state)]

    def _first_legal(self, table: Table) -> str:
        return self._legal_tokens(table)[0]

    def _random_move(self, table: Table) -> int:
        if table.mover == CHANCE:
            return self._game.sample(table.state, self._rng)
        moves = self._game.legal(table.state)
        return int(moves[draw_bounded(self._rng, len(moves))])

    def _legal_move(self, table: Table, seat: int, limit: float | None = None) -> int:
        """The bot's move, which must be one that may be played."""
        answer = self._ask(f"genmove {seat_name(seat)}", limit)
        return self._check_legal("genmove", answer, table, seat)

    def _check_legal(self, command: str, answer: str, table: Table, seat: int) -> int:
        """The move that a command has answered; `BadAnswer` if it may not be played."""
        try:
            move = self._game.notation.parse(answer)
            self._game.check_event(table.state, seat, move)
        except HinterlandError as error:
            raise BadAnswer(f"{command} answered {shown(answer)}: {error}") from None
        return move


def expect(fits: bool, fault: str) -> None:
    """`Failed` where something does not fit."""
    if not fits:
        raise Failed(fault)


def shown(text: str) -> str:
    """The beginning of a text from outside, in quotes."""
    return repr(text[:_MAX_SHOWN])


def _expect_code(line: str, refused: Refused) -> None:
    asked, listed = shown(line), ", ".join(CODES)
    expected = f"expected '? CODE: TEXT', CODE being one of {listed}"
    expect(refused.code != NO_CODE, f"refused {asked} without a code: {expected}")
    expect(
        refused.code in CODES, f"refused {asked} with the code {shown(refused.code)}: {expected}"
    )
