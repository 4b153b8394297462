"""Keeping the memory of a seat up to date with what it sees of the other hands."""

from hinterland.engine.jit import Record, int64, jit

from .bits import bit, copies, lowest, size_of
from .cards import APPRENTICE, MONK, SUIT, SUIT_WORD
from .codes import (
    BACK,
    BUILD_END,
    BUILD_FLAG,
    EXCHANGE,
    EXCHANGE_END,
    PLAY,
    PLAY_END,
    SHOW,
    SHOW_END,
    TO_DISCARDS,
    build_card,
    exchange_card,
    exchange_target,
    monks_of,
    played_card,
    shown_card,
    target_monk,
    under_of,
)  # fmt: skip
from .exchange import suit_count
from .memory import (
    COLUMNS,
    GONE,
    IN_HAND,
    IN_STACK,
    IS,
    NODES,
    TILT,
    add_column,
    add_node,
    find_column,
    make_room,
    tidy,
    tracked,
)  # fmt: skip
from .piles import hides, top_card
from .state import BUILD, HEIGHT, RESERVE, SUIT_SLOTS
from .state import SHOW as SHOWING


@jit
def remember(memory: Record, view: Record, event: int) -> None:
    touched = 0
    if view.phase == SHOWING:
        if SHOW <= event < SHOW_END:
            touched = see_top(memory, view, shown_card(event))
    elif view.phase == BUILD and hides(view, int64(view.turn)):
        if EXCHANGE <= event < EXCHANGE_END and exchange_target(event) != TO_DISCARDS:
            touched = see_return(memory, view, event)
        else:
            touched = see_proofs(memory, view, event)
    for suit in range(SUIT_SLOTS):
        if touched >> suit & 1 != 0:
            tidy(memory, suit)


@jit
def proof(event: int, which: int) -> int:
    """The cards that an event proves to have been in the hand: 64 * count + card; -1 for none."""
    if EXCHANGE <= event < EXCHANGE_END:
        return 64 + exchange_card(event) if which == 0 else -1
    if PLAY <= event < PLAY_END:
        return 64 + played_card(event) if which == 0 else -1
    if event < BUILD_FLAG or event >= BUILD_END:
        return -1
    if which == 0:
        return 64 + build_card(event)
    freed = build_card(event) == APPRENTICE and target_monk(event) == 1
    if which == 1:
        return 64 * (monks_of(event) - (1 if freed else 0)) + MONK
    return 64 + under_of(event) if freed else -1


@jit
def see_proofs(memory: Record, view: Record, event: int) -> int:
    """Every hand card that an event proves, one after the other; the suits as bits."""
    seat, touched = int64(view.turn), 0
    found, found_suit = 0, 0
    for which in range(3):
        proved = proof(event, which)
        if proved < 0:
            continue
        card = proved & 63
        if SUIT[card] != found_suit:
            found, found_suit = 0, SUIT[card]
        known = copies(view.hand[seat], card)
        for copy in range(known, proved >> 6):
            touched |= reveal_in_hand(memory, view, card, found, copy - known)
            found += 1
    return touched


@jit
def reveal_in_hand(memory: Record, view: Record, card: int, taken: int, same: int) -> int:
    """The unknown part of a hand held a card; its suit as a bit.

    `taken`, `same`: cards of the suit, and of the name, that left it in this event before.
    """
    suit, seat = SUIT[card], int64(view.turn)
    copies_left = copies(view.unseen, card) - same
    if memory.count[suit] == 0:
        if copies_left < 2 or view.unknown[seat, suit] - taken < 2:
            return 0
        if memory.nodes == NODES:
            make_room(memory)
        add_node(memory, suit, -1)
    unseen = size_of(view.unseen, SUIT_WORD[suit]) - taken
    unknown = int64(view.unknown[seat, suit]) - taken
    tilt = find_or_add(memory, suit, card, TILT) if copies_left == 2 else -1
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            weigh_hand(memory, node, card, seat, unseen, copies_left, unknown, tilt)
    return 1 << suit


@jit
def find_or_add(memory: Record, suit: int, card: int, kind: int) -> int:
    """A column of that card and kind; -1 if there is no room."""
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] == kind and memory.name[suit, column] == card:
            return column
    return add_column(memory, suit, card, kind)


@jit
def weigh_hand(
    memory: Record, node: int, card: int, seat: int, unseen: int, alike: int, unknown: int,
    tilt: int,
) -> None:  # fmt: skip
    """How well a hypothesis foretold that a hand held a card.

    Before: `unseen` cards of the suit in unknown places, `alike` of that name, `unknown` ones
    in the hand. `tilt`: the column of a new tilt, or -1.
    """
    suit, place = SUIT[card], IN_HAND + seat
    column = find_column(memory, node, suit, IS, card, place)
    if column >= 0:
        memory.place[node, column] = GONE
        return
    alike -= tracked(memory, node, suit, card, GONE)
    unknown -= tracked(memory, node, suit, -1, place)
    unseen -= tracked(memory, node, suit, -1, GONE)
    if alike <= 0 or unknown <= 0 or unseen <= 0:
        memory.weight[node] = 0
        return
    weigh(memory, node, unknown * alike, unseen)
    end_tilts(memory, node, suit, card, place)
    if alike == 2 and unknown > 1 and tilt >= 0:
        memory.place[node, tilt] = place


@jit
def weigh(memory: Record, node: int, numerator: int, denominator: int) -> None:
    """Multiply the weight of a possible hypothesis: it stays possible."""
    if memory.weight[node] > 0:
        memory.weight[node] = max(memory.weight[node] * numerator // denominator, 1)


@jit
def end_tilts(memory: Record, node: int, suit: int, card: int, place: int) -> None:
    """The second copy of a card turned up at `place`: its tilts are weighed and gone."""
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] == TILT and memory.name[suit, column] == card:
            if memory.place[node, column] == place:
                weigh(memory, node, 1, 2)
            memory.place[node, column] = GONE


@jit
def see_top(memory: Record, view: Record, card: int) -> int:
    """The top card that is shown now has a name; its suit as a bit."""
    source, suit = int64(view.source), SUIT[card]
    if memory.count[suit] == 0 or top_card(view, source) >= 0:
        return 0
    if source == RESERVE and view.reshuffled != 0:
        return 0
    place = GONE
    if source != RESERVE:
        place = IN_STACK + HEIGHT * source + int64(view.height[source]) - 1
    unseen = size_of(view.unseen, SUIT_WORD[suit])
    alike = copies(view.unseen, card)
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            weigh_top(memory, node, card, place, unseen, alike)
    return 1 << suit


@jit
def weigh_top(memory: Record, node: int, card: int, place: int, unseen: int, alike: int) -> None:
    """How well a hypothesis foretold that `card` lies on a stack, or (GONE) the reserve."""
    suit = SUIT[card]
    column = -1
    if place != GONE:
        column = find_column(memory, node, suit, IS, -1, place)
    if column >= 0:
        memory.place[node, column] = GONE
        if memory.name[suit, column] != card:
            memory.weight[node] = 0
        return
    alike -= tracked(memory, node, suit, card, GONE)
    unseen -= tracked(memory, node, suit, -1, GONE)
    if alike <= 0 or unseen <= 0:
        memory.weight[node] = 0
        return
    weigh(memory, node, alike, unseen)
    weigh_tilts(memory, node, suit, card, place, alike)


@jit
def weigh_tilts(memory: Record, node: int, suit: int, card: int, place: int, alike: int) -> None:
    if alike == 1 and place != GONE:
        end_tilts(memory, node, suit, card, place)
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] != TILT:
            continue
        if place != GONE and memory.place[node, column] == place:
            memory.place[node, column] = GONE
        if alike == 1 and memory.name[suit, column] == card:
            memory.place[node, column] = GONE


@jit
def see_return(memory: Record, view: Record, event: int) -> int:
    """A card went from the hand whose turn it is to a stack, unseen; its suit as a bit."""
    seat, suit = int64(view.turn), exchange_card(event) - BACK
    stack, hand = exchange_target(event), IN_HAND + seat
    known = view.hand[seat, 0] & SUIT_WORD[suit]
    if view.unknown[seat, suit] == 0 and known & (known - bit(0)) == 0:
        return 0
    if memory.count[suit] == 0:
        if known == 0:
            return 0
        if memory.nodes == NODES:
            make_room(memory)
        add_node(memory, suit, -1)
    while known != 0:
        card = lowest(known)
        known &= ~bit(card)
        track(memory, suit, card, hand)
    add_tilt_columns(memory, suit, hand)
    while memory.nodes + branches(memory, suit, hand) > NODES:
        make_room(memory)
    total = suit_count(view, seat, suit)
    place = IN_STACK + HEIGHT * stack + int64(view.height[stack])
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            branch(memory, view, node, total, place)
    return 1 << suit


@jit
def track(memory: Record, suit: int, card: int, place: int) -> None:
    """A card that was known to be in a hand may leave it: track it, if there is room."""
    column = add_column(memory, suit, card, IS)
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit and column >= 0:
            memory.place[node, column] = place


@jit
def add_tilt_columns(memory: Record, suit: int, place: int) -> None:
    """For each tilt on a hand a second column, for the place an unknown card goes to."""
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] != TILT:
            continue
        for node in range(int64(memory.nodes)):
            if memory.suit[node] == suit and memory.place[node, column] == place:
                add_column(memory, suit, int64(memory.name[suit, column]), TILT)
                break


@jit
def branches(memory: Record, suit: int, hand: int) -> int:
    """How many hypotheses `branch` adds."""
    count = 0
    for node in range(int64(memory.nodes)):
        for column in range(int64(memory.columns[suit])):
            card = int64(memory.name[suit, column])
            if memory.suit[node] != suit or memory.kind[suit, column] != IS:
                continue
            if find_column(memory, node, suit, IS, card, hand) == column:
                count += 1
    return count


@jit
def branch(memory: Record, view: Record, node: int, total: int, place: int) -> None:
    """Split a hypothesis by which of the `total` cards of its suit in the hand went to `place`."""
    suit, seat = int64(memory.suit[node]), int64(view.turn)
    hand, weight = IN_HAND + seat, memory.weight[node]
    named = 0
    for column in range(int64(memory.columns[suit])):
        card = int64(memory.name[suit, column])
        first = find_column(memory, node, suit, IS, card, hand)
        if memory.kind[suit, column] != IS or first != column:
            continue
        alike = tracked(memory, node, suit, card, hand) + max(copies(view.hand[seat], card) - 1, 0)
        named += alike
        child = add_node(memory, suit, node)
        memory.place[child, column] = place
        memory.weight[child] = weight * alike
    memory.weight[node] = weight * (total - named)
    if total > named:
        move_tilts(memory, node, suit, hand, place)


@jit
def move_tilts(memory: Record, node: int, suit: int, hand: int, place: int) -> None:
    """An unknown card went from a hand to `place`: its tilts hold there as well."""
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] != TILT or memory.place[node, column] != hand:
            continue
        for other in range(column + 1, COLUMNS):
            same = memory.name[suit, other] == memory.name[suit, column]
            if memory.kind[suit, other] == TILT and same and memory.place[node, other] == GONE:
                memory.place[node, other] = place
                break
