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

import numpy as np

from hinterland.engine.jit import int64, jit

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

_TWICE_ZERO: Final = np.uint64(0x4040404040404040)
_TO_TOP: Final = np.uint64(0x6060606060606060)
_TOPS: Final = np.uint64(0x8080808080808080)
_LOW_6: Final = np.uint64(0x003F003F003F003F)
_HIGH_6: Final = np.uint64(0x0FC00FC00FC00FC0)
_LOW_12: Final = np.uint64(0x00000FFF00000FFF)
_HIGH_12: Final = np.uint64(0x00FFF00000FFF000)
_LOW_24: Final = np.uint64(0x0000000000FFFFFF)
_HIGH_24: Final = np.uint64(0x0000FFFFFF000000)
_2, _4, _7, _8 = np.uint64(2), np.uint64(4), np.uint64(7), np.uint64(8)


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
    return beyond_zero(unpacked(offer))


@jit
def wanted(offer: int) -> Any:
    """The cards that an offer wants."""
    return beyond_zero(_TWICE_ZERO - unpacked(offer))


@jit
def beyond_zero(lanes: Any) -> Any:
    """How much each lane of 8 bits, of at most 64, is above 32; 0 where it is not."""
    raised = lanes + _TO_TOP
    tops = raised & _TOPS
    return raised & (tops - (tops >> _7))


@jit
def mirrored(offer: int) -> int:
    """The same exchange from the other side."""
    return 2 * NO_OFFER - offer


@jit
def packed(cards: Any) -> int:
    """Counts of cards, 6 bits a kind."""
    pairs = (cards & _LOW_6) | ((cards >> _2) & _HIGH_6)
    fours = (pairs & _LOW_12) | ((pairs >> _4) & _HIGH_12)
    return int64((fours & _LOW_24) | ((fours >> _8) & _HIGH_24))


@jit
def unpacked(body: int) -> Any:
    """The inverse of `packed`: 8 lanes of 6 bits spread to 8 bits, halves first."""
    eights = np.uint64(body)
    fours = (eights & _LOW_24) | ((eights & _HIGH_24) << _8)
    pairs = (fours & _LOW_12) | ((fours & _HIGH_12) << _4)
    return (pairs & _LOW_6) | ((pairs & _HIGH_6) << _2)


@jit
def levy_of(body: int, seat: int) -> int:
    """The cards that a seat gives in a LEVY, -1 for the player."""
    return ((body >> (6 * seat)) & 63) - 1
