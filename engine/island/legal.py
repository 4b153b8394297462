"""The moves that a seat has, ascending."""

from typing import Any

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, has, lowest, without_lowest
from hinterland.engine.island.board import (
    CORNER_CODE,
    CORNER_HEX,
    CORNERS,
    EDGE_CODE,
    EDGE_SET,
    HEX_CODE,
    HEXES,
    WORDS,
)
from hinterland.engine.island.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    KNIGHT_CARD,
    MONOPOLY_CARD,
    NO_CARDS,
    PLENTY_CARD,
    RESOURCES,
    ROAD_COST,
    ROADS_CARD,
    SETTLEMENT_COST,
    SHIP_COST,
    count,
    covers,
    single,
)
from hinterland.engine.island.decisions import list_decision
from hinterland.engine.island.fish import list_boots, list_fish
from hinterland.engine.island.flow import setup_corner, victims
from hinterland.engine.island.harvest import list_picks, list_returns
from hinterland.engine.island.improvements import is_city_site
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import (
    ACCEPT,
    BANK,
    BUY_MOVE,
    CITY_MOVE,
    DEAL_MOVE,
    DECLINE,
    DISCARD_MOVE,
    END,
    NONE,
    PASS,
    PIRATE_MOVE,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROADS,
    ROAD,
    ROB_MOVE,
    ROBBER_MOVE,
    ROLL_MOVE,
    SETTLEMENT_MOVE,
    SHIP,
    WIN,
    code,
    wanted,
)
from hinterland.engine.island.pieces import (
    road_sites,
    roads_left,
    settlement_sites,
)
from hinterland.engine.island.playable import list_alchemist, list_progress
from hinterland.engine.island.points import hidden_points, open_points, target
from hinterland.engine.island.prices import givable
from hinterland.engine.island.ships import can_lay, list_lifts, list_ships, ships_left
from hinterland.engine.island.shores import is_sea, land_edges, sea_edges
from hinterland.engine.island.state import (
    ACTION,
    ANSWER,
    BISHOP_CAUSE,
    CHASE_CAUSE,
    CITY,
    DEAL,
    DESERT,
    DISCARD,
    FREE_ROAD,
    GOLD_PICK,
    LIFT,
    PIRATE_RAID,
    RETURN,
    ROB,
    ROBBER,
    ROBBER_RAID,
    ROLL,
    SEA,
    SETTLEMENT,
    SETUP_GOLD,
    SETUP_PIECE,
    SETUP_ROAD,
    SPECIAL,
)
from hinterland.engine.island.trade import deal_fits, list_answers, list_offers
from hinterland.engine.island.upkeep import list_upkeep
from hinterland.engine.jit import Record, int64, jit

SPECIAL_MOVES = 60
"""Moves of one seat in special building."""


@jit
def legal_of_seat(state: Record, moves: Any) -> int:
    """The moves of the actor; their number."""
    phase = int64(state.phase)
    if phase == ACTION:
        return list_action(state, moves)
    if phase == ANSWER:
        return list_answer(state, moves)
    if phase == DEAL:
        return list_deals(state, moves)
    if phase == DISCARD:
        return list_discards(state, moves)
    if phase == ROBBER:
        return list_robber(state, moves)
    if phase == ROB:
        return list_victims(state, moves)
    if phase == ROLL:
        return list_roll(state, moves)
    if phase == SETUP_PIECE:
        return list_setup_piece(state, moves)
    if phase == SETUP_ROAD:
        return list_setup_road(state, moves)
    if phase == FREE_ROAD:
        return list_free(state, moves)
    if phase == SPECIAL:
        return list_special(state, moves)
    return list_other(state, phase, moves)


@jit
def list_other(state: Record, phase: int, moves: Any) -> int:
    """The moves of the rarer phases."""
    if phase == SETUP_GOLD or phase == GOLD_PICK:
        return list_picks(state, moves)
    if phase == RETURN:
        return list_returns(state, moves)
    if phase == LIFT:
        return list_ships(state, moves, 0)
    return list_decision(state, moves)


@jit
def list_free(state: Record, moves: Any) -> int:
    """Places for a free road or ship; it may be declined unless fish paid for it."""
    total = 0
    if state.due == 0:
        moves[0], total = code(PASS, 0), 1
    if roads_left(state, int64(state.actor)) > 0:
        total = list_roads(state, moves, total)
    if ships_left(state, int64(state.actor)) > 0:
        total = list_ships(state, moves, total)
    return total


@jit
def list_action(state: Record, moves: Any) -> int:
    if must_win(state):
        moves[0] = code(WIN, 0)
        return 1
    moves[0] = code(END, 0)
    total = 1
    if may_win(state):
        moves[total] = code(WIN, 0)
        total += 1
    if state.moves >= state.options[o.TURN_MOVES]:
        return total
    total = list_building(state, moves, total)
    total = list_bank(state, moves, total)
    total = list_offers(state, moves, total)
    at_sea = state.options[o.SEAFARERS] != 0 or state.options[o.FISH] != 0
    if with_knights(state):
        total = list_at_sea(state, moves, total) if at_sea else total
        return list_progress(state, moves, list_upkeep(state, moves, total))
    if can_buy(state):
        moves[total] = code(BUY_MOVE, 0)
        total += 1
    total = list_development(state, moves, total)
    return list_at_sea(state, moves, total) if at_sea else total


@jit
def list_at_sea(state: Record, moves: Any, total: int) -> int:
    """Append ships to take up, and what fish buy."""
    total = list_lifts(state, moves, total)
    return list_boots(state, moves, list_fish(state, moves, total))


@jit
def must_win(state: Record) -> bool:
    """Whether the mover holds the victory cards that end the game."""
    if state.options[o.DECLARE_TO_WIN] != 0:
        return False
    seat = int64(state.actor)
    return open_points(state, seat) + hidden_points(state, seat) >= target(state, seat)


@jit
def may_win(state: Record) -> bool:
    """Whether the mover may declare."""
    if state.options[o.DECLARE_TO_WIN] == 0:
        return False
    seat = int64(state.actor)
    return open_points(state, seat) + hidden_points(state, seat) >= target(state, seat)


@jit
def list_building(state: Record, moves: Any, total: int) -> int:
    """Append settlements, cities, roads and ships that the actor can pay."""
    seat = int64(state.actor)
    if state.settlements[seat] > 0 and covers(state.hand[seat], SETTLEMENT_COST):
        for w in range(WORDS):
            sites = settlement_sites(state, seat, w)
            while sites != NO_BITS:
                corner = 64 * w + lowest(sites)
                moves[total] = code(SETTLEMENT_MOVE, int64(CORNER_CODE[state.graph, corner]))
                sites = without_lowest(sites)
                total += 1
    if covers(state.hand[seat], CITY_COST):
        for corner in range(int64(CORNERS[state.graph])):
            if is_city_site(state, seat, corner):
                moves[total] = code(CITY_MOVE, int64(CORNER_CODE[state.graph, corner]))
                total += 1
    if covers(state.hand[seat], ROAD_COST) and roads_left(state, seat) > 0:
        total = list_roads(state, moves, total)
    if covers(state.hand[seat], SHIP_COST) and ships_left(state, seat) > 0:
        total = list_ships(state, moves, total)
    return total


@jit
def list_roads(state: Record, moves: Any, total: int) -> int:
    for w in range(WORDS):
        sites = road_sites(state, int64(state.actor), w)
        total = list_edges(state, ROAD, sites, w, moves, total)
    return total


@jit
def list_edges(state: Record, kind: int, edges: Any, w: int, moves: Any, total: int) -> int:
    """Append a road or ship for each edge of word w of a set."""
    while edges != NO_BITS:
        edge = 64 * w + lowest(edges)
        moves[total] = code(kind, int64(EDGE_CODE[state.graph, edge]))
        edges = without_lowest(edges)
        total += 1
    return total


@jit
def list_bank(state: Record, moves: Any, total: int) -> int:
    gifts = givable(state, int64(state.actor))
    if gifts == NO_CARDS:
        return total
    for want in range(8):
        if count(state.bank, want) == 0:
            continue
        left = gifts & ~single(want, 255)
        while left != NO_CARDS:
            moves[total] = code(BANK, lowest(left) >> 3 | want << 8)
            left = without_lowest(left)
            total += 1
    return total


@jit
def can_buy(state: Record) -> bool:
    if state.options[o.EXPANSION] == 0 or state.deck == 0:
        return False
    return covers(state.hand[state.actor], DEVELOPMENT_COST)


@jit
def playable(state: Record, card: int) -> bool:
    """Whether the actor holds a development card that it may play in this turn."""
    if state.played != 0:
        return False
    seat = int64(state.actor)
    return count(state.development[seat], card) > count(state.bought, card)


@jit
def list_development(state: Record, moves: Any, total: int) -> int:
    """Append the development cards that the actor may play."""
    if state.development[state.actor] == NO_CARDS or state.played != 0:
        return total
    if playable(state, KNIGHT_CARD):
        moves[total] = code(PLAY_KNIGHT, 0)
        total += 1
    if playable(state, ROADS_CARD) and can_lay(state, int64(state.actor)):
        moves[total] = code(PLAY_ROADS, 0)
        total += 1
    if playable(state, PLENTY_CARD):
        for second in range(RESOURCES):
            for first in range(second + 1):
                if covers(state.bank, single(first, 1) + single(second, 1)):
                    moves[total] = code(PLAY_PLENTY, first | second << 8)
                    total += 1
    if playable(state, MONOPOLY_CARD):
        for kind in range(RESOURCES):
            moves[total] = code(PLAY_MONOPOLY, kind)
            total += 1
    return total


@jit
def list_answer(state: Record, moves: Any) -> int:
    total = 0
    if accept_fits(state):
        moves[0] = code(ACCEPT, 0)
        total = 1
    moves[total] = code(DECLINE, 0)
    return list_answers(state, moves, total + 1)


@jit
def accept_fits(state: Record) -> bool:
    """Whether the actor surely holds what the offer wants."""
    return covers(state.hand[state.actor], wanted(int64(state.offer)))


@jit
def list_deals(state: Record, moves: Any) -> int:
    moves[0] = code(NONE, 0)
    total = 1
    for seat in range(int64(state.players)):
        if deal_fits(state, seat):
            moves[total] = code(DEAL_MOVE, seat)
            total += 1
    return total


@jit
def set_aside_from(state: Record) -> int:
    """The lowest kind that the actor may still set aside: the last one it chose."""
    lowest_kind = 0
    for kind in range(8):
        if count(state.pending[state.actor], kind) > 0:
            lowest_kind = kind
    return lowest_kind


@jit
def list_discards(state: Record, moves: Any) -> int:
    """Kinds in ascending order, such that enough cards of this kind and above are left."""
    seat, total = int64(state.actor), 0
    free = state.hand[seat] - state.pending[seat]
    start = set_aside_from(state)
    above = 0
    for kind in range(start, 8):
        above += count(free, kind)
    for kind in range(start, 8):
        if count(free, kind) > 0 and above >= state.owed[seat]:
            moves[total] = code(DISCARD_MOVE, kind)
            total += 1
        above -= count(free, kind)
    return total


@jit
def is_robber_goal(state: Record, h: int) -> bool:
    """Another hex of land, unless the pirate was chased; after a chase by option no desert."""
    if state.raid == PIRATE_RAID or state.robber == h or state.terrain[h] == SEA:
        return False
    barred = state.cause == CHASE_CAUSE and state.options[o.CHASE_TO_DESERT] == 0
    return not barred or state.terrain[h] != DESERT


@jit
def is_pirate_goal(state: Record, h: int) -> bool:
    """Another hex of the sea, unless a Bishop moves the robber, or it was the robber's chase."""
    if state.options[o.SEAFARERS] == 0 or state.cause == BISHOP_CAUSE:
        return False
    return state.raid != ROBBER_RAID and state.pirate != h and is_sea(state, h)


@jit
def list_robber(state: Record, moves: Any) -> int:
    total = 0
    for h in range(int64(HEXES[state.graph])):
        if is_robber_goal(state, h):
            moves[total] = code(ROBBER_MOVE, int64(HEX_CODE[state.graph, h]))
            total += 1
    if state.options[o.SEAFARERS] != 0:
        for h in range(int64(HEXES[state.graph])):
            if is_pirate_goal(state, h):
                moves[total] = code(PIRATE_MOVE, int64(HEX_CODE[state.graph, h]))
                total += 1
    return total


@jit
def list_victims(state: Record, moves: Any) -> int:
    total, found = 0, victims(state)
    for seat in range(int64(state.players)):
        if (found >> seat) & 1 != 0:
            moves[total] = code(ROB_MOVE, seat)
            total += 1
    return total


@jit
def list_roll(state: Record, moves: Any) -> int:
    if must_win(state):
        moves[0] = code(WIN, 0)
        return 1
    moves[0] = code(ROLL_MOVE, 0)
    total = list_fish(state, moves, list_development(state, moves, 1))
    return list_alchemist(state, moves, total)


@jit
def is_setup_site(state: Record, corner: int) -> bool:
    if has(state.crowded, 0, corner):
        return False
    for side in range(3):
        h = int64(CORNER_HEX[state.graph, corner, side])
        if h >= 0 and state.terrain[h] != SEA:
            return True
    return False


@jit
def setup_piece_kind(state: Record) -> int:
    """SETTLEMENT or CITY: what the actor places now."""
    second = state.settlements[state.actor] < 5
    return CITY if second and state.options[o.SECOND_PIECE] != 0 else SETTLEMENT


@jit
def list_setup_piece(state: Record, moves: Any) -> int:
    kind = CITY_MOVE if setup_piece_kind(state) == CITY else SETTLEMENT_MOVE
    total = 0
    for corner in range(int64(CORNERS[state.graph])):
        if is_setup_site(state, corner):
            moves[total] = code(kind, int64(CORNER_CODE[state.graph, corner]))
            total += 1
    return total


@jit
def list_setup_road(state: Record, moves: Any) -> int:
    corner, total = setup_corner(state), 0
    for w in range(WORDS):
        edges = land_edges(state, EDGE_SET[state.graph, corner, w] & ~state.taken[0, w], w)
        total = list_edges(state, ROAD, edges, w, moves, total)
    if state.options[o.SEAFARERS] != 0:
        for w in range(WORDS):
            edges = sea_edges(state, EDGE_SET[state.graph, corner, w] & ~state.taken[0, w], w)
            total = list_edges(state, SHIP, edges, w, moves, total)
    return total


@jit
def list_special(state: Record, moves: Any) -> int:
    moves[0] = code(PASS, 0)
    if state.moves >= SPECIAL_MOVES:
        return 1
    total = list_building(state, moves, 1)
    if with_knights(state):
        return list_upkeep(state, moves, list_fish(state, moves, total))
    if can_buy(state):
        moves[total] = code(BUY_MOVE, 0)
        total += 1
    return list_fish(state, moves, total)
