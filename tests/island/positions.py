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

FISH_LAYOUT: Final = (
    LAYOUT.replace("c3=forest:11", "c3=lake")
    .replace("b4=desert", "b4=forest:11")
    .replace(
        " robber=b4", " fish:a1ne=4 fish:b4se=5 fish:c5s=6 fish:d1s=8 fish:e1se=9 fish:a1sw=10"
    )
)
"""The same board with a lake in the middle and the official fishing grounds."""

SEA_LAYOUT: Final = (
    "a1=hills:8 a2=sea a3=sea a4=fields:3 b1=desert b2=sea b3=pasture:8 b4=sea b5=pasture:11 "
    "c1=mountains:6 c2=pasture:12 c3=forest:4 c4=gold:11 c5=sea c6=sea d1=sea d2=sea d3=sea "
    "d4=fields:9 d5=fields:5 d6=sea d7=mountains:2 e1=hills:10 e2=forest:4 e3=sea e4=gold:4 "
    "e5=sea e6=pasture:9 f1=sea f2=forest:10 f3=forest:6 f4=sea f5=hills:3 g1=sea "
    "g2=mountains:10 g3=sea g4=fields:5 harbor:a3ne-a4n=ore harbor:b1sw-b1nw=any "
    "harbor:b4s-c4se=any harbor:c2se-c3s=brick harbor:d5s-e4se=grain harbor:d7ne-d7se=wool "
    "harbor:e2se-e3s=lumber harbor:g2se-g2s=any harbor:g3se-g4s=any robber=b1 first=p1"
)
"""One large island in the west and the middle; a4 b5, and d7 e6 f5 g4, are islands in the east."""

SEA_FISH_LAYOUT: Final = (
    "a1=hills:8 a2=sea a3=sea a4=fields:3 b1=sea b2=forest:4 b3=pasture:8 b4=sea b5=sea "
    "c1=mountains:6 c2=pasture:12 c3=lake c4=gold:11 c5=sea c6=sea d1=sea d2=sea d3=pasture:11 "
    "d4=fields:9 d5=fields:5 d6=sea d7=mountains:2 e1=hills:10 e2=forest:4 e3=sea e4=gold:4 "
    "e5=sea e6=pasture:9 f1=sea f2=forest:10 f3=forest:6 f4=sea f5=hills:3 g1=sea "
    "g2=mountains:10 g3=sea g4=fields:5 harbor:a3ne-a4n=ore harbor:b1sw-c1nw=any "
    "harbor:b4s-c4se=any harbor:c2s-d2se=brick harbor:d5s-e4se=grain harbor:d7ne-d7se=wool "
    "harbor:e2se-e3s=lumber harbor:g2se-g2s=any harbor:g3se-g4s=any "
    "fish:a1n=4 fish:b3se=5 fish:c1s=6 fish:d7s=8 fish:e1sw=9 fish:g4se=10 first=p1"
)
"""A sea map with fish, on which the same starting pieces fit."""

SEA_PIECES: Final = (
    {"settlements": ["c5s", "a1n"], "roads": ["a1nw"], "ships": ["c5se"]},
    {"settlements": ["c1nw", "e4se"], "roads": ["c1w", "e4se"]},
    {"settlements": ["e1sw", "g2s"], "roads": ["e1w", "g2se"]},
    {"settlements": ["a2se", "f3s"], "roads": ["a3sw", "f3sw"]},
)
"""The starting pieces on that map, all on the large island; a ship of p1's goes east from c5s."""

RING: Final = ("b3sw", "c3e", "c3se", "c3sw", "c2e", "b2se")
"""The edges around c3, in order; between them lie the corners b3s c3se c3s c2se b2s b2se."""

Seat = Mapping[str, Any]


def position(*seats: Seat, options: Mapping[str, str] | None = None, **fields: Any) -> States:
    """A state in p1's action phase; each of `seats` is added to what the seat has in PIECES.

    It is the fifth turn, or the next one after that of the seat whose `turn` it is.

    With fish or Seafarers by option, on the board and with the pieces for them.
    """
    chosen = {"preset": "base", "players": "4", **(options or {})}
    sea, fish = (chosen.get(name) == "yes" for name in ("seafarers", "fish"))
    pieces: Sequence[Seat] = SEA_PIECES if sea else PIECES
    placed = [_join(pieces[i], seats[i] if i < len(seats) else {}) for i in range(4)]
    bank = {
        kind: 19 - sum(seat.get("hand", {}).get(kind, 0) for seat in placed) for kind in KINDS[:5]
    }
    data = {
        "layout": SEA_FISH_LAYOUT
        if sea and fish
        else SEA_LAYOUT
        if sea
        else FISH_LAYOUT
        if fish
        else LAYOUT,
        **({"fish": _shoal(placed, fields.pop("discards", {}))} if fish else {}),
        "harbor_pool": {},
        "phase": "action",
        "turn": "p1",
        "actor": "p1",
        "turn_number": 4 + int(fields.get("turn", "p1").removeprefix("p")),
        "dice": [1, 1, None],
        "bank": bank,
        "seats": placed,
        **fields,
    }
    return decode_state(GAME, GAME.option_values(chosen), orjson.dumps(data).decode())


def _shoal(seats: Sequence[Seat], discards: Mapping[str, int]) -> dict[str, Any]:
    """The pool of tokens without those that the seats hold and those spent."""
    pool = {"1": 11, "2": 10, "3": 8}
    for tokens in (discards, *(seat.get("fish", {}) for seat in seats)):
        pool = {value: n - tokens.get(value, 0) for value, n in pool.items()}
    return {"pool": pool, "discards": discards, "boot": "pool"}


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


def face_down(*harbors: str) -> str:
    """The layout with some harbors turned over."""
    words = [
        f"{word.partition('=')[0]}=?" if word.startswith(harbors) else word
        for word in LAYOUT.split()
    ]
    return " ".join(words)
