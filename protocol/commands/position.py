"""Commands that show a position or set one."""

from typing import Final

from hinterland.engine.seats import parse_seat
from hinterland.protocol.arguments import parse_json_flag
from hinterland.protocol.printable import json_text
from hinterland.protocol.session import Command, Session


def showboard(session: Session, words: list[str]) -> str:
    position = session.position
    if not words:
        return position.game.notation.board(position.visible()[0])
    known = position.knowledge(parse_seat(words[0], position.players))
    return position.game.notation.board(known.view[0])


def state(session: Session, words: list[str]) -> str:
    from hinterland.engine.text import encode_state, state_json

    position = session.position
    truth = position.state()
    if parse_json_flag(words):
        return json_text(state_json(position.game, truth))
    return encode_state(position.game, truth)


def setstate(session: Session, words: list[str]) -> str:
    session.position.set_state(words[0])
    return ""


def view(session: Session, words: list[str]) -> str:
    from hinterland.engine.text import encode_knowledge, knowledge_json

    position = session.position
    known = position.knowledge(parse_seat(words[0], position.players))
    if parse_json_flag(words[1:]):
        return json_text(knowledge_json(position.game, known))
    return encode_knowledge(position.game, known)


def setview(session: Session, words: list[str]) -> str:
    position = session.position
    position.set_view(parse_seat(words[0], position.players), words[1])
    return ""


COMMANDS: Final = (
    Command(showboard, "showboard [SEAT]"),
    Command(state, "state [json]"),
    Command(setstate, "setstate TEXT"),
    Command(view, "view SEAT [json]"),
    Command(setview, "setview SEAT TEXT"),
)
