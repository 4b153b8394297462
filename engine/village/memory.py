"""What a seat infers about cards that others returned face down: weighted hypotheses.

A face-down return is a hidden choice, uniform over the cards of its suit in that hand. A known
card that may have been the one becomes a **tracked** card: a hypothesis says where each of them
is, and everything else of the suit is in uniformly random places. Suits are independent of each
other, so each has hypotheses of its own. The weights are exact until there are more than
`NODES` hypotheses; then the least likely of the most numerous suit are drawn from, unbiased.

**Tilts.** A card built from the unknown part of a hand proves only that the hand held one. Taken
as one of the hand's cards drawn at random, it would make hands that hold both copies count twice;
so a world in which the second copy is in that hand counts half. A tilt is a card and a place: the
hand, and each stack place to which an unknown card went from there afterwards.
"""

from typing import Final

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw_unit

from .state import SUIT_SLOTS, whole_words

NODES: Final = 512
COLUMNS: Final = 16
SCALE: Final = 1 << 40
IS, TILT = 1, 2
FITTINGS: Final = 24
"""Rounds of fitting; after these the error is far below 0.02."""
GONE: Final = 0
IN_HAND: Final = 1
IN_STACK: Final = 8
"""Places: GONE, IN_HAND + seat, IN_STACK + index in the field `stacks`."""

# field    shape      meaning
# weight   (512,)     weight of a hypothesis; those of a suit sum to about SCALE
# former   (512,)     weights before a thinning; zero outside it
# place    (512, 16)  where the card of each column of its suit is
# suit     (512,)     the suit a hypothesis is about
# name     (9, 16)    suit, column: the card
# kind     (9, 16)    IS or TILT; 0 where there is no column
# count    (9,)       hypotheses of a suit; 0: nothing is tracked
# columns  (9,)       columns of a suit
# nodes               hypotheses in all; behind them everything is 0
# rng      (1,)       stream for drawing from the least likely
MEMORY: Final = whole_words(
    [
        ("weight", "<i8", NODES), ("former", "<i8", NODES),
        ("rng", "<u8", 1), ("nodes", "<i2"), ("count", "<i2", SUIT_SLOTS),
        ("place", "u1", (NODES, COLUMNS)), ("suit", "i1", NODES),
        ("name", "i1", (SUIT_SLOTS, COLUMNS)), ("kind", "i1", (SUIT_SLOTS, COLUMNS)),
        ("columns", "i1", SUIT_SLOTS),
    ]
)  # fmt: skip


@jit
def clear(memory: Record) -> None:
    """Make the memory of a seat that has seen no face-down return."""
    for node in range(int64(memory.nodes)):
        clear_node(memory, node)
    for suit in range(SUIT_SLOTS):
        memory.count[suit], memory.columns[suit] = 0, 0
        for column in range(COLUMNS):
            memory.name[suit, column], memory.kind[suit, column] = 0, 0
    memory.nodes = 0
    memory.rng[0] = np.uint64(0)


@jit
def is_sound(memory: Record) -> bool:
    """Whether a memory from outside can be used: kernels count on its numbers."""
    left = int64(memory.nodes)
    if left < 0 or left > NODES:
        return False
    for suit in range(SUIT_SLOTS):
        if memory.columns[suit] < 0 or memory.columns[suit] > COLUMNS or memory.count[suit] < 0:
            return False
        left -= int64(memory.count[suit])
    for node in range(int64(memory.nodes)):
        suit = int64(memory.suit[node])
        if suit < 0 or suit >= SUIT_SLOTS or memory.weight[node] <= 0:
            return False
    return left == 0


@jit
def clear_node(memory: Record, node: int) -> None:
    memory.weight[node] = 0
    memory.suit[node] = 0
    for column in range(COLUMNS):
        memory.place[node, column] = GONE


@jit
def copy_node(memory: Record, source: int, target: int) -> None:
    memory.weight[target] = memory.weight[source]
    memory.suit[target] = memory.suit[source]
    for column in range(COLUMNS):
        memory.place[target, column] = memory.place[source, column]


@jit
def add_node(memory: Record, suit: int, source: int) -> int:
    """A new hypothesis, a copy of `source`; there must be room."""
    node = int64(memory.nodes)
    memory.nodes += 1
    memory.count[suit] += 1
    if source >= 0:
        copy_node(memory, source, node)
    else:
        clear_node(memory, node)
        memory.weight[node] = SCALE
        memory.suit[node] = suit
    return node


@jit
def add_column(memory: Record, suit: int, card: int, kind: int) -> int:
    """A new column, GONE everywhere; -1 if there is no room."""
    column = int64(memory.columns[suit])
    if column == COLUMNS:
        return -1
    memory.columns[suit] += 1
    memory.name[suit, column], memory.kind[suit, column] = card, kind
    return column


@jit
def tracked(memory: Record, node: int, suit: int, card: int, place: int) -> int:
    """How many tracked cards of a hypothesis are of that name (if >= 0), at that place (if > 0)."""
    count = 0
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] != IS or memory.place[node, column] == GONE:
            continue
        if card >= 0 and memory.name[suit, column] != card:
            continue
        if place > 0 and memory.place[node, column] != place:
            continue
        count += 1
    return count


@jit
def find_column(memory: Record, node: int, suit: int, kind: int, card: int, place: int) -> int:
    """The first column of that kind and card (any if -1) at that place in a hypothesis; or -1."""
    for column in range(int64(memory.columns[suit])):
        if memory.kind[suit, column] != kind or memory.place[node, column] != place:
            continue
        if card < 0 or memory.name[suit, column] == card:
            return column
    return -1


# Tidying


@jit
def tidy(memory: Record, suit: int) -> None:
    """Scale weights to SCALE, merge equal hypotheses, drop impossible ones and empty columns.

    A suit of which nothing is tracked any more, or that cannot be explained, is forgotten.
    """
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit and memory.weight[node] > 0:
            sort_places(memory, suit, node)
            merge_into_earlier(memory, suit, node)
    total = total_weight(memory, suit)
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit and memory.weight[node] > 0:
            memory.weight[node] = max(scaled(memory.weight[node], total), 1)
    drop_columns(memory, suit)
    if memory.columns[suit] == 0 or total == 0:
        mark_forgotten(memory, suit)
    compact(memory)


@jit
def scaled(weight: int, total: int) -> int:
    """`weight * SCALE // total` without overflow; both below `32 * SCALE * NODES`."""
    if total < 1 << 22:
        return (weight << 40) // total
    return (weight << 18) // (total >> 22)


@jit
def total_weight(memory: Record, suit: int) -> int:
    total = 0
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            total += memory.weight[node]
    return total


@jit
def sort_places(memory: Record, suit: int, node: int) -> None:
    """Columns of the same card and kind are interchangeable: order their places."""
    for column in range(1, int64(memory.columns[suit])):
        for other in range(column):
            same = memory.name[suit, column] == memory.name[suit, other]
            if same and memory.kind[suit, column] == memory.kind[suit, other]:
                one, two = memory.place[node, other], memory.place[node, column]
                memory.place[node, other] = min(one, two)
                memory.place[node, column] = max(one, two)


@jit
def merge_into_earlier(memory: Record, suit: int, node: int) -> None:
    for other in range(node):
        if memory.suit[other] != suit or memory.weight[other] == 0:
            continue
        same = True
        for column in range(int64(memory.columns[suit])):
            same = same and memory.place[other, column] == memory.place[node, column]
        if same:
            memory.weight[other] += memory.weight[node]
            memory.weight[node] = 0
            return


@jit
def compact(memory: Record) -> None:
    """Remove the hypotheses of weight 0."""
    kept = 0
    for node in range(int64(memory.nodes)):
        if memory.weight[node] > 0:
            if kept != node:
                copy_node(memory, node, kept)
            kept += 1
        else:
            memory.count[int64(memory.suit[node])] -= 1
    for node in range(kept, int64(memory.nodes)):
        clear_node(memory, node)
    memory.nodes = kept


@jit
def drop_columns(memory: Record, suit: int) -> None:
    """Remove the columns that are GONE in every hypothesis."""
    column = int64(memory.columns[suit]) - 1
    while column >= 0:
        used = False
        for node in range(int64(memory.nodes)):
            if memory.suit[node] == suit and memory.place[node, column] != GONE:
                used = True
        if not used:
            drop_column(memory, suit, column)
        column -= 1


@jit
def drop_column(memory: Record, suit: int, column: int) -> None:
    last = int64(memory.columns[suit]) - 1
    memory.name[suit, column] = memory.name[suit, last]
    memory.kind[suit, column] = memory.kind[suit, last]
    memory.name[suit, last], memory.kind[suit, last] = 0, 0
    memory.columns[suit] = last
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            memory.place[node, column] = memory.place[node, last]
            memory.place[node, last] = GONE


@jit
def mark_forgotten(memory: Record, suit: int) -> None:
    """Nothing is inferred about a suit any more; `compact` follows."""
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit:
            memory.weight[node] = 0
    for column in range(COLUMNS):
        memory.name[suit, column], memory.kind[suit, column] = 0, 0
    memory.columns[suit] = 0


@jit
def make_room(memory: Record) -> None:
    """Thin the hypotheses of the suit that has the most."""
    largest = 0
    for suit in range(SUIT_SLOTS):
        if memory.count[suit] > memory.count[largest]:
            largest = suit
    before = int64(memory.nodes)
    thin(memory, largest)
    compact(memory)
    if memory.nodes == before:
        mark_forgotten(memory, largest)
        compact(memory)


@jit
def thin(memory: Record, suit: int) -> None:
    """Keep about half of a suit's hypotheses: the likely as they are, the others by lot.

    A hypothesis lighter than the threshold t is kept with probability w / t, and then weighs t.
    Then the kept are weighted so that every single card is as likely at each place as before:
    iterative proportional fitting (W. Deming, F. Stephan, 1940).
    """
    threshold = total_weight(memory, suit) * 2 // max(int64(memory.count[suit]), 1)
    for node in range(int64(memory.nodes)):
        if memory.suit[node] != suit:
            continue
        memory.former[node] = memory.weight[node]
        if memory.weight[node] < threshold:
            kept = draw_unit(memory.rng) * threshold < memory.weight[node]
            memory.weight[node] = threshold if kept else 0
    for _ in range(FITTINGS):
        for column in range(int64(memory.columns[suit])):
            fit_column(memory, suit, column)
    for node in range(int64(memory.nodes)):
        memory.former[node] = 0


@jit
def fit_column(memory: Record, suit: int, column: int) -> None:
    """Make one card as likely at each place as it was by the weights in `former`."""
    for node in range(int64(memory.nodes)):
        if memory.suit[node] == suit and is_first_there(memory, node, column):
            fit_place(memory, node, column)


@jit
def is_first_there(memory: Record, node: int, column: int) -> bool:
    """Whether no earlier hypothesis of the suit has the card at the same place."""
    earlier = 0
    while earlier < node and not are_alike(memory, earlier, node, column):
        earlier += 1
    return earlier == node


@jit
def are_alike(memory: Record, node: int, other: int, column: int) -> bool:
    same_place = memory.place[node, column] == memory.place[other, column]
    return same_place and memory.suit[node] == memory.suit[other]


@jit
def fit_place(memory: Record, first: int, column: int) -> None:
    before, now = 0, 0
    for node in range(first, int64(memory.nodes)):
        if are_alike(memory, node, first, column):
            before += memory.former[node]
            now += memory.weight[node]
    ratio = ((before >> 10) << 30) // max(now >> 10, 1)  # weights are below 2**41
    for node in range(first, int64(memory.nodes)):
        if memory.weight[node] > 0 and are_alike(memory, node, first, column):
            memory.weight[node] = max((memory.weight[node] >> 15) * ratio >> 15, 1)
