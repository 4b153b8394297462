"""What the progress cards do when they are played, as far as nobody is asked."""

from typing import Final

from hinterland.engine.island import options as o
from hinterland.engine.island.bits import drop, has, put
from hinterland.engine.island.board import corner_at, edge_at, hex_of
from hinterland.engine.island.cards import RESOURCES, count, single
from hinterland.engine.island.flow import (
    back_to_turn,
    go_on_with_free_roads,
    next_discard,
    next_in_queue,
    start_discards,
    start_robber,
)
from hinterland.engine.island.hands import cards_held, gain
from hinterland.engine.island.improvements import put_wall, raise_city
from hinterland.engine.island.knights import (
    can_go,
    goals,
    judge_corner,
    knights_of,
    lowest_corner,
    one_corner,
    put_knight,
    raise_knights,
    take_knight,
)
from hinterland.engine.island.moves import card_of, low, middle, need_of, upper
from hinterland.engine.island.pieces import (
    has_road_site,
    judge_all_roads,
    longest_trail,
    owner_at,
    take_road,
)
from hinterland.engine.island.playable import hexes_of, is_rival, open_road_of
from hinterland.engine.island.points import judge_harbors
from hinterland.engine.island.progress import (
    ALCHEMIST,
    ALL_KNOW,
    BISHOP,
    COMMERCIAL_HARBOR,
    CRANE,
    DESERTER,
    DIPLOMAT,
    ENGINEER,
    INTRIGUE,
    INVENTOR,
    IRRIGATION,
    MASTER_MERCHANT,
    MEDICINE,
    MERCHANT,
    MERCHANT_FLEET,
    MINING,
    ROAD_BUILDING,
    SABOTEUR,
    SMITH_CARD,
    SPY,
    TRACK_OF,
    WARLORD,
    WEDDING,
    bury,
    remove_progress,
)
from hinterland.engine.island.ships import has_ship_site
from hinterland.engine.island.state import (
    ACTION,
    BISHOP_CAUSE,
    CHASE_CAUSE,
    DESERT_PHASE,
    DICE,
    FIELDS,
    GIVE,
    LEVY,
    MOUNTAINS,
    NOBODY,
    NOWHERE,
    PLACE,
    REBUILD,
    RETREAT,
    SABOTAGE,
    SHOW_HAND,
    SHOW_PROGRESS,
    SMITH,
    SWAP,
)
from hinterland.engine.jit import Record, int64, jit

FREE_ROADS: Final = 2
SMITHS: Final = 2
GIFTS: Final = 2
"""Cards given at a Wedding or taken by a Master Merchant."""
_WITH_BISHOP: Final = (1, 3)
_WITH_CHASE: Final = (2, 3)
"""Values of `discard_with` that have the Bishop, and the chase."""


@jit
def play_progress(state: Record, body: int) -> None:
    """Put the card under its deck, in the sight of all, and do what it says."""
    seat, card, need = int64(state.actor), card_of(body), need_of(body)
    remove_progress(state, seat, card)
    bury(state, int64(TRACK_OF[card]), card, ALL_KNOW)
    if card < COMMERCIAL_HARBOR:
        play_science(state, seat, card, need)
    elif card < BISHOP:
        play_trade_card(state, card, need)
    else:
        play_politics(state, seat, card, need)


@jit
def play_science(state: Record, seat: int, card: int, need: int) -> None:
    if card == ALCHEMIST:
        state.red, state.yellow, state.phase = low(need), middle(need), DICE
    elif card == CRANE:
        state.crane += 1
    elif card == ENGINEER:
        put_wall(state, corner_at(state.graph, need))
    elif card == INVENTOR:
        one, other = hex_of(state.graph, upper(need)), hex_of(state.graph, need & 0xFFFF)
        a, b = int64(state.chit[one]), int64(state.chit[other])
        state.chit[one], state.chit[other] = b, a
    elif card == IRRIGATION:
        harvest(state, seat, FIELDS)
    elif card == MINING:
        harvest(state, seat, MOUNTAINS)
    elif card == MEDICINE:
        raise_city(state, seat, corner_at(state.graph, need))
        judge_harbors(state)
    elif card == ROAD_BUILDING:
        state.free, state.resume = FREE_ROADS, ACTION
        go_on_with_free_roads(state)
    elif card == SMITH_CARD:
        state.left, state.phase = SMITHS, SMITH


@jit
def harvest(state: Record, seat: int, terrain: int) -> None:
    """Two cards for each hex of a terrain at an own building, as far as the bank goes."""
    cards = min(2 * hexes_of(state, seat, terrain), count(state.bank, terrain))
    gain(state, seat, single(terrain, cards))


@jit
def play_trade_card(state: Record, card: int, need: int) -> None:
    if card == COMMERCIAL_HARBOR:
        state.queue, state.phase = rivals(state, card), SWAP
    elif card == MASTER_MERCHANT:
        state.victim, state.phase = need, SHOW_HAND
    elif card == MERCHANT:
        state.merchant, state.merchant_owner = hex_of(state.graph, need), int64(state.actor)
    elif card == MERCHANT_FLEET:
        state.fleet |= 1 << need
    else:
        state.asked, state.phase = need, LEVY


@jit
def rivals(state: Record, card: int) -> int:
    """The opponents that a card hits, as bits."""
    found = 0
    for seat in range(int64(state.players)):
        if seat != state.actor and is_rival(state, card, seat):
            found |= 1 << seat
    return found


@jit
def play_politics(state: Record, seat: int, card: int, need: int) -> None:
    if card == BISHOP:
        state.cause = BISHOP_CAUSE
        discard_first(state)
    elif card == DESERTER:
        state.victim = need
        start_desertion(state)
    elif card == DIPLOMAT:
        clear_road(state, edge_at(state.graph, need))
    elif card == INTRIGUE:
        corner = corner_at(state.graph, need)
        beaten = owner_at(state, corner)
        state.banished = take_knight(state, beaten, corner)
        judge_corner(state, beaten, corner)
        start_retreat(state, beaten, corner)
    elif card == SABOTEUR:
        sabotage(state)
    elif card == SPY:
        state.victim, state.phase = need, SHOW_PROGRESS
    elif card == WARLORD:
        raise_knights(state, seat)
    elif card == WEDDING:
        state.queue = rivals(state, card)
        next_giver(state)


@jit
def discard_first(state: Record) -> None:
    """A Bishop or a chase: by option full hands are cut; then the robber moves."""
    option = int64(state.options[o.DISCARD_WITH])
    bishop = state.cause == BISHOP_CAUSE and (
        option == _WITH_BISHOP[0] or option == _WITH_BISHOP[1]
    )
    chase = state.cause == CHASE_CAUSE and (option == _WITH_CHASE[0] or option == _WITH_CHASE[1])
    if bishop or chase:
        start_discards(state)
    else:
        start_robber(state)


@jit
def sabotage(state: Record) -> None:
    """Everybody with as many or more points discards half."""
    state.cause, state.queue = SABOTAGE, rivals(state, SABOTEUR)
    for seat in range(int64(state.players)):
        if (int64(state.queue) >> seat) & 1 != 0:
            state.owed[seat] = cards_held(state, seat) // 2
    next_discard(state)


@jit
def next_giver(state: Record) -> None:
    """The next seat gives cards for a Wedding, or the game goes on."""
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.left, state.phase, state.actor = min(GIFTS, cards_held(state, seat)), GIVE, seat
    else:
        back_to_turn(state)


@jit
def clear_road(state: Record, edge: int) -> None:
    """Diplomat: an open road or ship goes; an own one may be laid anew before roads are judged."""
    seat, owner = int64(state.actor), open_road_of(state, edge)
    ship = has(state.ships, owner, edge)
    take_road(state, owner, edge)
    if owner == seat and can_rebuild(state, seat, edge, ship):
        holder = int64(state.longest_road)
        state.road_length = longest_trail(state, holder) if holder != NOBODY else 0
        state.origin, state.phase = edge, REBUILD
        state.due = 1 if ship else 0
    else:
        judge_all_roads(state)


@jit
def can_rebuild(state: Record, seat: int, edge: int, ship: bool) -> bool:
    """Whether there is a site for a road (ship) besides `edge`."""
    put(state.taken, 0, edge)
    found = has_ship_site(state, seat, NOWHERE) if ship else has_road_site(state, seat)
    drop(state.taken, 0, edge)
    return found


@jit
def start_retreat(state: Record, seat: int, corner: int) -> None:
    """The knight in `banished` retreats from a corner: no choice, one corner, or a decision."""
    word_0, word_1, word_2 = goals(state, seat, corner, 0)
    goal = lowest_corner(word_0, word_1, word_2)
    if goal == NOWHERE:
        state.banished = 0
        return
    bit_0, bit_1, bit_2 = one_corner(goal)
    if lowest_corner(word_0 & ~bit_0, word_1 & ~bit_1, word_2 & ~bit_2) != NOWHERE:
        state.origin, state.actor, state.phase = corner, seat, RETREAT
    else:
        end_retreat(state, seat, goal)


@jit
def end_retreat(state: Record, seat: int, goal: int) -> None:
    put_knight(state, seat, goal, int64(state.banished))
    judge_corner(state, seat, goal)
    state.banished, state.origin = 0, 0


@jit
def may_retreat(state: Record, corner: int) -> bool:
    return can_go(state, int64(state.actor), int64(state.origin), corner, 0)


@jit
def start_desertion(state: Record) -> None:
    """The only knight of the target deserts, or the target chooses."""
    if knights_of(state, int64(state.victim)) > 1:
        state.actor, state.phase = int64(state.victim), DESERT_PHASE
    else:
        desert(state, int64(state.knights[state.victim, 0]))


@jit
def desert(state: Record, corner: int) -> None:
    """The knight on a corner goes; the player may place one like it."""
    loser = int64(state.victim)
    state.banished = take_knight(state, loser, corner)
    judge_corner(state, loser, corner)
    state.victim, state.actor, state.phase = NOBODY, int64(state.turn), PLACE


@jit
def levy_most(state: Record) -> int:
    """The most cards that one seat gives to the monopoly that asks now."""
    if state.options[o.EXPANSION] != 0:
        return 127
    return 2 if state.asked < RESOURCES else 1
