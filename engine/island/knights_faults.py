"""What makes the fields of Cities & Knights impossible, in words."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import CORNERS, EDGES, GRAPHS
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.fault_words import (
    corner_name,
    edge_name,
    hex_name,
    phase_name,
    seat_or_null,
)
from hinterland.engine.island.improvements import HIGHEST, WALLS
from hinterland.engine.island.knights import PIECES_A_LEVEL
from hinterland.engine.island.knights_named import CAUSES
from hinterland.engine.island.points import CITIES
from hinterland.engine.island.progress import (
    ALL_KNOW,
    CARDS,
    CONSTITUTION,
    COPIES,
    DECK_SIZE,
    LANES,
    NOBODY_KNOWS,
    PRINTER,
    PROGRESS,
    PROGRESS_LIMIT,
    SHIFTS,
    TRACK_OF,
    TRACKS,
    UNKNOWN_PROGRESS,
)
from hinterland.engine.island.progress_tokens import LEVELS
from hinterland.engine.island.turn_faults import before_action, in_special
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS, seat_name

SEAT_FIELDS: Final = (
    "progress", "progress_hidden", "improvements", "sideways", "defender",
)  # fmt: skip
_VICTIM_PHASES: Final = (
    s.STEAL, s.SWAP_ANSWER, s.CROSS, s.SHOW_HAND, s.TAKE_CARD, s.SHOW_PROGRESS, s.TAKE_PROGRESS,
    s.DESERT_PHASE,
)  # fmt: skip
_HIGHEST_VALUES: Final = {
    "barbarians": 6, "attacked": 1, "crane": 2, "left": 2, "cause": s.SABOTAGE, "event": 4,
    "track": 2,
}  # fmt: skip
_LANES: Final = tuple(zip(SHIFTS.tolist(), LANES.tolist(), strict=True))
"""Per progress card its place among the cards held, and a lane full of it."""
_COPIES: Final[list[int]] = COPIES.tolist()
_TRACK_OF: Final[list[int]] = TRACK_OF.tolist()
PROMOTED_BASIC: Final = tuple(
    1 << 3 | s.PROMOTED | activity for activity in (s.INACTIVE, s.ACTIVE, s.READY)
)
"""Knights that cannot be: one that was promoted in this turn is no basic one any more."""
TOO_LOW: Final = "a knight of level 1 that was promoted in this turn: expected level 2 or 3"
RESUMES: Final = (s.ROLL, s.ACTION, s.SPECIAL, s.DRAW_CARD, s.DEFENDER, s.DROP)


def pieces(state: Record) -> Iterator[str]:
    """Knights, walls, metropolises; the corners have pieces of seats that play."""
    for seat in range(int(state["players"])):
        yield from _of_seat(state, seat)
    if not state["attacked"] and int(state["phase"]) not in (s.PILLAGE, s.BREACH, s.FINISHED):
        yield from _improved_without_city(state)
    yield from _metropolises(state)
    yield from _merchant(state)


def _of_seat(state: Record, seat: int) -> Iterator[str]:
    who, knights = seat_name(seat), derived.knights_of(state, seat)
    levels = [int(state["corner"][c]) >> 6 for c in knights]
    for level, word in enumerate(LEVELS, 1):
        if levels.count(level) > PIECES_A_LEVEL:
            count = levels.count(level)
            yield f"{who} has {count} {word} knights: expected at most {PIECES_A_LEVEL}"
    walls = len(derived.walled_of(state, seat))
    if walls > WALLS:
        yield f"{who} has {walls} walls: expected at most {WALLS}"
    reach = derived.members(state["reach"][seat])
    for corner in knights:
        if corner not in reach:
            yield f"the knight on {corner_name(state, corner)}: no road of {who} touches it"
    sideways = derived.count_of(state, seat, s.SIDEWAYS)
    cities = sideways + derived.count_of(state, seat, s.CITY)
    if cities > CITIES:
        yield f"{who} has {cities} cities, {sideways} on their side: expected at most {CITIES}"


def _improved_without_city(state: Record) -> Iterator[str]:
    """Improvements are built by seats with a city, which only an attack takes away."""
    for seat in range(int(state["players"])):
        cities = derived.count_of(state, seat, s.CITY) + derived.count_of(state, seat, s.SIDEWAYS)
        if state["improvements"][seat].any() and not cities:
            yield f"{seat_name(seat)} has improvements and no city, before the first attack"


def _metropolises(state: Record) -> Iterator[str]:
    corners = [int(corner) for corner in state["metropolises"]]
    for track, corner in zip(TRACKS, corners, strict=True):
        if corner == s.NOWHERE:
            continue
        where = f"the metropolis of {track} is on {corner_name(state, corner)}"
        beyond = corner >= CORNERS[int(state["graph"])]
        if beyond or int(state["corner"][corner]) >> 3 not in (s.CITY, s.WALLED):
            yield f"{where}: expected a city"
        elif corners.count(corner) > 1:
            yield f"{where}, and so is another one: expected a city of its own"


def _merchant(state: Record) -> Iterator[str]:
    merchant, owner = int(state["merchant"]), int(state["merchant_owner"])
    where, who = hex_name(state, merchant), seat_or_null(owner)
    hexes = len(GRAPHS[int(state["graph"])].hex_names)
    if (merchant == s.OFF) != (owner == s.NOBODY) or (merchant != s.OFF and merchant >= hexes):
        yield f"the merchant is on {where} and of {who}: expected a seat and a hex, or none"
    elif merchant != s.OFF and state["terrain"][merchant] > s.MOUNTAINS:
        yield f"the merchant is on {where}: expected a hex that gives a resource"
    elif merchant != s.OFF and not any(
        merchant in derived.land_at(state, corner) for corner in derived.buildings_of(state, owner)
    ):
        yield f"the merchant is on {where}, beside no building of {who}, its owner"


def cards(state: Record) -> Iterator[str]:
    """Progress cards, decks and what a view knows of them."""
    if not derived.with_knights(state):
        names = ("progress", "progress_hidden", "decks", "deck_size", "improvements", "defender",
            "attacked", "barbarians", "crane", "fleet", "cause", "left", "banished",
        )  # fmt: skip
        for name in names:
            if np.asarray(state[name]).any():
                yield f"{name} is given, in a game without Cities & Knights"
        for corner in np.flatnonzero(state["corner"] >> 3 > s.CITY).tolist():
            where = corner_name(state, corner)
            yield f"{where} has a piece of Cities & Knights, in a game without"
        return
    for name in ("printer", "constitution", "merchant_owner"):
        if not -1 <= int(state[name]) < int(state["players"]):
            who = seat_name(int(state[name]))
            yield f"{name} is {who}: expected p1..p{int(state['players'])} or nobody"
            return
    for seat, track in np.argwhere(state["improvements"] > HIGHEST).tolist():
        level = int(state["improvements"][seat, track])
        yield f"{seat_name(seat)} is at level {level} in {TRACKS[track]}: expected 0..{HIGHEST}"
    hands = state["progress"].tolist()
    known = [sum(cards >> shift & lane for cards in hands) for shift, lane in _LANES]
    known[PRINTER] += int(state["printer"] != s.NOBODY)
    known[CONSTITUTION] += int(state["constitution"] != s.NOBODY)
    for seat, cards in enumerate(hands):
        if cards >> 48:
            yield f"progress of {seat_name(seat)} has cards that there are not"
    yield from _decks(state, known)
    for seat in range(MAX_SEATS):
        n = int(state["progress_hidden"][seat].sum())
        if n and int(state["viewer"]) in (ALL, seat):
            yield f"{seat_name(seat)} has {n} unknown progress cards, and must know its own"


def _decks(state: Record, known: list[int]) -> Iterator[str]:
    for track, name in enumerate(TRACKS):
        size = int(state["deck_size"][track])
        deck = state["decks"][track].tolist()
        if size > DECK_SIZE or any(deck[size:]):
            yield f"deck {name} has {size} cards, or some beyond them: expected at most {DECK_SIZE}"
            return
        unknown = int(state["progress_hidden"][:, track].astype(int).sum())
        originals, put_under = 0, False
        for place, card in enumerate(deck[:size]):
            kind, knower = card & UNKNOWN_PROGRESS, card >> 5
            if not _card_is_sound(state, track, kind, knower):
                about = f"{_card_name(kind)}, known to {_knower_name(knower)}"
                yield f"deck {name} cannot have {about}, as card {place + 1}"
                return
            if knower == NOBODY_KNOWS and put_under:
                about = f"card {place + 1} of deck {name} is known to nobody"
                yield f"{about}, below one that was put under the deck"
            put_under = put_under or knower != NOBODY_KNOWS
            originals += int(knower == NOBODY_KNOWS and kind == UNKNOWN_PROGRESS)
            unknown += int(kind == UNKNOWN_PROGRESS)
            known[kind if kind < CARDS else 0] += int(kind < CARDS)
        yield from _copies(state, track, known, unknown)
        for card in (PRINTER, CONSTITUTION):
            if _TRACK_OF[card] == track and _COPIES[card] > known[card] and originals == 0:
                yield f"the {PROGRESS[card]} is nowhere: expected it with a seat or in deck {name}"


def _copies(state: Record, track: int, known: list[int], unknown: int) -> Iterator[str]:
    """As many of each card as the game has; of unknown cards as many as are missing."""
    exact, missing = int(state["viewer"]) == ALL, 0
    for card in range(CARDS):
        if _TRACK_OF[card] != track:
            continue
        n, most = known[card], _COPIES[card]
        missing += max(most - n, 0)
        if n > most or (exact and n < most):
            word = "" if exact else "at most "
            where = f"the hands and deck {TRACKS[track]}"
            yield f"{n} {PROGRESS[card]} in {where}: expected {word}{most}"
    if not exact and unknown != missing:
        cards = f"{unknown} unknown cards of {TRACKS[track]} in the hands and the deck"
        yield f"{cards}: expected {missing}"


def _card_name(kind: int) -> str:
    return PROGRESS[kind] if kind < CARDS else "?"


def _knower_name(knower: int) -> str:
    return {NOBODY_KNOWS: "nobody", ALL_KNOW: "all"}.get(knower) or seat_name(knower - 1)


def _card_is_sound(state: Record, track: int, kind: int, knower: int) -> bool:
    if kind == UNKNOWN_PROGRESS:
        mine = knower in (ALL_KNOW, int(state["viewer"]) + 1)
        return int(state["viewer"]) != ALL and not mine and knower <= int(state["players"])
    if kind >= CARDS or _TRACK_OF[kind] != track:
        return False
    if kind in (PRINTER, CONSTITUTION) and knower != NOBODY_KNOWS:
        return False
    return knower in (NOBODY_KNOWS, ALL_KNOW) or knower <= int(state["players"])


def turn(state: Record) -> Iterator[str]:
    """What is going on fits the phase; a game that is over may end in the middle of anything."""
    phase, actor = int(state["phase"]), int(state["actor"])
    if not derived.with_knights(state):
        if s.FINISHED < phase < s.SETUP_GOLD:
            yield f"phase is {phase_name(state)}, in a game without Cities & Knights"
        return
    for field, most in _HIGHEST_VALUES.items():
        if int(state[field]) > most:
            yield f"{field} is {int(state[field])}: expected 0..{most}"
    if int(state["track"]) >= len(TRACKS) or phase == s.FINISHED:
        return
    if phase == s.BUY or phase == s.POINTS:
        yield f"phase is {phase_name(state)}: there are no development cards in Cities & Knights"
    if phase == s.DRAW_CARD and not state["deck_size"][int(state["track"])]:
        yield f"deck {TRACKS[int(state['track'])]} is empty in draw: expected a card"
    counted, left = phase in (s.SMITH, s.TAKE_CARD, s.GIVE), int(state["left"])
    if counted != (left > 0):
        expected = "1 or 2" if counted else "0"
        yield f"left is {left} in {phase_name(state)}: expected {expected}"
    yield from _away(state, phase)
    if not state["attacked"] and phase not in (s.PILLAGE, s.BREACH):
        for seat in np.flatnonzero(state["defender"] + state["sideways"]).tolist():
            yield (
                f"{seat_name(seat)} has Defender cards or cities on their side, which come from "
                "attacks: expected one before"
            )
    yield from _ready(state)
    yield from _places(state, phase)
    yield from _exchange(state, phase)
    yield from _deciders(state, phase, actor)


def _away(state: Record, phase: int) -> Iterator[str]:
    """A knight is off the board while it retreats, or is placed for a Deserter."""
    banished, wanted = int(state["banished"]), phase in (s.RETREAT, s.PLACE)
    known = 1 <= banished >> 3 <= 3 and banished & 3 <= s.READY and banished < 32
    if wanted != (banished > 0):
        given = "given" if banished else "null"
        expected = "a knight" if wanted else "null"
        yield f"banished is {given} in {phase_name(state)}: expected {expected}"
    elif banished and not known:
        yield f"banished has the code {banished}, which is no knight"
    elif banished in PROMOTED_BASIC:
        yield f"banished is {TOO_LOW}"


def _ready(state: Record) -> Iterator[str]:
    """Knights are ready in the action phase of their seat only."""
    names = GRAPHS[int(state["graph"])].corner_names
    early = before_action(state) or in_special(state)
    for seat in range(int(state["players"])):
        for corner in derived.knights_of(state, seat):
            ready = int(state["corner"][corner]) >> 3 & 3 == s.READY
            if ready and (early or seat != int(state["turn"])):
                yield f"the knight on {names[corner]} is ready outside the action phase of its seat"


def _places(state: Record, phase: int) -> Iterator[str]:
    graph, origin = int(state["graph"]), int(state["origin"])
    if phase == s.RETREAT and (origin >= CORNERS[graph] or not _may_go(state)):
        who, where = seat_name(int(state["actor"])), corner_name(state, origin)
        yield f"origin is {where} in retreat: expected a corner at a road or ship of {who}"
    if phase == s.REBUILD and origin >= EDGES[graph]:
        yield f"origin is {edge_name(state, origin)} in rebuild, beyond the board"
    if phase not in (s.RETREAT, s.REBUILD) and origin:
        yield f"origin is number {origin} in {phase_name(state)}: nothing is on its way"


def _may_go(state: Record) -> bool:
    reach = derived.members(state["reach"][int(state["actor"])])
    return int(state["origin"]) in reach


def _exchange(state: Record, phase: int) -> Iterator[str]:
    swapped, returned = int(state["swapped"]), int(state["returned"])
    viewer, turn, victim = (int(state[name]) for name in ("viewer", "turn", "victim"))
    player = int(state["actor"]) if phase == s.STEAL else turn
    if (phase in _VICTIM_PHASES) != (victim >= 0) or victim == player:
        expected = f"another seat than {seat_name(player)}" if phase in _VICTIM_PHASES else "null"
        yield f"victim is {seat_or_null(victim)} in {phase_name(state)}: expected {expected}"
        return
    for name, kind, chosen, seat in (
        ("swapped", swapped, phase in (s.SWAP_ANSWER, s.CROSS), turn),
        ("returned", returned, phase == s.CROSS, victim),
    ):
        seen = chosen and viewer in (ALL, seat)
        given = KINDS[kind] if kind < len(KINDS) else "null"
        if kind > s.NO_KIND or (kind < s.NO_KIND) != seen:
            expected = "a card" if seen else "null"
            yield f"{name} is {given} in {phase_name(state)}: expected {expected}"
            return
        first, end = (0, 5) if seat == turn else (5, 8)
        if seen and not (first <= kind < end and int(state["hand"][seat]) >> (8 * kind) & 255):
            sort = "resource" if seat == turn else "commodity"
            yield f"{name} is {given}: expected a {sort} in the hand of {seat_name(seat)}"


def _deciders(state: Record, phase: int, actor: int) -> Iterator[str]:
    """The seat that decides has something to decide about."""
    victim, who, where = int(state["victim"]), seat_name(actor), phase_name(state)
    held = int(state["progress_hidden"][actor].sum()) + _progress(state, actor)
    if phase == s.DROP and held <= 4:
        yield f"{who} has {held} progress cards in drop: expected more than {PROGRESS_LIMIT}"
    if phase in (s.SHOW_PROGRESS, s.TAKE_PROGRESS) and not (
        int(state["progress_hidden"][victim].sum()) + _progress(state, victim)
    ):
        yield f"{seat_name(victim)} has no progress cards in {where}: expected some to be seen"
    cards_of = {s.SHOW_HAND: victim, s.TAKE_CARD: victim, s.GIVE: actor, s.SWAP_ANSWER: actor}
    if phase in cards_of:
        seat = cards_of[phase]
        held = int(state["hidden"][seat]) + sum(
            int(state["hand"][seat]) >> (8 * kind) & 255 for kind in range(8)
        )
        least = max(1, int(state["left"]))
        if held < least:
            yield f"{seat_name(seat)} has {held} cards in {where}: expected {least} or more"
    knights = len(derived.knights_of(state, actor))
    if phase == s.DESERT_PHASE and (actor != victim or knights < 2):
        expected = f"{seat_or_null(victim)}, the victim, with a choice of 2 or more"
        yield f"{who} decides in desert, with {knights} knights: expected {expected}"
    track = int(state["track"])
    if phase == s.METROPOLIS and int(state["metropolises"][track]) != s.NOWHERE:
        place = corner_name(state, int(state["metropolises"][track]))
        yield f"the metropolis of {TRACKS[track]} is on {place} already, in metropolis"
    plain = [
        c
        for c in derived.pieces_of(state, actor, s.CITY)
        if c not in [int(m) for m in state["metropolises"]]
    ]
    if phase in (s.METROPOLIS, s.PILLAGE) and len(plain) < 2:
        cities = f"{who} has {len(plain)} cities without a metropolis"
        yield f"{cities} in {where}: expected a choice of 2 or more"
    walls = len(derived.walled_of(state, actor))
    shields = bool(state["options"][o.WALL_SHIELDS])
    if phase == s.BREACH and not (shields and walls > 1):
        shielded = f"{walls} walls" if shields else "no wall_shields"
        yield f"{who} has {shielded} in breach: expected a choice of 2 walls or more"
    if phase == s.PILLAGE and shields and walls:
        yield f"{who} has {walls} walls in pillage: a wall is lost before a city is"
    if int(state["cause"]) not in (s.SEVEN,) and phase not in (
        s.DISCARD, s.REVEAL, s.ROBBER, s.ROB, s.STEAL,
    ):  # fmt: skip
        yield f"cause is {CAUSES[int(state['cause'])]} in {where}: expected seven"


def _progress(state: Record, seat: int) -> int:
    cards = int(state["progress"][seat])
    return sum(cards >> shift & lane for shift, lane in _LANES)
