"""How a game goes on: whose turn it is, who is asked next, and what follows a step."""

from typing import Final

import numpy as np

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, has, lowest
from hinterland.engine.island.board import CORNERS, HEX_CORNER, HEX_EDGE, WORDS
from hinterland.engine.island.cards import NO_CARDS, size
from hinterland.engine.island.hands import cards_held
from hinterland.engine.island.improvements import walls_of
from hinterland.engine.island.knights import calm_knights, wake_knights, with_knights
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    BUY_MOVE,
    COUNTER,
    DEAL_MOVE,
    DECLINE,
    DICE_MOVE,
    DISCARD_MOVE,
    DRAW,
    LEVY_MOVE,
    NONE,
    OFFER,
    REVEAL_MOVE,
    ROB_MOVE,
    ROBBER_MOVE,
    ROLL_MOVE,
    STEAL_MOVE,
)
from hinterland.engine.island.pieces import owner_at, piece_at, route_count
from hinterland.engine.island.points import finish, finish_by_points, open_points, target
from hinterland.engine.island.progress import PROGRESS_LIMIT, progress_held
from hinterland.engine.island.ships import can_lay
from hinterland.engine.island.state import (
    ACTION,
    BISHOP_CAUSE,
    DISCARD,
    DROP,
    FINISHED,
    FREE_ROAD,
    HIDDEN,
    MAX_HARBORS,
    NOBODY,
    NOWHERE,
    POINTS,
    REVEAL,
    ROB,
    ROBBER,
    ROLL,
    SABOTAGE,
    SETUP_PIECE,
    SEVEN,
    SPECIAL,
    STEAL,
)
from hinterland.engine.jit import Record, int64, jit

QUIET: Final = np.zeros(128, np.uint8)
"""1 for kinds of moves that change no points, no target and no turn, whatever is played."""
QUIET[
    [
        ROLL_MOVE, BANK, OFFER, COUNTER, ACCEPT, DECLINE, NONE, DEAL_MOVE, DISCARD_MOVE,
        ROBBER_MOVE, ROB_MOVE, BUY_MOVE, STEAL_MOVE, DRAW, REVEAL_MOVE, LEVY_MOVE,
    ]
] = 1  # fmt: skip
QUIET.setflags(write=False)

HAND_LIMIT: Final = 7
SPECIAL_PLAYERS: Final = 5
"""From so many players on there is special building."""


@jit
def next_in_queue(state: Record) -> int:
    """Take the next seat out of the queue, clockwise from the seat of the turn; or NOBODY."""
    queue, turn = int64(state.queue), int64(state.turn)
    if queue == 0:
        return NOBODY
    ahead = queue >> turn
    seat = turn + lowest(np.uint64(ahead)) if ahead != 0 else lowest(np.uint64(queue))
    state.queue = queue & ~(1 << seat)
    return seat


@jit
def following(state: Record) -> int:
    """The seat that has the next turn."""
    seat = int64(state.turn) + 1
    return seat if seat < state.players else 0


@jit
def others(state: Record, seat: int) -> int:
    """All seats but one, as bits."""
    return ((1 << int64(state.players)) - 1) & ~(1 << seat)


@jit
def start_turn(state: Record, seat: int) -> None:
    state.turn, state.actor = seat, seat
    state.turns += 1
    state.moves, state.played = 0, 0
    state.red, state.yellow, state.event = 0, 0, 0
    calm_knights(state, seat, True)
    state.bought, state.bought_hidden = NO_CARDS, 0
    state.lifted = NOWHERE
    for w in range(WORDS):
        state.built[0, w] = NO_BITS
    for i in range(int64(state.offer_count)):
        state.offers[i] = 0
    state.offer_count = 0
    state.phase, state.resume = ROLL, ACTION


@jit
def setup_next(state: Record) -> None:
    """After a setup road: the next seat places, or the first turn begins."""
    placed, players = 0, int64(state.players)
    for seat in range(players):
        placed += route_count(state, seat)
    if placed == 2 * players:
        start_turn(state, int64(state.first))
        return
    step = placed if placed < players else 2 * players - 1 - placed
    seat = (int64(state.first) + step) % players
    state.turn, state.actor, state.phase = seat, seat, SETUP_PIECE


@jit
def setup_corner(state: Record) -> int:
    """The piece just placed in the setup: the building that no own road touches yet."""
    seat = int64(state.actor)
    for corner in range(int64(CORNERS[state.graph])):
        if owner_at(state, corner) == seat and not has(state.reach, seat, corner):
            return corner
    return NOWHERE


@jit
def turn_up_harbors(state: Record) -> None:
    """Mark the harbors that a road meets for the first time."""
    for harbor in range(MAX_HARBORS):
        if state.harbor_first[harbor] == NOWHERE:
            break
        if state.harbor_type[harbor] == HIDDEN and is_met(state, harbor):
            state.flips |= 1 << harbor


@jit
def is_met(state: Record, harbor: int) -> bool:
    for seat in range(int64(state.players)):
        if has(state.reach, seat, int64(state.harbor_first[harbor])):
            return True
        if has(state.reach, seat, int64(state.harbor_second[harbor])):
            return True
    return False


@jit
def back_to_turn(state: Record) -> None:
    """Go on with what was interrupted."""
    if state.resume != SPECIAL:
        state.actor = int64(state.turn)
    state.phase, state.victim = int64(state.resume), NOBODY
    state.resume, state.cause = ACTION, SEVEN
    if state.phase == ACTION and state.moves == 0:
        wake_knights(state, int64(state.turn))


@jit
def start_discards(state: Record) -> None:
    """Hands over the limit are cut, then the robber moves."""
    for seat in range(int64(state.players)):
        held = cards_held(state, seat)
        if held > HAND_LIMIT and held > HAND_LIMIT + 2 * walls_of(state, seat):
            half = held // 2
            state.owed[seat] = held - half if state.options[o.DISCARD_DOWN_TO] == 0 else half
            state.queue |= 1 << seat
    next_discard(state)


@jit
def next_discard(state: Record) -> None:
    """The next seat discards, or the discards are shown."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = DISCARD, seat
        return
    for other in range(int64(state.players)):
        if size(state.pending[other]) + int64(state.pending_hidden[other]) > 0:
            state.queue |= 1 << other
    next_reveal(state)


@jit
def next_reveal(state: Record) -> None:
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = REVEAL, seat
    elif state.cause == SABOTAGE:
        back_to_turn(state)
    else:
        start_robber(state)


@jit
def start_robber(state: Record) -> None:
    """The robber is to move, unless no attack of the barbarians has freed it yet."""
    if state.options[o.EXPANSION] == 0 and state.attacked == 0:
        back_to_turn(state)
    else:
        state.phase, state.actor = ROBBER, int64(state.turn)


@jit
def victims(state: Record) -> int:
    """Bit s: who moved the robber or the pirate may steal from the seat s."""
    near, found = 0, 0
    if state.raid == 0:
        near = builders_at(state, int64(state.robber))
    for seat in range(int64(state.players)):
        if seat == state.turn or cards_held(state, seat) == 0:
            continue
        if state.raid != 0:
            met = sails_at(state, seat, int64(state.pirate))
        else:
            met = (near >> seat) & 1 != 0
        found |= 1 << seat if met else 0
    return found


@jit
def builders_at(state: Record, h: int) -> int:
    """Bit s: the seat s has a building at a hex."""
    found = 0
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, h, side])
        if piece_at(state, corner) > 0:
            found |= 1 << owner_at(state, corner)
    return found


@jit
def sails_at(state: Record, seat: int, h: int) -> bool:
    """Whether the seat has a ship at a hex."""
    ships = 0
    for side in range(6):
        ships += 1 if has(state.ships, seat, int64(HEX_EDGE[state.graph, h, side])) else 0
    return ships > 0


@jit
def choose_victim(state: Record) -> None:
    """After the robber or the pirate moved: nobody, the only victim, or a choice."""
    found = victims(state)
    if state.cause == BISHOP_CAUSE and state.options[o.BISHOP_STEALS] != 0:
        state.queue = int64(state.queue) | found
        next_victim(state)
        return
    state.queue = 0
    if found & (found - 1) != 0:
        state.phase = ROB
        return
    state.raid = 0
    if found == 0:
        back_to_turn(state)
    else:
        state.victim, state.phase = lowest(np.uint64(found)), STEAL


@jit
def next_victim(state: Record) -> None:
    """The next seat from which this robber's move steals, or the end of it."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.victim, state.phase = seat, STEAL
    else:
        back_to_turn(state)


@jit
def go_on_with_free_roads(state: Record) -> None:
    """The next free road or ship, or the end of them."""
    if state.free > 0 and can_lay(state, int64(state.actor)):
        state.phase = FREE_ROAD
    else:
        state.free = 0
        back_to_turn(state)


@jit
def end_turn(state: Record) -> None:
    """Progress cards over the limit go first."""
    if with_knights(state):
        every = state.options[o.PROGRESS_LIMIT] == 0
        for seat in range(int64(state.players)):
            if (every or seat == state.turn) and progress_held(state, seat) > PROGRESS_LIMIT:
                state.queue |= 1 << seat
    state.resume = DROP
    next_drop(state)


@jit
def next_drop(state: Record) -> None:
    """The next seat over the limit drops progress cards, or the turn is over."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = DROP, seat
        return
    state.crane, state.fleet, state.resume = 0, 0, ACTION
    calm_knights(state, int64(state.turn), False)
    close_turn(state)


@jit
def close_turn(state: Record) -> None:
    """The game is over, there is special building, or the next turn begins."""
    if state.turns >= state.options[o.MAX_TURNS]:
        for seat in range(int64(state.players)):
            if size(state.development[seat]) + int64(state.development_hidden[seat]) > 0:
                state.queue |= 1 << seat
        next_points(state)
    elif state.players >= SPECIAL_PLAYERS:
        state.queue = others(state, int64(state.turn))
        next_special(state)
    else:
        start_turn(state, following(state))


@jit
def next_points(state: Record) -> None:
    """The next seat shows its victory cards, or the game is over."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = POINTS, seat
    elif state.winners != 0:
        finish(state, int64(state.winners))
    else:
        finish_by_points(state)


@jit
def next_special(state: Record) -> None:
    """The next seat builds specially, or the next turn begins."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor, state.moves = SPECIAL, seat, 0
        calm_knights(state, seat, True)
    else:
        start_turn(state, following(state))


@jit
def check_win(state: Record, kind: int) -> None:
    """End the game if it ends by itself: the seat of the turn has the points.

    `kind`: of the move just played; after most kinds nobody can have come to more points.
    """
    if state.options[o.DECLARE_TO_WIN] != 0 or state.turns == 0 or QUIET[kind] != 0:
        return
    if kind == DICE_MOVE and not with_knights(state):
        return
    phase = int64(state.phase)
    if phase == SPECIAL or phase == POINTS or phase == FINISHED:
        return
    if state.resume == SPECIAL or state.resume == DROP:
        return
    if open_points(state, int64(state.turn)) >= target(state, int64(state.turn)):
        finish(state, 1 << int64(state.turn))
