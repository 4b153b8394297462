"""What makes a state or view impossible, in words; nothing else may reach a kernel."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np

from hinterland.engine.errors import BadOption
from hinterland.engine.island import derived, knights_faults
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import (
    CORNER_NEXT,
    CORNERS,
    GRAPHS,
    LARGE,
    LARGE_SEA,
    SMALL,
    SMALL_SEA,
)
from hinterland.engine.island.card_faults import card_faults, development_faults
from hinterland.engine.island.cards import KINDS, RESOURCES
from hinterland.engine.island.choice_faults import choice_faults
from hinterland.engine.island.coast_faults import ground_faults, harbor_faults, terrain_faults
from hinterland.engine.island.fault_words import (
    corner_name,
    hex_name,
    phase_name,
    seat_names,
    seat_or_null,
)
from hinterland.engine.island.layout import layout_faults
from hinterland.engine.island.points import CITIES, SETTLEMENTS
from hinterland.engine.island.route_faults import meeting_faults, network_faults, route_faults
from hinterland.engine.island.sea_faults import fish_faults, sea_faults
from hinterland.engine.island.setup_faults import setup_faults
from hinterland.engine.island.supplies import CHIT_COUNTS
from hinterland.engine.island.title_faults import title_faults
from hinterland.engine.island.trade_faults import offer_faults
from hinterland.engine.island.turn_faults import SETUP, aside, turn_faults
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS, PUBLIC, seat_name

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


_BOARD: Final = (
    "players", "graph", "options", "terrain", "chit", "robber", "pirate",
    "harbor_first", "harbor_second", "harbor_type", "harbor_pool", "ground_corner", "ground_number",
)  # fmt: skip


def faults(state: Record) -> list[str]:
    """Everything that makes a state or view impossible; empty when it is sound."""
    found = list(_header(state))
    if found:
        return found
    checks = (
        _board, _pieces, sea_faults, card_faults, development_faults, knights_faults.cards,
        fish_faults, _lock, meeting_faults, _turns, title_faults, turn_faults, _phase, offer_faults,
        knights_faults.turn, choice_faults,
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
        yield f"board {int(state['graph'])}: expected {boards[players > 4]} for {players} players"
    values = [int(value) for value in state["options"]]
    if values[0] != players:
        yield f"option players is {values[0]}: expected {players}"
    if any(values[len(o.OPTIONS) :]):
        yield f"the options have values after the last one, {o.OPTIONS[-1].name}"
    yield from _option_faults(tuple(values))
    for name in ("actor", "turn", "first"):
        if not 0 <= int(state[name]) < players:
            yield f"{name} is {seat_name(int(state[name]))}: expected p1..p{players}"
    for name in ("phase", "resume"):
        if not 0 <= int(state[name]) < len(s.PHASES):
            yield f"{name} is number {int(state[name])}: expected 0..{len(s.PHASES) - 1}"
    for name in _SEAT_FIELDS:
        strangers = [seat for seat in range(players, MAX_SEATS) if state[name][seat].any()]
        if strangers:
            yield f"{name} of {seat_names(strangers)}: expected none beyond p{players}"


@lru_cache(maxsize=64)
def _option_faults(values: tuple[int, ...]) -> tuple[str, ...]:
    """What is wrong with the values of the options, or with several of them together."""
    given = list(zip(o.OPTIONS, values, strict=False))
    wrong = tuple(f"option {option.name} is {n}" for option, n in given if n not in option.values())
    if wrong:
        return wrong
    try:
        o.resolve({option.name: option.format(value) for option, value in given})
    except BadOption as error:
        return (str(error),)
    return ()


def _board(state: Record) -> tuple[str, ...]:
    board = np.zeros(1, state.dtype)
    for name in _BOARD:
        board[name] = state[name]
    return _board_faults(board.tobytes(), state.dtype)


@lru_cache(maxsize=16)  # the board of a game hardly changes
def _board_faults(body: bytes, dtype: Any) -> tuple[str, ...]:
    """What is wrong with the board in the record that the bytes are, which has nothing else."""
    return tuple(_faults_of_board(np.frombuffer(body, dtype)[0]))


def _faults_of_board(state: Record) -> Iterator[str]:
    yield from layout_faults(state)
    yield from terrain_faults(state)
    graph = int(state["graph"])
    chits, expected = Counter(state["chit"].tolist()), CHIT_COUNTS[graph].tolist()
    for number in sorted({*chits, *range(len(expected))} - {0}):
        most = expected[number] if number < len(expected) else 0
        if chits[number] != most:
            strange = [h for h, chit in enumerate(state["chit"].tolist()) if chit == number]
            where = f" on {', '.join(hex_name(state, h) for h in strange)}" if not most else ""
            yield f"{chits[number]} chits of {number}{where}: expected {most or 'none'}"
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
        if piece >> 3 in knights_faults.PROMOTED_BASIC:
            yield f"{corner_name(state, corner)} has {knights_faults.TOO_LOW}"
            return
        good = 1 <= piece & 7 <= players and piece >> 3 in _PIECES
        if piece and (not good or corner >= corners):
            yield f"{corner_name(state, corner)} has a piece of code {piece}, which is none"
            return
    for seat in range(players):
        for piece, word, most in (
            (s.SETTLEMENT, "settlements", SETTLEMENTS), (s.CITY, "cities", CITIES),
        ):  # fmt: skip
            count = derived.count_of(state, seat, piece)
            if count > most:
                yield f"{seat_name(seat)} has {count} {word}: expected at most {most}"
                return
    for name in ("longest_road", "largest_army", "harbormaster", "victim"):
        if not -1 <= int(state[name]) < players:
            yield f"{name} is {seat_name(int(state[name]))}: expected p1..p{players} or nobody"
            return
    yield from _follows(state)
    yield from knights_faults.pieces(state)


def _follows(state: Record) -> Iterator[str]:
    again = state.copy()
    derived.derive(again)
    for name in derived.FOLLOWING:
        if again[name].tobytes() != state[name].tobytes():
            yield f"{name} does not follow from the pieces on the board"
    if derived.too_close(state):
        yield from _neighbours(state)
    yield from network_faults(state)


def _neighbours(state: Record) -> Iterator[str]:
    """Buildings that stand next to one another, each pair once."""
    graph = int(state["graph"])
    for corner in range(int(CORNERS[graph])):
        for other in map(int, CORNER_NEXT[graph, corner]):
            both = derived.has_building(state, corner) and other > corner
            if both and derived.has_building(state, other):
                here, there = (
                    f"{seat_name(derived.owner(state, c))} on {corner_name(state, c)}"
                    for c in (corner, other)
                )
                yield f"buildings of {here} and of {there}: expected none on neighbouring corners"


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
    if int(state["phase"]) in (s.ROBBER, s.ROB):
        yield f"phase is {phase_name(state)} before {until}, until which no robber moves"


def _turns(state: Record) -> Iterator[str]:
    """Turns are counted after the setup."""
    phase, turns = int(state["phase"]), int(state["turns"])
    if phase in SETUP and turns > 0:
        yield f"turn_number is {turns} in {phase_name(state)}: expected 0"
    elif phase not in SETUP and turns == 0 and phase != s.TOKEN:
        yield f"turn_number is 0 in {phase_name(state)}: expected 1 or more after the setup"


def _phase(state: Record) -> Iterator[str]:
    """What is under way fits the phase; a game that is over may end in the middle of anything."""
    players, phase = int(state["players"]), int(state["phase"])
    for name in ("queue", "winners"):
        strangers = [seat for seat in range(players, 8) if int(state[name]) >> seat & 1]
        if strangers:
            yield f"{name} has {seat_names(strangers)}: expected p1..p{players}"
    if int(state["played"]) > 1 or int(state["free"]) > 2:
        yield f"played is {int(state['played'])}, free_roads {int(state['free'])}: at most 1 and 2"
    if int(state["resume"]) not in knights_faults.RESUMES:
        yield f"resume is {s.PHASES[int(state['resume'])]}, which nothing goes on with"
    if phase == s.FINISHED:
        return
    yield from _theft(state)
    yield from _monopoly(state)
    actor = int(state["actor"])
    owing = [seat for seat in range(players) if int(state["owed"][seat])]
    if phase != s.DISCARD and owing:
        yield f"{seat_names(owing)} owes cards in {phase_name(state)}: expected in discard only"
    if phase == s.REVEAL and not aside(state, actor):
        yield f"{seat_name(actor)} has set no cards aside in reveal: expected those it discards"
    if phase == s.DISCARD and actor not in owing:
        yield f"{seat_name(actor)} owes no cards in discard: expected the seat that discards to"
    if phase == s.BUY and not (derived.with_knights(state) or int(state["deck"])):
        yield "no development card is left in buy: expected one in the deck"
    yield from setup_faults(state)


def _theft(state: Record) -> Iterator[str]:
    """Whom a card is stolen from has one."""
    victim, stolen = int(state["victim"]), int(state["phase"]) == s.STEAL
    if not derived.with_knights(state) and stolen != (victim >= 0):
        expected = "whom the card is stolen from" if stolen else "null"
        yield f"victim is {seat_or_null(victim)} in {phase_name(state)}: expected {expected}"
    elif stolen and (
        victim in (s.NOBODY, int(state["actor"])) or not derived.cards_held(state, victim)
    ):
        yield f"victim is {seat_or_null(victim)} in steal: expected another seat with cards"


def _monopoly(state: Record) -> Iterator[str]:
    asked, levied = int(state["asked"]), int(state["phase"]) == s.LEVY
    kinds = len(KINDS) if derived.with_knights(state) else RESOURCES
    kind = KINDS[asked] if asked < len(KINDS) else "null" if asked == s.NO_KIND else str(asked)
    if levied != (asked < kinds) or kinds <= asked != s.NO_KIND:
        expected = f"one of {', '.join(KINDS[:kinds])}" if levied else "null"
        yield f"asked is {kind} in {phase_name(state)}: expected {expected}"
