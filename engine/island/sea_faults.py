"""What makes ships, islands, gold and fish of a state or view impossible, in words."""

from collections.abc import Iterator

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import EDGES, GRAPHS, HEXES
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.fault_words import edge_name, hex_name, phase_name, seat_names
from hinterland.engine.island.fish_tokens import TOKENS
from hinterland.engine.island.sea_named import RAIDS
from hinterland.engine.island.supplies import TOKEN_COUNTS
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS, seat_name

_FULL = 7


def sea_faults(state: Record) -> Iterator[str]:
    """What concerns ships, the pirate and islands beside the board itself."""
    graph, phase = int(state["graph"]), int(state["phase"])
    names = GRAPHS[graph].corner_names
    for corner, piece in enumerate(state["corner"].tobytes()):
        if 0 < piece >> 3 <= s.WALLED and not derived.land_at(state, corner):
            yield f"a building at sea, on {names[corner]}"
    turn, lifted = int(state["turn"]), int(state["lifted"])
    own = derived.members(state["ships"][turn])
    for edge in derived.members(state["built"][0]):
        if edge not in own:
            yield f"ships_built has {edge_name(state, edge)}: expected a ship of {seat_name(turn)}"
    if lifted != s.NOWHERE and not state["options"][o.SEAFARERS]:
        yield f"lifted is {edge_name(state, lifted)}: expected null without Seafarers"
    elif lifted != s.NOWHERE and lifted >= EDGES[graph]:
        yield f"lifted is {edge_name(state, lifted)}, beyond the board"
    if phase == s.LIFT and lifted == s.NOWHERE:
        yield "lifted is null in lift: expected the edge of the ship that is on the move"
    if phase != s.FINISHED:
        yield from _raid(state, phase)
    yield from _homes(state)


def _raid(state: Record, phase: int) -> Iterator[str]:
    raid, afloat = int(state["raid"]), state["pirate"] != s.OFF
    chase = raid <= (s.ROBBER_RAID | s.PIRATE_RAID) and int(state["cause"]) == s.CHASE_CAUSE
    given = f"raid is {RAIDS[raid] if raid < len(RAIDS) else raid} in {phase_name(state)}"
    if phase == s.ROB and not (raid == 0 or (raid == s.PIRATE_RAID and afloat)):
        yield f"{given}: expected {'pirate or null' if afloat else 'null'}"
    elif phase in (s.DISCARD, s.REVEAL, s.ROBBER):
        if raid and not chase:
            yield f"{given}: expected null, or chase as cause"
    elif phase != s.ROB and raid:
        yield f"{given}: expected null"
    harvest = phase in (s.GOLD_PICK, s.TOKEN, s.RETURN)
    first = int(state["players"]) if harvest else 0
    wrong = [seat for seat in range(first, 8) if int(state["unpaid"]) >> seat & 1]
    if wrong:
        yield f"unpaid has {seat_names(wrong)} in {phase_name(state)}: expected none of them"


def _homes(state: Record) -> Iterator[str]:
    graph, players = int(state["graph"]), int(state["players"])
    for seat in range(MAX_SEATS):
        homes = [int(h) for h in state["home"][seat]]
        known = [h for h in homes if h != s.NOWHERE]
        placed = _placed(state, seat) if seat < players and state["options"][o.SEAFARERS] else 0
        if homes[: len(known)] != known or len(known) != placed:
            found = f"{len(known)} {'hex' if len(known) == 1 else 'hexes'}"
            expected = f"{placed}, one for each starting piece"
            yield f"home of {seat_name(seat)} has {found}: expected {expected}"
            continue
        for h in known:
            if h >= HEXES[graph] or not derived.is_land(state, h):
                where = hex_name(state, h)
                yield f"home of {seat_name(seat)} has {where}: expected a land hex"


def _placed(state: Record, seat: int) -> int:
    """The starting pieces that a seat has placed."""
    return min(len(derived.buildings_of(state, seat)), 2)


def fish_faults(state: Record) -> Iterator[str]:
    """Tokens that do not add up, in hands, pool and discards."""
    players, view = int(state["players"]), int(state["viewer"]) != ALL
    lanes = {name: _lanes(int(state[name])) for name in ("unseen_fish", "spent_fish")}
    hands = np.array([_lanes(int(tokens)) for tokens in state["fish"]])
    total = TOKEN_COUNTS[int(state["graph"])] if state["options"][o.FISH] else [0] * 4
    hidden = int(hands[:, 3].sum())
    counts = lanes["unseen_fish"] + lanes["spent_fish"] + hands.sum(0)
    for value, n in enumerate(counts[:3].tolist(), 1):
        if n != int(total[value]):
            where = "in the hands, unseen and spent"
            yield f"{n} fish tokens of value {value} {where}: expected {int(total[value])}"
    for name in ("spent_fish", "unseen_fish"):
        if lanes[name][3]:
            yield f"{name} has {int(lanes[name][3])} tokens of unknown value"
    unseen = int(lanes["unseen_fish"].sum())
    if hidden > unseen:
        yield f"the seats hold {hidden} unknown fish tokens: expected at most {unseen}, the unseen"
    for seat in range(MAX_SEATS):
        who, held = seat_name(seat), int(hands[seat].sum())
        most = _FULL if seat < players else 0
        if held > most:
            yield f"{who} holds {held} fish tokens: expected at most {most}"
        own = not view or seat == int(state["viewer"])
        if own and hands[seat, 3]:
            yield f"{who} has {int(hands[seat, 3])} unknown fish tokens, and must know its own"
    boot = int(state["boot"])
    if not -1 <= boot < (players if state["options"][o.FISH] else 0):
        yield f"boot of fish is {seat_name(boot)}: expected a seat that plays with fish, or pool"
    yield from _due(state, int(lanes["unseen_fish"].sum()) - hidden)


def _lanes(tokens: int) -> np.ndarray:
    return np.array([(tokens >> (4 * lane)) & 15 for lane in range(len(TOKENS) - 1)])


def _due(state: Record, pool: int) -> Iterator[str]:
    """What the actor still gets."""
    phase, due = int(state["phase"]), int(state["due"])
    if phase == s.FINISHED:
        return
    counted = phase in (s.SETUP_GOLD, s.GOLD_PICK, s.TOKEN, s.RETURN)
    laid = (phase == s.FREE_ROAD and int(state["free"]) == 1) or (
        phase == s.REBUILD and state["options"][o.SEAFARERS]
    )
    where, who = phase_name(state), seat_name(int(state["actor"]))
    if counted != (due > 0) and not (laid and due == 1):
        expected = "1 or more" if counted else "0 or 1" if laid else "0"
        yield f"due is {due} in {where}: expected {expected}"
    held = sum(_lanes(int(state["fish"][int(state["actor"])])))
    boot = int(bool(state["options"][o.FISH]) and int(state["boot"]) < 0)
    if phase == s.TOKEN and held >= _FULL:
        yield f"{who} holds {held} fish tokens in {where}: expected fewer than {_FULL}"
    if phase == s.TOKEN and pool + boot < 1:
        yield f"no fish token is left for {who} in {where}: expected one in the pool"
    if phase == s.RETURN and held != _FULL:
        yield f"{who} holds {held} fish tokens in {where}: expected {_FULL}"
    resources = [(int(state["bank"]) >> (8 * kind)) & 255 for kind in range(5)]
    if phase in (s.SETUP_GOLD, s.GOLD_PICK) and sum(n > 0 for n in resources) < 2:
        kinds = ", ".join(kind for kind, n in zip(KINDS, resources, strict=False) if n)
        yield f"the bank has {kinds or 'no resource'} in {where}: expected a choice of 2 or more"
