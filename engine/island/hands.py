"""Hands and the bank: what a seat has or may have, and how cards change hands.

On a view the hand of another seat is `hand` (cards it surely holds) and `hidden` (how many
more of unknown kinds). The bank lies open, so what all seats hold together is known per kind,
and `settle` turns into known cards what that leaves no choice for.
"""

from typing import Any, Final

from hinterland.engine.island.cards import NO_CARDS, count, covers, least, single, size
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL

BANK_SMALL: Final = 19
BANK_LARGE: Final = 24
COMMODITIES_SMALL: Final = 12
COMMODITIES_LARGE: Final = 18


@jit
def supply(state: Record, kind: int) -> int:
    """Cards of a kind in the whole game."""
    if kind < 5:
        return BANK_SMALL if state.players <= 4 else BANK_LARGE
    if state.options[2] != 0:
        return 0
    return COMMODITIES_SMALL if state.players <= 4 else COMMODITIES_LARGE


@jit
def cards_held(state: Record, seat: int) -> int:
    """How many cards a seat has in hand; known to all."""
    return size(state.hand[seat]) + int64(state.hidden[seat])


@jit
def loose(state: Record, kind: int) -> int:
    """Cards of a kind that are in some hand, and the view does not know in which."""
    total = supply(state, kind) - count(state.bank, kind)
    for seat in range(int64(state.players)):
        total -= count(state.hand[seat], kind)
    return total


@jit
def may_hold(state: Record, seat: int, cards: Any) -> bool:
    """Whether a seat has these cards, or on a view may have them."""
    if covers(state.hand[seat], cards):
        return True
    missing = 0
    for kind in range(8):
        more = count(cards, kind) - count(state.hand[seat], kind)
        if more > 0:
            if more > int64(state.hidden[seat]) or more > loose(state, kind):
                return False
            missing += more
    return missing <= int64(state.hidden[seat])


@jit
def take_known(state: Record, seat: int, cards: Any) -> None:
    """Take known cards out of a hand; what was not known to be there was of unknown kind."""
    if state.hidden[seat] == 0:
        state.hand[seat] -= cards
    else:
        there = least(state.hand[seat], cards)
        state.hand[seat] -= there
        state.hidden[seat] -= size(cards - there)
    if state.viewer != ALL:
        state.ledger[seat] -= cards


@jit
def put_known(state: Record, seat: int, cards: Any) -> None:
    state.hand[seat] += cards
    if state.viewer != ALL:
        state.ledger[seat] += cards


@jit
def pay(state: Record, seat: int, cards: Any) -> None:
    """Known cards from a hand to the bank."""
    take_known(state, seat, cards)
    state.bank += cards


@jit
def gain(state: Record, seat: int, cards: Any) -> None:
    """Known cards from the bank to a hand."""
    put_known(state, seat, cards)
    state.bank -= cards


@jit
def hand_over(state: Record, giver: int, taker: int, cards: Any) -> None:
    """Known cards from one hand to another."""
    take_known(state, giver, cards)
    put_known(state, taker, cards)


@jit
def hand_over_unknown(state: Record, giver: int, taker: int, first: int, end: int) -> None:
    """On a view: one card of unknown kind, from first to before end, from hand to hand."""
    before = cards_held(state, giver)
    left = state.hand[giver]
    for kind in range(first, end):
        left -= single(kind, min(count(left, kind), 1))
    state.hand[giver] = left
    state.hidden[giver] = before - 1 - size(left)
    state.hidden[taker] += 1


@jit
def settle(state: Record) -> None:
    """On a view: make known what the counts leave no choice for."""
    changed = True
    while changed:
        changed = False
        hidden = 0
        for seat in range(int64(state.players)):
            hidden += int64(state.hidden[seat])
        for seat in range(int64(state.players)):
            if state.hidden[seat] > 0 and settle_hand(state, seat, hidden):
                changed = True
                break


@jit
def settle_hand(state: Record, seat: int, hidden: int) -> bool:
    """Make cards of a hand known that no other hand has room for; whether there were any.

    `hidden`: cards of unknown kind in all hands.
    """
    elsewhere = hidden - int64(state.hidden[seat])
    found = NO_CARDS
    for kind in range(8):
        found += single(kind, max(loose(state, kind) - elsewhere, 0))
    state.hand[seat] += found
    state.hidden[seat] -= size(found)
    return found != NO_CARDS


@jit
def loose_cards(state: Record) -> Any:
    """All cards that are in some hand, and the view does not know in which."""
    cards = NO_CARDS
    for kind in range(8):
        cards += single(kind, max(loose(state, kind), 0))
    return cards


@jit
def draw_cards(pool: Any, n: int, rng: Any) -> Any:
    """`n` cards drawn from a pool without replacement; the pool has as many."""
    drawn = NO_CARDS
    for _ in range(n):
        left = draw(rng, size(pool - drawn))
        for kind in range(8):
            here = count(pool - drawn, kind)
            if left < here:
                drawn += single(kind, 1)
                break
            left -= here
    return drawn
