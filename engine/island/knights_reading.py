"""Reading what Cities & Knights adds to the JSON of a state or view."""

from collections.abc import Mapping
from typing import Any, Final

from hinterland.engine.errors import BadNotation, BadState
from hinterland.engine.island import derived
from hinterland.engine.island import state as s
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.improvements import WALLS
from hinterland.engine.island.json_places import (
    codes,
    put_piece,
    read_kind_or_none,
    read_place,
    read_places,
)
from hinterland.engine.island.json_places import (
    read_seat as read_seat_name,
)
from hinterland.engine.island.knights_named import CAUSES
from hinterland.engine.island.points import CITIES
from hinterland.engine.island.progress import (
    ALL_KNOW,
    DECK_SIZE,
    NOBODY_KNOWS,
    PROGRESS,
    TRACKS,
    UNKNOWN_PROGRESS,
)
from hinterland.engine.island.progress_tokens import LEVELS, progress_cards
from hinterland.engine.jit import Record
from hinterland.engine.json_fields import (
    read_choice,
    read_flag,
    read_integer,
    read_items,
    read_object,
)
from hinterland.engine.seats import seat_name

SEAT: Final = ("sideways", "walls", "knights", "improvements", "progress", "victory_cards")
_NUMBERS: Final = {"barbarians": 6, "crane": 2, "left": 2}
_PIECE: Final = ("level", "active", "ready", "promoted")
_VICTORY: Final = {"printer": 1, "constitution": 1, "defender": 255}
_CARDS: Final = {**codes(PROGRESS), "?": UNKNOWN_PROGRESS}
_BACKS: Final = tuple(f"?{track}" for track in TRACKS)
_HIGHEST: Final = 5
_ALL: Final = "all"


def read_table(data: Mapping[str, Any], state: Record) -> None:
    """Set what `knights_named.table_json` wrote, where it is given."""
    for name, most in _NUMBERS.items():
        if name in data:
            state[name] = read_integer(data[name], name, 0, most)
    if "attacked" in data:
        state["attacked"] = read_flag(data, "attacked")
    _read_board(data, state)
    decks = read_object(data.get("decks", {}), "decks", TRACKS)
    known = read_object(data.get("known_to", {}), "known_to", TRACKS)
    for track, deck in decks.items():
        _read_deck(track, deck, known.get(track), state)
    state["fleet"] = _read_fleet(data.get("fleet", []))
    if data.get("alchemist") is not None:
        red, yellow = read_items(data["alchemist"], "alchemist", 2)
        state["red"], state["yellow"] = (read_integer(n, "alchemist", 1, 6) for n in (red, yellow))
        if int(state["phase"]) != s.DICE:
            where = s.PHASES[int(state["phase"])]
            raise BadState(f"alchemist is given in {where}: expected it in dice only")
    for name, choices in (("cause", CAUSES), ("track", TRACKS)):
        if name in data:
            state[name] = read_choice(data[name], name, codes(choices))
    _read_under_way(data, state)


def _read_fleet(value: object) -> int:
    """Kinds of cards as bits; none of them twice."""
    bits = 0
    for kind in read_items(value, "fleet"):
        bit = 1 << read_choice(kind, "fleet", codes(KINDS))
        if bits & bit:
            raise BadState(f"fleet has {kind} twice")
        bits |= bit
    return bits


def _read_board(data: Mapping[str, Any], state: Record) -> None:
    graph = GRAPHS[int(state["graph"])]
    if data.get("merchant") is not None:
        merchant = read_object(data["merchant"], "merchant", ("seat", "hex"), ("seat", "hex"))
        state["merchant"] = read_place(merchant["hex"], "hex of merchant", graph.hex_names)
        state["merchant_owner"] = read_seat_name(merchant["seat"], "seat of merchant", state)
    places = read_object(data.get("metropolises", {}), "metropolises", TRACKS)
    for track, corner in places.items():
        name, number = f"metropolis of {track}", TRACKS.index(track)
        place = s.NOWHERE if corner is None else read_place(corner, name, graph.corner_names)
        state["metropolises"][number] = place


def _read_under_way(data: Mapping[str, Any], state: Record) -> None:
    graph = GRAPHS[int(state["graph"])]
    if data.get("banished") is not None:
        state["banished"] = _piece(read_object(data["banished"], "banished", _PIECE), "banished")
    if data.get("origin") is not None:
        phase = int(state["phase"])
        if phase not in (s.REBUILD, s.RETREAT, s.FINISHED):
            raise BadState(f"origin: nothing is on its way in {s.PHASES[phase]}: expected null")
        edges = phase == s.REBUILD
        names = graph.edge_names if edges else graph.corner_names
        state["origin"] = read_place(data["origin"], "origin", names)
    elif int(state["phase"]) == s.REBUILD:
        raise BadState("origin is missing in rebuild: expected the edge that was cleared")
    for name in ("swapped", "returned"):
        state[name] = read_kind_or_none(data.get(name), name)


def _piece(given: Mapping[str, Any], name: str) -> int:
    """A knight without its corner."""
    level = read_integer(given.get("level", 1), f"level of {name}", 1, len(LEVELS))
    active, ready, promoted = (
        word in given and read_flag({f"{word} of {name}": given[word]}, f"{word} of {name}")
        for word in _PIECE[1:]
    )
    if ready and not active:
        raise BadState(f"{name} is ready and not active: expected an active one")
    activity = s.READY if ready else s.ACTIVE if active else s.INACTIVE
    return level << 3 | (s.PROMOTED if promoted else 0) | activity


def _read_deck(track: str, value: object, knowers: object, state: Record) -> None:
    name = f"deck {track}"
    deck = read_items(value, name)
    read_integer(len(deck), f"size of {name}", 0, DECK_SIZE)
    known = (
        [None] * len(deck)
        if knowers is None
        else read_items(knowers, f"known_to of {track}", len(deck))
    )
    number = TRACKS.index(track)
    state["decks"][number], state["deck_size"][number] = 0, len(deck)
    state["decks"][number, : len(deck)] = [
        read_choice(card, name, _CARDS) | _knower(who, f"known_to of {track}", state) << 5
        for card, who in zip(deck, known, strict=True)
    ]


def _knower(who: object, name: str, state: Record) -> int:
    if who is None:
        return NOBODY_KNOWS
    return ALL_KNOW if who == _ALL else read_seat_name(who, name, state) + 1


def clear_seats(state: Record) -> None:
    """Take away what `read_seat` sets."""
    for name in ("progress", "progress_hidden", "improvements", "defender"):
        state[name] = 0
    state["printer"], state["constitution"] = s.NOBODY, s.NOBODY


def read_seat(data: Mapping[str, Any], seat: int, state: Record) -> None:
    """Set what `knights_named.seat_json` wrote; settlements and cities are on the board already."""
    _read_pieces(data, seat, state)
    who = seat_name(seat)
    levels = read_object(data.get("improvements", {}), f"improvements of {who}", TRACKS)
    for track, level in levels.items():
        number = read_integer(level, f"{track} in improvements of {who}", 0, _HIGHEST)
        state["improvements"][seat, TRACKS.index(track)] = number
    _read_progress(data.get("progress", {}), f"progress of {who}", seat, state)
    name = f"victory_cards of {who}"
    cards = read_object(data.get("victory_cards", {}), name, _VICTORY)
    counts = {
        card: read_integer(cards.get(card, 0), f"{card} in {name}", 0, most)
        for card, most in _VICTORY.items()
    }
    state["defender"][seat] = counts["defender"]
    for card in ("printer", "constitution"):
        if counts[card] and int(state[card]) != s.NOBODY:
            raise BadState(f"{seat_name(int(state[card]))} and {who} both have the {card}")
        state[card] = seat if counts[card] else int(state[card])


def _read_pieces(data: Mapping[str, Any], seat: int, state: Record) -> None:
    names, who = GRAPHS[int(state["graph"])].corner_names, seat_name(seat)
    cities = derived.count_of(state, seat, s.CITY)
    sideways = read_places(data.get("sideways", []), f"sideways of {who}", names, CITIES - cities)
    for place in sideways:
        put_piece(state, place, s.SIDEWAYS << 3 | seat + 1)
    for place in read_places(data.get("walls", []), f"walls of {who}", names, WALLS):
        if int(state["corner"][place]) != s.CITY << 3 | seat + 1:
            raise BadState(f"a wall on {names[place]}: expected a city of {who}")
        state["corner"][place] = s.WALLED << 3 | seat + 1
    name = f"knights of {who}"
    for item in read_items(data.get("knights", []), name):
        knight = read_object(item, f"a knight of {who}", ("corner", *_PIECE), ("corner",))
        place = read_place(knight["corner"], name, names)
        put_piece(state, place, _piece(knight, names[place]) << 3 | seat + 1)


def _read_progress(value: object, name: str, seat: int, state: Record) -> None:
    held = read_object(value, name, (*PROGRESS, *_BACKS))
    counts = {card: read_integer(n, f"{card} in {name}", 0, DECK_SIZE) for card, n in held.items()}
    try:
        known = {card: n for card, n in counts.items() if card not in _BACKS}
        state["progress"][seat] = progress_cards(known)
    except BadNotation as error:
        raise BadState(f"{name}: {error}") from None
    for i, back in enumerate(_BACKS):
        state["progress_hidden"][seat, i] = counts.get(back, 0)
