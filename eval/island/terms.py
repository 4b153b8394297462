"""The evaluation term by term: what counts for a seat, and the weighted sum.

A weight has two parts: what it is at the end of the game, and what is added at its start.
"""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.cards import KNIGHT_CARD, count, size
from hinterland.engine.island.improvements import walls_of
from hinterland.engine.island.knights import strength, with_knights
from hinterland.engine.island.pieces import route_count
from hinterland.engine.island.points import ARMY as LEAST_ARMY
from hinterland.engine.island.points import hidden_points, open_points, target
from hinterland.engine.island.prices import harbor_points
from hinterland.engine.island.progress import progress_held
from hinterland.engine.island.shoal import VALUES, lane
from hinterland.engine.island.state import NOBODY
from hinterland.engine.jit import Record, int64, jit
from hinterland.eval.island.defence import (
    danger,
    glory,
    knight_levels,
    metropolis_race,
    nearness,
)
from hinterland.eval.island.ground import (
    blocked,
    commodities,
    gold,
    harbor_rolls,
    production,
    scarcity,
    variety,
)
from hinterland.eval.island.holdings import (
    city_share,
    development_share,
    hand_limit,
    improvement_share,
    rates,
    road_share,
    settlement_share,
)
from hinterland.eval.island.reach import BASE, road_race, rolls_ahead, sites

TERMS: Final = (
    "points", "close", "rolls", "variety", "scarcity", "blocked", "harbors", "gold",
    "hand", "excess", "settlement", "city", "improvement", "development", "road",
    "sites", "best_site", "ahead", "routes", "race",
    "knight_cards", "cards", "army",
    "commodities", "levels", "started", "third", "metropolis", "progress", "walls",
    "knights", "active", "danger", "glory",
    "merchant", "harbormaster", "fish",
)  # fmt: skip
"""The names of the terms, in the order of the weights."""
(
    POINTS, CLOSE, ROLLS, VARIETY, SCARCITY, BLOCKED, HARBORS, GOLD,
    HAND, EXCESS, SETTLEMENT_CARDS, CITY_CARDS, IMPROVEMENT_CARDS, DEVELOPMENT_CARDS, ROAD_CARDS,
    SITES, BEST_SITE, AHEAD, ROUTES, RACE,
    KNIGHT_CARDS, CARDS, ARMY_RACE,
    COMMODITIES, LEVELS, STARTED, THIRD, METROPOLIS, PROGRESS, WALLS,
    KNIGHTS, ACTIVE, DANGER, GLORY,
    MERCHANT, HARBORMASTER, FISH,
) = range(len(TERMS))  # fmt: skip

AT_HAND: Final = -1.0
"""A goal to build at once, see `hand_score`."""
_ROLLS: Final = 36.0
_PRIVILEGE: Final = 3


@jit
def points_missing(state: Record, seat: int) -> int:
    """The points that a seat still needs."""
    have = open_points(state, seat) + hidden_points(state, seat)
    return max(target(state, seat) - have, 0)


@jit
def time_left(state: Record) -> float:
    """The share of the target that the first seat still needs: 1 at the start, 0 at the end."""
    least = 100
    for seat in range(int64(state.players)):
        least = min(least, points_missing(state, seat))
    return least / max(int64(state.options[o.TARGET]), 1)


@jit
def weigh(table: Any, rules: int, left: float, term: int) -> float:
    """The weight of a term: `table` is (2, 2, terms), base or knights, end or added at start."""
    return table[rules, 0, term] + left * table[rules, 1, term]


@jit
def score(state: Record, seat: int, hand: Any, rich: Any, left: float, table: Any) -> float:
    """The weighted sum of a seat's terms: by how much its chances grow, as a logarithm.

    `hand`: what it holds, or would after an exchange; `rich`: `ground.riches`;
    `left`: `time_left`; `table`: see `weigh`.
    """
    rules = 1 if with_knights(state) else 0
    walls = walls_of(state, seat) if rules == 1 else 0
    found, ahead = 0, 0.0
    if state.settlements[seat] > 0:
        found, ahead = sites(state, seat), rolls_ahead(state, seat) / _ROLLS
    goal = AT_HAND if found > 0 else ahead
    total = ground_score(state, seat, rich, rules, left, table)
    total += hand_score(state, seat, hand, goal, walls, rules, left, table)
    total += route_score(state, seat, found, ahead, rules, left, table)
    total += race_score(state, seat, rules, left, table)
    if rules == 0:
        return total + card_score(state, seat, left, table)
    return total + city_score(state, seat, walls, left, table)


@jit
def holding(state: Record, seat: int, hand: Any, left: float, table: Any) -> float:
    """The part of the score that depends on the hand; see `score`."""
    rules = 1 if with_knights(state) else 0
    walls = walls_of(state, seat) if rules == 1 else 0
    goal = 0.0
    if state.settlements[seat] > 0:
        at_hand = sites(state, seat) > 0
        goal = AT_HAND if at_hand else rolls_ahead(state, seat) / _ROLLS
    return hand_score(state, seat, hand, goal, walls, rules, left, table)


@jit
def ground_score(state: Record, seat: int, rich: Any, rules: int, left: float, table: Any) -> float:
    """Points, and what the board gives."""
    missing = points_missing(state, seat)
    cards = production(state, seat)
    total = weigh(table, rules, left, POINTS) * (int64(state.options[o.TARGET]) - missing)
    total += weigh(table, rules, left, CLOSE) / (1.0 + missing)
    total += weigh(table, rules, left, ROLLS) * (size(cards) / _ROLLS)
    total += weigh(table, rules, left, VARIETY) * variety(cards)
    total += weigh(table, rules, left, SCARCITY) * scarcity(cards, rich)
    total += weigh(table, rules, left, BLOCKED) * (blocked(state, seat) / _ROLLS)
    total += weigh(table, rules, left, HARBORS) * (harbor_rolls(state, seat, cards) / _ROLLS)
    if rules == 1:
        total += weigh(table, rules, left, COMMODITIES) * (commodities(cards) / _ROLLS)
    if state.options[o.SEAFARERS] != 0:
        total += weigh(table, rules, left, GOLD) * (gold(state, seat) / _ROLLS)
    return total


@jit
def hand_score(
    state: Record,
    seat: int,
    hand: Any,
    goal: float,
    walls: int,
    rules: int,
    left: float,
    table: Any,
) -> float:
    """The hand, its risk, and what it nearly pays for.

    `goal`: AT_HAND where a settlement can be built at once; else how good the best site ahead is.
    """
    held = size(hand) + int64(state.hidden[seat])
    limit = hand_limit(walls)
    rate = rates(state, seat)
    total = weigh(table, rules, left, HAND) * min(held, limit)
    total += weigh(table, rules, left, EXCESS) * max(held - limit, 0)
    total += weigh(table, rules, left, CITY_CARDS) * city_share(state, seat, hand, rate)
    if goal == AT_HAND:
        share = settlement_share(state, seat, hand, rate)
        total += weigh(table, rules, left, SETTLEMENT_CARDS) * share
    elif goal > 0.0:
        total += weigh(table, rules, left, ROAD_CARDS) * goal * road_share(hand, rate)
    if rules == 1:
        improving = improvement_share(state, seat, hand, rate)
        return total + weigh(table, rules, left, IMPROVEMENT_CARDS) * improving
    developing = development_share(state, hand, rate)
    return total + weigh(table, rules, left, DEVELOPMENT_CARDS) * developing


@jit
def route_score(
    state: Record, seat: int, found: int, ahead: float, rules: int, left: float, table: Any
) -> float:
    """Building in reach, `found` as of `reach.sites`, and `ahead`; the road race."""
    total = weigh(table, rules, left, ROUTES) * route_count(state, seat)
    total += weigh(table, rules, left, RACE) * road_race(state, seat)
    total += weigh(table, rules, left, SITES) * min(found // BASE, 3)
    total += weigh(table, rules, left, BEST_SITE) * ((found % BASE) / _ROLLS)
    return total + weigh(table, rules, left, AHEAD) * ahead


@jit
def race_score(state: Record, seat: int, rules: int, left: float, table: Any) -> float:
    """What the options add: the harbormaster and fish."""
    total = 0.0
    if state.options[o.HARBOR_POINTS] == 1 and state.harbormaster != seat:
        near = min(harbor_points(state, seat), 3)
        total += weigh(table, rules, left, HARBORMASTER) * near
    if state.options[o.FISH] != 0:
        total += weigh(table, rules, left, FISH) * fish_value(state, seat)
    return total


@jit
def fish_value(state: Record, seat: int) -> int:
    """The fish on the tokens of a seat."""
    total = 0
    for value in range(1, VALUES + 1):
        total += value * lane(int64(state.fish[seat]), value)
    return total


@jit
def card_score(state: Record, seat: int, left: float, table: Any) -> float:
    """Development cards and the army, in the base game."""
    knights = count(state.development[seat], KNIGHT_CARD)
    rest = size(state.development[seat]) - knights - hidden_points(state, seat)
    total = weigh(table, 0, left, KNIGHT_CARDS) * knights
    total += weigh(table, 0, left, CARDS) * rest
    return total + weigh(table, 0, left, ARMY_RACE) * army_race(state, seat, knights)


@jit
def army_race(state: Record, seat: int, knights: int) -> float:
    """How near a seat is to the largest army, 0..1; of its holder how far ahead."""
    own = int64(state.army[seat])
    holder = int64(state.largest_army)
    if holder == seat:
        most = 0
        for other in range(int64(state.players)):
            if other != seat:
                most = max(most, int64(state.army[other]))
        return min((own - most) / LEAST_ARMY, 1.0)
    least = LEAST_ARMY if holder == NOBODY else int64(state.army[holder]) + 1
    behind = max(least - own, 0) - 0.5 * min(knights, max(least - own, 0))
    return max(1.0 - behind / LEAST_ARMY, 0.0)


@jit
def city_score(state: Record, seat: int, walls: int, left: float, table: Any) -> float:
    """Improvements, metropolises, progress cards, walls and the merchant; knights."""
    levels, started, third = 0, 0, 0
    for track in range(3):
        level = int64(state.improvements[seat, track])
        levels += level
        started += 1 if level > 0 else 0
        third += 1 if level >= _PRIVILEGE else 0
    total = weigh(table, 1, left, LEVELS) * levels
    total += weigh(table, 1, left, STARTED) * started
    total += weigh(table, 1, left, THIRD) * third
    total += weigh(table, 1, left, METROPOLIS) * metropolis_race(state, seat)
    total += weigh(table, 1, left, PROGRESS) * min(progress_held(state, seat), 4)
    total += weigh(table, 1, left, WALLS) * walls
    if state.merchant_owner == seat:
        total += weigh(table, 1, left, MERCHANT)
    return total + knight_score(state, seat, walls, left, table)


@jit
def knight_score(state: Record, seat: int, walls: int, left: float, table: Any) -> float:
    """Knights, and what the barbarians will bring: the more certain, the nearer they are."""
    near = nearness(state)
    levels = knight_levels(state, seat)
    total = weigh(table, 1, left, KNIGHTS) * levels
    total += weigh(table, 1, left, ACTIVE) * strength(state, seat)
    total += weigh(table, 1, left, DANGER) * near * danger(state, seat, walls)
    return total + weigh(table, 1, left, GLORY) * near * glory(state, seat)
