"""Decisions for which there is nothing to choose, in words: the rules never ask them."""

from collections.abc import Iterator

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import (
    CORNER_EDGE,
    CORNER_NEXT,
    EDGE_CORNER,
    EDGE_HEX,
    EDGES,
    HEX_CORNER,
    HEX_EDGE,
)
from hinterland.engine.island.fault_words import corner_name, edge_name, seat_names
from hinterland.engine.island.pieces import ROADS
from hinterland.engine.island.ships import SHIPS
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name


def choice_faults(state: Record) -> Iterator[str]:
    """What is asked can be answered, by the pieces on the board; cards are checked elsewhere."""
    phase, actor = int(state["phase"]), int(state["actor"])
    who = seat_name(actor)
    robbed = victims(state, bool(state["raid"]))
    if phase == s.ROB and len(robbed) < 2:
        yield f"rob has no choice of a victim, but {seat_names(robbed)}: expected two seats or more"
    if phase == s.STEAL and not state["options"][o.FISH]:
        near = sorted({*victims(state, False), *victims(state, True)})
        if int(state["victim"]) not in near:
            given = f"victim is {seat_name(int(state['victim']))} in steal"
            yield f"{given}: expected one beside the robber or the pirate, {seat_names(near)}"
    if phase == s.FREE_ROAD and not can_lay(state, actor):
        yield f"{who} has no piece or no place for a free road"
    if phase == s.LIFT and not set(sites(state, actor, "ships")) - {int(state["lifted"])}:
        lifted = edge_name(state, int(state["lifted"]))
        yield f"{who} has no other place for the ship that was taken up from {lifted}"
    if phase == s.RETREAT and len(retreats(state)) < 2:
        goals = ", ".join(corner_name(state, c) for c in retreats(state)) or "none"
        yield f"{who} has no choice of a corner to retreat to, but {goals}"
    if phase == s.DISCARD and not _can_discard(state, actor):
        yield f"the kinds that {who} set aside leave too few cards: they go in ascending order"


def victims(state: Record, afloat: bool) -> list[int]:
    """Seats that who moved the robber, or `afloat` the pirate, may steal from."""
    graph = int(state["graph"])
    h = int(state["pirate" if afloat else "robber"])
    if h == s.OFF:
        return []
    corners, edges = ([int(x) for x in table[graph, h]] for table in (HEX_CORNER, HEX_EDGE))
    return [
        seat
        for seat in range(int(state["players"]))
        if seat != int(state["turn"])
        and derived.cards_held(state, seat)
        and (
            set(edges) & set(derived.members(state["ships"][seat]))
            if afloat
            else set(corners) & set(derived.buildings_of(state, seat))
        )
    ]


def can_lay(state: Record, seat: int) -> bool:
    """Whether a seat has a piece and a place for a road or a ship."""
    return any(
        len(derived.members(state[field][seat])) < pieces and sites(state, seat, field)
        for field, pieces in (("roads", ROADS), ("ships", SHIPS))
        if field == "roads" or state["options"][o.SEAFARERS]
    )


def sites(state: Record, seat: int, field: str) -> list[int]:
    """The edges on which a seat may lay one of its `roads` or `ships`."""
    graph = int(state["graph"])
    taken = set(derived.members(state["taken"][0]))
    found = []
    for edge in set(range(int(EDGES[graph]))) - taken:
        land, sea = derived.edge_sides(state, edge)
        stopped = int(state["pirate"]) in [int(h) for h in EDGE_HEX[graph, edge]]
        good = land if field == "roads" else sea and not stopped
        if good and any(_bears(state, seat, int(c), field) for c in EDGE_CORNER[graph, edge]):
            found.append(edge)
    return found


def _bears(state: Record, seat: int, corner: int, field: str) -> bool:
    """Whether a road (ship) may go on from a corner."""
    owner, own = derived.owner(state, corner), derived.members(state[field][seat])
    if owner == seat and derived.has_building(state, corner):
        return True
    if owner not in (s.NOBODY, seat) and not (
        state["options"][o.BUILD_PAST_BUILDINGS] and derived.has_building(state, corner)
    ):
        return False
    return any(int(edge) in own for edge in CORNER_EDGE[int(state["graph"]), corner])


def retreats(state: Record) -> list[int]:
    """The empty corners that the displaced knight can reach along roads and ships of its seat."""
    graph, seat, start = (int(state[name]) for name in ("graph", "actor", "origin"))
    routes = set(derived.members(state["roads"][seat]) + derived.members(state["ships"][seat]))
    entered, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for edge, other in zip(CORNER_EDGE[graph, here], CORNER_NEXT[graph, here], strict=True):
            there = int(other)
            if int(edge) in routes and there not in entered:
                entered.add(there)
                if derived.owner(state, there) in (s.NOBODY, seat):
                    ahead.append(there)
    return [c for c in sorted(entered - {start}) if not state["corner"][c]]


def _can_discard(state: Record, seat: int) -> bool:
    """Whether cards enough are left from the last kind on that was set aside."""
    pending = derived.lanes(state["pending"][seat])
    held = derived.lanes(state["hand"][seat])
    last = max((kind for kind, n in enumerate(pending) if n), default=0)
    free = sum(held[last:]) - pending[last] + int(state["hidden"][seat])
    return free - int(state["pending_hidden"][seat]) >= int(state["owed"][seat])
