"""Weights of an evaluation's features, fitted to how games of self-play ended.

The evaluation is taken as a model of who wins: the weights are those under which the outcomes are
likeliest, by how it turns worth into shares (`shares_of`). The positions are what seats knew; of
each one a world is drawn, as a search does, and nothing else is looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from hinterland.engine.errors import BadArgument
from hinterland.engine.game import Game
from hinterland.engine.jit import in_record
from hinterland.engine.rng import stream
from hinterland.eval.registry import load_evaluation

Floats = npt.NDArray[np.float64]

SPLITS: Final = ("train", "held-out")
PULL: Final = 1e-4
"""How strongly weights are held where they are: data that say nothing of one leave it so."""
RESAMPLES: Final = 2000
_STEP: Final = 1e-5
"""In worth, for slopes."""
_NEEDED: Final = ("view", "memory", "group", "outcome")
_COLUMNS: Final = {"view": 1, "memory": 1, "group": 1, "outcome": 2}


@dataclass(frozen=True)
class Rows:
    """Positions as the model sees them, rows of one split.

    `features`: (rows, seats, features). `softness`: (rows,). `outcome`: (rows, seats), the
    returns of the games. `group`: (rows,), of which deal they are. `shares_of`: the evaluation's.
    """

    features: Floats
    softness: Floats
    outcome: Floats
    group: npt.NDArray[np.int64]
    shares_of: Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class Fit:
    """What was found. Losses are the cross entropy of a row, on the rows held out.

    `gain`: by how much the loss fell, `interval`: its 95 % interval, over deals.
    """

    features: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    rows: Mapping[str, int]
    deals: Mapping[str, int]
    fair_loss: float
    loss_before: float
    loss_after: float
    gain: float
    interval: tuple[float, float]


def fitted(game: Game, splits: Mapping[str, Mapping[str, Any]]) -> Fit:
    """Fit the game's evaluation to the arrays of both splits; `BadArgument` says what is wrong."""
    evaluation = fittable(game)
    rows = {name: feature_table(game, splits[name], name) for name in SPLITS}
    train, held_out = (rows[name] for name in SPLITS)
    before = np.asarray(evaluation.WEIGHTS)
    after = best_weights(train, before)
    old, new = losses(held_out, before), losses(held_out, after)
    return Fit(
        features=evaluation.FEATURES,
        before=tuple(before.tolist()),
        after=tuple(after.tolist()),
        rows={name: len(found.group) for name, found in rows.items()},
        deals={name: len(np.unique(found.group)) for name, found in rows.items()},
        fair_loss=float(np.log(held_out.outcome.shape[1])),
        loss_before=float(old.mean()),
        loss_after=float(new.mean()),
        gain=float((old - new).mean()),
        interval=gain_interval(old - new, held_out.group),
    )


def fittable(game: Game) -> ModuleType:
    """The evaluation of a game; `BadArgument` if it has no weights."""
    evaluation = load_evaluation(game)
    if not hasattr(evaluation, "FEATURES"):
        raise BadArgument(f"the evaluation of {game.name} has no weights that can be fitted")
    return evaluation


def read_positions(game: Game, folder: Path) -> dict[str, dict[str, Any]]:
    """The arrays of `train.npz` and `held-out.npz`; `BadArgument` names what is wrong."""
    found, faults = {}, []
    for name in SPLITS:
        path = folder / f"{name}.npz"
        try:
            found[name] = _arrays(path)
        except BadArgument as error:
            faults.append(str(error))
        else:
            faults += [f"{path}: {fault}" for fault in _faults(game, found[name])]
    if faults:
        raise BadArgument("; ".join(faults))
    return found


def _arrays(path: Path) -> dict[str, Any]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {array: arrays[array] for array in _NEEDED}
    except OSError as error:
        raise BadArgument(f"cannot read {path}: {error.strerror or error}") from None
    except (KeyError, ValueError, EOFError, AttributeError) as error:
        raise BadArgument(f"{path}: not positions: {error}") from None
    except Exception as error:  # zipfile and zlib have errors of their own
        raise BadArgument(f"{path}: damaged: {error}") from None


def _faults(game: Game, arrays: Mapping[str, Any]) -> list[str]:
    """What is wrong with the arrays of a split; their rows are looked at where all else is well."""
    types = {"view": game.state_dtype, "memory": game.memory_dtype}
    faults = [
        f"{name} is not of {game.name}, version {game.version}"
        for name, dtype in types.items()
        if arrays[name].dtype != dtype
    ]
    rows = len(arrays["view"]) if arrays["view"].ndim else 0
    faults += [
        f"{name} has shape {arrays[name].shape}: expected {rows} rows"
        for name, dimensions in _COLUMNS.items()
        if arrays[name].ndim != dimensions or len(arrays[name]) != rows
    ]
    if rows == 0:
        faults.append("no positions: play more deals with positions = true")
    return faults or _row_faults(game, arrays)


def _row_faults(game: Game, arrays: Mapping[str, Any]) -> list[str]:
    """What is wrong with the first row that is no view of the game, and with the outcomes."""
    seats = arrays["outcome"].shape[1]
    views = game.new_states(len(arrays["view"]))
    views[:] = arrays["view"]
    found = []
    for row in range(len(views)):
        faults = game.notation.faults(views[row])
        if int(views[row]["players"]) != seats:
            faults = [f"{int(views[row]['players'])} players and {seats} outcomes"]
        if faults:
            found.append(f"row {row}: {faults[0]}")
            break
    if not np.allclose(arrays["outcome"].sum(axis=1), 1.0):
        found.append("outcome: the shares of a row must add up to 1")
    return found


def feature_table(game: Game, arrays: Mapping[str, Any], name: str) -> Rows:
    """The features of the positions in some arrays; `name`: the split, and its random stream."""
    rows, seats = arrays["outcome"].shape
    evaluation = fittable(game)
    kernels = game.specialise("hinterland.eval.feature_rows", evaluation=evaluation)
    states, memories = game.new_states(rows + 1), game.new_memories(rows)
    states[:rows], memories[:] = arrays["view"], arrays["memory"]
    words = states.view(np.ndarray).view(np.uint64).reshape(rows + 1, -1)
    features = np.zeros((rows, seats, len(evaluation.FEATURES)), np.float64)
    softness = np.zeros(rows, np.float64)
    rng = in_record(stream("fit", name)[:1])
    done = kernels.feature_rows(states, words, memories, rng, features, softness)
    if done < rows:
        raise BadArgument(f"{name}: no {game.name} position agrees with the view of row {done}")
    group = np.asarray(arrays["group"], np.int64)
    outcome = np.asarray(arrays["outcome"], np.float64)
    return Rows(features, softness, outcome, group, evaluation.shares_of)


def model_shares(rows: Rows, weights: Floats) -> Floats:
    """The expected win shares, (rows, seats), of features times weights."""
    return rows.shares_of(rows.features @ weights, rows.softness)


def losses(rows: Rows, weights: Floats) -> Floats:
    """The cross entropy of each row's outcome under the model."""
    return _losses(rows, rows.features @ weights)


def _losses(rows: Rows, worth: Floats) -> Floats:
    loss: Floats = -(rows.outcome * np.log(rows.shares_of(worth, rows.softness))).sum(axis=1)
    return loss


def _slope(rows: Rows, worth: Floats) -> Floats:
    """How the loss of each row grows with the worth of each seat."""
    slope = np.zeros_like(worth)
    for seat, step in enumerate(_STEP * np.eye(worth.shape[1])):
        slope[:, seat] = (_losses(rows, worth + step) - _losses(rows, worth - step)) / (2 * _STEP)
    return slope


def best_weights(rows: Rows, start: Floats) -> Floats:
    """The weights under which the outcomes are likeliest, held a little to `start`."""

    def objective(weights: Floats) -> tuple[float, Floats]:
        worth, moved = rows.features @ weights, weights - start
        slope = np.tensordot(_slope(rows, worth), rows.features, 2) / len(worth)
        loss = float(_losses(rows, worth).mean() + PULL * (moved**2).sum())
        return loss, slope + 2 * PULL * moved

    found = minimize(objective, start, jac=True, method="L-BFGS-B")
    best: Floats = np.round(found.x, 4)
    return best


def gain_interval(gains: Floats, group: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of the mean of `gains`, by resampling whole deals."""
    _, of_row = np.unique(group, return_inverse=True)
    sums, counts = np.bincount(of_row, gains), np.bincount(of_row)
    drawn = np.random.default_rng(1).integers(0, len(sums), (RESAMPLES, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), (0.025, 0.975))
    return float(low), float(high)


def feature_lines(fit: Fit) -> Sequence[tuple[str, float, float]]:
    """Name, weight before and weight after, for each feature whose weight has changed."""
    every = zip(fit.features, fit.before, fit.after, strict=True)
    return [(name, before, after) for name, before, after in every if before != after]
