"""The kernels of one game as Python calls them: template, bound to a game by `specialise`.

Entries take (array, index) and loop inside; what a search keeps in records (moves, probabilities,
returns, streams) they take as `engine.jit.in_record` gives it. `states` is an array of the game's
state dtype, `memories` of its memory dtype. The arrays of a table are laid out as `engine.table`
says:
`states[0]` is the truth, `states[1 + s]` the view of seat s, `memories[s]` its memory.
"""

from typing import Any

import hinterland.engine.contract as game
from hinterland.engine.jit import jit


@jit(entry=True)
def deal_at(states: Any, i: int, options: Any, rng: Any) -> None:
    game.deal(states[i], options, rng[0].field)


@jit(entry=True)
def mask_at(states: Any, i: int, seat: int, memories: Any, j: int) -> None:
    game.mask(states[i], seat, memories[j])


@jit(entry=True)
def mover_at(states: Any, i: int) -> int:
    return game.mover(states[i])


@jit(entry=True)
def legal_at(states: Any, i: int, moves: Any) -> int:
    return game.legal(states[i], moves[0].field)


@jit(entry=True)
def weight_at(states: Any, i: int, move: int) -> int:
    return game.weight(states[i], move)


@jit(entry=True)
def fits_at(states: Any, i: int, event: int) -> int:
    return game.fits(states[i], event)


@jit(entry=True)
def odds_at(states: Any, i: int, moves: Any, probabilities: Any) -> int:
    return game.odds(states[i], moves[0].field, probabilities[0].field)


@jit(entry=True)
def sample_at(states: Any, i: int, rng: Any) -> int:
    return game.sample(states[i], rng[0].field)


@jit(entry=True)
def redact_at(states: Any, i: int, move: int, seat: int) -> int:
    return game.redact(states[i], move, seat)


@jit(entry=True)
def apply_at(states: Any, i: int, move: int) -> None:
    game.apply(states[i], move)


@jit(entry=True)
def determinise_at(states: Any, i: int, memories: Any, j: int, rng: Any) -> int:
    return game.determinise(states[i], memories[j], rng[0].field)


@jit(entry=True)
def returns_at(states: Any, i: int, out: Any) -> None:
    game.returns(states[i], out[0].field)


@jit(entry=True)
def advance(states: Any, memories: Any, events: Any, move: int) -> None:
    """Play `move` on the truth and the events that the seats see on their views.

    `events`: int64, one a seat, written here. Where there is one state and one memory, they are
    a seat's own, and `move` is what it sees.
    """
    if states.shape[0] == 1:
        game.remember(memories[0], states[0], move)
        game.apply(states[0], move)
        return
    for seat in range(memories.shape[0]):
        event = game.redact(states[0], move, seat)
        events[seat] = event
        game.remember(memories[seat], states[1 + seat], event)
        game.apply(states[1 + seat], event)
    game.apply(states[0], move)
