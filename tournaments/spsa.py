"""Simultaneous perturbation: climbing when all that can be had is a noisy comparison of two points.

Every step compares two points, the present one moved by a random sign in all parameters at once
and the opposite one, and goes towards the better. Source: Spall, "Implementation of the
simultaneous perturbation algorithm for stochastic optimization", 1998, for the gains.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hinterland.engine.rng import draw_bounded, stream

ALPHA: Final = 0.602
GAMMA: Final = 0.101
"""How the gains and the perturbations fade: the powers of the number of steps."""

STABILITY: Final = 0.1
"""This part of all steps is added to the number of a step: the first ones are not too large."""

Point = Mapping[str, float]


@dataclass(frozen=True)
class Parameter:
    """A number to tune, between `low` and `high`, from `start` on.

    `step`: how far the first comparison goes from the middle, in its own units. `whole`: only
    whole numbers are played with.
    """

    name: str
    low: float
    high: float
    start: float
    step: float
    whole: bool = False

    def played(self, value: float) -> float:
        """The value that is played with instead of this one."""
        inside = min(max(value, self.low), self.high)
        return float(round(inside)) if self.whole else round(inside, 6)


@dataclass(frozen=True)
class Step:
    """A comparison. `share`: of `plus` against `minus`, 1/2 for equals; `after`: where it led."""

    number: int
    plus: Point
    minus: Point
    share: float
    after: Point


def climb(
    parameters: Sequence[Parameter],
    steps: int,
    seed: int,
    compare: Callable[[int, Point, Point], float],
    gain: float = 1.0,
) -> Iterator[Step]:
    """The steps, one after the other; `compare(number, plus, minus)` is the share of `plus`.

    `gain`: where a first step whose share is 1 or 0 leads, in steps of the parameters.
    """
    point = {parameter.name: parameter.start for parameter in parameters}
    for number in range(steps):
        rng = stream("spsa", seed, number)
        signs = {parameter.name: 2 * draw_bounded(rng, 2) - 1 for parameter in parameters}
        reach = 1 / (number + 1) ** GAMMA
        moves = {p.name: signs[p.name] * p.step * reach for p in parameters}
        plus = {p.name: p.played(point[p.name] + moves[p.name]) for p in parameters}
        minus = {p.name: p.played(point[p.name] - moves[p.name]) for p in parameters}
        share = compare(number, plus, minus)
        rest = STABILITY * steps
        fade = ((1 + rest) / (number + 1 + rest)) ** ALPHA
        for p in parameters:
            value = point[p.name] + gain * fade * (2 * share - 1) * signs[p.name] * p.step / reach
            point[p.name] = min(max(value, p.low), p.high)
        yield Step(number, plus, minus, share, dict(point))
