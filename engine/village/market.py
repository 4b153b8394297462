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
_WOOD_DUCATS = PER.index("printed_gold_on_wood")
_MOST_COINS = PER.index("coins_on_one_own_card")


@jit
def printed(state: Record, seat: int, card: int) -> int:
    """The printed ducats of an uncovered card in the village of a seat."""
    if card == FOUNDERS and state.side[seat] == FOOD_SIDE:
        return 0
    return DUCATS[card]


@jit
def printed_ducats(state: Record, seat: int) -> int:
    """The sum of the visible printed ducats."""
    total = 0
    for cell in range(CELLS):
        count = int64(state.cells[seat, cell])
        if count > 0 and CELL_ON[cell] == 0:
            total += count * printed(state, seat, CELL_CARD[cell])
    return total


@jit
def coins(state: Record, seat: int) -> int:
    """The ducats lying on a seat's settlers."""
    total = 0
    for i in range(2 * UNLOCKERS):
        if state.owner[i] == seat:
            total += int64(state.gold[i])
    return total


@jit
def most_coins(state: Record, seat: int) -> int:
    most = 0
    for i in range(2 * UNLOCKERS):
        if state.owner[i] == seat:
            most = max(most, int64(state.gold[i]))
    return most


@jit
def suit_symbols(state: Record, seat: int, suit: int) -> int:
    """Symbols of a suit: every card shows its own, covered or not."""
    total = 0
    for cell in range(CELLS):
        card = CELL_CARD[cell]
        if SUIT[card] == suit:
            total += int64(state.cells[seat, cell]) * SYMBOLS[card]
    for i in range(MOVABLE):
        card = MONK if i < MONKS else APPRENTICE
        if state.standing[i] == seat and SUIT[card] == suit:
            total += SYMBOLS[card]
    return total


@jit
def gold_symbols(state: Record, seat: int, suit: int) -> int:
    """Uncovered cards with printed ducats: their number, or of `suit` the sum of the ducats."""
    total = 0
    for cell in range(CELLS):
        card = CELL_CARD[cell]
        if CELL_ON[cell] == 0 and printed(state, seat, card) > 0:
            count = int64(state.cells[seat, cell])
            if suit < 0:
                total += count
            elif SUIT[card] == suit:
                total += count * printed(state, seat, card)
    return total


@jit
def padlocks(state: Record, seat: int) -> int:
    total = 0
    for cell in range(CELLS):
        if LOCK[CELL_CARD[cell]] >= 0:
            total += int64(state.cells[seat, cell])
    return total


@jit
def symbols(state: Record, seat: int, per: int) -> int:
    """How many of what silver is paid for a village shows; `per` as in `cards.SILVER_PER`."""
    if per >= PER_SUIT:
        return suit_symbols(state, seat, per - PER_SUIT)
    if per == _GOLD:
        return gold_symbols(state, seat, -1)
    if per == _FOOD:
        return int64(state.food[seat])
    if per == _BUILDER:
        return int64(state.builder[seat])
    if per == _PADLOCK:
        return padlocks(state, seat)
    if per == _WOOD_DUCATS:
        return gold_symbols(state, seat, WOOD) if WOOD >= 0 else 0
    return most_coins(state, seat)


@jit
def silver(state: Record, seat: int) -> int:
    """What the visible silver of a village pays."""
    total = 0
    for cell in range(CELLS):
        card = CELL_CARD[cell]
        count = int64(state.cells[seat, cell])
        if count > 0 and CELL_ON[cell] == 0 and SILVER[card] > 0:
            shown = symbols(state, seat, SILVER_PER[card])
            total += count * SILVER[card] * (shown // SILVER_COUNT[card])
    return total


@jit
def first_market(state: Record) -> None:
    for seat in range(int64(state.players)):
        state.supply[seat] += printed_ducats(state, seat) + coins(state, seat)
    state.markets = 1


@jit
def second_market(state: Record) -> None:
    for seat in range(int64(state.players)):
        income = printed_ducats(state, seat) + silver(state, seat) + coins(state, seat)
        state.supply[seat] += income
    for i in range(2 * UNLOCKERS):
        state.gold[i] = 0
    state.markets = 2


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
    if state.markets == 0 and first_due:
        first_market(state)
    if state.markets == 1 and second_due:
        second_market(state)
    return state.markets == 2


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
