"""Law 2. Worlds fit: they agree with all that is known, and have the exact posterior."""

from collections import Counter
from itertools import islice

import numpy as np

from hinterland.engine.game import Game, Knowledge, States, is_seat, is_view
from hinterland.engine.rng import stream
from hinterland.engine.seats import OVER, seat_name
from hinterland.tests.conformance.beliefs import Belief, beliefs, draw_worlds, families, misfit
from hinterland.tests.conformance.cases import DRAWS, Options, spread
from hinterland.tests.conformance.positions import Position, looks, random_move

SEEDS = (1, 2, 3)
"""Fixed beforehand; the test must pass with each of them."""

FEW = 25
"""Worlds drawn where only their soundness is asked."""

TESTED = 24
"""Beliefs of each viewer whose whole distribution is tested."""


def worlds_are_possible(game: Game, options: Options) -> None:
    """Enumerable games: every world is the state of some history that the viewer may be in."""
    if not game.enumerable:
        return
    for number, belief in enumerate(beliefs(game, options)):
        drawn = Counter(draw_worlds(game, belief.knowledge, FEW, stream("worlds", number)))
        strangers = [world for world in drawn if world not in belief.worlds]
        assert not strangers, f"{_believer(belief)}: impossible world {_read(game, strangers[0])}"


def worlds_have_the_exact_posterior(game: Game, options: Options) -> None:
    """Enumerable games: chi-square of the draws against enumeration, with three fixed seeds."""
    if not game.enumerable:
        return
    open_beliefs = [belief for belief in beliefs(game, options) if len(belief.worlds) > 1]
    for viewer in {belief.viewer for belief in open_beliefs}:
        mine = [belief for belief in open_beliefs if belief.viewer == viewer]
        for belief in spread(mine, TESTED):
            for seed in SEEDS:
                drawn = draw_worlds(game, belief.knowledge, DRAWS, stream("posterior", seed))
                why = misfit(Counter(drawn), belief.worlds)
                assert not why, f"{_believer(belief)}: worlds off the posterior: {why}"


def worlds_ignore_the_truth(game: Game, options: Options) -> None:
    """Enumerable games: histories that a viewer cannot tell apart give it the same worlds."""
    if not game.enumerable:
        return
    for (index, _), twins in families(game, options).items():
        drawn = {
            tuple(draw_worlds(game, twin.known[index], 2, stream("twin")))
            for twin in (twins[0], twins[-1])
        }
        assert len(drawn) == 1, f"{twins[0]} and {twins[-1]}: different worlds, same events"


def worlds_agree_with_the_view(game: Game, options: Options) -> None:
    """Every world is sound, shows the viewer what the truth shows it, and plays on as it may."""
    for number, position in enumerate(looks(game, options)):
        for index, knowledge in enumerate(position.known):
            before = knowledge.tobytes()
            world = game.determinise(knowledge, stream("world", number, index))
            assert knowledge.tobytes() == before, f"{position}: determinise changed its input"
            check_world(position, index, world)
            _play_on(position, index, world, number)


def check_world(position: Position, index: int, world: States) -> None:
    """A world drawn for a viewer is sound, and shows it what the truth shows it."""
    game, viewer = position.game, position.viewers[index]
    who = f"{position}: a world of {seat_name(viewer)}"
    assert not is_view(world), f"{who} is no whole state"
    assert not game.notation.faults(world[0]), f"{who}: {game.notation.faults(world[0])}"
    assert game.mover(world) == position.mover, f"{who} has another mover"
    shown, true = game.mask(world, viewer), game.mask(position.state, viewer)
    assert shown.tobytes() == true.tobytes(), f"{who} shows {shown.view[0]}, truth {true.view[0]}"
    if viewer == position.mover:
        moves, legal = game.legal(world), game.legal(position.state)
        assert np.array_equal(moves, legal), f"{who} has the moves {moves}, legal are {legal}"


def _play_on(position: Position, index: int, world: States, number: int) -> None:
    """Whatever can happen in a world must be possible in the eyes of its viewer."""
    game, viewer = position.game, position.viewers[index]
    rng = stream("play on", number, index)
    state, knowledge = world.copy(), position.known[index].copy()
    for _ in islice(iter(lambda: game.mover(state), OVER), FEW):
        move = random_move(game, state, rng)
        event = game.redact(state, move, viewer)
        broken = game.fits(knowledge.view, event)
        who = f"{position}: {seat_name(viewer)}"
        assert broken == 0, f"{who} is shown {event} in world {world[0]}: rule {broken}"
        _step(game, state, knowledge, move, event)
        assert game.mover(knowledge.view) == game.mover(state), f"{who} loses track in {world[0]}"
        if is_seat(viewer) and game.mover(state) == viewer:
            same = np.array_equal(game.legal(knowledge.view), game.legal(state))
            assert same, f"{who} has other moves later in world {world[0]}"


def _step(game: Game, state: States, knowledge: Knowledge, move: int, event: int) -> None:
    game.observe(knowledge, event)
    game.apply(state, move)


def _believer(belief: Belief) -> str:
    first = belief.twins[0]
    return f"{first}: {seat_name(first.viewers[belief.viewer])}"


def _read(game: Game, world: bytes | int) -> str:
    assert isinstance(world, bytes)
    return str(np.frombuffer(world, game.state_dtype)[0])


CHECKS = (
    worlds_are_possible,
    worlds_have_the_exact_posterior,
    worlds_ignore_the_truth,
    worlds_agree_with_the_view,
)
