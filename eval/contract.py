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


KERNELS = (evaluate, prior, rollout, kind, commutes)
"""Every kernel of the contract."""
