"""Whether a state or view is a position of the game: everything a loaded text must fulfil."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, PUBLIC

from .cards import (
    APPRENTICE,
    BASICS,
    BUILDER,
    CARDS,
    CELL,
    CELL_CARD,
    CELL_ON,
    FOOD,
    FOUNDERS,
    MONK,
    NAMES,
    PILE,
    PLAYERS,
    PREDECESSOR,
    ROOM,
    SUIT,
    SUITS,
    UNLOCKER,
    UNLOCKERS,
)  # fmt: skip
from .history import history_faults
from .phases import phase_faults
from .state import (
    COMMON,
    FINISHED,
    FOOD_SIDE,
    HEIGHT,
    IN_BUILD,
    IN_DRAFT,
    MONKS,
    MOVABLE,
    NONE,
    RESERVE,
    RESERVE_SIZE,
    ROAD,
    STACKS,
    TO_HAND,
    TURNED,
    UNKNOWN,
)  # fmt: skip

_RANGES: Final = {
    "phase": (0, FINISHED), "stage": (IN_DRAFT, IN_BUILD), "source": (0, RESERVE),
    "target": (0, TO_HAND), "rounds": (1, 20), "markets": (0, 2), "used": (0, 5), "limit": (0, 5),
    "exchanges": (0, 3), "tinner": (0, 1), "protected": (0, 1), "reshuffled": (0, TURNED),
    "stack_trigger": (0, 1), "free_monks": (0, 1), "no_monk_target": (0, 1),
    "uncovered_tie": (0, 1),
}  # fmt: skip

_DECK: Final = sum(1 << card for card, facts in enumerate(CARDS) if facts.in_deck)


def faults(state: Record) -> list[str]:
    """Everything that is wrong; the later checks count on the earlier ones."""
    return position_faults(state) or list(history_faults(state))


def position_faults(state: Record) -> list[str]:
    """The faults of a position that are seen without asking what led to it."""
    for check in (_ranges, _piles, _villages, _cards, _hidden, phase_faults):
        found = list(check(state))
        if found:
            return found
    return []


def _ranges(state: Record) -> Iterator[str]:
    players = int(state["players"])
    if players not in PLAYERS:
        yield f"players is {players}: expected {PLAYERS[0]}..{PLAYERS[-1]}"
        return
    if int(state["viewer"]) not in (ALL, PUBLIC, *range(players)):
        yield f"viewer is {int(state['viewer'])}: expected a seat, PUBLIC or ALL"
    for name, (low, high) in _RANGES.items():
        if not low <= int(state[name]) <= high:
            yield f"{name} is {int(state[name])}: expected {low}..{high}"
    for name in ("turn", "first"):
        if not 0 <= int(state[name]) < players:
            yield f"{name} is no seat"
    for name in ("drafted", "side", "supply", "piles", "height"):
        if min(int(value) for value in state[name]) < 0:
            yield f"{name} is negative"
    if max(int(value) for value in state["drafted"]) > 5:
        yield "more than five cards drafted"
    if max(int(value) for value in state["side"]) > FOOD_SIDE:
        yield "the founders have two sides"
    for name in ("supply", "drafted", "side", "food", "builder", "unknown", "cells", "hand"):
        if any(_any(state[name][seat]) for seat in range(players, PLAYERS[-1])):
            yield f"{name} has a value for a seat that is not there"


def _any(value: Any) -> bool:
    return bool((value != 0).any()) if hasattr(value, "any") else bool(value != 0)


# Stacks, reserve, road


def _piles(state: Record) -> Iterator[str]:
    taken = sum(PILE - int(left) for left in state["piles"])
    if max(int(left) for left in state["piles"]) > PILE or taken < 0:
        yield f"more than {PILE} common settlers in a pile"
    taken += state["phase"] == COMMON
    for stack in range(STACKS):
        if int(state["height"][stack]) > 2 * int(state["players"]) + taken:
            yield f"stack{stack + 1} is higher than cards can have been returned"
    if int(state["height"][RESERVE]) > RESERVE_SIZE:
        yield "the reserve is too large"
        return
    for source in range(RESERVE + 1):
        pile = _pile(state, source)
        height = int(state["height"][source])
        if height > len(pile) or any(pile[height:]):
            yield f"{_name(source)} has cards above its top"
        elif not all(_card_fits(state, card) for card in pile[:height]):
            yield f"{_name(source)} holds a card that cannot be there"
        elif state["viewer"] != ALL:
            yield from _backs(state, source, pile[:height])
    for slot in range(ROAD):
        card = int(state["road"][slot])
        if card != NONE and not (0 <= card < len(CARDS) and CARDS[card].in_deck):
            yield f"road{slot + 1} holds a card that cannot be there"
        if card == NONE and state["ducats"][slot]:
            yield f"road{slot + 1} has ducats and no card"


def _pile(state: Record, source: int) -> list[int]:
    if source == RESERVE:
        return [int(card) for card in state["reserve"]]
    return [int(card) for card in state["stacks"][HEIGHT * source : HEIGHT * (source + 1)]]


def _name(source: int) -> str:
    return "reserve" if source == RESERVE else f"stack{source + 1}"


def _card_fits(state: Record, card: int) -> bool:
    if card >= 0:
        return card < len(CARDS) and CARDS[card].in_deck
    return state["viewer"] != ALL and card >= -1 - len(SUITS)


def _backs(state: Record, source: int, pile: list[int]) -> Iterator[str]:
    """In a view: unknown backs are below known ones, and the top's back is public."""
    known = [card != UNKNOWN for card in pile]
    if known != sorted(known):
        yield f"{_name(source)}: a card is known above which a back is not"
    if not pile:
        return
    if source == RESERVE:
        if any(known[:-1]) or pile[-1] >= 0:
            yield "nobody knows a card of the reserve"
        if known[-1] == (state["reshuffled"] == 1):
            yield "the back of the reserve's top is public but right after a shuffle"
    elif not known[-1]:
        yield f"the back of the top of stack{source + 1} is public"


# Villages


def _villages(state: Record) -> Iterator[str]:
    players = int(state["players"])
    if int(state["cells"].min()) < 0:
        yield "a village has a negative count"
        return
    for i in range(MOVABLE):
        yield from _standing(state, i)
    for i in range(2 * UNLOCKERS):
        if not NONE <= int(state["owner"][i]) < players:
            yield "an unlocker belongs to no seat"
        if state["owner"][i] == NONE and state["gold"][i]:
            yield "ducats lie on an unlocker that nobody has"
    for seat in range(players):
        yield from _village(state, seat)


def _standing(state: Record, i: int) -> Iterator[str]:
    seat, role, on = (int(state[name][i]) for name in ("standing", "role", "on"))
    if seat == NONE:
        if role or on:
            yield "a monk or apprentice that is nowhere has a role"
    elif not 0 <= seat < int(state["players"]):
        yield "a monk or apprentice belongs to no seat"
    elif not (0 <= role < len(NAMES) and CELL[role] >= 0 and 1 <= on <= int(ROOM[role])):
        yield "a monk or apprentice is uncovered, or its role has no room"


def _village(state: Record, seat: int) -> Iterator[str]:
    cells = [int(count) for count in state["cells"][seat]]
    roles: Counter[int] = Counter()
    lying: Counter[int] = Counter()
    food = builder = 0
    for card, on, count in zip(CELL_CARD.tolist(), CELL_ON.tolist(), cells, strict=True):
        if count == 0:
            continue
        roles[card] += count
        lying[card] += on * count
        if on == 0:
            fed = card == FOUNDERS and state["side"][seat] == FOOD_SIDE
            food += count * (1 if fed else int(FOOD[card]))
            builder += count * int(BUILDER[card])
    for i in range(MOVABLE):
        if state["standing"][i] == seat:
            roles[int(state["role"][i])] += 1
            lying[int(state["role"][i])] += int(state["on"][i])
    above: Counter[int] = Counter()
    for role, count in roles.items():
        above[int(PREDECESSOR[role])] += count
    for link in range(len(NAMES)):
        if above[link] != lying[link]:
            yield f"p{seat + 1}: {lying[link]} cards lie on {NAMES[link]}, {above[link]} must"
    if sum(cells[int(CELL[FOUNDERS]) : int(CELL[FOUNDERS]) + 3]) != 1:
        yield f"p{seat + 1} must have one founders card"
    if food != int(state["food"][seat]) or builder != int(state["builder"][seat]):
        yield f"p{seat + 1}: visible food or builder symbols are counted wrong"
    for card in range(len(NAMES)):
        if UNLOCKER[card] >= 0:
            i = 2 * int(UNLOCKER[card])
            owned = sum(1 for owner in state["owner"][i : i + 2] if owner == seat)
            if owned != cells[int(CELL[card])]:
                yield f"p{seat + 1}: {NAMES[card]} belongs to somebody else"


# Conservation


def known_cards(state: Record) -> Counter[int]:
    """Every card with a name, hidden ones and those of a reshuffled reserve's order left out."""
    found: Counter[int] = Counter()
    for seat in range(int(state["players"])):
        _count_pair(found, state["hand"][seat])
        cells = state["cells"][seat].tolist()
        for card, count in zip(CELL_CARD.tolist(), cells, strict=True):
            found[card] += count
    _count_pair(found, state["discards"])
    _count_pair(found, state["pool"])
    for i in range(MOVABLE):
        if state["standing"][i] != NONE:
            found[MONK if i < MONKS else APPRENTICE] += 1
    found.update(int(card) for card in state["road"] if card != NONE)
    for source in range(STACKS if state["reshuffled"] else RESERVE + 1):
        pile = _pile(state, source)[: int(state["height"][source])]
        found.update(card for card in pile if card >= 0)
    return found


def _count_pair(found: Counter[int], pair: Any) -> None:
    for word in (int(pair[0]), int(pair[1])):
        for card in range(word.bit_length()):
            found[card] += word >> card & 1


def all_copies(state: Record, card: int) -> int:
    """How many copies of a deck card there are with that many players."""
    if not CARDS[card].in_deck or CARDS[card].numbers["min_players"] > int(state["players"]):
        return 0
    return CARDS[card].numbers["copies"]


def unseen_cards(state: Record) -> tuple[int, int]:
    """The pair of words of the deck cards that are nowhere to be seen."""
    known = known_cards(state)
    one = two = 0
    for card in range(len(CARDS)):
        missing = all_copies(state, card) - known[card]
        one |= (missing > 0) << card
        two |= (missing > 1) << card
    return one, two


def _cards(state: Record) -> Iterator[str]:
    for name in ("unseen", "discards", "pool", "hand"):
        for pair in state[name].reshape(-1, 2):
            if int(pair[1]) & ~int(pair[0]) or int(pair[0]) >> len(CARDS):
                yield f"{name} is no multiset of cards"
                return
            if int(pair[0]) & ~_DECK:
                yield f"{name} has cards that are not of the deck"
                return
    known = known_cards(state)
    _count_pair(known, state["unseen"])
    for card in range(len(CARDS)):
        if CARDS[card].in_deck and known[card] != all_copies(state, card):
            yield f"{known[card]} cards {NAMES[card]}: expected {all_copies(state, card)}"
    for i, card in enumerate(int(basic) for basic in BASICS):
        if known[card] + int(state["piles"][i]) != PILE:
            yield f"{known[card]} cards {NAMES[card]} and {int(state['piles'][i])} in the pile"
    pool: Counter[int] = Counter()
    _count_pair(pool, state["pool"])
    if not state["reshuffled"] and pool.total():
        yield "a reserve that was not made by a shuffle has no pool"
    if state["reshuffled"]:
        yield from _pool(state, pool)


def _pool(state: Record, pool: Counter[int]) -> Iterator[str]:
    reserve = _pile(state, RESERVE)[: int(state["height"][RESERVE])]
    if pool.total() != len(reserve) or (state["viewer"] == ALL and Counter(reserve) != +pool):
        yield "a reserve made by a shuffle holds other cards than were shuffled"
    elif reserve and reserve[-1] < UNKNOWN:
        suit = -2 - reserve[-1]
        if not any(SUIT[card] == suit for card in +pool):
            yield "no card of the reserve has the back of its top"


def _hidden(state: Record) -> Iterator[str]:
    viewer = int(state["viewer"])
    if viewer == ALL or viewer >= 0:
        seats = range(int(state["players"])) if viewer == ALL else [viewer]
        if any(_any(state["unknown"][seat]) for seat in seats):
            yield "the viewer must know its own hand"
    if int(state["unknown"].min()) < 0:
        yield "a hand has a negative number of cards"
    unseen: Counter[int] = Counter()
    _count_pair(unseen, state["unseen"])
    if viewer == ALL:
        if unseen.total():
            yield "a state must know every card"
        return
    backs: Counter[int] = Counter()
    for suit in range(len(SUITS)):
        backs[suit] += sum(int(state["unknown"][seat][suit]) for seat in range(PLAYERS[-1]))
    places = backs.total()
    for source in range(STACKS if state["reshuffled"] else RESERVE + 1):
        hidden = [c for c in _pile(state, source)[: int(state["height"][source])] if c < 0]
        places += len(hidden)
        backs.update(-2 - card for card in hidden if card != UNKNOWN)
    if places != unseen.total():
        yield (
            f"{places} cards lie hidden in hands, stacks and reserve, but the cards that are named "
            f"nowhere are {unseen.total()}"
        )
    for suit, name in enumerate(SUITS):
        left = sum(n for card, n in unseen.items() if n and SUIT[card] == suit)
        if backs[suit] > left:
            yield f"{backs[suit]} hidden cards show {name}, {left} are left"
