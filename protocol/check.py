"""Whether a program keeps to the protocol as a bot must, step by step."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hinterland.engine.errors import HinterlandError
from hinterland.engine.game import Game
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.protocol.client import Client
from hinterland.protocol.errors import (
    NO_CODE,
    AnswerTimeout,
    BadAnswer,
    ClientError,
    Desync,
    Refused,
)
from hinterland.protocol.external_bot import view_text
from hinterland.protocol.process import EngineProcess

REQUIRED: Final = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "newgame",
    "setview", "play", "genmove",
)  # fmt: skip
"""The commands that every bot has."""

MOVE_MS: Final = 200
QUICK_MS: Final = 50
"""Asked for in whole games, which may be long."""

_LOOKS: Final = ("to_move", "legal_moves {seat}", "view {seat}", "history {seat}")
"""Questions that show a position, of those that the bot knows."""

_OVERRUN: Final = 1.0
_END_LIMIT: Final = 5.0
_VIEWS: Final = 3
_TRIES: Final = 500
_MAX_SHOWN: Final = 80


@dataclass(frozen=True)
class Step:
    """One step of the check; `fault` is empty where the bot passed it."""

    number: int
    title: str
    fault: str


class Failed(HinterlandError):
    """What a bot did wrong."""


class Check:
    """The check of one bot, in one game of the engine's."""

    def __init__(
        self,
        command: str,
        game: Game,
        limit: float,
        start: Callable[[str], EngineProcess] = EngineProcess,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`limit`: seconds for each answer. `options` of the game, by name."""
        self._game = game
        self._options = game.option_values(options)
        self._limit = limit
        self._command = command
        self._start = start
        self._rng: Stream = stream("check", game.name)
        self._looks: tuple[str, ...] = ()

    def steps(self) -> Iterator[Step]:
        """Every step as it is passed, up to the first that is failed."""
        try:
            self._process = self._start(self._command)
        except ClientError as error:
            yield Step(1, STEPS[0][0], str(error))
            return
        try:
            self._client = Client(self._process)
            for number, (title, step) in enumerate(STEPS, start=1):
                fault = self._fault(step)
                yield Step(number, title, fault)
                if fault:
                    return
        finally:
            self._process.close(grace=0.0)

    def _fault(self, step: "Callable[[Check], None]") -> str:
        try:
            step(self)
        except HinterlandError as error:
            return str(error)
        return ""

    # The steps

    def starts(self) -> None:
        deadline = self._process.clock() + self._limit
        self._process.send("protocol_version", deadline)
        first = self._process.read_line(deadline).rstrip("\r")
        _expect(first == "= 2", f"answered {_shown(first)} to protocol_version: expected '= 2'")
        second = self._process.read_line(deadline).rstrip("\r")
        _expect(second == "", f"wrote {_shown(second)} where an empty line ends the answer")

    def repeats_ids(self) -> None:
        for _ in range(3):
            self._ask("protocol_version")

    def answers_no_comment(self) -> None:
        deadline = self._process.clock() + self._limit
        for line in ("", "   ", "# name", "\t# name"):
            self._process.send(line, deadline)
        self._ask("protocol_version")

    def says_what_it_is(self) -> None:
        for question in ("name", "version"):
            answer = self._ask(question)
            _expect(bool(answer) and "\n" not in answer, f"{question}: expected one line")

    def knows_its_commands(self) -> None:
        listed = self._ask("list_commands").split("\n")
        for command in REQUIRED:
            _expect(command in listed, f"{command} is not in list_commands")
        for command in listed:
            answer = self._ask(f"known_command {command}")
            _expect(answer == "true", f"known_command {command}: {answer}: expected true")
        answer = self._ask("known_command no_such_command")
        _expect(answer == "false", f"known_command no_such_command: {answer}: expected false")
        self._looks = tuple(look for look in _LOOKS if self._knows(look.split()[0]))

    def refuses_what_it_does_not_know(self) -> None:
        for line in ("no_such_command", "play", "newgame no_such_game seat=p1"):
            code = self._refused(line)
            _expect(code != NO_CODE, f"refused {line!r} without a code: expected '? CODE: TEXT'")
        self._ask("protocol_version")

    def takes_a_seat(self) -> None:
        self._seat(self._deal(), 0)

    def chooses_legal_moves(self) -> None:
        for seat in range(self._options[0]):
            table = self._deal()
            self._seat(table, seat)
            self._play_on(table, seat, moves=1)

    def plays_whole_games(self) -> None:
        if self._knows("set_limit"):
            self._ask(f"set_limit ms={QUICK_MS}")
        for seat in range(self._options[0]):
            table = self._deal()
            self._seat(table, seat)
            self._play_on(table, seat)

    def takes_a_view_in_the_middle(self) -> None:
        for _ in range(_VIEWS):
            table, seat = self._at_other_moves()
            self._seat(table, seat)
            self._play_on(table, seat, moves=2)

    def refuses_what_cannot_happen(self) -> None:
        for _ in range(_VIEWS):
            table, seat, _ = self._heard()
            name, other = seat_name(seat), seat_name((seat + 1) % table.players)
            token = self._game.notation.format(int(self._game.legal(table.state)[0]))
            for line in (f"play {other} {token}", f"play {name} no-such-move", f"genmove {other}"):
                self._refused_for_nothing(line, seat)
            self._play_on(table, seat, moves=1)
            if table.mover != seat:
                self._refused_for_nothing(f"genmove {name}", seat)
            self._play_on(table, seat)
            self._refused_for_nothing(f"genmove {name}", seat)

    def keeps_to_its_seat(self) -> None:
        table, seat, _ = self._heard()
        other = (seat + 1) % table.players
        text = view_text(self._game, table.knowledge(other))
        name = seat_name(other)
        for question in (
            "state", "state json", f"view {name}", f"view {name} json", f"showboard {name}",
            f"history {name}", f"legal_moves {name}", f"legal_moves {name} json",
            f"reg_genmove {name}", f"search {name}", f"setview {name} {text}",
        ):  # fmt: skip
            self._refused_for_nothing(question, seat)
        self._play_on(table, seat)

    def takes_moves_back(self) -> None:
        if not self._knows("undo"):
            return
        table, seat, told = self._heard()
        before = self._position(seat)
        for _ in range(3):
            self._legal_move(table, seat)
            self._ask("undo")
            self._expect_position(before, seat, "after a move and undo")
        for event in told[-1:]:
            self._ask("undo")
            self._ask(f"play {event}")
            self._expect_position(before, seat, "after undo and the same event again")
        self._play_on(table, seat)

    def plays_moves_again(self) -> None:
        if not (self._knows("undo") and self._knows("redo")):
            return
        for _ in range(3):
            table, seat, _ = self._heard()
            self._play_on(table, seat, moves=1)
            before = self._position(seat)
            self._ask("undo")
            self._ask("redo")
            self._expect_position(before, seat, "after undo and redo")
            self._refused_for_nothing("redo", seat)
            self._play_on(table, seat)

    def says_who_is_to_move(self) -> None:
        if self._knows("to_move"):
            self._watch(self._check_mover)

    def lists_the_legal_moves(self) -> None:
        if self._knows("legal_moves"):
            self._watch(self._check_moves)

    def scores_the_end(self) -> None:
        if self._knows("final_score"):
            self._watch(self._check_score)

    def hears_what_it_missed(self) -> None:
        if not self._knows("observe"):
            return
        table, seat, told = self._heard("observe {number} {event}")
        event, last = self._next_event(table, seat), len(told)
        for number in (last, last + 2):
            code = self._refused(f"observe {number} {event}")
            _expect(code == Desync.code, f"observe {number} after {last}: {code}: expected desync")
        self._ask(f"observe {last + 1} {event}")
        self._play_on(table, seat)

    def keeps_to_its_time(self) -> None:
        if self._knows("set_limit"):
            self._ask(f"set_limit ms={MOVE_MS}")
        table, seat = self._at_a_decision()
        self._seat(table, seat)
        allowed = MOVE_MS / 1000 + _OVERRUN
        self._legal_move(table, seat, allowed)

    def quits(self) -> None:
        self._ask("quit")
        self._ends("after quit", self._process.wait)

    def ends_with_its_input(self) -> None:
        self._process.close(grace=0.0)
        self._process = self._start(self._command)
        self._client = Client(self._process)
        self._ask("protocol_version")
        self._ends("at the end of its input", self._process.end)

    # What they share

    def _ask(self, line: str, limit: float | None = None) -> str:
        return self._client.ask(line, self._limit if limit is None else limit)

    def _knows(self, command: str) -> bool:
        return self._ask(f"known_command {command}") == "true"

    def _refused(self, line: str) -> str:
        """The code with which the bot refuses a line, as it must."""
        try:
            answer = self._ask(line)
        except Refused as refused:
            return refused.code
        raise Failed(f"answered {_shown(f'= {answer}')} to {line!r}: expected a refusal")

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

    def _expect_position(self, before: dict[str, str], seat: int, when: str) -> None:
        for question, answer in self._position(seat).items():
            was = before[question]
            fault = f"{question} answered {_shown(was)}, and {_shown(answer)} {when}"
            _expect(answer == was, f"{fault}: expected the same")

    def _refused_for_nothing(self, line: str, seat: int) -> None:
        """The bot must refuse a line, and be where it was."""
        before = self._position(seat)
        self._refused(line)
        self._expect_position(before, seat, f"after it refused {_shown(line)}")

    def _ends(self, when: str, wait: Callable[[float], int]) -> None:
        try:
            code = wait(self._process.clock() + _END_LIMIT)
        except AnswerTimeout:
            raise Failed(f"still runs {_END_LIMIT:g} s {when}") from None
        _expect(code == 0, f"ended {when} with exit code {code}: expected 0")
        unread = self._process.unread
        _expect(not unread.strip(), f"wrote {_shown(unread.decode(errors='replace'))} {when}")

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

    def _heard(self, command: str = "play {event}") -> tuple[Table, int, list[str]]:
        """A table where a seat is to move, that seat, and the events that its bot was told there.

        Own moves and those of others are among them wherever the game allows both, so that a bot
        that loses, repeats or makes up an event is elsewhere. `command`: how it is told.
        """
        for attempt in range(2 * _TRIES):
            table, told, movers = self._deal(), list[str](), set[int]()
            seat = draw_bounded(self._rng, table.players)
            view = view_text(self._game, table.knowledge(seat))
            while table.mover != OVER:
                both = seat in movers and len(movers) > 1
                if table.mover == seat and (both or (told and attempt >= _TRIES)):
                    self._take_view(seat, view)
                    for number, event in enumerate(told, start=1):
                        self._ask(command.format(number=number, event=event))
                    return table, seat, told
                movers.add(table.mover)
                told.append(self._next_event(table, seat))
        raise Failed(f"{self._game.name} has no seat that moves after an event")

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
        texts = self._game.option_texts(self._options)
        given = " ".join(f"{name}={text}" for name, text in texts.items())
        name = seat_name(seat)
        self._ask(f"newgame {self._game.base_name} {given} seat={name}")
        self._ask(f"setview {name} {view}")

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

    def _watch(self, look: Callable[[Table, int], None]) -> None:
        """Tell the bot a whole game at random in every seat, and look at every position."""
        for seat in range(self._options[0]):
            table = self._deal()
            self._seat(table, seat)
            look(table, seat)
            while table.mover != OVER:
                self._ask(f"play {self._next_event(table, seat)}")
                look(table, seat)

    def _check_mover(self, table: Table, seat: int) -> None:
        answer, mover = self._ask("to_move"), seat_name(table.mover)
        _expect(answer == mover, f"to_move answered {_shown(answer)}: expected {mover}")

    def _check_moves(self, table: Table, seat: int) -> None:
        if table.mover != seat:
            return
        answer = self._ask(f"legal_moves {seat_name(seat)}").split()
        legal = {self._game.notation.format(int(move)) for move in self._game.legal(table.state)}
        for wrong, what in (
            (set(answer) - legal, "which is not legal"),
            (legal - set(answer), "left out"),
        ):
            _expect(not wrong, f"legal_moves: {_shown(min(wrong, default=''))} {what}")

    def _check_score(self, table: Table, seat: int) -> None:
        if table.mover != OVER:
            return
        shares = enumerate(self._game.returns(table.state))
        expected = " ".join(f"{seat_name(winner)}={share:.6g}" for winner, share in shares)
        answer = self._ask("final_score")
        fits = _shares(answer) == _shares(expected)
        _expect(fits, f"final_score answered {_shown(answer)}: expected {expected}")

    def _next_event(self, table: Table, seat: int) -> str:
        """Play the next event at random; the mover and the event as a seat sees it."""
        mover = table.mover
        event = table.play(mover, self._random_move(table))[seat]
        return f"{seat_name(mover)} {self._game.notation.format(event)}"

    def _random_move(self, table: Table) -> int:
        if table.mover == CHANCE:
            return self._game.sample(table.state, self._rng)
        moves = self._game.legal(table.state)
        return int(moves[draw_bounded(self._rng, len(moves))])

    def _legal_move(self, table: Table, seat: int, limit: float | None = None) -> int:
        """The bot's move, which must be one that may be played."""
        answer = self._ask(f"genmove {seat_name(seat)}", limit)
        try:
            move = self._game.notation.parse(answer)
            self._game.check_event(table.state, seat, move)
        except HinterlandError as error:
            raise BadAnswer(f"genmove answered {_shown(answer)}: {error}") from None
        return move


STEPS: Final[tuple[tuple[str, Callable[[Check], None]], ...]] = (
    ("starts, and answers protocol_version with 2", Check.starts),
    ("repeats the id of a command", Check.repeats_ids),
    ("answers no empty line and no comment", Check.answers_no_comment),
    ("says its name and version", Check.says_what_it_is),
    ("knows the commands of a bot, and lists them", Check.knows_its_commands),
    ("refuses what it does not know, and goes on", Check.refuses_what_it_does_not_know),
    ("takes a seat: newgame, setview", Check.takes_a_seat),
    ("follows events and chooses a legal move in every seat", Check.chooses_legal_moves),
    ("plays a whole game in every seat", Check.plays_whole_games),
    ("takes a view in the middle of a game", Check.takes_a_view_in_the_middle),
    ("refuses what cannot happen, and keeps its position", Check.refuses_what_cannot_happen),
    ("tells nothing that its seat does not know", Check.keeps_to_its_seat),
    ("takes moves back, if it knows undo", Check.takes_moves_back),
    ("plays them again, if it knows redo", Check.plays_moves_again),
    ("says who is to move, if it knows to_move", Check.says_who_is_to_move),
    ("lists the legal moves, if it knows legal_moves", Check.lists_the_legal_moves),
    ("scores the end of a game, if it knows final_score", Check.scores_the_end),
    ("hears what it missed, if it knows observe", Check.hears_what_it_missed),
    (f"moves in time: {MOVE_MS} ms and a second, if it knows set_limit", Check.keeps_to_its_time),
    ("ends after quit with exit code 0", Check.quits),
    ("ends with its input, with exit code 0", Check.ends_with_its_input),
)
"""The title of every step, and what it does."""


def _expect(fits: bool, fault: str) -> None:
    if not fits:
        raise Failed(fault)


def _shares(text: str) -> list[tuple[str, float]]:
    """The seats and shares of an answer to final_score, to four places; none if it has none."""
    pairs = [word.partition("=") for word in text.split()]
    try:
        return [(seat, round(float(share), 4)) for seat, _, share in pairs]
    except ValueError:
        return []


def _shown(text: str) -> str:
    return repr(text[:_MAX_SHOWN])
