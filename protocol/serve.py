"""The loop between a session and its streams."""

from typing import BinaryIO

from hinterland.protocol.errors import Busy
from hinterland.protocol.framing import decode_line
from hinterland.protocol.inbox import Inbox
from hinterland.protocol.session import Session


class _Stream:
    """The channel of a command whose answer goes to a stream; `gone` once nobody reads it.

    `fault`: why it can no longer be written, where that is not that its reader has gone.
    """

    def __init__(self, inbox: Inbox, answers: BinaryIO) -> None:
        self._inbox = inbox
        self._answers = answers
        self.gone = False
        self.fault: OSError | None = None

    def cancelled(self) -> bool:
        return self.gone or self._inbox.cancelled()

    def waiting(self) -> bool:
        return self.gone or self._inbox.waiting()

    def write(self, text: str) -> None:
        try:
            self._answers.write(text.encode("utf-8", "backslashreplace"))
            self._answers.flush()
        except OSError as error:
            self.gone = True
            if not isinstance(error, BrokenPipeError):
                self.fault = error


def serve(session: Session, inbox: Inbox, answers: BinaryIO) -> None:
    """Answer line after line, until `quit`, the end of input, or a reader that has gone.

    While no line waits, the session may ponder. `OSError` says why the answers cannot be written.
    """
    inbox.start()
    stream = _Stream(inbox, answers)
    while not stream.gone:
        while not inbox.waiting() and session.ponder(inbox.waiting):
            pass
        line = inbox.take()
        if line is None:
            break
        text = decode_line(line.raw)
        if line.refused:
            answer, ended = session.refuse(text, Busy("too many commands are waiting"))
        else:
            answer, ended = session.handle_line(text, stream)
        if answer is not None:
            stream.write(answer)
        if ended:
            break
    if stream.fault is not None:
        raise stream.fault
