"""What makes a state or view impossible, in words; nothing else may reach a kernel."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.errors import BadOption
from hinterland.engine.island import derived, knights_faults
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import CORNERS, EDGES, LARGE, SMALL
from hinterland.engine.island.layout import layout_faults
from hinterland.engine.island.setup import (
    CHIT_COUNTS,
    DEVELOPMENT_COUNTS,
    HARBOR_COUNTS,
    HARBORS_ON,
    TERRAIN_COUNTS,
)
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS, PUBLIC

_SEAT_FIELDS: Final = ("hand", "hidden", "pending", "pending_hidden", "owed",
    "development", "development_hidden", "army", "settlements", "cities", "answers", "ledger",
    *knights_faults.SEAT_FIELDS,
)  # fmt: skip
_PIECES: Final = (
    s.SETTLEMENT, s.CITY, s.SIDEWAYS, s.WALLED,
    *(level << 3 | promoted | activity
      for level in (1, 2, 3) for promoted in (0, s.PROMOTED)
      for activity in (s.INACTIVE, s.ACTIVE, s.READY)),
)  # fmt: skip
_DERIVED: Final = (
    "taken", "reach", "crowded", "settlements", "cities", "sideways", "knights", "road_length",
    "flips",
)  # fmt: skip


def faults(state: Record) -> list[str]:
    """Everything that makes a state or view impossible; empty when it is sound."""
    found = list(_header(state))
    if found:
        return found
    checks = (_board, _pieces, _cards, _development, knights_faults.cards, _turn, _offers)
    for check in (*checks, knights_faults.turn):
        found.extend(check(state))
        if found:
            return found
    return found


def _header(state: Record) -> Iterator[str]:
    players = int(state["players"])
    if not 2 <= players <= MAX_SEATS:
        yield f"{players} players: expected 2..{MAX_SEATS}"
        return
    if int(state["viewer"]) not in (ALL, PUBLIC, *range(players)):
        yield f"viewer {int(state['viewer'])} is no seat"
    if int(state["graph"]) != (SMALL if players <= 4 else LARGE):
        yield "the board is not that of the number of players"
    values = [int(value) for value in state["options"]]
    if values[0] != players or any(values[len(o.OPTIONS) :]):
        yield "the options are not those of a game"
    texts = {}
    for option, value in zip(o.OPTIONS, values, strict=False):
        if value not in option.values():
            yield f"option {option.name} is {value}"
        else:
            texts[option.name] = option.format(value)
    if len(texts) == len(o.OPTIONS):
        try:
            o.resolve(texts)
        except BadOption as error:
            yield str(error)
    for name in ("actor", "turn", "first"):
        if not 0 <= int(state[name]) < players:
            yield f"{name} is no seat"
    if not (0 <= state["phase"] < len(s.PHASES) and 0 <= state["resume"] < len(s.PHASES)):
        yield "no such phase"
    for name in _SEAT_FIELDS:
        if state[name][players:].any():
            yield f"{name} of a seat that does not play"


def _board(state: Record) -> Iterator[str]:
    yield from layout_faults(state)
    graph = int(state["graph"])
    terrain = np.bincount(state["terrain"], minlength=s.NO_HEX + 1)[: len(TERRAIN_COUNTS[0])]
    if list(terrain) != list(TERRAIN_COUNTS[graph]):
        yield f"hexes of each terrain: {terrain}, expected {TERRAIN_COUNTS[graph]}"
    chits = np.bincount(state["chit"], minlength=13)
    if list(chits[1:]) != list(CHIT_COUNTS[graph][1:]):
        yield f"chits of each number: {chits[2:]}, expected {CHIT_COUNTS[graph][2:]}"
    yield from _harbors(state)


def _harbors(state: Record) -> Iterator[str]:
    graph = int(state["graph"])
    harbors = list(derived.harbors(state))
    if len(harbors) != int(HARBORS_ON[0, graph]):
        yield f"{len(harbors)} harbors, expected {int(HARBORS_ON[0, graph])}"
    corners = [corner for first, second, _ in harbors for corner in (first, second)]
    if len(set(corners)) != len(corners) or any(corner >= CORNERS[graph] for corner in corners):
        yield "harbors share a corner, or have one beyond the board"
        return
    if [first for first, _, _ in harbors] != sorted(first for first, _, _ in harbors):
        yield "harbors are not in order"
    for first, second, _ in harbors:
        if (first, second) not in derived.coast(graph):
            yield "a harbor does not lie on the coast"
    types = [sort for _, _, sort in harbors]
    if any(sort > s.ANY and sort != s.HIDDEN for sort in types):
        yield "no such harbor"
        return
    shown = np.bincount([t for t in types if t != s.HIDDEN] or [0], minlength=6)
    shown -= np.bincount([] if any(t != s.HIDDEN for t in types) else [0], minlength=6)
    if list(shown + state["harbor_pool"]) != list(HARBOR_COUNTS[graph]):
        yield "the types of harbors do not add up"


def _pieces(state: Record) -> Iterator[str]:
    graph, players = int(state["graph"]), int(state["players"])
    used: list[int] = []
    for seat in range(MAX_SEATS):
        roads = derived.members(state["roads"][seat])
        used += roads
        if len(roads) > 15 or any(edge >= EDGES[graph] for edge in roads):
            yield "a seat has too many roads, or one beyond the board"
        if derived.members(state["ships"][seat]) or (seat >= players and roads):
            yield "there are roads or ships of a seat that has none"
    if len(set(used)) != len(used):
        yield "two roads on one edge"
    for corner, piece in enumerate(state["corner"]):
        good = 1 <= (int(piece) & 7) <= players and int(piece) >> 3 in _PIECES
        if piece and (not good or corner >= CORNERS[graph]):
            yield "a piece that is none, or beyond the board"
            return
    for seat in range(players):
        for piece, most in ((s.SETTLEMENT, 5), (s.CITY, 4)):
            if len(derived.pieces_of(state, seat, piece)) > most:
                yield "a seat has too many settlements or cities"
                return
    for name in ("longest_road", "largest_army", "harbormaster", "victim"):
        if not -1 <= int(state[name]) < players:
            yield f"{name} is no seat"
            return
    yield from _follows(state)
    yield from knights_faults.pieces(state)


def _follows(state: Record) -> Iterator[str]:
    again = state.copy()
    derived.derive(again)
    for name in _DERIVED:
        if not np.array_equal(np.asarray(again[name]), np.asarray(state[name])):
            yield f"{name} does not follow from the pieces on the board"
    if derived.too_close(state):
        yield "two buildings on neighbouring corners"
    holder = int(state["longest_road"])
    rebuilding = int(state["phase"]) == s.REBUILD  # the title is judged after that
    if holder >= 0 and int(state["road_length"]) < 5 and not rebuilding:
        yield "the longest road is shorter than 5"


def _lanes(cards: int, kinds: int) -> list[int]:
    return [(int(cards) >> (8 * kind)) & 255 for kind in range(kinds)]


def _cards(state: Record) -> Iterator[str]:
    players, view = int(state["players"]), int(state["viewer"]) != ALL
    supply = [19 if players <= 4 else 24] * 5
    supply += [0] * 3 if state["options"][o.EXPANSION] else [12 if players <= 4 else 18] * 3
    known = np.array([_lanes(state["hand"][seat], 8) for seat in range(MAX_SEATS)])
    loose = np.array(supply) - known.sum(0) - _lanes(state["bank"], 8)
    if (loose < 0).any() or int(loose.sum()) != int(state["hidden"].astype(int).sum()):
        yield "the cards in the hands and the bank do not add up"
    for seat in range(players):
        own = not view or seat == int(state["viewer"])
        if own and (state["hidden"][seat] or state["pending_hidden"][seat]):
            yield "the viewer must know its own cards"
        held = int(known[seat].sum()) + int(state["hidden"][seat])
        pending = _lanes(state["pending"][seat], 8)
        if own and (np.array(pending) > known[seat]).any():
            yield "cards are set aside that are not in the hand"
        aside = sum(pending) + int(state["pending_hidden"][seat])
        if aside + int(state["owed"][seat]) > held or (not own and any(pending)):
            yield "more cards are set aside than are in the hand"
    if not view and state["ledger"].any():
        yield "a ledger in a state"


def _development(state: Record) -> Iterator[str]:
    players, view = int(state["players"]), int(state["viewer"]) != ALL
    total = DEVELOPMENT_COUNTS[0 if players <= 4 else 1]
    if not state["options"][o.EXPANSION]:
        total = total * 0
    held = np.array([_lanes(state["development"][seat], 8) for seat in range(MAX_SEATS)])
    unseen = np.array(_lanes(state["unseen"], 8))
    hidden = int(state["development_hidden"].astype(int).sum())
    army = int(state["army"].astype(int).sum())
    left = total - held.sum(0)[:5] - unseen[:5]
    if held[:, 5:].any() or unseen[5:].any() or (left < 0).any() or army != left[0] or left[1]:
        yield "the development cards do not add up"
    if int(unseen.sum()) != int(state["deck"]) + hidden:
        yield "the deck of development cards does not add up"
    for seat in range(players):
        own = not view or seat == int(state["viewer"])
        if own and state["development_hidden"][seat]:
            yield "the viewer must know its own development cards"
        if not own and (held[seat] * (np.arange(8) != 1)).any():
            yield "a development card of another seat is known"
    bought = np.array(_lanes(state["bought"], 8))
    turn = int(state["turn"])
    if (bought > held[turn]).any() or state["bought_hidden"] > state["development_hidden"][turn]:
        yield "more development cards were bought than are held"
    if int(state["shown"]) >> players:
        yield "victory cards shown by a seat that does not play"


def _turn(state: Record) -> Iterator[str]:
    players, phase = int(state["players"]), int(state["phase"])
    if int(state["queue"]) >> players or int(state["winners"]) >> players:
        yield "a seat in the queue, or a winner, that does not play"
    if int(state["turns"]) > int(state["options"][o.MAX_TURNS]):
        yield "more turns than the game has"
    if (phase <= s.SETUP_ROAD) != (int(state["turns"]) == 0):
        yield "turns are counted after the setup"
    if not ((1 <= state["red"] <= 6 and 1 <= state["yellow"] <= 6) or not state["red"]):
        yield "no such dice"
    if int(state["played"]) > 1 or int(state["free"]) > 2:
        yield "no such turn"
    if int(state["resume"]) not in knights_faults.RESUMES:
        yield "no such phase to go on with"
    if phase == s.STEAL and int(state["victim"]) < 0:
        yield "a victim belongs to a theft"
    if phase == s.STEAL and (
        int(state["victim"]) == int(state["actor"]) or not _hand(state, int(state["victim"]))
    ):
        yield "nothing can be stolen from the victim"
    if (phase == s.LEVY) != (int(state["asked"]) < s.NO_KIND) or int(state["asked"]) > s.NO_KIND:
        yield "a kind is asked for by a monopoly only"
    if (phase == s.DISCARD) != bool(state["owed"].any()):
        yield "cards are owed in a discard only"
    if phase == s.DISCARD and not int(state["owed"][int(state["actor"])]):
        yield "the seat that discards owes nothing"
    if phase == s.BUY and not int(state["deck"]):
        yield "the deck is empty"
    if phase == s.FINISHED and not int(state["winners"]):
        yield "a game that is over has winners"
    yield from _setup(state)


def _setup(state: Record) -> Iterator[str]:
    """In the setup the pieces on the board say who places what."""
    phase, players = int(state["phase"]), int(state["players"])
    buildings = [
        len(derived.pieces_of(state, seat, s.SETTLEMENT))
        + len(derived.pieces_of(state, seat, s.CITY))
        for seat in range(players)
    ]
    roads = [len(derived.members(state["roads"][seat])) for seat in range(players)]
    if phase > s.SETUP_ROAD:
        diplomats = derived.with_knights(state)  # they may have cleared every road
        if min(buildings) < 2 or (min(roads) < 2 and not diplomats):
            yield "a seat without its two starting pieces and roads"
        return
    placed = sum(roads)
    step = placed if placed < players else 2 * players - 1 - placed
    if placed >= 2 * players or int(state["turn"]) != (int(state["first"]) + step) % players:
        yield "another seat places now"
    if sum(buildings) != placed + (phase == s.SETUP_ROAD) or state["turn"] != state["actor"]:
        yield "the pieces on the board are not those of the setup"
    if phase == s.SETUP_ROAD and derived.bare_building(state, int(state["actor"])) is None:
        yield "no building waits for its road"


def _hand(state: Record, seat: int) -> int:
    return sum(_lanes(state["hand"][seat], 8)) + int(state["hidden"][seat])


def _offers(state: Record) -> Iterator[str]:
    phase, count = int(state["phase"]), int(state["offer_count"])
    if count > int(state["options"][o.TRADE_OFFERS]) or state["offers"][count:].any():
        yield "more offers than the turn has"
        return
    codes = [int(code) for code in (*state["offers"][:count], *state["answers"])]
    if any(code < 0 or code >= 1 << 48 for code in codes[:count]):
        yield "no such offer"
    if any(code < s.ACCEPTED or code >= 1 << 48 for code in codes[count:]):
        yield "no such answer"
    if (phase in (s.ANSWER, s.DEAL)) != bool(state["offer"]) or (
        state["offer"] and (count == 0 or state["offer"] != state["offers"][count - 1])
    ):
        yield "an offer is on the table while it is answered only"
    if not state["offer"] and state["answers"].any():
        yield "answers without an offer"
