"""A game as a record: one JSON object with all that is needed to go on with it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

import orjson

from hinterland import __version__
from hinterland.engine.errors import BadArgument, HinterlandError
from hinterland.engine.game import Game
from hinterland.engine.seats import ALL, OVER, parse_mover, parse_seat, seat_name
from hinterland.protocol.clocks import Clock, Clocks, TimeControl
from hinterland.protocol.full_position import FullPosition
from hinterland.protocol.outside import Load
from hinterland.protocol.position import Position
from hinterland.protocol.seat_position import SeatPosition

FORMAT: Final = "hinterland-record/1"


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
        "first": origin.first,
        "events": [f"{seat_name(e.mover)} {game.notation.format(e.move)}" for e in events],
        "clocks": _clock_data(clocks, position.players),
        "result": _result(position),
    }
    return orjson.dumps(data).decode()


def read_record(text: str, load: Load) -> tuple[Position, Clocks]:
    """The position and the clocks that a record leads to; `BadArgument` says what is wrong."""
    try:
        data = orjson.loads(text)
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadArgument(f"not a record: expected format {FORMAT}")
        game = load(str(data["game"]))
        if data["version"] != game.version:
            raise BadArgument(
                f"a record of {game.name}/{data['version']}: expected {game.name}/{game.version}"
            )
        position = _origin(game, data)
        _replay(position, data["events"])
        if data["result"] != _result(position):
            raise BadArgument(f"result {data['result']}: the events lead to {_result(position)}")
        return position, _read_clocks(data["clocks"], position.players)
    except HinterlandError as error:
        raise BadArgument(f"record: {error}") from None
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadArgument(f"record: cannot read it: {type(error).__name__}: {error}") from None


def _source(position: Position) -> dict[str, int]:
    assert isinstance(position, FullPosition)
    return {"seed": position.seed, "deals": position.deal}


def _result(position: Position) -> list[float] | None:
    if position.origin.held is None or position.mover != OVER:
        return None
    return position.returns()


def _origin(game: Game, data: Mapping[str, Any]) -> Position:
    """The position at the beginning of the record's events."""
    options = game.option_values(dict(data["options"]))
    deal, seat = data["deal"], data["seat"]
    position: Position
    if seat is None:
        position = FullPosition(game, options, _count(data["seed"]), _count(data["deals"]))
        position.set_state(str(deal))
    else:
        index = parse_seat(str(seat), options[0])
        position = SeatPosition(game, options, index)
        if deal is not None:
            position.set_view(index, str(deal))
    first = data["first"]
    position.renumber(_count(data["ticks"]), None if first is None else _count(first))
    return position


def _replay(position: Position, events: list[str]) -> None:
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


def _read_clocks(data: Mapping[str, Any], players: int) -> Clocks:
    control = TimeControl.parse_data(data)
    clocks = Clocks(control)
    for name, clock in data["left"].items():
        seat = parse_seat(name, players)
        clocks = clocks.with_clock(seat, Clock(float(clock["left"]), _count(clock["periods"])))
    return clocks


def _count(value: object) -> int:
    """A number that JSON may hold and a session may count with; `BadArgument` otherwise."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        return value
    raise BadArgument(f"{value!r}: expected a number 0..{2**63 - 1}")
