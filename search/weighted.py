"""Worlds weighted by what the others' moves say.

Worlds are drawn from what the seat knew before the last few decisions of the others and
replayed through the events since. A world in which an event is impossible is dropped; the others
count by the share of its visits that the move had in a search of their own, from what they
would know in that world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hinterland.engine.game import Game, Knowledge, States, is_seat
from hinterland.engine.rng import Stream, draw_bounded
from hinterland.engine.seats import CHANCE
from hinterland.search.trace import Step

Policy = Callable[[Knowledge], dict[int, float]]
"""The probability of each move of the seat whose knowledge is given."""

_RESOLUTION = 1 << 30


@dataclass(frozen=True)
class WorldPool:
    """Worlds, and the running sum of their weights scaled to end at 1; shape (n,) each."""

    worlds: States
    cumulative: npt.NDArray[np.float64]


def only_world(world: States) -> WorldPool:
    """A pool of the one world, shape (1,)."""
    return WorldPool(world.copy(), np.ones(1))


def weighted_worlds(
    game: Game, steps: Sequence[Step], policy: Policy, count: int, rng: Stream
) -> WorldPool | None:
    """A pool of at most `count` worlds as of now; None when every world was dropped."""
    worlds: list[States] = []
    weights: list[float] = []
    for _ in range(count):
        world = game.determinise(steps[0].before, rng)
        weight = _replay(game, world, steps, policy, rng)
        if weight > 0.0:
            worlds.append(world)
            weights.append(weight)
    if not worlds:
        return None
    cumulative = np.cumsum(weights)
    pool = game.new_states(len(worlds))
    for index, world in enumerate(worlds):
        pool[index] = world[0]
    return WorldPool(pool, cumulative / cumulative[-1])


def _replay(game: Game, world: States, steps: Sequence[Step], policy: Policy, rng: Stream) -> float:
    """Play the steps in `world`; how likely they were there, 0 where they are impossible."""
    seat = steps[0].before.seat
    weight = 1.0
    for step in steps:
        if game.mover(world) != step.mover:
            return 0.0
        fitting = [
            (move, probability)
            for move, probability in _probabilities(game, world, step, seat, policy, rng)
            if game.redact(world, move, seat) == step.event
        ]
        total = sum(probability for _, probability in fitting)
        if total <= 0.0:
            return 0.0
        game.apply(world, _draw(fitting, total, rng))
        weight *= total
    return weight


def _probabilities(
    game: Game, world: States, step: Step, seat: int, policy: Policy, rng: Stream
) -> list[tuple[int, float]]:
    """The moves that may stand behind the step's event, with their probabilities in `world`."""
    if step.mover == seat:
        return [(step.event, 1.0)]
    if is_seat(step.mover):
        return list(policy(game.mask(world, step.mover)).items())
    odds = game.odds(world) if step.mover == CHANCE else None
    return odds if odds is not None else [(game.sample(world, rng), 1.0)]


def _draw(fitting: Sequence[tuple[int, float]], total: float, rng: Stream) -> int:
    left = draw_bounded(rng, _RESOLUTION) / _RESOLUTION * total
    for move, probability in fitting:
        left -= probability
        if left < 0.0:
            return move
    return fitting[-1][0]


def remembered(policy: Policy) -> Policy:
    """The policy, asked once for every knowledge."""
    known: dict[bytes, dict[int, float]] = {}

    def ask(knowledge: Knowledge) -> dict[int, float]:
        key = knowledge.tobytes()
        if key not in known:
            known[key] = policy(knowledge)
        return known[key]

    return ask
