"""The framing of GTP, version 2: how a line becomes a request, and a result an answer."""

import codecs
import re
from dataclasses import dataclass
from typing import Final

LINE_LIMIT: Final = 256 * 1024
"""The most bytes of a line, its newline not counted."""

MAX_ID: Final = 2**31 - 1
_MAX_ERROR: Final = 400
_DROPPED: Final = {code: None for code in (*range(32), 127) if code != ord("\t")}
_CONTROL: Final = {**_DROPPED, ord("\t"): " "}
_WITH_ID: Final = re.compile(r"([0-9]{1,10})(?: +(.*))?")
_UNDECODED: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Request:
    """One command line: its id (empty if it has none), command, and the rest of the line.

    `fault` says what is wrong with the line itself; then it is answered and not obeyed.
    """

    id: str
    command: str
    text: str
    fault: str = ""


def without_mark(raw: bytes) -> bytes:
    """The first line of an input without the byte order mark that some front-ends begin with.

    A line that is too long keeps it, and is refused as such.
    """
    return raw.removeprefix(codecs.BOM_UTF8) if len(raw) <= LINE_LIMIT else raw


def decode_line(raw: bytes) -> str:
    """The text of a line; bytes that are not UTF-8 become surrogates, which requests refuse."""
    return raw.decode("utf-8", "surrogateescape")


def parse_request(line: str) -> Request | None:
    """The request in a line, with or without its newline; None for a blank or comment line."""
    long = len(line.rstrip("\n").encode("utf-8", "surrogatepass")) > LINE_LIMIT
    body, comment, _ = line.partition("#")
    text = body.translate(_CONTROL).strip(" ")
    if not text and (comment or not long):
        return None
    request_id, rest = _split_id(text)
    command, _, arguments = rest.partition(" ")
    return Request(request_id, command, arguments.strip(" "), _fault(rest, long))


def success(request_id: str, text: str) -> str:
    """The answer to a request that was carried out."""
    return _answer(f"={request_id}", text)


def failure(request_id: str, code: str, text: str) -> str:
    """The answer to a request that was refused; its text is made one line, and not too long."""
    one_line = " ".join(text.split())
    if len(one_line) > _MAX_ERROR:
        one_line = f"{one_line[:_MAX_ERROR]}..."
    return _answer(f"?{request_id}", f"{code}: {one_line}")


def _split_id(text: str) -> tuple[str, str]:
    found = _WITH_ID.fullmatch(text)
    if found is None or int(found[1]) > MAX_ID:
        return "", text
    return found[1], found[2] or ""


def _fault(rest: str, long: bool) -> str:
    if long:
        return f"line longer than {LINE_LIMIT} bytes"
    if _UNDECODED.search(rest):
        return "line is not UTF-8"
    return "" if rest else "an id without a command"


def _answer(head: str, text: str) -> str:
    """An answer ends with an empty line and has no other."""
    lines = (line.translate(_CONTROL).rstrip(" ") for line in text.split("\n"))
    body = "\n".join(line for line in lines if line)
    return f"{head} {body}\n\n" if body else f"{head}\n\n"
