"""What a seat of village can expect to own at the end, and its share of the win.

All in ducats: the supply, what the markets still to come will pay for the village as it is, and
what the hand and the coming rounds may add. The constants were set by hand.
"""

from typing import Any, Final

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.village.bits import bit, copies, lowest
from hinterland.engine.village.cards import (
    BASICS,
    BUILDER,
    CELL,
    CHAIN,
    DUCATS,
    FOOD,
    KIND,
    LOCK,
    PREDECESSOR,
    ROOM,
    SILVER,
    SILVER_COUNT,
    SILVER_PER,
    SOLITARY,
)  # fmt: skip
from hinterland.engine.village.market import income, symbols
from hinterland.engine.village.state import MOVABLE, STACKS

FOOD_WORTH: Final = 2.5
"""A food symbol, for each round left: one more card drafted."""
BUILDER_WORTH: Final = 3.0
"""A builder symbol, for each round left: one more card built."""
ROUND_WORTH: Final = 5.0
"""A card built in a round to come."""
LATER: Final = 0.6
"""A hand card whose predecessor must be built, or taken from a pile, first."""
DISTANT: Final = 0.15
"""A hand card whose predecessor is not at hand."""
LOCK_PRICE: Final = 2.0
SPECIAL_WORTH: Final = 3.0
HARD_LIMIT: Final = 5
SOFTNESS: Final = 8.0
"""The lead in ducats, in the last round, at which the one behind has a sixteenth of the weight."""
SOFTNESS_PER_ROUND: Final = 6.0


@jit
def draft_limit(state: Record, seat: int) -> int:
    return min(HARD_LIMIT, 2 + int64(state.food[seat]))


@jit
def build_limit(state: Record, seat: int) -> int:
    return min(HARD_LIMIT, 2 + int64(state.builder[seat]))


@jit
def rounds_left(state: Record) -> float:
    """The rounds after this one, from the cards in the stacks and the draft limits."""
    cards = 0
    for stack in range(STACKS):
        cards += int64(state.height[stack])
    a_round = 0
    for seat in range(state.players):
        a_round += draft_limit(state, seat)
    return cards / a_round


@jit
def room_for(state: Record, seat: int, link: int) -> bool:
    """Whether a card on top of `link` has a place in the village."""
    cell = CELL[link]
    if state.cells[seat, cell] > 0 or (ROOM[link] == 2 and state.cells[seat, cell + 1] > 0):
        return True
    for i in range(MOVABLE):
        if state.standing[i] == seat and state.role[i] == link and state.on[i] < ROOM[link]:
            return True
    return False


@jit
def is_basic(card: int) -> bool:
    return card == BASICS[0] or card == BASICS[1] or card == BASICS[2]


@jit
def readiness(state: Record, seat: int, card: int) -> float:
    """How far a card in the hand is from being built: 1 when it can be placed now."""
    under = PREDECESSOR[card]
    if under < 0 or room_for(state, seat, under):
        return 1.0
    if is_basic(under):
        return LATER
    if copies(state.hand[seat], under) == 0:
        return DISTANT
    below = PREDECESSOR[under]
    if below < 0 or is_basic(below) or room_for(state, seat, below):
        return LATER
    return DISTANT


@jit
def gain(state: Record, seat: int, card: int, rounds: float) -> float:
    """What a card adds when it is built, with that many rounds left."""
    payments = 2 - int64(state.markets)
    total = 1.0 * payments * DUCATS[card]
    total += rounds * (FOOD_WORTH * FOOD[card] + BUILDER_WORTH * BUILDER[card])
    if SILVER[card] > 0:
        shown = symbols(state, seat, SILVER_PER[card]) + rounds
        total += SILVER[card] * shown / SILVER_COUNT[card]
    under = PREDECESSOR[card]
    if under >= 0:
        total -= payments * DUCATS[under]
        total -= rounds * (FOOD_WORTH * FOOD[under] + BUILDER_WORTH * BUILDER[under])
    if LOCK[card] >= 0:
        i = 2 * LOCK[card]
        own = state.owner[i] == seat or state.owner[i + 1] == seat
        total += LOCK_PRICE * payments if own else -LOCK_PRICE
    return total


@jit
def potential(state: Record, seat: int, card: int, rounds: float) -> float:
    """What a card in the hand is worth."""
    if KIND[card] != CHAIN and KIND[card] != SOLITARY:
        return SPECIAL_WORTH
    worth = gain(state, seat, card, rounds)
    return readiness(state, seat, card) * worth if worth > 0.0 else 0.0


@jit
def hand_worth(state: Record, seat: int, rounds: float) -> float:
    """The hand, as far as the builders can get through it."""
    total = 0.0
    count = 0
    left = state.hand[seat, 0]
    while left != 0:
        card = lowest(left)
        left &= ~bit(card)
        number = copies(state.hand[seat], card)
        worth = potential(state, seat, card, rounds)
        if worth > 0.0:
            total += worth * number
            count += number
    if count == 0:
        return 0.0
    able = build_limit(state, seat) * (rounds + 1.0)
    return total if able >= count else total * able / count


@jit
def wealth(state: Record, seat: int, rounds: float) -> float:
    """The ducats that a seat can expect to own at the end."""
    payments = 2 - int64(state.markets)
    total = int64(state.supply[seat])
    if payments == 2:
        total += income(state, seat, False)
    if payments > 0:
        total += income(state, seat, True)
    pace = min(draft_limit(state, seat), build_limit(state, seat))
    growth = rounds * (ROUND_WORTH * 0.5 * payments * pace)
    return total + growth + hand_worth(state, seat, rounds)


@jit
def evaluate(state: Record, out: Any) -> None:
    """Shares that fall with the fourth power of how far a seat is behind the leader."""
    players = int64(state.players)
    rounds = rounds_left(state)
    best = -1e9
    for seat in range(players):
        out[seat] = wealth(state, seat, rounds)
        best = max(best, out[seat])
    scale = SOFTNESS + SOFTNESS_PER_ROUND * rounds
    total = 0.0
    for seat in range(players):
        behind = 1.0 + (best - out[seat]) / scale
        weight = 1.0 / (behind * behind)
        out[seat] = weight * weight
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
