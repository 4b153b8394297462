"""What several steps of the check are made of: stories told with refusals, undone, told again."""

from typing import Any, Final

import orjson

from hinterland.engine.errors import IllegalMove
from hinterland.engine.seats import seat_name
from hinterland.engine.text import knowledge_json
from hinterland.protocol.check_dialogue import OBSERVE, PLAY, Dialogue, Story, expect, shown
from hinterland.protocol.errors import Desync

_HISTORIES: Final = 10
_MOST_REFUSALS: Final = 13
"""Kinds of lines that are refused between two events."""

_FIRST_NUMBER: Final = 7
"""Of the events of a game that is observed from its middle, as far as the bot knows."""


class Trials(Dialogue):
    """Trials of what a bot keeps, loses and counts; each begins with a new game."""

    def _refuses_between_events(self, how: str, *refused: str) -> None:
        """Every event of a story directly follows a refused line, and must not be lost.

        `how` they are told; `refused` as in `_refusals`.
        """
        story = self._story()
        clean = self._told(story, how)
        for turn in range(_MOST_REFUSALS):
            self._take_view(story.seat, story.view)
            for number, event in enumerate(story.events, start=1):
                lines = self._refusals(story, number - 1, *refused)
                line = lines[turn % len(lines)]
                self._refused(line)
                self._tell(event, how, number)
                when = f"where {shown(event)} was told directly after it refused {shown(line)}"
                self._expect_position(clean[number], story.seat, when)
        self._play_on(story.table, story.seat)

    def _refuses_before_its_move(self) -> None:
        """A move that directly follows a refused line must be played, as any."""
        story = self._story()
        seat, last = story.seat, len(story.events)
        for line in self._refusals(story, last):
            self._told(story)
            self._refused(line)
            move = self._game.notation.format(self._legal_move(story.table, seat))
            after = self._position(seat)
            self._told(story)
            self._ask(f"play {seat_name(seat)} {move}")
            when = f"where genmove came directly after it refused {shown(line)}"
            self._expect_same(self._position(seat), after, when)

    def _refusals(self, story: Story, count: int, *optional: str) -> list[str]:
        """Lines to be refused where so many events of a story were told.

        `optional`: the commands, of those that a bot need not know, which are refused, too.
        """
        name, other = seat_name(story.seat), seat_name((story.seat + 1) % story.table.players)
        event = self._event_after(story, count)
        mover, move = event.split()
        wrong = other if mover == name else name
        lines = [
            f"play {wrong} {move}", f"play {mover} no-such-move", f"play {mover}",
            f"genmove {wrong}", f"setview {name} {story.view[:-1]}",
            f"newgame no_such_game seat={name}", "no_such_command",
        ]  # fmt: skip
        lines += [f"play {mover} {move}" for move in self._illegal(story, count)]
        by_command = {
            "undo": [f"undo {count + 1}"],
            "redo": ["redo"],
            "observe": [
                f"observe {count + 1} {wrong} {move}",
                *(f"observe {number} {event}" for number in (count, count + 2) if count),
            ],
        }
        return lines + [
            line for command in optional if self._knows(command) for line in by_command[command]
        ]

    def _illegal(self, story: Story, count: int) -> list[str]:
        """A move of the story, if there is one, that cannot happen where so many were told."""
        notation, view = self._game.notation, story.known[count].view
        for move in sorted({event.split()[1] for event in story.events}):
            try:
                self._game.check_event(view, self._game.mover(view), notation.parse(move))
            except IllegalMove:
                return [move]
        return []

    def _event_after(self, story: Story, count: int) -> str:
        """The event that follows so many of a story; a legal move at its end."""
        if count < len(story.events):
            return story.events[count]
        return f"{seat_name(story.seat)} {self._first_legal(story.table)}"

    def _takes_back_many(self, story: Story) -> None:
        """From the end of a game several events at once, and never more than there were."""
        clean, seat, last = self._told(story), story.seat, len(story.events)
        for count in _spread(last):
            self._ask(f"undo {count}")
            self._expect_position(
                clean[last - count], seat, f"before the events that undo {count} took"
            )
            for event in story.events[last - count :]:
                self._ask(f"play {event}")
            self._expect_position(
                clean[last], seat, f"after undo {count} and the same events again"
            )
        for line in (f"undo {last + 1}", "undo 0", "undo many"):
            self._refused_for_nothing(line, seat)

    def _takes_back_after_refusals(self) -> None:
        """An `undo` that directly follows a refused line."""
        story = self._story()
        clean, last = self._told(story), len(story.events)
        for line in self._refusals(story, last, "undo"):
            self._refused(line)
            self._ask("undo")
            when = f"where undo came directly after it refused {shown(line)}"
            self._expect_position(clean[last - 1], story.seat, when)
            self._ask(f"play {story.events[-1]}")

    def _plays_many_again(self, story: Story) -> None:
        """Event by event what was taken back at once or one by one, whatever was refused since."""
        clean, seat, last = self._told(story), story.seat, len(story.events)
        for count in _spread(last):
            for refused in ("", f"play {seat_name(seat)} no-such-move"):
                for line in ("undo", f"undo {count - 1}") if refused else (f"undo {count}",):
                    self._ask(line)
                for number in range(last - count, last):
                    if refused:
                        self._refused(refused)
                    self._ask("redo")
                    when = f"where redo brought event {number + 1} of {last} back after undo"
                    self._expect_position(clean[number + 1], seat, when)
                self._refused_for_nothing("redo", seat)

    def _forgets_what_was_undone(self) -> None:
        """Once another move was played, nothing can be played again."""
        story = self._heard()
        name, moves = seat_name(story.seat), self._legal_tokens(story.table)
        if len(moves) > 1:
            self._ask(f"play {name} {moves[0]}")
            self._ask("undo")
            self._ask(f"play {name} {moves[1]}")
            self._refused_for_nothing("redo", story.seat)

    def _expect_desync(self, last: int, number: int, event: str) -> None:
        code = self._refused(f"observe {number} {event}")
        expect(code == Desync.code, f"observe {number} after {last}: {code}: expected desync")

    def _counts_on(self, story: Story) -> None:
        """From the number that it hears first, over events that come without one."""
        clean, seat = self._told(story), story.seat
        self._take_view(seat, story.view)
        for number, event in enumerate(story.events, start=_FIRST_NUMBER):
            count = number - _FIRST_NUMBER
            if count:
                self._expect_desync(number - 1, number - 1, event)
                self._expect_desync(number - 1, number + 1, event)
            self._tell(event, OBSERVE if count % 3 == 0 else PLAY, number)
            when = f"where the first event was observed as {_FIRST_NUMBER}"
            self._expect_position(clean[count + 1], seat, when, apart_from="history")

    def _check_history_of(self, story: Story, how: str) -> None:
        """At the first positions of a story, at its end, and where this is taken back."""
        first = _FIRST_NUMBER if how == OBSERVE else None
        events, seat, last = story.events, story.seat, len(story.events)
        self._take_view(seat, story.view)
        for count, event in enumerate(events):
            if count <= _HISTORIES:
                self._check_history(seat, events[:count], first)
            self._tell(event, how, _FIRST_NUMBER + count)
        self._check_history(seat, events, first)
        if self._knows("undo"):
            for count in range(1, min(last, 3) + 1):
                self._ask("undo")
                self._check_history(seat, events[: last - count], first)

    def _check_history(self, seat: int, events: tuple[str, ...], first: int | None) -> None:
        """The history must be these events, a line each; `first`: the number of the first."""
        for question in ("history", f"history {seat_name(seat)}"):
            lines = self._ask(question).split("\n") if events else self._ask(question).split()
            number = _number(lines[0]) if first is None and lines else first
            expected = [f"{(number or 1) + count} {event}" for count, event in enumerate(events)]
            for count, line in enumerate(expected):
                found = lines[count] if count < len(lines) else ""
                expect(
                    found == line,
                    f"{question} after {len(events)} events: line {count + 1} is {shown(found)}: "
                    f"expected {shown(line)}",
                )
            expect(
                len(lines) == len(expected),
                f"{question} answered {len(lines)} lines after {len(events)} events",
            )

    def _check_view_of(self, story: Story) -> None:
        """At every position of a story, as JSON; at its end, what `setview` makes of the other."""
        name = seat_name(story.seat)
        self._take_view(story.seat, story.view)
        for count, known in enumerate(story.known):
            if count:
                self._ask(f"play {story.events[count - 1]}")
            self._check_view(f"view {name} json", knowledge_json(self._game, known))
        before, view = self._position(story.seat), self._ask(f"view {name}")
        self._take_view(story.seat, view)
        when = "after setview with what view had answered"
        self._expect_position(before, story.seat, when, apart_from="history")

    def _check_view(self, question: str, expected: dict[str, Any]) -> None:
        answer = self._ask(question)
        try:
            found = orjson.loads(answer)
        except orjson.JSONDecodeError:
            found = None
        expect(isinstance(found, dict), f"{question} answered {shown(answer)}: expected JSON")
        for name, value in expected.items():
            what = f"{question}: {name} is {shown(str(found.get(name)))}"
            expect(found.get(name) == value, f"{what}: expected {shown(str(value))}")

    def _begins_anew_after(self, command: str) -> None:
        """As if nothing had been played before."""
        story = self._story()
        self._take_seat(story.seat)
        waiting = self._position(story.seat)
        clean = self._told(story)
        self._begin(command, story)
        begun = clean[0] if command == "setview" else waiting
        self._expect_position(begun, story.seat, f"after {command} in a game")
        for line in ("undo", "redo"):
            if self._knows(line):
                self._refused_for_nothing(line, story.seat)
        needs_view = not self._game.enumerable
        if needs_view and command != "setview":
            self._begin("setview", story)
        for event in story.events:
            self._ask(f"play {event}")
        when = f"where the same events followed {command}"
        self._expect_position(clean[-1], story.seat, when, apart_from="history")
        if self._knows("history"):
            numbered = command != "setview" and not needs_view
            self._check_history(story.seat, story.events, 1 if numbered else None)
        self._play_on(story.table, story.seat, moves=1)

    def _begin(self, command: str, story: Story) -> None:
        if command == "newgame":
            self._take_seat(story.seat)
        elif command == "setview":
            self._ask(f"setview {seat_name(story.seat)} {story.view}")
        else:
            self._ask(command)


def _spread(last: int) -> list[int]:
    """How many of so many events are taken back at once: two, some, and all."""
    return [count for count in sorted({2, 3, last // 2, last}) if 2 <= count <= last]


def _number(line: str) -> int | None:
    """The number at the beginning of a line of the history; None if there is none."""
    word = line.partition(" ")[0]
    return int(word) if word.isdecimal() else None
