"""Law 5. Round trips: moves, states and views through text and back; games from their record."""

import base64
import re
import string
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, Final

import orjson

from hinterland.engine.errors import BadState
from hinterland.engine.game import Game, States
from hinterland.engine.rng import Stream, stream
from hinterland.engine.seats import ALL, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.engine.text import decode_knowledge, decode_state, encode_knowledge, encode_state
from hinterland.tests.conformance.cases import LOOKS, Options, spread
from hinterland.tests.conformance.positions import (
    Position,
    all_positions,
    codes,
    looks,
    positions,
    possible_moves,
    random_game,
)

TOKEN: Final = re.compile(r"[!-~]+")
"""A move is one word of printable ASCII."""

MOST_DAMAGES: Final = 2000
"""Bits flipped in a text: all of a small game's, a spread of a large one's."""

_BASE64URL: Final = string.ascii_letters + string.digits + "-_="


def moves_are_written_and_read(game: Game, options: Options) -> None:
    """Every legal move and every event of it is a token that reads as the same code."""
    found: dict[int, Position] = {}
    for position in positions(game, options):
        for move in possible_moves(position):
            for code in (move, *position.seen(move)):
                found.setdefault(code, position)
    for code, position in found.items():
        token = game.notation.format(code)
        assert TOKEN.fullmatch(token), f"{position}: {code} is written {token!r}, no token"
        read = game.notation.parse(token)
        assert read == code, f"{position}: {code} is written {token!r}, which reads as {read}"


def other_codes_are_named(game: Game, options: Options) -> None:
    """Any code at all has a text, so that a refusal can name it."""
    for code in codes(()):
        text = game.notation.format(code)
        assert TOKEN.fullmatch(text), f"{game.name}: {code} is written {text!r}, no token"


def states_are_written_and_read(game: Game, options: Options) -> None:
    """A state as text reads as the same bytes, and as JSON as the same position."""
    for position in looks(game, options):
        state = position.state
        text = encode_state(game, state)
        read = decode_state(game, options, text)
        assert read.tobytes() == state.tobytes(), (
            f"{position}: {state[0]} is written {text}, which reads as {read[0]}"
        )
        named = game.notation.to_json(state[0], None)
        read = decode_state(game, options, _json(named))
        _check_position(position, state, read)
        again = game.notation.to_json(read[0], None)
        assert again == named, f"{position}: {named} reads as {again}"


def views_are_written_and_read(game: Game, options: Options) -> None:
    """What a viewer knows as text reads as the same bytes, and as JSON as the same knowledge."""
    for position in looks(game, options):
        for viewer, known in zip(position.viewers, position.known, strict=True):
            who = f"{position}: {seat_name(viewer)}'s"
            text = encode_knowledge(game, known)
            read = decode_knowledge(game, options, viewer, text)
            assert read.tobytes() == known.tobytes(), (
                f"{who} {known.view[0]} {known.memory[0]} is written {text}, "
                f"which reads as {read.view[0]} {read.memory[0]}"
            )
            named = game.notation.to_json(known.view[0], known.memory[0])
            read = decode_knowledge(game, options, viewer, _json(named))
            _check_position(position, known.view, read.view)
            again = game.notation.to_json(read.view[0], read.memory[0])
            recalled = named.keys() - game.notation.to_json(known.view[0], None).keys()
            for key in named:
                told, kept = named[key], again[key]
                if key in recalled:
                    told, kept = _unordered(told), _unordered(kept)
                assert told == kept, f"{who} {key} {named[key]} reads as {again[key]}"
            if game.enumerable:
                assert read.tobytes() == known.tobytes(), f"{who} {named} reads as other bytes"


def _unordered(data: Any) -> Any:
    """JSON of a memory, to be compared: what it keeps has no order."""
    if isinstance(data, Mapping):
        return {key: _unordered(value) for key, value in data.items()}
    if isinstance(data, list):
        return sorted((_unordered(value) for value in data), key=str)
    return round(data, 9) if isinstance(data, float) else data


def _check_position(position: Position, written: States, read: States) -> None:
    """JSON names things; where equal things lie in several places, it may read them otherwise.

    What is read must play the same; a small game has no such places.
    """
    game = position.game
    where = f"{position}: the JSON of {written[0]} reads as {read[0]}"
    if game.enumerable:
        assert read.tobytes() == written.tobytes(), where
    assert game.mover(read) == game.mover(written), where
    if position.mover == OVER:
        assert game.returns(read) == game.returns(written), where
    elif int(written[0]["viewer"]) in (ALL, position.mover):
        assert game.legal(read).tolist() == game.legal(written).tolist(), where


def boards_are_drawn(game: Game, options: Options) -> None:
    """Every state and view has a picture: lines of text with something on them."""
    for position in looks(game, options):
        for states in (position.state, *(knowledge.view for knowledge in position.known)):
            board = game.notation.board(states[0])
            lines = board.split("\n")
            assert board.strip(), f"{position}: {states[0]} has an empty board"
            assert all(line.isprintable() for line in lines), f"{position}: the board is {board!r}"


def damaged_texts_are_refused(game: Game, options: Options) -> None:
    """No flipped bit, cut end, other game, or state in a view's place is ever accepted."""
    found = looks(game, options)
    position = found[len(found) // 2]
    knowledge = position.known[0]
    state_text = encode_state(game, position.state)
    view_text = encode_knowledge(game, knowledge)
    for damaged in _damages(state_text, view_text):
        _check_refused(damaged, partial(decode_state, game, options))
    for damaged in _damages(view_text, state_text):
        _check_refused(damaged, partial(decode_knowledge, game, options, 0))
    for other in position.viewers[1:]:
        _check_refused(view_text, partial(decode_knowledge, game, options, other))


def _damages(text: str, other: str) -> Iterator[str]:
    head, _, payload = text.partition(":")
    raw = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    for bit in spread(range(8 * len(raw)), MOST_DAMAGES):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        yield f"{head}:{base64.urlsafe_b64encode(flipped).decode().rstrip('=')}"
    for place in spread(range(len(text)), MOST_DAMAGES // 8):
        yield from (_put(text, place, chr(ord(text[place]) ^ (1 << bit))) for bit in range(7))
    yield from (text[:length] for length in spread(range(len(text)), MOST_DAMAGES // 8))
    yield from (text[:-1] + last for last in _BASE64URL if last != text[-1])
    yield from (f"x{text}", f"{text}A", f"{text}AAAA", f"{text} {text}", f"{head}:{other}", other)


def _put(text: str, place: int, character: str) -> str:
    return text[:place] + character + text[place + 1 :]


def _check_refused(text: str, decode: Callable[[str], object]) -> None:
    try:
        decode(text)
    except BadState:
        return
    raise AssertionError(f"damaged text is accepted: {text!r}")


def records_replay(game: Game, options: Options) -> None:
    """A table dealt the same and played the same moves has the same bytes, move by move.

    Its views are those of the events alone, and going back to a snapshot brings all back.
    """
    for seed in range(2):
        record = list(random_game(game, options, seed))
        _replay(record, options, stream("random game", game.name, options, seed))
    if game.enumerable:
        by_moves = {position.moves: position for position in all_positions(game, options)}
        ends = [moves for moves, end in by_moves.items() if not possible_moves(end)]
        for moves in spread(ends, LOOKS):
            record = [by_moves[moves[:length]] for length in range(len(moves) + 1)]
            _replay(record, options, stream("deal"))


def _replay(record: list[Position], options: Options, rng: Stream) -> None:
    table = Table.deal(record[0].game, options, rng)
    dealt = table.snapshot()
    for before, after in pairwise(record):
        _check_same(table, before)
        events = table.play(before.mover, after.moves[-1])
        told = [log[-1] for log in after.events[:-1]]
        assert events == told, f"{after}: the table tells {events}, not {told}"
    _check_same(table, record[-1])
    table.restore(dealt)
    _check_same(table, record[0])


def _check_same(table: Table, position: Position) -> None:
    assert table.state.tobytes() == position.state.tobytes(), f"{position}: replayed otherwise"
    for seat, knowledge in enumerate(position.known[:-1]):
        assert table.knowledge(seat).tobytes() == knowledge.tobytes(), (
            f"{position}: the replayed table tells {seat_name(seat)} something else"
        )


def _json(data: Any) -> str:
    return orjson.dumps(data).decode()


CHECKS = (
    moves_are_written_and_read,
    other_codes_are_named,
    states_are_written_and_read,
    views_are_written_and_read,
    boards_are_drawn,
    damaged_texts_are_refused,
    records_replay,
)
