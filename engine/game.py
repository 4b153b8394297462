"""A game as the rest of Hinterland sees it: a checked shell over the kernels of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from hinterland.engine.digits import plain_number
from hinterland.engine.errors import BadOption, GameOver, IllegalMove, NotYourTurn, NoWorld
from hinterland.engine.jit import SALT, Record, in_record, record_array, specialise
from hinterland.engine.rng import Stream
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name

States = Any
"""A structured array of a game's state dtype; one state or view is an array of shape (1,)."""

Memories = Any
"""A structured array of a game's memory dtype."""

NO_MEMORY = np.dtype([("unused", "<u8")])
"""The memory of a game whose views already hold all that can be inferred."""

_NO_EVENTS = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Option:
    """A named setting of a game, fixed at the deal; in kernels an integer.

    A choice option has `choices` and is their index; a number option has bounds.
    """

    name: str
    default: int
    text: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    def parse(self, text: str) -> int:
        """The value written as `text`; `BadOption` names what was expected."""
        if self.choices:
            if text in self.choices:
                return self.choices.index(text)
            raise BadOption(f"{self.name}={text}: expected one of {', '.join(self.choices)}")
        value = plain_number(text)
        if value is not None and self.minimum <= value <= self.maximum:
            return value
        raise BadOption(f"{self.name}={text}: expected {self.minimum}..{self.maximum}")

    def format(self, value: int) -> str:
        """The text of a value, as `parse` reads it."""
        return self.choices[value] if self.choices else str(value)

    def values(self) -> range:
        """Every value the option takes."""
        return range(len(self.choices)) if self.choices else range(self.minimum, self.maximum + 1)


def players_option(minimum: int, maximum: int, default: int | None = None) -> Option:
    """The first option of every game."""
    chosen = minimum if default is None else default
    return Option("players", chosen, "seats at the table", minimum=minimum, maximum=maximum)


class Notation(Protocol):
    """A game's notation module: moves, pictures and JSON for people, in plain Python."""

    RULES_BROKEN: Mapping[int, str]
    """What `fits` answers: the rule that a move breaks, as text."""

    def parse(self, text: str) -> int:
        """The code of the move or event written as `text`; `BadNotation` otherwise."""

    def format(self, move: int) -> str:
        """The token of a move or event; `#N` for any other code: a refusal must name it."""

    def board(self, state: Record) -> str:
        """A plain-text picture of a state or view, from which a person can play."""

    def to_json(self, state: Record, memory: Record | None) -> dict[str, Any]:
        """Every field with names; `memory` is None for a state."""

    def from_json(self, data: Mapping[str, Any], state: Record, memory: Record) -> None:
        """Fill a fresh view (or state) from JSON; `BadState` names what is wrong.

        What a hand-written view leaves out stays as it is in the fresh view.
        """

    def faults(self, state: Record) -> list[str]:
        """Everything that makes a state or view impossible; empty when it is sound."""


def about(decisions: int) -> Callable[[tuple[int, ...]], int]:
    """So many, whatever the options are."""
    return lambda options: decisions


_SOME: Final = about(20)


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows: its view and its memory, arrays of shape (1,)."""

    view: States
    memory: Memories

    @property
    def seat(self) -> int:
        """The seat whose knowledge this is."""
        return int(self.view[0]["viewer"])

    def copy(self) -> "Knowledge":
        return Knowledge(self.view.copy(), self.memory.copy())

    def tobytes(self) -> bytes:
        """The same for two equal knowledges, and only for them."""
        return bytes(self.view.tobytes() + self.memory.tobytes())


@dataclass(frozen=True)
class Game:
    """A registered game: its rules kernels, its notation, and its declared bounds.

    `max_moves` bounds `legal`, `max_length` the moves of a whole game, chance included.
    `option_fields`: the fields of a state that follow from the options alone.
    `payoff_scale`, `payoff_offset`: a toy game's payoff is scale * return + offset.
    `usual_decisions`: about how many a seat has in a game with such options, by which clocks are
    shared out.
    `enumerable`: small enough for the tests to walk every chance outcome from the deal.
    `resolve_options`: given the options that were named, the text of every one that their mix
    implies (presets); raises `BadOption` where a mix makes no sense.
    `measured`: mixes of options, as `key=value` with blanks between, whose speed is of interest
    beside that of the defaults.
    """

    name: str
    version: int
    rules: ModuleType
    notation: Notation
    state_dtype: np.dtype[Any]
    memory_dtype: np.dtype[Any]
    options: tuple[Option, ...]
    max_moves: int
    max_length: int
    option_fields: tuple[str, ...] = ("players",)
    payoff_scale: float = 1.0
    payoff_offset: float = 0.0
    usual_decisions: Callable[[tuple[int, ...]], int] = _SOME
    enumerable: bool = False
    resolve_options: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None
    measured: tuple[str, ...] = ()
    salt: str = field(default="", repr=False)

    @cached_property
    def entries(self) -> ModuleType:
        """The entry kernels, compiled for this game on their first call."""
        return self.specialise("hinterland.engine.entries")

    def specialise(self, template: str, **bindings: object) -> ModuleType:
        """A copy of the template's kernels bound to this game's rules (and to `bindings`)."""
        bound: dict[str, object] = {"game": self.rules, **bindings}
        if self.salt:
            bound[SALT] = self.salt
        return specialise(template, self.name, bound)

    @property
    def base_name(self) -> str:
        """The name in the registry, also of a game with a file of the user's own."""
        return self.name.partition("-")[0]

    # Options

    @property
    def max_players(self) -> int:
        return self.options[0].maximum

    def option_values(self, given: Mapping[str, str]) -> tuple[int, ...]:
        """The value of every option, defaults where none is given; `BadOption` otherwise."""
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise BadOption(f"{self.name} has no option {name!r}: it has {', '.join(names)}")
        if self.resolve_options is not None:
            given = self.resolve_options(given)
        return tuple(
            option.parse(given[option.name]) if option.name in given else option.default
            for option in self.options
        )

    def option_texts(self, values: tuple[int, ...]) -> dict[str, str]:
        """The inverse of `option_values`, with every option named."""
        return {
            option.name: option.format(value)
            for option, value in zip(self.options, values, strict=True)
        }

    # States

    def new_states(self, count: int = 1) -> States:
        """Zeroed states, to be dealt or copied into."""
        return record_array(count, self.state_dtype)

    def new_memories(self, count: int = 1) -> Memories:
        return record_array(count, self.memory_dtype)

    def deal(self, options: tuple[int, ...], rng: Stream) -> States:
        """The state after the deal; the first number of `options` is the players'."""
        state = self.new_states()
        self.entries.deal_at(state, 0, np.array(options, np.int64), in_record(rng[:1]))
        return state

    def mask(self, state: States, seat: int) -> Knowledge:
        """What `state` itself shows to `seat` (or PUBLIC); `state` is not changed."""
        knowledge = Knowledge(state.copy(), self.new_memories())
        self.entries.mask_at(knowledge.view, 0, seat, knowledge.memory, 0)
        return knowledge

    def mover(self, state: States) -> int:
        return int(self.entries.mover_at(state, 0))

    def legal(self, state: States) -> npt.NDArray[np.int64]:
        """The legal moves, ascending; at chance every outcome, none where they are not listed."""
        moves = np.zeros(self.max_moves, np.int64)
        return moves[: max(self.entries.legal_at(state, 0, in_record(moves)), 0)]

    def weight(self, state: States, move: int) -> int:
        return int(self.entries.weight_at(state, 0, np.int64(move)))

    def fits(self, state: States, event: int) -> int:
        return int(self.entries.fits_at(state, 0, np.int64(event)))

    def odds(self, state: States) -> list[tuple[int, float]] | None:
        """The outcomes of chance with their probabilities; None where they are not listed."""
        moves = np.zeros(self.max_moves, np.int64)
        probabilities = np.zeros(self.max_moves, np.float64)
        count = self.entries.odds_at(state, 0, in_record(moves), in_record(probabilities))
        if count < 0:
            return None
        return list(zip(moves[:count].tolist(), probabilities[:count].tolist(), strict=True))

    def sample(self, state: States, rng: Stream) -> int:
        return int(self.entries.sample_at(state, 0, in_record(rng[:1])))

    def redact(self, state: States, move: int, seat: int) -> int:
        return int(self.entries.redact_at(state, 0, np.int64(move), seat))

    def apply(self, state: States, move: int) -> None:
        self.entries.apply_at(state, 0, np.int64(move))

    def observe(self, knowledge: Knowledge, event: int) -> None:
        """Roll a seat's knowledge on by one event, in place and unchecked."""
        self.entries.advance(knowledge.view, knowledge.memory, _NO_EVENTS, np.int64(event))

    def determinise(self, knowledge: Knowledge, rng: Stream) -> States:
        """A world of the knowledge; `NoWorld` if there is none."""
        world = knowledge.view.copy()
        if self.entries.determinise_at(world, 0, knowledge.memory, 0, in_record(rng[:1])):
            raise NoWorld(f"no {self.name} position agrees with this view")
        return world

    def returns(self, state: States) -> list[float]:
        """The win share per seat; `state` must be over."""
        out = np.zeros(self.max_players, np.float64)
        self.entries.returns_at(state, 0, in_record(out))
        return [float(share) for share in out[: int(state[0]["players"])]]

    # Checks

    def check_event(self, state: States, mover: int, event: int) -> None:
        """Raise the error that names why `mover` may not play `event` on a state or view."""
        actual = self.mover(state)
        if actual == OVER:
            raise GameOver("the game is over")
        if actual != mover:
            raise NotYourTurn(f"{seat_name(actual)} is to move, not {seat_name(mover)}")
        broken = self.fits(state, event)
        if broken:
            rule = self.notation.RULES_BROKEN.get(broken, f"rule {broken}")
            raise IllegalMove(f"{self.format_any(event)}: {rule}")

    def format_any(self, move: int) -> str:
        """The token of a move, or the number of a code that is none."""
        try:
            return self.notation.format(move)
        except (LookupError, ValueError):
            return f"code {move}"


def is_view(state: States) -> bool:
    """Whether the array holds a view rather than a whole state."""
    return int(state[0]["viewer"]) != ALL


def is_seat(mover: int) -> bool:
    """Whether a mover is a seat rather than CHANCE or OVER."""
    return mover not in (CHANCE, OVER)
