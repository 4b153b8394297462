"""What a seat has seen of the last decisions of others, for weighing worlds by them."""

from collections import deque
from dataclasses import dataclass

from hinterland.engine.game import Game, Knowledge, is_seat


@dataclass(frozen=True)
class Step:
    """A move as the seat saw it, and what the seat knew before it."""

    before: Knowledge
    mover: int
    event: int


class Trace:
    """A seat's knowledge, with the steps since the last few decisions of other seats."""

    def __init__(self, game: Game, knowledge: Knowledge, decisions: int) -> None:
        """Start at `knowledge`; keep the last `decisions` decisions of others."""
        self.game = game
        self.knowledge = knowledge.copy()
        self.decisions = decisions
        self._steps: deque[Step] = deque()

    @property
    def steps(self) -> tuple[Step, ...]:
        """From the earliest decision kept to the last move; empty if none is kept."""
        return tuple(self._steps)

    def observe(self, mover: int, event: int) -> None:
        """See the next event."""
        if self.decisions == 0:
            self.game.observe(self.knowledge, event)
            return
        self._steps.append(Step(self.knowledge.copy(), mover, event))
        self.game.observe(self.knowledge, event)
        others = [index for index, step in enumerate(self._steps) if self._of_another(step)]
        excess = len(others) - self.decisions
        start = others[max(excess, 0)] if others else len(self._steps)
        for _ in range(start):
            self._steps.popleft()

    def _of_another(self, step: Step) -> bool:
        return is_seat(step.mover) and step.mover != self.knowledge.seat
