"""The table beside the board, as plain text: what a person must know to play."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.island import derived
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import KINDS, RESOURCES
from hinterland.engine.island.improvements import WALLS
from hinterland.engine.island.options import FISH, MAX_TURNS, SEAFARERS
from hinterland.engine.island.pieces import ROADS
from hinterland.engine.island.ships import SHIPS
from hinterland.engine.island.state import HARBORS, HIDDEN
from hinterland.engine.jit import Record
from hinterland.engine.seats import seat_name

_INDENT: Final = "    "
_STEPS_TO_ATTACK: Final = 7
_TITLES: Final = ("longest_road", "largest_army", "harbormaster")
_LEGEND: Final = (
    "1s settlement, 1c city, 111 road{ships} of p1; {marks}; h3 harbor{fish}; "
    "a hex has corners n ne se s sw nw and sides ne e se sw w nw"
)
_GIVES: Final = "forest gives lumber, pasture wool, fields grain, hills brick, mounts ore"
_KNIGHTS_GIVES: Final = (
    "forest gives lumber (to a city also paper), pasture wool (cloth), mounts ore (coin), "
    "fields grain (2 to a city), hills brick (2)"
)
_KNIGHTS_LEGEND: Final = (
    "1C city with a wall, 1m metropolis (1M with a wall), 1k2 knight of strength 2, 1K2 active"
)


def now_lines(state: Record, data: Mapping[str, Any]) -> list[str]:
    """The turn and what is decided; `data` is the JSON of the state."""
    dice = data["dice"]
    rolled = f"red {dice[0]}, yellow {dice[1]}{f', {dice[2]}' if dice[2] else ''}" if dice else "-"
    last = int(state["options"][MAX_TURNS])
    turn = f"turn {data['turn_number']} of at most {last}" if data["turn_number"] else "setup"
    lines = [
        f"{turn}, of {data['turn']}; phase {data['phase']}: {data['actor']} decides; dice: {rolled}"
    ]
    if data["offer"]:
        offer = data["offer"]
        answers = "".join(f"; {seat} {answer}" for seat, answer in offer["answers"].items())
        lines.append(f"offer of {data['turn']}: {offer['text']}{answers}")
    return lines


def table_lines(state: Record, data: Mapping[str, Any]) -> list[str]:
    """Legend, harbors, fish, bank, and what all can see of every seat."""
    lines = [*_legend(state), _harbors(state), *_fish(state, data), *_bank(state, data)]
    for seat, about in enumerate(data["seats"]):
        lines += _seat(state, data, seat, about)
    return lines


def _legend(state: Record) -> list[str]:
    sea, fish = bool(state["options"][SEAFARERS]), bool(state["options"][FISH])
    knights = derived.with_knights(state)
    marks = "* robber" + ", & pirate" * sea + ", $ merchant" * knights
    first = _LEGEND.format(ships=", ~1~ ship" * sea, marks=marks, fish=", f5 fishing ground" * fish)
    return [first, *([_KNIGHTS_LEGEND, _KNIGHTS_GIVES] if knights else [_GIVES])]


def _harbors(state: Record) -> str:
    names = GRAPHS[int(state["graph"])].corner_names
    parts = []
    for i, (first, second, sort) in enumerate(derived.harbors(state)):
        rate = "face down" if sort == HIDDEN else HARBORS[sort]
        parts.append(f"h{i + 1} {names[first]}-{names[second]} {rate}")
    pool = [f"{n} {name}" for name, n in zip(HARBORS, state["harbor_pool"], strict=True) if n]
    return "harbors: " + "; ".join(parts) + (f" (face down: {', '.join(pool)})" if pool else "")


def _fish(state: Record, data: Mapping[str, Any]) -> list[str]:
    """Fishing grounds and fish tokens; nothing without fish."""
    fish = data["fish"]
    if fish is None:
        return []
    names = GRAPHS[int(state["graph"])].corner_names
    places = "; ".join(
        f"{number} at {' '.join(names[c] for c in derived.ground_corners(state, middle))}"
        for middle, number in derived.grounds(state)
    )
    return [
        f"fishing grounds: {places}; lake at 2 3 11 12, lake2 at 4 10",
        f"fish tokens: pool {_tokens(fish['pool'])}; spent {_tokens(fish['discards'])}; "
        f"old boot: {fish['boot']}",
    ]


def _tokens(counts: Mapping[str, int]) -> str:
    """Fish tokens by value: `3 of 1, 2 of ?`."""
    return ", ".join(f"{n} of {value}" for value, n in counts.items() if value != "boot") or "none"


def _counts(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in cards.items()) or "nothing"


def _bank(state: Record, data: Mapping[str, Any]) -> list[str]:
    """The bank and the decks."""
    if derived.with_knights(state):
        decks = _barbarians(state, data)
    else:
        decks = f"development cards left: {data['development']['left']}"
    return [f"bank: {_counts(data['bank'])}", decks]


def _barbarians(state: Record, data: Mapping[str, Any]) -> str:
    """The ship, both strengths, and the decks."""
    cities = sum(len(seat["cities"]) for seat in data["seats"])
    knights = sum(k["level"] for seat in data["seats"] for k in seat["knights"] if k["active"])
    decks = ", ".join(f"{len(deck)} {track}" for track, deck in data["decks"].items())
    return (
        f"barbarians: step {data['barbarians']} of {_STEPS_TO_ATTACK}, strength {cities} against "
        f"{knights} of knights{'' if data['attacked'] else ', no attack yet'}; decks: {decks}"
    )


def _seat(state: Record, data: Mapping[str, Any], seat: int, about: Mapping[str, Any]) -> list[str]:
    """A seat: points and hand, then what it has, then what it may still build and trade."""
    name = seat_name(seat)
    size = sum(about["hand"].values())
    hand = f"{size} card{'s' if size != 1 else ''}: {_counts(about['hand'])}"
    first = f"{name}: {about['points']} of {derived.target(state, seat)} points; {hand}"
    has = [
        f"road length {about['road_length']}",
        *(title.replace("_", " ") for title in _TITLES if data[title] == name),
        *(_knights(data, name, about) if derived.with_knights(state) else _development(about)),
        *([f"fish {_tokens(about['fish'])}"] if data["fish"] else []),
        *([f"foreign islands {about['islands']}"] if about["islands"] else []),
    ]
    return [first, _INDENT + "; ".join(has), _INDENT + "; ".join(_supply(state, seat, about))]


def _development(about: Mapping[str, Any]) -> list[str]:
    return [
        f"development cards: {_counts(about['development'])}",
        f"knights played {about['army']}",
    ]


def _knights(data: Mapping[str, Any], name: str, about: Mapping[str, Any]) -> list[str]:
    """What Cities & Knights adds."""
    held = set(about["cities"])
    tracks = [
        f"{track} {level}" + " (metropolis)" * (data["metropolises"][track] in held)
        for track, level in about["improvements"].items()
    ]
    cards = _counts(about["victory_cards"])
    return [
        f"improvements: {', '.join(tracks)}",
        f"progress cards: {_counts(about['progress'])}",
        *([f"victory cards: {cards}"] if about["victory_cards"] else []),
        *(["the merchant"] if (data["merchant"] or {}).get("seat") == name else []),
    ]


def _supply(state: Record, seat: int, about: Mapping[str, Any]) -> list[str]:
    """Pieces left, and the rates of the bank."""
    left = {
        "roads": ROADS - len(about["roads"]),
        "settlements": int(state["settlements"][seat]),
        "cities": int(state["cities"][seat]),
    }
    if state["options"][SEAFARERS]:
        left["ships"] = SHIPS - len(about["ships"])
    if derived.with_knights(state):
        left["walls"] = WALLS - len(about["walls"])
    kinds = KINDS if derived.with_knights(state) else KINDS[:RESOURCES]
    rates = dict(zip(kinds, derived.bank_rates(state, seat), strict=False))
    usual = max(Counter(rates.values()).items(), key=lambda item: (item[1], item[0]))[0]
    better = [f"{kind} {rate}" for kind, rate in rates.items() if rate != usual]
    return [
        "left: " + ", ".join(f"{n} {piece}" for piece, n in left.items()),
        "bank rates: " + ", ".join([*better, f"{'others' if better else 'all'} {usual}"]),
    ]
