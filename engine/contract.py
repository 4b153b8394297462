"""The contract of a game: its kernels, what each does, and nothing else is asked of it.

A game's `rules` module has these kernels under these names, decorated with `jit`. Kernels
written once for every game (entries, playouts, search) import this module under the name
`game`; `jit.specialise` binds the name to the rules of one game. The bodies here only say so.

Words: `state` is one record of the game's state dtype, `memory` one of its memory dtype. The
field `viewer` of a state tells whose view it is (`ALL` for a state). A move, and an event, is
an int64 code. `rng` is a stream of `engine.rng`. Everything random after the deal is a move of
`CHANCE`.
"""

from typing import Any

from hinterland.engine.jit import Record


def deal(state: Record, options: Any, rng: Any) -> None:
    """Set the zeroed `state` to the table after the deal.

    `options`: int64 array in the order of `Game.options`, the number of players first.
    """
    raise NotImplementedError


def mask(state: Record, seat: int, memory: Record) -> None:
    """Turn `state` in place into the view of `seat` (or PUBLIC), and `memory` into an empty one.

    Exact on a fresh deal; on a later state it may hide more than the seat's rolled view, never
    less. On a view it hides what `seat` does not see either.
    """
    raise NotImplementedError


def mover(state: Record) -> int:
    """The seat to move, CHANCE or OVER; the same on every view of a state."""
    raise NotImplementedError


def legal(state: Record, moves: Any) -> int:
    """Write the legal moves, ascending and each once, to `moves`; their number.

    Equal cards are merged to one move. At CHANCE every outcome, or -1 where there are too many
    to list. On a view it is meaningful at the viewer's own decision only.
    """
    raise NotImplementedError


def weight(state: Record, move: int) -> int:
    """The number of labelled hidden choices that a legal move stands for; 1 when all see it.

    A seat that puts one of its two equal cards face down has one legal move of weight 2: a
    hidden choice counts as uniform over the labelled cards, whatever `legal` merges.
    """
    raise NotImplementedError


def fits(state: Record, event: int) -> int:
    """0, or the number of the rule that `event` breaks (`Game.rules_broken` has its text).

    On a state: may this move be played. On a view: could some world of it produce this event.
    Any int64 may be asked.
    """
    raise NotImplementedError


def odds(state: Record, moves: Any, probabilities: Any) -> int:
    """As `legal` at CHANCE, with each outcome's probability (float64); agrees with `sample`."""
    raise NotImplementedError


def sample(state: Record, rng: Any) -> int:
    """One move of CHANCE, drawn with its true probability."""
    raise NotImplementedError


def redact(state: Record, move: int, seat: int) -> int:
    """What `seat` (or PUBLIC, or ALL) sees of `move`; called before `apply`.

    The mover sees its whole move, ALL sees every move whole.
    """
    raise NotImplementedError


def remember(memory: Record, view: Record, event: int) -> None:
    """Keep `memory` up to date; called before `apply`, never inside a simulation."""
    raise NotImplementedError


def apply(state: Record, move: int) -> None:
    """Play `move` in place, unchecked; on a view, play the event that its viewer sees."""
    raise NotImplementedError


def determinise(view: Record, memory: Record, rng: Any) -> int:
    """Turn `view` in place into a world: a state drawn from the viewer's exact posterior.

    0, or 1 when no world fits; it never loops and never crashes.
    """
    raise NotImplementedError


def returns(state: Record, out: Any) -> None:
    """At OVER: write the win share of each seat, in [0, 1], to `out` (float64).

    The result of a game is public: it is the same on every view.
    """
    raise NotImplementedError


KERNELS = (
    deal, mask, mover, legal, weight, fits, odds, sample, redact, remember, apply, determinise,
    returns,
)  # fmt: skip
"""Every kernel of the contract, in the order in which they are described."""
