"""What makes the fields of Cities & Knights impossible, in words."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import CORNERS, EDGES, GRAPHS
from hinterland.engine.island.progress import (
    ALL_KNOW,
    CARDS,
    CONSTITUTION,
    COPIES,
    DECK_SIZE,
    LANES,
    NOBODY_KNOWS,
    PRINTER,
    SHIFTS,
    TRACK_OF,
    UNKNOWN_PROGRESS,
)
from hinterland.engine.island.turn_faults import before_action, in_special
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS

SEAT_FIELDS: Final = (
    "progress", "progress_hidden", "improvements", "sideways", "defender",
)  # fmt: skip
_VICTIM_PHASES: Final = (
    s.STEAL, s.SWAP_ANSWER, s.CROSS, s.SHOW_HAND, s.TAKE_CARD, s.SHOW_PROGRESS, s.TAKE_PROGRESS,
    s.DESERT_PHASE,
)  # fmt: skip
_LANES: Final = tuple(zip(SHIFTS.tolist(), LANES.tolist(), strict=True))
"""Per progress card its place among the cards held, and a lane full of it."""
_COPIES: Final[list[int]] = COPIES.tolist()
_TRACK_OF: Final[list[int]] = TRACK_OF.tolist()
RESUMES: Final = (s.ROLL, s.ACTION, s.SPECIAL, s.DRAW_CARD, s.DEFENDER, s.DROP)


def pieces(state: Record) -> Iterator[str]:
    """Knights, walls, metropolises; the corners have pieces of seats that play."""
    for seat in range(int(state["players"])):
        levels = [int(state["corner"][c]) >> 6 for c in derived.knights_of(state, seat)]
        if any(levels.count(level) > 2 for level in (1, 2, 3)):
            yield "a seat has more than two knights of a level"
        if len(derived.walled_of(state, seat)) > 3:
            yield "a seat has more than three walls"
        reach = derived.members(state["reach"][seat])
        if any(corner not in reach for corner in derived.knights_of(state, seat)):
            yield "a knight that no own road touches"
        sideways = derived.count_of(state, seat, s.SIDEWAYS)
        if sideways + derived.count_of(state, seat, s.CITY) > 4:
            yield "a seat has too many cities"
    corners = [int(corner) for corner in state["metropolises"] if corner != s.NOWHERE]
    cities = (s.CITY, s.WALLED)
    if len(set(corners)) != len(corners) or any(
        corner >= CORNERS[int(state["graph"])] or int(state["corner"][corner]) >> 3 not in cities
        for corner in corners
    ):
        yield "a metropolis belongs on a city of its own"
    merchant, owner = int(state["merchant"]), int(state["merchant_owner"])
    hexes = len(GRAPHS[int(state["graph"])].hex_names)
    if (merchant == s.OFF) != (owner == s.NOBODY) or (merchant != s.OFF and merchant >= hexes):
        yield "the merchant has a seat and a hex, or none"
    elif merchant != s.OFF and state["terrain"][merchant] > s.MOUNTAINS:
        yield "the merchant stands on a hex that gives a resource"
    elif merchant != s.OFF and not any(
        merchant in derived.land_at(state, corner) for corner in derived.buildings_of(state, owner)
    ):
        yield "the merchant stands beside no building of its owner"


def cards(state: Record) -> Iterator[str]:
    """Progress cards, decks and what a view knows of them."""
    if not derived.with_knights(state):
        names = ("progress", "progress_hidden", "decks", "deck_size", "improvements", "defender",
            "attacked", "barbarians", "crane", "fleet", "cause", "left", "banished",
        )  # fmt: skip
        if any(np.asarray(state[name]).any() for name in names) or (state["corner"] >> 3 > 2).any():
            yield "there are things of Cities & Knights in a game without"
        return
    for name in ("printer", "constitution", "merchant_owner"):
        if not -1 <= int(state[name]) < int(state["players"]):
            yield f"{name} is no seat"
            return
    if (state["improvements"] > 5).any():
        yield "an improvement beyond level 5"
    hands = state["progress"].tolist()
    known = [sum(cards >> shift & lane for cards in hands) for shift, lane in _LANES]
    known[PRINTER] += int(state["printer"] != s.NOBODY)
    known[CONSTITUTION] += int(state["constitution"] != s.NOBODY)
    if any(cards >> 48 for cards in hands):
        yield "progress cards that there are not"
    yield from _decks(state, known)
    if not _hidden_is_sound(state):
        yield "the viewer must know its own progress cards"


def _decks(state: Record, known: list[int]) -> Iterator[str]:
    for track in range(3):
        size = int(state["deck_size"][track])
        deck = state["decks"][track].tolist()
        if size > DECK_SIZE or any(deck[size:]):
            yield "a deck has more cards than it can"
            return
        unknown = int(state["progress_hidden"][:, track].astype(int).sum())
        originals, put_under = 0, False
        for card in deck[:size]:
            kind, knower = card & UNKNOWN_PROGRESS, card >> 5
            if not _card_is_sound(state, track, kind, knower):
                yield "a deck has a card that it cannot have"
                return
            if knower == NOBODY_KNOWS and put_under:
                yield "cards were put under a deck, not into it"
            put_under = put_under or knower != NOBODY_KNOWS
            originals += int(knower == NOBODY_KNOWS and kind == UNKNOWN_PROGRESS)
            unknown += int(kind == UNKNOWN_PROGRESS)
            known[kind if kind < CARDS else 0] += int(kind < CARDS)
        left = [_COPIES[c] - known[c] for c in range(CARDS) if _TRACK_OF[c] == track]
        if min(left) < 0 or sum(left) != unknown:
            yield "the progress cards do not add up"
        for card in (PRINTER, CONSTITUTION):
            if _TRACK_OF[card] == track and _COPIES[card] > known[card] and originals == 0:
                yield "the victory card of a deck is nowhere"


def _card_is_sound(state: Record, track: int, kind: int, knower: int) -> bool:
    if kind == UNKNOWN_PROGRESS:
        mine = knower in (ALL_KNOW, int(state["viewer"]) + 1)
        return int(state["viewer"]) != ALL and not mine and knower <= int(state["players"])
    if kind >= CARDS or _TRACK_OF[kind] != track:
        return False
    if kind in (PRINTER, CONSTITUTION) and knower != NOBODY_KNOWS:
        return False
    return knower in (NOBODY_KNOWS, ALL_KNOW) or knower <= int(state["players"])


def _hidden_is_sound(state: Record) -> bool:
    viewer = int(state["viewer"])
    if viewer == ALL:
        return not state["progress_hidden"].any()
    return not (0 <= viewer < MAX_SEATS and state["progress_hidden"][viewer].any())


def turn(state: Record) -> Iterator[str]:
    """What is going on fits the phase; a game that is over may end in the middle of anything."""
    phase, actor = int(state["phase"]), int(state["actor"])
    if not derived.with_knights(state):
        if s.FINISHED < phase < s.SETUP_GOLD:
            yield "a phase of Cities & Knights in a game without"
        return
    if int(state["barbarians"]) > 6 or int(state["attacked"]) > 1:
        yield "no such barbarians"
    if int(state["crane"]) > 2 or int(state["left"]) > 2 or int(state["cause"]) > s.SABOTAGE:
        yield "no such turn"
    if int(state["event"]) > 4 or int(state["track"]) > 2:
        yield "no such event"
    if phase == s.FINISHED:
        return
    if phase == s.BUY or phase == s.POINTS:
        yield "there are no development cards"
    if phase == s.DRAW_CARD and not state["deck_size"][int(state["track"])]:
        yield "the deck is empty"
    counted = phase in (s.SMITH, s.TAKE_CARD, s.GIVE)
    if counted != (int(state["left"]) > 0):
        yield "cards or promotions are left where there are none"
    banished = int(state["banished"])
    known = banished == 0 or (1 <= banished >> 3 <= 3 and banished & 3 <= s.READY and banished < 32)
    if (phase in (s.RETREAT, s.PLACE)) != (banished > 0) or not known:
        yield "a knight that is away belongs to a retreat or a Deserter"
    spoils = state["defender"].any() or state["sideways"].any()
    if spoils and not state["attacked"] and phase not in (s.PILLAGE, s.BREACH):
        yield "Defender cards and cities on their side come from attacks: expected one before"
    yield from _ready(state)
    yield from _places(state, phase)
    yield from _exchange(state, phase)
    yield from _deciders(state, phase, actor)


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
        yield "the knight has no corner to retreat from"
    if phase == s.REBUILD and origin >= EDGES[graph]:
        yield "no such edge was cleared"
    if phase not in (s.RETREAT, s.REBUILD) and origin:
        yield "a corner or edge is kept for nothing"


def _may_go(state: Record) -> bool:
    reach = derived.members(state["reach"][int(state["actor"])])
    return int(state["origin"]) in reach


def _exchange(state: Record, phase: int) -> Iterator[str]:
    swapped, returned = int(state["swapped"]), int(state["returned"])
    viewer, turn, victim = (int(state[name]) for name in ("viewer", "turn", "victim"))
    player = int(state["actor"]) if phase == s.STEAL else turn
    if (phase in _VICTIM_PHASES) != (victim >= 0) or victim == player:
        yield "a card is played against another seat"
        return
    for kind, chosen, seat in (
        (swapped, phase in (s.SWAP_ANSWER, s.CROSS), turn),
        (returned, phase == s.CROSS, victim),
    ):
        seen = chosen and viewer in (ALL, seat)
        if kind > s.NO_KIND or (kind < s.NO_KIND) != seen:
            yield "the cards of a Commercial Harbor belong to its exchange"
            return
        first, end = (0, 5) if seat == turn else (5, 8)
        if seen and not (first <= kind < end and int(state["hand"][seat]) >> (8 * kind) & 255):
            yield "a card of the Commercial Harbor is not in the hand"


def _deciders(state: Record, phase: int, actor: int) -> Iterator[str]:
    """The seat that decides has something to decide about."""
    victim = int(state["victim"])
    held = int(state["progress_hidden"][actor].sum()) + _progress(state, actor)
    if phase == s.DROP and held <= 4:
        yield "a seat drops progress cards over four only"
    if phase in (s.SHOW_PROGRESS, s.TAKE_PROGRESS) and not (
        int(state["progress_hidden"][victim].sum()) + _progress(state, victim)
    ):
        yield "the spied seat has no progress cards"
    cards_of = {s.SHOW_HAND: victim, s.TAKE_CARD: victim, s.GIVE: actor, s.SWAP_ANSWER: actor}
    if phase in cards_of:
        seat = cards_of[phase]
        held = int(state["hidden"][seat]) + sum(
            int(state["hand"][seat]) >> (8 * kind) & 255 for kind in range(8)
        )
        if held < max(1, int(state["left"])):
            yield "the seat has no cards to give"
    if phase == s.DESERT_PHASE and (actor != victim or len(derived.knights_of(state, actor)) < 2):
        yield "there is no choice of a knight that deserts"
    if phase == s.METROPOLIS and int(state["metropolises"][int(state["track"])]) != s.NOWHERE:
        yield "the metropolis has its place"
    plain = [
        c
        for c in derived.pieces_of(state, actor, s.CITY)
        if c not in [int(m) for m in state["metropolises"]]
    ]
    if phase in (s.METROPOLIS, s.PILLAGE) and len(plain) < 2:
        yield "the seat has no choice of a city for that"
    walls = len(derived.walled_of(state, actor))
    shields = bool(state["options"][o.WALL_SHIELDS])
    if phase == s.BREACH and not (shields and walls > 1):
        yield "the seat has no choice of a wall that is lost for a city"
    if phase == s.PILLAGE and shields and walls:
        yield "a wall is lost before a city is"
    if int(state["cause"]) not in (s.SEVEN,) and phase not in (
        s.DISCARD, s.REVEAL, s.ROBBER, s.ROB, s.STEAL,
    ):  # fmt: skip
        yield "a cause is kept for nothing"


def _progress(state: Record, seat: int) -> int:
    cards = int(state["progress"][seat])
    return sum(cards >> shift & lane for shift, lane in _LANES)
