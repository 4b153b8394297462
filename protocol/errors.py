"""Errors of the protocol: what a session refuses, and what a client finds wrong with an engine."""

from typing import Final

from hinterland.engine.errors import HinterlandError


class UnknownCommand(HinterlandError):
    """A command line whose first word is no command."""

    code = "unknown_command"


class Syntax(HinterlandError):
    """A line that cannot be read, or a command with too few or too many arguments."""

    code = "syntax"


class NoGame(HinterlandError):
    """A command that needs a game, or a first view, before there is one."""

    code = "no_game"


class HiddenInformation(HinterlandError):
    """A command that would need or show what the session's seat does not know."""

    code = "hidden_information"


class Unsupported(HinterlandError):
    """A command that is understood, and that this engine does not do."""

    code = "unsupported"


class Desync(HinterlandError):
    """An event whose number is not the next one."""

    code = "desync"


class Busy(HinterlandError):
    """A line that came while too many others waited for their answers."""

    code = "busy"


class CannotUndo(HinterlandError):
    """An `undo` with nothing left to take back, or a `redo` with nothing to play again."""

    code = "cannot_undo"


_GTP_TEXTS: Final = {"illegal_move": "illegal move"}
"""What GTP says in cases whose own texts do not; the others begin with GTP's words as they are."""


def refusal_text(error: HinterlandError) -> str:
    """The text of a refusal: GTP's own words where it has some, then ours."""
    words = _GTP_TEXTS.get(error.code)
    return str(error) if words is None else f"{words}: {error}"


class ClientError(HinterlandError):
    """Base of what a client finds wrong with the engine at the other end."""


class AnswerTimeout(ClientError):
    """No complete answer came within the time limit."""


class EngineDied(ClientError):
    """The engine could not be started, or ended, or closed its output."""


class BadAnswer(ClientError):
    """What came back is not the answer that the protocol asks for."""


class Flood(BadAnswer):
    """The engine writes without end."""


NO_CODE: Final = "unknown"
"""The code of a refusal that came without one."""


class Refused(ClientError):
    """The engine answered `? code: text`; `code` is the engine's, `NO_CODE` if it gave none."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text: Final = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"
