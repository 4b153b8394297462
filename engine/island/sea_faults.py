"""What makes ships, islands, gold and fish of a state or view impossible, in words."""

from collections.abc import Iterator

import numpy as np

from hinterland.engine.island import derived
from hinterland.engine.island import options as o
from hinterland.engine.island import state as s
from hinterland.engine.island.board import EDGES, GRAPHS, HEXES
from hinterland.engine.island.fish_tokens import TOKENS
from hinterland.engine.island.supplies import TOKEN_COUNTS
from hinterland.engine.jit import Record
from hinterland.engine.seats import ALL, MAX_SEATS

_FULL = 7


def sea_faults(state: Record) -> Iterator[str]:
    """What concerns ships, the pirate and islands beside the board itself."""
    graph, phase = int(state["graph"]), int(state["phase"])
    names = GRAPHS[graph].corner_names
    for corner, piece in enumerate(state["corner"].tobytes()):
        if 0 < piece >> 3 <= s.WALLED and not derived.land_at(state, corner):
            yield f"a building at sea, on {names[corner]}"
    built = derived.members(state["built"][0])
    if not set(built) <= set(derived.members(state["ships"][int(state["turn"])])):
        yield "a ship was built in this turn that is not there"
    lifted = int(state["lifted"])
    if lifted != s.NOWHERE and (lifted >= EDGES[graph] or not state["options"][o.SEAFARERS]):
        yield "no such ship was taken up"
    if phase == s.LIFT and lifted == s.NOWHERE:
        yield "no ship is on the move"
    if phase != s.FINISHED:
        yield from _raid(state, phase)
    yield from _homes(state)


def _raid(state: Record, phase: int) -> Iterator[str]:
    raid, afloat = int(state["raid"]), state["pirate"] != s.OFF
    chase = raid <= (s.ROBBER_RAID | s.PIRATE_RAID) and int(state["cause"]) == s.CHASE_CAUSE
    if phase == s.ROB and not (raid == 0 or (raid == s.PIRATE_RAID and afloat)):
        yield "the pirate robs nobody"
    elif phase in (s.DISCARD, s.REVEAL, s.ROBBER):
        if raid and not chase:
            yield "robber and pirate are moved after a chase only"
    elif phase != s.ROB and raid:
        yield "robber and pirate are moved in their own phases only"
    harvest = phase in (s.GOLD_PICK, s.TOKEN, s.RETURN)
    if int(state["unpaid"]) >> (int(state["players"]) if harvest else 0):
        yield "who got no card is kept during the roll only"


def _homes(state: Record) -> Iterator[str]:
    graph, players = int(state["graph"]), int(state["players"])
    for seat in range(MAX_SEATS):
        homes = [int(h) for h in state["home"][seat]]
        known = [h for h in homes if h != s.NOWHERE]
        placed = _placed(state, seat) if seat < players and state["options"][o.SEAFARERS] else 0
        if homes[: len(known)] != known or len(known) != placed:
            yield "homes are not those of the starting pieces"
        elif any(h >= HEXES[graph] or not derived.is_land(state, h) for h in known):
            yield "a home is no land"


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
    if list(counts[:3]) != list(total[1:]) or lanes["spent_fish"][3] or lanes["unseen_fish"][3]:
        yield "the fish tokens do not add up"
    if hidden > int(lanes["unseen_fish"].sum()):
        yield "more fish tokens are hidden than are unseen"
    for seat in range(MAX_SEATS):
        if hands[seat].sum() > (_FULL if seat < players else 0):
            yield f"a seat holds more than {_FULL} fish tokens"
        own = not view or seat == int(state["viewer"])
        if own and hands[seat, 3]:
            yield "the viewer must know its own fish tokens"
    if not -1 <= int(state["boot"]) < (players if state["options"][o.FISH] else 0):
        yield "nobody has such a boot"
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
    if counted != (due > 0) and not (laid and due == 1):
        yield "picks or fish are due in their own phases only"
    held = sum(_lanes(int(state["fish"][int(state["actor"])])))
    boot = int(bool(state["options"][o.FISH]) and int(state["boot"]) < 0)
    if phase == s.TOKEN and (held >= _FULL or pool + boot < 1):
        yield "no fish token can be drawn"
    if phase == s.RETURN and held != _FULL:
        yield f"fish are swapped with {_FULL} tokens in hand"
    resources = [(int(state["bank"]) >> (8 * kind)) & 255 for kind in range(5)]
    if phase in (s.SETUP_GOLD, s.GOLD_PICK) and sum(n > 0 for n in resources) < 2:
        yield "there is no choice of a resource"
