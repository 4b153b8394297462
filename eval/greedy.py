"""The greedy choice: the move after which the evaluation is best, over worlds that fit."""

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from hinterland.engine.errors import NotYourTurn, NoWorld
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import in_record
from hinterland.engine.rng import Stream
from hinterland.engine.seats import seat_name
from hinterland.eval.registry import load_evaluation, load_weighted


@cache
def _kernels(game: Game, weights: Path | None) -> ModuleType:
    evaluation = load_evaluation(game)
    if weights is not None:
        game, evaluation = load_weighted(game, weights)
    return game.specialise("hinterland.eval.one_ply", evaluation=evaluation)


def one_ply_values(
    game: Game, knowledge: Knowledge, worlds: int, rng: Stream, weights: Path | None = None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The seat's legal moves, and the mean evaluation for it after each, over `worlds` worlds.

    `weights`: a file of them for the evaluation; None for its own. Raises `NotYourTurn` when the
    seat is not to move, `NoWorld` when no world fits.
    """
    mover = game.mover(knowledge.view)
    if mover != knowledge.seat:
        raise NotYourTurn(f"{seat_name(mover)} is to move, not {seat_name(knowledge.seat)}")
    states = game.new_states(3)
    states[0] = knowledge.view[0]
    words = states.view(np.ndarray).view(np.uint64).reshape(3, -1)
    moves = np.zeros(game.max_moves, np.int64)
    sums = np.zeros(game.max_moves, np.float64)
    out = np.zeros(game.max_players, np.float64)
    listed, stream, values = in_record(moves), in_record(rng[:1]), in_record(out)
    one_ply = _kernels(game, weights).one_ply
    count = one_ply(states, words, knowledge.memory, listed, stream, worlds, values, sums)
    if count < 0:
        raise NoWorld(f"no {game.name} position agrees with this view")
    return moves[:count], sums[:count] / worlds


def greedy_move(
    game: Game, knowledge: Knowledge, worlds: int, rng: Stream, weights: Path | None = None
) -> int:
    """The move of the best one-ply value, the lowest code among equals; errors as above."""
    moves, values = one_ply_values(game, knowledge, worlds, rng, weights)
    return int(moves[int(np.argmax(values))])
