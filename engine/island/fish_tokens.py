"""Payments with fish as text, and back: `robber,1+1` and the like."""

from typing import Final

from hinterland.engine.errors import BadNotation
from hinterland.engine.island import fish as f
from hinterland.engine.island.cards import KINDS, RESOURCES
from hinterland.engine.island.shoal import MOST_TOKENS, VALUES, lane, one
from hinterland.engine.jit import plain
from hinterland.engine.seats import MAX_SEATS, seat_name

TRACKS: Final = ("trade", "politics", "science")

WARES: Final = (
    "robber",
    "pirate",
    *(f"rob={seat_name(seat)}" for seat in range(MAX_SEATS)),
    *KINDS[:RESOURCES],
    "road",
    *TRACKS,
    "card",
)
"""By their numbers, see `fish`."""

TOKENS: Final = ("boot", "1", "2", "3", "?")
"""Fish tokens by value, BOOT_TOKEN .. UNKNOWN_TOKEN."""

_lane, _one = plain(lane), plain(one)


def counts_of(tokens: int) -> dict[str, int]:
    """Tokens by value as text, zeros left out; `?` of unknown value."""
    found = {TOKENS[value]: _lane(int(tokens), value) for value in range(1, len(TOKENS))}
    return {name: n for name, n in found.items() if n}


def fish_text(body: int) -> str:
    """`WARE,TOKENS` of a FISH move."""
    tokens = body & f.TOKEN_BITS
    values = [str(value) for value in range(1, VALUES + 1) for _ in range(_lane(tokens, value))]
    return f"{WARES[body >> f.WARE_SHIFT]},{'+'.join(values)}"


def parse_fish(text: str) -> int:
    ware, _, rest = text.partition(",")
    values = rest.split("+")
    if ware not in WARES or len(values) > MOST_TOKENS or set(values) - {"1", "2", "3"}:
        raise BadNotation(f"{text!r}: expected what is bought and the fish, such as ore,1+3")
    return WARES.index(ware) << f.WARE_SHIFT | sum(_one(int(value)) for value in values)
