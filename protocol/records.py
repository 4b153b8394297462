"""A game as a record: one JSON object with all that is needed to go on with it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Final

import orjson

from hinterland import __version__
from hinterland.engine.errors import BadArgument, HinterlandError
from hinterland.engine.game import Game
from hinterland.engine.seats import ALL, OVER, parse_mover, parse_seat, seat_name
from hinterland.protocol.clocks import LONGEST_MS, Clock, Clocks, TimeControl
from hinterland.protocol.errors import HiddenInformation
from hinterland.protocol.full_position import FullPosition
from hinterland.protocol.outside import Load
from hinterland.protocol.position import Position
from hinterland.protocol.record_fields import (
    member,
    read_count,
    read_object,
    read_text,
    read_texts,
    read_time,
    refuse_unknown,
)
from hinterland.protocol.seat_position import SeatPosition
from hinterland.protocol.session import MAX_SEED

FORMAT: Final = "hinterland-record/1"
_SOURCE: Final = ("seed", "deals")
"""Fields that only a game in full mode has."""

_FIELDS: Final = (
    "format", "engine", "game", "version", "options", "seat", "seats", *_SOURCE,
    "deal", "ticks", "first", "events", "clocks", "result",
)  # fmt: skip

MOST_COUNT: Final = 10**12
"""Deals, events and positions, more than a session comes to."""

MOST_LEFT_MS: Final = 1e15
"""On a clock, to which increments are added."""


def write_record(position: Position, clocks: Clocks, engine: str) -> str:
    """The game of a position, from where it was dealt or set."""
    game, origin = position.game, position.origin
    events = position.history(position.viewer)
    data = {
        "format": FORMAT,
        "engine": {"name": engine, "version": __version__},
        "game": game.base_name,
        "version": game.version,
        "options": game.option_texts(position.options),
        "seat": None if position.viewer == ALL else seat_name(position.viewer),
        "seats": [seat_name(seat) for seat in range(position.players)],
        **({} if position.viewer != ALL else _source(position)),
        "deal": position.origin_text(),
        "ticks": origin.ticks,
        "first": position.first_number,
        "events": [f"{seat_name(e.mover)} {game.notation.format(e.move)}" for e in events],
        "clocks": _clock_data(clocks, position.players),
        "result": _result(position),
    }
    return orjson.dumps(data).decode()


def read_record(text: str, load: Load, viewer: int = ALL) -> tuple[Position, Clocks]:
    """The position and the clocks that a record leads to; `BadArgument` says what is wrong.

    `viewer`: for whom it is read; `HiddenInformation` where that is a seat and the record not
    one of this seat.
    """
    data = _read_json(text)
    if viewer != ALL and data.get("seat") != seat_name(viewer):
        raise HiddenInformation(f"record: it is none of what {seat_name(viewer)} knows")
    try:
        refuse_unknown(data, _FIELDS)
        game = _game(data, load)
        position = _origin(game, data)
        _replay(position, read_texts("events", member(data, "events")))
        result = member(data, "result")
        if result != _result(position):
            raise BadArgument(f"result {result}: the events lead to {_result(position)}")
        return position, _read_clocks(member(data, "clocks"), position)
    except HinterlandError as error:
        raise BadArgument(f"record: {error}") from None


def _read_json(text: str) -> Mapping[str, Any]:
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise BadArgument("record: it is not JSON") from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadArgument(f"record: not a record: expected format {FORMAT}")
    return data


def _game(data: Mapping[str, Any], load: Load) -> Game:
    """The record's game, in the version that it has here."""
    parts = ("name", "version")
    engine = read_object("engine", member(data, "engine"), parts)
    for part in parts:
        read_text(f"engine {part}", member(engine, part, "engine "))
    game = load(read_text("game", member(data, "game")))
    version = read_count("version", member(data, "version"), MOST_COUNT)
    if version != game.version:
        raise BadArgument(f"a record of {game.name}/{version}: expected {game.name}/{game.version}")
    return game


def _source(position: Position) -> dict[str, int]:
    assert isinstance(position, FullPosition)
    return {"seed": position.seed, "deals": position.deal}


def _result(position: Position) -> list[float] | None:
    if position.origin.held is None or position.mover != OVER:
        return None
    return position.returns()


def _options(game: Game, data: Mapping[str, Any]) -> tuple[int, ...]:
    """The record's options, of which none may be left out, and its seats."""
    given = read_object("options", member(data, "options"))
    texts = {name: read_text(f"options {name}", value) for name, value in given.items()}
    options = game.option_values(texts)
    for name in game.option_texts(options):
        member(texts, name, "options ")
    seats = [seat_name(seat) for seat in range(options[0])]
    if member(data, "seats") != seats:
        raise BadArgument(f"seats: expected {', '.join(seats)}")
    return options


def _origin(game: Game, data: Mapping[str, Any]) -> Position:
    """The position at the beginning of the record's events."""
    options = _options(game, data)
    for field in ("deal", "seat", "first"):
        member(data, field)
    ticks = read_count("ticks", member(data, "ticks"), MOST_COUNT)
    if data["seat"] is None:
        position: Position = _full_origin(game, options, data, ticks)
    else:
        position = _seat_origin(game, options, data)
    first = data["first"]
    first = None if first is None else read_count("first", first, MOST_COUNT, minimum=1)
    position.renumber(ticks, first)
    return position


def _full_origin(
    game: Game, options: tuple[int, ...], data: Mapping[str, Any], ticks: int
) -> FullPosition:
    """Dealt from the seed, or set since: then there are ticks."""
    seed = read_count("seed", member(data, "seed"), MAX_SEED)
    deals = read_count("deals", member(data, "deals"), MOST_COUNT)
    position = FullPosition(game, options, seed, deals)
    dealt = position.origin_text()
    with _named("deal"):
        position.set_state(read_text("deal", data["deal"]))
    if ticks == 0 and position.origin_text() != dealt:
        raise BadArgument(f"deal: it is not the one of seed {seed}, and with 0 ticks none was set")
    return position


def _seat_origin(game: Game, options: tuple[int, ...], data: Mapping[str, Any]) -> SeatPosition:
    """What the seat saw first; nothing yet where there is no deal."""
    with _named("seat"):
        index = parse_seat(read_text("seat", data["seat"]), options[0])
    position = SeatPosition(game, options, index)
    if data["deal"] is not None:
        with _named("deal"):
            position.set_view(index, read_text("deal", data["deal"]))
    refuse_unknown(data, [name for name in _FIELDS if name not in _SOURCE])
    return position


def _replay(position: Position, events: Sequence[str]) -> None:
    for number, event in enumerate(events, start=1):
        mover, _, token = event.partition(" ")
        try:
            move = position.game.notation.parse(token)
            position.play(parse_mover(mover, position.players), move)
        except HinterlandError as error:
            raise BadArgument(f"event {number}, {event[:80]!r}: {error}") from None


def _clock_data(clocks: Clocks, players: int) -> dict[str, Any]:
    left = {seat_name(seat): asdict(clocks.of(seat)) for seat in range(players)}
    return {**asdict(clocks.control), "left": left if clocks.running else {}}


def _read_clocks(value: object, position: Position) -> Clocks:
    names = ("main", "extra", "periods")
    data = read_object("clocks", value, ("kind", *names, "left"))
    numbers = (
        read_count(f"clocks {name}", member(data, name, "clocks "), LONGEST_MS) for name in names
    )
    kind = read_text("clocks kind", member(data, "kind", "clocks "))
    with _named("clocks"):
        clocks = Clocks(TimeControl.of(kind, *numbers))
    left = read_object("clocks left", member(data, "left", "clocks "))
    seats = [seat_name(seat) for seat in range(position.players)] if clocks.running else []
    for name in left:
        if name not in seats:
            raise BadArgument(f"clocks left {name!r}: expected {', '.join(seats) or 'no seat'}")
    for seat, name in enumerate(seats):
        value = member(left, name, "clocks left ")
        clocks = clocks.with_clock(seat, _read_clock(f"clocks left {name}", value))
    return clocks


def _read_clock(where: str, value: object) -> Clock:
    data = read_object(where, value, ("left", "periods"))
    left = read_time(f"{where} left", member(data, "left", f"{where} "), MOST_LEFT_MS)
    periods = member(data, "periods", f"{where} ")
    return Clock(left, read_count(f"{where} periods", periods, LONGEST_MS))


@contextmanager
def _named(field: str) -> Iterator[None]:
    """Put the name of a field before what is wrong with it."""
    try:
        yield
    except HinterlandError as error:
        raise BadArgument(f"{field}: {error}") from None
