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
DICE              red | yellow << 8 | event << 16 (0 none, SHIP_FACE, TRACK_FACE + track)
DRAW              development card, UNKNOWN_DEVELOPMENT when not seen
LEVY              for each seat, in 6 bits, 1 + the cards it gives; 0 for the player
REVEAL            cards discarded, for each kind in 6 bits
FLIP              harbor | type << 8
POINTS            seat | victory cards << 8
PIRATE            code of a hex
LIFT              code of an edge
FISH              tokens paid, 4 bits for each value from 1 up | ware << 12, see `fish`
BOOT              seat
RETURN            value of a fish token
TOKEN             the same, BOOT_TOKEN for the boot, UNKNOWN_TOKEN when not seen

With Cities & Knights, seats:
IMPROVE, DECK     track
METROPOLIS .. BREACH, DESERT   code of a corner
MOVE              code of a corner << 16 | code of the corner to go to
PICK, GIVE, TAKE  kind of card, UNKNOWN_CARD when not seen
DROP, TAKE_PROGRESS   progress card, UNKNOWN_BACK + track when not seen
PLAY              progress card << 32 | what it needs: code of a corner, hex or edge, seat or
                  kind; ALCHEMIST red | yellow << 8, INVENTOR a hex << 16 | a higher hex
SWAP              seat << 8 | kind, UNKNOWN_CARD when not seen
PLACE             code of a corner << 8 | level
and chance:
DRAW_PROGRESS     progress card, UNKNOWN_BACK + track when not seen
SHOW_HAND         cards, for each kind in 6 bits; NOT_SHOWN when not seen
SHOW_PROGRESS     progress cards by their lanes; when not seen it is SHOW_HAND of NOT_SHOWN
CROSS             resource | commodity << 8, UNKNOWN_CARD of both when not seen
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
    "pirate", "lift", "fish", "boot", "return", "token",
)  # fmt: skip
(
    PASS, ROLL_MOVE, END, WIN, NONE, ACCEPT, DECLINE, SETTLEMENT_MOVE, CITY_MOVE, ROAD,
    SHIP, BANK, OFFER, COUNTER, DEAL_MOVE, DISCARD_MOVE, ROBBER_MOVE, ROB_MOVE, BUY_MOVE,
    PLAY_KNIGHT, PLAY_ROADS, PLAY_PLENTY, PLAY_MONOPOLY, DICE_MOVE, STEAL_MOVE, DRAW, LEVY_MOVE,
    REVEAL_MOVE, FLIP, POINTS_MOVE,
    PIRATE_MOVE, LIFT_MOVE, FISH_MOVE, BOOT_MOVE, RETURN_MOVE, TOKEN_MOVE,
) = range(1, len(MOVE_KINDS) + 1)  # fmt: skip

_KNIGHTS_MOVE_KINDS: Final = (
    "improve", "metropolis", "wall", "recruit", "activate", "promote", "move", "chase", "retreat",
    "pillage", "breach", "desert", "deck", "pick", "give", "take", "drop", "take_progress",
    "swap", "place", "play",
)  # fmt: skip
(
    IMPROVE, METROPOLIS_MOVE, WALL, RECRUIT, ACTIVATE, PROMOTE, MOVE_KNIGHT, CHASE, RETREAT_MOVE,
    PILLAGE_MOVE, BREACH_MOVE, DESERT, DECK, PICK, GIVE_MOVE, TAKE, DROP_MOVE, TAKE_PROGRESS_MOVE,
    SWAP_MOVE, PLACE_MOVE, PLAY,
) = range(64, 64 + len(_KNIGHTS_MOVE_KINDS))  # fmt: skip
DRAW_PROGRESS, SHOW_HAND_MOVE, SHOW_PROGRESS_MOVE, CROSS_MOVE = range(96, 100)
"""Of chance."""

UNKNOWN_CARD: Final = 8
UNKNOWN_BACK: Final = 32
NOT_SHOWN: Final = 0
CARD_SHIFT: Final = 32
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
def is_chance_kind(kind: int) -> bool:
    if DICE_MOVE <= kind <= POINTS_MOVE or kind == TOKEN_MOVE:
        return True
    return DRAW_PROGRESS <= kind <= CROSS_MOVE


@jit
def body_of(move: int) -> int:
    return move & _BODY


@jit
def low(move: int) -> int:
    """The lowest 8 bits."""
    return move & 255


@jit
def middle(move: int) -> int:
    """The 8 bits above those."""
    return (move >> 8) & 255


@jit
def upper(body: int) -> int:
    """The bits from 16 up."""
    return body >> 16


@jit
def card_of(body: int) -> int:
    """The card of a PLAY."""
    return body >> CARD_SHIFT


@jit
def need_of(body: int) -> int:
    """What the card of a PLAY needs."""
    return body & ((1 << CARD_SHIFT) - 1)


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
