"""Going on in the tree of a seat's last search, where the settings ask for it (`reuse`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hinterland.protocol.outside import Thought

if TYPE_CHECKING:
    from hinterland.engine.game import Knowledge
    from hinterland.protocol.position import Position
    from hinterland.protocol.session import Session


@dataclass(frozen=True)
class Grown:
    """A seat's last search, and the decision that it was of. `ticks`: of the position then."""

    knowledge: bytes
    ticks: int
    thought: Thought


def keep_tree(
    session: "Session",
    position: "Position",
    mover: int,
    knowledge: "Knowledge",
    thought: Thought,
) -> None:
    """Keep a search for the mover's next decision, in place of its last one."""
    session.grown.pop(mover, None)
    if thought.goes_on:
        session.grown[mover] = Grown(knowledge.tobytes(), position.ticks, thought)


def take_over(session: "Session", position: "Position", mover: int, thought: Thought) -> None:
    """Let a search that was just begun go on from the mover's last one, if this led to it."""
    grown = session.grown.get(mover)
    if grown is None:
        return
    events = _events_since(position, mover, grown)
    if events:
        thought.go_on(grown.thought, events)


def _events_since(position: "Position", mover: int, grown: Grown) -> Sequence[int]:
    """What the seat has seen since; empty if it knew something else then (an undo, a new view)."""
    steps = position.seen_since(mover, grown.ticks)
    if not steps or steps[0].before.tobytes() != grown.knowledge:
        return ()
    return [step.event for step in steps]
