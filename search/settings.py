"""What a search is asked for."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from numbers import Integral, Real
from typing import Final

from hinterland.engine.errors import BadOption

VARIANTS: Final = ("so", "pimc", "mo", "ris", "weighted")
SELECTIONS: Final = ("auto", "ucb", "puct")
OPPONENTS: Final = ("merged", "apart")
LEAVES: Final = ("auto", "playout", "rollout", "evaluation")
KINDS: Final = ("any", "first")
ORDERS: Final = ("any", "canonical")
ROOTS: Final = ("usual", "regret")
REUSES: Final = ("no", "yes")
CHOICES: Final = ("visits", "mean")
NUMBERS_OR_AUTO: Final = ("exploration", "one_ply")
"""Settings that are numbers with a fraction or None, which is `auto` in text."""

_MAY_BE_NONE: Final = ("iterations", "ms", *NUMBERS_OR_AUTO)
AUTO: Final = "auto"
"""What suits the game, see `suited`."""


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search. At least one of `iterations` and `ms` limits it.

    `variant`: `so` (one information-set tree), `mo` (one for every seat), `ris` (as `mo`, with
    worlds drawn for each seat), `weighted` (as `so`, with worlds weighted by what the others'
    last moves say) or `pimc` (a tree for each world).
    What is `auto`, or None in the place of a number, is as the game's evaluation has it (`suited`).
    `opponents`: of `mo` and `ris`: the tree of another seat has one root for all that the seat
    may know now (`merged`), or one for each (`apart`), so that it plays by what it holds.
    `leaf`: a leaf is valued by a `playout` of uniform moves, a `rollout` by the game's policy, or
    at once by its `evaluation`. `depth`: a playout or rollout is evaluated after that many
    moves; 0 plays it to the end.
    `selection`: UCB, or PUCT with the evaluation's prior.
    `exploration`: the constant c of the selection rule, for returns in [0, 1].
    `one_ply`: of the prior of the root's moves under PUCT, the share that follows the evaluation
    after each of them (`search.search.one_ply_prior`); the rest is the evaluation's prior.
    `first_play`: what an untried move scores above its parent's mean; with 0, UCB tries every move
    first and PUCT takes the parent's mean.
    `widening`: at a node visited n times at most so many times the root of n + 1 moves are looked
    at, the likeliest by the evaluation's prior first; 0 looks at all.
    `kinds`: `first` chooses the kind of a move, and then among the moves of that kind.
    `order`: `canonical` leaves out moves that could as well have come before the seat's last one.
    `root`: `regret` draws the root's moves by regret matching, for decisions that want a mixture.
    `choice`: the move to play has the best `mean` of those whose visits are within one standard
    error of the most, or simply the most `visits`. `temperature`: it is drawn by visits to the
    power of 1 / temperature instead; 0 draws nothing.
    `chance_depth`: outcomes of chance that the seat sees are enumerated up to so many moves below
    the root, each as often as its probability says; deeper, and with 0, they are sampled.
    `world_iterations`: iterations spent on each world by `pimc`.
    `decisions`, `pool`, `model_iterations`: of `weighted`: how many decisions of others are
    weighed, in how many worlds, each by a search of that many iterations.
    `reuse`: `yes` lets a seat go on in the tree of its last search (`search.reuse`); `so` alone.
    `threads`: trees searched side by side and merged; `iterations` is their total.
    `memory_mib`: of all that a search holds, kept trees included (`search.memory`); trees that
    have no more room stop growing.
    `weights`: a file with weights for the game's evaluation; none for its own.
    """

    variant: str = "so"
    iterations: int | None = 1000
    ms: int | None = None
    seed: int = 1
    opponents: str = "merged"
    leaf: str = AUTO
    depth: int = 0
    selection: str = AUTO
    exploration: float | None = None
    one_ply: float | None = None
    first_play: float = 0.0
    widening: float = 0.0
    kinds: str = "any"
    order: str = "any"
    root: str = "usual"
    choice: str = "mean"
    temperature: float = 0.0
    chance_depth: int = 0
    world_iterations: int = 100
    decisions: int = 4
    pool: int = 64
    model_iterations: int = 100
    reuse: str = "no"
    threads: int = 1
    memory_mib: int = 256
    weights: str = ""

    def __post_init__(self) -> None:
        """`BadOption` names a setting that is out of range."""
        for name in SETTING_CHOICES:
            _check_choice(name, getattr(self, name))
        for name, bounds in SETTING_BOUNDS.items():
            _check_number(name, getattr(self, name), bounds, whole=True)
        for name, bounds in SETTING_NUMBERS.items():
            _check_number(name, getattr(self, name), bounds, whole=False)

    @property
    def traced_decisions(self) -> int:
        """How many decisions of others a `Trace` must keep for this search."""
        return self.decisions if self.variant == "weighted" else 0

    @property
    def goes_on(self) -> bool:
        """Whether a seat's next search goes on in the tree of this one."""
        return self.reuse == "yes" and self.variant == "so"

    @classmethod
    def parse(cls, given: Mapping[str, str]) -> "SearchSettings":
        """Settings from texts; `BadOption` names what is unknown or out of range.

        With `ms` alone there is no limit of iterations.
        """
        return cls(iterations=None if "ms" in given else 1000).updated(given)

    def updated(self, given: Mapping[str, str]) -> "SearchSettings":
        """These settings with some replaced by texts; errors as `parse`."""
        check_names(given, READ)
        values = {name: _PARSERS[name](name, text) for name, text in given.items()}
        return replace(self, **values)  # type: ignore[arg-type]


def check_names(given: Iterable[str], names: Sequence[str]) -> None:
    """`BadOption` for a setting that is none of the `names` that may be given."""
    for name in given:
        if name not in names:
            raise BadOption(f"search has no setting {name!r}: it has {', '.join(names)}")


def _check_choice(name: str, value: object) -> None:
    if value not in SETTING_CHOICES[name]:
        raise BadOption(f"{name}={value}: expected one of {', '.join(SETTING_CHOICES[name])}")


def _check_number(name: str, value: object, bounds: tuple[int, int], *, whole: bool) -> None:
    """Bounds are compared so that what is not a number (NaN) is outside."""
    if value is None and name in _MAY_BE_NONE:
        return
    kind = Integral if whole else Real
    if not isinstance(value, kind) or value < bounds[0] or not value <= bounds[1]:
        raise _out_of_range(name, value)


def _out_of_range(name: str, value: object) -> BadOption:
    low, high = SETTING_BOUNDS.get(name) or SETTING_NUMBERS[name]
    return BadOption(
        f"{name}={value}: expected {low}..{high}{', or auto' if name in NUMBERS_OR_AUTO else ''}"
    )


def suited(settings: SearchSettings, hints: Mapping[str, str]) -> SearchSettings:
    """The settings with `auto` replaced: by the game's hints, else by what needs no evaluation.

    The `depth` of the hints goes with their leaf, where none is given.
    """
    given = {**_PLAIN, **hints}
    if settings.leaf != AUTO or settings.depth != 0:
        given.pop("depth", None)
    return settings.updated(
        {
            name: text
            for name, text in given.items()
            if name == "depth" or getattr(settings, name) in (AUTO, None)
        }
    )


_PLAIN: Final = {
    "leaf": "playout",
    "selection": "ucb",
    "exploration": "0.7",
    "one_ply": "0",
}


def _word(name: str, text: str) -> str:
    return text


def _integer(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 19):
        raise _out_of_range(name, text)
    return int(text)


_DECIMAL: Final = re.compile(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)(e-?[0-9]+)?")


def _number(name: str, text: str) -> float:
    if not _DECIMAL.fullmatch(text):
        raise _out_of_range(name, text)
    return float(text) + 0.0  # -0 is 0


def _number_or_auto(name: str, text: str) -> float | None:
    return None if text == AUTO else _number(name, text)


MAX_ITERATIONS: Final = 10**9

SETTING_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "variant": VARIANTS,
    "opponents": OPPONENTS,
    "kinds": KINDS,
    "order": ORDERS,
    "root": ROOTS,
    "choice": CHOICES,
    "reuse": REUSES,
    "leaf": LEAVES,
    "selection": SELECTIONS,
}
"""The settings that are words, and what each may be."""

SETTING_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "iterations": (1, MAX_ITERATIONS),
    "ms": (1, 10**8),
    "seed": (0, 2**63 - 1),
    "depth": (0, 10**6),
    "chance_depth": (0, 10**6),
    "world_iterations": (1, MAX_ITERATIONS),
    "decisions": (0, 64),
    "pool": (1, 10**6),
    "model_iterations": (1, MAX_ITERATIONS),
    "threads": (1, 64),
    "memory_mib": (1, 1 << 20),
}
"""The settings that are whole numbers, and their least and greatest values."""

SETTING_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "exploration": (0, 100),
    "one_ply": (0, 1),
    "first_play": (-1, 1),
    "widening": (0, 100),
    "temperature": (0, 10),
}
"""The settings that are numbers with a fraction, and their least and greatest values."""

_PARSERS: Final[dict[str, Callable[[str, str], object]]] = {
    **dict.fromkeys(SETTING_CHOICES, _word),
    **dict.fromkeys(SETTING_BOUNDS, _integer),
    **dict.fromkeys(SETTING_NUMBERS, _number),
    **dict.fromkeys(NUMBERS_OR_AUTO, _number_or_auto),
}
READ: Final = tuple(_PARSERS)
"""Settings that are read from text."""

UNREAD: Final = ("weights",)
"""Settings that are not read from text here: one who names a file must be allowed to."""

assert {*READ, *UNREAD} == {setting.name for setting in fields(SearchSettings)}
