"""Self-play data: what bots knew before their moves, what they thought, and how it ended.

The journal has all of it: games are played again for the views. A row is one move that a bot
chose. Whole deal groups are in one split or the other, so that no deal is in both.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np

from hinterland.engine.game import Game
from hinterland.engine.registry import load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, parse_mover
from hinterland.tournaments.record import GameRecord, Thought
from hinterland.tournaments.replay import positions

HELD_OUT: Final = 5
"""One deal group in so many is held out."""

Arrays = dict[str, np.ndarray[Any, Any]]


class PositionRows:
    """Rows of one split, taken from one game after the other.

    `arrays`, with one entry a row unless said otherwise: `view`, `memory` (the game's records:
    what the mover's seat knew), `group`, `rotation`, `seat`, `move` (the code that was played),
    `outcome` and `value` (rows, seats): the returns, and what the search expected, NaN where it
    was not searched. `first` (rows + 1): the moves searched for row i are those of `moves` and
    `shares` (of the visits) from first[i] on to first[i + 1].

    Of a game one move in `every` is taken, not the same ones in each.
    """

    def __init__(self, every: int = 1) -> None:
        self._every = every
        self._views: list[np.ndarray[Any, Any]] = []
        self._memories: list[np.ndarray[Any, Any]] = []
        self._numbers: list[tuple[int, int, int, int]] = []
        self._outcomes: list[tuple[float, ...]] = []
        self._values: list[tuple[float, ...]] = []
        self._first = [0]
        self._moves: list[int] = []
        self._shares: list[float] = []

    def add(self, record: GameRecord) -> None:
        """The rows of one game."""
        game = load(record.game)
        gone = {fault.seat: fault.move for fault in reversed(record.faults)}
        thoughts = [iter(seat) for seat in record.thoughts]
        chosen = record.group + record.rotation
        for number, (table, line) in enumerate(zip(positions(record), record.moves, strict=False)):
            mover, _, token = line.partition(" ")
            seat = parse_mover(mover, len(record.seats))
            if seat == CHANCE or number >= gone.get(seat, len(record.moves)):
                continue
            thought = next(thoughts[seat], None) if thoughts else None
            chosen += 1
            if chosen % self._every != 0:
                continue
            knowledge = table.knowledge(seat)
            self._views.append(np.asarray(knowledge.view))
            self._memories.append(np.asarray(knowledge.memory))
            move = game.notation.parse(token)
            self._numbers.append((record.group, record.rotation, seat, move))
            self._outcomes.append(record.returns)
            self._add_thought(thought, len(record.seats))

    def _add_thought(self, thought: Thought | None, seats: int) -> None:
        if thought is None:
            self._values.append((np.nan,) * seats)
        else:
            self._values.append(thought.values)
            total = sum(thought.visits) or 1
            self._moves += thought.moves
            self._shares += [visits / total for visits in thought.visits]
        self._first.append(len(self._moves))

    def arrays(self, game: Game, seats: int) -> Arrays:
        rows = len(self._views)
        numbers = np.array(self._numbers, np.int64).reshape(rows, 4)
        return {
            "view": _stacked(self._views, game.state_dtype),
            "memory": _stacked(self._memories, game.memory_dtype),
            "group": numbers[:, 0],
            "rotation": numbers[:, 1],
            "seat": numbers[:, 2],
            "move": numbers[:, 3],
            "outcome": np.array(self._outcomes, np.float64).reshape(rows, seats),
            "value": np.array(self._values, np.float64).reshape(rows, seats),
            "first": np.array(self._first, np.int64),
            "moves": np.array(self._moves, np.int64),
            "shares": np.array(self._shares, np.float64),
        }


def split_positions(records: Iterable[GameRecord], seed: int, every: int = 1) -> dict[str, Arrays]:
    """The arrays of `train` and `held-out`, one move in `every`; no file where there is no game."""
    splits = {"train": PositionRows(every), "held-out": PositionRows(every)}
    last: GameRecord | None = None
    for record in records:
        splits[split_of(seed, record.group)].add(record)
        last = record
    if last is None:
        return {}
    game, seats = load(last.game), len(last.seats)
    return {name: rows.arrays(game, seats) for name, rows in splits.items()}


def split_of(seed: int, group: int) -> str:
    """The split that all games of a deal group belong to."""
    drawn = draw_bounded(stream("split", seed, group), HELD_OUT)
    return "train" if drawn else "held-out"


def _stacked(rows: list[np.ndarray[Any, Any]], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    return np.concatenate([row.view(np.ndarray) for row in rows]) if rows else np.zeros(0, dtype)


def row_moves(arrays: Arrays) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """For each row the moves that were searched, and their shares of the visits."""
    for start, end in pairwise(arrays["first"]):
        yield arrays["moves"][start:end], arrays["shares"][start:end]
