"""What seats do not see of Cities & Knights: progress cards, decks, and a Commercial Harbor."""

from typing import Any

from hinterland.engine.island.cards import NO_CARDS, RESOURCES, count, single
from hinterland.engine.island.decisions import sees_choice
from hinterland.engine.island.guesses import lay_guess
from hinterland.engine.island.knights import with_knights
from hinterland.engine.island.moves import (
    DROP_MOVE,
    GIVE_MOVE,
    SWAP_MOVE,
    TAKE,
    TAKE_PROGRESS_MOVE,
    UNKNOWN_BACK,
    UNKNOWN_CARD,
    body_of,
    code,
    kind_of,
)
from hinterland.engine.island.progress import (
    CARDS,
    CONSTITUTION,
    END_OF,
    FIRST_OF,
    POLITICS,
    PRINTER,
    SCIENCE,
    TRACK_OF,
    UNKNOWN_PROGRESS,
    cards_of_track,
    copies,
    copies_of,
    is_original,
    is_victory_card,
    knows,
    unseen_progress,
)
from hinterland.engine.island.state import (
    CROSS,
    NO_KIND,
    NO_PROGRESS,
    NOBODY,
    SWAP_ANSWER,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw

_KINDS = 8


@jit
def hide_progress(state: Record, seat: int) -> None:
    """Hide the progress cards of a seat but their backs."""
    for track in range(3):
        state.progress_hidden[seat, track] += cards_of_track(state.progress[seat], track)
    state.progress[seat] = NO_PROGRESS


@jit
def hide_decks(state: Record, seat: int) -> None:
    """Hide the cards of the decks from a viewer that does not know them."""
    for track in range(3):
        for place in range(int64(state.deck_size[track])):
            here = int64(state.decks[track, place])
            if not knows(here >> 5, seat):
                state.decks[track, place] = here | UNKNOWN_PROGRESS


@jit
def hide_exchange(state: Record, seat: int) -> None:
    """Hide the cards of a Commercial Harbor from all but those who chose them."""
    if state.phase == SWAP_ANSWER or state.phase == CROSS:
        if seat != state.turn:
            state.swapped = NO_KIND
        if seat != state.victim:
            state.returned = NO_KIND


@jit
def redact_choice(state: Record, move: int, seat: int) -> int:
    """What a viewer sees of a card that the actor chooses (16.0)."""
    kind, body = kind_of(move), body_of(move)
    if sees_choice(state, seat):
        return move
    if kind == SWAP_MOVE:
        return code(kind, (body & ~255) | UNKNOWN_CARD)
    if kind == GIVE_MOVE or kind == TAKE:
        return code(kind, UNKNOWN_CARD)
    if (kind == DROP_MOVE or kind == TAKE_PROGRESS_MOVE) and body < CARDS:
        return code(kind, UNKNOWN_BACK + int64(TRACK_OF[body]))
    return move


@jit
def choice_weight(state: Record, kind: int, body: int) -> int:
    """Labelled cards that a choice of a card stands for, where others do not see it."""
    if kind == DROP_MOVE:
        return copies_of(state.progress[state.actor], body)
    if kind == TAKE_PROGRESS_MOVE:
        return copies_of(state.progress[state.victim], body)
    if kind == SWAP_MOVE:
        return count(state.hand[state.actor], body & 255)
    holder = int64(state.victim) if kind == TAKE else int64(state.actor)
    return count(state.hand[holder], body)


@jit
def deal_progress(view: Record, memory: Record, rng: Any) -> bool:
    """Deal the progress cards that the view does not know to hands and decks; False if none fit.

    First what a hypothesis of the memory says. A victory card lies among those that are in the
    deck since the deal; all else is alike.
    """
    if not with_knights(view):
        return True
    for track in range(3):
        if not (lay_guess(view, memory, track, rng) and deal_victory_card(view, track, rng)):
            return False
        if not deal_track(view, track, unseen_of_track(view, track), rng):
            return False
    return True


@jit
def deal_track(view: Record, track: int, pool: Any, rng: Any) -> bool:
    """Deal the cards of a pool to the places of a deck and the hands that are not known."""
    left = cards_of_track(pool, track)
    for place in range(int64(view.deck_size[track])):
        here = int64(view.decks[track, place])
        if here & UNKNOWN_PROGRESS == UNKNOWN_PROGRESS:
            if left == 0:
                return False
            card = draw_progress(pool, track, left, rng)
            pool, left = pool - copies(card, 1), left - 1
            view.decks[track, place] = (here & ~UNKNOWN_PROGRESS) | card
    for seat in range(int64(view.players)):
        while view.progress_hidden[seat, track] > 0:
            if left == 0:
                return False
            card = draw_progress(pool, track, left, rng)
            pool, left = pool - copies(card, 1), left - 1
            view.progress[seat] += copies(card, 1)
            view.progress_hidden[seat, track] -= 1
    return True


@jit
def deal_victory_card(view: Record, track: int, rng: Any) -> bool:
    """Put the victory card of a track, if nobody has it, to a place of the deck."""
    card = PRINTER if track == SCIENCE else CONSTITUTION
    holder = int64(view.printer) if track == SCIENCE else int64(view.constitution)
    if (track != SCIENCE and track != POLITICS) or holder != NOBODY:
        return True
    if unseen_progress(view, card) == 0:
        return True
    places = 0
    for place in range(int64(view.deck_size[track])):
        places += 1 if is_hidden_original(view, track, place) else 0
    if places == 0:
        return False
    left = draw(rng, places)
    for place in range(int64(view.deck_size[track])):
        if is_hidden_original(view, track, place):
            if left == 0:
                here = int64(view.decks[track, place])
                view.decks[track, place] = (here & ~UNKNOWN_PROGRESS) | card
            left -= 1
    return True


@jit
def is_hidden_original(view: Record, track: int, place: int) -> bool:
    if not is_original(view, track, place):
        return False
    return int64(view.decks[track, place]) & UNKNOWN_PROGRESS == UNKNOWN_PROGRESS


@jit
def unseen_of_track(view: Record, track: int) -> Any:
    """All cards of a track whose place the view does not know, but the victory card."""
    pool = NO_PROGRESS
    for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        if not is_victory_card(card):
            pool += copies(card, max(unseen_progress(view, card), 0))
    return pool


@jit
def draw_progress(pool: Any, track: int, size: int, rng: Any) -> int:
    """One of the cards of a pool, which has `size` > 0 of them."""
    card, left = int64(FIRST_OF[track]), draw(rng, size) - copies_of(pool, int64(FIRST_OF[track]))
    while left >= 0:
        card += 1
        left -= copies_of(pool, card)
    return card


@jit
def deal_exchanged(view: Record, pool: Any, rng: Any) -> Any:
    """Cards of a pool for those that take part in a Commercial Harbor and need one; which."""
    dealt = NO_CARDS
    if view.phase != SWAP_ANSWER and view.phase != CROSS:
        return dealt
    if view.swapped == NO_KIND:
        dealt += deal_one_of(view, int64(view.turn), pool, 0, RESOURCES, rng)
    if view.phase == CROSS and view.returned == NO_KIND:
        dealt += deal_one_of(view, int64(view.victim), pool, RESOURCES, _KINDS, rng)
    return dealt


@jit
def deal_one_of(view: Record, seat: int, pool: Any, first: int, end: int, rng: Any) -> Any:
    """A card of a kind from first to before end for a hand that is not known to have one."""
    if pick_kind(view.hand[seat], first, end, rng) != NO_KIND or view.hidden[seat] == 0:
        return NO_CARDS
    kind = pick_kind(pool, first, end, rng)
    if kind == NO_KIND:
        return NO_CARDS
    view.hand[seat] += single(kind, 1)
    view.hidden[seat] -= 1
    return single(kind, 1)


@jit
def choose_exchange(view: Record, rng: Any) -> bool:
    """The hidden cards of a Commercial Harbor, each card that was possible alike."""
    if view.phase != SWAP_ANSWER and view.phase != CROSS:
        return True
    if view.swapped == NO_KIND:
        view.swapped = pick_kind(view.hand[view.turn], 0, RESOURCES, rng)
        if view.swapped == NO_KIND:
            return False
    if view.phase == CROSS and view.returned == NO_KIND:
        view.returned = pick_kind(view.hand[view.victim], RESOURCES, _KINDS, rng)
        return view.returned != NO_KIND
    return True


@jit
def pick_kind(hand: Any, first: int, end: int, rng: Any) -> int:
    """The kind of a random card of a hand, of kinds from first to before end; NO_KIND for none."""
    total = 0
    for kind in range(first, end):
        total += count(hand, kind)
    if total == 0:
        return NO_KIND
    left = draw(rng, total)
    for kind in range(first, end):
        left -= count(hand, kind)
        if left < 0:
            return kind
    return NO_KIND
