"""What makes a state or view impossible, in words; nothing else may reach a kernel."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from hinterland.engine.errors import BadOption
from hinterland.engine.island import derived, knights_faults
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import CORNERS, GRAPHS, LARGE, LARGE_SEA, SMALL, SMALL_SEA
from hinterland.engine.island.cards import RESOURCES
from hinterland.engine.island.choice_faults import choice_faults
from hinterland.engine.island.coast_faults import ground_faults, harbor_faults, terrain_faults
from hinterland.engine.island.derived import lanes
from hinterland.engine.island.layout import layout_faults
from hinterland.engine.island.route_faults import meeting_faults, network_faults, route_faults
from hinterland.engine.island.sea_faults import fish_faults, sea_faults
from hinterland.engine.island.supplies import CHIT_COUNTS, DEVELOPMENT_COUNTS
from hinterland.engine.island.title_faults import title_faults
from hinterland.engine.island.trade_faults import offer_faults
from hinterland.engine.island.turn_faults import SETUP, turn_faults
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
    "taken", "reach", "crowded", "settlements", "cities", "sideways", "knights", "islands",
    "road_length", "flips",
)  # fmt: skip


def faults(state: Record) -> list[str]:
    """Everything that makes a state or view impossible; empty when it is sound."""
    found = list(_header(state))
    if found:
        return found
    checks = (
        _board, _pieces, sea_faults, _cards, _development, knights_faults.cards, fish_faults,
        _lock, meeting_faults, title_faults, turn_faults, _phase, offer_faults, knights_faults.turn,
        choice_faults,
    )  # fmt: skip
    for check in checks:
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
    boards = (SMALL_SEA, LARGE_SEA) if state["options"][o.SEAFARERS] else (SMALL, LARGE)
    if int(state["graph"]) != boards[players > 4]:
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
    yield from terrain_faults(state)
    graph = int(state["graph"])
    chits = np.bincount(state["chit"], minlength=13)
    if list(chits[1:]) != list(CHIT_COUNTS[graph][1:]):
        yield f"chits of each number: {chits[2:]}, expected {CHIT_COUNTS[graph][2:]}"
    yield from harbor_faults(state)
    yield from ground_faults(state)


def _pieces(state: Record) -> Iterator[str]:
    graph, players = int(state["graph"]), int(state["players"])
    wrong = list(route_faults(state))
    if wrong:
        yield from wrong
        return
    corners = int(CORNERS[graph])
    for corner, piece in enumerate(state["corner"].tobytes()):
        good = 1 <= piece & 7 <= players and piece >> 3 in _PIECES
        if piece and (not good or corner >= corners):
            yield "a piece that is none, or beyond the board"
            return
    for seat in range(players):
        for piece, most in ((s.SETTLEMENT, 5), (s.CITY, 4)):
            if derived.count_of(state, seat, piece) > most:
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
        if again[name].tobytes() != state[name].tobytes():
            yield f"{name} does not follow from the pieces on the board"
    if derived.too_close(state):
        yield "two buildings on neighbouring corners"
    yield from network_faults(state)


def _lock(state: Record) -> Iterator[str]:
    """Robber and pirate are where they started until something may move them."""
    knights = derived.with_knights(state)
    if int(state["turns"]) > 0 and not (knights and not state["attacked"]):
        return
    names = GRAPHS[int(state["graph"])].hex_names
    deserts = [h for h in range(len(names)) if int(state["terrain"][h]) == s.DESERT]
    until = "the first attack of the barbarians" if knights else "the first turn"
    if int(state["robber"]) not in (deserts or [s.OFF]):
        expected = " or ".join(names[h] for h in deserts) or "it off the board"
        yield f"the robber has moved before {until}: expected {expected}"
    if int(state["pirate"]) != s.OFF:
        yield f"the pirate has moved before {until}: expected it off the board"


def _cards(state: Record) -> Iterator[str]:
    players, view = int(state["players"]), int(state["viewer"]) != ALL
    known = np.array([lanes(state["hand"][seat]) for seat in range(MAX_SEATS)])
    loose = np.array(derived.supply(state)) - known.sum(0) - lanes(state["bank"])
    if (loose < 0).any() or int(loose.sum()) != int(state["hidden"].astype(int).sum()):
        yield "the cards in the hands and the bank do not add up"
    for seat in range(players):
        own = not view or seat == int(state["viewer"])
        if own and (state["hidden"][seat] or state["pending_hidden"][seat]):
            yield "the viewer must know its own cards"
        held = int(known[seat].sum()) + int(state["hidden"][seat])
        pending = lanes(state["pending"][seat])
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
    held = np.array([lanes(state["development"][seat]) for seat in range(MAX_SEATS)])
    unseen = np.array(lanes(state["unseen"]))
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
    bought = np.array(lanes(state["bought"]))
    turn = int(state["turn"])
    if (bought > held[turn]).any() or state["bought_hidden"] > state["development_hidden"][turn]:
        yield "more development cards were bought than are held"
    if int(state["shown"]) >> players:
        yield "victory cards shown by a seat that does not play"


def _phase(state: Record) -> Iterator[str]:
    """What is under way fits the phase; a game that is over may end in the middle of anything."""
    players, phase = int(state["players"]), int(state["phase"])
    if int(state["queue"]) >> players or int(state["winners"]) >> players:
        yield "a seat in the queue, or a winner, that does not play"
    early = phase in SETUP
    if (early or phase == s.TOKEN) and int(state["turns"]) == 0:
        pass
    elif early or int(state["turns"]) == 0:
        yield "turns are counted after the setup"
    if int(state["played"]) > 1 or int(state["free"]) > 2:
        yield "no such turn"
    if int(state["resume"]) not in knights_faults.RESUMES:
        yield "no such phase to go on with"
    if phase == s.FINISHED:
        return
    if not derived.with_knights(state) and (phase == s.STEAL) != (int(state["victim"]) >= 0):
        yield "a victim belongs to a theft"
    if phase == s.STEAL and (
        int(state["victim"]) == int(state["actor"])
        or not derived.cards_held(state, int(state["victim"]))
    ):
        yield "nothing can be stolen from the victim"
    if (phase == s.LEVY) != (int(state["asked"]) < s.NO_KIND) or int(state["asked"]) > s.NO_KIND:
        yield "a kind is asked for by a monopoly only"
    if not derived.with_knights(state) and RESOURCES <= int(state["asked"]) < s.NO_KIND:
        yield "a kind is asked for that is not in the game"
    if (phase == s.DISCARD) != bool(state["owed"].any()):
        yield "cards are owed in a discard only"
    if phase == s.DISCARD and not int(state["owed"][int(state["actor"])]):
        yield "the seat that discards owes nothing"
    if phase == s.BUY and not int(state["deck"]):
        yield "the deck is empty"
    yield from _setup(state)


def _setup(state: Record) -> Iterator[str]:
    """In the setup the pieces on the board say who places what."""
    phase, players = int(state["phase"]), int(state["players"])
    buildings = [
        derived.count_of(state, seat, s.SETTLEMENT) + derived.count_of(state, seat, s.CITY)
        for seat in range(players)
    ]
    roads = [
        len(derived.members(state["roads"][seat]) + derived.members(state["ships"][seat]))
        for seat in range(players)
    ]
    if int(state["turns"]) > 0:
        diplomats = derived.with_knights(state)  # they may have cleared every road
        if min(buildings) < 2 or (min(roads) + (phase == s.LIFT) < 2 and not diplomats):
            yield "a seat without its two starting pieces and roads"
        return
    placed = sum(roads)
    if placed >= 2 * players or int(state["turn"]) != derived.setup_seat(state):
        yield "another seat places now"
    waits = phase != s.SETUP_PIECE
    if sum(buildings) != placed + waits or state["turn"] != state["actor"]:
        yield "the pieces on the board are not those of the setup"
    if waits and derived.bare_building(state, int(state["actor"])) is None:
        yield "no building waits for its road"
