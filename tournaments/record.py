"""What a game leaves behind: plain data from which it can be played again, move by move."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hinterland.engine.errors import BadArgument


@dataclass(frozen=True)
class Fault:
    """What a bot did that cost it its seat; from then on the seat played at random.

    `entrant`: the bot's place in the match's list. `move`: moves played before, chance included.
    `cause`: `illegal`, `raised`, `timeout`, `died`, `garbage` or `refused`; `text` says more.
    """

    seat: int
    entrant: int
    move: int
    cause: str
    text: str


@dataclass(frozen=True)
class GameRecord:
    """One game of a deal group.

    `version`, `options`, `deal_seed`: with the game's name they give the deal. `moves`: the game
    in order, chance included, as `MOVER TOKEN`. Per seat: `seats` the entrant who sat there,
    `returns` the win share, `decisions` the number of moves the bot chose, `seconds` the time
    it took over them. `void`: empty, or the fault of ours that ended the game, which then counts
    for nothing and has no returns.
    """

    game: str
    version: int
    options: Mapping[str, str]
    group: int
    rotation: int
    deal_seed: int
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    void: str = ""

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, under the names of its fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GameRecord":
        """The inverse of `to_json`; `BadArgument` names a field that is missing or unknown."""
        try:
            faults = tuple(Fault(**fault) for fault in data["faults"])
            lists = {name: tuple(data[name]) for name in _LISTS}
            return cls(**{**data, **lists, "faults": faults})
        except (KeyError, TypeError) as error:
            raise BadArgument(f"not the record of a game: {error}") from None


_LISTS = ("seats", "moves", "returns", "decisions", "seconds")
