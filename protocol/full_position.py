"""A game in full mode."""

import numpy as np

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import stream
from hinterland.engine.seats import ALL, CHANCE
from hinterland.engine.table import Snapshot, Table
from hinterland.engine.text import decode_state, encode_state
from hinterland.protocol.errors import Unsupported
from hinterland.protocol.moments import Played
from hinterland.protocol.position import Position, knowledge_of
from hinterland.search.trace import Step


class FullPosition(Position):
    """Full mode: the truth, from which every seat's view and memory are rolled on."""

    def __init__(self, game: Game, options: tuple[int, ...], seed: int, deal: int = 0) -> None:
        """Deal. `seed` and `deal`, the number of deals before, fix the deal and all chance."""
        super().__init__(game, options)
        self.seed = seed
        self.deal = deal
        self._table = Table.deal(game, options, stream("deal", seed, deal))

    @property
    def viewer(self) -> int:
        return ALL

    def fresh(self) -> Position:
        return FullPosition(self.game, self.options, self.seed, self.deal + 1)

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
        rng = stream("chance", self.seed, self.deal, self._ticks)
        return self.game.sample(self._table.state, rng)

    def set_state(self, text: str) -> None:
        state = decode_state(self.game, self.options, text)
        self._set(Table(self.game, state).snapshot())

    def set_view(self, seat: int, text: str) -> None:
        raise Unsupported("setview is for seat mode: newgame GAME seat=pK")

    def origin_text(self) -> str:
        held = self.origin.held
        assert held is not None
        states = np.frombuffer(held.states, self.game.state_dtype)
        return encode_state(self.game, states[:1])

    def check_seen(self, viewer: int) -> None:
        pass

    def _seen_event(self, played: Played, viewer: int) -> int:
        return played.move if viewer == ALL else played.events[viewer]

    def _advance(self, mover: int, event: int) -> tuple[int, ...]:
        return tuple(self._table.play(mover, event))

    def _seen(self, played: Played, seat: int) -> Step:
        assert played.before.held is not None
        states = np.frombuffer(played.before.held.states, self.game.state_dtype)
        memories = np.frombuffer(played.before.held.memories, self.game.memory_dtype)
        known = knowledge_of(self.game, states[1 + seat], memories[seat])
        return Step(known, played.mover, played.events[seat])

    def _held(self) -> Snapshot:
        return self._table.snapshot()

    def _hold(self, held: Snapshot | None) -> None:
        assert held is not None
        self._table.restore(held)
