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
    for name, expected in (("format", FORMAT), ("game", game)):
        if data.get(name) != expected:
            raise BadArgument(f"{path}: {name} is {data.get(name)!r}: expected {expected!r}")
    weights = data.get("weights")
    if not isinstance(weights, dict) or set(weights) != set(features):
        raise BadArgument(f"{path}: weights: expected a number for each of {', '.join(features)}")
    return np.array([_number(path, name, weights[name]) for name in features], np.float64)


def _number(path: Path, name: str, value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST:
        return float(value)
    raise BadArgument(f"{path}: weight of {name!r} is {value!r}: expected a number")


def weights_text(
    game: str, features: Sequence[str], weights: Sequence[float], about: Mapping[str, Any]
) -> bytes:
    """The file of such weights."""
    named = dict(zip(features, map(float, weights), strict=True))
    data = {"format": FORMAT, "game": game, "weights": named, "about": about}
    return orjson.dumps(data, option=orjson.OPT_INDENT_2) + b"\n"
