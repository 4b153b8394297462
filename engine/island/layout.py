"""The layout of a board as text: terrain, chits, harbors, the robber and the first seat."""

from functools import lru_cache
from typing import Final

import numpy as np

from hinterland.engine.digits import plain_number
from hinterland.engine.errors import BadState
from hinterland.engine.island import derived
from hinterland.engine.island.board import GRAPHS, HEX_NEXT
from hinterland.engine.island.fault_words import hex_name
from hinterland.engine.island.options import FISH
from hinterland.engine.island.setup import RED
from hinterland.engine.island.state import (
    DESERT,
    GOLD,
    HARBORS,
    HIDDEN,
    MAX_GROUNDS,
    MAX_HARBORS,
    MOUNTAINS,
    NO_HEX,
    NOBODY,
    NOWHERE,
    OFF,
    SEA,
    STATE,
    TERRAINS,
)
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import shown
from hinterland.engine.seats import parse_seat, seat_name

_HIGHEST: Final = 12
"""The highest sum of two dice."""
_WORDS: Final = (
    "HEX=TERRAIN, HEX=TERRAIN:CHIT, harbor:CORNER-CORNER=TYPE, fish:CORNER=NUMBER, robber=HEX, "
    "pirate=HEX or first=SEAT"
)
_BLANK: Final = {
    "terrain": NO_HEX, "chit": 0, "robber": OFF, "pirate": OFF,
    "harbor_first": NOWHERE, "harbor_second": NOWHERE, "harbor_type": HIDDEN,
    "ground_corner": NOWHERE, "ground_number": 0,
}  # fmt: skip
"""What the fields of a layout hold where its text has nothing for them, `first` apart."""
_TYPES: Final = {**dict(enumerate(HARBORS)), HIDDEN: "?"}


def layout_text(state: Record) -> str:
    """The layout of a state or view."""
    graph = GRAPHS[int(state["graph"])]
    words = []
    hexes = zip(graph.hex_names, state["terrain"].tolist(), state["chit"].tolist(), strict=False)
    for name, terrain, chit in hexes:
        words.append(f"{name}={TERRAINS[terrain]}{f':{chit}' if chit else ''}")
    for first, second, sort in derived.harbors(state):
        ends = f"{graph.corner_names[first]}-{graph.corner_names[second]}"
        words.append(f"harbor:{ends}={_TYPES[sort]}")
    for corner, number in derived.grounds(state):
        words.append(f"fish:{graph.corner_names[corner]}={number}")
    if state["robber"] != OFF:
        words.append(f"robber={graph.hex_names[state['robber']]}")
    if state["pirate"] != OFF:
        words.append(f"pirate={graph.hex_names[state['pirate']]}")
    words.append(f"first={seat_name(int(state['first']))}")
    return " ".join(words)


def read_layout(text: str, state: Record) -> None:
    """Lay the board out as `text` says; `BadState` names the word that is wrong.

    Whether it is a possible board is for `faults` to say.
    """
    laid_out = _laid_out(text, int(state["graph"]), int(state["players"]))
    for name in _BLANK:
        state[name] = laid_out[name]
    if laid_out["first"] >= 0:
        state["first"] = laid_out["first"]


@lru_cache(maxsize=16)  # most views of a game have the same layout
def _laid_out(text: str, graph: int, players: int) -> Record:
    """A record with the fields of a layout set as `text` says; `first` is nobody if not given."""
    state: Record = np.zeros(1, STATE)[0]
    state["graph"], state["players"], state["first"] = graph, players, NOBODY
    for name, blank in _BLANK.items():
        state[name] = blank
    harbors: list[tuple[int, int, int]] = []
    grounds: list[tuple[int, int]] = []
    given: set[str] = set()
    for word in text.split():
        key = word.partition("=")[0]
        if key in given:
            raise BadState(f"layout: {shown(key)} is given twice")
        given.add(key)
        try:
            _read_word(word, state, harbors, grounds)
        except (ValueError, KeyError, IndexError, OverflowError, StopIteration):
            raise BadState(f"layout: cannot read {shown(word)}: expected {_WORDS}") from None
    if len(harbors) > MAX_HARBORS:
        raise BadState(f"layout: {len(harbors)} harbors: at most {MAX_HARBORS}")
    for i, harbor in enumerate(sorted(harbors)):
        state["harbor_first"][i], state["harbor_second"][i], state["harbor_type"][i] = harbor
    if len(grounds) > MAX_GROUNDS:
        raise BadState(f"layout: {len(grounds)} fishing grounds: at most {MAX_GROUNDS}")
    for i, ground in enumerate(sorted(grounds)):
        state["ground_corner"][i], state["ground_number"][i] = ground
    return state


def _read_word(
    word: str,
    state: Record,
    harbors: list[tuple[int, int, int]],
    grounds: list[tuple[int, int]],
) -> None:
    graph = GRAPHS[int(state["graph"])]
    key, _, value = word.partition("=")
    if key.startswith("harbor:"):
        first, second = key.removeprefix("harbor:").split("-")
        sort = next(code for code, name in _TYPES.items() if name == value)
        harbors.append((graph.corner_names.index(first), graph.corner_names.index(second), sort))
    elif key.startswith("fish:"):
        corner = graph.corner_names.index(key.removeprefix("fish:"))
        grounds.append((corner, _sum_of_dice(value)))
    elif key in ("robber", "pirate"):
        state[key] = graph.hex_names.index(value)
    elif key == "first":
        state["first"] = parse_seat(value, int(state["players"]))
    else:
        h = graph.hex_names.index(key)
        terrain, colon, chit = value.partition(":")
        state["terrain"][h] = TERRAINS.index(terrain)
        state["chit"][h] = _sum_of_dice(chit) if colon else 0


def _sum_of_dice(text: str) -> int:
    number = plain_number(text)
    if number is None or number > _HIGHEST:
        raise ValueError(text)
    return number


def _touching_reds(state: Record) -> list[tuple[str, str]]:
    """The neighbours that both have 6 or 8, each pair once."""
    graph = int(state["graph"])
    red = {h for h, chit in enumerate(state["chit"].tolist()) if chit in RED}
    names = GRAPHS[graph].hex_names
    return [
        (names[h], names[other])
        for h in sorted(red)
        for other in HEX_NEXT[graph, h].tolist()
        if other > h and other in red
    ]


def layout_faults(state: Record) -> list[str]:
    """What is impossible about the board; empty when it is sound."""
    found = []
    graph = GRAPHS[int(state["graph"])]
    hexes = zip(graph.hex_names, state["terrain"].tolist(), state["chit"].tolist(), strict=False)
    for name, terrain, chit in hexes:
        if terrain >= NO_HEX:
            found.append(f"{name} has no terrain")
        elif (terrain <= MOUNTAINS or terrain == GOLD) != (2 <= chit <= 12 and chit != 7):
            found.append(
                f"{name}={TERRAINS[terrain]}:{chit}: chits 2..12 but 7 belong on all land but "
                "deserts and lakes"
            )
        elif terrain == GOLD and chit in RED:
            found.append(f"{name}=gold:{chit}: no 6 or 8 on gold")
    for one, other in _touching_reds(state):
        found.append(f"{one} and {other} beside it both have 6 or 8")
    rest = len(graph.hex_names)
    if (state["terrain"][rest:] != NO_HEX).any() or state["chit"][rest:].any():
        found.append(f"there are hexes beyond {graph.hex_names[-1]}, the last of the board")
    robber, pirate = int(state["robber"]), int(state["pirate"])
    if robber != OFF and (robber >= rest or state["terrain"][robber] == SEA):
        found.append(f"the robber stands on {hex_name(state, robber)}: expected a land hex")
    if robber == OFF and not state["options"][FISH]:
        deserts = [graph.hex_names[h] for h in range(rest) if state["terrain"][h] == DESERT]
        expected = f"it on {' or '.join(deserts) or 'a hex'}, as only fish take it off the board"
        found.append(f"the robber stands nowhere: expected {expected}")
    if pirate != OFF and (pirate >= rest or state["terrain"][pirate] != SEA):
        found.append(f"the pirate stands on {hex_name(state, pirate)}: expected a sea hex")
    return found
