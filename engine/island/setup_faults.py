"""What makes a position of the setup, or right after it, impossible, in words (rules 9.6)."""

from collections.abc import Iterator, Sequence
from typing import Final

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.fault_words import phase_name
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_COME_LATER: Final = ("improvements", "progress", "progress_hidden", "army")


def setup_faults(state: Record) -> Iterator[str]:
    """In the setup the pieces on the board say who places what."""
    players = int(state["players"])
    buildings = [len(derived.buildings_of(state, seat)) for seat in range(players)]
    roads = [
        len(derived.members(state["roads"][seat]) + derived.members(state["ships"][seat]))
        for seat in range(players)
    ]
    if int(state["turns"]) > 0:
        yield from _starts(state, buildings, roads)
        return
    wrong = list(_order(state, buildings, roads))
    if wrong:
        yield from wrong
        return
    for seat in range(players):
        yield from _of_seat(state, seat, buildings[seat])


def _starts(state: Record, buildings: Sequence[int], roads: Sequence[int]) -> Iterator[str]:
    """After the setup every seat has two pieces, and two roads or ships unless a Diplomat came."""
    diplomats = derived.with_knights(state)
    for seat, (built, laid) in enumerate(zip(buildings, roads, strict=True)):
        lifted = int(state["phase"]) == s.LIFT and seat == int(state["turn"])
        if built < 2:
            pieces = f"{built} building{'s' if built != 1 else ''}"
            yield f"{seat_name(seat)} has {pieces}: expected its first 2 or more"
        if laid + lifted < 2 and not diplomats:
            pieces = f"{laid} roads and ships"
            yield f"{seat_name(seat)} has {pieces}: expected its first 2 or more"


def _order(state: Record, buildings: Sequence[int], roads: Sequence[int]) -> Iterator[str]:
    """The seats have placed in their order: clockwise from the first one, then backwards."""
    players, where = len(roads), phase_name(state)
    placed, waits = sum(roads), int(state["phase"]) != s.SETUP_PIECE
    turn, actor = int(state["turn"]), int(state["actor"])
    if placed >= 2 * players:
        yield f"{placed} roads and ships lie in the setup: expected fewer than {2 * players}"
        return
    order = derived.setup_order(state)
    for seat in range(players):
        built, laid = order[: placed + waits].count(seat), order[:placed].count(seat)
        if (buildings[seat], roads[seat]) != (built, laid):
            given = f"buildings and roads of {seat_name(seat)}: {buildings[seat]} and {roads[seat]}"
            yield f"{given} in {where}: expected {built} and {laid} of {placed} placed so far"
    if turn != order[placed]:
        expected = seat_name(order[placed])
        yield f"turn is {seat_name(turn)}: expected {expected} after {placed} roads and ships"
    if turn != actor:
        yield f"actor is {seat_name(actor)} in {where}: expected {seat_name(turn)}"
    if waits and derived.bare_building(state, actor) is None:
        yield f"no building of {seat_name(actor)} waits for its road in {where}"


def _of_seat(state: Record, seat: int, built: int) -> Iterator[str]:
    """The second piece is what the option says, and nothing is there that comes of turns."""
    who, where = seat_name(seat), phase_name(state)
    cities = derived.pieces_of(state, seat, s.CITY)
    expected = int(built == 2 and bool(state["options"][o.SECOND_PIECE]))
    if len(cities) != expected:
        pieces = f"{len(cities)} of {built} starting pieces of {who} are cities"
        yield f"{pieces} in {where}: expected {expected}"
        return
    for name in _COME_LATER:
        if state[name][seat].any():
            yield f"{name} of {who} in {where}: expected none before the first turn"
    if derived.knights_of(state, seat) or derived.walled_of(state, seat):
        yield f"knights or walls of {who} in {where}: expected none before the first turn"
    yield from _cards(state, seat, built, cities)


def _cards(state: Record, seat: int, built: int, cities: list[int]) -> Iterator[str]:
    """A seat has the cards that its second piece gave, which without a city may be either."""
    who, where, held = seat_name(seat), phase_name(state), derived.cards_held(state, seat)
    if built < 2:
        if held:
            yield f"{who} holds {held} cards in {where}: expected none before its second piece"
        return
    waits = seat == int(state["actor"]) and int(state["phase"]) in (s.SETUP_GOLD, s.TOKEN)
    allowed: set[int] = set()
    for corner in cities or derived.buildings_of(state, seat):
        ground = [int(state["terrain"][h]) for h in derived.land_at(state, corner)]
        given = sum(terrain <= s.MOUNTAINS for terrain in ground)
        gold = ground.count(s.GOLD)
        allowed |= set(range(given, given + gold + 1)) if waits else {given + gold}
    if held not in allowed:
        expected = " or ".join(map(str, sorted(allowed)))
        yield f"{who} holds {held} cards in {where}: expected {expected} for its second piece"
