"""What the worth of a seat's position in village is made of, feature by feature, in ducats.

The evaluation is their sum, each times its weight. The constants in them were set by hand; with
weights of 1 they are the evaluation made by hand, in ducats.
"""

from pathlib import Path
from typing import Any, Final

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.village.market import income
from hinterland.eval.village.worth import build_limit, draft_limit, hand_parts, rounds_left
from hinterland.eval.weights import read_weights

ROUND_WORTH: Final = 5.0
"""A card built in a round to come."""
SOFTNESS: Final = 8.0
"""The lead in ducats, in the last round, at which the one behind has a sixteenth of the weight."""
SOFTNESS_PER_ROUND: Final = 6.0

FEATURES: Final = (
    "supply", "next market", "last market", "growth", "hand ready", "hand later", "hand distant",
    "hand special",
)  # fmt: skip
"""The ducats owned; what the markets to come pay for the village as it is; what the rounds to come
may add; cards in the hand: those that can be placed now, those that need another one first, those
whose predecessor is not at hand, and the special ones.
"""

WEIGHTS_FILE: Final[Path] = globals().get("WEIGHTS_FILE", Path(__file__).with_name("weights.json"))
WEIGHTS: Final = read_weights(WEIGHTS_FILE, "village", FEATURES)


@jit
def parts(state: Record, seat: int, rounds: float) -> Any:
    """The features of a seat with that many rounds left: eight numbers."""
    payments = 2 - int64(state.markets)
    next_market = income(state, seat, False) if payments == 2 else 0
    last_market = income(state, seat, True) if payments > 0 else 0
    pace = min(draft_limit(state, seat), build_limit(state, seat))
    growth = rounds * (ROUND_WORTH * 0.5 * payments * pace)
    ready, later, distant, special = hand_parts(state, seat, rounds)
    return (
        1.0 * int64(state.supply[seat]), 1.0 * next_market, 1.0 * last_market, growth,
        ready, later, distant, special,
    )  # fmt: skip


@jit
def features(state: Record, seat: int, out: Any) -> None:
    """Write the features of a seat to `out`, in the order of FEATURES."""
    found = parts(state, seat, rounds_left(state))
    for i in range(len(found)):
        out[i] = found[i]


@jit
def softness(state: Record) -> float:
    """The lead at which the one behind has a sixteenth of the leader's weight."""
    return softness_with(rounds_left(state))


@jit
def softness_with(rounds: float) -> float:
    """As `softness`, with that many rounds left."""
    return SOFTNESS + SOFTNESS_PER_ROUND * rounds


@jit
def wealth(state: Record, seat: int, rounds: float) -> float:
    """The ducats that a seat can expect to own at the end."""
    found = parts(state, seat, rounds)
    total = 0.0
    for i in range(len(found)):
        total += WEIGHTS[i] * found[i]
    return total
