"""Law 1. Views follow events: a seat's view never needs the state, and never misleads."""

import numpy as np

from hinterland.engine.game import Game, is_seat
from hinterland.engine.seats import ALL, CHANCE, OVER, PUBLIC, seat_name
from hinterland.tests.conformance.beliefs import families
from hinterland.tests.conformance.cases import Options
from hinterland.tests.conformance.positions import Position, positions


def views_agree_with_the_state(game: Game, options: Options) -> None:
    """After every move, on every view: the mover, what the state shows, the result."""
    for position in positions(game, options):
        for index, viewer in enumerate(position.viewers):
            _check_view(position, index, viewer)


def _check_view(position: Position, index: int, viewer: int) -> None:
    game, state = position.game, position.state
    view = position.known[index].view
    who = f"{position}: the view of {seat_name(viewer)}"
    assert int(view[0]["viewer"]) == viewer, f"{who} says it is of {view[0]['viewer']}"
    assert int(view[0]["players"]) == int(state[0]["players"]), f"{who} miscounts the players"
    mover = game.mover(view)
    assert mover == position.mover, (
        f"{who} has {seat_name(mover)} to move, the state {seat_name(position.mover)}"
    )
    for audience in {viewer, PUBLIC}:
        shown, rolled = game.mask(state, audience), game.mask(view, audience)
        assert shown.tobytes() == rolled.tobytes(), (
            f"{who}, masked for {seat_name(audience)}, differs from the masked state:\n"
            f"{rolled.view[0]} {rolled.memory[0]}\n{shown.view[0]} {shown.memory[0]}"
        )
    if position.mover == OVER:
        assert game.returns(view) == game.returns(state), f"{who} has another result"


def decisions_are_seen_by_their_seat(game: Game, options: Options) -> None:
    """At its own decision a seat's view has the legal moves of the state."""
    for position in positions(game, options):
        if is_seat(position.mover):
            own = game.legal(position.known[position.mover].view)
            true = game.legal(position.state)
            assert np.array_equal(own, true), (
                f"{position}: {seat_name(position.mover)} sees the moves {own}, legal are {true}"
            )


def movers_see_their_moves(game: Game, options: Options) -> None:
    """The mover and ALL see a move whole, and only a move that somebody cannot see has a weight."""
    for position in positions(game, options):
        audience = {ALL, ALL if position.mover == CHANCE else position.mover}
        for move in map(int, game.legal(position.state) if position.mover != OVER else ()):
            for viewer in audience:
                event = game.redact(position.state, move, viewer)
                assert event == move, (
                    f"{position}: {seat_name(viewer)} sees {event} of the move {move}"
                )
            if is_seat(position.mover):
                weight = game.weight(position.state, move)
                open_to_all = all(event == move for event in position.seen(move))
                assert weight == 1 if open_to_all else weight >= 1, (
                    f"{position}: move {move} has weight {weight}"
                )


def same_events_give_the_same_knowledge(game: Game, options: Options) -> None:
    """Enumerable games: all histories that a viewer cannot tell apart look the same to it."""
    if not game.enumerable:
        return
    for (index, events), twins in families(game, options).items():
        first = twins[0]
        for twin in twins[1:]:
            pair = f"{first} and {twin} give {seat_name(first.viewers[index])} the events {events}"
            assert twin.known[index].tobytes() == first.known[index].tobytes(), (
                f"{pair} but different knowledge"
            )
            assert _shown(twin, index) == _shown(first, index), f"{pair} but different masks"
            assert twin.mover == first.mover, f"{pair} but different movers"


def _shown(position: Position, index: int) -> bytes:
    return position.game.mask(position.state, position.viewers[index]).tobytes()


CHECKS = (
    views_agree_with_the_state,
    decisions_are_seen_by_their_seat,
    movers_see_their_moves,
    same_events_give_the_same_knowledge,
)
