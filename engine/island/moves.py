"""Codes of moves: the kind in the bits above 48, below it what the kind needs.

kind              below it
SETTLEMENT, CITY  code of a corner, see `board`
ROAD, SHIP        code of an edge
BANK              given | wanted << 8
OFFER, COUNTER    for each kind of card, 32 + cards given - cards wanted, in 6 bits
DEAL, ROB         seat
DISCARD, STEAL    kind of card, UNKNOWN_CARD when not seen
ROBBER            code of a hex
PLAY_PLENTY       kind | kind << 8, ascending
PLAY_MONOPOLY     kind
DICE              red | yellow << 8 | event << 16 (0 none, 1 ship, 2 + track)
DRAW              development card, UNKNOWN_DEVELOPMENT when not seen
LEVY              for each seat, in 6 bits, 1 + the cards it gives; 0 for the player
REVEAL            cards discarded, for each kind in 6 bits
FLIP              harbor | type << 8
POINTS            seat | victory cards << 8
PIRATE            code of a hex
LIFT              code of an edge
PICK              kind
FISH              tokens paid, 4 bits for each value from 1 up | ware << 12, see `fish`
BOOT              seat
RETURN            value of a fish token
TOKEN             the same, BOOT_TOKEN for the boot, UNKNOWN_TOKEN when not seen
"""

from typing import Any, Final

from hinterland.engine.island.cards import NO_CARDS, count, single
from hinterland.engine.jit import jit

SHIFT: Final = 48

MOVE_KINDS: Final = (
    "pass", "roll", "end", "win", "none", "accept", "decline", "settlement", "city", "road",
    "ship", "bank", "offer", "counter", "deal", "discard", "robber", "rob", "buy", "knight",
    "roads", "plenty", "monopoly", "dice", "steal", "draw", "levy", "reveal", "flip", "points",
    # fish and Seafarers
    "pirate", "lift", "pick", "fish", "boot", "return", "token",
)  # fmt: skip
(
    PASS, ROLL_MOVE, END, WIN, NONE, ACCEPT, DECLINE, SETTLEMENT_MOVE, CITY_MOVE, ROAD,
    SHIP, BANK, OFFER, COUNTER, DEAL_MOVE, DISCARD_MOVE, ROBBER_MOVE, ROB_MOVE, BUY_MOVE,
    PLAY_KNIGHT, PLAY_ROADS, PLAY_PLENTY, PLAY_MONOPOLY, DICE_MOVE, STEAL_MOVE, DRAW, LEVY_MOVE,
    REVEAL_MOVE, FLIP, POINTS_MOVE,
    PIRATE_MOVE, LIFT_MOVE, PICK_MOVE, FISH_MOVE, BOOT_MOVE, RETURN_MOVE, TOKEN_MOVE,
) = range(1, len(MOVE_KINDS) + 1)  # fmt: skip

UNKNOWN_CARD: Final = 8
UNKNOWN_DEVELOPMENT: Final = 5
BOOT_TOKEN: Final = 0
UNKNOWN_TOKEN: Final = 4

_BODY: Final = (1 << SHIFT) - 1
_ZERO: Final = 32
NO_OFFER: Final = sum(_ZERO << (6 * kind) for kind in range(8))
"""An offer of nothing for nothing."""


@jit
def kind_of(move: int) -> int:
    return move >> SHIFT


@jit
def body_of(move: int) -> int:
    return move & _BODY


@jit
def is_of_chance(kind: int) -> bool:
    """Whether chance makes the moves of a kind."""
    return DICE_MOVE <= kind <= POINTS_MOVE or kind == TOKEN_MOVE


@jit
def low(move: int) -> int:
    """The lowest 8 bits."""
    return move & 255


@jit
def middle(move: int) -> int:
    """The 8 bits above those."""
    return (move >> 8) & 255


@jit
def code(kind: int, body: int) -> int:
    return (kind << SHIFT) | body


@jit
def balance(offer: int, kind: int) -> int:
    """Cards of a kind given (or, negative, wanted) in an offer."""
    return ((offer >> (6 * kind)) & 63) - _ZERO


@jit
def given(offer: int) -> Any:
    """The cards that an offer gives."""
    cards = NO_CARDS
    for kind in range(8):
        cards += single(kind, max(balance(offer, kind), 0))
    return cards


@jit
def wanted(offer: int) -> Any:
    """The cards that an offer wants."""
    cards = NO_CARDS
    for kind in range(8):
        cards += single(kind, max(-balance(offer, kind), 0))
    return cards


@jit
def mirrored(offer: int) -> int:
    """The same exchange from the other side."""
    other = 0
    for kind in range(8):
        other |= (_ZERO - balance(offer, kind)) << (6 * kind)
    return other


@jit
def packed(cards: Any) -> int:
    """Counts of cards, 6 bits a kind."""
    body = 0
    for kind in range(8):
        body |= count(cards, kind) << (6 * kind)
    return body


@jit
def unpacked(body: int) -> Any:
    """The inverse of `packed`."""
    cards = NO_CARDS
    for kind in range(8):
        cards += single(kind, (body >> (6 * kind)) & 63)
    return cards


@jit
def levy_of(body: int, seat: int) -> int:
    """The cards that a seat gives in a LEVY, -1 for the player."""
    return ((body >> (6 * seat)) & 63) - 1
