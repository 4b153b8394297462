"""The greedy choice: the move after which the evaluation is best, over worlds that fit."""

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from hinterland.engine.errors import NotYourTurn, NoWorld
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.rng import Stream
from hinterland.engine.seats import seat_name
from hinterland.eval.registry import load_evaluation


@cache
def _kernels(game: Game) -> ModuleType:
    return game.specialise("hinterland.eval.one_ply", evaluation=load_evaluation(game))


def one_ply_values(
    game: Game, knowledge: Knowledge, worlds: int, rng: Stream
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The seat's legal moves, and the mean evaluation for it after each, over `worlds` worlds.

    Raises `NotYourTurn` when the seat is not to move, `NoWorld` when no world fits.
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
    count = _kernels(game).one_ply(states, words, knowledge.memory, moves, rng, worlds, out, sums)
    if count < 0:
        raise NoWorld(f"no {game.name} position agrees with this view")
    return moves[:count], sums[:count] / worlds


def greedy_move(game: Game, knowledge: Knowledge, worlds: int, rng: Stream) -> int:
    """The move of the best one-ply value, the lowest code among equals; errors as above."""
    moves, values = one_ply_values(game, knowledge, worlds, rng)
    return int(moves[int(np.argmax(values))])
