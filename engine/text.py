"""States and views as text: `kuhn/1:<base64url>`, versioned and checksummed, or JSON.

The bytes are the record, then for a view the memory, then the CRC-32 of all that stands before;
of record and memory, which are mostly zeros, a run of 1 to 255 zeros is written as a zero and its
length. JSON names its game in the field `game`. Loading validates everything: no text can put a
game in an impossible position.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
import orjson

from hinterland.engine.errors import BadState, NoWorld
from hinterland.engine.game import Game, Knowledge, States, is_view
from hinterland.engine.jit import record_array
from hinterland.engine.json_fields import read_choice
from hinterland.engine.rng import stream
from hinterland.engine.seats import ALL, PUBLIC, seat_name

_CHECKSUM_BYTES: Final = 4
_ZEROS: Final = re.compile(rb"\0{1,255}")
_RUN: Final = re.compile(rb"\0(.?)", re.DOTALL)
_IDLE: Final = ("spare", "unused")
"""How the names of fields begin that are zero at rest: they fill a record up, or are worked in."""

_GAME: Final = "game"
"""The field of JSON with the game's name; one that is left out is taken for the right one."""


def encode_state(game: Game, state: States) -> str:
    """The text of a whole state, an array of shape (1,)."""
    return _encode(game, state.tobytes())


def encode_knowledge(game: Game, knowledge: Knowledge) -> str:
    """The text of what a seat knows: its view and its memory."""
    return _encode(game, knowledge.tobytes())


def state_json(game: Game, state: States) -> dict[str, Any]:
    """A whole state with names, ready to be written as JSON."""
    return {_GAME: game.name, **game.notation.to_json(state[0], None)}


def knowledge_json(game: Game, knowledge: Knowledge) -> dict[str, Any]:
    """What a seat knows with names, ready to be written as JSON."""
    named = game.notation.to_json(knowledge.view[0], knowledge.memory[0])
    return {_GAME: game.name, **named}


def decode_state(game: Game, options: tuple[int, ...], text: str) -> States:
    """The state written as `text` or JSON; `BadState` says what is wrong with it."""
    if text.lstrip().startswith("{"):
        state, memory = game.deal(options, stream("blank")), game.new_memories()
        _fill(game, text, state, memory, _fields(game, options, ALL))
    else:
        state = _record(_decode(game, text, game.state_dtype.itemsize), game.state_dtype)
    _check(game, options, state)
    if is_view(state):
        raise BadState(f"this is a view of {seat_name(int(state[0]['viewer']))}, not a state")
    return state


def decode_knowledge(game: Game, options: tuple[int, ...], seat: int, text: str) -> Knowledge:
    """What `seat` knows, from the text or JSON of its view; `BadState` says what is wrong."""
    if text.lstrip().startswith("{"):
        knowledge = game.mask(game.deal(options, stream("blank")), seat)
        known = _fields(game, options, seat)
        _fill(game, text, knowledge.view, knowledge.memory, known)
    else:
        size = game.state_dtype.itemsize
        body = _decode(game, text, size + game.memory_dtype.itemsize)
        knowledge = Knowledge(
            _record(body[:size], game.state_dtype), _record(body[size:], game.memory_dtype)
        )
    _check(game, options, knowledge.view)
    if knowledge.seat != seat:
        raise BadState(f"this is a view of {seat_name(knowledge.seat)}, not {seat_name(seat)}")
    try:
        game.determinise(knowledge, stream("check"))
    except NoWorld as error:
        raise BadState(str(error)) from None
    return knowledge


def _encode(game: Game, body: bytes) -> str:
    head = _head(game)
    return f"{head}{_base64url(shortened(body) + _checksum(head, body))}"


def _head(game: Game) -> str:
    return f"{game.name}/{game.version}:"


def _checksum(head: str, body: bytes) -> bytes:
    return zlib.crc32(head.encode() + body).to_bytes(_CHECKSUM_BYTES, "little")


def shortened(body: bytes) -> bytes:
    """The bytes with their zeros counted, of which `lengthened` makes them again."""
    return _ZEROS.sub(lambda run: bytes((0, len(run[0]))), body)


def lengthened(coded: bytes, size: int) -> bytes:
    """The `size` bytes of which `coded` is the short form; `BadState` where it is not."""
    # No short form is longer than this, so that no text can ask for much memory.
    body = _RUN.sub(_zeros, coded) if len(coded) <= 2 * size else coded
    if len(body) != size:
        raise BadState(f"text holds {len(body)} bytes: expected {size}")
    if shortened(body) != coded:
        raise BadState("text is not as it is written here: its zeros differ")
    return body


def _zeros(run: re.Match[bytes]) -> bytes:
    return bytes(int.from_bytes(run[1], "little"))


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decode(game: Game, text: str, size: int) -> bytes:
    name, _, payload = text.strip().partition(":")
    head = _head(game)
    if f"{name}:" != head:
        raise BadState(f"text starts with {name[:40]!r}: expected {head}")
    try:
        padded = payload.encode("ascii") + b"=" * (-len(payload) % 4)
        checked = base64.b64decode(padded, altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise BadState("text is not base64url") from None
    if _base64url(checked) != payload:
        raise BadState("text is not base64url as it is written here: its end differs")
    coded, checksum = checked[:-_CHECKSUM_BYTES], checked[-_CHECKSUM_BYTES:]
    body = lengthened(coded, size)
    if _checksum(head, body) != checksum:
        raise BadState("text is damaged: its checksum does not agree")
    return body


def _record(body: bytes, dtype: np.dtype[Any]) -> Any:
    """An array of shape (1,) with the fields of `body`; padding is zeroed.

    `BadState` where bytes are used that are idle.
    """
    array = record_array(1, dtype)
    raw = np.frombuffer(body, dtype)
    for name in dtype.names or ():
        if name.startswith(_IDLE) and raw[name].any():
            raise BadState(f"{name} holds {raw[name].tobytes().strip(bytes(1)).hex()}: expected 0")
        array[name] = raw[name]
    return array


@lru_cache(maxsize=64)
def _fields(game: Game, options: tuple[int, ...], seat: int) -> tuple[str, ...]:
    """The fields that the JSON of a seat's view has, or of a state for ALL."""
    state = game.deal(options, stream("blank"))
    if seat == ALL:
        return tuple(state_json(game, state))
    return tuple(knowledge_json(game, game.mask(state, seat)))


def _fill(game: Game, text: str, state: States, memory: Any, known: Collection[str]) -> None:
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadState(f"not JSON: {error}") from None
    if not isinstance(data, Mapping):
        raise BadState("JSON must be an object")
    for name, expected in ((_GAME, game.name), ("viewer", seat_name(int(state[0]["viewer"])))):
        read_choice(data.get(name, expected), name, {expected: None})
    unknown = sorted(set(data).difference(known))
    if unknown:
        raise BadState(f"unknown field {unknown[0]!r}: expected {', '.join(known)}")
    given = {name: value for name, value in data.items() if name != _GAME}
    try:
        game.notation.from_json(given, state[0], memory[0])
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise BadState(f"cannot read the JSON: {error}") from None


def _check(game: Game, options: tuple[int, ...], state: States) -> None:
    players, viewer = int(state[0]["players"]), int(state[0]["viewer"])
    if players not in game.options[0].values():
        raise BadState(f"{players} players: expected one of {list(game.options[0].values())}")
    if viewer not in (ALL, PUBLIC, *range(players)):
        raise BadState(f"viewer {viewer}: expected a seat, {PUBLIC} or {ALL}")
    _check_options(game, options, state)
    faults = game.notation.faults(state[0])
    if faults:
        raise BadState("; ".join(dict.fromkeys(faults)))


def _check_options(game: Game, options: tuple[int, ...], state: States) -> None:
    for field, expected in _option_values(game, options).items():
        found = state[0][field]
        if not np.array_equal(found, expected):
            raise BadState(f"{field} is {found}: this game was made with {expected}")


@lru_cache(maxsize=64)
def _option_values(game: Game, options: tuple[int, ...]) -> dict[str, Any]:
    """What the fields of the options hold in a game with these."""
    blank = game.deal(options, stream("blank"))
    return {field: blank[0][field].copy() for field in game.option_fields}
