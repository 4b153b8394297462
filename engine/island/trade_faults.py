"""What makes offers and the answers to them impossible, in words."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.fault_words import phase_name, seat_names
from hinterland.engine.island.moves import NO_OFFER
from hinterland.engine.island.tokens import offer_text
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_CODES: Final = 1 << 48
_ZERO: Final = 32
"""How a kind is coded of which no card changes hands."""


def offer_faults(state: Record) -> Iterator[str]:
    """Offers of this turn, the one on the table, and its answers."""
    phase, count = int(state["phase"]), int(state["offer_count"])
    most = int(state["options"][o.TRADE_OFFERS])
    if count > most or state["offers"][count:].any():
        yield f"offers_made has {count} offers, or some beyond them: expected at most {most}"
        return
    offers = [int(code) for code in state["offers"][:count]]
    for i, code in enumerate(offers):
        if not _is_exchange(state, code):
            yield f"offers_made has {_text(code)}: expected an exchange of kinds in the game"
        elif code in offers[:i]:
            yield f"offers_made has {_text(code)} twice"
    open_now = phase in (s.ANSWER, s.DEAL)
    offer = int(state["offer"])
    if open_now != bool(offer) or (offer and offers[-1:] != [offer]):
        text = _text(offer) if offer else "null"
        last = _text(offers[-1]) if offers else "the last of offers_made"
        yield f"offer is {text} in {phase_name(state)}: expected {last if open_now else 'null'}"
    elif not offer and state["answers"].any():
        answered = seat_names(np.flatnonzero(state["answers"]).tolist())
        yield f"answers has one of {answered}, and there is no offer"
    elif offer and _is_exchange(state, offer):
        yield from _answers(state, offer)


def _answers(state: Record, offer: int) -> Iterator[str]:
    phase, turn, actor = (int(state[name]) for name in ("phase", "turn", "actor"))
    gives, wants = _sides(offer)
    if not derived.may_hold(state, turn, gives):
        yield f"{seat_name(turn)} cannot hold what it offers"
    replies = []
    for seat in range(int(state["players"])):
        reply, who = int(state["answers"][seat]), seat_name(seat)
        to_come = phase == s.ANSWER and (seat == actor or int(state["queue"]) >> seat & 1)
        if seat == turn or to_come:
            if reply:
                yield f"answers has one of {who}, which has not answered"
            continue
        replies.append(reply)
        if not reply:
            yield f"answers has none of {who}, which has answered"
        elif reply == s.ACCEPTED and not derived.may_hold(state, seat, wants):
            yield f"{who} accepted, and cannot hold what is wanted"
        elif reply not in (s.ACCEPTED, s.DECLINED):
            yield from _counter(state, seat, offer, reply)
    if phase == s.DEAL and all(reply == s.DECLINED for reply in replies):
        yield "every answer is decline: there is nothing to deal"


def _counter(state: Record, seat: int, offer: int, reply: int) -> Iterator[str]:
    who = seat_name(seat)
    if not _is_exchange(state, reply):
        yield f"the answer of {who} is no answer and no exchange of kinds in the game"
    elif reply == 2 * NO_OFFER - offer:
        yield f"the answer of {who} is the offer itself: expected accept"
    elif not derived.may_hold(state, seat, _sides(reply)[0]):
        yield f"{who} cannot hold what it offers in its answer"


def _sides(offer: int) -> tuple[list[int], list[int]]:
    """The cards of each kind that an exchange gives, and those that it wants."""
    balances = [(offer >> (6 * kind) & 63) - _ZERO for kind in range(len(KINDS))]
    return [max(n, 0) for n in balances], [max(-n, 0) for n in balances]


def _is_exchange(state: Record, offer: int) -> bool:
    if not 0 <= offer < _CODES:
        return False
    gives, wants = _sides(offer)
    there = derived.supply(state)
    beyond = any(max(sides) > most for *sides, most in zip(gives, wants, there, strict=True))
    return any(gives) and any(wants) and not beyond


def _text(offer: int) -> str:
    return offer_text(offer) if 0 <= offer < _CODES else "no offer"
