"""How a game goes on: whose turn it is, who is asked next, and what follows a step."""

from typing import Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, has
from hinterland.engine.island.board import CORNERS, HEX_CORNER, HEX_EDGE, WORDS
from hinterland.engine.island.cards import NO_CARDS, size
from hinterland.engine.island.hands import cards_held
from hinterland.engine.island.improvements import walls_of
from hinterland.engine.island.knights import calm_knights, wake_knights
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

HAND_LIMIT: Final = 7
SPECIAL_PLAYERS: Final = 5
"""From so many players on there is special building."""


@jit
def bit_of(state: Record, seat: int) -> bool:
    """Whether a seat is in the queue."""
    return (int64(state.queue) >> seat) & 1 != 0


@jit
def next_in_queue(state: Record) -> int:
    """Take the next seat out of the queue, clockwise from the seat of the turn; or NOBODY."""
    for step in range(int64(state.players)):
        seat = (int64(state.turn) + step) % int64(state.players)
        if bit_of(state, seat):
            state.queue = int64(state.queue) & ~(1 << seat)
            return seat
    return NOBODY


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
def is_victim(state: Record, seat: int) -> bool:
    """Whether who moved the robber or the pirate may steal from the seat."""
    if seat == state.turn or cards_held(state, seat) == 0:
        return False
    if state.raid != 0:
        return sails_at(state, seat, int64(state.pirate))
    for side in range(6):
        corner = int64(HEX_CORNER[state.graph, state.robber, side])
        if owner_at(state, corner) == seat and piece_at(state, corner) > 0:
            return True
    return False


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
    found, victim = 0, NOBODY
    for seat in range(int64(state.players)):
        if is_victim(state, seat):
            found, victim = found + 1, seat
            state.queue |= 1 << seat
    if state.cause == BISHOP_CAUSE and state.options[o.BISHOP_STEALS] != 0:
        next_victim(state)
        return
    state.queue = 0
    if found > 1:
        state.phase = ROB
        return
    state.raid = 0
    if found == 0:
        back_to_turn(state)
    else:
        state.victim, state.phase = victim, STEAL


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
        start_turn(state, (int64(state.turn) + 1) % int64(state.players))


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
        start_turn(state, (int64(state.turn) + 1) % int64(state.players))


@jit
def check_win(state: Record) -> None:
    """End the game if it ends by itself: the seat of the turn has the points."""
    phase = int64(state.phase)
    if state.options[o.DECLARE_TO_WIN] != 0 or state.turns == 0:
        return
    if phase == SPECIAL or phase == POINTS or phase == FINISHED:
        return
    if state.resume == SPECIAL or state.resume == DROP:
        return
    if open_points(state, int64(state.turn)) >= target(state, int64(state.turn)):
        finish(state, 1 << int64(state.turn))
