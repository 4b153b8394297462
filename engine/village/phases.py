"""Whether what is decided now can be: phase, turn, counters, ducats on the road and markets."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

from .cards import BASICS, BUILDER, CELL, ROOM, TINNER
from .flow import BASE, MOST
from .state import (
    BUILD,
    COMMON,
    DRAFT,
    FINISHED,
    IN_BUILD,
    IN_DRAFT,
    IN_UPDATE,
    NONE,
    PROTECT,
    RESERVE,
    ROAD,
    SHOW,
    SHUFFLING,
    STACKS,
    TO_HAND,
)  # fmt: skip

_STAGES: Final = {
    DRAFT: (IN_DRAFT,),
    PROTECT: (IN_UPDATE,),
    BUILD: (IN_BUILD,),
    COMMON: (IN_BUILD,),
    SHOW: (IN_DRAFT, IN_UPDATE),
    SHUFFLING: (IN_DRAFT, IN_UPDATE),
    FINISHED: (IN_BUILD,),
}
_BUILDING: Final = (BUILD, COMMON)
_MOST_BUILDERS: Final = int(BUILDER.max())
_MOST_COVERED: Final = max(int(n) for n, room in zip(BUILDER, ROOM, strict=True) if room)
_MOST_TAKEN: Final = int(BUILDER[BASICS].max())


def phase_faults(state: Record) -> Iterator[str]:
    """Everything that is wrong with it; the cards must be sound already."""
    phase, stage = int(state["phase"]), int(state["stage"])
    if stage not in _STAGES[phase]:
        yield "this is not decided in that part of the round"
        return
    if phase == PROTECT and int(state["players"]) != 2:
        yield "road cards are protected by two players only"
    if phase != PROTECT and state["protected"]:
        yield "road cards are protected in the road update"
    if phase not in _BUILDING and any(
        int(state[name]) for name in ("used", "limit", "exchanges", "tinner")
    ):
        yield "nothing is built outside the build phase"
    if stage != IN_DRAFT and state["drafted"].any():
        yield "nothing is drafted outside the draft"
    if phase not in (SHOW, SHUFFLING) and (state["source"] or state["target"]):
        yield "a card is due and no move of chance"
    if state["reshuffled"] == 1 and (phase != SHOW or state["source"] != RESERVE):
        yield "after a shuffle a card of the reserve is shown at once"
    yield from _markets(state)
    yield from _road_ducats(state)
    if stage == IN_DRAFT:
        yield from _draft(state)
    if stage == IN_UPDATE and state["turn"] != next_in_update(state):
        yield f"in the road update turn must be {seat_name(next_in_update(state))}"
    if phase in (SHOW, SHUFFLING):
        yield from _due(state, phase, stage)
    if phase in _BUILDING:
        yield from _building(state)


# Draft


def drafting_order(state: Record) -> list[int]:
    """The seats that draft in this round, one for each card, in the order of their turns."""
    players = int(state["players"])
    seats = [(int(state["first"]) + i) % players for i in range(players)]
    limits = {seat: min(MOST, BASE + int(state["food"][seat])) for seat in seats}
    return [seat for card in range(MOST) for seat in seats if limits[seat] > card]


def next_in_update(state: Record) -> int:
    """The seat whose turn it is in the road update: the first player's, or the next to protect."""
    return (int(state["first"]) + int(state["protected"])) % int(state["players"])


def _draft(state: Record) -> Iterator[str]:
    order, drafting = drafting_order(state), state["phase"] == DRAFT
    found = [int(n) for n in state["drafted"][: int(state["players"])]]
    taken = sum(found)
    expected = Counter(order[:taken])
    if found != [expected[seat] for seat in range(len(found))]:
        yield f"drafted is {found}: the seats take one card each in turn, up to their limits"
    elif drafting and taken == len(order):
        yield "everybody has drafted all it may"
    elif not drafting and taken == 0:
        yield "nobody has drafted, and a card is due"
    else:
        seat = order[taken if drafting else taken - 1]
        if state["turn"] != seat:
            yield f"turn is {seat_name(int(state['turn']))}: it is {seat_name(seat)}'s in the draft"
    if drafting and not (state["road"] != NONE).any() and not state["height"][:STACKS].any():
        yield "there is nothing to draft"


def _due(state: Record, phase: int, stage: int) -> Iterator[str]:
    source, target = int(state["source"]), int(state["target"])
    if phase == SHUFFLING:
        if source != RESERVE or state["height"][RESERVE] or not int(state["discards"][0]):
            yield "the discards are shuffled into an empty reserve"
    elif not state["height"][source]:
        yield "a card is due from an empty pile"
    if target == TO_HAND:
        if stage != IN_DRAFT or source == RESERVE:
            yield "a hand draws from a stack, in the draft"
        return
    if state["road"][target] != NONE:
        yield "a card is due to a road slot that is not empty"
    if stage == IN_UPDATE and (state["road"][:target] == NONE).any():
        yield "the road is refilled from its first empty slot on"
    filled = (stack for stack in range(STACKS) if stage == IN_DRAFT and state["height"][stack])
    if source != next(filled, RESERVE):
        yield "the road is filled from the leftmost stack in the draft, else from the reserve"


# Build


def _building(state: Record) -> Iterator[str]:
    used, exchanges, limit = (int(state[name]) for name in ("used", "exchanges", "limit"))
    if used > limit:
        yield f"used is {used}: expected at most the limit {limit}"
    low, high = _limits(state, used, exchanges)
    if not low <= limit <= high:
        yield f"limit is {limit}: the builders of that village give {low}..{high}"
    if state["tinner"] and not int(state["discards"][0]) >> TINNER & 1:
        yield "a tinner was played and is not among the discards"
    if state["phase"] == COMMON:
        if not exchanges or not state["piles"].any():
            yield "a common settler is taken after an exchange, while one is left"
        exchanges -= 1
    commons = sum(_standing(state, int(card)) for card in BASICS)
    if commons < exchanges:
        yield f"exchanges is {int(state['exchanges'])}: the village has {commons} common settlers"
    yield from _exchanged(state)


def limit_of(state: Record, seat: int) -> int:
    """The limit of a seat that begins to build."""
    return min(MOST, BASE + int(state["builder"][seat]))


def _limits(state: Record, used: int, exchanges: int) -> tuple[int, int]:
    """The least and the most the limit can be: symbols may have come and gone in the phase."""
    builders = int(state["builder"][int(state["turn"])])
    least = builders - used * _MOST_BUILDERS - exchanges * _MOST_TAKEN
    return min(MOST, BASE + max(least, 0)), min(MOST, BASE + builders + used * _MOST_COVERED)


def _standing(state: Record, card: int) -> int:
    cells = state["cells"][int(state["turn"])]
    return int(cells[int(CELL[card]) : int(CELL[card]) + int(ROOM[card]) + 1].sum())


def _exchanged(state: Record) -> Iterator[str]:
    """The cards exchanged in this phase still lie where they were put."""
    stacked, exchanges = int(state["height"][:STACKS].sum()), int(state["exchanges"])
    discards = sum(int(word).bit_count() for word in state["discards"])
    if exchanges and (stacked <= exchanges if stacked else discards < exchanges):
        yield f"exchanges is {exchanges}: too few cards lie where they were put"


# Ducats and markets


def _road_ducats(state: Record) -> Iterator[str]:
    ducats = [int(n) for n in state["ducats"]]
    rounds, stage = int(state["rounds"]), int(state["stage"])
    if state["players"] == 2:
        new = {IN_DRAFT: 0, IN_UPDATE: 2, IN_BUILD: 2}[stage]
        if state["phase"] == PROTECT:
            new = int(state["protected"])
        if sum(ducats) > 2 * (rounds - 1) + new:
            yield f"{sum(ducats)} ducats on the road: expected at most {2 * (rounds - 1) + new}"
        return
    most = 0 if stage == IN_UPDATE or (stage == IN_DRAFT and rounds == 1) else 1
    for slot in range(ROAD):
        if ducats[slot] > most:
            yield f"road{slot + 1} has {ducats[slot]} ducats: expected at most {most}"


def _markets(state: Record) -> Iterator[str]:
    markets, over = int(state["markets"]), state["phase"] == FINISHED
    if over != (markets == 2):
        yield "the game is over after the second market, and only then"
    if markets == 1 and state["rounds"] == 1:
        yield "the first market is held at the end of a round: this is the first round"
    height: Any = state["height"]
    first, second = height[:2], height[:STACKS]
    if state["stack_trigger"]:
        first, second = height[1:2], height[STACKS - 1 : STACKS]
    if (markets and first.any()) or (over and second.any()):
        yield "a market was held and its stacks are not empty"
    if over and state["gold"].any():
        yield "the second market takes the ducats off the settlers"
