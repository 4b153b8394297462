"""The weights of the terms, from `weights.json`: where they come from, the README says."""

from pathlib import Path
from typing import Final

from hinterland.eval.island.terms import TERMS
from hinterland.eval.weights import read_weights

GAMES: Final = ("base", "knights")
"""The base game, Cities & Knights."""
PARTS: Final = ("end", "start")
"""What a term weighs at the end of the game, and what is added at its start."""

FEATURES: Final = tuple(
    f"{term}: {game} {part}" for game in GAMES for part in PARTS for term in TERMS
)
"""A term in one of the games, at the end; or times `terms.time_left`, which is 1 at the start."""

WEIGHTS_FILE: Final[Path] = globals().get("WEIGHTS_FILE", Path(__file__).with_name("weights.json"))
WEIGHTS: Final = read_weights(WEIGHTS_FILE, "island", FEATURES)
TABLE: Final = WEIGHTS.reshape(len(GAMES), len(PARTS), len(TERMS))
"""The same by game, part and term: see `terms.weigh`."""
