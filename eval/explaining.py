"""What a position is worth to every seat, term by term: for people."""

from functools import cache
from types import ModuleType
from typing import Final

import numpy as np

from hinterland.engine.errors import NoWorld
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import in_record
from hinterland.engine.rng import stream
from hinterland.eval.registry import load_evaluation

WORLDS: Final = 32


@cache
def _kernels(game: Game) -> ModuleType:
    return game.specialise("hinterland.eval.feature_rows", evaluation=load_evaluation(game))


def weighted_terms(
    game: Game, knowledge: Knowledge, worlds: int = WORLDS
) -> dict[str, tuple[float, ...]]:
    """Each term of a position by name: what it adds to the worth of every seat.

    They are features times their weights, the mean over `worlds` that the seat thinks possible, and
    add up to the worth that the evaluation turns into win shares. Empty where it has no features;
    `NoWorld` where no world fits.
    """
    evaluation = load_evaluation(game)
    if not hasattr(evaluation, "FEATURES"):
        return {}
    states, memories = game.new_states(worlds + 1), game.new_memories(worlds)
    states[:worlds], memories[:] = knowledge.view[0], knowledge.memory[0]
    words = states.view(np.ndarray).view(np.uint64).reshape(worlds + 1, -1)
    players = int(knowledge.view[0]["players"])
    features = np.zeros((worlds, players, len(evaluation.FEATURES)))
    rng, softness = in_record(stream("explain")[:1]), np.zeros(worlds)
    if _kernels(game).feature_rows(states, words, memories, rng, features, softness) < worlds:
        raise NoWorld(f"no {game.name} position agrees with this view")
    parts = features.mean(axis=0) * evaluation.WEIGHTS
    found: dict[str, tuple[float, ...]] = {}
    for place, feature in enumerate(evaluation.FEATURES):
        name = feature.partition(":")[0]
        so_far = found.get(name, (0.0,) * players)
        found[name] = tuple(float(sum(pair)) for pair in zip(so_far, parts[:, place], strict=True))
    return found
