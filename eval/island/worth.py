"""How far a seat of island is on its way to the target, and its share of the win.

All in victory points: those it has, and what its production, hand, sites, pieces and cards
are likely to add before somebody wins. The constants were set by hand.
"""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import NO_BITS, lowest, members, without_lowest
from hinterland.engine.island.board import WORDS
from hinterland.engine.island.cards import (
    CITY_COST,
    KNIGHT_CARD,
    RESOURCES,
    SETTLEMENT_COST,
    count,
    covers,
    size,
)
from hinterland.engine.island.hands import cards_held
from hinterland.engine.island.improvements import cities_on_board, walls_of
from hinterland.engine.island.knights import knight_at, level_of, strength, with_knights
from hinterland.engine.island.pieces import settlement_sites
from hinterland.engine.island.points import hidden_points, open_points, target
from hinterland.engine.island.prices import rate
from hinterland.engine.island.progress import progress_held
from hinterland.engine.island.shoal import tokens_held
from hinterland.engine.island.state import MAX_KNIGHTS, NOBODY, NOWHERE
from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.ground import corner_worth, production

ROLL_WORTH: Final = 0.055
"""A card in 36 rolls, at the start of a game."""
NEW_KIND: Final = 2.5
"""A kind that the seat produces at all, in rolls."""
TRADE_WORTH: Final = 0.25
"""A better rate of the bank, in shares of the kind's rolls."""
CARD_WORTH: Final = 0.11
HAND_LIMIT: Final = 7
EXCESS_WORTH: Final = 0.03
READY: Final = 0.25
"""The cards of a settlement or city are in the hand."""
SITE_WORTH: Final = 0.03
"""A roll of the best site that the roads reach."""
ROAD_WORTH: Final = 0.04
LENGTH_WORTH: Final = 0.12
"""A road more than four, while nobody else has the longest."""
DEVELOPMENT_WORTH: Final = 0.3
ARMY_WORTH: Final = 0.2
ACTIVE_WORTH: Final = 0.35
RESTING_WORTH: Final = 0.2
LEVEL_WORTH: Final = 0.32
PRIVILEGE: Final = 0.35
"""The third level of a track."""
PROGRESS_WORTH: Final = 0.4
WALL_WORTH: Final = 0.15
DANGER: Final = 0.9
"""A city that the barbarians will take."""
FISH_WORTH: Final = 0.1
SOFTNESS: Final = 2.2
"""The lead in points, at the end, at which the one behind has a sixteenth of the weight."""
SOFTNESS_PER_POINT: Final = 0.35


@jit
def income(state: Record, seat: int, left: float) -> float:
    """The production; `left`: the share of the game that is still to come."""
    cards = production(state, seat)
    rolls = 0.0
    for kind in range(8):
        got = count(cards, kind)
        if got == 0:
            continue
        rolls += got
        if kind < RESOURCES:
            rolls += NEW_KIND
        rolls += TRADE_WORTH * got * (4 - rate(state, seat, kind))
    return rolls * ROLL_WORTH * left


@jit
def hand_worth(state: Record, seat: int) -> float:
    held = cards_held(state, seat)
    limit = HAND_LIMIT + (2 * walls_of(state, seat) if with_knights(state) else 0)
    worth = CARD_WORTH * min(held, limit) + EXCESS_WORTH * max(held - limit, 0)
    if covers(state.hand[seat], CITY_COST) and state.cities[seat] > 0:
        worth += READY
    if covers(state.hand[seat], SETTLEMENT_COST) and state.settlements[seat] > 0:
        worth += READY
    return worth


@jit
def best_site(state: Record, seat: int) -> int:
    """The rolls of the best corner on which the seat may build at once; 0 for none."""
    best = 0
    for w in range(WORDS):
        corners = settlement_sites(state, seat, w)
        while corners != NO_BITS:
            best = max(best, corner_worth(state, 64 * w + lowest(corners)))
            corners = without_lowest(corners)
    return best


@jit
def route_worth(state: Record, seat: int, left: float) -> float:
    """Roads and ships: where they lead to, and the race for the longest."""
    routes = members(state.roads, seat) + members(state.ships, seat)
    worth = ROAD_WORTH * routes
    if state.settlements[seat] > 0:
        worth += SITE_WORTH * best_site(state, seat) * left
    if state.longest_road == NOBODY:
        worth += LENGTH_WORTH * max(routes - 4, 0)
    return worth


@jit
def development_worth(state: Record, seat: int) -> float:
    held = size(state.development[seat])
    army = int64(state.army[seat]) + count(state.development[seat], KNIGHT_CARD)
    return DEVELOPMENT_WORTH * held + ARMY_WORTH * min(army, 5)


@jit
def knight_worth(state: Record, seat: int) -> float:
    """Knights, the more so the nearer the barbarians are."""
    near = int64(state.barbarians) / 7.0
    worth = 0.0
    for place in range(MAX_KNIGHTS):
        corner = int64(state.knights[seat, place])
        if corner == NOWHERE:
            break
        worth += RESTING_WORTH * level_of(knight_at(state, corner))
    worth += (ACTIVE_WORTH - RESTING_WORTH) * (0.5 + near) * strength(state, seat)
    return worth - DANGER * near * danger(state, seat)


@jit
def danger(state: Record, seat: int) -> float:
    """How likely the barbarians take a city of the seat if they come now: 0, 0.5 or 1."""
    cities, knights, weaker = 0, 0, 0
    own = strength(state, seat)
    if cities_on_board(state, seat) == 0:
        return 0.0
    for other in range(int64(state.players)):
        cities += cities_on_board(state, other)
        knights += strength(state, other)
        if cities_on_board(state, other) > 0 and strength(state, other) < own:
            weaker += 1
    if knights >= cities or weaker > 1:
        return 0.0
    return 0.5 if weaker == 1 else 1.0


@jit
def city_worth(state: Record, seat: int) -> float:
    """Improvements, progress cards and walls."""
    worth = PROGRESS_WORTH * min(progress_held(state, seat), 4)
    for track in range(3):
        level = int64(state.improvements[seat, track])
        worth += LEVEL_WORTH * level + (PRIVILEGE if level >= 3 else 0.0)
    return worth + WALL_WORTH * walls_of(state, seat)


@jit
def progress(state: Record, seat: int, left: float) -> float:
    """The points that a seat has and can count on."""
    worth = float(open_points(state, seat) + hidden_points(state, seat))
    worth += income(state, seat, left) + hand_worth(state, seat) + route_worth(state, seat, left)
    if with_knights(state):
        worth += knight_worth(state, seat) + city_worth(state, seat)
    else:
        worth += development_worth(state, seat)
    if state.options[o.FISH] != 0:
        worth += FISH_WORTH * tokens_held(state, seat)
    return worth


@jit
def points_missing(state: Record) -> int:
    """How many points the first seat still needs."""
    least = 100
    for seat in range(int64(state.players)):
        have = open_points(state, seat) + hidden_points(state, seat)
        least = min(least, target(state, seat) - have)
    return max(least, 0)


@jit
def evaluate(state: Record, out: Any) -> None:
    """Shares that fall with the fourth power of how far a seat is behind the leader."""
    players = int64(state.players)
    missing = points_missing(state)
    left = (missing + 2.0) / (int64(state.options[o.TARGET]) + 2.0)
    best = -1e9
    for seat in range(players):
        need = target(state, seat) - int64(state.options[o.TARGET])
        out[seat] = progress(state, seat, left) - need
        best = max(best, out[seat])
    scale = SOFTNESS + SOFTNESS_PER_POINT * missing
    total = 0.0
    for seat in range(players):
        behind = 1.0 + (best - out[seat]) / scale
        weight = 1.0 / (behind * behind)
        out[seat] = weight * weight
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
