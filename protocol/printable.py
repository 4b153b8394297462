"""Text from outside, made fit to be kept and shown."""

from typing import Any


def json_text(data: dict[str, Any]) -> str:
    """An object as JSON, on one line."""
    import orjson  # not for a command that needs none

    return orjson.dumps(data).decode()


def printable(text: str) -> str:
    """The text with an escape, as Python writes it, for all that cannot be printed or encoded.

    Such are control characters and the surrogates that stand for bytes that are no UTF-8; newlines
    stay. To do it twice changes nothing.
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == "\n" else _escape(one) for one in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
