"""Offers between seats: which are legal, which are listed, and what becomes of them.

The lists of offers are long and made in two of three decisions, so they are written without
the check of every index for a negative one: Numba leaves it out where the index is unsigned.
"""

from typing import Any

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.cards import RESOURCES, count
from hinterland.engine.island.flow import next_in_queue, others
from hinterland.engine.island.hands import hand_over, may_hold, supply
from hinterland.engine.island.moves import (
    COUNTER,
    NO_OFFER,
    OFFER,
    balance,
    code,
    given,
    mirrored,
    wanted,
)
from hinterland.engine.island.state import ACCEPTED, ACTION, ANSWER, DEAL, DECLINED, NOBODY
from hinterland.engine.jit import Record, int64, jit

WIDE = 3
"""The most cards on a side of an offer that is listed with `wide_offers`."""
NARROW = 2
"""The same without: cards of one kind."""
_SIX = 6


@jit
def kinds(state: Record) -> int:
    """Kinds of cards in the game."""
    return 8 if state.options[o.EXPANSION] == 0 else RESOURCES


@jit
def is_beyond(state: Record, offer: int) -> bool:
    """Whether an offer has more cards of a kind than the game."""
    found = False
    for kind in range(8):
        found = found or abs(balance(offer, kind)) > supply(state, kind)
    return found


@jit
def is_exchange(state: Record, offer: int) -> bool:
    """Whether both sides of an offer have cards, no more of a kind than the game has."""
    gives, wants = False, False
    for kind in range(8):
        n = balance(offer, kind)
        gives, wants = gives or n > 0, wants or n < 0
    return gives and wants and not is_beyond(state, offer)


@jit
def offer_fits(state: Record, offer: int) -> bool:
    """Whether the seat of the turn may make the offer."""
    if state.offer_count >= state.options[o.TRADE_OFFERS] or not is_exchange(state, offer):
        return False
    for i in range(state.offer_count):
        if state.offers[i] == offer:
            return False
    return may_hold(state, int64(state.actor), given(offer))


@jit
def counter_fits(state: Record, offer: int) -> bool:
    if not is_exchange(state, offer) or offer == mirrored(int64(state.offer)):
        return False
    return may_hold(state, int64(state.actor), given(offer))


@jit
def deal_fits(state: Record, seat: int) -> bool:
    """Whether the offerer may close with a seat."""
    if seat < 0 or seat >= state.players or seat == state.turn:
        return False
    answer = int64(state.answers[seat])
    if answer == ACCEPTED:
        return True
    return answer > 0 and may_hold(state, int64(state.turn), wanted(answer))


@jit
def list_exchanges(state: Record, kind: int, moves: Any, total: int) -> int:
    """Append the offers or counters that are listed, ascending; the new number of moves.

    What may not be said is struck out afterwards: an offer made before, a counter that accepts.
    """
    start = total
    if state.options[o.WIDE_OFFERS] != 0:
        total = list_wide(state, kind, kinds(state) - 1, NO_OFFER, 0, 0, moves, total)
    else:
        total = list_narrow(state, code(kind, NO_OFFER), moves, total)
    if kind == COUNTER:
        return strike_out(moves, start, total, code(kind, mirrored(int64(state.offer))))
    for i in range(int64(state.offer_count)):
        total = strike_out(moves, start, total, code(kind, int64(state.offers[i])))
    return total


@jit
def list_narrow(state: Record, nothing: int, moves: Any, total: int) -> int:
    """Append all exchanges of one kind for one other, at most NARROW of each, ascending.

    A code is read from the highest kind down: first those that want it. What is given for it is
    the same for all: the first list is copied for each kind and number. `nothing`: the code of
    an exchange of no cards.
    """
    hand, first, high = state.hand[state.actor], total, kinds(state) - 1
    most = NARROW << (_SIX * high)
    total = list_gifts(hand, high, nothing - most, moves, total)
    gifts = total - first
    total = copy_moves(moves, first, gifts, most >> 1, total)
    while high > 1 and gifts > 0:
        high -= 1
        gifts -= min(count(hand, high), NARROW)
        one = 1 << (_SIX * high)
        total = copy_moves(moves, first, gifts, most - NARROW * one, total)
        total = copy_moves(moves, first, gifts, most - one, total)
    return list_wishes(hand, kinds(state), nothing, moves, total)


@jit
def list_gifts(hand: Any, end: int, start: int, moves: Any, total: int) -> int:
    """Append `start` and cards given, of each kind below `end`; it writes over what follows."""
    for kind in range(end):
        held, one = count(hand, kind), 1 << (_SIX * kind)
        moves[np.uint64(total)] = start + one
        total += 1 if held > 0 else 0
        moves[np.uint64(total)] = start + NARROW * one
        total += 1 if held > 1 else 0
    return total


@jit
def copy_moves(moves: Any, first: int, n: int, more: int, total: int) -> int:
    """Append `more` than each of n moves from `first` on; it writes over what follows.

    By fours: few branches, since how many there are is hard to foresee.
    """
    for i in range(0, n, 4):
        moves[np.uint64(total + i)] = moves[np.uint64(first + i)] + more
        moves[np.uint64(total + i + 1)] = moves[np.uint64(first + i + 1)] + more
        moves[np.uint64(total + i + 2)] = moves[np.uint64(first + i + 2)] + more
        moves[np.uint64(total + i + 3)] = moves[np.uint64(first + i + 3)] + more
    return total + n


@jit
def list_wishes(hand: Any, end: int, nothing: int, moves: Any, total: int) -> int:
    """Append what gives a kind for a lower one."""
    for kind in range(1, end):
        for gives in range(1, min(count(hand, kind), NARROW) + 1):
            given_only = nothing + (gives << (_SIX * kind))
            for low in range(kind - 1, -1, -1):
                one = 1 << (_SIX * low)
                moves[np.uint64(total)] = given_only - NARROW * one
                moves[np.uint64(total + 1)] = given_only - one
                total += 2
    return total


@jit
def strike_out(moves: Any, start: int, total: int, move: int) -> int:
    """Take a move out of the ascending list from `start` on; the new number of moves."""
    at = start
    for i in range(start, total):
        at += 1 if moves[np.uint64(i)] < move else 0
    if at == total or moves[np.uint64(at)] != move:
        return total
    for after in range(at + 1, total):
        moves[np.uint64(after - 1)] = moves[np.uint64(after)]
    return total - 1


@jit
def list_wide(
    state: Record, kind: int, card: int, offer: int, gives: int, wants: int, moves: Any, total: int
) -> int:
    """Append all exchanges of up to WIDE cards a side that go on from `offer`, ascending.

    `card`: the highest kind of which it does not say yet how many it gives or wants.
    """
    if card < 0:
        if gives * wants == 0:
            return total
        moves[total] = code(kind, offer)
        return total + 1
    most = min(WIDE - gives, count(state.hand[state.actor], card))
    for n in range(wants - WIDE, most + 1):
        given_now, wanted_now = max(n, 0), max(-n, 0)
        total = list_wide(
            state,
            kind,
            card - 1,
            offer + n * (1 << (_SIX * card)),
            gives + given_now,
            wants + wanted_now,
            moves,
            total,
        )
    return total


@jit
def list_answers(state: Record, moves: Any, total: int) -> int:
    """Append the counters that are listed."""
    if state.options[o.LISTED_OFFERS] == 0:
        return total
    return list_exchanges(state, COUNTER, moves, total)


@jit
def list_offers(state: Record, moves: Any, total: int) -> int:
    """Append the offers that are listed."""
    listed = min(int64(state.options[o.LISTED_OFFERS]), int64(state.options[o.TRADE_OFFERS]))
    if state.offer_count >= listed:
        return total
    return list_exchanges(state, OFFER, moves, total)


@jit
def make_offer(state: Record, offer: int) -> None:
    state.offer = offer
    state.offers[state.offer_count] = offer
    state.offer_count += 1
    for seat in range(int64(state.players)):
        state.answers[seat] = 0
    state.queue = others(state, int64(state.turn))
    ask_next(state)


@jit
def ask_next(state: Record) -> None:
    """The next opponent answers, or the offerer closes."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = ANSWER, seat
        return
    state.actor = int64(state.turn)
    for other in range(int64(state.players)):
        if state.answers[other] != 0 and state.answers[other] != DECLINED:
            state.phase = DEAL
            return
    close(state)


@jit
def close(state: Record) -> None:
    """Clear the table after an offer."""
    state.offer = 0
    for seat in range(int64(state.players)):
        state.answers[seat] = 0
    state.phase, state.actor = ACTION, int64(state.turn)


@jit
def answer(state: Record, reply: int) -> None:
    """ACCEPTED, DECLINED or a counter from the actor."""
    state.answers[state.actor] = reply
    ask_next(state)


@jit
def strike(state: Record, seat: int) -> None:
    """The offerer exchanges cards with a seat that accepted or countered."""
    turn, reply = int64(state.turn), int64(state.answers[seat])
    offer = int64(state.offer) if reply == ACCEPTED else mirrored(reply)
    hand_over(state, turn, seat, given(offer))
    hand_over(state, seat, turn, wanted(offer))
    close(state)
