"""What seats decide with Cities & Knights outside the action phase: what fits, and the list."""

from typing import Any

from hinterland.engine.island.board import (
    CORNER_CODE,
    CORNERS,
    EDGE_CODE,
    EDGES,
    corner_at,
    edge_at,
)
from hinterland.engine.island.cards import RESOURCES, count, single
from hinterland.engine.island.effects import may_retreat
from hinterland.engine.island.hands import cards_held, loose, may_hold
from hinterland.engine.island.improvements import is_plain_city, is_walled
from hinterland.engine.island.knights import (
    MIGHTY,
    is_recruit_site,
    knights_left,
    level_of,
    may_promote,
)
from hinterland.engine.island.moves import (
    BREACH_MOVE,
    DECK,
    DESERT,
    DROP_MOVE,
    GIVE_MOVE,
    METROPOLIS_MOVE,
    NONE,
    PASS,
    PICK,
    PILLAGE_MOVE,
    PLACE_MOVE,
    PROMOTE,
    RETREAT_MOVE,
    ROAD,
    SHIP,
    SWAP_MOVE,
    TAKE,
    TAKE_PROGRESS_MOVE,
    UNKNOWN_BACK,
    UNKNOWN_CARD,
    code,
    low,
)
from hinterland.engine.island.options import DESERTER
from hinterland.engine.island.pieces import is_knight, is_road_site, owner_at
from hinterland.engine.island.playable import may_hold_some
from hinterland.engine.island.progress import CARDS, may_have_progress, track_held
from hinterland.engine.island.ships import is_ship_site
from hinterland.engine.island.state import (
    AQUEDUCT,
    BREACH,
    DEFENDER,
    DESERT_PHASE,
    DROP,
    GIVE,
    METROPOLIS,
    PILLAGE,
    PLACE,
    REBUILD,
    RETREAT,
    SMITH,
    SWAP,
    SWAP_ANSWER,
    TAKE_CARD,
    TAKE_PROGRESS,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL

_KINDS = 8


@jit
def may_pass(phase: int) -> bool:
    """Whether a decision may be declined."""
    if phase == DEFENDER or phase == AQUEDUCT or phase == SMITH or phase == REBUILD:
        return True
    return phase == SWAP or phase == TAKE_PROGRESS or phase == PLACE


@jit
def expected_kind(phase: int) -> int:
    """The kind of the moves that decide a phase, besides PASS and NONE."""
    if phase == METROPOLIS:
        return METROPOLIS_MOVE
    if phase == PILLAGE:
        return PILLAGE_MOVE
    if phase == BREACH:
        return BREACH_MOVE
    if phase == RETREAT:
        return RETREAT_MOVE
    if phase == DESERT_PHASE:
        return DESERT
    if phase == SMITH:
        return PROMOTE
    if phase == DEFENDER:
        return DECK
    if phase == AQUEDUCT:
        return PICK
    if phase == SWAP_ANSWER or phase == GIVE:
        return GIVE_MOVE
    return expected_with_cards(phase)


@jit
def expected_with_cards(phase: int) -> int:
    if phase == TAKE_CARD:
        return TAKE
    if phase == TAKE_PROGRESS:
        return TAKE_PROGRESS_MOVE
    if phase == DROP:
        return DROP_MOVE
    if phase == SWAP:
        return SWAP_MOVE
    return PLACE_MOVE


@jit
def decision_fits(state: Record, kind: int, body: int) -> bool:
    """Whether a move, or on a view an event, decides the phase."""
    phase = int64(state.phase)
    if kind == PASS:
        return body == 0 and may_pass(phase)
    if kind == NONE:
        return body == 0 and phase == SWAP_ANSWER and may_lack_commodities(state)
    if phase == REBUILD:
        return kind == rebuilt_kind(state) and rebuilding_fits(state, edge_at(state.graph, body))
    if kind != expected_kind(phase):
        return False
    if kind == PLACE_MOVE:
        corner = corner_at(state.graph, body >> 8)
        return corner >= 0 and is_placing(state, corner, low(body))
    if kind <= DESERT:
        corner = corner_at(state.graph, body)
        return corner >= 0 and corner_fits(state, phase, corner)
    return hidden_fits(state, phase, body)


@jit
def rebuilt_kind(state: Record) -> int:
    """What a Diplomat may lay anew: ROAD or SHIP."""
    return ROAD if state.due == 0 else SHIP


@jit
def rebuilding_fits(state: Record, edge: int) -> bool:
    """Whether it may be laid on an edge, which may be -1."""
    if edge < 0 or edge == state.origin:
        return False
    if state.due == 0:
        return is_road_site(state, int64(state.actor), edge)
    return is_ship_site(state, int64(state.actor), edge)


@jit
def corner_fits(state: Record, phase: int, corner: int) -> bool:
    """Whether the corner may be chosen in a phase."""
    seat = int64(state.actor)
    if phase == METROPOLIS or phase == PILLAGE:
        return is_plain_city(state, seat, corner)
    if phase == RETREAT:
        return state.corner[corner] == 0 and may_retreat(state, corner)
    if owner_at(state, corner) != seat:
        return False
    if phase == BREACH:
        return is_walled(state, corner)
    if not is_knight(state, corner):
        return False
    return phase == DESERT_PHASE or may_promote(state, seat, corner, True)


@jit
def is_placing(state: Record, corner: int, level: int) -> bool:
    """Whether a Deserter may place a knight of a level on a corner."""
    seat, most = int64(state.actor), level_of(int64(state.banished))
    if not 1 <= level <= min(most, MIGHTY) or knights_left(state, seat, level) == 0:
        return False
    other = state.options[DESERTER] != 0 and level != most
    if other and (level != 1 or knights_left(state, seat, most) > 0):
        return False
    return is_recruit_site(state, seat, corner)


@jit
def hidden_fits(state: Record, phase: int, body: int) -> bool:
    """Choices of tracks and cards, which others may not see."""
    if phase == DEFENDER:
        return body < 3 and state.deck_size[body] > 0
    if phase == AQUEDUCT:
        return body < RESOURCES and count(state.bank, body) > 0
    if phase == SWAP:
        return swap_fits(state, body >> 8, low(body))
    if phase == DROP or phase == TAKE_PROGRESS:
        holder = int64(state.actor) if phase == DROP else int64(state.victim)
        return progress_fits(state, holder, body)
    first = RESOURCES if phase == SWAP_ANSWER else 0
    holder = int64(state.victim) if phase == TAKE_CARD else int64(state.actor)
    if not sees_choice(state, int64(state.viewer)):
        return body == UNKNOWN_CARD and may_hold_some(state, holder, first, _KINDS)
    return first <= body < _KINDS and may_hold(state, holder, single(body, 1))


@jit
def sees_choice(state: Record, seat: int) -> bool:
    """Whether a viewer sees what the actor chooses in this phase (16.0)."""
    if seat == ALL or seat == state.actor:
        return True
    phase = int64(state.phase)
    if phase == TAKE_CARD or phase == TAKE_PROGRESS:
        return seat == state.victim
    return phase == GIVE and seat == state.turn


@jit
def swap_fits(state: Record, seat: int, kind: int) -> bool:
    """A Commercial Harbor: a resource for an opponent that was not asked yet."""
    if seat >= state.players or (int64(state.queue) >> seat) & 1 == 0:
        return False
    if cards_held(state, seat) == 0:
        return False
    if not sees_choice(state, int64(state.viewer)):
        return kind == UNKNOWN_CARD and may_hold_some(state, int64(state.actor), 0, RESOURCES)
    return kind < RESOURCES and may_hold(state, int64(state.actor), single(kind, 1))


@jit
def progress_fits(state: Record, holder: int, body: int) -> bool:
    """A progress card that is dropped or taken."""
    if not sees_choice(state, int64(state.viewer)):
        track = body - UNKNOWN_BACK
        return 0 <= track < 3 and track_held(state, holder, track) > 0
    return body < CARDS and may_have_progress(state, holder, body)


@jit
def may_lack_commodities(state: Record) -> bool:
    """Whether the actor has no commodity, or on a view may have none."""
    seat, elsewhere, hidden = int64(state.actor), 0, 0
    for kind in range(RESOURCES, _KINDS):
        if count(state.hand[seat], kind) > 0:
            return False
        elsewhere += loose(state, kind)
    for other in range(int64(state.players)):
        hidden += int64(state.hidden[other]) if other != seat else 0
    return state.hidden[seat] == 0 or elsewhere <= hidden


@jit
def list_decision(state: Record, moves: Any) -> int:
    """The moves of the actor in a phase of Cities & Knights, ascending; their number."""
    phase = int64(state.phase)
    kind, total = rebuilt_kind(state) if phase == REBUILD else expected_kind(phase), 0
    if may_pass(phase):
        moves[0] = code(PASS, 0)
        total = 1
    if phase == SWAP_ANSWER and may_lack_commodities(state):
        moves[total] = code(NONE, 0)
        total += 1
    for i in range(choices_of(state, kind)):
        body = choice_of(state, kind, i)
        if decision_fits(state, kind, body):
            moves[total] = code(kind, body)
            total += 1
    return total


@jit
def choices_of(state: Record, kind: int) -> int:
    """How many things a move of a kind could name."""
    if kind == ROAD or kind == SHIP:
        return int64(EDGES[state.graph])
    if kind <= DESERT:
        return int64(CORNERS[state.graph])
    if kind == PLACE_MOVE:
        return MIGHTY * int64(CORNERS[state.graph])
    if kind == SWAP_MOVE:
        return RESOURCES * int64(state.players)
    return CARDS if kind == DROP_MOVE or kind == TAKE_PROGRESS_MOVE else _KINDS


@jit
def choice_of(state: Record, kind: int, i: int) -> int:
    """The i-th of them, coded as below the kind of the move."""
    if kind == ROAD or kind == SHIP:
        return int64(EDGE_CODE[state.graph, i])
    if kind <= DESERT:
        return int64(CORNER_CODE[state.graph, i])
    if kind == PLACE_MOVE:
        return int64(CORNER_CODE[state.graph, i // MIGHTY]) << 8 | (1 + i % MIGHTY)
    return i // RESOURCES << 8 | i % RESOURCES if kind == SWAP_MOVE else i
