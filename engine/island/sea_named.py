"""What fish and Seafarers add to the JSON of a state or view, and back."""

from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
from hinterland.engine.island import derived
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.fish_tokens import TOKENS, counts_of
from hinterland.engine.island.options import FISH, SEAFARERS
from hinterland.engine.island.state import NOBODY, NOWHERE
from hinterland.engine.jit import Record
from hinterland.engine.seats import parse_seat, seat_name

RAIDS: Final = (None, "robber", "pirate", "either")
"""By ROBBER_RAID | PIRATE_RAID."""

_MOST: Final = 15
"""Tokens that a lane can count."""


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


def from_json(data: Mapping[str, Any], state: Record) -> None:
    """Read what `to_json` writes; a field that is left out stays as it is."""
    edges = GRAPHS[int(state["graph"])].edge_names
    if data.get("fish"):
        fish = data["fish"]
        pool = {name: n for name, n in fish["pool"].items() if name != "boot"}
        state["unseen_fish"] = _tokens(pool, TOKENS[1:4])
        state["spent_fish"] = _tokens(fish["discards"], TOKENS[1:4])
        name = fish["boot"]
        state["boot"] = NOBODY if name == "pool" else parse_seat(name, int(state["players"]))
    state["due"] = int(data.get("due", 0))
    state["raid"] = RAIDS.index(data.get("raid"))
    seats = {parse_seat(name, int(state["players"])) for name in data.get("unpaid", [])}
    state["unpaid"] = sum(1 << seat for seat in seats)
    state["built"][0] = derived.set_words([edges.index(x) for x in data.get("ships_built", [])])
    name = data.get("lifted")
    state["lifted"] = NOWHERE if name is None else edges.index(name)


def _tokens(counts: Mapping[str, Any], names: tuple[str, ...]) -> int:
    """Tokens in lanes; `BadState` for what is none, or too many of them."""
    for name, n in counts.items():
        if name not in names or not 0 <= int(n) <= _MOST:
            raise BadState(f"fish {name}={n}: expected at most {_MOST} of {', '.join(names)}")
    return sum(int(n) << (4 * (TOKENS.index(name) - 1)) for name, n in counts.items())


def seat_from_json(data: Mapping[str, Any], seat: int, state: Record) -> None:
    """Read what `seat_to_json` writes; the buildings of the seat are read already.

    Without `home` a seat began where its first two buildings are, ascending.
    """
    graph = GRAPHS[int(state["graph"])]
    ships = [graph.edge_names.index(name) for name in data.get("ships", [])]
    state["ships"][seat] = derived.set_words(ships)
    state["fish"][seat] = _tokens(data.get("fish", {}), TOKENS[1:])
    if not state["options"][SEAFARERS]:
        return
    if "home" in data:
        homes = [graph.hex_names.index(name) for name in data["home"]]
    else:
        own = derived.buildings_of(state, seat)
        homes = [h for corner in own[:2] for h in derived.land_at(state, corner)[:1]]
    if len(homes) > state["home"].shape[1]:
        raise BadState(f"{seat_name(seat)} has {len(homes)} homes: at most 2")
    state["home"][seat, : len(homes)] = homes
