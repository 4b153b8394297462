"""Many legal moves on few lines, and those that somebody asks for."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

Move = Mapping[str, Any]
"""A move as `legal_moves json` describes it."""

LISTED: Final = 20
"""So many moves are listed one by one."""

_FEW: Final = 3
"""So many moves of a kind are listed one by one among others."""

_WIDTH: Final = 240
"""Characters of a line that sums up a kind."""


def menu(moves: Sequence[Move]) -> list[str]:
    """The moves by number; where there are many, a line for each kind."""
    if len(moves) <= LISTED:
        return numbered(moves, range(len(moves)))
    kinds: dict[str, list[int]] = {}
    for place, move in enumerate(moves):
        kinds.setdefault(str(move["kind"]), []).append(place)
    lines: list[str] = []
    for kind, places in kinds.items():
        if len(places) <= _FEW:
            lines += numbered(moves, places)
        else:
            lines.append(_summary(kind, [str(moves[place]["move"]) for place in places]))
    return [*lines, f"{len(moves)} moves; say a kind, and more words to choose among them"]


def matching(moves: Sequence[Move], said: str) -> list[int]:
    """The places of the moves with every word that was said, in their token or their text.

    A first word that is a kind of move leaves only moves of that kind.
    """
    words = said.lower().split()
    kind = words[0] if words and words[0] in {move["kind"] for move in moves} else None
    return [
        place
        for place, move in enumerate(moves)
        if kind in (None, move["kind"])
        and all(word in f"{move['move']} {move['text']}".lower() for word in words)
    ]


def numbered(moves: Sequence[Move], places: Sequence[int]) -> list[str]:
    """Those moves, with their numbers among all."""
    width = len(str(len(moves)))
    return [f"{place + 1:{width}}  {moves[place]['text']}" for place in places]


def _summary(kind: str, tokens: Sequence[str]) -> str:
    """`road (12): a1ne a1e ...`; those that begin alike are counted: `play (9): spy x3 crane`."""
    heads = Counter(_head(token.partition(":")[2]) for token in tokens)
    parts = [f"{head} x{n}" if n > 1 else head for head, n in heads.items()]
    line = f"{kind} ({len(tokens)}):"
    for part in parts:
        if len(line) + len(part) > _WIDTH:
            return f"{line} ..."
        line += f" {part}"
    return line


def _head(rest: str) -> str:
    """What is done, up to the first sign that parts it from its details."""
    return re.split("[=>,]", rest, maxsplit=1)[0]
