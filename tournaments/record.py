"""What a game leaves behind: plain data from which it can be played again, move by move."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hinterland.engine.errors import BadArgument
from hinterland.protocol.printable import printable
from hinterland.search.result import SearchResult


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong.

    `entrant`: the bot's place in the tournament's list. `move`: moves played before, chance
    included. `cause`: one of `settings.CAUSES`; `text` says more, and can be printed whatever
    the bot said. `action`: what followed, one of `settings.ACTIONS`.
    """

    seat: int
    entrant: int
    move: int
    cause: str
    text: str
    action: str = "random"

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", printable(self.text))


@dataclass(frozen=True)
class Thought:
    """What a search found before a move: the value of each seat, and the visits of each move."""

    values: tuple[float, ...]
    moves: tuple[int, ...]
    visits: tuple[int, ...]

    @classmethod
    def of(cls, result: SearchResult) -> "Thought":
        """From the moves at the root, their mean returns weighed by their visits."""
        total = sum(move.visits for move in result.moves) or 1
        seats = range(len(result.moves[0].returns))
        return cls(
            values=tuple(
                round(sum(move.visits * move.returns[seat] for move in result.moves) / total, 6)
                for seat in seats
            ),
            moves=tuple(move.move for move in result.moves),
            visits=tuple(move.visits for move in result.moves),
        )


@dataclass(frozen=True)
class GameRecord:
    """One game of a deal group.

    `version`, `options`, `deal_seed`: with the game's name they give the deal. `rotation`: the
    game's place among the `size` games of its group. `attempt`: times it was tried before.
    `moves`: the game in order, chance included, as `MOVER TOKEN`. Per seat: `seats` the entrant
    who sat there, `returns` the win share, `scores` the game's own count, `clocks` the seconds
    of each move that the bot chose, `iterations` those of its searches, empty where none are
    known. `elapsed`: seconds of the whole game. `thoughts`: per seat, of each move in `clocks`,
    None where it was not searched for; empty unless they were to be kept.

    A game that does not count has no returns: `void` is the fault of ours that ended it, which
    can be printed, and `annulled` says that the rules for faults of bots let it be played again.
    """

    game: str
    version: int
    options: Mapping[str, str]
    group: int
    rotation: int
    size: int
    attempt: int
    deal_seed: int
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    scores: tuple[float, ...]
    faults: tuple[Fault, ...]
    clocks: tuple[tuple[float, ...], ...]
    iterations: tuple[tuple[int, ...], ...]
    elapsed: float
    thoughts: tuple[tuple[Thought | None, ...], ...] = ()
    annulled: bool = False
    void: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "void", printable(self.void))

    @property
    def counts(self) -> bool:
        """Whether the game counts: it came to an end by the rules."""
        return not (self.void or self.annulled)

    @property
    def decisions(self) -> tuple[int, ...]:
        """Per seat: the moves that the bot chose."""
        return tuple(len(clock) for clock in self.clocks)

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, under the names of its fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GameRecord":
        """The inverse of `to_json`; `BadArgument` names a field that is missing or unknown."""
        try:
            faults = tuple(Fault(**fault) for fault in data["faults"])
            lists = {name: tuple(data[name]) for name in _LISTS}
            nested = {name: tuple(map(tuple, data[name])) for name in _NESTED}
            thoughts = tuple(tuple(map(_thought, seat)) for seat in data["thoughts"])
            return cls(**{**data, **lists, **nested, "faults": faults, "thoughts": thoughts})
        except (KeyError, TypeError) as error:
            raise BadArgument(f"not the record of a game: {error}") from None


def _thought(data: Mapping[str, Any] | None) -> Thought | None:
    if data is None:
        return None
    return Thought(**{name: tuple(values) for name, values in data.items()})


_LISTS = ("seats", "moves", "returns", "scores")
_NESTED = ("clocks", "iterations")
