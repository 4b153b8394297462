"""A game in seat mode."""

import numpy as np

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import stream
from hinterland.engine.seats import seat_name
from hinterland.engine.table import Snapshot
from hinterland.engine.text import decode_knowledge, encode_knowledge
from hinterland.protocol.errors import HiddenInformation, NoGame
from hinterland.protocol.moments import Played
from hinterland.protocol.position import Position, knowledge_of
from hinterland.search.trace import Step


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

    @property
    def viewer(self) -> int:
        return self._seat

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

    def origin_text(self) -> str | None:
        held = self.origin.held
        return None if held is None else encode_knowledge(self.game, self._restored(held))

    def check_seen(self, viewer: int) -> None:
        self.check_known(viewer)

    def _seen_event(self, played: Played, viewer: int) -> int:
        return played.move

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
        return knowledge_of(self.game, view[0], memory[0])

    def _own(self) -> Knowledge:
        if self._known is None:
            raise NoGame(f"waiting for setview {seat_name(self._seat)} TEXT")
        return self._known


def _snapshot(known: Knowledge) -> Snapshot:
    return Snapshot(known.view.tobytes(), known.memory.tobytes())
