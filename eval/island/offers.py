"""What is likely to come of the offer on the table: the odds after exchanges that both want."""

from typing import Any

from hinterland.engine.island.cards import covers
from hinterland.engine.island.moves import given, mirrored, wanted
from hinterland.engine.island.state import ACCEPTED, DECLINED
from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.odds import odds


@jit
def exchange_with(state: Record, seat: int) -> int:
    """What the seat of the turn would exchange with another: an offer, 0 for none.

    That is its own offer until the other declines or counters; both must hold the cards.
    """
    answer, turn = int64(state.answers[seat]), int64(state.turn)
    if seat == turn or answer == DECLINED:
        return 0
    offer = mirrored(answer) if answer > 0 else int64(state.offer)
    if covers(state.hand[turn], given(offer)) and covers(state.hand[seat], wanted(offer)):
        return offer
    return 0


@jit
def is_agreed(
    state: Record, seat: int, own: float, other: float, total: float, before: Any
) -> bool:
    """Whether an exchange is wanted by the one who has yet to say so.

    Who accepted has said so. Else the seat of the turn must gain by a counter, the other by the
    offer, in its share of all odds. `own`, `other`: the odds of the two after it; `before`, of
    all seats, and `total` without it.
    """
    answer, turn = int64(state.answers[seat]), int64(state.turn)
    if answer == ACCEPTED:
        return True
    after = total - before[turn] - before[seat] + own + other
    if answer > 0:
        return own * total > before[turn] * after
    return other * total > before[seat] * after


@jit
def foresee(state: Record, left: float, table: Any, out: Any) -> None:
    """Let the odds of all seats in `out` be their mean over the exchanges that are agreed.

    The others of these are noted first and changed last: whether one is agreed depends on all.
    `left`, `table`: see `terms.score`.
    """
    turn, players = int64(state.turn), int64(state.players)
    total = 0.0
    for seat in range(players):
        total += out[seat]
    partners, count, sum_of_own = 0, 0, 0.0
    for seat in range(players):
        offer = exchange_with(state, seat)
        if offer != 0:
            hand = state.hand[turn] - given(offer) + wanted(offer)
            own = odds(state, turn, hand, left, table, out[turn])
            other = odds_of_other(state, seat, offer, left, table, out[seat])
            if is_agreed(state, seat, own, other, total, out):
                partners |= 1 << seat
                count += 1
                sum_of_own += own
    for seat in range(players):
        if (partners >> seat) & 1 != 0:
            offer = exchange_with(state, seat)
            other = odds_of_other(state, seat, offer, left, table, out[seat])
            out[seat] += (other - out[seat]) / count
    if count > 0:
        out[turn] = sum_of_own / count


@jit
def odds_of_other(
    state: Record, seat: int, offer: int, left: float, table: Any, now: float
) -> float:
    """The odds of the seat that takes an offer of the seat of the turn, which has `now`."""
    hand = state.hand[seat] + given(offer) - wanted(offer)
    return odds(state, seat, hand, left, table, now)
