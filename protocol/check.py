"""Whether a program keeps to the protocol as a bot must, step by step."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hinterland.engine.errors import HinterlandError
from hinterland.engine.game import Game
from hinterland.engine.seats import OVER, seat_name
from hinterland.engine.table import Table
from hinterland.protocol.check_dialogue import CODES, OBSERVE, PLAY, expect, shown
from hinterland.protocol.check_trials import Trials
from hinterland.protocol.errors import ClientError
from hinterland.protocol.external_bot import view_text
from hinterland.protocol.process import EngineProcess

__all__ = ["CODES", "MOVE_MS", "STEPS", "Check", "Step"]

REQUIRED: Final = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "newgame",
    "setview", "play", "genmove",
)  # fmt: skip
"""The commands that every bot has."""

MOVE_MS: Final = 200
QUICK_MS: Final = 50
"""Asked for in whole games, which may be long."""

_OVERRUN: Final = 1.0
_VIEWS: Final = 3


@dataclass(frozen=True)
class Step:
    """One step of the check; `fault` is empty where the bot passed it."""

    number: int
    title: str
    fault: str


class Check(Trials):
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
        super().__init__(command, game, limit, start, options)

    def steps(self) -> Iterator[Step]:
        """Every step as it is passed, up to the first that is failed."""
        try:
            self._connect()
        except ClientError as error:
            yield Step(1, STEPS[0][0], str(error))
            return
        try:
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
        expect(first == "= 2", f"answered {shown(first)} to protocol_version: expected '= 2'")
        second = self._process.read_line(deadline).rstrip("\r")
        expect(second == "", f"wrote {shown(second)} where an empty line ends the answer")

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
            expect(bool(answer) and "\n" not in answer, f"{question}: expected one line")

    def knows_its_commands(self) -> None:
        listed = self._ask("list_commands").split("\n")
        for command in REQUIRED:
            expect(command in listed, f"{command} is not in list_commands")
        for command in listed:
            answer = self._ask(f"known_command {command}")
            expect(answer == "true", f"known_command {command}: {answer}: expected true")
        answer = self._ask("known_command no_such_command")
        expect(answer == "false", f"known_command no_such_command: {answer}: expected false")
        self._find_looks()

    def refuses_what_it_does_not_know(self) -> None:
        for line in ("no_such_command", "play", "newgame no_such_game seat=p1"):
            self._refused(line)
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
            story = self._heard()
            table, seat = story.table, story.seat
            name, other = seat_name(seat), seat_name((seat + 1) % table.players)
            token = self._first_legal(table)
            for line in (f"play {other} {token}", f"play {name} no-such-move", f"genmove {other}"):
                self._refused_for_nothing(line, seat)
            self._play_on(table, seat, moves=1)
            if table.mover != seat:
                self._refused_for_nothing(f"genmove {name}", seat)
            self._play_on(table, seat)
            self._refused_for_nothing(f"genmove {name}", seat)
        self._refuses_between_events(PLAY)
        self._refuses_before_its_move()

    def keeps_to_its_seat(self) -> None:
        story = self._heard()
        table, seat = story.table, story.seat
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
        story = self._heard()
        table, seat = story.table, story.seat
        before = self._position(seat)
        for _ in range(3):
            self._legal_move(table, seat)
            self._ask("undo")
            self._expect_position(before, seat, "after a move and undo")
        for event in story.events[-1:]:
            self._ask("undo")
            self._ask(f"play {event}")
            self._expect_position(before, seat, "after undo and the same event again")
        self._play_on(table, seat)
        self._takes_back_many(self._whole_story())
        self._takes_back_after_refusals()
        self._refuses_between_events(PLAY, "undo")

    def plays_moves_again(self) -> None:
        if not (self._knows("undo") and self._knows("redo")):
            return
        for _ in range(3):
            story = self._heard()
            table, seat = story.table, story.seat
            self._play_on(table, seat, moves=1)
            before = self._position(seat)
            self._ask("undo")
            self._ask("redo")
            self._expect_position(before, seat, "after undo and redo")
            self._refused_for_nothing("redo", seat)
            self._play_on(table, seat)
            self._forgets_what_was_undone()
        self._plays_many_again(self._whole_story())
        self._refuses_between_events(PLAY, "redo")

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
        story = self._heard(OBSERVE)
        table, seat, last = story.table, story.seat, len(story.events)
        event = self._next_event(table, seat)
        self._expect_desync(last, last, event)
        self._expect_desync(last, last + 2, event)
        self._ask(f"observe {last + 1} {event}")
        self._play_on(table, seat)
        self._refuses_between_events(OBSERVE, "undo", "redo", "observe")
        self._counts_on(self._whole_story())

    def keeps_to_its_time(self) -> None:
        if self._knows("set_limit"):
            self._ask(f"set_limit ms={MOVE_MS}")
        table, seat = self._at_a_decision()
        self._seat(table, seat)
        allowed = MOVE_MS / 1000 + _OVERRUN
        self._legal_move(table, seat, allowed)

    def tells_its_events(self) -> None:
        if not self._knows("history"):
            return
        self._check_history_of(self._whole_story(), PLAY)
        if self._knows("observe"):
            self._check_history_of(self._whole_story(), OBSERVE)
        story = self._heard()
        move = self._game.notation.format(self._legal_move(story.table, story.seat))
        self._check_history(story.seat, (*story.events, f"{seat_name(story.seat)} {move}"), None)

    def shows_what_its_seat_knows(self) -> None:
        if self._knows("view"):
            self._check_view_of(self._whole_story())

    def thinks_without_playing(self) -> None:
        for command in ("reg_genmove", "search"):
            if not self._knows(command):
                continue
            story = self._heard()
            before = self._position(story.seat)
            answer = self._ask(f"{command} {seat_name(story.seat)}")
            if command == "reg_genmove":
                self._check_legal(command, answer, story.table, story.seat)
            self._expect_position(before, story.seat, f"after {command}")
            self._play_on(story.table, story.seat, moves=1)

    def begins_anew(self) -> None:
        for command in ("newgame", "setview", "clear_board"):
            if self._knows(command):
                self._begins_anew_after(command)

    def quits(self) -> None:
        self._ask("quit")
        self._ends("after quit", self._process.wait)

    def ends_with_its_input(self) -> None:
        self._process.close(grace=0.0)
        self._connect()
        self._ask("protocol_version")
        self._ends("at the end of its input", self._process.end)

    # What steps look at

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
        expect(answer == mover, f"to_move answered {shown(answer)}: expected {mover}")

    def _check_moves(self, table: Table, seat: int) -> None:
        if table.mover != seat:
            return
        answer = self._ask(f"legal_moves {seat_name(seat)}").split()
        legal = {self._game.notation.format(int(move)) for move in self._game.legal(table.state)}
        for wrong, what in (
            (set(answer) - legal, "which is not legal"),
            (legal - set(answer), "left out"),
        ):
            expect(not wrong, f"legal_moves: {shown(min(wrong, default=''))} {what}")

    def _check_score(self, table: Table, seat: int) -> None:
        if table.mover != OVER:
            return
        shares = enumerate(self._game.returns(table.state))
        expected = " ".join(f"{seat_name(winner)}={share:.6g}" for winner, share in shares)
        answer = self._ask("final_score")
        fits = _shares(answer) == _shares(expected)
        expect(fits, f"final_score answered {shown(answer)}: expected {expected}")


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
    ("tells the events it heard, if it knows history", Check.tells_its_events),
    ("shows what its seat knows, if it knows view", Check.shows_what_its_seat_knows),
    ("thinks without playing, if it knows reg_genmove or search", Check.thinks_without_playing),
    ("begins anew: newgame, setview, clear_board if it knows it", Check.begins_anew),
    ("ends after quit with exit code 0", Check.quits),
    ("ends with its input, with exit code 0", Check.ends_with_its_input),
)
"""The title of every step, and what it does."""


def _shares(text: str) -> list[tuple[str, float]]:
    """The seats and shares of an answer to final_score, to four places; none if it has none."""
    pairs = [word.partition("=") for word in text.split()]
    try:
        return [(seat, round(float(share), 4)) for seat, _, share in pairs]
    except ValueError:
        return []
