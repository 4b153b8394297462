"""Tuning by optuna, an extra: points that a model of what was seen so far thinks worth a trial.

Every step plays a point against the start of all parameters. The model is made anew from the steps
that are on disk, so a tuning is resumed as it would have gone on.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hinterland.engine.errors import BadArgument
from hinterland.tournaments.spsa import Parameter, Point, Step


def require_optuna() -> Any:
    """The library; `BadArgument` says how to install it."""
    try:
        import optuna
    except ImportError:
        text = "optuna is not installed: pip install 'hinterland[optuna]'"
        raise BadArgument(text) from None
    return optuna


def try_points(
    parameters: Sequence[Parameter],
    steps: int,
    seed: int,
    compare: Callable[[int, Point, Point], float],
) -> Iterator[Step]:
    """`steps` points, one after the other; `compare(number, point, start)` is the point's share.

    `after`: the point of the best share so far, the start until one has more than half.
    """
    optuna = require_optuna()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed % 2**32)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    start = {parameter.name: parameter.played(parameter.start) for parameter in parameters}
    best, most = start, 0.5
    for number in range(steps):
        trial = study.ask({p.name: _distribution(optuna, p) for p in parameters})
        point = {p.name: p.played(float(trial.params[p.name])) for p in parameters}
        share = compare(number, point, start)
        study.tell(trial, share)
        if share > most:
            best, most = point, share
        yield Step(number, point, start, share, dict(best))


def _distribution(optuna: Any, parameter: Parameter) -> Any:
    if parameter.whole:
        return optuna.distributions.IntDistribution(round(parameter.low), round(parameter.high))
    return optuna.distributions.FloatDistribution(parameter.low, parameter.high)
