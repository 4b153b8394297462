"""Markets, silver, the end of the game and its winners."""

from typing import Any

from hinterland.engine.jit import Record, int64, jit

from .cards import (
    APPRENTICE,
    CELL_CARD,
    CELL_ON,
    CELLS,
    DUCATS,
    FOUNDERS,
    LOCK,
    MONK,
    PER,
    PER_SUIT,
    SILVER,
    SILVER_COUNT,
    SILVER_PER,
    SUIT,
    SYMBOLS,
    UNLOCKERS,
    WOOD,
)  # fmt: skip
from .state import FOOD_SIDE, MONKS, MOVABLE, STACKS

_GOLD = PER.index("gold_symbol")
_FOOD = PER.index("food_symbol")
_BUILDER = PER.index("builder_symbol")
_PADLOCK = PER.index("padlock_symbol")
_MOST_COINS = PER.index("coins_on_one_own_card")
_PRINTED = -1
"""All visible printed ducats; not for silver."""


@jit
def printed(state: Record, seat: int, card: int) -> int:
    """The printed ducats of an uncovered card in the village of a seat."""
    if card == FOUNDERS and state.side[seat] == FOOD_SIDE:
        return 0
    return DUCATS[card]


@jit
def symbols(state: Record, seat: int, per: int) -> int:
    """How many of what silver is paid for a village shows; `per` as in `cards.SILVER_PER`.

    Every card shows its suit and padlock symbols, only an uncovered one its ducats.
    """
    if per == _FOOD:
        return int64(state.food[seat])
    if per == _BUILDER:
        return int64(state.builder[seat])
    total = 0
    for cell in range(CELLS):
        count, card = int64(state.cells[seat, cell]), CELL_CARD[cell]
        if count == 0:
            continue
        if per >= PER_SUIT:
            total += count * SYMBOLS[card] if SUIT[card] == per - PER_SUIT else 0
        elif per == _PADLOCK:
            total += count if LOCK[card] >= 0 else 0
        elif CELL_ON[cell] == 0 and printed(state, seat, card) > 0:
            if per == _GOLD:
                total += count
            elif per == _PRINTED or SUIT[card] == WOOD:
                total += count * printed(state, seat, card)
    if per >= PER_SUIT:
        for i in range(MOVABLE):
            card = MONK if i < MONKS else APPRENTICE
            if state.standing[i] == seat and SUIT[card] == per - PER_SUIT:
                total += SYMBOLS[card]
    return total


@jit
def coins(state: Record, seat: int, most: bool) -> int:
    """The ducats lying on a seat's settlers, or the most on one of them."""
    total, largest = 0, 0
    for i in range(2 * UNLOCKERS):
        if state.owner[i] == seat:
            gold = int64(state.gold[i])
            total += gold
            if gold > largest:
                largest = gold
    return largest if most else total


@jit
def income(state: Record, seat: int, with_silver: bool) -> int:
    """What a market pays to a seat."""
    total = symbols(state, seat, _PRINTED) + coins(state, seat, False)
    for cell in range(CELLS):
        card = CELL_CARD[cell]
        count = int64(state.cells[seat, cell])
        if with_silver and count > 0 and CELL_ON[cell] == 0 and SILVER[card] > 0:
            if SILVER_PER[card] == _MOST_COINS:
                shown = coins(state, seat, True)
            else:
                shown = symbols(state, seat, SILVER_PER[card])
            total += count * SILVER[card] * (shown // SILVER_COUNT[card])
    return total


@jit
def hold_markets(state: Record) -> bool:
    """End of a round: hold the markets that are due; whether the game is over."""
    all_empty = True
    for stack in range(STACKS):
        all_empty = all_empty and state.height[stack] == 0
    first_due = state.height[0] == 0 and state.height[1] == 0
    second_due = all_empty
    if state.stack_trigger != 0:
        first_due = state.height[1] == 0
        second_due = state.height[STACKS - 1] == 0
    if state.markets == 0 and not first_due:
        return False
    while state.markets == 0 or (state.markets == 1 and second_due):
        for seat in range(int64(state.players)):
            state.supply[seat] += income(state, seat, state.markets == 1)
        state.markets += 1
    if state.markets < 2:
        return False
    for i in range(2 * UNLOCKERS):
        state.gold[i] = 0
    return True


@jit
def village_cards(state: Record, seat: int) -> int:
    """The cards that count in a tie."""
    total = 0
    for cell in range(CELLS):
        if CELL_ON[cell] == 0 or state.uncovered_tie == 0:
            total += int64(state.cells[seat, cell])
    if state.uncovered_tie == 0:
        for i in range(MOVABLE):
            if state.standing[i] == seat:
                total += 1
    return total


@jit
def score(state: Record, seat: int) -> int:
    """What the seats are ranked by: ducats, then few cards."""
    return 256 * int64(state.supply[seat]) - village_cards(state, seat)


@jit
def returns(state: Record, out: Any) -> None:
    best = score(state, 0)
    winners = 0
    for seat in range(int64(state.players)):
        best = max(best, score(state, seat))
    for seat in range(int64(state.players)):
        winners += 1 if score(state, seat) == best else 0
    for seat in range(int64(state.players)):
        out[seat] = 1.0 / winners if score(state, seat) == best else 0.0
