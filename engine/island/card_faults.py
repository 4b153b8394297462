"""What makes hands, the bank and development cards impossible, in words."""

from collections.abc import Iterator

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island.cards import DEVELOPMENT, KINDS, KNIGHT_CARD, POINT_CARD
from hinterland.engine.island.derived import lanes
from hinterland.engine.island.fault_words import seat_names
from hinterland.engine.island.supplies import DEVELOPMENT_COUNTS
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS, seat_name


def card_faults(state: Record) -> Iterator[str]:
    """Cards of each kind in the hands and the bank, and what is set aside of them."""
    known = np.array([lanes(state["hand"][seat]) for seat in range(MAX_SEATS)])
    yield from _kinds(state, (known.sum(0) + lanes(state["bank"])).tolist())
    for seat in range(int(state["players"])):
        yield from _hand(state, seat, known[seat].tolist())
    if int(state["viewer"]) == ALL and state["ledger"].any():
        yield "a ledger in a state"


def _kinds(state: Record, there: list[int]) -> Iterator[str]:
    """Cards whose kind is not known may be of any of which some are missing."""
    hidden = int(state["hidden"].astype(int).sum())
    supply = derived.supply(state)
    missing = sum(max(most - n, 0) for n, most in zip(there, supply, strict=True))
    exact = int(state["viewer"]) == ALL
    for kind, n, most in zip(KINDS, there, supply, strict=True):
        if n > most or (exact and n < most):
            word = "" if exact else "at most "
            yield f"{n} {kind} in the hands and the bank: expected {word}{most}"
    if not exact and hidden != missing:
        yield (
            f"the hands have {hidden} cards of unknown kind: expected {missing}, "
            "which are neither in the bank nor known in a hand"
        )


def _hand(state: Record, seat: int, known: list[int]) -> Iterator[str]:
    who, own = seat_name(seat), int(state["viewer"]) in (ALL, seat)
    hidden, owed = int(state["hidden"][seat]), int(state["owed"][seat])
    unseen = hidden + int(state["pending_hidden"][seat])
    if own and unseen:
        yield f"{who} has {unseen} cards of unknown kind, and must know its own cards"
    pending = lanes(state["pending"][seat])
    for kind, n, held in zip(KINDS, pending, known, strict=True):
        if own and n > held:
            yield f"{who} has set aside {n} {kind}, and has {held} in the hand"
        elif n and not own:
            yield f"{who} has set aside {n} {kind}: expected cards of unknown kind on this view"
    aside = sum(pending) + int(state["pending_hidden"][seat])
    if aside + owed > sum(known) + hidden:
        yield (
            f"{who} has set aside {aside} cards and owes {owed}: "
            f"expected at most the {sum(known) + hidden} in the hand"
        )


def development_faults(state: Record) -> Iterator[str]:
    """Development cards in hands, played, unseen and in the deck."""
    total = DEVELOPMENT_COUNTS[0 if int(state["players"]) <= 4 else 1]
    if not state["options"][o.EXPANSION]:
        total = total * 0
    held = np.array([lanes(state["development"][seat]) for seat in range(MAX_SEATS)])
    unseen = np.array(lanes(state["unseen"]))
    there = (held.sum(0) + unseen).tolist()
    army = int(state["army"].astype(int).sum())
    for card, n, most in zip(DEVELOPMENT, there, total.tolist(), strict=False):
        played = army if card == DEVELOPMENT[KNIGHT_CARD] else 0
        exact = card in (DEVELOPMENT[KNIGHT_CARD], DEVELOPMENT[POINT_CARD])
        if n + played > most or (exact and n + played < most):
            more = f" and {played} played" if played else ""
            word = "" if exact else "at most "
            yield f"{n} {card} cards in the hands and unseen{more}: expected {word}{most}"
    if any(there[len(total) :]):
        yield "there are development cards that the game has not"
    hidden = int(state["development_hidden"].astype(int).sum())
    if int(unseen.sum()) != int(state["deck"]) + hidden:
        yield (
            f"{int(unseen.sum())} development cards are unseen: "
            f"expected {int(state['deck'])} left in the deck and {hidden} hidden in hands"
        )
    yield from _known_development(state, held)
    yield from _bought(state, held)


def _known_development(state: Record, held: np.ndarray) -> Iterator[str]:
    players = int(state["players"])
    for seat in range(players):
        own, who = int(state["viewer"]) in (ALL, seat), seat_name(seat)
        hidden = int(state["development_hidden"][seat])
        if own and hidden:
            yield f"{who} has {hidden} unknown development cards, and must know its own"
        for card, n in zip(DEVELOPMENT, held[seat].tolist(), strict=False):
            if n and not own and card != DEVELOPMENT[POINT_CARD]:
                yield f"{who} holds {n} {card} cards: expected them unknown on this view"
    strangers = [seat for seat in range(players, 8) if int(state["shown"]) >> seat & 1]
    if strangers:
        yield f"victory cards are shown by {seat_names(strangers)}, who do not play"


def _bought(state: Record, held: np.ndarray) -> Iterator[str]:
    """The cards bought in this turn are held; those shown at the end may be among the unknown."""
    turn = int(state["turn"])
    hidden, most = int(state["bought_hidden"]), int(state["development_hidden"][turn])
    if int(state["viewer"]) not in (ALL, turn):
        most += sum(held[turn].tolist()) - sum(lanes(state["bought"]))
    for card, n, there in zip(
        DEVELOPMENT, lanes(state["bought"]), held[turn].tolist(), strict=False
    ):
        if n > there:
            yield f"{seat_name(turn)} has bought {n} {card} cards, and holds {there}"
    if hidden > most:
        yield f"{seat_name(turn)} has bought {hidden} unknown development cards, and holds {most}"
