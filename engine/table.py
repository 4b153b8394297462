"""A table: the truth of one game with every seat's view and memory, rolled on by events."""

from dataclasses import dataclass

import numpy as np

from hinterland.engine.game import Game, Knowledge, Memories, States
from hinterland.engine.rng import Stream
from hinterland.engine.seats import ALL


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment."""

    states: bytes
    memories: bytes


class Table:
    """`states[0]` is the truth, `states[1 + s]` the view of seat s, `memories[s]` its memory."""

    def __init__(self, game: Game, state: States) -> None:
        """Seat the players around `state`: each sees what the state itself shows it."""
        players = int(state[0]["players"])
        self.game = game
        self.states: States = game.new_states(players + 1)
        self.memories: Memories = game.new_memories(players)
        self.states[:] = state[0]
        for seat in range(players):
            game.entries.mask_at(self.states, 1 + seat, seat, self.memories, seat)
        self._events = np.zeros(players, np.int64)

    @classmethod
    def deal(cls, game: Game, options: tuple[int, ...], rng: Stream) -> "Table":
        """A table after a fresh deal."""
        return cls(game, game.deal(options, rng))

    @property
    def players(self) -> int:
        return len(self.memories)

    @property
    def state(self) -> States:
        """The truth, an array of shape (1,) that shares memory with the table."""
        return self.states[:1]

    def knowledge(self, viewer: int) -> Knowledge:
        """A copy of what a seat knows. For PUBLIC, what the state itself shows to everybody."""
        if 0 <= viewer < self.players:
            view = self.states[1 + viewer : 2 + viewer].copy()
            return Knowledge(view, self.memories[viewer : viewer + 1].copy())
        if viewer == ALL:
            raise ValueError("ALL is not a seat's knowledge; take `state`")
        return self.game.mask(self.state, viewer)

    @property
    def mover(self) -> int:
        return self.game.mover(self.state)

    def play(self, mover: int, move: int) -> list[int]:
        """Play a move and answer the event that each seat sees; errors as `check_event`."""
        self.game.check_event(self.state, mover, move)
        self.game.entries.advance(self.states, self.memories, self._events, np.int64(move))
        events: list[int] = self._events.tolist()
        return events

    def snapshot(self) -> Snapshot:
        return Snapshot(self.states.tobytes(), self.memories.tobytes())

    def restore(self, snapshot: Snapshot) -> None:
        self.states[:] = np.frombuffer(snapshot.states, self.game.state_dtype)
        self.memories[:] = np.frombuffer(snapshot.memories, self.game.memory_dtype)
