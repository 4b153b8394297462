"""Hypotheses of progress cards, kept for each deck: what became of known ones lost unseen.

When a seat drops a card unseen, or a Spy takes one, its view for others forgets which of its
cards of that back are left. A hypothesis of the deck then says which cards each seat has beyond
those that the view knows, and which lie under the deck; all other hidden cards are any of the
unseen ones, each as likely. Without a hypothesis that holds for all hidden cards.

A row has four words: two with what the seats hold, by lanes of `progress` less those below the
deck's own, and two with the cards of the deck's places, numbered within the deck from 1, 0 for
none.
"""

from typing import Any, Final

import numpy as np

from hinterland.engine.island.progress import (
    END_OF,
    FIRST_OF,
    SHIFTS,
    UNKNOWN_PROGRESS,
    cards_of_track,
    copies_of,
    is_original,
    is_victory_card,
    unseen_progress,
)
from hinterland.engine.island.state import (
    FINE,
    GUESS_WORDS,
    GUESSES,
    LEAST_GUESSES,
    NO_PROGRESS,
    WHOLE,
)
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw

_SEATS_A_WORD: Final = 3
_HAND_BITS: Final = 20
_HAND: Final = np.uint64((1 << _HAND_BITS) - 1)
_DECK: Final = 2
"""The first of the words of a deck's places."""
_PLACES_A_WORD: Final = 12
_PLACE_BITS: Final = 5
_PLACE: Final = np.uint64(31)
_FIVE: Final = np.uint64(_PLACE_BITS)
_LAST: Final = np.uint64(_PLACE_BITS * (_PLACES_A_WORD - 1))


@jit
def hand_of(rows: Any, row: int, seat: int, track: int) -> Any:
    """The cards that a seat has by a hypothesis beyond those that the view knows."""
    shift = np.uint64(_HAND_BITS * (seat % _SEATS_A_WORD))
    return ((rows[row, seat // _SEATS_A_WORD] >> shift) & _HAND) << SHIFTS[FIRST_OF[track]]


@jit
def add_to_hand(rows: Any, row: int, seat: int, track: int, cards: Any) -> None:
    shift = np.uint64(_HAND_BITS * (seat % _SEATS_A_WORD))
    rows[row, seat // _SEATS_A_WORD] += (cards >> SHIFTS[FIRST_OF[track]]) << shift


@jit
def take_from_hand(rows: Any, row: int, seat: int, track: int, cards: Any) -> None:
    shift = np.uint64(_HAND_BITS * (seat % _SEATS_A_WORD))
    rows[row, seat // _SEATS_A_WORD] -= (cards >> SHIFTS[FIRST_OF[track]]) << shift


@jit
def card_in_deck(rows: Any, row: int, place: int, track: int) -> int:
    """The card at a place of the deck, UNKNOWN_PROGRESS where the hypothesis has none."""
    shift = np.uint64(_PLACE_BITS * (place % _PLACES_A_WORD))
    here = int64((rows[row, _DECK + place // _PLACES_A_WORD] >> shift) & _PLACE)
    return UNKNOWN_PROGRESS if here == 0 else int64(FIRST_OF[track]) + here - 1


@jit
def put_in_deck(rows: Any, row: int, place: int, track: int, card: int) -> None:
    shift = np.uint64(_PLACE_BITS * (place % _PLACES_A_WORD))
    number = np.uint64(card - int64(FIRST_OF[track]) + 1)
    rows[row, _DECK + place // _PLACES_A_WORD] |= number << shift


@jit
def take_top_guess(rows: Any, row: int) -> None:
    """The next card leaves the deck: the others move up."""
    below = rows[row, _DECK + 1]
    rows[row, _DECK] = (rows[row, _DECK] >> _FIVE) | ((below & _PLACE) << _LAST)
    rows[row, _DECK + 1] = below >> _FIVE


@jit
def unseen_by(memory: Record, row: int, view: Record, track: int, card: int) -> int:
    """Cards of a kind whose place neither the view nor the hypothesis knows."""
    left = unseen_progress(view, card)
    for seat in range(int64(view.players)):
        left -= copies_of(hand_of(memory.guesses, row, seat, track), card)
    for place in range(int64(view.deck_size[track])):
        left -= 1 if card_in_deck(memory.guesses, row, place, track) == card else 0
    return left


@jit
def all_unseen_by(memory: Record, row: int, view: Record, track: int) -> int:
    """All such cards of a deck but its victory card, which nobody holds."""
    total = 0
    for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        if not is_victory_card(card):
            total += unseen_by(memory, row, view, track, card)
    return total


@jit
def count_guesses(memory: Record, track: int) -> int:
    """How many hypotheses there are of a deck."""
    total = 0
    for row in range(int64(memory.guess_count)):
        total += 1 if memory.guess_track[row] == track else 0
    return total


@jit
def room_for_guesses(memory: Record, track: int) -> int:
    """How many there may be of a deck."""
    room = GUESSES
    for other in range(3):
        if other != track:
            room -= max(count_guesses(memory, other), LEAST_GUESSES)
    return room


@jit
def begin_guesses(memory: Record, track: int) -> None:
    """One hypothesis of a deck, which knows nothing beyond the view."""
    row = int64(memory.guess_count)
    memory.guess_weight[row], memory.guess_track[row] = WHOLE, track
    memory.guess_count += 1


@jit
def clear_guesses(memory: Record) -> None:
    memory.guess_count, memory.guess_resampled = 0, 0
    for row in range(GUESSES):
        clear_guess(memory, row)


@jit
def clear_guess(memory: Record, row: int) -> None:
    memory.guess_weight[row], memory.guess_track[row] = 0, 0
    for word in range(GUESS_WORDS):
        memory.guesses[row, word] = NO_PROGRESS


@jit
def same_rows(rows: Any, one: int, other: int) -> bool:
    same = True
    for word in range(GUESS_WORDS):
        same = same and rows[one, word] == rows[other, word]
    return same


@jit
def scale_guess(memory: Record, row: int, chance: float) -> None:
    """Multiply the weight of a hypothesis by how likely it made what was seen; finer by FINE."""
    weight = int64(memory.guess_weight[row] * chance * FINE)
    memory.guess_weight[row] = max(weight, 1) if chance > 0.0 else 0


@jit
def tidy_guesses(memory: Record) -> None:
    """Drop hypotheses of weight 0, join equal ones, and scale the weights.

    Where one is left of a deck that knows nothing, the view says all there is to say.
    """
    compact_guesses(memory)
    for row in range(int64(memory.guess_count)):
        if is_blank(memory, row) and count_guesses(memory, int64(memory.guess_track[row])) == 1:
            memory.guess_weight[row] = 0
    compact_guesses(memory)
    for track in range(3):
        scale_guesses(memory, track)
    if memory.guess_count == 0:
        memory.guess_resampled = 0


@jit
def compact_guesses(memory: Record) -> None:
    kept, count = 0, int64(memory.guess_count)
    for row in range(count):
        if memory.guess_weight[row] > 0:
            kept = keep_guess(memory, row, kept)
    for row in range(kept, count):
        clear_guess(memory, row)
    memory.guess_count = kept


@jit
def keep_guess(memory: Record, row: int, kept: int) -> int:
    """Join a hypothesis to an equal one kept before, or keep it; how many are kept."""
    weight, track = int64(memory.guess_weight[row]), int64(memory.guess_track[row])
    for other in range(kept):
        if memory.guess_track[other] == track and same_rows(memory.guesses, row, other):
            memory.guess_weight[other] += weight
            return kept
    memory.guess_weight[kept], memory.guess_track[kept] = weight, track
    for word in range(GUESS_WORDS):
        memory.guesses[kept, word] = memory.guesses[row, word]
    return kept + 1


@jit
def is_blank(memory: Record, row: int) -> bool:
    blank = True
    for word in range(GUESS_WORDS):
        blank = blank and memory.guesses[row, word] == NO_PROGRESS
    return blank


@jit
def weight_of_guesses(memory: Record, track: int) -> int:
    """What the weights of a deck sum to."""
    total = 0
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] == track:
            total += int64(memory.guess_weight[row])
    return total


@jit
def scale_guesses(memory: Record, track: int) -> None:
    """Let the weights of a deck sum to WHOLE, each at least 1."""
    total = weight_of_guesses(memory, track)
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] == track:
            scaled = int64(memory.guess_weight[row] / total * WHOLE + 0.5)
            memory.guess_weight[row] = max(scaled, 1)


@jit
def guesses_are_sound(memory: Record) -> bool:
    """Whether those of a memory from outside can be used: kernels count on its numbers."""
    if memory.guess_count < 0 or memory.guess_count > GUESSES:
        return False
    sound = True
    for row in range(int64(memory.guess_count)):
        sound = sound and 1 <= memory.guess_weight[row] <= WHOLE
        sound = sound and 0 <= memory.guess_track[row] < 3
    return sound


@jit
def lay_guess(view: Record, memory: Record, track: int, rng: Any) -> bool:
    """Make known what one of the hypotheses of a deck says; False if the view has no room."""
    total = weight_of_guesses(memory, track)
    if total == 0:
        return True
    row = choose_guess(memory, track, draw(rng, total))
    for seat in range(int64(view.players)):
        cards = hand_of(memory.guesses, row, seat, track)
        more = cards_of_track(cards, track)
        if more > view.progress_hidden[seat, track]:
            return False
        view.progress[seat] += cards
        view.progress_hidden[seat, track] -= more
    return lay_deck_guess(view, memory, track, row)


@jit
def choose_guess(memory: Record, track: int, left: int) -> int:
    """The row of the hypothesis of a deck at a mark below the sum of their weights."""
    for row in range(int64(memory.guess_count)):
        if memory.guess_track[row] == track:
            left -= int64(memory.guess_weight[row])
            if left < 0:
                return row
    return 0


@jit
def lay_deck_guess(view: Record, memory: Record, track: int, row: int) -> bool:
    """The same for the cards under the deck."""
    for place in range(int64(view.deck_size[track])):
        card = card_in_deck(memory.guesses, row, place, track)
        here = int64(view.decks[track, place])
        if card == UNKNOWN_PROGRESS:
            continue
        hidden = here & UNKNOWN_PROGRESS == UNKNOWN_PROGRESS
        if not hidden or is_original(view, track, place) or card >= END_OF[track]:
            return False
        view.decks[track, place] = (here & ~UNKNOWN_PROGRESS) | card
    return has_no_surplus(view, track)


@jit
def has_no_surplus(view: Record, track: int) -> bool:
    """Whether of no kind more cards are known than there are."""
    for card in range(int64(FIRST_OF[track]), int64(END_OF[track])):
        if unseen_progress(view, card) < 0:
            return False
    return True
