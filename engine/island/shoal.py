"""Fish tokens: who holds which, the pool, the face-up ones, and what may be paid.

Tokens are counts by value in 4-bit lanes: 1, 2, 3, and on views those of unknown value.
On a view the hidden tokens of other seats are counted in `unseen_fish` with the pool. The old
boot is no token of a lane: it is in the pool until somebody draws it.
"""

from typing import Any, Final

from hinterland.engine.island import options as o
from hinterland.engine.island.moves import BOOT_TOKEN, UNKNOWN_TOKEN
from hinterland.engine.island.state import NOBODY
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL

VALUES: Final = 3
"""The highest value of a token."""
MOST_TOKENS: Final = 7
"""Tokens that a seat may hold."""
_LANE: Final = 15
_WIDTH: Final = 4


@jit
def lane(tokens: int, value: int) -> int:
    """How many of a value; of UNKNOWN_TOKEN those of unknown value."""
    return (tokens >> (_WIDTH * (value - 1))) & _LANE


@jit
def one(value: int) -> int:
    """One token of a value."""
    return 1 << (_WIDTH * (value - 1))


@jit
def token_count(tokens: int) -> int:
    """How many in all."""
    total = 0
    for value in range(1, UNKNOWN_TOKEN + 1):
        total += lane(tokens, value)
    return total


@jit
def tokens_held(state: Record, seat: int) -> int:
    return token_count(int64(state.fish[seat]))


@jit
def hidden_tokens(state: Record) -> int:
    """On a view: tokens of unknown value in all hands."""
    total = 0
    for seat in range(int64(state.players)):
        total += lane(int64(state.fish[seat]), UNKNOWN_TOKEN)
    return total


@jit
def fish_in_pool(state: Record) -> int:
    """Tokens with a value in the pool."""
    return token_count(int64(state.unseen_fish)) - hidden_tokens(state)


@jit
def pool_size(state: Record) -> int:
    boot = 1 if state.options[o.FISH] != 0 and state.boot == NOBODY else 0
    return fish_in_pool(state) + boot


@jit
def refill(state: Record) -> None:
    """Shuffle the face-up tokens back when the pool is empty."""
    if pool_size(state) == 0:
        if state.viewer != ALL:
            settle_tokens(state)
        state.unseen_fish += int64(state.spent_fish)
        state.spent_fish = 0


@jit
def settle_tokens(state: Record) -> None:
    """On a view: make tokens known that are neither in the pool nor in another hand."""
    changed = True
    while changed:
        changed = False
        for seat in range(int64(state.players)):
            if lane(int64(state.fish[seat]), UNKNOWN_TOKEN) > 0 and settle_seat(state, seat):
                changed = True


@jit
def settle_seat(state: Record, seat: int) -> bool:
    """Make tokens of a seat known that nobody else has room for; whether there were any."""
    hidden = lane(int64(state.fish[seat]), UNKNOWN_TOKEN)
    elsewhere = token_count(int64(state.unseen_fish)) - hidden
    found = False
    for value in range(1, VALUES + 1):
        sure = max(lane(int64(state.unseen_fish), value) - elsewhere, 0)
        state.fish[seat] = int64(state.fish[seat]) + sure * (one(value) - one(UNKNOWN_TOKEN))
        state.unseen_fish -= sure * one(value)
        found = found or sure > 0
    return found


@jit
def may_pay(state: Record, seat: int, tokens: int) -> bool:
    """Whether a seat has these tokens, or on a view may have them."""
    missing = 0
    for value in range(1, VALUES + 1):
        more = lane(tokens, value) - lane(int64(state.fish[seat]), value)
        if more > lane(int64(state.unseen_fish), value):
            return False
        missing += max(more, 0)
    return missing <= lane(int64(state.fish[seat]), UNKNOWN_TOKEN)


@jit
def spend(state: Record, seat: int, tokens: int) -> None:
    """Tokens go from a seat to the face-up ones; what was not known was of unknown value."""
    for value in range(1, VALUES + 1):
        paid = lane(tokens, value)
        known = min(paid, lane(int64(state.fish[seat]), value))
        gone = known * one(value) + (paid - known) * one(UNKNOWN_TOKEN)
        state.fish[seat] = int64(state.fish[seat]) - gone
        state.unseen_fish -= (paid - known) * one(value)
        state.spent_fish += paid * one(value)


@jit
def take_token(state: Record, seat: int, value: int) -> None:
    """The seat draws a token: a value, BOOT_TOKEN or, on a view, UNKNOWN_TOKEN."""
    if value == BOOT_TOKEN:
        state.boot = seat
        return
    state.fish[seat] = int64(state.fish[seat]) + one(value)
    if value != UNKNOWN_TOKEN:
        state.unseen_fish -= one(value)


@jit
def hide_tokens(state: Record, seat: int) -> None:
    """For a view: forget which tokens a seat holds."""
    for value in range(1, VALUES + 1):
        held = lane(int64(state.fish[seat]), value)
        state.fish[seat] = int64(state.fish[seat]) + held * (one(UNKNOWN_TOKEN) - one(value))
        state.unseen_fish += held * one(value)


@jit
def deal_tokens(view: Record, rng: Any) -> None:
    """Give every token of unknown value one of the unseen values, each token as likely."""
    for seat in range(int64(view.players)):
        while lane(int64(view.fish[seat]), UNKNOWN_TOKEN) > 0:
            value = draw_value(int64(view.unseen_fish), rng)
            view.fish[seat] = int64(view.fish[seat]) + one(value) - one(UNKNOWN_TOKEN)
            view.unseen_fish -= one(value)


@jit
def draw_value(tokens: int, rng: Any) -> int:
    """The value of one of the tokens."""
    left = draw(rng, max(token_count(tokens), 1))
    for value in range(1, VALUES):
        left -= lane(tokens, value)
        if left < 0:
            return value
    return VALUES
