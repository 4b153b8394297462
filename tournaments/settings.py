"""What a tournament consists of: plain data, checked by whoever builds it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

from hinterland.engine.registry import load
from hinterland.protocol.bots import BotSpec
from hinterland.tournaments.formats import Format

RANDOM, END, REPLAY = "random", "end", "replay"
ACTIONS: Final = (RANDOM, END, REPLAY)
"""What a fault leads to: the seat plays at random from then on; the seat forfeits and the game
ends; the game is annulled and played again."""

CAUSES: Final = (
    "illegal", "raised", "start", "timeout", "clock", "died", "garbage", "flood", "refused",
)  # fmt: skip
"""The causes of a bot's faults, each with an action of its own."""


@dataclass(frozen=True)
class Limits:
    """Seconds: for an answer without thinking, starting included; for a move; for all moves of a
    game, to which every move played adds `increment`."""

    answer: float = 120.0
    move: float = 120.0
    game: float | None = None
    increment: float = 0.0


@dataclass(frozen=True)
class FaultRules:
    """What follows from faults.

    `actions`: by cause; RANDOM for those that are not named. `retries`: how often a void or
    annulled game is played again. `bench`: so many games in a row with a fault of the same bot,
    and it plays no more; 0 never.
    """

    actions: Mapping[str, str] = field(default_factory=dict)
    retries: int = 2
    bench: int = 5

    def action(self, cause: str) -> str:
        return self.actions.get(cause, RANDOM)


DEFAULT_LIMITS: Final = Limits()
DEFAULT_RULES: Final = FaultRules()


@dataclass(frozen=True)
class Settings:
    """A tournament. `options`: the value of every option of the game, players first.

    `rotations`: games of a deal group, 0 for every rotation of the seats. `positions`: keep what
    the bots saw and thought for fitting.
    """

    game: str
    options: tuple[int, ...]
    entrants: tuple[BotSpec, ...]
    format: Format
    seed: int = 1
    rotations: int = 0
    limits: Limits = DEFAULT_LIMITS
    faults: FaultRules = DEFAULT_RULES
    positions: bool = False

    @property
    def players(self) -> int:
        return self.options[0]

    @property
    def labels(self) -> list[str]:
        return [entrant.label for entrant in self.entrants]

    def to_json(self) -> dict[str, Any]:
        """All that decides which games are played and how, by dotted name: what must not change."""
        flat: dict[str, Any] = {}
        game = load(self.game)
        texts = game.option_texts(self.options)
        _flatten(flat, "", {"game": self.game, "rules": game.name, "options": texts})
        for name in ("format", "seed", "rotations", "limits", "faults", "positions"):
            _flatten(flat, name, getattr(self, name))
        for entrant in self.entrants:
            _flatten(flat, f"bots.{entrant.label}", entrant)
        _flatten(flat, "bots", self.labels)
        return flat


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """`name: before, now after`, for every name whose value differs.

    Left out is what follows from others: all about a bot that only one of them has, which its
    name among `bots` tells, and what belongs to a `kind` that only one of them has.
    """
    absent = "nothing"
    told = {
        name: f"{name}: {before.get(name, absent)!r} then, {now.get(name, absent)!r} now"
        for name in sorted({*before, *now})
        if before.get(name, absent) != now.get(name, absent)
    }
    alone = before.keys() ^ now.keys()
    bots = set(before.get("bots", ())) ^ set(now.get("bots", ()))
    kinds = [name.removesuffix("kind") for name in told if name.endswith(".kind")]
    parts = tuple([f"bots.{label}." for label in bots] + kinds)
    return [text for name, text in told.items() if name not in alone or not name.startswith(parts)]


def _flatten(flat: dict[str, Any], name: str, value: Any) -> None:
    """Put the parts of `value` into `flat` under dotted names, as JSON has them."""
    if is_dataclass(value):
        parts = {part.name: getattr(value, part.name) for part in fields(value)}
        _flatten(flat, name, {"kind": type(value).__name__, **parts})
    elif isinstance(value, Mapping):
        for key, part in value.items():
            _flatten(flat, f"{name}.{key}" if name else str(key), part)
    elif isinstance(value, list | tuple):
        flat[name] = [_plain(part) for part in value]
    else:
        flat[name] = value


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
