"""Commands that search, and those that say how."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hinterland.engine.errors import BadOption
from hinterland.engine.seats import CHANCE, parse_mover
from hinterland.protocol.arguments import parse_integer, parse_pairs
from hinterland.protocol.session import MAX_SEED, Command, Session

if TYPE_CHECKING:
    from hinterland.protocol.position import Position

_LIMITS: Final = ("iterations", "ms")


def genmove(session: Session, words: list[str]) -> str:
    position = session.position
    mover = parse_mover(words[0], position.players)
    move = _choose(session, position, mover)
    position.play(mover, move)
    return position.game.notation.format(move)


def reg_genmove(session: Session, words: list[str]) -> str:
    position = session.position
    move = _choose(session, position, parse_mover(words[0], position.players))
    return position.game.notation.format(move)


def set_limit(session: Session, words: list[str]) -> str:
    given = parse_pairs(words)
    for name in given:
        if name not in _LIMITS:
            raise BadOption(f"unknown limit {name!r}: expected one of {', '.join(_LIMITS)}")
    limited = session.settings.updated(given)
    session.settings = replace(
        limited,
        iterations=limited.iterations if "iterations" in given else None,
        ms=limited.ms if "ms" in given else None,
    )
    return ""


def search_seed(session: Session, words: list[str]) -> str:
    seed = parse_integer("seed", words[0], MAX_SEED)
    session.settings = session.settings.updated({"seed": str(seed)})
    return ""


def set_search(session: Session, words: list[str]) -> str:
    given = parse_pairs(words)
    for name in (*_LIMITS, "seed"):
        if name in given:
            raise BadOption(f"{name} is set by set_limit or search_seed")
    session.settings = session.settings.updated(given)
    return ""


def _choose(session: Session, position: "Position", mover: int) -> int:
    """The move of a seat, searched from what it knows; or an event of chance, drawn."""
    if mover == CHANCE:
        return position.draw()
    position.check_turn(mover)
    settings = replace(session.settings, seed=position.search_seed(session.settings.seed))
    steps = position.steps(mover, settings.traced_decisions)
    return session.think(position.game, position.knowledge(mover), settings, steps).best


COMMANDS: Final = (
    Command(genmove, "genmove SEAT"),
    Command(reg_genmove, "reg_genmove SEAT"),
    Command(set_limit, "set_limit iterations=N|ms=N ..."),
    Command(search_seed, "search_seed N"),
    Command(set_search, "set_search key=value ..."),
)
