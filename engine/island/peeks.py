"""Moves of chance with Cities & Knights: the event die, draws from decks, peeks and exchanges."""

from typing import Any

import numpy as np

from hinterland.engine.island.cards import RESOURCES, count, single, size
from hinterland.engine.island.effects import levy_most
from hinterland.engine.island.hands import cards_held, loose, may_hold
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import (
    CROSS_MOVE,
    DICE_MOVE,
    DRAW_PROGRESS,
    NOT_SHOWN,
    SHOW_HAND_MOVE,
    SHOW_PROGRESS_MOVE,
    UNKNOWN_BACK,
    UNKNOWN_CARD,
    body_of,
    code,
    kind_of,
    levy_of,
    low,
    middle,
    packed,
    unpacked,
    upper,
)
from hinterland.engine.island.progress import (
    CARDS,
    END_OF,
    FIRST_OF,
    POLITICS,
    SCIENCE,
    TRACK_OF,
    UNKNOWN_PROGRESS,
    copies_of,
    is_original,
    is_victory_card,
    knower_of_top,
    knows,
    top_card,
    track_held,
    unseen_progress,
)
from hinterland.engine.island.state import (
    CROSS,
    DRAW_CARD,
    NOBODY,
    SHIP_FACE,
    SHOW_HAND,
    TRACK_FACE,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL

SHIP_FACES = 3
"""Of the six faces of the event die; each track has one."""
PAIRS = 36


@jit
def dice_outcomes(state: Record) -> int:
    """Pairs of dice, and with Cities & Knights as many for each face of the event die."""
    return PAIRS * (1 + 3) if with_knights(state) else PAIRS


@jit
def dice_weight(state: Record, outcome: int) -> int:
    """How many throws of the dice bring it; an Alchemist has fixed two of them."""
    red, yellow = 1 + outcome % 6, 1 + outcome % PAIRS // 6
    if state.red != 0 and (state.red != red or state.yellow != yellow):
        return 0
    return SHIP_FACES if with_knights(state) and outcome < PAIRS else 1


@jit
def dice_move(state: Record, outcome: int) -> int:
    face = SHIP_FACE + outcome // PAIRS if with_knights(state) else 0
    red, yellow = 1 + outcome % 6, 1 + outcome % PAIRS // 6
    return code(DICE_MOVE, red | yellow << 8 | face << 16)


@jit
def sample_dice(state: Record, rng: Any) -> int:
    face = 0
    if with_knights(state):
        face = max(draw(rng, 6) - SHIP_FACES + 1, 0)
    if state.red != 0:
        pair = int64(state.red) - 1 + 6 * (int64(state.yellow) - 1)
        return dice_move(state, face * PAIRS + pair)
    return dice_move(state, face * PAIRS + draw(rng, PAIRS))


@jit
def dice_fit(state: Record, body: int) -> bool:
    red, yellow, face = low(body), middle(body), upper(body)
    if not (1 <= red <= 6 and 1 <= yellow <= 6):
        return False
    if state.red != 0 and (state.red != red or state.yellow != yellow):
        return False
    return SHIP_FACE <= face < TRACK_FACE + 3 if with_knights(state) else face == 0


@jit
def forced_move(state: Record) -> int:
    """What chance does in a state where it has no choice: a draw, a peek, an exchange."""
    phase, victim = int64(state.phase), int64(state.victim)
    if phase == DRAW_CARD:
        return code(DRAW_PROGRESS, top_card(state, int64(state.track)))
    if phase == CROSS:
        return code(CROSS_MOVE, int64(state.swapped) | int64(state.returned) << 8)
    if phase == SHOW_HAND:
        return code(SHOW_HAND_MOVE, packed(state.hand[victim]))
    return code(SHOW_PROGRESS_MOVE, int64(state.progress[victim]))


@jit
def sees_peek(state: Record, seat: int) -> bool:
    """Whether a viewer sees what chance shows or exchanges now."""
    return seat == ALL or seat == state.turn or seat == state.victim


@jit
def sees_draw(state: Record, seat: int, card: int) -> bool:
    """Whether a viewer sees the progress card that is drawn."""
    if seat == state.actor or is_victory_card(card):
        return True
    return knows(knower_of_top(state, int64(state.track)), seat)


@jit
def redact_peek(state: Record, move: int, seat: int) -> int:
    """What a seat sees of such a move of chance."""
    kind = kind_of(move)
    if kind == DRAW_PROGRESS:
        if sees_draw(state, seat, body_of(move)):
            return move
        return code(DRAW_PROGRESS, UNKNOWN_BACK + int64(state.track))
    if sees_peek(state, seat):
        return move
    if kind == CROSS_MOVE:
        return code(CROSS_MOVE, UNKNOWN_CARD | UNKNOWN_CARD << 8)
    return code(SHOW_HAND_MOVE, NOT_SHOWN)


@jit
def peek_fits(state: Record, event: int) -> bool:
    """Whether such an event of chance is possible."""
    kind, body, phase = kind_of(event), body_of(event), int64(state.phase)
    if phase == DRAW_CARD:
        return kind == DRAW_PROGRESS and progress_draw_fits(state, body)
    if not sees_peek(state, int64(state.viewer)):
        if phase == CROSS:
            return kind == CROSS_MOVE and body == UNKNOWN_CARD | UNKNOWN_CARD << 8
        return kind == SHOW_HAND_MOVE and body == NOT_SHOWN
    if phase == CROSS:
        return kind == CROSS_MOVE and cross_fits(state, low(body), middle(body), upper(body))
    if phase == SHOW_HAND:
        return kind == SHOW_HAND_MOVE and shown_hand_fits(state, body)
    return kind == SHOW_PROGRESS_MOVE and shown_progress_fits(state, body)


@jit
def progress_draw_fits(state: Record, body: int) -> bool:
    track = int64(state.track)
    top, viewer = top_card(state, track), int64(state.viewer)
    if body >= UNKNOWN_BACK:
        seen = sees_draw(state, viewer, UNKNOWN_PROGRESS)
        return body == UNKNOWN_BACK + track and not seen and not last_is_victory(state, track)
    if body >= CARDS or TRACK_OF[body] != track or not sees_draw(state, viewer, body):
        return False
    if top != UNKNOWN_PROGRESS:
        return body == top
    if is_victory_card(body):
        return is_original(state, track, 0) and unseen_progress(state, body) > 0
    return unseen_progress(state, body) > 0 and not last_is_victory(state, track)


@jit
def last_is_victory(state: Record, track: int) -> bool:
    """Whether the next card must be the victory card: no other one lies there since the deal."""
    if not is_original(state, track, 0) or originals(state, track) > 1:
        return False
    if track == SCIENCE:
        return state.printer == NOBODY
    return track == POLITICS and state.constitution == NOBODY


@jit
def originals(state: Record, track: int) -> int:
    """Cards of a deck that lie there since the deal; they are on top."""
    total = 0
    while total < state.deck_size[track] and is_original(state, track, total):
        total += 1
    return total


@jit
def cross_fits(state: Record, resource: int, commodity: int, more: int) -> bool:
    """The cards of a Commercial Harbor, where they are not known already."""
    if more != 0 or resource >= RESOURCES or not RESOURCES <= commodity < UNKNOWN_CARD:
        return False
    if state.swapped < UNKNOWN_CARD and state.swapped != resource:
        return False
    if state.returned < UNKNOWN_CARD and state.returned != commodity:
        return False
    if not may_hold(state, int64(state.turn), single(resource, 1)):
        return False
    return may_hold(state, int64(state.victim), single(commodity, 1))


@jit
def shown_hand_fits(state: Record, body: int) -> bool:
    victim = int64(state.victim)
    for kind in range(UNKNOWN_CARD):
        if (body >> (6 * kind)) & 63 > cards_held(state, victim):
            return False
    cards = unpacked(body)
    return size(cards) == cards_held(state, victim) and may_hold(state, victim, cards)


@jit
def shown_progress_fits(state: Record, body: int) -> bool:
    """The hand has the known cards, and hidden ones that may be there, of each track."""
    victim = int64(state.victim)
    for track in range(3):
        total = 0
        for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
            shown = 0 if is_victory_card(card) else copies_of(np.uint64(body), card)
            more = shown - copies_of(state.progress[victim], card)
            if more < 0 or (more > 0 and more > unseen_progress(state, card)):
                return False
            total += shown
        if total != track_held(state, victim, track):
            return False
    return True


@jit
def levied_from(state: Record, seat: int) -> int:
    """What a seat gives to the monopoly that asks now."""
    return min(count(state.hand[seat], int64(state.asked)), levy_most(state))


@jit
def levy_fits(state: Record, body: int) -> bool:
    """On a view: the loose cards of the kind must find room in the hands that gave all or most."""
    kind, most = int64(state.asked), levy_most(state)
    rest = loose(state, kind)
    room = int64(state.hidden[state.actor])
    if body >> (6 * int64(state.players)) != 0 or levy_of(body, int64(state.actor)) != -1:
        return False
    for seat in range(int64(state.players)):
        if seat == state.actor:
            continue
        given, known = levy_of(body, seat), count(state.hand[seat], kind)
        if not min(known, most) <= given <= most:
            return False
        needed = max(given - known, 0)
        if needed > int64(state.hidden[seat]):
            return False
        rest -= needed
        room += int64(state.hidden[seat]) - needed if given == most else 0
    return 0 <= rest <= room
