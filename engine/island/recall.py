"""What a seat infers of the progress cards of others: how each event changes the hypotheses.

A card that is lost unseen was any of the hand's cards of its back, each as likely; what is seen
later weighs the hypotheses by how likely they made it. A played card proves that it was held and
no more; which other card could have been played does not count.
"""

from typing import Any

import numpy as np

from hinterland.engine.island.guesses import (
    add_to_hand,
    all_unseen_by,
    begin_guesses,
    card_in_deck,
    compact_guesses,
    hand_of,
    put_in_deck,
    room_for_guesses,
    same_rows,
    scale_guess,
    take_from_hand,
    take_top_guess,
    tidy_guesses,
    unseen_by,
    weight_of_guesses,
)
from hinterland.engine.island.moves import (
    DRAW_PROGRESS,
    DROP_MOVE,
    PLAY,
    SHOW_PROGRESS_MOVE,
    TAKE_PROGRESS_MOVE,
    UNKNOWN_BACK,
    body_of,
    card_of,
    kind_of,
)
from hinterland.engine.island.progress import (
    END_OF,
    FIRST_OF,
    TRACK_OF,
    UNKNOWN_PROGRESS,
    cards_of_track,
    copies,
    copies_of,
    is_victory_card,
    of_track,
    only_card,
    top_card,
    track_held,
)
from hinterland.engine.island.state import (
    FINE,
    GUESS_WORDS,
    NO_PROGRESS,
    NOBODY,
    WHOLE,
)
from hinterland.engine.jit import Record, int64, jit


@jit
def remember_progress(memory: Record, view: Record, event: int) -> None:
    """Keep the hypotheses up to date; before the event is applied to the view."""
    kind, body, seat = kind_of(event), body_of(event), int64(view.actor)
    if kind == DROP_MOVE and body >= UNKNOWN_BACK:
        lose_unseen(memory, view, body - UNKNOWN_BACK, seat, NOBODY)
    elif kind == TAKE_PROGRESS_MOVE and body >= UNKNOWN_BACK:
        lose_unseen(memory, view, body - UNKNOWN_BACK, int64(view.victim), seat)
    elif memory.guess_count == 0:
        return
    elif kind == PLAY:
        see_played(memory, view, seat, card_of(body))
    elif kind == DRAW_PROGRESS:
        see_drawn(memory, view, int64(view.track), body)
    elif kind == SHOW_PROGRESS_MOVE:
        see_shown(memory, view, np.uint64(body))
    else:
        return
    tidy_guesses(memory)


@jit
def see_played(memory: Record, view: Record, seat: int, card: int) -> None:
    """A seat shows that it held a card; one that it was known to hold tells nothing."""
    if copies_of(view.progress[seat], card) > 0:
        return
    track = int64(TRACK_OF[card])
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] != track:
            continue
        chance = 1.0
        if copies_of(hand_of(memory.guesses, row, seat, track), card) > 0:
            take_from_hand(memory.guesses, row, seat, track, copies(card, 1))
        else:
            chance = chance_to_hold(memory, row, view, seat, card)
        scale_guess(memory, row, chance)


@jit
def chance_to_hold(memory: Record, row: int, view: Record, seat: int, card: int) -> float:
    """That a card is among those of the seat of which a hypothesis knows nothing."""
    track = int64(TRACK_OF[card])
    unseen = all_unseen_by(memory, row, view, track)
    others = unseen - unseen_by(memory, row, view, track, card)
    lacks = 1.0
    for i in range(unknown_held(memory, row, view, seat, track)):
        lacks *= (others - i) / max(unseen - i, 1)
    return 1.0 - max(lacks, 0.0)


@jit
def unknown_held(memory: Record, row: int, view: Record, seat: int, track: int) -> int:
    """Cards of a seat of which a hypothesis knows nothing."""
    guessed = cards_of_track(hand_of(memory.guesses, row, seat, track), track)
    return int64(view.progress_hidden[seat, track]) - guessed


@jit
def see_drawn(memory: Record, view: Record, track: int, body: int) -> None:
    """A seat draws the next card of a deck, seen or unseen."""
    told = body < UNKNOWN_BACK and top_card(view, track) == UNKNOWN_PROGRESS
    told = told and not is_victory_card(body)
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] != track:
            continue
        chance, card = 1.0, card_in_deck(memory.guesses, row, 0, track)
        if card != UNKNOWN_PROGRESS and body >= UNKNOWN_BACK:
            add_to_hand(memory.guesses, row, int64(view.actor), track, copies(card, 1))
        elif card != UNKNOWN_PROGRESS:
            chance = 1.0 if card == body else 0.0
        elif told:
            unseen = all_unseen_by(memory, row, view, track)
            chance = unseen_by(memory, row, view, track, body) / max(unseen, 1)
        take_top_guess(memory.guesses, row)
        scale_guess(memory, row, chance)


@jit
def see_shown(memory: Record, view: Record, cards: Any) -> None:
    """A seat shows all its progress cards to a Spy."""
    victim = int64(view.victim)
    for row in range(int64(memory.guess_count)):
        track = int64(memory.guess_track[row])
        chance = chance_of_hand(memory, row, view, track, cards)
        guessed = hand_of(memory.guesses, row, victim, track)
        take_from_hand(memory.guesses, row, victim, track, guessed)
        scale_guess(memory, row, chance)


@jit
def chance_of_hand(memory: Record, row: int, view: Record, track: int, cards: Any) -> float:
    """That a victim has just these cards of a deck: its unknown ones are the rest of them."""
    victim, chance, place = int64(view.victim), 1.0, 0
    unseen = all_unseen_by(memory, row, view, track)
    guessed = hand_of(memory.guesses, row, victim, track)
    for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        if is_victory_card(card):
            continue
        more = copies_of(cards, card) - copies_of(view.progress[victim], card)
        more -= copies_of(guessed, card)
        if more < 0:
            return 0.0
        left = unseen_by(memory, row, view, track, card)
        for i in range(more):
            chance *= (left - i) / (i + 1) * (place + 1) / max(unseen - place, 1)
            place += 1
    return max(chance, 0.0)


@jit
def lose_unseen(memory: Record, view: Record, track: int, giver: int, taker: int) -> None:
    """Split by the card that a seat loses to another, or under the deck if `taker` is NOBODY.

    Where the view itself knows the kind, or nothing is known of the hand, there is nothing to do.
    """
    if only_card(view, giver, track) != UNKNOWN_PROGRESS:
        return
    total = weight_of_guesses(memory, track)
    if total == 0:
        if of_track(view.progress[giver], track) == NO_PROGRESS:
            return
        begin_guesses(memory, track)
        total = WHOLE
    room = room_for_guesses(memory, track)
    resample = children_of(memory, view, track, giver) > room
    memory.guess_resampled = 1 if resample else int64(memory.guess_resampled)
    kept, below = 0, 0.0
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] != track:
            continue
        for card in range(int64(FIRST_OF[track]), int64(END_OF[track]) + 1):
            share = share_lost(memory, row, view, track, giver, card)
            weight = memory.guess_weight[row] / total * share
            marks = marks_between(below, weight, room) / room if resample else weight
            below += weight
            if marks > 0.0:
                grains = max(int64(marks * WHOLE * FINE), 1)
                kept = add_guess(memory, view, row, track, giver, taker, card, grains, kept)
    replace_guesses(memory, track, kept)


@jit
def children_of(memory: Record, view: Record, track: int, giver: int) -> int:
    """How many hypotheses come of those of a deck."""
    total = 0
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] != track:
            continue
        for card in range(int64(FIRST_OF[track]), int64(END_OF[track]) + 1):
            lost = share_lost(memory, row, view, track, giver, card)
            total += 1 if lost > 0.0 else 0
    return total


@jit
def share_lost(memory: Record, row: int, view: Record, track: int, giver: int, card: int) -> float:
    """Of the cards of a back of a seat, the share that is of a kind by a hypothesis.

    The end of the kinds stands for the cards of which it knows nothing.
    """
    held = track_held(view, giver, track)
    if card == END_OF[track]:
        return unknown_held(memory, row, view, giver, track) / held
    if is_victory_card(card):
        return 0.0
    known = copies_of(view.progress[giver], card)
    return (known + copies_of(hand_of(memory.guesses, row, giver, track), card)) / held


@jit
def marks_between(below: float, weight: float, room: int) -> int:
    """Of the marks at (j + 1/2) / room, how many lie between two sums of weights."""
    return int64((below + weight) * room + 0.5) - int64(below * room + 0.5)


@jit
def add_guess(
    memory: Record,
    view: Record,
    row: int,
    track: int,
    giver: int,
    taker: int,
    card: int,
    grains: int,
    kept: int,
) -> int:
    """Put a hypothesis with a card moved into the spare room, or join it to an equal one there.

    What the view knew of the giver's cards it is about to forget: the hypothesis keeps it.
    """
    rows = memory.spare_hands
    for word in range(GUESS_WORDS):
        rows[kept, word] = memory.guesses[row, word]
    add_to_hand(rows, kept, giver, track, of_track(view.progress[giver], track))
    if card < END_OF[track]:
        take_from_hand(rows, kept, giver, track, copies(card, 1))
        if taker == NOBODY:
            put_in_deck(rows, kept, int64(view.deck_size[track]), track, card)
        else:
            add_to_hand(rows, kept, taker, track, copies(card, 1))
    for j in range(kept):
        if same_rows(rows, j, kept):
            memory.spare_weight[j] += grains
            return kept
    memory.spare_weight[kept] = grains
    return kept + 1


@jit
def replace_guesses(memory: Record, track: int, kept: int) -> None:
    """Take the hypotheses of the spare room for those of a deck, and clear the room."""
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] == track:
            memory.guess_weight[row] = 0
    compact_guesses(memory)
    for i in range(kept + 1):
        if i < kept:
            take_spare(memory, track, i)
        for word in range(GUESS_WORDS):
            memory.spare_hands[i, word] = NO_PROGRESS
        memory.spare_weight[i] = 0


@jit
def take_spare(memory: Record, track: int, i: int) -> None:
    """Append a hypothesis of the spare room."""
    row = int64(memory.guess_count)
    for word in range(GUESS_WORDS):
        memory.guesses[row, word] = memory.spare_hands[i, word]
    memory.guess_weight[row], memory.guess_track[row] = int64(memory.spare_weight[i]), track
    memory.guess_count += 1
