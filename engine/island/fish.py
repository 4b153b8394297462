"""What fish tokens buy, and the old boot.

A ware is numbered in the body of FISH: ROBBER_OFF, PIRATE_OFF, ROB_SEAT + seat,
RESOURCE + kind, FREE_EDGE, TRACK_CARD + track, DEVELOPMENT_WARE.
"""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.cards import RESOURCES, count, single
from hinterland.engine.island.hands import cards_held, gain
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import BOOT_MOVE, FISH_MOVE, code
from hinterland.engine.island.points import open_points
from hinterland.engine.island.ships import can_lay
from hinterland.engine.island.shoal import VALUES, lane, may_pay, one, spend
from hinterland.engine.island.state import ACTION, BUY, DRAW_CARD, FREE_ROAD, OFF, ROLL, STEAL
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import MAX_SEATS

ROBBER_OFF: Final = 0
PIRATE_OFF: Final = 1
ROB_SEAT: Final = 2
RESOURCE: Final = ROB_SEAT + MAX_SEATS
FREE_EDGE: Final = RESOURCE + RESOURCES
TRACK_CARD: Final = FREE_EDGE + 1
DEVELOPMENT_WARE: Final = TRACK_CARD + 3
WARES: Final = DEVELOPMENT_WARE + 1

WARE_SHIFT: Final = 12
TOKEN_BITS: Final = (1 << WARE_SHIFT) - 1


@jit
def cost_of(ware: int) -> int:
    """The fish that a ware costs."""
    if ware < ROB_SEAT:
        return 2
    if ware < RESOURCE:
        return 3
    if ware < FREE_EDGE:
        return 4
    return 5 if ware == FREE_EDGE else 7


@jit
def sells_now(state: Record) -> bool:
    """Whether fish may be spent in this phase."""
    if state.options[o.FISH] == 0:
        return False
    if state.phase == ACTION:
        return True
    if state.phase == ROLL:
        return state.options[o.FISH_PRE_ROLL] != 0
    return state.options[o.FISH_IN_SPECIAL_BUILD] != 0


@jit
def is_for_sale(state: Record, ware: int) -> bool:
    """Whether a ware is to be had, whatever the actor holds."""
    if ware < ROB_SEAT:
        unlocked = state.attacked != 0 or not with_knights(state)
        return unlocked and (state.robber if ware == ROBBER_OFF else state.pirate) != OFF
    if ware < RESOURCE:
        seat = ware - ROB_SEAT
        return seat < state.players and seat != state.actor and cards_held(state, seat) > 0
    if ware < FREE_EDGE:
        return count(state.bank, ware - RESOURCE) > 0
    if ware == FREE_EDGE:
        return can_lay(state, int64(state.actor))
    if ware == DEVELOPMENT_WARE:
        return not with_knights(state) and state.deck > 0
    return with_knights(state) and state.deck_size[ware - TRACK_CARD] > 0


@jit
def is_payment(tokens: int, cost: int) -> bool:
    """Whether tokens are worth the cost, and no one of them could be left out."""
    total, least = 0, 0
    for value in range(VALUES, 0, -1):
        if lane(tokens, value) > 0:
            total += value * lane(tokens, value)
            least = value
    return total >= cost > total - least


@jit
def list_fish(state: Record, moves: Any, total: int) -> int:
    """Append every ware with every way to pay it."""
    if state.fish[state.actor] == 0 or not sells_now(state):
        return total
    for ware in range(WARES):
        if is_for_sale(state, ware):
            total = list_payments(state, ware, moves, total)
    return total


@jit
def list_payments(state: Record, ware: int, moves: Any, total: int) -> int:
    held, cost = int64(state.fish[state.actor]), cost_of(ware)
    for threes in range(lane(held, 3) + 1):
        for twos in range(lane(held, 2) + 1):
            for ones in range(lane(held, 1) + 1):
                tokens = ones * one(1) + twos * one(2) + threes * one(3)
                if is_payment(tokens, cost):
                    moves[total] = code(FISH_MOVE, ware << WARE_SHIFT | tokens)
                    total += 1
    return total


@jit
def fish_fits(state: Record, body: int) -> bool:
    ware, tokens = body >> WARE_SHIFT, body & TOKEN_BITS
    if not sells_now(state) or ware >= WARES or not is_for_sale(state, ware):
        return False
    return is_payment(tokens, cost_of(ware)) and may_pay(state, int64(state.actor), tokens)


@jit
def play_fish(state: Record, body: int) -> None:
    ware, seat = body >> WARE_SHIFT, int64(state.actor)
    spend(state, seat, body & TOKEN_BITS)
    if ware == ROBBER_OFF:
        state.robber = OFF
    elif ware == PIRATE_OFF:
        state.pirate = OFF
    elif ware < RESOURCE:
        state.resume, state.phase, state.victim = int64(state.phase), STEAL, ware - ROB_SEAT
    elif ware < FREE_EDGE:
        gain(state, seat, single(ware - RESOURCE, 1))
    elif ware == FREE_EDGE:
        state.resume, state.phase = int64(state.phase), FREE_ROAD
        state.free, state.due = 1, 1
    elif ware == DEVELOPMENT_WARE:
        state.resume, state.phase = int64(state.phase), BUY
    else:
        state.resume, state.phase = int64(state.phase), DRAW_CARD
        state.track = ware - TRACK_CARD


@jit
def boot_fits(state: Record, seat: int) -> bool:
    """Whether the seat of the turn may hand the boot to a seat: one with as many points."""
    turn = int64(state.turn)
    if state.options[o.FISH] == 0 or state.phase != ACTION or state.boot != turn:
        return False
    if seat >= state.players or seat == turn:
        return False
    return open_points(state, seat) >= open_points(state, turn)


@jit
def list_boots(state: Record, moves: Any, total: int) -> int:
    """Append the seats that the boot may be handed to."""
    for seat in range(int64(state.players)):
        if boot_fits(state, seat):
            moves[total] = code(BOOT_MOVE, seat)
            total += 1
    return total
