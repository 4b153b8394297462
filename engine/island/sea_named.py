"""What fish and Seafarers add to the JSON of a state or view; `sea_reading` is the way back."""

from typing import Any, Final

from hinterland.engine.island import derived
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.fish_tokens import counts_of
from hinterland.engine.island.options import FISH, SEAFARERS
from hinterland.engine.island.state import NOBODY, NOWHERE
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

RAIDS: Final = (None, "robber", "pirate", "either")
"""By ROBBER_RAID | PIRATE_RAID."""


def to_json(state: Record) -> dict[str, Any]:
    """The fields of the table."""
    edges = GRAPHS[int(state["graph"])].edge_names
    lifted = int(state["lifted"])
    return {
        "fish": _fish(state) if state["options"][FISH] else None,
        "due": int(state["due"]),
        "ships_built": [edges[edge] for edge in derived.members(state["built"][0])],
        "lifted": None if lifted == NOWHERE else edges[lifted],
        "raid": RAIDS[int(state["raid"])],
        "unpaid": [
            seat_name(seat)
            for seat in range(int(state["players"]))
            if int(state["unpaid"]) >> seat & 1
        ],
    }


def _fish(state: Record) -> dict[str, Any]:
    boot = int(state["boot"])
    in_pool = {"boot": 1} if boot == NOBODY else {}
    return {
        "pool": in_pool | counts_of(state["unseen_fish"]),
        "discards": counts_of(state["spent_fish"]),
        "boot": "pool" if boot == NOBODY else seat_name(boot),
    }


def seat_to_json(state: Record, seat: int) -> dict[str, Any]:
    """The fields of a seat."""
    graph = GRAPHS[int(state["graph"])]
    found: dict[str, Any] = {
        "ships": [graph.edge_names[edge] for edge in derived.members(state["ships"][seat])],
        "fish": counts_of(state["fish"][seat]),
        "islands": int(state["islands"][seat]),
    }
    if state["options"][SEAFARERS]:
        found["home"] = [graph.hex_names[h] for h in state["home"][seat] if h != NOWHERE]
    return found
