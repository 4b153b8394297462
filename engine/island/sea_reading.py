"""Reading what fish and Seafarers add to the JSON of a state or view."""

from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadState
from hinterland.engine.island import derived
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.fish_tokens import TOKENS
from hinterland.engine.island.json_places import (
    read_place,
    read_places,
    read_seats,
)
from hinterland.engine.island.json_places import (
    read_seat as read_seat_name,
)
from hinterland.engine.island.options import SEAFARERS
from hinterland.engine.island.sea_named import RAIDS
from hinterland.engine.island.ships import SHIPS
from hinterland.engine.island.state import NOBODY, NOWHERE
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import read_choice, read_integer, read_items, read_object
from hinterland.engine.seats import seat_name

SEAT: Final = ("ships", "fish", "home")
_FISH: Final = ("pool", "discards", "boot")

_MOST: Final = 15
"""Tokens that a lane can count."""


def read_table(data: Mapping[str, Any], state: Record) -> None:
    """Read what `sea_named.to_json` writes; a field that is left out stays as it is."""
    edges = GRAPHS[int(state["graph"])].edge_names
    if data.get("fish") is not None:
        _read_fish(read_object(data["fish"], "fish", _FISH, _FISH), state)
    state["due"] = read_integer(data.get("due", 0), "due", 0, 255)
    raids = {name: code for code, name in enumerate(RAIDS) if name is not None}
    raid = data.get("raid")
    state["raid"] = 0 if raid is None else read_choice(raid, "raid", raids)
    state["unpaid"] = read_seats(data.get("unpaid", []), "unpaid", state)
    built = read_places(data.get("ships_built", []), "ships_built", edges, SHIPS)
    state["built"][0] = derived.set_words(built)
    name = data.get("lifted")
    state["lifted"] = NOWHERE if name is None else read_place(name, "lifted", edges)


def _read_fish(fish: Mapping[str, Any], state: Record) -> None:
    pool = read_object(fish["pool"], "pool of fish", TOKENS[:4])
    values = {name: n for name, n in pool.items() if name != TOKENS[0]}
    state["unseen_fish"] = _tokens(values, "pool of fish", TOKENS[1:4])
    state["spent_fish"] = _tokens(fish["discards"], "discards of fish", TOKENS[1:4])
    boot, where = fish["boot"], "boot of fish"
    state["boot"] = NOBODY if boot == "pool" else read_seat_name(boot, where, state)
    inside = int(boot == "pool")
    read_integer(pool.get(TOKENS[0], inside), "boot in pool of fish", inside, inside)


def _tokens(value: object, name: str, names: tuple[str, ...]) -> int:
    """Tokens in lanes."""
    counts = read_object(value, name, names)
    return sum(
        read_integer(n, f"{token} in {name}", 0, _MOST) << (4 * (TOKENS.index(token) - 1))
        for token, n in counts.items()
    )


def read_seat(data: Mapping[str, Any], seat: int, state: Record) -> None:
    """Read what `sea_named.seat_to_json` writes; the buildings of the seat are read already.

    Without `home` a seat began where its first two buildings are, ascending.
    """
    graph, who = GRAPHS[int(state["graph"])], seat_name(seat)
    ships = read_places(data.get("ships", []), f"ships of {who}", graph.edge_names, SHIPS)
    state["ships"][seat] = derived.set_words(ships)
    state["fish"][seat] = _tokens(data.get("fish", {}), f"fish of {who}", TOKENS[1:])
    if not state["options"][SEAFARERS]:
        if data.get("home"):
            raise BadState(f"home of {who} is for Seafarers")
        return
    if "home" in data:
        name = f"home of {who}"
        homes = [read_place(h, name, graph.hex_names) for h in read_items(data["home"], name)]
    else:
        own = derived.buildings_of(state, seat)
        homes = [h for corner in own[:2] for h in derived.land_at(state, corner)[:1]]
    if len(homes) > state["home"].shape[1]:
        raise BadState(f"{who} has {len(homes)} homes: at most 2")
    state["home"][seat, : len(homes)] = homes
