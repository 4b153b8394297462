"""What makes roads and ships, and the harbors that they meet, impossible, in words."""

from collections.abc import Iterator
from typing import Final

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import EDGE_CORNER, EDGES, GRAPHS
from hinterland.engine.island.fault_words import edge_name, seat_names
from hinterland.engine.island.pieces import ROADS
from hinterland.engine.island.progress import POLITICS
from hinterland.engine.island.ships import SHIPS
from hinterland.engine.jit import Record
from hinterland.engine.seats import MAX_SEATS, seat_name

_ENDS: Final[list[list[list[int]]]] = EDGE_CORNER.tolist()
_AFTER_BUILDING = (s.SETUP_PIECE, s.ROLL, s.ACTION, s.SPECIAL, s.FREE_ROAD, s.FINISHED)
"""Phases in which a road may just have been laid."""


def route_faults(state: Record) -> Iterator[str]:
    """Roads and ships: how many, where, and none on another."""
    graph, players = int(state["graph"]), int(state["players"])
    names = GRAPHS[graph].edge_names
    used: list[int] = []
    for seat in range(MAX_SEATS):
        roads, ships = (derived.members(state[name][seat]) for name in ("roads", "ships"))
        used += [*roads, *ships]
        who = seat_name(seat)
        if seat >= players and (roads or ships):
            yield f"{who} has roads or ships, and does not play"
        elif ships and not state["options"][o.SEAFARERS]:
            yield f"{who} has ships, without Seafarers"
        strange = [edge for edge in (*roads, *ships) if edge >= EDGES[graph]]
        if strange:
            yield f"{who} has a road or ship on {edge_name(state, strange[0])}, beyond the board"
            return
        for lot, word, most in ((roads, "roads", ROADS), (ships, "ships", SHIPS)):
            if len(lot) > most:
                yield f"{who} has {len(lot)} {word}: expected at most {most}"
        for edge in roads:
            if not derived.edge_sides(state, edge)[0]:
                yield f"road:{names[edge]} of {who} lies at sea"
        for edge in ships:
            if not derived.edge_sides(state, edge)[1]:
                yield f"ship:{names[edge]} of {who} lies on land"
    for edge in sorted(set(used)):
        if used.count(edge) > 1:
            owners = [
                seat
                for seat in range(players)
                for name in ("roads", "ships")
                if edge in derived.members(state[name][seat])
            ]
            yield f"{used.count(edge)} roads or ships on {names[edge]}, of {seat_names(owners)}"


def network_faults(state: Record) -> Iterator[str]:
    """Roads lead from road to road to a building of their owner, and ships from ship to ship."""
    names = GRAPHS[int(state["graph"])].edge_names
    for seat in range(int(state["players"])):
        own = set(derived.buildings_of(state, seat))
        for field, word in (("roads", "road"), ("ships", "ship")):
            for part in _parts(state, derived.members(state[field][seat])):
                if not own & {corner for edge in part for corner in _ends(state, edge)}:
                    where = f"{word}:{names[min(part)]}"
                    yield f"{where} of {seat_name(seat)} is joined to none of its buildings"


def _ends(state: Record, edge: int) -> set[int]:
    return set(_ENDS[int(state["graph"])][edge])


def _parts(state: Record, edges: list[int]) -> Iterator[list[int]]:
    """The edges in lots that hang together."""
    left = {edge: _ends(state, edge) for edge in edges}
    while left:
        part = [next(iter(left))]
        touched = left.pop(part[0])
        while near := [edge for edge, ends in left.items() if ends & touched]:
            touched |= {corner for edge in near for corner in left.pop(edge)}
            part += near
        yield part


def meeting_faults(state: Record) -> Iterator[str]:
    """Face-down harbors that were met, and face-up ones that were not."""
    reach = {c for row in state["reach"] for c in derived.members(row)}
    hidden = bool(state["options"][o.HIDDEN_HARBORS])
    met = []
    for number, (first, second, sort) in enumerate(derived.harbors(state), 1):
        beside = bool({first, second} & reach)
        if sort == s.HIDDEN and not hidden:
            yield f"harbor h{number} lies face down, in a game with open harbors"
        elif sort == s.HIDDEN and beside:
            met.append((number, {first, second}))
        elif sort != s.HIDDEN and hidden and not beside and not _may_be_gone(state):
            yield f"harbor h{number} lies face up, and no road or ship has met it"
    if met and not _just_met(state, [corners for _, corners in met]):
        names = ", ".join(f"h{number}" for number, _ in met)
        yield f"harbor {names} lies face down beside a piece: expected its type"


def _may_be_gone(state: Record) -> bool:
    """Whether a road or ship that was built may have been taken off the board."""
    if int(state["turns"]) == 0:
        return False
    return bool(state["options"][o.SEAFARERS]) or (
        derived.with_knights(state) and _politics_drawn(state)
    )


def _politics_drawn(state: Record) -> bool:
    """Whether a card of politics may have been drawn: by a gate, for a tied defence or for fish."""
    gates = any(int(levels[POLITICS]) for levels in state["improvements"])
    return gates or bool(state["attacked"]) or bool(state["options"][o.FISH])


def _just_met(state: Record, harbors: list[set[int]]) -> bool:
    """Whether the road that was laid last met them all, and nothing else did."""
    phase, actor = int(state["phase"]), int(state["actor"])
    if phase not in _AFTER_BUILDING:
        return False
    routes = [
        (seat, edge)
        for seat in range(int(state["players"]))
        for name in ("roads", "ships")
        for edge in derived.members(state[name][seat])
    ]
    touching = [[r for r in routes if _ends(state, r[1]) & corners] for corners in harbors]
    if any(len(found) != 1 or found != touching[0] for found in touching):
        return False
    early = phase in (s.SETUP_PIECE, s.FINISHED) or int(state["turns"]) == 1
    return early or touching[0][0][0] == actor
