"""Move codes of village, and how they are read.

| code | move |
|---|---|
| `PASS` | pass, decline |
| `TAKE_ROAD` + slot, `TAKE_STACK` + stack, `TAKE_COMMON` + i | take |
| `PROTECT` + slot | protect |
| `EXCHANGE` + 8 card + target | target: stack, or `TO_DISCARDS`; card `BACK` + suit if hidden |
| `SHOW` + 1024 source + 16 card + next | next: 0 for none, 1 + suit of the card beneath |
| `SHUFFLED`, `SHUFFLE` + seed | a shuffle, its seed hidden or not |
| `PLAY` + 1024 card + 16 at + lock | tinner, smuggler |
| `BUILD_FLAG` + fields | see below |

Fields of a build, from the lowest bit: lock 4, place 3, monks 2, under 7 (1 + card, 0 for none),
side 2 (0 for none, 1 + side), target cards on it 2, role 6, monk 1, seat 3, card 6.
"""

from typing import Final

from hinterland.engine.jit import jit

PASS: Final = 1
TAKE_ROAD: Final = 8
TAKE_STACK: Final = 16
TAKE_COMMON: Final = 24
PROTECT: Final = 32
EXCHANGE: Final = 64
BACK: Final = 64
TO_DISCARDS: Final = 6
EXCHANGE_END: Final = EXCHANGE + 8 * (BACK + 16)
SHOW: Final = 1024
SHOW_END: Final = SHOW + 7 * 1024
SHUFFLED: Final = SHOW_END
PLAY: Final = 1 << 17
PLAY_END: Final = PLAY + (1 << 16)
BUILD_FLAG: Final = 1 << 40
BUILD_END: Final = BUILD_FLAG + (1 << 36)
SHUFFLE: Final = 1 << 42
SHUFFLE_END: Final = SHUFFLE + (1 << 40)

LOCK_DEFAULT, LOCK_RICHER, LOCK_FREE, LOCK_SEAT, LOCK_SEAT_RICHER = 0, 1, 2, 3, 8
"""Locks: own or bank; own with more ducats; tinner; + seat: that seat's; its with more ducats."""
LOCKS: Final = 13
PLACE_BARE, PLACE_HALF, PLACE_MONK, PLACE_APPRENTICE = range(4)
"""Places: free or own card with nothing on it; own card with one on it; monk; apprentice."""
PLACES: Final = 4

MONK_UNIT: Final = 1 << 7
UNDER_UNIT: Final = 1 << 9
SIDE_UNIT: Final = 1 << 16
TARGET_UNIT: Final = 1 << 18
CARD_UNIT: Final = 1 << 30


@jit
def exchange_code(card: int, target: int) -> int:
    return EXCHANGE + 8 * card + target


@jit
def exchange_card(move: int) -> int:
    """A card, or `BACK` + suit."""
    return (move - EXCHANGE) >> 3


@jit
def exchange_target(move: int) -> int:
    return (move - EXCHANGE) & 7


@jit
def show_code(source: int, card: int, following: int) -> int:
    return SHOW + 1024 * source + 16 * card + following


@jit
def shown_card(event: int) -> int:
    return ((event - SHOW) >> 4) & 63


@jit
def shown_next(event: int) -> int:
    """0, or 1 + the suit of the card beneath."""
    return (event - SHOW) & 15


@jit
def play_code(card: int, at: int, lock: int) -> int:
    return PLAY + 1024 * card + 16 * at + lock


@jit
def played_card(move: int) -> int:
    return (move - PLAY) >> 10


@jit
def played_at(move: int) -> int:
    """The settler whose ducats a smuggler counts."""
    return ((move - PLAY) >> 4) & 63


@jit
def target_code(seat: int, monk: int, role: int, on: int) -> int:
    """The target of an apprentice, in place in a build's code."""
    return (((seat * 2 + monk) * 64 + role) * 4 + on) * TARGET_UNIT


@jit
def build_card(code: int) -> int:
    return (code >> 30) & 63


@jit
def target_seat(code: int) -> int:
    return (code >> 27) & 7


@jit
def target_monk(code: int) -> int:
    return (code >> 26) & 1


@jit
def target_role(code: int) -> int:
    return (code >> 20) & 63


@jit
def target_on(code: int) -> int:
    return (code >> 18) & 3


@jit
def side_of(code: int) -> int:
    """0 for none, 1 + side."""
    return (code >> 16) & 3


@jit
def under_of(code: int) -> int:
    """The card over a freed monk, -1 for none."""
    return ((code >> 9) & 127) - 1


@jit
def monks_of(code: int) -> int:
    return (code >> 7) & 3


@jit
def place_of(code: int) -> int:
    return (code >> 4) & 7


@jit
def lock_of(code: int) -> int:
    return code & 15
