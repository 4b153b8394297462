"""Mutants: small games with one kernel, or one function of notation, gone wrong.

Each breaks one law in a way that a real game might, and the suite must reject it.
"""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hinterland.engine.game import Game
from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.kuhn import GAME as KUHN
from hinterland.engine.kuhn import notation as kuhn_notation
from hinterland.engine.kuhn import rules as kuhn
from hinterland.engine.rng import draw
from hinterland.engine.seats import ALL, CHANCE

KERNEL_SALT: Final = sha256(Path(__file__).read_bytes()).hexdigest()
"""The kernels below have a cache folder of their own, a new one after each edit of this file."""

# Kernels of Kuhn under names that a mutant of theirs does not take.
kuhn_mask, kuhn_mover, kuhn_legal, kuhn_fits = kuhn.mask, kuhn.mover, kuhn.legal, kuhn.fits
kuhn_redact, kuhn_apply, kuhn_determinise = kuhn.redact, kuhn.apply, kuhn.determinise
kuhn_chance_moves, kuhn_other_card = kuhn.chance_moves, kuhn.other_card
CHECK, BET, FOLD, CALL, DEAL = kuhn.CHECK, kuhn.BET, kuhn.FOLD, kuhn.CALL, kuhn.DEAL
JACK, QUEEN, KING, UNKNOWN, FIRST = kuhn.JACK, kuhn.QUEEN, kuhn.KING, kuhn.UNKNOWN, kuhn.FIRST
SHOW, END, SHOW_QUEEN_JACK = kuhn.SHOW, kuhn.END, kuhn.SHOW + 3


@jit
def after_bet(state: Record) -> bool:
    return FIRST[state.line] == FOLD


def mutant(base: Game, kernel: Callable[..., Any]) -> Game:
    """`base` with the kernel `<contract's name>_that_...` in the place of its own."""
    name = kernel.__name__
    rules = ModuleType(f"{base.rules.__name__}_{name}")
    inherited = {key: value for key, value in vars(base.rules).items() if key[:2] != "__"}
    rules.__dict__.update({**inherited, name.partition("_that_")[0]: kernel})
    salt = sha256(f"{base.salt}{KERNEL_SALT}".encode()).hexdigest()
    return replace(base, name=f"{base.name}_{name}", rules=rules, salt=salt)


# Law 1


@jit
def mask_that_shows_all(state: Record, seat: int, memory: Record) -> None:
    state.viewer = seat
    memory.unused = 0


@jit
def mask_that_remembers(state: Record, seat: int, memory: Record) -> None:
    """Notes in a spare field of the memory which card it hides."""
    hidden = 1 - seat if 0 <= seat <= 1 else 0
    memory.unused = max(int64(state.cards[hidden]), 0)
    card = memory.unused
    kuhn_mask(state, seat, memory)
    memory.unused = card


@jit
def mover_that_skips(state: Record) -> int:
    """A jack that cannot call is not asked."""
    turn = kuhn_mover(state)
    return 0 if turn == 1 and after_bet(state) and state.cards[1] == JACK else turn


@jit
def legal_that_prunes(state: Record, moves: Any) -> int:
    """Nobody is offered to call a king."""
    count = kuhn_legal(state, moves)
    turn = kuhn_mover(state)
    if turn >= 0 and after_bet(state) and state.cards[1 - turn] == KING:
        return 1
    return count


@jit
def redact_that_blurs(state: Record, move: int, seat: int) -> int:
    """Even the seat that calls is told only that it did not fold."""
    return BET if move == CALL and seat != ALL else kuhn_redact(state, move, seat)


# Law 2


@jit
def determinise_that_favours(view: Record, memory: Record, rng: Any) -> int:
    """The lowest card is drawn with probability 3/5, not 1/2."""
    view.viewer = ALL
    if view.cards[0] == UNKNOWN:
        view.cards[0] = biased_card(view.cards[1], rng)
    if view.cards[1] == UNKNOWN:
        view.cards[1] = biased_card(view.cards[0], rng)
    return 0


@jit
def biased_card(card: int, rng: Any) -> int:
    drawn = 1 if draw(rng, 5) < 3 else 2
    return drawn + 1 if drawn >= card > 0 else drawn


@jit
def determinise_that_doubles(view: Record, memory: Record, rng: Any) -> int:
    """The opponent may hold the very card that the viewer holds."""
    view.viewer = ALL
    for seat in range(2):
        if view.cards[seat] == UNKNOWN:
            view.cards[seat] = 1 + draw(rng, 3)
    return 0


@jit
def determinise_that_deals_anew(view: Record, memory: Record, rng: Any) -> int:
    """Two different cards, but not the one that the viewer has seen."""
    view.viewer = ALL
    if view.dealt > 0:
        view.cards[0] = JACK + draw(rng, 3)
    if view.dealt > 1:
        view.cards[1] = kuhn_other_card(view.cards[0], rng)
    return 0


@jit
def determinise_that_merges(view: Record, memory: Record, rng: Any) -> int:
    """A hidden choice is drawn from the merged moves, not from the labelled cards."""
    view.viewer = ALL
    if view.card == UNKNOWN:
        view.card = 1 + draw(rng, 2)
    if view.laid == UNKNOWN:
        view.laid = 1 + draw(rng, 2)
    return 0


# Law 3


@jit
def mask_that_marks(state: Record, seat: int, memory: Record) -> None:
    """Hides the card and leaves it in a spare bit."""
    hidden = 1 - seat if 0 <= seat <= 1 else 0
    card = int64(state.cards[hidden])
    kuhn_mask(state, seat, memory)
    state.shown = int64(state.shown) | (max(card, 0) << 4)


@jit
def redact_that_winks(state: Record, move: int, seat: int) -> int:
    """The opponent's check reads otherwise when a king checks."""
    if move == CHECK and seat != ALL and seat != kuhn_mover(state):
        return CHECK + 256 if state.cards[kuhn_mover(state)] == KING else CHECK
    return kuhn_redact(state, move, seat)


# Law 4


@jit
def redact_that_shows(state: Record, move: int, seat: int) -> int:
    return move


@jit
def apply_that_copies(state: Record, move: int) -> None:
    """Deals a second king in the place of the jack."""
    copied = move == DEAL + JACK and state.cards[0] == KING
    kuhn_apply(state, DEAL + KING if copied else move)


@jit
def apply_that_waits(state: Record, move: int) -> None:
    """Nothing comes of a check, so the game need not end."""
    if move != CHECK:
        kuhn_apply(state, move)


@jit
def fits_that_trusts(state: Record, event: int) -> int:
    return 0


@jit
def fits_that_mistakes(state: Record, event: int) -> int:
    """Views believe any two cards that are shown, even the same one twice."""
    if state.viewer != ALL and state.dealt == 2 and state.turn == CHANCE:
        return 0 if SHOW <= event < END else 7
    return kuhn_fits(state, event)


@jit
def fits_that_doubts(state: Record, event: int) -> int:
    """No view believes that a queen beats a jack."""
    if state.viewer != ALL and event == SHOW_QUEEN_JACK:
        return 8
    return kuhn_fits(state, event)


@jit
def legal_that_shuffles(state: Record, moves: Any) -> int:
    count = kuhn_legal(state, moves)
    if kuhn_mover(state) >= 0:
        moves[0], moves[1] = moves[1], moves[0]
    return count


@jit
def legal_that_overruns(state: Record, moves: Any) -> int:
    """Lists more moves than the game declares."""
    for i in range(5):
        moves[i] = CHECK + i
    return 5


@jit
def odds_that_leak(state: Record, moves: Any, probabilities: Any) -> int:
    """The odds are rounded, and do not sum to 1."""
    count = kuhn_chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 0.33 if count == 3 else 1.0 / count
    return count


@jit
def odds_that_load(state: Record, moves: Any, probabilities: Any) -> int:
    """The first card is said to be dealt more often than it is."""
    count = kuhn_chance_moves(state, moves)
    for i in range(count):
        probabilities[i] = 1.0 / count
    if count == 2:
        probabilities[0], probabilities[1] = 0.6, 0.4
    return count


@jit
def determinise_that_despairs(view: Record, memory: Record, rng: Any) -> int:
    """Finds no world after a bet."""
    return 1 if after_bet(view) else kuhn_determinise(view, memory, rng)


@jit
def mover_that_touches(state: Record) -> int:
    """Leaves a trace in the state that it looks at."""
    turn = kuhn_mover(state)
    if turn == CHANCE and state.viewer != ALL:
        state.shown = 1
    return turn


@jit
def returns_that_double(state: Record, out: Any) -> None:
    """Payoffs, not shares of the win."""
    out[0], out[1] = 2.0, -1.0


@jit
def weight_that_counts(state: Record, move: int) -> int:
    """An open move counts as two labelled cards."""
    return 2


# Law 5


def misspelt_notation() -> ModuleType:
    """A fold is written as a call, and read so."""
    return _notation(format=lambda move: kuhn_notation.format(CALL if move == FOLD else move))


def forgetful_notation() -> ModuleType:
    """JSON leaves out what the seats did."""

    def to_json(state: Record, memory: Record | None) -> dict[str, Any]:
        return {**kuhn_notation.to_json(state, memory), "actions": []}

    return _notation(to_json=to_json)


def terse_notation() -> ModuleType:
    """Codes that are no move have no text."""
    texts = {move: kuhn_notation.format(move) for move in range(kuhn.END)}
    return _notation(format=lambda move: texts.get(move, ""))


def _notation(**functions: Callable[..., Any]) -> ModuleType:
    module = ModuleType("notation")
    module.__dict__.update({**vars(kuhn_notation), **functions})
    return module


# Law 6


@jit
def returns_that_overflow(state: Record, out: Any) -> None:
    """Compares products of small integers, which overflow where nothing widens them."""
    kings_worth = state.cards[0] * 50
    winner = 0 if kings_worth > state.cards[1] * 50 else 1
    out[winner], out[1 - winner] = 1.0, 0.0


OVERFLOWS: Final = mutant(KUHN, returns_that_overflow)
