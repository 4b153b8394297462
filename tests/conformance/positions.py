"""Positions with all that led to them: every one of a small game, or those of random games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, TypeAlias

import numpy as np

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.jit import in_record, jit_enabled
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, PUBLIC
from hinterland.engine.table import Table
from hinterland.tests.conformance.cases import (
    LOOKS,
    RANDOM_LOOKS,
    RANDOM_POSITIONS,
    Options,
    spread,
)

Moves: TypeAlias = tuple[int, ...]

MOST_POSITIONS: Final = 300_000
"""A game that says it is enumerable has no more positions than this."""

SLACK: Final = 64
"""Room behind a game's declared most moves, to see whether `legal` writes more."""

UNTOUCHED: Final = -(2**62)


@dataclass(frozen=True)
class Position:
    """A history of a game and what each viewer knows; viewers are the seats, then PUBLIC.

    `known`: each viewer's knowledge, rolled on by events alone. `events`: what each saw.
    `chances`: for each viewer the unnormalised probability that this is the history, given what
    the viewer saw: chance moves count their probability, hidden choices of others are uniform
    over the labelled cards of one event, visible choices count 1.
    """

    game: Game
    moves: Moves
    state: States
    known: tuple[Knowledge, ...]
    events: tuple[Moves, ...]
    chances: tuple[float, ...]

    @cached_property
    def mover(self) -> int:
        return self.game.mover(self.state)

    @cached_property
    def viewers(self) -> tuple[int, ...]:
        return (*range(len(self.known) - 1), PUBLIC)

    def seen(self, move: int) -> tuple[int, ...]:
        """The event that each viewer sees of a move."""
        return tuple(self.game.redact(self.state, move, viewer) for viewer in self.viewers)

    def after(self, move: int, factors: tuple[float, ...] | None = None) -> "Position":
        """The position after one more move; `factors` are multiplied to `chances`."""
        events = self.seen(move)
        known = tuple(knowledge.copy() for knowledge in self.known)
        for knowledge, event in zip(known, events, strict=True):
            self.game.observe(knowledge, event)
        state = self.state.copy()
        self.game.apply(state, move)
        chances = self.chances if factors is None else _times(self.chances, factors)
        logs = tuple((*log, event) for log, event in zip(self.events, events, strict=True))
        return Position(self.game, (*self.moves, move), state, known, logs, chances)

    def table(self) -> Table:
        """A table at this position, every seat with what it has learnt on the way."""
        table = Table(self.game, self.state)
        for seat, knowledge in enumerate(self.known[:-1]):
            table.states[1 + seat] = knowledge.view[0]
            table.memories[seat] = knowledge.memory[0]
        return table

    def __str__(self) -> str:
        """For messages: the game and the moves from the deal."""
        tokens = " ".join(self.game.notation.format(move) for move in self.moves[-40:])
        return f"{self.game.name} after {len(self.moves)} moves [{tokens}]"


def start(game: Game, options: Options, rng: Stream) -> Position:
    """The position after the deal."""
    state = game.deal(options, rng)
    viewers = (*range(int(state[0]["players"])), PUBLIC)
    known = tuple(game.mask(state, viewer) for viewer in viewers)
    none: Moves = ()
    return Position(game, (), state, known, (none,) * len(viewers), (1.0,) * len(viewers))


def successors(position: Position) -> Iterator[Position]:
    """The positions after each legal move; chance must list its outcomes."""
    if position.mover == CHANCE:
        outcomes = position.game.odds(position.state)
        assert outcomes is not None, f"{position}: an enumerable game lists the odds of chance"
        for move, probability in outcomes:
            yield position.after(move, (probability,) * len(position.known))
        return
    moves = listed_moves(position.game, position.state)
    weights = [position.game.weight(position.state, move) for move in moves]
    seen = [position.seen(move) for move in moves]
    for move, weight, events in zip(moves, weights, seen, strict=True):
        factors = tuple(
            weight
            / sum(w for w, other in zip(weights, seen, strict=True) if other[viewer] == event)
            for viewer, event in enumerate(events)
        )
        yield position.after(move, factors)


@cache
def all_positions(game: Game, options: Options) -> tuple[Position, ...]:
    """Every position of an enumerable game, from the deal on."""
    found = [start(game, options, stream("deal"))]
    for position in found:
        if position.mover != OVER:
            check_length(position)
            found.extend(successors(position))
            assert len(found) <= MOST_POSITIONS, f"{game.name} has too many positions to list"
    return tuple(found)


def random_game(game: Game, options: Options, seed: int) -> Iterator[Position]:
    """The positions of one game played at random, from the deal to the end."""
    rng = stream("random game", game.name, options, seed)
    position = start(game, options, rng)
    while position.mover != OVER:
        yield position
        check_length(position)
        position = position.after(random_move(game, position.state, rng))
    yield position


def random_move(game: Game, state: States, rng: Stream) -> int:
    """A move of chance by its odds, or one of the seat's legal moves, each as likely."""
    if game.mover(state) == CHANCE:
        return game.sample(state, rng)
    moves = listed_moves(game, state)
    return moves[draw_bounded(rng, len(moves))]


def listed_moves(game: Game, state: States) -> list[int]:
    """The legal moves; none where chance does not list them.

    They must be in order, and `legal` may write no more than the game declares.
    """
    buffer = np.full(game.max_moves + SLACK, UNTOUCHED, np.int64)
    declared = game.max_moves if jit_enabled() else len(buffer)  # compiled, none is checked
    count = int(game.entries.legal_at(state, 0, in_record(buffer[:declared])))
    if game.mover(state) == CHANCE and count == -1:
        count = 0
    else:
        assert 1 <= count <= game.max_moves, f"{game.name}: {count} legal moves in {state[0]}"
    moves: list[int] = buffer[:count].tolist()
    assert moves == sorted(set(moves)), f"{game.name}: moves out of order: {moves}"
    beyond = buffer[game.max_moves :]
    assert (beyond == UNTOUCHED).all(), f"{game.name}: `legal` writes beyond {game.max_moves} moves"
    return moves


def possible_moves(position: Position) -> list[int]:
    """The legal moves, none at the end; where chance does not list them, some that it draws."""
    game, state = position.game, position.state
    if position.mover == OVER:
        return []
    moves = listed_moves(game, state)
    if not moves:
        rng = stream("unlisted", len(position.moves))
        moves = sorted({game.sample(state, rng) for _ in range(8)})
    return moves


def random_games(game: Game, options: Options) -> Iterator[list[Position]]:
    """Games played at random, until there are enough of them and of their positions."""
    seed = seen = 0
    while seen < RANDOM_POSITIONS:
        record = list(random_game(game, options, seed))
        yield record
        seed, seen = seed + 1, seen + len(record)


def positions(game: Game, options: Options) -> Iterator[Position]:
    """Every position of an enumerable game; of others, those of random games."""
    if game.enumerable:
        yield from all_positions(game, options)
    else:
        for record in random_games(game, options):
            yield from record


def looks(game: Game, options: Options) -> list[Position]:
    """A spread of the positions, for checks too costly to make at each."""
    if game.enumerable:
        return spread(all_positions(game, options), LOOKS)
    some = [spread(record, RANDOM_LOOKS) for record in random_games(game, options)]
    return spread([position for record in some for position in record], RANDOM_LOOKS)


def codes(moves: Iterable[int]) -> list[int]:
    """Codes to try: the moves and their neighbours, all small ones, and wild ones."""
    rng = stream("codes")
    wild = [_any_int64(rng) for _ in range(16)]
    near = {move + step for move in moves for step in (-1, 0, 1)}
    ends = [-(2**63), 2**63 - 1, 2**31, -(2**31), 2**32]
    return sorted({*near, *range(-2, 300), *wild, *ends})


def _any_int64(rng: Stream) -> int:
    word = sum(draw_bounded(rng, 1 << 16) << shift for shift in (0, 16, 32, 48))
    return word - (1 << 63)


def check_length(position: Position) -> None:
    """The game may go on only within its declared length."""
    declared = position.game.max_length
    assert len(position.moves) < declared, f"{position}: goes on beyond {declared} moves"


def _times(values: tuple[float, ...], factors: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(value * factor for value, factor in zip(values, factors, strict=True))
