"""Mini whist: two suits, one of them trumps, three ranks, hands of two cards.

Chance deals two of the six cards to each seat, unseen by the other; two stay out. p1 leads, the
other must follow suit with a card of that suit if it has one. The higher card of the suit led
takes the trick, a trump beats the plain suit; who takes the first trick leads to the second. Two
tricks win the game, one each is a draw. A seat that does not follow shows that it has no card of
the suit. The payoff is the tricks taken less the other's; the value is 0, and plain search plays it
exactly.
"""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hinterland.engine.game import NO_MEMORY, Game, players_option
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE, OVER
from hinterland.tests.toys.notation import TableNotation

KERNEL_SALT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

RANKS, CARDS, HAND, SEATS = 3, 6, 2, 2
DEALT = HAND * SEATS
SUIT = np.array([7, 56], np.int64)
"""The cards of each suit, the plain one first, as bits; a card is RANKS * suit + rank."""
ANY = 63

# field    shape  meaning
# viewer          whose view this is, ALL for a state
# players         2
# dealt           cards dealt so far
# held     (2,)   per seat: cards in hand
# hand     (2,)   per seat: the cards in hand that the viewer sees, as bits
# played   (4,)   card + 1 in the order of play, 0 not yet
# unused   (5,)   0
STATE = np.dtype(
    [
        ("viewer", "i1"),
        ("players", "i1"),
        ("dealt", "i1"),
        ("held", "i1", SEATS),
        ("hand", "i1", SEATS),
        ("played", "i1", DEALT),
        ("unused", "i1", 5),
    ]
)

# Moves: a card is played by its number; DEAL + 1 + card, DEAL where it is not seen.
DEAL = 8


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    state.viewer = ALL
    state.players = SEATS


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(SEATS):
        if other != seat and seat != ALL:
            state.hand[other] = 0
    state.viewer = seat
    memory.unused = 0


@jit
def plays(state: Record) -> int:
    """Cards played so far."""
    return state.dealt - int64(state.held[0]) - int64(state.held[1])


@jit
def card_at(state: Record, play: int) -> int:
    return int64(state.played[play]) - 1


@jit
def leader_wins(state: Record, first: int) -> bool:
    """Whether the card led as play number `first` takes the trick."""
    led, other = card_at(state, first), card_at(state, first + 1)
    return (other < led and not (led < RANKS <= other)) or (led >= RANKS > other)


@jit
def second_leader(state: Record) -> int:
    """The seat that took the first trick."""
    return 0 if leader_wins(state, 0) else 1


@jit
def mover(state: Record) -> int:
    if state.dealt < DEALT:
        return CHANCE
    done = plays(state)
    if done == DEALT:
        return OVER
    if done < 2:
        return done
    return second_leader(state) if done == 2 else 1 - second_leader(state)


@jit
def suit_of(card: int) -> int:
    return 1 if card >= RANKS else 0


@jit
def may_hold(state: Record, seat: int) -> int:
    """The cards, as bits, that `seat` may still hold by its plays: p2 shows a lack of a suit."""
    if seat == 1 and state.played[1] > 0:
        led = suit_of(card_at(state, 0))
        if suit_of(card_at(state, 1)) != led:
            return ANY & ~SUIT[led]
    return ANY


@jit
def playable(state: Record) -> int:
    """The mover's cards, as bits, that it may play, out of those in its hand."""
    hand = int64(state.hand[mover(state)])
    done = plays(state)
    if done % 2 == 1:
        following = hand & SUIT[suit_of(card_at(state, done - 1))]
        if following != 0:
            return following
    return hand


@jit
def unseen(state: Record) -> int:
    """The cards, as bits, that are neither played nor in a hand that the viewer sees."""
    cards = ANY & ~int64(state.hand[0]) & ~int64(state.hand[1])
    for play in range(DEALT):
        if state.played[play] > 0:
            cards &= ~(1 << card_at(state, play))
    return cards


@jit
def list_bits(cards: int, moves: Any, offset: int) -> int:
    count = 0
    for card in range(CARDS):
        if (cards >> card) & 1:
            moves[count] = offset + card
            count += 1
    return count


@jit
def legal(state: Record, moves: Any) -> int:
    if state.dealt < DEALT:
        return list_bits(unseen(state), moves, DEAL + 1)
    return list_bits(playable(state), moves, 0)


@jit
def weight(state: Record, move: int) -> int:
    return 1


@jit
def fits(state: Record, event: int) -> int:
    turn = mover(state)
    if turn == OVER:
        return 1
    if turn == CHANCE:
        return deal_fits(state, event)
    if event < 0 or event >= CARDS:
        return 2
    if state.viewer == ALL or state.viewer == turn:
        return 0 if (playable(state) >> event) & 1 else 3
    return 0 if ((unseen(state) & may_hold(state, turn)) >> event) & 1 else 3


@jit
def deal_fits(state: Record, event: int) -> int:
    sees = state.viewer == ALL or state.viewer == state.dealt // HAND
    if event == DEAL:
        return 4 if sees else 0
    if event < DEAL or event > DEAL + CARDS or not sees:
        return 4
    return 0 if (unseen(state) >> (event - DEAL - 1)) & 1 else 4


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    count = legal(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


@jit
def drawn_bit(cards: int, rng: Any) -> int:
    """One of the cards, drawn uniformly."""
    count = 0
    for card in range(CARDS):
        count += (cards >> card) & 1
    left = draw(rng, count)
    card = 0
    while True:
        if (cards >> card) & 1:
            if left == 0:
                return card
            left -= 1
        card += 1


@jit
def sample(state: Record, rng: Any) -> int:
    return DEAL + 1 + drawn_bit(unseen(state), rng)


@jit
def redact(state: Record, move: int, seat: int) -> int:
    hidden = move > DEAL and seat != ALL and seat != state.dealt // HAND
    return DEAL if hidden else move


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    pass


@jit
def apply(state: Record, move: int) -> None:
    if move >= DEAL:
        seat = state.dealt // HAND
        if move > DEAL:
            state.hand[seat] = int64(state.hand[seat]) | (1 << (move - DEAL - 1))
        state.held[seat] += 1
        state.dealt += 1
        return
    seat = mover(state)
    state.played[plays(state)] = move + 1
    state.hand[seat] = int64(state.hand[seat]) & ~(1 << move)
    state.held[seat] -= 1


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    """p2 first: only it may have shown that it lacks a suit, and p1's cards are any others."""
    viewer = int64(view.viewer)
    view.viewer = ALL
    for seat in range(SEATS - 1, -1, -1):
        if seat == viewer or viewer == ALL:
            continue
        for _ in range(view.held[seat]):
            cards = unseen(view) & may_hold(view, seat)
            if cards == 0:
                return 1
            view.hand[seat] = int64(view.hand[seat]) | (1 << drawn_bit(cards, rng))
    return 0


@jit
def returns(state: Record, out: Any) -> None:
    second = second_leader(state)
    tricks = 1 if second == 0 else 0
    tricks += 1 if leader_wins(state, 2) == (second == 0) else 0
    out[0] = 0.5 * tricks
    out[1] = 1.0 - out[0]


_NAMES = ["p7", "p8", "p9", "t7", "t8", "t9"]
_TEXTS = {card: f"play:{name}" for card, name in enumerate(_NAMES)}
_TEXTS |= {DEAL: "deal:?", **{DEAL + 1 + card: f"deal:{name}" for card, name in enumerate(_NAMES)}}


class _Notation(TableNotation):
    RULES_BROKEN: Mapping[int, str] = {
        1: "the game is over",
        2: "a card is played now",
        3: "that card cannot be played",
        4: "a card is dealt now",
    }
    fields = ("dealt", "held", "hand", "played")
    texts = _TEXTS

    def faults(self, state: Record) -> list[str]:
        dealt, viewer = int(state["dealt"]), int(state["viewer"])
        sizes, hands = ([int(n) for n in state[name]] for name in ("held", "hand"))
        played = [int(card) - 1 for card in state["played"] if card != 0]
        cards = [*played, *(card for hand in hands for card in range(8) if hand >> card & 1)]
        if not 0 <= dealt <= DEALT or sizes != _sizes(dealt, played):
            return [f"{dealt} cards dealt, hands of {sizes}, {played} played"]
        found = []
        if len(set(cards)) < len(cards) or any(not 0 <= card < CARDS for card in cards):
            found.append(f"cards {cards}")
        if any(card != 0 for card in state["played"][len(played) :]) or any(state["unused"]):
            found.append(f"played {state['played']}, unused {state['unused']}")
        for seat, (size, hand) in enumerate(zip(sizes, hands, strict=True)):
            if hand.bit_count() != (size if viewer in (ALL, seat) else 0):
                found.append(f"seat {seat} holds {size} cards, seen are {hand:b}")
        if len(played) > 1 and _suit(played[0]) != _suit(played[1]):
            later = [card for card in range(8) if hands[1] >> card & 1]
            later += [card for card, seat in zip(played, _order(played), strict=True) if seat == 1]
            if any(_suit(card) == _suit(played[0]) for card in later):
                found.append(f"p2 did not follow suit with {later}")
        return found


def _suit(card: int) -> int:
    return card // RANKS


def _order(played: list[int]) -> list[int]:
    """The seats that play the cards."""
    if len(played) < 2:
        return [0, 1][: len(played)]
    led, other = played[0], played[1]
    follows = _suit(led) == _suit(other)
    second = int(other > led) if follows else _suit(other)
    return [0, 1, second, 1 - second][: len(played)]


def _sizes(dealt: int, played: list[int]) -> list[int]:
    """The cards that each seat holds."""
    order = _order(played)
    return [min(max(dealt - HAND * seat, 0), HAND) - order.count(seat) for seat in range(SEATS)]


GAME = Game(
    name="whist",
    version=1,
    rules=sys.modules[__name__],
    notation=_Notation(),
    state_dtype=STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=CARDS,
    max_length=2 * DEALT,
    payoff_scale=4.0,
    payoff_offset=-2.0,
    enumerable=True,
    salt=KERNEL_SALT,
)
