"""The rules of village under the contract: every kernel asks the module of its phase."""

from typing import Any

import numpy as np

from hinterland.engine.jit import Record, int64, jit
from hinterland.engine.rng import draw, next_word
from hinterland.engine.seats import ALL, CHANCE, OVER

from . import hidden, inference, market, worlds
from .bits import put
from .broken import IS_OVER
from .build import apply_build, fits_build, is_apprentice, legal_builds
from .cards import (
    BASICS,
    COUNT,
    DECK,
    FOUNDERS,
    HAND,
    PILE,
    START,
)  # fmt: skip
from .codes import (
    BUILD_END,
    BUILD_FLAG,
    EXCHANGE,
    EXCHANGE_END,
    PASS,
    PLAY,
    PLAY_END,
    SHUFFLE,
)  # fmt: skip
from .draft import (
    apply_draft,
    apply_protect,
    apply_show,
    apply_shuffle,
    fits_draft,
    fits_protect,
    fits_show,
    fits_shuffle,
    legal_draft,
    legal_protect,
    the_show,
)  # fmt: skip
from .exchange import (
    apply_common,
    apply_exchange,
    exchange_weight,
    fits_common,
    fits_exchange,
    legal_commons,
    legal_exchanges,
)  # fmt: skip
from .flow import begin_draft, end_build
from .specials import (
    apply_apprentice,
    apply_play,
    fits_apprentice,
    fits_play,
    legal_apprentices,
    legal_plays,
)  # fmt: skip
from .state import (
    BUILD,
    COMMON,
    DRAFT,
    FINISHED,
    HEIGHT,
    MOVABLE,
    NONE,
    PROTECT,
    PURSE,
    RESERVE,
    ROAD,
    SHOW,
    SHUFFLING,
    STACKS,
)  # fmt: skip
from .tableau import add_settler

mask = hidden.mask
redact = hidden.redact
remember = inference.remember
determinise = worlds.determinise
returns = market.returns

_24 = np.uint64(24)
OPTIONS = 5


@jit
def deal(state: Record, options: Any, rng: Any) -> None:
    """`options`: players, market trigger, monk cost, monk target, cards in a tie."""
    players = int64(options[0])
    state.viewer, state.players, state.rounds = ALL, players, 1
    state.stack_trigger, state.free_monks = options[1], 1 - options[2]
    state.no_monk_target, state.uncovered_tie = options[3], options[4]
    for i in range(MOVABLE):
        state.standing[i] = NONE
    for i in range(len(state.owner)):
        state.owner[i] = NONE
    for i in range(len(BASICS)):
        state.piles[i] = PILE
    for seat in range(players):
        state.supply[seat] = PURSE
        add_settler(state, seat, FOUNDERS)
    deal_road(state, rng)
    shuffle_deck(state, rng)
    deal_cards(state)
    state.first = draw(rng, players)
    begin_draft(state)


@jit
def deal_road(state: Record, rng: Any) -> None:
    """The starting road, in random order."""
    slot = 0
    for card in range(COUNT):
        if START[card] != 0:
            state.road[slot] = card
            slot += 1
    for i in range(ROAD - 1, 0, -1):
        j = draw(rng, i + 1)
        card = int64(state.road[i])
        state.road[i] = state.road[j]
        state.road[j] = card


@jit
def shuffle_deck(state: Record, rng: Any) -> None:
    """The whole deck, shuffled, in the reserve."""
    size = 0
    for card in range(COUNT):
        for _ in range(DECK[int64(state.players), card]):
            state.reserve[size] = card
            size += 1
    for i in range(size - 1, 0, -1):
        j = draw(rng, i + 1)
        card = int64(state.reserve[i])
        state.reserve[i] = state.reserve[j]
        state.reserve[j] = card
    state.height[RESERVE] = size


@jit
def from_deck(state: Record) -> int:
    state.height[RESERVE] -= 1
    size = int64(state.height[RESERVE])
    card = int64(state.reserve[size])
    state.reserve[size] = 0
    return card


@jit
def deal_cards(state: Record) -> None:
    """Stacks and hands from the deck; what is left is the reserve."""
    players = int64(state.players)
    for stack in range(STACKS):
        for i in range(2 * players):
            state.stacks[HEIGHT * stack + i] = from_deck(state)
        state.height[stack] = 2 * players
    for seat in range(players):
        for _ in range(HAND):
            put(state.hand[seat], from_deck(state))


@jit
def mover(state: Record) -> int:
    phase = int64(state.phase)
    if phase in (SHOW, SHUFFLING):
        return CHANCE
    return OVER if phase == FINISHED else int64(state.turn)


@jit
def legal(state: Record, moves: Any) -> int:
    """Codes ascend in a build phase: pass, exchanges, plays, builds, apprentices."""
    phase = int64(state.phase)
    if phase == SHOW:
        moves[0] = the_show(state)
        return 1 if moves[0] >= 0 else -1
    if phase == DRAFT:
        return legal_draft(state, moves)
    if phase == COMMON:
        return legal_commons(state, moves)
    if phase == PROTECT:
        return legal_protect(state, moves)
    if phase != BUILD:
        return 0 if phase == FINISHED else -1
    moves[0] = PASS
    count = legal_exchanges(state, moves, 1)
    count = legal_plays(state, moves, count)
    count = legal_builds(state, moves, count)
    return legal_apprentices(state, moves, count)


@jit
def weight(state: Record, move: int) -> int:
    if EXCHANGE <= move < EXCHANGE_END:
        return exchange_weight(state, move)
    return 1


@jit
def fits(state: Record, event: int) -> int:
    phase = int64(state.phase)
    if phase == DRAFT:
        return fits_draft(state, event)
    if phase == SHOW:
        return fits_show(state, event)
    if phase == COMMON:
        return fits_common(state, event)
    if phase == PROTECT:
        return fits_protect(state, event)
    if phase != BUILD:
        return fits_shuffle(state, event) if phase == SHUFFLING else IS_OVER
    if event == PASS:
        return 0
    if BUILD_FLAG <= event < BUILD_END:
        if is_apprentice(event):
            return fits_apprentice(state, event)
        return fits_build(state, event)
    if PLAY <= event < PLAY_END:
        return fits_play(state, event)
    return fits_exchange(state, event)


@jit
def apply(state: Record, move: int) -> None:
    phase = int64(state.phase)
    if phase == DRAFT:
        apply_draft(state, move)
    elif phase == SHOW:
        apply_show(state, move)
    elif phase == COMMON:
        apply_common(state, move)
    elif phase == PROTECT:
        apply_protect(state, move)
    elif phase == SHUFFLING:
        apply_shuffle(state, move)
    elif move == PASS:
        end_build(state)
    elif move < EXCHANGE_END:
        apply_exchange(state, move)
    elif move < PLAY_END:
        apply_play(state, move)
    elif is_apprentice(move):
        apply_apprentice(state, move)
    else:
        apply_build(state, move)


@jit
def odds(state: Record, moves: Any, probabilities: Any) -> int:
    if state.phase != SHOW:
        return -1
    moves[0] = the_show(state)
    probabilities[0] = 1.0
    return 1 if moves[0] >= 0 else -1


@jit
def sample(state: Record, rng: Any) -> int:
    if state.phase == SHOW:
        return the_show(state)
    return SHUFFLE + int64(next_word(rng) >> _24)
