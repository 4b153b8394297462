"""The moves of chance: which there are, how likely, and one of them drawn."""

from typing import Any

from hinterland.engine.island.cards import KINDS, POINT_CARD, count, single, size
from hinterland.engine.island.hands import cards_held, may_hold
from hinterland.engine.island.moves import (
    BOOT_TOKEN,
    DICE_MOVE,
    DRAW,
    FLIP,
    LEVY_MOVE,
    POINTS_MOVE,
    REVEAL_MOVE,
    STEAL_MOVE,
    TOKEN_MOVE,
    UNKNOWN_CARD,
    UNKNOWN_DEVELOPMENT,
    UNKNOWN_TOKEN,
    body_of,
    code,
    kind_of,
    low,
    middle,
    packed,
    unpacked,
)
from hinterland.engine.island.peeks import (
    dice_fit,
    dice_move,
    dice_outcomes,
    dice_weight,
    forced_move,
    levied_from,
    levy_fits,
    peek_fits,
    sample_dice,
)
from hinterland.engine.island.points import open_points, target
from hinterland.engine.island.shoal import fish_in_pool, lane
from hinterland.engine.island.state import (
    BUY,
    DICE,
    HARBORS,
    LEVY,
    MAX_HARBORS,
    NOBODY,
    POINTS,
    REVEAL,
    STEAL,
    TOKEN,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL

_CARD_KINDS = len(KINDS)
_TYPES = len(HARBORS)


@jit
def first_flip(state: Record) -> int:
    """The harbor that is turned up next."""
    for harbor in range(MAX_HARBORS):
        if (int64(state.flips) >> harbor) & 1 != 0:
            return harbor
    return 0


@jit
def outcomes(state: Record) -> int:
    """A number for each outcome that may come, 0 .. this - 1; some of weight 0."""
    if state.flips != 0:
        return _TYPES
    phase = int64(state.phase)
    if phase == DICE:
        return dice_outcomes(state)
    if phase == STEAL:
        return _CARD_KINDS
    if phase == TOKEN:
        return UNKNOWN_TOKEN
    return UNKNOWN_DEVELOPMENT if phase == BUY else 1


@jit
def outcome_weight(state: Record, outcome: int) -> int:
    """How many labelled outcomes it stands for."""
    if state.flips != 0:
        return int64(state.harbor_pool[outcome])
    if state.phase == DICE:
        return dice_weight(state, outcome)
    if state.phase == STEAL:
        return count(state.hand[state.victim], outcome)
    if state.phase == TOKEN:
        if outcome == BOOT_TOKEN:
            return 1 if state.boot == NOBODY else 0
        return lane(int64(state.unseen_fish), outcome)
    return count(state.unseen, outcome) if state.phase == BUY else 1


@jit
def outcome_move(state: Record, outcome: int) -> int:
    """The move that brings it."""
    if state.flips != 0:
        return code(FLIP, first_flip(state) | outcome << 8)
    phase, seat = int64(state.phase), int64(state.actor)
    if phase == DICE:
        return dice_move(state, outcome)
    if phase == STEAL:
        return code(STEAL_MOVE, outcome)
    if phase == BUY:
        return code(DRAW, outcome)
    if phase == TOKEN:
        return code(TOKEN_MOVE, outcome)
    if phase == REVEAL:
        return code(REVEAL_MOVE, packed(state.pending[seat]))
    if phase == LEVY:
        return code(LEVY_MOVE, levied(state))
    if phase != POINTS:
        return forced_move(state)
    return code(POINTS_MOVE, seat | count(state.development[seat], POINT_CARD) << 8)


@jit
def list_chance(state: Record, moves: Any) -> int:
    total = 0
    for outcome in range(outcomes(state)):
        if outcome_weight(state, outcome) > 0:
            moves[total] = outcome_move(state, outcome)
            total += 1
    return total


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    total, labelled = 0, 0
    for outcome in range(outcomes(state)):
        weight = outcome_weight(state, outcome)
        if weight > 0:
            moves[total], probabilities[total] = outcome_move(state, outcome), weight
            total += 1
            labelled += weight
    for i in range(total):
        probabilities[i] /= labelled
    return total


@jit
def sample(state: Record, rng: Any) -> int:
    if state.phase == DICE and state.flips == 0:
        return sample_dice(state, rng)
    labelled, last = 0, outcomes(state)
    for outcome in range(last):
        labelled += outcome_weight(state, outcome)
    left = draw(rng, labelled)
    for outcome in range(last):
        left -= outcome_weight(state, outcome)
        if left < 0:
            return outcome_move(state, outcome)
    return outcome_move(state, last - 1)


@jit
def sees_card(state: Record, seat: int) -> bool:
    """Whether a viewer sees the card that chance moves now."""
    if seat == ALL or seat == state.actor:
        return True
    return state.phase == STEAL and seat == state.victim


@jit
def chance_fits(state: Record, event: int) -> bool:
    kind, body, phase = kind_of(event), body_of(event), int64(state.phase)
    if state.flips != 0:
        harbor, sort = low(body), middle(body)
        good = kind == FLIP and body < 1 << 16 and harbor == first_flip(state)
        return good and sort < _TYPES and state.harbor_pool[sort] > 0
    if phase == DICE:
        return kind == DICE_MOVE and dice_fit(state, body)
    if phase == STEAL:
        return kind == STEAL_MOVE and steal_fits(state, body)
    if phase == BUY:
        return kind == DRAW and draw_fits(state, body)
    if phase == TOKEN:
        return kind == TOKEN_MOVE and token_fits(state, body)
    if phase == REVEAL:
        return kind == REVEAL_MOVE and reveal_fits(state, body)
    if phase == LEVY:
        return kind == LEVY_MOVE and levy_fits(state, body)
    if phase != POINTS:
        return peek_fits(state, event)
    return kind == POINTS_MOVE and points_fits(state, body)


@jit
def steal_fits(state: Record, card: int) -> bool:
    if not sees_card(state, int64(state.viewer)):
        return card == UNKNOWN_CARD
    return card < UNKNOWN_CARD and may_hold(state, int64(state.victim), single(card, 1))


@jit
def levied(state: Record) -> int:
    """What each seat gives to a monopoly, coded as in LEVY."""
    body = 0
    for seat in range(int64(state.players)):
        if seat != state.actor:
            body |= (1 + levied_from(state, seat)) << (6 * seat)
    return body


@jit
def draw_fits(state: Record, card: int) -> bool:
    if not sees_card(state, int64(state.viewer)):
        return card == UNKNOWN_DEVELOPMENT
    return card < UNKNOWN_DEVELOPMENT and count(state.unseen, card) > 0


@jit
def token_fits(state: Record, value: int) -> bool:
    if value == BOOT_TOKEN:
        return state.boot == NOBODY
    if not sees_card(state, int64(state.viewer)):
        return value == UNKNOWN_TOKEN and fish_in_pool(state) > 0
    if not 0 < value < UNKNOWN_TOKEN or fish_in_pool(state) == 0:
        return False
    return lane(int64(state.unseen_fish), value) > 0


@jit
def reveal_fits(state: Record, body: int) -> bool:
    """The cards are as many as were set aside, and those where they are known."""
    seat = int64(state.actor)
    if state.pending_hidden[seat] == 0:
        return body == packed(state.pending[seat])
    for kind in range(_CARD_KINDS):
        if (body >> (6 * kind)) & 63 > cards_held(state, seat):
            return False
    cards = unpacked(body)
    return size(cards) == state.pending_hidden[seat] and may_hold(state, seat, cards)


@jit
def points_fits(state: Record, body: int) -> bool:
    seat, points = int64(state.actor), middle(body)
    if body >= 1 << 16 or low(body) != seat:
        return False
    if state.winners != 0 and open_points(state, seat) + points < target(state, seat):
        return False
    known = count(state.development[seat], POINT_CARD)
    if state.development_hidden[seat] == 0:
        return points == known
    most = min(int64(state.development_hidden[seat]), count(state.unseen, POINT_CARD))
    return known <= points <= known + most
