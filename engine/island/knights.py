"""Knights on the board: what they are, where they may stand and go, and moving them."""

from typing import Any

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, bit, has, lowest, without_lowest
from hinterland.engine.island.board import (
    CORNER_EDGE,
    CORNER_HEX,
    CORNER_NEXT,
)
from hinterland.engine.island.pieces import (
    cuts,
    has_route,
    is_knight,
    judge_all_roads,
    owner_at,
    passable,
)
from hinterland.engine.island.progress import POLITICS
from hinterland.engine.island.state import (
    ACTIVE,
    INACTIVE,
    MAX_KNIGHTS,
    NOWHERE,
    PIRATE_RAID,
    PROMOTED,
    READY,
    ROBBER_RAID,
    SEA,
)
from hinterland.engine.jit import Record, int64, jit

MIGHTY = 3
PIECES_A_LEVEL = 2
FORTRESS = 3
"""The level of politics from which on knights become mighty."""


@jit
def with_knights(state: Record) -> bool:
    """Whether Cities & Knights is played."""
    return state.options[o.EXPANSION] == 0


@jit
def knight_at(state: Record, corner: int) -> int:
    """The PIECE of the knight on a corner."""
    return int64(state.corner[corner]) >> 3


@jit
def level_of(piece: int) -> int:
    return piece >> 3


@jit
def activity_of(piece: int) -> int:
    """INACTIVE, ACTIVE or READY: active since the action phase began, and has not acted."""
    return piece & 3


@jit
def was_promoted(piece: int) -> bool:
    return piece & PROMOTED != 0


@jit
def with_activity(piece: int, activity: int) -> int:
    return (piece & ~3) | activity


@jit
def knight_of(level: int, activity: int) -> int:
    return level << 3 | activity


@jit
def set_knight(state: Record, corner: int, piece: int) -> None:
    """Change the knight on a corner."""
    state.corner[corner] = piece << 3 | (int64(state.corner[corner]) & 7)


@jit
def put_knight(state: Record, seat: int, corner: int, piece: int) -> None:
    """Put a knight on an empty corner."""
    state.corner[corner] = piece << 3 | (seat + 1)
    place = MAX_KNIGHTS - 1
    while place > 0 and state.knights[seat, place - 1] > corner:
        state.knights[seat, place] = int64(state.knights[seat, place - 1])
        place -= 1
    state.knights[seat, place] = corner


@jit
def take_knight(state: Record, seat: int, corner: int) -> int:
    """Take a knight off the board; its PIECE."""
    piece = knight_at(state, corner)
    state.corner[corner] = 0
    for place in range(MAX_KNIGHTS):
        if state.knights[seat, place] >= corner:
            after = place + 1
            there = int64(state.knights[seat, after]) if after < MAX_KNIGHTS else NOWHERE
            state.knights[seat, place] = there
    return piece


@jit
def knights_of(state: Record, seat: int) -> int:
    """How many knights a seat has on the board."""
    total = 0
    while total < MAX_KNIGHTS and state.knights[seat, total] != NOWHERE:
        total += 1
    return total


@jit
def knights_left(state: Record, seat: int, level: int) -> int:
    """Pieces of a level in the supply."""
    left = PIECES_A_LEVEL
    for i in range(knights_of(state, seat)):
        if level_of(knight_at(state, int64(state.knights[seat, i]))) == level:
            left -= 1
    return left


@jit
def strength(state: Record, seat: int) -> int:
    """The levels of the active knights."""
    total = 0
    for i in range(knights_of(state, seat)):
        piece = knight_at(state, int64(state.knights[seat, i]))
        total += level_of(piece) if activity_of(piece) != INACTIVE else 0
    return total


@jit
def may_promote(state: Record, seat: int, corner: int, smith: bool) -> bool:
    """Cost aside; `corner` has a knight of the seat."""
    piece = knight_at(state, corner)
    level = level_of(piece)
    if level == MIGHTY or was_promoted(piece) or knights_left(state, seat, level + 1) == 0:
        return False
    if state.improvements[seat, POLITICS] >= FORTRESS:
        return True
    return level + 1 < MIGHTY and (smith or state.options[o.STRONG_NEEDS_FORTRESS] == 0)


@jit
def promote(state: Record, corner: int) -> None:
    piece = knight_at(state, corner)
    set_knight(state, corner, (piece + knight_of(1, 0)) | PROMOTED)


@jit
def rest_knights(state: Record, seat: int) -> None:
    """Make all knights of a seat inactive."""
    for i in range(knights_of(state, seat)):
        corner = int64(state.knights[seat, i])
        set_knight(state, corner, with_activity(knight_at(state, corner), INACTIVE))


@jit
def wake_knights(state: Record, seat: int) -> None:
    """The action phase begins: active knights are ready."""
    for i in range(knights_of(state, seat)):
        corner = int64(state.knights[seat, i])
        piece = knight_at(state, corner)
        if activity_of(piece) == ACTIVE:
            set_knight(state, corner, with_activity(piece, READY))


@jit
def calm_knights(state: Record, seat: int, fresh: bool) -> None:
    """No knight of the seat is ready; with `fresh` all may be promoted again."""
    for i in range(knights_of(state, seat)):
        corner = int64(state.knights[seat, i])
        piece = knight_at(state, corner)
        if activity_of(piece) == READY:
            piece = with_activity(piece, ACTIVE)
        set_knight(state, corner, piece & ~PROMOTED if fresh else piece)


@jit
def has_sleeper(state: Record, seat: int) -> bool:
    """Whether a knight of the seat is inactive."""
    for i in range(knights_of(state, seat)):
        if activity_of(knight_at(state, int64(state.knights[seat, i]))) == INACTIVE:
            return True
    return False


@jit
def raise_knights(state: Record, seat: int) -> None:
    """Warlord: inactive knights become active."""
    for i in range(knights_of(state, seat)):
        corner = int64(state.knights[seat, i])
        piece = knight_at(state, corner)
        if activity_of(piece) == INACTIVE:
            set_knight(state, corner, with_activity(piece, ACTIVE))


@jit
def is_recruit_site(state: Record, seat: int, corner: int) -> bool:
    """An empty corner of land that an own road or ship touches."""
    if state.corner[corner] != 0 or not has(state.reach, seat, corner):
        return False
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and state.terrain[h] != SEA:
            return True
    return False


@jit
def walk(state: Record, seat: int, start: int) -> tuple[Any, Any, Any]:
    """Corners that a knight of the seat can enter from `start` along own roads and ships.

    The three words of a set. It goes on through own pieces and empty corners only; opposed
    corners are entered, not passed.
    """
    entered_0, entered_1, entered_2 = NO_BITS, NO_BITS, NO_BITS
    ahead_0, ahead_1, ahead_2 = one_corner(start)
    while (ahead_0 | ahead_1 | ahead_2) != NO_BITS:
        here = lowest_corner(ahead_0, ahead_1, ahead_2)
        bit_0, bit_1, bit_2 = one_corner(here)
        ahead_0, ahead_1, ahead_2 = ahead_0 & ~bit_0, ahead_1 & ~bit_1, ahead_2 & ~bit_2
        for side in range(3):
            edge = int64(CORNER_EDGE[state.graph, here, side])
            if edge < 0 or not has_route(state, seat, edge):
                continue
            there = int64(CORNER_NEXT[state.graph, here, side])
            bit_0, bit_1, bit_2 = one_corner(there)
            met = (entered_0 & bit_0) | (entered_1 & bit_1) | (entered_2 & bit_2)
            if there == start or met != NO_BITS:
                continue
            entered_0, entered_1, entered_2 = (
                entered_0 | bit_0,
                entered_1 | bit_1,
                entered_2 | bit_2,
            )
            if passable(state, seat, there):
                ahead_0, ahead_1, ahead_2 = ahead_0 | bit_0, ahead_1 | bit_1, ahead_2 | bit_2
    return entered_0, entered_1, entered_2


@jit
def one_corner(corner: int) -> tuple[Any, Any, Any]:
    """The set of one corner as three words."""
    w, b = corner >> 6, bit(corner)
    return b if w == 0 else NO_BITS, b if w == 1 else NO_BITS, b if w == 2 else NO_BITS


@jit
def lowest_corner(word_0: Any, word_1: Any, word_2: Any) -> int:
    """The lowest member of a set of three words that is not empty; NOWHERE if it is."""
    if word_0 != NO_BITS:
        return lowest(word_0)
    if word_1 != NO_BITS:
        return 64 + lowest(word_1)
    return 128 + lowest(word_2) if word_2 != NO_BITS else NOWHERE


@jit
def is_goal(state: Record, seat: int, corner: int, level: int) -> bool:
    """Whether a knight that can enter the corner may end there: empty, or a weaker opponent."""
    if state.corner[corner] == 0:
        return True
    if owner_at(state, corner) == seat or not is_knight(state, corner):
        return False
    return level_of(knight_at(state, corner)) < level


@jit
def goals(state: Record, seat: int, start: int, level: int) -> tuple[Any, Any, Any]:
    """The corners to which a knight may go from `start`; level 0: to empty ones only."""
    word_0, word_1, word_2 = walk(state, seat, start)
    kept_0, kept_1, kept_2 = NO_BITS, NO_BITS, NO_BITS
    corner = lowest_corner(word_0, word_1, word_2)
    while corner != NOWHERE:
        bit_0, bit_1, bit_2 = one_corner(corner)
        word_0, word_1, word_2 = word_0 & ~bit_0, word_1 & ~bit_1, word_2 & ~bit_2
        if is_goal(state, seat, corner, level):
            kept_0, kept_1, kept_2 = kept_0 | bit_0, kept_1 | bit_1, kept_2 | bit_2
        corner = lowest_corner(word_0, word_1, word_2)
    return kept_0, kept_1, kept_2


@jit
def can_go(state: Record, seat: int, start: int, there: int, level: int) -> bool:
    """Whether a knight may go from one corner to another."""
    word_0, word_1, word_2 = goals(state, seat, start, level)
    bit_0, bit_1, bit_2 = one_corner(there)
    return ((word_0 & bit_0) | (word_1 & bit_1) | (word_2 & bit_2)) != NO_BITS


@jit
def is_at(state: Record, corner: int, h: int) -> bool:
    """Whether a corner is one of a hex; none is of a hex off the board."""
    first, second = CORNER_HEX[state.graph, corner, 0], CORNER_HEX[state.graph, corner, 1]
    return first == h or second == h or CORNER_HEX[state.graph, corner, 2] == h


@jit
def quarry(state: Record, corner: int) -> int:
    """What a knight on the corner may chase: ROBBER_RAID | PIRATE_RAID."""
    found = ROBBER_RAID if is_at(state, corner, int64(state.robber)) else 0
    return found | (PIRATE_RAID if is_at(state, corner, int64(state.pirate)) else 0)


@jit
def can_chase(state: Record, corner: int) -> bool:
    """Whether a knight on the corner may chase the robber or the pirate."""
    return state.attacked != 0 and quarry(state, corner) != 0


@jit
def move_knight(state: Record, seat: int, start: int, there: int) -> None:
    """Put a knight that has acted on another corner, empty or just cleared."""
    piece = take_knight(state, seat, start)
    put_knight(state, seat, there, with_activity(piece, INACTIVE))


@jit
def judge_corner(state: Record, seat: int, corner: int) -> None:
    """Judge the longest road after a knight of the seat came to a corner or left it."""
    if cuts(state, seat, corner):
        judge_all_roads(state)


@jit
def recruit_sites(state: Record, seat: int, w: int) -> Any:
    """Word w of the sites for new knights."""
    sites, left = NO_BITS, state.reach[seat, w]
    while left != NO_BITS:
        corner = 64 * w + lowest(left)
        left = without_lowest(left)
        if is_recruit_site(state, seat, corner):
            sites |= bit(corner)
    return sites
