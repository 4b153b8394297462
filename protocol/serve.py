"""The loop between a session and its streams."""

from typing import BinaryIO

from hinterland.protocol.framing import LINE_LIMIT, decode_line
from hinterland.protocol.session import Session


def serve(session: Session, lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line after line, until `quit`, the end of input, or a reader that has gone."""
    while raw := read_line(lines):
        answer, ended = session.handle_line(decode_line(raw))
        if answer is not None:
            try:
                answers.write(answer.encode("utf-8", "backslashreplace"))
                answers.flush()
            except BrokenPipeError:
                return
        if ended:
            return


def read_line(lines: BinaryIO) -> bytes:
    """The next line; of one above the limit, its first bytes, enough to see that it is too long."""
    raw = rest = lines.readline(LINE_LIMIT + 2)
    while len(raw) > LINE_LIMIT and rest and not rest.endswith(b"\n"):
        rest = lines.readline(LINE_LIMIT)
    return raw
