"""What a seat infers of the hands of others: weighted joint hypotheses, kept up by events.

Only cards that change hands unseen make hypotheses; a hypothesis is dropped when an event
shows that it was wrong, and weighed by how likely it made what was seen. Where they outgrow
the memory they are resampled evenly, without randomness, so that the same events always leave
the same memory. Hypotheses hold the hands before the last event; what that one added publicly
is in the `ledger` of the view.
"""

from typing import Any

from hinterland.engine.island.cards import NO_CARDS, RESOURCES, count, covers, single, size
from hinterland.engine.island.effects import levy_most
from hinterland.engine.island.hands import draw_cards, loose_cards
from hinterland.engine.island.hidden import choices, clear_hands, count_from
from hinterland.engine.island.moves import (
    CROSS_MOVE,
    DICE_MOVE,
    GIVE_MOVE,
    LEVY_MOVE,
    NONE,
    NOT_SHOWN,
    PLAY,
    REVEAL_MOVE,
    SHOW_HAND_MOVE,
    STEAL_MOVE,
    SWAP_MOVE,
    TAKE,
    UNKNOWN_CARD,
    body_of,
    card_of,
    is_chance_kind,
    kind_of,
    levy_of,
    low,
    middle,
    unpacked,
)
from hinterland.engine.island.prices import price
from hinterland.engine.island.progress import COMMERCIAL_HARBOR
from hinterland.engine.island.recall import remember_progress
from hinterland.engine.island.state import FINE, GIVE, HYPOTHESES, SWAP_ANSWER, WHOLE
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.seats import ALL


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    if view.viewer == ALL:
        return
    remember_progress(memory, view, event)
    remember_hands(memory, view, event)


@jit
def remember_hands(memory: Record, view: Record, event: int) -> None:
    """Keep the hypotheses of resources and commodities up to date."""
    hidden = 0
    for seat in range(int64(view.players)):
        hidden += int64(view.hidden[seat])
    if hidden == 0 and memory.count > 0:
        clear_hands(memory)
    fold(memory, view)
    kind, body = kind_of(event), body_of(event)
    if memory.count == 0 and hidden > 0 and shows_lack(kind):
        begin(memory, view, hidden)
    if memory.count > 0:
        weigh(memory, view, event)
    if not moves_unseen(view, kind, body):
        return
    if memory.count == 0:
        begin(memory, view, hidden)
    giver, taker = int64(view.victim), int64(view.actor)
    if kind == GIVE_MOVE:
        giver, taker = int64(view.actor), int64(view.turn)
    if kind == CROSS_MOVE:
        move_unknown_card(memory, int64(view.turn), giver, 0, RESOURCES)
        move_unknown_card(memory, giver, int64(view.turn), RESOURCES, UNKNOWN_CARD)
    else:
        move_unknown_card(memory, giver, taker, 0, UNKNOWN_CARD)


@jit
def shows_lack(kind: int) -> bool:
    """Whether an event tells what hands have not: the bounds of a view cannot keep that."""
    return kind == LEVY_MOVE or kind == NONE


@jit
def moves_unseen(view: Record, kind: int, body: int) -> bool:
    """Whether an event takes a card from hand to hand that the viewer does not see."""
    if low(body) != UNKNOWN_CARD:
        return False
    if kind == GIVE_MOVE:
        return view.phase == GIVE
    return kind == STEAL_MOVE or kind == TAKE or kind == CROSS_MOVE


@jit
def fold(memory: Record, view: Record) -> None:
    """Bring the hypotheses up to the last event."""
    for i in range(memory.count):
        for seat in range(int64(view.players)):
            if seat != view.viewer:
                memory.hands[i, seat] += view.ledger[seat]


@jit
def begin(memory: Record, view: Record, hidden: int) -> None:
    """The hands as the view has them; deals of the loose cards if it does not know them all."""
    memory.count = 1 if hidden == 0 else HYPOTHESES
    memory.resampled = 0 if hidden == 0 else 1
    for i in range(memory.count):
        pool = loose_cards(view)
        memory.weight[i] = WHOLE // int64(memory.count)
        for seat in range(int64(view.players)):
            if seat != view.viewer:
                cards = draw_cards(pool, int64(view.hidden[seat]), memory.rng)
                memory.hands[i, seat] = view.hand[seat] + cards
                pool -= cards


@jit
def weigh(memory: Record, view: Record, event: int) -> None:
    """Multiply each weight by how likely its hands made the event; drop those at 0."""
    kept = 0
    for i in range(memory.count):
        chance = likelihood(memory, i, view, event)
        if chance > 0.0:
            memory.weight[kept] = max(int64(memory.weight[i] * chance * FINE), 1)
            for seat in range(int64(view.players)):
                memory.hands[kept, seat] = memory.hands[i, seat]
            kept += 1
    for i in range(kept, memory.count):
        memory.weight[i] = 0
        for seat in range(int64(view.players)):
            memory.hands[i, seat] = NO_CARDS
    memory.count = kept
    normalise(memory.weight, kept)


@jit
def normalise(weights: Any, n: int) -> None:
    """Scale the first n weights so that they sum to WHOLE, each at least 1."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    for i in range(n):
        weights[i] = max(int64(weights[i] / total * WHOLE + 0.5), 1)


@jit
def likelihood(memory: Record, i: int, view: Record, event: int) -> float:
    """Of the event, given the hands of hypothesis i; up to a factor common to all."""
    kind, body, seat = kind_of(event), body_of(event), int64(view.actor)
    if kind == STEAL_MOVE:
        victim = int64(view.victim)
        if body == UNKNOWN_CARD or victim == view.viewer:
            return 1.0
        return share_of(memory.hands[i, victim], body, 0, UNKNOWN_CARD)
    if kind == LEVY_MOVE:
        return 1.0 if levy_agrees(memory, i, view, body) else 0.0
    if kind == SHOW_HAND_MOVE or kind == CROSS_MOVE:
        return peek_likelihood(memory, i, view, kind, body)
    if seat == view.viewer or kind == DICE_MOVE:
        return 1.0
    if kind == REVEAL_MOVE:
        return discard_likelihood(memory.hands[i, seat], unpacked(body))
    if is_chance_kind(kind):
        return 1.0
    if not covers(memory.hands[i, seat], price(view, event)):
        return 0.0
    return choice_likelihood(memory.hands[i, seat], view, kind, body)


@jit
def share_of(hand: Any, card: int, first: int, end: int) -> float:
    """The share of a kind among the cards of kinds from first to before end."""
    total = 0
    for kind in range(first, end):
        total += count(hand, kind)
    return count(hand, card) / max(total, 1)


@jit
def peek_likelihood(memory: Record, i: int, view: Record, kind: int, body: int) -> float:
    """Of a hand that is shown, or of the cards of a Commercial Harbor."""
    player, victim = int64(view.turn), int64(view.victim)
    if kind == SHOW_HAND_MOVE:
        if body == NOT_SHOWN or victim == view.viewer:
            return 1.0
        return 1.0 if memory.hands[i, victim] == unpacked(body) else 0.0
    if low(body) == UNKNOWN_CARD:
        return 1.0
    if player == view.viewer:
        return share_of(memory.hands[i, victim], middle(body), RESOURCES, UNKNOWN_CARD)
    return share_of(memory.hands[i, player], low(body), 0, RESOURCES)


@jit
def choice_likelihood(hand: Any, view: Record, kind: int, body: int) -> float:
    """Of a choice of another seat, from its hand: by what it proves, and where it is seen."""
    if kind == GIVE_MOVE and body < UNKNOWN_CARD:
        return share_of(hand, body, 0, UNKNOWN_CARD)
    if kind == GIVE_MOVE:
        commodities = view.phase == SWAP_ANSWER
        return has_any(hand, RESOURCES if commodities else 0, UNKNOWN_CARD)
    if kind == NONE and view.phase == SWAP_ANSWER:
        return 1.0 - has_any(hand, RESOURCES, UNKNOWN_CARD)
    if kind == SWAP_MOVE:
        return has_any(hand, 0, RESOURCES)
    if kind == PLAY and card_of(body) == COMMERCIAL_HARBOR:
        return has_any(hand, 0, RESOURCES)
    return 1.0


@jit
def has_any(hand: Any, first: int, end: int) -> float:
    """1.0 if a hand has a card of a kind from first to before end, else 0.0."""
    for kind in range(first, end):
        if count(hand, kind) > 0:
            return 1.0
    return 0.0


@jit
def levy_agrees(memory: Record, i: int, view: Record, body: int) -> bool:
    for seat in range(int64(view.players)):
        if seat == view.actor or seat == view.viewer:
            continue
        held = count(memory.hands[i, seat], int64(view.asked))
        if min(held, levy_most(view)) != levy_of(body, seat):
            return False
    return True


@jit
def discard_likelihood(hand: Any, cards: Any) -> float:
    """Of setting these cards aside by ascending kinds, each labelled card as likely."""
    if not covers(hand, cards):
        return 0.0
    chance, owed = 1.0, size(cards)
    for kind in range(8):
        for _ in range(count(cards, kind)):
            here = count(hand, kind) if count_from(hand, kind) >= owed else 0
            chance *= here / max(choices(hand, kind_before(cards, kind, owed), owed), 1)
            hand -= single(kind, 1)
            owed -= 1
    return chance


@jit
def kind_before(cards: Any, kind: int, owed: int) -> int:
    """The kind set aside before the next one, 0 at the first: the least that may be chosen."""
    left = count_from(cards, kind)
    if left > owed:
        return kind
    for before in range(kind - 1, -1, -1):
        if count(cards, before) > 0:
            return before
    return 0


@jit
def move_unknown_card(memory: Record, giver: int, taker: int, first: int, end: int) -> None:
    """Split each hypothesis by the card, from first to before end, that changed hands."""
    children, total = 0, 0.0
    for i in range(memory.count):
        total += memory.weight[i]
        for kind in range(first, end):
            children += 1 if count(memory.hands[i, giver], kind) > 0 else 0
    resample, below, kept = children > HYPOTHESES, 0.0, 0
    if resample:
        memory.resampled = 1
    for i in range(memory.count):
        hand = memory.hands[i, giver]
        for kind in range(first, end):
            if count(hand, kind) == 0:
                continue
            weight = memory.weight[i] / total * share_of(hand, kind, first, end)
            share = copies(below, weight) / HYPOTHESES if resample else weight
            below += weight
            if share > 0.0:
                grains = max(int64(share * WHOLE * FINE), 1)
                kept = add_child(memory, i, giver, taker, single(kind, 1), grains, kept)
    keep_children(memory, kept)


@jit
def copies(below: float, weight: float) -> int:
    """Of the marks at (j + 1/2) / HYPOTHESES, how many lie between two sums of weights."""
    return int64((below + weight) * HYPOTHESES + 0.5) - int64(below * HYPOTHESES + 0.5)


@jit
def add_child(
    memory: Record, i: int, giver: int, taker: int, card: Any, share: int, kept: int
) -> int:
    """Keep hypothesis i with a card moved, joined to an equal one; how many are kept."""
    for j in range(kept):
        if same_child(memory, i, giver, taker, card, j):
            memory.spare_weight[j] += share
            return kept
    if kept == HYPOTHESES:
        return kept
    memory.spare_weight[kept] = share
    for seat in range(memory.hands.shape[1]):
        memory.spare_hands[kept, seat] = memory.hands[i, seat] + moved(seat, giver, taker, card)
    return kept + 1


@jit
def moved(seat: int, giver: int, taker: int, card: Any) -> Any:
    """What a seat gains when a card goes from one to another, modulo 2**64."""
    if seat == giver:
        return NO_CARDS - card
    return card if seat == taker else NO_CARDS


@jit
def same_child(memory: Record, i: int, giver: int, taker: int, card: Any, j: int) -> bool:
    for seat in range(memory.hands.shape[1]):
        hand = memory.hands[i, seat] + moved(seat, giver, taker, card)
        if memory.spare_hands[j, seat] != hand:
            return False
    return True


@jit
def keep_children(memory: Record, kept: int) -> None:
    """Take the spare hypotheses for the kept ones, and clear the spare room."""
    normalise(memory.spare_weight, kept)
    for j in range(HYPOTHESES):
        memory.weight[j] = int64(memory.spare_weight[j])
        memory.spare_weight[j] = 0
        for seat in range(memory.hands.shape[1]):
            memory.hands[j, seat] = memory.spare_hands[j, seat] if j < kept else NO_CARDS
            memory.spare_hands[j, seat] = NO_CARDS
    memory.count = kept
