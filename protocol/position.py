"""A game in progress as a session holds it: the whole table, or what one seat knows."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from hinterland.engine.errors import BadState, GameOver, NotYourTurn
from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.table import Snapshot, Table
from hinterland.engine.text import decode_knowledge, decode_state
from hinterland.protocol.errors import CannotUndo, HiddenInformation, NoGame, Unsupported


@dataclass(frozen=True)
class Moment:
    """All that changes in a position, at one moment; `before` is where `undo` leads from it.

    `held` is None while a seat waits for its first view.
    """

    held: Snapshot | None
    ticks: int
    before: "Moment | None"


class Position(ABC):
    """What both modes share; every check is made before anything changes.

    `ticks` counts the events played and the positions set since the deal. Randomness derives
    from it, so that it depends on nothing that was asked in between.
    """

    def __init__(self, game: Game, options: tuple[int, ...]) -> None:
        self.game = game
        self.options = options
        self.ticks = 0
        self._before: Moment | None = None

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
    def _advance(self, mover: int, event: int) -> None:
        """Play an event, or raise before anything changes."""

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
        return int(stream("search", seed, self.ticks)[0] >> np.uint64(1))

    def play(self, mover: int, event: int) -> None:
        """Play an event; the error names why it cannot be played."""
        before = self.moment()
        self._advance(mover, event)
        self.ticks += 1
        self._before = before

    def returns(self) -> list[float]:
        """The win share per seat; `Unsupported` before the end."""
        if self.mover != OVER:
            raise Unsupported("cannot score: the game is not over")
        return self.game.returns(self.visible())

    def undo(self) -> None:
        """Take back the last event, and what the seats made of it; `CannotUndo` if none is left."""
        if self._before is None:
            raise CannotUndo("cannot undo: nothing was played since the position was set")
        self.restore(self._before)

    def moment(self) -> Moment:
        """Everything, to come back to."""
        return Moment(self._held(), self.ticks, self._before)

    def restore(self, moment: Moment) -> None:
        self._hold(moment.held)
        self.ticks = moment.ticks
        self._before = moment.before

    def _set(self, held: Snapshot) -> None:
        """Go on from a position of which no past is known."""
        self.restore(Moment(held, self.ticks + 1, None))

    def _check_players(self, states: States) -> None:
        players = int(states[0]["players"])
        if players != self.players:
            raise BadState(f"this position has {players} players, this game {self.players}")


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
        rng = stream("chance", self._seed, self._deal, self.ticks)
        return self.game.sample(self._table.state, rng)

    def set_state(self, text: str) -> None:
        state = decode_state(self.game, self.options, text)
        self._check_players(state)
        self._set(Table(self.game, state).snapshot())

    def set_view(self, seat: int, text: str) -> None:
        raise Unsupported("setview is for seat mode: newgame GAME seat=pK")

    def _advance(self, mover: int, event: int) -> None:
        self._table.play(mover, event)

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
        self._check_players(known.view)
        self._set(_snapshot(known))

    def _advance(self, mover: int, event: int) -> None:
        known = self._own()
        self.game.check_event(known.view, mover, event)
        self.game.observe(known, event)

    def _held(self) -> Snapshot | None:
        return None if self._known is None else _snapshot(self._known)

    def _hold(self, held: Snapshot | None) -> None:
        self._known = None if held is None else _knowledge(self.game, held)

    def _own(self) -> Knowledge:
        if self._known is None:
            raise NoGame(f"waiting for setview {seat_name(self._seat)} TEXT")
        return self._known


def _snapshot(known: Knowledge) -> Snapshot:
    return Snapshot(known.view.tobytes(), known.memory.tobytes())


def _knowledge(game: Game, held: Snapshot) -> Knowledge:
    known = Knowledge(game.new_states(), game.new_memories())
    known.view[:] = np.frombuffer(held.states, game.state_dtype)
    known.memory[:] = np.frombuffer(held.memories, game.memory_dtype)
    return known
