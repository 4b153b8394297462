"""Improvements, walls and knights in the action phase and in special building."""

from typing import Any

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, lowest, without_lowest
from hinterland.engine.island.board import CORNER_CODE, CORNERS, WORDS, corner_at
from hinterland.engine.island.cards import (
    ACTIVATION_COST,
    KNIGHT_COST,
    WALL_COST,
    covers,
    single,
)
from hinterland.engine.island.improvements import (
    WALLS,
    cities_on_board,
    improvement_price,
    is_wall_site,
    may_improve,
    walls_of,
)
from hinterland.engine.island.knights import (
    activity_of,
    can_chase,
    can_go,
    goals,
    is_recruit_site,
    knight_at,
    knights_left,
    knights_of,
    level_of,
    lowest_corner,
    may_promote,
    one_corner,
    recruit_sites,
)
from hinterland.engine.island.moves import (
    ACTIVATE,
    CHASE,
    IMPROVE,
    MOVE_KNIGHT,
    PROMOTE,
    RECRUIT,
    WALL,
    code,
    upper,
)
from hinterland.engine.island.pieces import is_knight, owner_at
from hinterland.engine.island.progress import COMMODITY_OF
from hinterland.engine.island.state import INACTIVE, NOWHERE, READY, SPECIAL
from hinterland.engine.jit import Record, int64, jit


@jit
def list_upkeep(state: Record, moves: Any, total: int) -> int:
    """Append what the actor can do and pay, ascending; the new number of moves."""
    seat = int64(state.actor)
    total = list_improvements(state, seat, moves, total)
    total = list_walls(state, seat, moves, total)
    total = list_recruits(state, seat, moves, total)
    if state.knights[seat, 0] == NOWHERE:
        return total
    if covers(state.hand[seat], ACTIVATION_COST):
        total = list_knights(state, seat, ACTIVATE, moves, total)
    if covers(state.hand[seat], KNIGHT_COST):
        total = list_knights(state, seat, PROMOTE, moves, total)
    if state.phase == SPECIAL:
        return total
    for i in range(knights_of(state, seat)):
        total = list_goals(state, seat, int64(state.knights[seat, i]), moves, total)
    return list_knights(state, seat, CHASE, moves, total)


@jit
def improvements_are_sold(state: Record) -> bool:
    return state.phase != SPECIAL or state.options[o.SPECIAL_BUILD_IMPROVEMENTS] != 0


@jit
def list_improvements(state: Record, seat: int, moves: Any, total: int) -> int:
    if not improvements_are_sold(state) or cities_on_board(state, seat) == 0:
        return total
    for track in range(3):
        cost = improvement_price(state, seat, track) - (1 if state.crane > 0 else 0)
        affordable = covers(state.hand[seat], single(int64(COMMODITY_OF[track]), cost))
        if affordable and may_improve(state, seat, track):
            moves[total] = code(IMPROVE, track)
            total += 1
    return total


@jit
def list_walls(state: Record, seat: int, moves: Any, total: int) -> int:
    if cities_on_board(state, seat) == 0 or not covers(state.hand[seat], WALL_COST):
        return total
    if walls_of(state, seat) >= WALLS:
        return total
    for corner in range(int64(CORNERS[state.graph])):
        if is_wall_site(state, seat, corner):
            moves[total] = code(WALL, int64(CORNER_CODE[state.graph, corner]))
            total += 1
    return total


@jit
def list_recruits(state: Record, seat: int, moves: Any, total: int) -> int:
    if not covers(state.hand[seat], KNIGHT_COST) or knights_left(state, seat, 1) == 0:
        return total
    for w in range(WORDS):
        sites = recruit_sites(state, seat, w)
        while sites != NO_BITS:
            corner = 64 * w + lowest(sites)
            sites = without_lowest(sites)
            moves[total] = code(RECRUIT, int64(CORNER_CODE[state.graph, corner]))
            total += 1
    return total


@jit
def list_knights(state: Record, seat: int, kind: int, moves: Any, total: int) -> int:
    """Append ACTIVATE, PROMOTE or CHASE of each knight that can."""
    for i in range(knights_of(state, seat)):
        corner = int64(state.knights[seat, i])
        if knight_fits(state, seat, kind, corner):
            moves[total] = code(kind, int64(CORNER_CODE[state.graph, corner]))
            total += 1
    return total


@jit
def knight_fits(state: Record, seat: int, kind: int, corner: int) -> bool:
    """Whether an own knight can be activated or promoted or chases the robber; cost aside."""
    activity = activity_of(knight_at(state, corner))
    if kind == ACTIVATE:
        return activity == INACTIVE
    if kind == PROMOTE:
        return may_promote(state, seat, corner, False)
    return activity == READY and can_chase(state, corner)


@jit
def list_goals(state: Record, seat: int, start: int, moves: Any, total: int) -> int:
    """Append the moves of the knight on a corner."""
    piece = knight_at(state, start)
    if activity_of(piece) != READY:
        return total
    begin = int64(CORNER_CODE[state.graph, start]) << 16
    word_0, word_1, word_2 = goals(state, seat, start, level_of(piece))
    corner = lowest_corner(word_0, word_1, word_2)
    while corner != NOWHERE:
        moves[total] = code(MOVE_KNIGHT, begin | int64(CORNER_CODE[state.graph, corner]))
        total += 1
        bit_0, bit_1, bit_2 = one_corner(corner)
        word_0, word_1, word_2 = word_0 & ~bit_0, word_1 & ~bit_1, word_2 & ~bit_2
        corner = lowest_corner(word_0, word_1, word_2)
    return total


@jit
def upkeep_fits(state: Record, kind: int, body: int) -> bool:
    """Whether the actor may do it, cost aside; `body` may be any number."""
    seat = int64(state.actor)
    if kind == IMPROVE:
        return body < 3 and improvements_are_sold(state) and may_improve(state, seat, body)
    if kind == MOVE_KNIGHT:
        return move_fits(state, seat, upper(body), body & 0xFFFF)
    corner = corner_at(state.graph, body)
    if corner < 0:
        return False
    if kind == WALL:
        return is_wall_site(state, seat, corner) and walls_of(state, seat) < WALLS
    if kind == RECRUIT:
        return is_recruit_site(state, seat, corner) and knights_left(state, seat, 1) > 0
    if kind == CHASE and state.phase == SPECIAL:
        return False
    if kind != ACTIVATE and kind != PROMOTE and kind != CHASE:
        return False
    own = is_knight(state, corner) and owner_at(state, corner) == seat
    return own and knight_fits(state, seat, kind, corner)


@jit
def move_fits(state: Record, seat: int, start: int, goal: int) -> bool:
    """Whether a knight may go from one code of a corner to another."""
    corner, there = corner_at(state.graph, start), corner_at(state.graph, goal)
    if corner < 0 or there < 0 or state.phase == SPECIAL:
        return False
    piece = knight_at(state, corner)
    if not is_knight(state, corner) or owner_at(state, corner) != seat:
        return False
    return activity_of(piece) == READY and can_go(state, seat, corner, there, level_of(piece))
