"""Positions laid out by hand: the pieces of four seats on a fixed board, and what is added."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson

from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.island.cards import KINDS
from hinterland.engine.seats import CHANCE
from hinterland.engine.text import decode_state

LAYOUT: Final = (
    "a1=pasture:10 a2=hills:8 a3=mountains:3 b1=fields:9 b2=mountains:5 b3=fields:4 b4=desert "
    "c1=mountains:12 c2=pasture:6 c3=forest:11 c4=forest:9 c5=hills:6 d1=forest:11 d2=pasture:3 "
    "d3=fields:10 d4=forest:2 e1=pasture:4 e2=fields:8 e3=hills:5 harbor:a1n-a1nw=grain "
    "harbor:a2n-a2ne=wool harbor:a3se-b4ne=brick harbor:b1sw-b1nw=any harbor:c1s-d1sw=any "
    "harbor:c5ne-c5se=any harbor:d4se-d4s=any harbor:e1s-e1sw=lumber harbor:e2se-e2s=ore "
    "robber=b4 first=p1"
)

PIECES: Final = (
    {"settlements": ["a1n", "e3s"], "roads": ["a1nw", "e3se"]},
    {"settlements": ["a3n", "e1s"], "roads": ["a3nw", "e1se"]},
    {"settlements": ["b4se", "c1s"], "roads": ["b4e", "d1w"]},
    {"settlements": ["c5s", "b1nw"], "roads": ["c5se", "b1w"]},
)
"""Where each seat has its starting pieces, all on the coast; the middle of the board is empty."""

RING: Final = ("b3sw", "c3e", "c3se", "c3sw", "c2e", "b2se")
"""The edges around c3, in order; between them lie the corners b3s c3se c3s c2se b2s b2se."""

Seat = Mapping[str, Any]


def position(*seats: Seat, options: Mapping[str, str] | None = None, **fields: Any) -> States:
    """A state in p1's action phase; each of `seats` is added to what the seat has in PIECES."""
    chosen = {"preset": "base", "players": "4", **(options or {})}
    placed = [_join(PIECES[i], seats[i] if i < len(seats) else {}) for i in range(4)]
    bank = {
        kind: 19 - sum(seat.get("hand", {}).get(kind, 0) for seat in placed) for kind in KINDS[:5]
    }
    data = {
        "layout": LAYOUT,
        "harbor_pool": {},
        "phase": "action",
        "turn": "p1",
        "actor": "p1",
        "turn_number": 5,
        "dice": [1, 1, None],
        "bank": bank,
        "seats": placed,
        **fields,
    }
    return decode_state(GAME, GAME.option_values(chosen), orjson.dumps(data).decode())


def _join(base: Seat, more: Seat) -> dict[str, Any]:
    lists = {name: [*base[name], *more.get(name, [])] for name in base}
    upgraded = set(more.get("cities", []))
    lists["settlements"] = [place for place in lists["settlements"] if place not in upgraded]
    return {**more, **lists}


def play(state: States, *tokens: str) -> None:
    """Play the moves one after another; an illegal one raises `IllegalMove`."""
    for token in tokens:
        move = GAME.notation.parse(token)
        GAME.check_event(state, GAME.mover(state), move)
        if GAME.mover(state) != CHANCE:
            assert move in GAME.legal(state), f"{token} fits but is not listed"
        GAME.apply(state, move)
        assert GAME.notation.faults(state[0]) == []


def legal(state: States) -> list[str]:
    """The tokens of the legal moves."""
    return [GAME.notation.format(int(move)) for move in GAME.legal(state)]


def broken(state: States, token: str) -> str:
    """The rule that a move breaks; empty when it may be played."""
    code = GAME.fits(state, GAME.notation.parse(token))
    if code == 0:
        return ""
    assert GAME.notation.parse(token) not in GAME.legal(state)
    return GAME.notation.RULES_BROKEN[code]


def shown(state: States) -> dict[str, Any]:
    return GAME.notation.to_json(state[0], None)


def seat(state: States, number: int) -> dict[str, Any]:
    """What the JSON says of seat `number`, 1 for p1."""
    about: Sequence[dict[str, Any]] = shown(state)["seats"]
    return about[number - 1]


def observe(knowledge: Knowledge, *tokens: str) -> None:
    """Roll a seat's knowledge on by events that it can believe."""
    for token in tokens:
        event = GAME.notation.parse(token)
        assert GAME.fits(knowledge.view, event) == 0, f"{token} does not fit the view"
        GAME.observe(knowledge, event)
