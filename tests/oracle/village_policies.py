"""Ways to choose among the tokens of the legal moves, so that random games reach everywhere."""

import random
import re
from collections.abc import Callable
from typing import Final

from hinterland.tests.oracle.village import VillageOracle

Policy = Callable[[random.Random, VillageOracle], str]


def uniform(rng: random.Random, oracle: VillageOracle) -> str:
    """Every legal move alike."""
    return rng.choice(oracle.legal())


def kind_first(rng: random.Random, oracle: VillageOracle) -> str:
    """The kind of move (build, exchange, pass ...) first, then one of that kind."""
    return _of_random_kind(rng, oracle.legal())


def food_first(rng: random.Random, oracle: VillageOracle) -> str:
    """What brings the most food, then what it can be built on; passing comes last."""
    legal = oracle.legal()
    gains = {move: _food(oracle, move) for move in legal}
    best = max(gains.values())
    if best > 0:
        return rng.choice([move for move in legal if gains[move] == best])
    return _of_random_kind(rng, [move for move in legal if move != "pass"] or legal)


def ducats_first(rng: random.Random, oracle: VillageOracle) -> str:
    """What shows the most ducats, three times in four: long chains and many locks."""
    legal = oracle.legal()
    gains = {move: _ducats(oracle, move) for move in legal}
    best = max(gains.values())
    if best > 0 and rng.randrange(4) > 0:
        return rng.choice([move for move in legal if gains[move] == best])
    return _of_random_kind(rng, [move for move in legal if move != "pass"] or legal)


RARE: Final = (
    r"apprentice.*monks=2", r"under=.*apprentice1", r"apprentice.*monks=1", r"monks=2",
    r"apprentice.*free", r"of=p\d:monk", r"own\+", r"side=", r"free", r"\+", r"tinner",
)  # fmt: skip
"""What random moves seldom are, the seldomest first."""


def specials_first(rng: random.Random, oracle: VillageOracle) -> str:
    """Special cards are collected, kept, then used in the rarest way there is."""
    legal = oracle.legal()
    if rng.randrange(10) == 0:
        return rng.choice(legal)
    for rare in RARE:
        moves = [move for move in legal if re.search(rare, move)]
        if moves and rng.randrange(4) > 0:
            return rng.choice(moves)
    wanted = [move for move in legal if _wanted(oracle, move)]
    kept = [move for move in legal if not _wastes_special(move)]
    return _of_random_kind(rng, wanted or kept or legal)


POLICIES: Final[dict[str, Policy]] = {
    "uniform": uniform,
    "kind_first": kind_first,
    "food_first": food_first,
    "ducats_first": ducats_first,
    "specials_first": specials_first,
}


def _of_random_kind(rng: random.Random, moves: list[str]) -> str:
    kinds = sorted({_kind(move) for move in moves})
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if _kind(move) == kind])


def _kind(move: str) -> str:
    if move.startswith("build:apprentice"):
        return "apprentice"
    return move.split(":")[0]


def _card(oracle: VillageOracle, move: str) -> str:
    """The card that a move gets or builds; "" where there is none."""
    if slot := re.fullmatch(r"take:road(\d)", move):
        card = oracle.table.road[int(slot[1]) - 1].card
        return card.id if card else ""
    if built := re.match(r"build:(\w+)", move):
        return built[1]
    return ""


def _food(oracle: VillageOracle, move: str) -> int:
    card = _card(oracle, move)
    return oracle.table.cards[card].food if card else 0


def _ducats(oracle: VillageOracle, move: str) -> int:
    if move.startswith("build:apprentice") or ",monks" in move:
        return 30
    card = _card(oracle, move)
    return oracle.table.cards[card].ducats if card else 0


def _wanted(oracle: VillageOracle, move: str) -> bool:
    """Whether it gets a special or builds a builder, whose limit the monks need."""
    if stack := re.fullmatch(r"take:stack(\d)", move):
        return oracle.table.stacks[int(stack[1]) - 1][-1].suit == "special"
    name = _card(oracle, move)
    if not name or _wastes_special(move):
        return False
    card = oracle.table.cards[name]
    return card.builder > 0 or (card.suit == "special" and move.startswith("take:"))


def _wastes_special(move: str) -> bool:
    """Whether it ends the phase, or uses a special that may do something rarer later."""
    return (
        re.match(r"pass|exchange:(monk|apprentice|tinner)|build:.*(apprentice|monks=1)", move)
        is not None
    )
