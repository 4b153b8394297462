"""Readers of command arguments: free functions from text to values."""

from collections.abc import Iterable

from hinterland.engine.errors import BadArgument, BadOption
from hinterland.protocol.errors import Syntax


def split_arguments(usage: str, text: str) -> list[str]:
    """The arguments in `text`, as many as `usage` asks for; `Syntax` otherwise.

    In a usage such as `play SEAT MOVE`, `[words]` at the end may be left out, ` ...` after a word
    means that more may follow, and `TEXT` at the end stands for the rest of the line.
    """
    wanted = usage.replace(" ...", "...").split()[1:]
    needed = sum(word != "..." for word in usage.partition("[")[0].split()[1:])
    if wanted and wanted[-1] == "TEXT":
        words = [word.strip(" ") for word in text.split(" ", needed - 1)] if text else []
    else:
        words = [word for word in text.split(" ") if word]
    many = "..." in usage
    if len(words) < needed or (len(words) > len(wanted) and not many):
        raise Syntax(f"syntax error: expected {usage}")
    return words


def parse_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """The values of `key=value` texts; `BadOption` for a bad pair or a key given twice."""
    given: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (key and equals and value):
            raise BadOption(f"{pair!r}: expected key=value")
        if key in given:
            raise BadOption(f"{key} is given twice")
        given[key] = value
    return given


def parse_integer(name: str, text: str, maximum: int, minimum: int = 0) -> int:
    """The number minimum..maximum written as `text`; `BadArgument` names it otherwise."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(maximum)):
        value = int(text)
        if minimum <= value <= maximum:
            return value
    raise BadArgument(f"{name} {text!r}: expected {minimum}..{maximum}")


def parse_json_flag(words: list[str]) -> bool:
    """Whether what is left of the arguments asks for JSON; `Syntax` if it is anything else."""
    if words and words != ["json"]:
        raise Syntax(f"syntax error: {' '.join(words)!r}: expected json or nothing")
    return bool(words)


def parse_switch(text: str) -> bool:
    """Whether a word is `on` rather than `off`; `BadArgument` if it is neither."""
    if text not in ("on", "off"):
        raise BadArgument(f"{text!r}: expected on or off")
    return text == "on"
