"""A game in progress as a session holds it: the whole table, or what one seat knows."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from hinterland.engine.errors import GameOver, NotYourTurn
from hinterland.engine.game import Game, Knowledge, States, is_seat
from hinterland.engine.jit import Record
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Snapshot, Table
from hinterland.engine.text import decode_knowledge, decode_state
from hinterland.protocol.errors import CannotUndo, HiddenInformation, NoGame, Unsupported
from hinterland.search.trace import Step


@dataclass(frozen=True)
class Moment:
    """All that changes in a position, at one moment.

    `held` is None while a seat waits for its first view. `ticks`: the events played and the
    positions set since the deal. `last`: the event that led here; None if none is known.
    """

    held: Snapshot | None
    ticks: int
    last: "Played | None"


@dataclass(frozen=True)
class Played:
    """An event that was played, and the moment before it.

    `events`: what each seat saw of it; in seat mode, what the one seat saw.
    """

    before: Moment
    mover: int
    events: tuple[int, ...]


class Position(ABC):
    """What both modes share; every check is made before anything changes.

    Randomness derives from the ticks, so that it depends on nothing that was asked in between.
    """

    def __init__(self, game: Game, options: tuple[int, ...]) -> None:
        self.game = game
        self.options = options
        self._ticks = 0
        self._last: Played | None = None

    # What the modes do differently

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

    def search_seed(self, seed: int) -> int:
        """The seed of the search of this decision, when the session's search seed is `seed`."""
        return int(stream("search", seed, self._ticks)[0] >> np.uint64(1))

    def play(self, mover: int, event: int) -> None:
        """Play an event; the error names why it cannot be played."""
        before = self.moment()
        events = self._advance(mover, event)
        self._ticks += 1
        self._last = Played(before, mover, events)

    def steps(self, seat: int, decisions: int) -> tuple[Step, ...]:
        """What `seat` saw since the last `decisions` decisions of others, as `Trace.steps`."""
        steps: list[Step] = []
        start, played = 0, self._last
        while played is not None and decisions > 0:
            steps.append(self._seen(played, seat))
            if is_seat(played.mover) and played.mover != seat:
                start = len(steps)
                decisions -= 1
            played = played.before.last
        return tuple(reversed(steps[:start]))

    def returns(self) -> list[float]:
        """The win share per seat; `Unsupported` before the end."""
        if self.mover != OVER:
            raise Unsupported("cannot score: the game is not over")
        return self.game.returns(self.visible())

    def undo(self) -> None:
        """Take back the last event, and what the seats made of it; `CannotUndo` if none is left."""
        if self._last is None:
            raise CannotUndo("cannot undo: nothing was played since the position was set")
        self.restore(self._last.before)

    def moment(self) -> Moment:
        """Everything, to come back to."""
        return Moment(self._held(), self._ticks, self._last)

    def restore(self, moment: Moment) -> None:
        self._hold(moment.held)
        self._ticks = moment.ticks
        self._last = moment.last

    def _set(self, held: Snapshot) -> None:
        """Go on from a position of which no past is known."""
        self.restore(Moment(held, self._ticks + 1, None))


class FullPosition(Position):
    """Full mode: the truth, from which every seat's view and memory are rolled on."""

    def __init__(self, game: Game, options: tuple[int, ...], seed: int, deal: int = 0) -> None:
        """Deal. `seed` and `deal`, the number of deals before, fix the deal and all chance."""
        super().__init__(game, options)
        self._seed = seed
        self._deal = deal
        self._table = Table.deal(game, options, stream("deal", seed, deal))

    def fresh(self) -> Position:
        return FullPosition(self.game, self.options, self._seed, self._deal + 1)

    def visible(self) -> States:
        return self._table.state

    def state(self) -> States:
        return self._table.state

    def knowledge(self, seat: int) -> Knowledge:
        return self._table.knowledge(seat)

    def check_known(self, mover: int) -> None:
        pass

    def draw(self) -> int:
        self.check_turn(CHANCE)
        rng = stream("chance", self._seed, self._deal, self._ticks)
        return self.game.sample(self._table.state, rng)

    def set_state(self, text: str) -> None:
        state = decode_state(self.game, self.options, text)
        self._set(Table(self.game, state).snapshot())

    def set_view(self, seat: int, text: str) -> None:
        raise Unsupported("setview is for seat mode: newgame GAME seat=pK")

    def _advance(self, mover: int, event: int) -> tuple[int, ...]:
        return tuple(self._table.play(mover, event))

    def _seen(self, played: Played, seat: int) -> Step:
        assert played.before.held is not None
        states = np.frombuffer(played.before.held.states, self.game.state_dtype)
        memories = np.frombuffer(played.before.held.memories, self.game.memory_dtype)
        known = _knowledge(self.game, states[1 + seat], memories[seat])
        return Step(known, played.mover, played.events[seat])

    def _held(self) -> Snapshot:
        return self._table.snapshot()

    def _hold(self, held: Snapshot | None) -> None:
        assert held is not None
        self._table.restore(held)


class SeatPosition(Position):
    """Seat mode: what one seat knows, rolled on by the events it sees."""

    def __init__(self, game: Game, options: tuple[int, ...], seat: int) -> None:
        """Take a seat, and wait for its first view.

        An enumerable game deals by chance moves, so all its first views are alike: it starts.
        """
        super().__init__(game, options)
        self._seat = seat
        self._known: Knowledge | None = None
        if game.enumerable:
            self._known = game.mask(game.deal(options, stream("blank")), seat)

    def fresh(self) -> Position:
        return SeatPosition(self.game, self.options, self._seat)

    def visible(self) -> States:
        return self._own().view

    def state(self) -> States:
        raise HiddenInformation(f"{seat_name(self._seat)} does not know the whole state")

    def knowledge(self, seat: int) -> Knowledge:
        self.check_known(seat)
        return self._own().copy()

    def check_known(self, mover: int) -> None:
        if mover != self._seat:
            own = seat_name(self._seat)
            raise HiddenInformation(f"{seat_name(mover)}: only what {own} knows is known here")

    def draw(self) -> int:
        raise HiddenInformation("chance: its events must be played as they are seen")

    def set_state(self, text: str) -> None:
        self.state()

    def set_view(self, seat: int, text: str) -> None:
        self.check_known(seat)
        known = decode_knowledge(self.game, self.options, seat, text)
        self._set(_snapshot(known))

    def _advance(self, mover: int, event: int) -> tuple[int, ...]:
        known = self._own()
        self.game.check_event(known.view, mover, event)
        self.game.observe(known, event)
        return (event,)

    def _seen(self, played: Played, seat: int) -> Step:
        assert played.before.held is not None
        return Step(self._restored(played.before.held), played.mover, played.events[0])

    def _held(self) -> Snapshot | None:
        return None if self._known is None else _snapshot(self._known)

    def _hold(self, held: Snapshot | None) -> None:
        self._known = None if held is None else self._restored(held)

    def _restored(self, held: Snapshot) -> Knowledge:
        view = np.frombuffer(held.states, self.game.state_dtype)
        memory = np.frombuffer(held.memories, self.game.memory_dtype)
        return _knowledge(self.game, view[0], memory[0])

    def _own(self) -> Knowledge:
        if self._known is None:
            raise NoGame(f"waiting for setview {seat_name(self._seat)} TEXT")
        return self._known


def _snapshot(known: Knowledge) -> Snapshot:
    return Snapshot(known.view.tobytes(), known.memory.tobytes())


def _knowledge(game: Game, view: Record, memory: Record) -> Knowledge:
    known = Knowledge(game.new_states(), game.new_memories())
    known.view[0] = view
    known.memory[0] = memory
    return known
