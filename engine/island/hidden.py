"""What seats do not see: views, redacted events, and worlds drawn from what a seat knows."""

from typing import Any

from hinterland.engine.island.cards import NO_CARDS, POINT_CARD, count, covers, single, size
from hinterland.engine.island.chance import sees_card
from hinterland.engine.island.guesses import clear_guesses, guesses_are_sound
from hinterland.engine.island.hands import cards_held, draw_cards, loose_cards, settle
from hinterland.engine.island.moves import (
    BOOT_TOKEN,
    DISCARD_MOVE,
    DRAW,
    DRAW_PROGRESS,
    GIVE_MOVE,
    IMPROVE,
    STEAL_MOVE,
    SWAP_MOVE,
    TOKEN_MOVE,
    UNKNOWN_CARD,
    UNKNOWN_DEVELOPMENT,
    UNKNOWN_TOKEN,
    body_of,
    code,
    kind_of,
)
from hinterland.engine.island.peeks import redact_peek
from hinterland.engine.island.points import open_points, target
from hinterland.engine.island.secrets import (
    choice_weight,
    choose_exchange,
    deal_exchanged,
    deal_progress,
    hide_decks,
    hide_exchange,
    hide_progress,
    redact_choice,
)
from hinterland.engine.island.shoal import deal_tokens, hide_tokens, settle_tokens
from hinterland.engine.island.state import HYPOTHESES, POINTS, WHOLE
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL


@jit
def mask(state: Record, seat: int, memory: Record) -> None:
    for other in range(int64(state.players)):
        if other == seat or seat == ALL:
            continue
        held = cards_held(state, other)
        state.hand[other], state.hidden[other] = NO_CARDS, held
        aside = size(state.pending[other]) + int64(state.pending_hidden[other])
        state.pending[other], state.pending_hidden[other] = NO_CARDS, aside
        hide_development(state, other)
        hide_tokens(state, other)
        hide_progress(state, other)
        if other == state.turn:
            state.bought_hidden += size(state.bought)
            state.bought = NO_CARDS
    hide_decks(state, seat)
    hide_exchange(state, seat)
    state.viewer = seat
    for other in range(int64(state.players)):
        state.ledger[other] = NO_CARDS
    clear_memory(memory)
    if seat != ALL:
        settle(state)
        settle_tokens(state)


@jit
def hide_development(state: Record, seat: int) -> None:
    """Hide a seat's development cards, but not the victory cards that it has shown."""
    shown = NO_CARDS
    if points_are_shown(state, seat):
        shown = single(POINT_CARD, count(state.development[seat], POINT_CARD))
    hidden = state.development[seat] - shown
    state.unseen += hidden
    state.development_hidden[seat] += size(hidden)
    state.development[seat] = shown


@jit
def clear_memory(memory: Record) -> None:
    clear_hands(memory)
    clear_guesses(memory)


@jit
def clear_hands(memory: Record) -> None:
    """Forget the hypotheses of resources and commodities."""
    memory.count, memory.resampled, memory.rng[0] = 0, 0, 0
    for i in range(memory.weight.shape[0]):
        memory.weight[i] = 0
        for seat in range(memory.hands.shape[1]):
            memory.hands[i, seat] = NO_CARDS


@jit
def redact(state: Record, move: int, seat: int) -> int:
    kind = kind_of(move)
    return move if kind < DISCARD_MOVE else redact_secret(state, kind, move, seat)


@jit
def redact_secret(state: Record, kind: int, move: int, seat: int) -> int:
    """What the seat sees of a move of a kind that may hide something."""
    if kind == DISCARD_MOVE and seat != ALL and seat != state.actor:
        return code(DISCARD_MOVE, UNKNOWN_CARD)
    if kind == STEAL_MOVE and not sees_card(state, seat):
        return code(STEAL_MOVE, UNKNOWN_CARD)
    if kind == DRAW and not sees_card(state, seat):
        return code(DRAW, UNKNOWN_DEVELOPMENT)
    if kind == TOKEN_MOVE and body_of(move) != BOOT_TOKEN and not sees_card(state, seat):
        return code(TOKEN_MOVE, UNKNOWN_TOKEN)
    if kind >= DRAW_PROGRESS:
        return redact_peek(state, move, seat)
    return redact_choice(state, move, seat) if kind >= IMPROVE else move


@jit
def weight(state: Record, move: int) -> int:
    """Equal cards are one move: a discard stands for as many as are left in the hand."""
    kind = kind_of(move)
    if GIVE_MOVE <= kind <= SWAP_MOVE:
        return choice_weight(state, kind, body_of(move))
    if kind != DISCARD_MOVE:
        return 1
    free = state.hand[state.actor] - state.pending[state.actor]
    return count(free, move & 255)


@jit
def determinise(view: Record, memory: Record, rng: Any) -> int:
    if view.viewer == ALL:
        return 0
    if not (hands_are_sound(memory) and guesses_are_sound(memory)):
        return 1
    if not (deal_hands(view, memory, rng) and deal_progress(view, memory, rng)):
        return 1
    if not choose_exchange(view, rng):
        return 1
    deal_development(view, rng)
    deal_tokens(view, rng)
    for seat in range(int64(view.players)):
        view.ledger[seat] = NO_CARDS
        choose_discards(view, seat, rng)
    view.viewer = ALL
    return 0


@jit
def hands_are_sound(memory: Record) -> bool:
    """Whether the hypotheses of a memory from outside can be used: kernels count on them."""
    if memory.count < 0 or memory.count > HYPOTHESES:
        return False
    sound = True
    for i in range(memory.count):
        sound = sound and 1 <= memory.weight[i] <= WHOLE
    return sound


@jit
def deal_hands(view: Record, memory: Record, rng: Any) -> bool:
    """The hands of one hypothesis, or, where none fits, all loose cards dealt at random."""
    hidden = 0
    for seat in range(int64(view.players)):
        hidden += int64(view.hidden[seat])
    if hidden == 0:
        return True
    if memory.count > 0:
        chosen = choose_hypothesis(memory, rng)
        if hands_fit(view, memory, chosen):
            take_hands(view, memory, chosen)
            return True
    return deal_loose_cards(view, rng, hidden)


@jit
def hands_fit(view: Record, memory: Record, chosen: int) -> bool:
    """Whether the view allows the hands of a hypothesis: one from outside may be any."""
    cards = loose_cards(view)
    for seat in range(int64(view.players)):
        if seat == view.viewer:
            continue
        hand = memory.hands[chosen, seat] + view.ledger[seat]
        if size(hand) != cards_held(view, seat) or not covers(hand, view.hand[seat]):
            return False
        if not covers(cards, hand - view.hand[seat]):
            return False
        cards -= hand - view.hand[seat]
    return cards == NO_CARDS


@jit
def take_hands(view: Record, memory: Record, chosen: int) -> None:
    for seat in range(int64(view.players)):
        if seat != view.viewer:
            view.hand[seat] = memory.hands[chosen, seat] + view.ledger[seat]
            view.hidden[seat] = 0


@jit
def choose_hypothesis(memory: Record, rng: Any) -> int:
    total = 0
    for i in range(memory.count):
        total += memory.weight[i]
    left = draw(rng, total)
    for i in range(memory.count):
        left -= memory.weight[i]
        if left < 0:
            return i
    return int64(memory.count) - 1


@jit
def deal_loose_cards(view: Record, rng: Any, hidden: int) -> bool:
    """Deal the cards that are in unknown hands, every labelled deal as likely."""
    pool = loose_cards(view)
    if size(pool) != hidden:
        return False
    pool -= deal_exchanged(view, pool, rng)
    for seat in range(int64(view.players)):
        cards = draw_cards(pool, int64(view.hidden[seat]), rng)
        view.hand[seat] += cards
        view.hidden[seat] = 0
        pool -= cards
    return True


@jit
def deal_development(view: Record, rng: Any) -> None:
    """Deal the development cards of unknown kind from the unseen ones."""
    for exempt in (True, False):
        for seat in range(int64(view.players)):
            if points_are_shown(view, seat) == exempt:
                deal_development_to(view, seat, exempt, rng)
    mark_bought(view, rng)
    if view.phase == POINTS and view.winners != 0:
        deal_points(view)


@jit
def deal_development_to(view: Record, seat: int, exempt: bool, rng: Any) -> None:
    while view.development_hidden[seat] > 0:
        card = draw_unseen(view, rng, exempt)
        view.development[seat] += single(card, 1)
        view.unseen -= single(card, 1)
        view.development_hidden[seat] -= 1


@jit
def points_are_shown(view: Record, seat: int) -> bool:
    """Whether the seat has shown all its victory cards at the end of the game."""
    return (int64(view.shown) >> seat) & 1 != 0


@jit
def draw_unseen(view: Record, rng: Any, exempt: bool) -> int:
    """One of the unseen development cards; no victory card with `exempt` if there is another."""
    total = size(view.unseen)
    points = count(view.unseen, POINT_CARD) if exempt else 0
    if total == points:
        points = 0
    left = draw(rng, total - points)
    for card in range(5):
        cards = count(view.unseen, card)
        if card == POINT_CARD and points > 0:
            continue
        if left < cards:
            return card
        left -= cards
    return 0


@jit
def mark_bought(view: Record, rng: Any) -> None:
    """Which cards of the seat of the turn were bought in this turn."""
    seat = int64(view.turn)
    while view.bought_hidden > 0:
        older = view.development[seat] - view.bought
        left = draw(rng, max(size(older), 1))
        for card in range(5):
            if 0 <= left < count(older, card):
                view.bought += single(card, 1)
            left -= count(older, card)
        view.bought_hidden -= 1


@jit
def deal_points(view: Record) -> None:
    """Give the seat that declared the victory cards that it needs."""
    seat = int64(view.actor)
    while open_points(view, seat) + count(view.development[seat], POINT_CARD) < target(view, seat):
        if count(view.unseen, POINT_CARD) == 0:
            return
        for card in range(5):
            if card != POINT_CARD and count(view.development[seat], card) > 0:
                swap_for_point(view, seat, card)
                break


@jit
def swap_for_point(view: Record, seat: int, card: int) -> None:
    view.development[seat] += single(POINT_CARD, 1) - single(card, 1)
    view.unseen += single(card, 1) - single(POINT_CARD, 1)


@jit
def choose_discards(view: Record, seat: int, rng: Any) -> None:
    """The cards that a seat has set aside: picked by ascending kinds, each card as likely."""
    picks = int64(view.pending_hidden[seat])
    owed, start = picks + int64(view.owed[seat]), 0
    while picks > 0:
        start = pick_one(view, seat, start, owed, rng)
        picks -= 1
        owed -= 1
    view.pending_hidden[seat] = 0


@jit
def pick_one(view: Record, seat: int, start: int, owed: int, rng: Any) -> int:
    """Set one card aside of kind `start` or above, with enough left; its kind."""
    free = view.hand[seat] - view.pending[seat]
    left = draw(rng, max(choices(free, start, owed), 1))
    for kind in range(start, 8):
        here = count(free, kind) if count_from(free, kind) >= owed else 0
        if 0 <= left < here:
            view.pending[seat] += single(kind, 1)
            return kind
        left -= here
    return start


@jit
def count_from(cards: Any, start: int) -> int:
    """Cards of a kind and of those above."""
    total = 0
    for kind in range(start, 8):
        total += count(cards, kind)
    return total


@jit
def choices(free: Any, start: int, owed: int) -> int:
    """Labelled cards from which the next one set aside may be chosen."""
    total = 0
    for kind in range(start, 8):
        total += count(free, kind) if count_from(free, kind) >= owed else 0
    return total
