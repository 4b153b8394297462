"""The kernels of the contract, gathered from the parts of the rules."""

from typing import Any

from hinterland.engine.island.chance import list_chance, odds, sample
from hinterland.engine.island.fits import fits
from hinterland.engine.island.hidden import determinise, mask, redact, weight
from hinterland.engine.island.legal import legal_of_seat
from hinterland.engine.island.memory import remember
from hinterland.engine.island.play import apply
from hinterland.engine.island.points import returns
from hinterland.engine.island.setup import deal
from hinterland.engine.island.table import is_chance, mover
from hinterland.engine.jit import Record, jit

__all__ = [
    "apply", "deal", "determinise", "fits", "legal", "mask", "mover", "odds", "redact", "remember",
    "returns", "sample", "weight",
]  # fmt: skip


@jit
def legal(state: Record, moves: Any) -> int:
    return list_chance(state, moves) if is_chance(state) else legal_of_seat(state, moves)
