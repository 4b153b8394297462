"""The contract of an evaluation: its kernels. A game's evaluation module has them all.

Kernels of search import this module under the name `evaluation`; `jit.specialise` binds it.
"""

from typing import Any

from hinterland.engine.jit import Record


def evaluate(state: Record, out: Any) -> None:
    """Write the expected win share of each seat in a whole `state` (a world) to `out`.

    `out`: float64 in [0, 1], one a seat. It is asked at any mover but OVER.
    """
    raise NotImplementedError


def prior(state: Record, moves: Any, count: int, out: Any) -> None:
    """Write how likely the mover is to choose each of its `count` legal moves: weights >= 0.

    `out`: float64, in the order of `moves`, on any scale; at least one is above 0.
    """
    raise NotImplementedError


def rollout(state: Record, moves: Any, count: int, rng: Any) -> int:
    """The move that the rollout policy plays, one of the mover's `count` >= 1 legal moves."""
    raise NotImplementedError


def kind(move: int) -> int:
    """The kind of a move of a seat: a search may choose it first, and then among its moves.

    Moves of one kind follow each other in the order of their codes.
    """
    raise NotImplementedError


def commutes(first: int, second: int) -> bool:
    """Whether a seat may as well play the two moves the other way round.

    Asked of moves of one seat that follow each other, where either could have been first: then
    both orders lead to the same position.
    """
    raise NotImplementedError


# What follows only an evaluation has whose weights can be fitted. Such a one is `shares_of` the sum
# of its features, each times its weight; it reads WEIGHTS_FILE where its module is given one.

FEATURES: tuple[str, ...] = ()
"""The names of the features. Those that are alike up to a colon are parts of one term."""

WEIGHTS: Any = None
"""float64, one a feature."""


def features(state: Record, seat: int, out: Any) -> None:
    """Write the features of a seat in a whole `state` to `out`: float64, one for each of FEATURES.

    It looks at nothing but the state, a world drawn from what some seat knows, as `evaluate` does.
    """
    raise NotImplementedError


def softness(state: Record) -> float:
    """What `shares_of` is given there."""
    raise NotImplementedError


def shares_of(worth: Any, softness: Any) -> Any:
    """The win shares, (rows, seats), of seats of such worth in positions of such softness, (rows,).

    Plain Python, no kernel.
    """
    raise NotImplementedError


FITTED = (features, softness, shares_of)
"""What fitting needs besides."""

KERNELS = (evaluate, prior, rollout, kind, commutes)
"""Every kernel that all evaluations have."""
