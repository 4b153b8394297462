"""Playouts: template, bound to a game and its evaluation by `specialise`."""

from typing import Any

import hinterland.engine.contract as game
import hinterland.eval.contract as evaluation
from hinterland.engine.jit import Record, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import CHANCE, OVER
from hinterland.search.layout import UNIFORM


@jit
def choose(world: Record, moves: Any, rng: Any, policy: int) -> int:
    """The mover's next move: uniform, or by the rollout policy of the evaluation."""
    count = game.legal(world, moves)
    if count == 1:
        return moves[0]
    if policy == UNIFORM:
        return moves[draw(rng, count)]
    return evaluation.rollout(world, moves, count, rng)


@jit
def playout(world: Record, moves: Any, rng: Any, policy: int, limit: int, out: Any) -> int:
    """Play to the end, or `limit` moves and then evaluate; the moves played.

    `limit` below 0 is no limit. `moves` is a buffer; the returns are written to `out`.
    """
    played = 0
    while True:
        mover = game.mover(world)
        if mover == OVER:
            game.returns(world, out)
            return played
        if played == limit:
            evaluation.evaluate(world, out)
            return played
        if mover == CHANCE:
            move = game.sample(world, rng)
        else:
            move = choose(world, moves, rng, policy)
        game.apply(world, move)
        played += 1


@jit
def value_leaf(control: Record, work: Record, world: Record) -> None:
    """Write the value of the leaf `world` to `out`, as the settings say."""
    control.played += playout(
        world, work.moves, control.rng, control.policy, control.limit, work.out
    )


@jit
def copy_words(words: Any, source: int, target: int) -> None:
    """Copy one record to another place: `words` is the uint64 view of the array, shape (n, k)."""
    for word in range(words.shape[1]):
        words[target, word] = words[source, word]


@jit(entry=True)
def random_games(states: Any, words: Any, work: Any, rng: Any, count: int) -> int:
    """Play `count` random games from `states[0]`, each in `states[1]`; the moves played.

    `rng`: a stream, in a record (`engine.jit.in_record`).
    """
    total = 0
    for _ in range(count):
        copy_words(words, 0, 1)
        total += playout(states[1], work[0].moves, rng[0].field, UNIFORM, -1, work[0].out)
    return total


@jit(entry=True)
def copies(words: Any, count: int) -> int:
    """Copy record 0 to record 1 and back, `count` times each way; for measuring."""
    for _ in range(count):
        words[0, 0] += words[1, 0]
        copy_words(words, 0, 1)
        words[1, 0] ^= words[0, 0]
        copy_words(words, 1, 0)
    return words[0, 0]
