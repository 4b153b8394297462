"""Whether a game can have come to a position: what the rounds leave of cards and ducats.

Every card that a seat has had is one of the five dealt or one drafted, and lies in its hand or in
its village, but for specials played to the discards: an exchange gives a card for a card, and an
apprentice takes the place of the one it frees. Before the round that is on every seat drafted up
to its limit, for a stack was left; while one is left, every card drafted has taken one off a stack.
"""

from collections.abc import Iterator
from typing import Final

from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, seat_name

from .cards import (
    CELL_CARD,
    DECK,
    DUCATS,
    HAND,
    PILE,
    SMUGGLER,
    TINNER,
)  # fmt: skip
from .flow import BASE, MOST
from .state import (
    COMMON,
    DRAFT,
    DUCAT_SIDE,
    FINISHED,
    IN_BUILD,
    IN_DRAFT,
    IN_UPDATE,
    MONKS,
    MOVABLE,
    NONE,
    PROTECT,
    PURSE,
    RESERVE,
    ROAD,
    SHOW,
    STACKS,
    TO_HAND,
)  # fmt: skip
from .tableau import LOCK_PRICE

_MOST_PRINTED: Final = int(DUCATS.max())
_MOST_SMUGGLED: Final = (_MOST_PRINTED + 1) // 2


def history_faults(state: Record) -> Iterator[str]:
    """Everything that no game comes to; cards, villages and phase must be sound already."""
    for check in (_rounds, _cards, _untouched, _fed, _markets_held, _road, _reserve):
        found = list(check(state))
        if found:
            yield from found
            return
    yield from _supplies(state)
    yield from _coins(state)


def _seats(state: Record) -> range:
    return range(int(state["players"]))


# Cards


def _stacked(state: Record) -> int:
    return int(state["height"][:STACKS].sum())


def _exchanged(state: Record) -> int:
    """The exchanges of the whole game."""
    return sum(PILE - int(left) for left in state["piles"]) + int(state["phase"] == COMMON)


def _came_to_the_stacks(state: Record) -> int:
    """The cards that have lain in the stacks: dealt to them, or returned for another."""
    return STACKS * 2 * int(state["players"]) + _exchanged(state)


def _left_the_stacks(state: Record) -> int:
    """The cards drafted from the stacks; one that has to be shown yet still lies there."""
    shown = state["phase"] == SHOW and state["source"] != RESERVE
    return _came_to_the_stacks(state) - _stacked(state) + int(shown)


def _village(state: Record, seat: int) -> int:
    """The cards of a village, the founders too."""
    movable = sum(1 for i in range(MOVABLE) if state["standing"][i] == seat)
    return int(state["cells"][seat].sum()) + movable


def _hand(state: Record, seat: int) -> int:
    named = sum(int(word).bit_count() for word in state["hand"][seat])
    return named + int(state["unknown"][seat].sum())


def _kept(state: Record, seat: int) -> int:
    """The cards drafted that a seat still has, in hand and village: the dealt ones not counted."""
    shown = state["phase"] == SHOW and state["target"] == TO_HAND
    due = int(state["turn"] == seat and (shown or state["phase"] == COMMON))
    return _hand(state, seat) + _village(state, seat) + due - 1 - HAND


def _drafted(state: Record, seat: int) -> tuple[int, int]:
    """The least and the most cards that a seat can have drafted in the game."""
    before = int(state["rounds"]) - 1
    low, high = BASE * before, BASE + MOST * (before - 1) if before else 0
    if state["stage"] == IN_DRAFT:
        now = int(state["drafted"][seat])
        return low + now, high + now
    if before == 0:
        return BASE, BASE
    return low + (BASE if _stacked(state) else 0), high + MOST


def _played(state: Record, seat: int) -> int:
    """The most specials that a seat can have played to the discards."""
    most = max(_drafted(state, seat)[1] - _kept(state, seat), 0)
    if state["reshuffled"]:
        return most
    return min(most, _specials(state))


def _specials(state: Record) -> int:
    """The specials among the discards that may have been played."""
    return sum(int(word) >> card & 1 for word in state["discards"] for card in (TINNER, SMUGGLER))


def _rounds(state: Record) -> Iterator[str]:
    """Each round before this one took two cards a seat, and left a card in the stacks."""
    players, before = int(state["players"]), int(state["rounds"]) - 1
    left = _stacked(state)
    least = BASE * players * before + int(state["drafted"].sum())
    if left and state["stage"] != IN_DRAFT:
        least += BASE * players
    if before and BASE * players * before >= _came_to_the_stacks(state):
        yield f"round is {before + 1}: the stacks are empty before that"
    if not left:
        return
    taken = _left_the_stacks(state)
    most = sum(_drafted(state, seat)[1] for seat in _seats(state))
    if not least <= taken <= most:
        yield (
            f"round is {before + 1}: {least}..{most} cards have left the stacks then, "
            f"{taken} have by their height"
        )


def _cards(state: Record) -> Iterator[str]:
    """No seat has more cards than it can have drafted, nor fewer but for specials played."""
    for seat in _seats(state):
        kept, (low, high) = _kept(state, seat), _drafted(state, seat)
        played = _played(state, seat)
        if kept > high or (not state["reshuffled"] and kept + played < low):
            yield (
                f"{seat_name(seat)} has {kept + HAND} cards in hand and village, those due "
                f"counted and the founders not: expected {low + HAND - played}..{high + HAND}"
            )
    if not _stacked(state):
        return
    taken = _left_the_stacks(state)
    played = taken - sum(_kept(state, seat) for seat in _seats(state))
    if played < 0 or (not state["reshuffled"] and played > _specials(state)):
        yield (
            f"{taken} cards have left the stacks, and hands and villages hold "
            f"{taken - played} more than were dealt"
        )


def _untouched(state: Record) -> Iterator[str]:
    """In the first round a seat that has not begun to build has what it drafted, and 8 ducats."""
    if state["rounds"] != 1:
        return
    for seat in _before_its_build(state):
        name = seat_name(seat)
        if _village(state, seat) != 1 or state["side"][seat] != DUCAT_SIDE:
            yield f"village of {name} is not as at the start: {name} has not built yet"
        if state["supply"][seat] != PURSE:
            yield f"supply of {name} is {int(state['supply'][seat])}: expected {PURSE}"
        low, _ = _drafted(state, seat)
        if _kept(state, seat) != low:
            yield f"{name} has drafted {low}: expected {HAND + low} cards with those due"
        unknown = int(state["unknown"][seat].sum())
        if unknown not in (0, HAND) or (unknown == 0) != (state["viewer"] in (ALL, seat)):
            yield f"{name} holds {unknown} cards whose backs alone are known: {HAND} were dealt"


def _before_its_build(state: Record) -> list[int]:
    """The seats that have not begun to build in this round."""
    players, first = int(state["players"]), int(state["first"])
    begun = 0
    if state["stage"] == IN_BUILD:
        begun = (int(state["turn"]) - first) % players + 1
    return [(first + i) % players for i in range(begun, players)]


def _fed(state: Record) -> Iterator[str]:
    """After the end of a build phase food is visible, be it on the founders."""
    waiting = _before_its_build(state) if state["rounds"] == 1 else []
    if state["stage"] == IN_BUILD and state["phase"] != FINISHED:
        waiting = [*waiting, int(state["turn"])]
    for seat in _seats(state):
        if seat not in waiting and state["food"][seat] == 0:
            yield f"village of {seat_name(seat)} shows no food: its founders have turned over"


# Markets, road, reserve


def _markets_held(state: Record) -> Iterator[str]:
    """A market that was due at the end of the last round has been held."""
    begins = state["phase"] == DRAFT and not state["drafted"].any() and state["rounds"] > 1
    first = state["height"][1:2] if state["stack_trigger"] else state["height"][:2]
    second = state["height"][STACKS - 1 if state["stack_trigger"] else 0 : STACKS]
    if begins and not first.any() and state["markets"] == 0:
        yield "markets is 0: the first market was due at the end of the last round"
    elif begins and not first.any() and not second.any():
        yield "the second market was due at the end of the last round"


def _road(state: Record) -> Iterator[str]:
    """Slots stay empty for want of cards alone; with three seats or more a ducat is on each."""
    cards = [slot for slot in range(ROAD) if state["road"][slot] != NONE]
    bare = sum(1 for slot in cards if state["ducats"][slot] == 0)
    if state["players"] > 2 and state["stage"] == IN_BUILD and bare:
        yield f"{bare} road cards have no ducat: each has one after the road update"
    elif state["players"] > 2 and state["stage"] == IN_DRAFT and state["rounds"] > 1:
        taken = int(state["drafted"].sum())
        if bare > taken:
            yield f"{bare} road cards have no ducat: {taken} were drafted in this round"
    if state["stage"] == IN_UPDATE and state["phase"] != PROTECT:
        return
    due = state["stage"] == IN_DRAFT and state["phase"] != DRAFT and state["target"] != TO_HAND
    empty = ROAD - len(cards) - int(due)
    if state["rounds"] == 1 and empty:
        yield "a road slot is empty in the first round"
        return
    filled_since = state["reshuffled"] and state["stage"] != IN_BUILD
    if empty and state["height"][RESERVE] and not filled_since:
        yield "a road slot is empty and the reserve is not"


def _reserve(state: Record) -> Iterator[str]:
    """The road update takes six cards of the reserve at most, the draft none before the stacks."""
    players, rounds = int(state["players"]), int(state["rounds"])
    dealt = int(DECK[players].sum()) - STACKS * 2 * players - HAND * players
    updates = rounds - int(state["stage"] == IN_DRAFT)
    most = ROAD * (updates if players == 2 else max(updates - 1, 0))
    if not _stacked(state):
        most += MOST * players
    if state["reshuffled"]:
        if dealt > most:
            yield f"reshuffled: no more than {most} of {dealt} cards have left the reserve"
        return
    drawn = dealt - int(state["height"][RESERVE])
    if not 0 <= drawn <= most:
        yield f"reserve holds {dealt - drawn} cards: expected {max(dealt - most, 0)}..{dealt}"


# Ducats


def _supplies(state: Record) -> Iterator[str]:
    if state["markets"] == 2:
        return
    for seat in _seats(state):
        paid = _village(state, seat) - 1 + _played(state, seat)
        low, high = max(PURSE - LOCK_PRICE * paid, 0), _most_ducats(state, seat)
        supply = int(state["supply"][seat])
        if not low <= supply <= high:
            yield f"supply of {seat_name(seat)} is {supply}: expected {low}..{high}"


def _most_ducats(state: Record, seat: int) -> int:
    """A bound of the ducats that a seat can have before the second market."""
    before = int(state["rounds"]) - 1
    road = 2 * before
    if state["players"] > 2:
        road = min(ROAD * before, max(_drafted(state, seat)[1] - BASE, 0) if before else 0)
    found = PURSE + road + _MOST_SMUGGLED * _played(state, seat)
    return found + _most_paid(state, seat) if state["markets"] else found


def _most_paid(state: Record, seat: int) -> int:
    """A bound of what the first market paid: cards stay in a village or leave an apprentice."""
    printed = sum(
        int(count) * int(DUCATS[card])
        for count, card in zip(state["cells"][seat], CELL_CARD, strict=True)
    )
    left = sum(1 for i in range(MONKS, MOVABLE) if state["standing"][i] == seat)
    coins = int(state["gold"][state["owner"] == seat].sum())
    return printed + left * _MOST_PRINTED + coins


def _coins(state: Record) -> Iterator[str]:
    """Locks were opened by cards that lie in villages now, and by smugglers."""
    gold = [int(n) for n in state["gold"]]
    if any(n % LOCK_PRICE for n in gold):
        yield f"a settler bears {max(n for n in gold if n % LOCK_PRICE)} ducats: a lock takes two"
    built = sum(_village(state, seat) - 1 for seat in _seats(state))
    built -= sum(PILE - int(left) for left in state["piles"])
    most = LOCK_PRICE * (built + sum(_played(state, seat) for seat in _seats(state)))
    if sum(gold) > most:
        yield f"{sum(gold)} ducats lie on settlers: expected at most {most}"
