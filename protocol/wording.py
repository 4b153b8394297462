"""Legal moves described for front-ends: token, kind, fields, and a short English text.

A game may describe its moves itself, by a function `describe(move)` in its notation that
answers a mapping with a `text`; the others are described by splitting their tokens, written
`kind:what,key=value,...`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from hinterland.engine.game import Game


def described(game: Game, moves: Sequence[int]) -> str:
    """A JSON list with an object for every move."""
    return orjson.dumps([describe(game, move) for move in moves]).decode()


def describe(game: Game, move: int) -> dict[str, Any]:
    """`move` (the token), `kind`, the fields of that kind, and `text`."""
    token = game.notation.format(move)
    kind, fields = split_token(token)
    own = getattr(game.notation, "describe", None)
    said = {**fields, "text": wording(kind, fields)} if own is None else own(move)
    return {"move": token, "kind": kind, **said}


def split_token(token: str) -> tuple[str, dict[str, str]]:
    """The kind of a move and its fields: `what` is the part without a key, if there is one."""
    kind, _, rest = token.partition(":")
    fields: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if equals and key.isidentifier():
            fields[key] = value
        else:
            fields["what"] = f"{fields['what']},{part}" if "what" in fields else part
    return kind, fields


def wording(kind: str, fields: Mapping[str, str]) -> str:
    """A move in words, from its parts."""
    words = [kind, *([fields["what"]] if "what" in fields else [])]
    said = " ".join(words).replace("_", " ")
    others = [f"{key} {value}" for key, value in fields.items() if key != "what"]
    return ", ".join((said, *others))
