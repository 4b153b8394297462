"""Worlds weighted by what the others' moves say.

Worlds are drawn from what the seat knew before the last few decisions of the others and replayed
through the events since; a hidden choice of another seat is drawn evenly from those that fit. A
world in which an event is impossible is dropped before anything is searched. The others count by
the share of its visits that each decision had in a search of its own, from what its seat would know
in that world, times the number of choices that it was drawn from.

A card that is shown lies in few of the worlds drawn before: of long pasts hardly any world is left.
Then half as many decisions are weighed, and half of those, until enough worlds are left.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache

from hinterland.engine.game import Game, Knowledge, States, is_seat
from hinterland.engine.rng import Stream, draw_bounded
from hinterland.engine.seats import CHANCE
from hinterland.search.trace import Step

Policy = Callable[[Knowledge], Generator[bool, None, Mapping[int, float]]]
"""Finds the probability of each move of the seat whose knowledge is given, in parts."""

FEWEST: Final = 16
"""Worlds below which none are weighted: the search would take too few for all there are."""

DRAWS: Final = 16
"""Worlds drawn for each one of the fewest, and again for each that is left, before giving up."""

REMEMBERED: Final = 1024
"""Policies remembered at most, those asked for least recently go first."""

_RESOLUTION = 1 << 30


@dataclass(frozen=True)
class WorldPool:
    """Worlds, and the running sum of their weights scaled to end at 1; shape (n,) each."""

    worlds: States
    cumulative: npt.NDArray[np.float64]


def only_world(world: States) -> WorldPool:
    """A pool of the one world, shape (1,)."""
    return WorldPool(world.copy(), np.ones(1))


class Weighing:
    """The making of a pool of worlds, in parts.

    `decisions`: how many decisions of others its worlds are weighted by. `finished`: no part is
    left.
    """

    def __init__(
        self, game: Game, steps: Sequence[Step], policy: Policy, wanted: int, rng: Stream
    ) -> None:
        """`steps`: what led to the knowledge that the worlds are to fit, as `Trace.steps`."""
        self.decisions = 0
        self.finished = False
        self._game = game
        self._policy = policy
        self._rng = rng
        self._worlds = game.new_states(wanted)
        self._weights = np.zeros(wanted)
        self._count = 0
        self._parts = self._make(steps)

    def go_on(self) -> None:
        """Do the next part: draw a world, or a part of a policy."""
        self.finished = next(self._parts, True)

    def pool(self) -> WorldPool | None:
        """The worlds weighted so far; None where they are too few."""
        if self._count < self._fewest:
            return None
        cumulative = np.cumsum(self._weights[: self._count])
        return WorldPool(self._worlds[: self._count], cumulative / cumulative[-1])

    @property
    def _fewest(self) -> int:
        return min(FEWEST, len(self._worlds))

    def _make(self, steps: Sequence[Step]) -> Iterator[bool]:
        for self.decisions, since in shorter_pasts(steps):
            self._count = 0
            yield from self._weigh(since)
            if self._count >= self._fewest:
                return
        self._count = 0

    def _weigh(self, steps: Sequence[Step]) -> Iterator[bool]:
        """Weigh worlds by the decisions in the steps, until there are enough or too many drawn."""
        drawn = 0
        while drawn < DRAWS * (self._fewest + self._count):
            past = replayed(self._game, steps, self._rng)
            drawn += 1
            yield False
            weight = 0.0 if past is None else (yield from self._likelihood(past))
            if past is None or weight <= 0.0:
                continue
            self._worlds[self._count] = past.world[0]
            self._weights[self._count] = weight
            self._count += 1
            if self._count == len(self._worlds):
                return

    def _likelihood(self, past: "Past") -> Generator[bool, None, float]:
        """How likely the steps were in a replayed world, but for a factor of all worlds."""
        weight = past.chance
        for choice in past.choices:
            shares = yield from self._policy(choice.before)
            weight *= choice.alike * shares.get(choice.move, 0.0)
        return weight


def shorter_pasts(steps: Sequence[Step]) -> Iterator[tuple[int, Sequence[Step]]]:
    """All decisions of others in the steps, then the last half of them, and so on to the last one.

    Each with the steps from the first of those decisions on.
    """
    decided = [index for index, step in enumerate(steps) if _of_another(step)]
    decisions = len(decided)
    while decisions > 0:
        yield decisions, steps[decided[-decisions] :]
        decisions //= 2


@dataclass(frozen=True)
class Choice:
    """A decision of another seat in a replayed world.

    `before`: what it knew there. `alike`: how many moves look like the one it made, that one
    included.
    """

    before: Knowledge
    move: int
    alike: int


@dataclass(frozen=True)
class Past:
    """A world as of now, how likely its chance was, and the others' decisions on the way."""

    world: States
    chance: float
    choices: Sequence[Choice]


def replayed(game: Game, steps: Sequence[Step], rng: Stream) -> Past | None:
    """A world drawn before the steps and played through them; None where one is impossible."""
    world = game.determinise(steps[0].before, rng)
    chance, choices = 1.0, []
    for step in steps:
        if game.mover(world) != step.mover:
            return None
        move: int | None = step.event
        if step.mover == CHANCE:
            move, likely = _outcome(game, world, step, rng)
            chance *= likely
        elif _of_another(step):
            move, choice = _decision(game, world, step, rng)
            choices += [] if choice is None else [choice]
        if move is None:
            return None
        game.apply(world, move)
    return Past(world, chance, choices)


def _of_another(step: Step) -> bool:
    return is_seat(step.mover) and step.mover != step.before.seat


def _outcome(game: Game, world: States, step: Step, rng: Stream) -> tuple[int | None, float]:
    """An outcome of chance that shows the step's event, and how likely such ones are."""
    odds = game.odds(world)
    if odds is None:
        odds = [(game.sample(world, rng), 1.0)]
    fitting = [outcome for outcome in odds if _shows(game, world, outcome[0], step)]
    total = sum(probability for _, probability in fitting)
    return (_draw(fitting, total, rng), total) if total > 0.0 else (None, 0.0)


def _decision(
    game: Game, world: States, step: Step, rng: Stream
) -> tuple[int | None, Choice | None]:
    """A move of another seat that shows the step's event, and what is to be judged of it.

    Nothing is of a move that was forced, nor of one that a search does not look at.
    """
    moves = game.legal(world).tolist()
    if step.event in moves and _shows(game, world, step.event, step):
        fitting = [step.event]
    else:
        fitting = [move for move in moves if _shows(game, world, move, step)]
    if not fitting:
        allowed = game.fits(world, step.event) == 0 and _shows(game, world, step.event, step)
        return (step.event if allowed else None), None
    move = fitting[draw_bounded(rng, len(fitting))]
    if len(moves) == 1:
        return move, None
    return move, Choice(game.mask(world, step.mover), move, len(fitting))


def _shows(game: Game, world: States, move: int, step: Step) -> bool:
    return game.redact(world, move, step.before.seat) == step.event


def _draw(fitting: Sequence[tuple[int, float]], total: float, rng: Stream) -> int:
    left = draw_bounded(rng, _RESOLUTION) / _RESOLUTION * total
    for move, probability in fitting:
        left -= probability
        if left < 0.0:
            return move
    return fitting[-1][0]


def remembered(policy: Policy) -> Policy:
    """The policy, asked once for every knowledge."""
    known: LRUCache[bytes, Mapping[int, float]] = LRUCache(REMEMBERED)

    def ask(knowledge: Knowledge) -> Generator[bool, None, Mapping[int, float]]:
        key = knowledge.tobytes()
        if key not in known:
            known[key] = yield from policy(knowledge)
        return known[key]

    return ask
