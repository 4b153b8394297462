"""The base class of bots that people write: `choose(view, moves)`, and help for a search."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hinterland.engine.errors import BadArgument, GameOver, IllegalMove
from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import Stream, draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.engine.text import knowledge_json


class View:
    """What a seat knows, with the names that `view SEAT json` prints; it cannot be changed.

    Lists are tuples, and what has names of its own is a `View` again.
    """

    __slots__ = ("_fields",)
    _fields: dict[str, Any]

    def __init__(self, data: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_fields", {name: _frozen(data[name]) for name in data})

    def __getattr__(self, name: str) -> Any:
        try:
            return self._fields[name]
        except KeyError:
            names = ", ".join(self._fields)
            raise AttributeError(f"a view has no {name!r}: it has {names}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a view cannot be changed")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __repr__(self) -> str:
        return f"View({self._fields!r})"


@dataclass(frozen=True)
class World:
    """A whole table that fits all a seat has seen."""

    game: Game
    state: States


class ViewBot(ABC):
    """A bot: subclass it and write `choose`.

    `seat` (`"p1"`, ...), `players` and `game` say what is played, `random` is the bot's source of
    randomness: with it a bot of one seed plays the same again.
    """

    game: Game
    seat: str
    players: int

    def __init__(self) -> None:
        self.random = random.Random()
        self._rng: Stream = stream("view bot")
        self._knowledge: Knowledge | None = None

    @abstractmethod
    def choose(self, view: View, moves: Sequence[str]) -> str:
        """The move to play: one of `moves`, which are the legal ones."""

    def worlds(self, count: int) -> list[World]:
        """That many tables as they could be, each drawn from what the seat knows.

        `BadArgument` if that is less than one.
        """
        if count < 1:
            raise BadArgument(f"worlds({count}): expected 1 or more")
        return [
            World(self.game, self.game.determinise(self._known(), self._rng)) for _ in range(count)
        ]

    def simulate(self, world: World, moves: Sequence[str]) -> list[float]:
        """The win share of every seat when `moves` are played in a world, then any at random.

        Chance plays its part before, between and after the moves; they are those of whoever is to
        move. `world` is not changed. `IllegalMove` or `GameOver` if the moves cannot be played,
        `BadArgument` if `world` is none of `worlds()`.
        """
        if not isinstance(world, World):
            raise BadArgument(f"simulate: a {type(world).__name__}: expected one of worlds()")
        game, state = self.game, world.state.copy()
        for token in moves:
            self._play_chance(state)
            mover = game.mover(state)
            if mover == OVER:
                raise GameOver(f"{token}: the game is over")
            move = game.notation.parse(token)
            game.check_event(state, mover, move)
            game.apply(state, move)
        while game.mover(state) != OVER:
            self._play_at_random(state)
        return game.returns(state)

    @classmethod
    def main(cls) -> None:
        """Speak the protocol on standard input and output, as `hinterland engine` does."""
        from hinterland.protocol.bot_session import serve_bot

        serve_bot(cls())

    def decide(self, game: Game, knowledge: Knowledge, seed: int) -> int:
        """The move chosen from what a seat knows; `IllegalMove` if it is none of the legal ones.

        `seed`: all randomness of this decision comes from it.
        """
        self.game, self._knowledge = game, knowledge
        self.seat = seat_name(knowledge.seat)
        self.players = int(knowledge.view[0]["players"])
        self.random.seed(seed)
        self._rng = stream("view bot", seed)
        legal = {game.notation.format(int(move)): int(move) for move in game.legal(knowledge.view)}
        chosen = self.choose(View(knowledge_json(game, knowledge)), list(legal))
        if chosen not in legal:
            raise IllegalMove(f"{type(self).__name__} chose {chosen!r}: none of its legal moves")
        return legal[chosen]

    def _known(self) -> Knowledge:
        if self._knowledge is None:
            raise ValueError("there is a world only while a move is chosen")
        return self._knowledge

    def _play_chance(self, state: States) -> None:
        while self.game.mover(state) == CHANCE:
            self.game.apply(state, self.game.sample(state, self._rng))

    def _play_at_random(self, state: States) -> None:
        if self.game.mover(state) == CHANCE:
            self._play_chance(state)
            return
        legal = self.game.legal(state)
        self.game.apply(state, int(legal[draw_bounded(self._rng, len(legal))]))


def decision_seed(seed: int, decision: int) -> int:
    """The seed of one of a bot's decisions."""
    return int(stream("view bot's decision", seed, decision)[0] >> np.uint64(1))


def _frozen(value: object) -> Any:
    if isinstance(value, Mapping):
        return View(value)
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value
