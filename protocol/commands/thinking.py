"""Commands that search, and those that say how."""

from dataclasses import replace
from typing import Final

from hinterland.engine.errors import BadOption
from hinterland.engine.seats import CHANCE, parse_mover, parse_seat
from hinterland.protocol.arguments import (
    parse_integer,
    parse_json_flag,
    parse_pairs,
    parse_switch,
)
from hinterland.protocol.errors import Unsupported
from hinterland.protocol.printable import json_text
from hinterland.protocol.report import explanation, explanation_json, info_line
from hinterland.protocol.session import MAX_SEED, Command, Session
from hinterland.protocol.setup import without_limits
from hinterland.search.settings import READ, check_names

_LIMITS: Final = ("iterations", "ms")
_SET_ELSEWHERE: Final = (*_LIMITS, "seed")


def genmove(session: Session, words: list[str]) -> str:
    from hinterland.protocol.thinking import choose_and_charge

    position = session.position
    mover = parse_mover(words[0], position.players)
    if mover == CHANCE:
        move = position.draw()
    else:
        move = choose_and_charge(session, position, mover)
    position.play(mover, move)
    return position.game.notation.format(move)


def reg_genmove(session: Session, words: list[str]) -> str:
    from hinterland.protocol.thinking import think

    position = session.position
    mover = parse_mover(words[0], position.players)
    move = position.draw() if mover == CHANCE else think(session, position, mover)[1].best
    return position.game.notation.format(move)


def search(session: Session, words: list[str]) -> str:
    from hinterland.protocol.thinking import think

    position = session.position
    thought, result = think(session, position, parse_seat(words[0], position.players))
    return info_line(position.game, thought, result)


def analyze(session: Session, words: list[str]) -> str:
    from hinterland.protocol.analysis import analyse, parse_analysis

    analysis = parse_analysis(session.position, words)
    analyse(session, analysis)
    return ""


def stop(session: Session, words: list[str]) -> str:
    # What it calls off are the commands before it, which have been answered by now.
    return ""


def ponder(session: Session, words: list[str]) -> str:
    session.setup = replace(session.setup, pondering=parse_switch(words[0]))
    return ""


def explain(session: Session, words: list[str]) -> str:
    if session.setup.last is None:
        raise Unsupported("nothing was searched in this game yet")
    if parse_json_flag(words):
        return json_text(explanation_json(session.setup.last))
    return explanation(session.setup.last)


def set_limit(session: Session, words: list[str]) -> str:
    if words == ["none"]:
        session.setup = without_limits(session.setup)
        return ""
    given = parse_pairs(words)
    for name in given:
        if name not in _LIMITS:
            raise BadOption(f"unknown limit {name!r}: expected one of {', '.join(_LIMITS)}")
    limited = session.setup.settings.updated(given)
    settings = replace(
        limited,
        iterations=limited.iterations if "iterations" in given else None,
        ms=limited.ms if "ms" in given else None,
    )
    session.setup = replace(session.setup, settings=settings, limited=True, level=0)
    return ""


def search_seed(session: Session, words: list[str]) -> str:
    seed = parse_integer("seed", words[0], MAX_SEED)
    settings = session.setup.settings.updated({"seed": str(seed)})
    session.setup = replace(session.setup, settings=settings)
    return ""


def set_search(session: Session, words: list[str]) -> str:
    given = parse_pairs(words)
    for name in _SET_ELSEWHERE:
        if name in given:
            raise BadOption(f"{name} is set by set_limit or search_seed")
    check_names(given, [name for name in READ if name not in _SET_ELSEWHERE])
    settings = session.setup.settings.updated(given)
    session.setup = replace(session.setup, settings=settings, level=0)
    return ""


COMMANDS: Final = (
    Command(genmove, "genmove SEAT"),
    Command(reg_genmove, "reg_genmove SEAT"),
    Command(search, "search SEAT"),
    Command(analyze, "analyze SEAT [interval MS] [moves MOVE ...]"),
    Command(stop, "stop"),
    Command(ponder, "ponder on|off"),
    Command(explain, "explain [json]"),
    Command(set_limit, "set_limit none|iterations=N|ms=N ..."),
    Command(search_seed, "search_seed N"),
    Command(set_search, "set_search key=value ..."),
)
