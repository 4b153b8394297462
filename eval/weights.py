"""The weights of an evaluation's features: a JSON file, `weights.json` beside the evaluation.

`format`: 1. `game`: of which evaluation they are. `weights`: one number a feature, by name.
`about`: whatever is worth knowing of where they come from.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import orjson

from hinterland.engine.errors import BadArgument

FORMAT: Final = 1
_LARGEST: Final = 1e6


def read_weights(path: Path, game: str, features: Sequence[str]) -> npt.NDArray[np.float64]:
    """The weights in a file, in the order of `features`; `BadArgument` names what is wrong."""
    try:
        data = orjson.loads(path.read_bytes())
    except OSError as error:
        raise BadArgument(f"cannot read {path}: {error.strerror}") from None
    except orjson.JSONDecodeError as error:
        raise BadArgument(f"{path}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadArgument(f"{path}: expected an object")
    faults = _faults(data, game, features)
    if faults:
        raise BadArgument(f"{path}: {'; '.join(faults)}")
    return np.array([data["weights"][name] for name in features], np.float64)


def _faults(data: Mapping[str, Any], game: str, features: Sequence[str]) -> list[str]:
    """Everything that is wrong with the values of a file, each with its name."""
    faults = [
        f"{name} is {data.get(name)!r}: expected {expected!r}"
        for name, expected in (("format", FORMAT), ("game", game))
        if data.get(name) != expected
    ]
    weights = data.get("weights")
    if not isinstance(weights, dict) or set(weights) != set(features):
        faults.append(f"weights: expected a number for each of {', '.join(features)}")
    if isinstance(weights, dict):
        faults += [
            f"weight of {name!r} is {value!r}: expected a number"
            for name, value in weights.items()
            if type(value) not in (int, float) or not abs(value) <= _LARGEST
        ]
    return faults


def weights_text(
    game: str, features: Sequence[str], weights: Sequence[float], about: Mapping[str, Any]
) -> bytes:
    """The file of such weights."""
    named = dict(zip(features, map(float, weights), strict=True))
    data = {"format": FORMAT, "game": game, "weights": named, "about": about}
    return orjson.dumps(data, option=orjson.OPT_INDENT_2) + b"\n"
