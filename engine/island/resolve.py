"""Playing what seats and chance decide with Cities & Knights."""

import numpy as np

from hinterland.engine.island.barbarians import (
    after_drop,
    choose_deck,
    next_defender,
    next_loss,
    play_progress_draw,
)
from hinterland.engine.island.board import corner_at
from hinterland.engine.island.cards import RESOURCES, single
from hinterland.engine.island.effects import (
    GIFTS,
    desert,
    discard_first,
    end_retreat,
    next_giver,
    play_progress,
    start_retreat,
)
from hinterland.engine.island.flow import back_to_turn
from hinterland.engine.island.hands import (
    cards_held,
    gain,
    hand_over,
    hand_over_unknown,
)
from hinterland.engine.island.harvest import next_aqueduct
from hinterland.engine.island.improvements import (
    improve,
    lose_city,
    put_wall,
    settle_metropolis,
    take_wall,
)
from hinterland.engine.island.knights import (
    activity_of,
    judge_corner,
    knight_at,
    knight_of,
    move_knight,
    promote,
    put_knight,
    quarry,
    set_knight,
    take_knight,
    with_activity,
)
from hinterland.engine.island.moves import (
    ACTIVATE,
    BREACH_MOVE,
    CHASE,
    CROSS_MOVE,
    DECK,
    DESERT,
    DRAW_PROGRESS,
    DROP_MOVE,
    GIVE_MOVE,
    IMPROVE,
    METROPOLIS_MOVE,
    MOVE_KNIGHT,
    NOT_SHOWN,
    PICK,
    PILLAGE_MOVE,
    PLACE_MOVE,
    PLAY,
    PROMOTE,
    RECRUIT,
    RETREAT_MOVE,
    SHOW_PROGRESS_MOVE,
    SWAP_MOVE,
    TAKE,
    UNKNOWN_BACK,
    UNKNOWN_CARD,
    WALL,
    low,
    middle,
    unpacked,
    upper,
)
from hinterland.engine.island.pieces import cuts, judge_all_roads, owner_at
from hinterland.engine.island.progress import (
    TRACK_OF,
    add_progress,
    bury,
    remove_progress,
    remove_unseen,
)
from hinterland.engine.island.state import (
    ACTION,
    ACTIVE,
    CHASE_CAUSE,
    CROSS,
    DEFENDER,
    GIVE,
    INACTIVE,
    NO_KIND,
    NOBODY,
    PLACE,
    READY,
    SHOW_HAND,
    SMITH,
    SWAP,
    SWAP_ANSWER,
    TAKE_CARD,
    TAKE_PROGRESS,
)
from hinterland.engine.jit import Record, int64, jit


@jit
def play_knights_move(state: Record, kind: int, body: int) -> None:
    """A move of a seat; what it costs is paid."""
    seat = int64(state.actor)
    if kind == PLAY:
        play_progress(state, body)
    elif kind == IMPROVE:
        improve(state, seat, body)
    elif kind == MOVE_KNIGHT:
        start, there = corner_at(state.graph, upper(body)), corner_at(state.graph, body & 0xFFFF)
        go(state, seat, start, there)
    elif kind <= DESERT:
        play_at(state, seat, kind, corner_at(state.graph, body))
    elif kind == PLACE_MOVE:
        place(state, seat, corner_at(state.graph, body >> 8), low(body))
    else:
        play_choice(state, seat, kind, body)


@jit
def go(state: Record, seat: int, start: int, there: int) -> None:
    """A knight moves; one that stands there is displaced and retreats."""
    loser, cut = owner_at(state, there), cuts(state, seat, start) or cuts(state, seat, there)
    if loser != NOBODY:
        cut = cut or cuts(state, loser, there)
        state.banished = take_knight(state, loser, there)
    move_knight(state, seat, start, there)
    if cut:
        judge_all_roads(state)
    if loser != NOBODY:
        start_retreat(state, loser, there)


@jit
def play_at(state: Record, seat: int, kind: int, corner: int) -> None:
    """A move that names a corner."""
    if kind == WALL:
        put_wall(state, corner)
    elif kind == RECRUIT:
        put_knight(state, seat, corner, knight_of(1, INACTIVE))
        judge_corner(state, seat, corner)
    elif kind == ACTIVATE:
        set_knight(state, corner, with_activity(knight_at(state, corner), ACTIVE))
    elif kind == PROMOTE:
        promote(state, corner)
        if state.phase == SMITH:
            state.left -= 1
            if state.left == 0:
                state.phase = ACTION
    elif kind == CHASE:
        set_knight(state, corner, with_activity(knight_at(state, corner), INACTIVE))
        state.cause, state.raid = CHASE_CAUSE, quarry(state, corner)
        discard_first(state)
    elif kind == METROPOLIS_MOVE:
        settle_metropolis(state, corner)
    elif kind == RETREAT_MOVE:
        end_retreat(state, seat, corner)
        back_to_turn(state)
    elif kind == DESERT:
        desert(state, corner)
    else:
        lose(state, seat, kind, corner)


@jit
def lose(state: Record, seat: int, kind: int, corner: int) -> None:
    """The city or wall that the barbarians take."""
    if kind == BREACH_MOVE:
        take_wall(state, corner)
    elif kind == PILLAGE_MOVE:
        lose_city(state, seat, corner)
    next_loss(state)


@jit
def place(state: Record, seat: int, corner: int, level: int) -> None:
    """A Deserter's knight: as active as the one that was lost, and ready if it is."""
    activity = READY if activity_of(int64(state.banished)) != INACTIVE else INACTIVE
    put_knight(state, seat, corner, knight_of(level, activity))
    judge_corner(state, seat, corner)
    state.banished, state.phase = 0, ACTION


@jit
def play_choice(state: Record, seat: int, kind: int, body: int) -> None:
    """A move that names a track or a card."""
    if kind == DECK:
        choose_deck(state, body)
    elif kind == PICK:
        gain(state, seat, single(body, 1))
        next_aqueduct(state)
    elif kind == SWAP_MOVE:
        state.victim, state.actor, state.phase = body >> 8, body >> 8, SWAP_ANSWER
        state.queue = int64(state.queue) & ~(1 << int64(state.victim))
        state.swapped = low(body)
    elif kind == GIVE_MOVE and state.phase == SWAP_ANSWER:
        state.returned, state.actor, state.phase = body, int64(state.turn), CROSS
    elif kind == GIVE_MOVE:
        give_card(state, seat, int64(state.turn), body)
        if state.left == 0:
            next_giver(state)
    elif kind == TAKE:
        give_card(state, int64(state.victim), seat, body)
        if state.left == 0:
            back_to_turn(state)
    elif kind == DROP_MOVE:
        drop_card(state, seat, body)
    else:
        take_progress(state, seat, body)


@jit
def give_card(state: Record, giver: int, taker: int, card: int) -> None:
    """One card changes hands by choice; on a view perhaps unseen."""
    state.left -= 1
    if card == UNKNOWN_CARD:
        hand_over_unknown(state, giver, taker, 0, UNKNOWN_CARD)
    else:
        hand_over(state, giver, taker, single(card, 1))


@jit
def drop_card(state: Record, seat: int, body: int) -> None:
    """A progress card over the limit goes under its deck: only its holder knows which."""
    if body >= UNKNOWN_BACK:
        track = body - UNKNOWN_BACK
        bury(state, track, remove_unseen(state, seat, track), seat + 1)
    else:
        remove_progress(state, seat, body)
        bury(state, int64(TRACK_OF[body]), body, seat + 1)
    after_drop(state)


@jit
def take_progress(state: Record, seat: int, body: int) -> None:
    """A Spy takes a progress card."""
    victim = int64(state.victim)
    if body >= UNKNOWN_BACK:
        track = body - UNKNOWN_BACK
        add_progress(state, seat, remove_unseen(state, victim, track), track)
    else:
        remove_progress(state, victim, body)
        add_progress(state, seat, body, int64(TRACK_OF[body]))
    back_to_turn(state)


@jit
def decline(state: Record) -> None:
    """PASS, or NONE to a Commercial Harbor, in a phase of Cities & Knights."""
    phase = int64(state.phase)
    if phase == DEFENDER:
        next_defender(state)
    elif phase == SWAP_ANSWER:
        state.swapped = NO_KIND
        back_to_harbor(state)
    elif phase == PLACE:
        state.banished = 0
        back_to_turn(state)
    elif phase == SWAP:
        state.queue = 0
        back_to_turn(state)
    elif phase == GIVE or phase == SMITH or phase == TAKE_PROGRESS:
        state.left = 0
        back_to_turn(state)
    else:
        next_aqueduct(state)


@jit
def back_to_harbor(state: Record) -> None:
    """The player of a Commercial Harbor goes on."""
    state.victim, state.actor, state.phase = NOBODY, int64(state.turn), SWAP


@jit
def play_knights_chance(state: Record, kind: int, body: int) -> None:
    """A move of chance."""
    if kind == DRAW_PROGRESS:
        play_progress_draw(state, body)
    elif kind == CROSS_MOVE:
        play_cross(state, body)
    elif state.phase == SHOW_HAND:
        show_hand(state, body)
    else:
        show_progress(state, kind, body)


@jit
def show_hand(state: Record, body: int) -> None:
    """A Master Merchant sees a hand: on the views that see it all of it is known."""
    victim = int64(state.victim)
    if body != NOT_SHOWN and state.hidden[victim] > 0:
        state.hand[victim], state.hidden[victim] = unpacked(body), 0
    state.left, state.phase = min(GIFTS, cards_held(state, victim)), TAKE_CARD


@jit
def show_progress(state: Record, kind: int, body: int) -> None:
    """A Spy sees the progress cards of a seat."""
    victim = int64(state.victim)
    if kind == SHOW_PROGRESS_MOVE:
        state.progress[victim] = np.uint64(body)
        for track in range(3):
            state.progress_hidden[victim, track] = 0
    state.phase = TAKE_PROGRESS


@jit
def play_cross(state: Record, body: int) -> None:
    """Resource and commodity of a Commercial Harbor change hands."""
    seat, other = int64(state.turn), int64(state.victim)
    if low(body) == UNKNOWN_CARD:
        hand_over_unknown(state, seat, other, 0, RESOURCES)
        hand_over_unknown(state, other, seat, RESOURCES, UNKNOWN_CARD)
    else:
        hand_over(state, seat, other, single(low(body), 1))
        hand_over(state, other, seat, single(middle(body), 1))
    state.swapped, state.returned = NO_KIND, NO_KIND
    back_to_harbor(state)
