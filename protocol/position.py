"""A game in progress as a session holds it: what the whole table and one seat have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hinterland.engine.errors import GameOver, NotYourTurn
from hinterland.engine.game import Game, Knowledge, States, is_seat
from hinterland.engine.jit import Record
from hinterland.engine.rng import stream
from hinterland.engine.seats import OVER, seat_name
from hinterland.engine.table import Snapshot
from hinterland.protocol.errors import CannotUndo, Desync, Unsupported
from hinterland.protocol.moments import Event, Moment, Played, Undone
from hinterland.search.trace import Step


class Position(ABC):
    """What both modes share; every check is made before anything changes.

    Randomness derives from the ticks, so that it depends on nothing that was asked in between.
    """

    def __init__(self, game: Game, options: tuple[int, ...]) -> None:
        self.game = game
        self.options = options
        self._ticks = 0
        self._count = 0
        self._first: int | None = 1
        self._last: Played | None = None
        self._undone: Undone | None = None

    # What the modes do differently

    @property
    @abstractmethod
    def viewer(self) -> int:
        """The one seat whose knowledge is held; ALL in full mode."""

    @abstractmethod
    def fresh(self) -> "Position":
        """A new deal of the same game with the same options."""

    @abstractmethod
    def visible(self) -> States:
        """The state, or the seat's view of it; shared, not to be changed."""

    @abstractmethod
    def state(self) -> States:
        """The whole truth, shared; `HiddenInformation` in seat mode."""

    @abstractmethod
    def knowledge(self, seat: int) -> Knowledge:
        """A copy of what a seat knows; `HiddenInformation` for another seat in seat mode."""

    @abstractmethod
    def check_known(self, mover: int) -> None:
        """Raise `HiddenInformation` if the choices of `mover` cannot be seen from here."""

    @abstractmethod
    def draw(self) -> int:
        """The event that chance plays here, with its true probability; the same if asked twice."""

    @abstractmethod
    def set_state(self, text: str) -> None:
        """Go on from the state written as `text`; `BadState` says what is wrong with it."""

    @abstractmethod
    def set_view(self, seat: int, text: str) -> None:
        """Go on from the view written as `text`; `BadState` says what is wrong with it."""

    @abstractmethod
    def origin_text(self) -> str | None:
        """The state or view at the origin, as `set_state` or `set_view` takes it.

        None while a seat waits for its first view.
        """

    @abstractmethod
    def check_seen(self, viewer: int) -> None:
        """Raise `HiddenInformation` if what `viewer`, a seat or ALL, has seen is not known here."""

    @abstractmethod
    def _seen_event(self, played: Played, viewer: int) -> int:
        """An event as `viewer`, a seat or ALL, saw it; `check_seen` has passed."""

    @abstractmethod
    def _advance(self, mover: int, event: int) -> tuple[int, ...]:
        """Play an event, or raise before anything changes; `Played.events`."""

    @abstractmethod
    def _seen(self, played: Played, seat: int) -> Step:
        """An event as `seat`, whose knowledge must be known here, saw it."""

    @abstractmethod
    def _held(self) -> Snapshot | None:
        """What is held now, never changed afterwards."""

    @abstractmethod
    def _hold(self, held: Snapshot | None) -> None:
        """The inverse of `_held`."""

    # What they have in common

    @property
    def players(self) -> int:
        return self.options[0]

    @property
    def mover(self) -> int:
        return self.game.mover(self.visible())

    def check_turn(self, mover: int) -> None:
        """Raise the error that names why `mover` cannot choose a move here."""
        actual = self.mover
        if actual == OVER:
            raise GameOver("the game is over")
        self.check_known(mover)
        if actual != mover:
            raise NotYourTurn(f"{seat_name(actual)} is to move, not {seat_name(mover)}")

    def legal_moves(self, mover: int) -> list[int]:
        """The moves of `mover`, whose turn it must be, ascending."""
        self.check_turn(mover)
        moves = [int(move) for move in self.game.legal(self.visible())]
        if not moves:
            raise Unsupported("chance has too many outcomes here to list them")
        return moves

    def search_seed(self, seed: int, ahead: int = 0) -> int:
        """The seed of the search of this decision, when the session's search seed is `seed`.

        `ahead`: of the decision after that many more events.
        """
        return int(stream("search", seed, self._ticks + ahead)[0] >> np.uint64(1))

    def play(self, mover: int, event: int) -> None:
        """Play an event; the error names why it cannot be played."""
        before = self.moment()
        events = self._advance(mover, event)
        self._ticks += 1
        self._count += 1
        self._last = Played(replace(before, undone=None), mover, event, events)
        self._undone = None

    def observe(self, number: int, mover: int, event: int) -> None:
        """Play the event with that number; `Desync` if it is not the next one's.

        Where no number is known yet, this one is taken for the next one's.
        """
        expected = self.next_number
        if expected is None:
            if number <= self._count:
                raise Desync(f"event {number}: {self._count} events were played before it")
        elif number != expected:
            what = "a gap" if number > expected else "a repeat"
            raise Desync(f"event {number} is {what}: expected {expected}")
        self.play(mover, event)
        self._first = number - self._count + 1

    @property
    def first_number(self) -> int | None:
        """The number of the first event since the position was set; None as `next_number`.

        Once named it stays, whatever is taken back.
        """
        return self._first

    @property
    def next_number(self) -> int | None:
        """The number of the next event; None where the client has yet to say."""
        return None if self._first is None else self._first + self._count

    def history(self, viewer: int) -> list[Event]:
        """The events since the position was set, as `viewer` (a seat or ALL) saw them.

        Numbered from 1 where the client has yet to name a number.
        """
        self.check_seen(viewer)
        number = (self._first or 1) + self._count
        events = []
        for played in self._past():
            number -= 1
            events.append(Event(number, played.mover, self._seen_event(played, viewer)))
        return events[::-1]

    @property
    def origin(self) -> Moment:
        """The moment at which the position was set or dealt."""
        moment = self.moment()
        for played in self._past():
            moment = played.before
        return moment

    @property
    def ticks(self) -> int:
        """The events played and the positions set since the deal."""
        return self._ticks

    @property
    def count(self) -> int:
        """The events since the position was set."""
        return self._count

    def decisions_of(self, seat: int) -> int:
        """How many of the events since the position was set were moves of a seat."""
        return sum(played.mover == seat for played in self._past())

    def steps(self, seat: int, decisions: int) -> tuple[Step, ...]:
        """What `seat` saw since the last `decisions` decisions of others, as `Trace.steps`."""
        steps: list[Step] = []
        start = 0
        for played in self._past():
            if decisions == 0:
                break
            steps.append(self._seen(played, seat))
            if is_seat(played.mover) and played.mover != seat:
                start = len(steps)
                decisions -= 1
        return tuple(reversed(steps[:start]))

    def seen_since(self, seat: int, ticks: int) -> tuple[Step, ...]:
        """What `seat` saw since the position had so many ticks; empty where that is not known."""
        past: list[Played] = []
        for played in self._past():
            if self._ticks - len(past) <= ticks:
                break
            past.append(played)
        if self._ticks - len(past) != ticks:
            return ()
        return tuple(self._seen(played, seat) for played in reversed(past))

    def returns(self) -> list[float]:
        """The win share per seat; `Unsupported` before the end."""
        if self.mover != OVER:
            raise Unsupported("cannot score: the game is not over")
        return self.game.returns(self.visible())

    def renumber(self, ticks: int, first: int | None) -> None:
        """Continue the counts of another session, at a position that was just set."""
        assert self._last is None
        self._ticks, self._first = ticks, first

    def undo(self, count: int = 1) -> None:
        """Take back the last events, and what the seats made of them.

        `CannotUndo` if so many were not played since the position was set.
        """
        undone = self._undone
        moment = self.moment()
        for _ in range(count):
            if moment.last is None:
                raise CannotUndo(f"cannot undo: {self._played()} since the position was set")
            undone = Undone(replace(moment, undone=None), undone)
            moment = moment.last.before
        self.restore(replace(moment, first=self._first, undone=undone))

    def redo(self) -> None:
        """Bring back what the last `undo` took, one event at a time; `CannotUndo` if none."""
        if self._undone is None:
            raise CannotUndo("cannot redo: nothing was taken back since the last event")
        undone = self._undone
        self.restore(replace(undone.moment, first=self._first, undone=undone.next))

    def moment(self) -> Moment:
        """Everything, to come back to."""
        return Moment(self._held(), self._ticks, self._count, self._first, self._last, self._undone)

    def restore(self, moment: Moment) -> None:
        self._hold(moment.held)
        self._ticks = moment.ticks
        self._count = moment.count
        self._first = moment.first
        self._last = moment.last
        self._undone = moment.undone

    def _past(self) -> Iterator[Played]:
        """What was played since the position was set, the last first."""
        played = self._last
        while played is not None:
            yield played
            played = played.before.last

    def _played(self) -> str:
        return {0: "nothing was played", 1: "1 event was played"}.get(
            self._count, f"{self._count} events were played"
        )

    def _set(self, held: Snapshot) -> None:
        """Go on from a position of which no past is known."""
        self.restore(Moment(held, self._ticks + 1, 0, None, None, None))


def knowledge_of(game: Game, view: Record, memory: Record) -> Knowledge:
    """Knowledge of its own, with the contents of a view and a memory."""
    known = Knowledge(game.new_states(), game.new_memories())
    known.view[0] = view
    known.memory[0] = memory
    return known
