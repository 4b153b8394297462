"""Commands about the engine and the session itself."""

from typing import Final

from hinterland import __version__
from hinterland.protocol.session import Command, Session


def protocol_version(session: Session, words: list[str]) -> str:
    return "2"


def name(session: Session, words: list[str]) -> str:
    return session.outside.name


def version(session: Session, words: list[str]) -> str:
    return __version__


def known_command(session: Session, words: list[str]) -> str:
    command = session.commands.get(words[0])
    return "true" if command is not None and command.listed else "false"


def list_commands(session: Session, words: list[str]) -> str:
    return "\n".join(name for name, command in session.commands.items() if command.listed)


def quit(session: Session, words: list[str]) -> str:
    session.ended = True
    return ""


COMMANDS: Final = (
    Command(protocol_version, "protocol_version"),
    Command(name, "name"),
    Command(version, "version"),
    Command(known_command, "known_command COMMAND"),
    Command(list_commands, "list_commands"),
    Command(quit, "quit"),
)
