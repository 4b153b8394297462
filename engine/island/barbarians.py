"""What the event die brings: the barbarians and their attack, gates, and the rest of the roll."""

from typing import Final

from hinterland.engine.island import options as o
from hinterland.engine.island.flow import (
    back_to_turn,
    next_drop,
    next_in_queue,
    start_discards,
)
from hinterland.engine.island.harvest import start_harvest
from hinterland.engine.island.improvements import (
    cities_on_board,
    first_plain_city,
    first_wall,
    lose_city,
    plain_cities,
    take_wall,
    walls_of,
)
from hinterland.engine.island.knights import rest_knights, strength
from hinterland.engine.island.moves import UNKNOWN_BACK
from hinterland.engine.island.production import produce
from hinterland.engine.island.progress import (
    CONSTITUTION,
    PRINTER,
    PROGRESS_LIMIT,
    add_progress,
    is_victory_card,
    progress_held,
    take_top,
    top_card,
)
from hinterland.engine.island.state import (
    ACTION,
    BREACH,
    DEFENDER,
    DRAW_CARD,
    DROP,
    NOBODY,
    PILLAGE,
    SHIP_FACE,
    TRACK_FACE,
)
from hinterland.engine.jit import Record, int64, jit

STEPS: Final = 7
"""Steps of the ship from its start to the attack."""
_SEVEN: Final = 7


@jit
def play_event(state: Record, event: int) -> None:
    """The event die comes before the number dice."""
    state.event = event
    if event == SHIP_FACE:
        state.barbarians += 1
        if state.barbarians == STEPS:
            attack(state)
        else:
            play_number(state)
        return
    open_gate(state, event - TRACK_FACE)


@jit
def open_gate(state: Record, track: int) -> None:
    """Seats that are far enough on a track draw, clockwise."""
    for seat in range(int64(state.players)):
        level = int64(state.improvements[seat, track])
        if level >= 1 and state.red <= level + 1:
            state.queue |= 1 << seat
    state.track, state.resume = track, DRAW_CARD
    next_draw(state)


@jit
def next_draw(state: Record) -> None:
    """The next seat at the gate draws, or the number dice count."""
    seat = NOBODY if state.deck_size[state.track] == 0 else next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = DRAW_CARD, seat
    else:
        state.queue = 0
        play_number(state)


@jit
def play_number(state: Record) -> None:
    """A 7, or production and what follows it."""
    state.resume, state.track = ACTION, 0
    number = int64(state.red) + int64(state.yellow)
    if number == _SEVEN:
        start_discards(state)
        return
    produce(state, number)
    start_harvest(state)


@jit
def attack(state: Record) -> None:
    """The barbarians land: knights of all against cities of all."""
    state.barbarians = 0
    cities, knights, most = 0, 0, 0
    for seat in range(int64(state.players)):
        own = strength(state, seat)
        cities += cities_on_board(state, seat)
        knights += own
        most = max(most, own)
    if knights >= cities:
        reward(state, most)
    else:
        punish(state)


@jit
def reward(state: Record, most: int) -> None:
    """One strongest seat is Defender; several may draw a progress card each."""
    best, seats = NOBODY, 0
    for seat in range(int64(state.players)):
        if most > 0 and strength(state, seat) == most:
            best, seats = seat, seats + 1
            state.queue |= 1 << seat
    if seats == 1:
        state.defender[best] += 1
        state.queue = 0
    state.resume = DEFENDER
    next_defender(state)


@jit
def next_defender(state: Record) -> None:
    seat = next_in_queue(state)
    if seat != NOBODY:
        state.phase, state.actor = DEFENDER, seat
    else:
        end_attack(state)


@jit
def punish(state: Record) -> None:
    """The weakest of those with a city that can fall lose one each."""
    weakest = 1 << 30
    for seat in range(int64(state.players)):
        if plain_cities(state, seat) > 0:
            weakest = min(weakest, strength(state, seat))
    for seat in range(int64(state.players)):
        if plain_cities(state, seat) > 0 and strength(state, seat) == weakest:
            state.queue |= 1 << seat
    next_loss(state)


@jit
def next_loss(state: Record) -> None:
    """Wall or city of the next seat, as long as nobody has to choose."""
    seat = next_in_queue(state)
    while seat != NOBODY:
        walls = walls_of(state, seat) if state.options[o.WALL_SHIELDS] != 0 else 0
        if walls > 1 or (walls == 0 and plain_cities(state, seat) > 1):
            state.phase, state.actor = BREACH if walls > 1 else PILLAGE, seat
            return
        if walls == 1:
            take_wall(state, first_wall(state, seat))
        else:
            lose_city(state, seat, first_plain_city(state, seat))
        seat = next_in_queue(state)
    end_attack(state)


@jit
def end_attack(state: Record) -> None:
    """All knights rest, and the robber is free for good."""
    for seat in range(int64(state.players)):
        rest_knights(state, seat)
    state.attacked = 1
    play_number(state)


@jit
def choose_deck(state: Record, track: int) -> None:
    """A tied defender draws from a deck."""
    state.track, state.phase = track, DRAW_CARD


@jit
def play_progress_draw(state: Record, body: int) -> None:
    """The actor draws the top card of the deck; on a view perhaps unseen."""
    seat, track = int64(state.actor), int64(state.track)
    card = top_card(state, track) if body >= UNKNOWN_BACK else body
    take_top(state, track)
    if is_victory_card(card):
        show_victory_card(state, seat, card)
    else:
        add_progress(state, seat, card, track)
        official = state.options[o.PROGRESS_LIMIT] != 0
        if official and seat != state.turn and progress_held(state, seat) > PROGRESS_LIMIT:
            state.phase = DROP
            return
    after_draw(state)


@jit
def show_victory_card(state: Record, seat: int, card: int) -> None:
    if card == PRINTER:
        state.printer = seat
    elif card == CONSTITUTION:
        state.constitution = seat


@jit
def after_draw(state: Record) -> None:
    """Go on after a draw, and what the drawer had to drop."""
    if state.resume == DRAW_CARD:
        next_draw(state)
    elif state.resume == DEFENDER:
        state.track = 0
        next_defender(state)
    else:
        state.track = 0
        back_to_turn(state)


@jit
def after_drop(state: Record) -> None:
    """The actor dropped a progress card: another one, or on."""
    if progress_held(state, int64(state.actor)) > PROGRESS_LIMIT:
        return
    if state.resume == DROP:
        next_drop(state)
    else:
        after_draw(state)
