"""Law 4. Closed: what is legal fits every view, what fits leaves a world, and games end soundly."""

from collections import Counter
from math import isclose

from hinterland.engine.errors import GameOver, HinterlandError, IllegalMove, NotYourTurn
from hinterland.engine.game import Game, Knowledge, States, is_view
from hinterland.engine.jit import in_record
from hinterland.engine.rng import stream
from hinterland.engine.seats import ALL, CHANCE, OVER, seat_name
from hinterland.engine.table import Table
from hinterland.tests.conformance.beliefs import Belief, beliefs, misfit
from hinterland.tests.conformance.cases import DRAWS, LOOKS, Options, spread
from hinterland.tests.conformance.positions import (
    Position,
    codes,
    listed_moves,
    looks,
    positions,
    possible_moves,
    start,
)

BELIEFS = 300
"""Beliefs of an enumerable game at which every code is asked."""

LISTED = 64
"""Legal moves of one position that are tried."""


def positions_are_sound(game: Game, options: Options) -> None:
    """The deal, every state and every view have no fault; results are shares of the win.

    That games end within their declared length is asserted where positions are listed.
    """
    deal = start(game, options, stream("deal"))
    assert not is_view(deal.state), f"{deal}: viewer {deal.state[0]['viewer']}"
    assert int(deal.state[0]["players"]) == options[0], f"{deal}: {deal.state[0]['players']} seats"
    if game.enumerable:
        other = start(game, options, stream("another deal"))
        assert deal.state.tobytes() == other.state.tobytes(), f"{deal}: not dealt by chance moves"
    for position in positions(game, options):
        faults = game.notation.faults(position.state[0])
        assert not faults, f"{position}: {faults}"
        for viewer, knowledge in zip(position.viewers, position.known, strict=True):
            faults = game.notation.faults(knowledge.view[0])
            assert not faults, f"{position}: the view of {seat_name(viewer)}: {faults}"
        if position.mover == OVER:
            _check_result(position)


def _check_result(position: Position) -> None:
    game = position.game
    shares = game.returns(position.state)
    assert all(0.0 <= share <= 1.0 for share in shares), f"{position}: shares {shares}"
    if (game.payoff_scale, game.payoff_offset) == (1.0, 0.0):
        assert isclose(sum(shares), 1.0), f"{position}: shares {shares} do not sum to 1"


def moves_are_listed_in_order(game: Game, options: Options) -> None:
    """`legal` lists each move once, ascending, and no more than the game declares."""
    for position in positions(game, options):
        if position.mover != OVER:
            listed = listed_moves(game, position.state)
            shell = game.legal(position.state).tolist()
            assert listed == shell, f"{position}: the moves {listed}, in the shell {shell}"


def chance_keeps_its_odds(game: Game, options: Options) -> None:
    """Odds are of the legal outcomes, sum to 1, and are those of `sample` (chi-square)."""
    seen = {
        position.state.tobytes(): position
        for position in (positions if game.enumerable else looks)(game, options)
        if position.mover == CHANCE
    }
    for position in spread(list(seen.values()), LOOKS):
        odds = game.odds(position.state)
        rng = stream("chance", game.name)
        drawn = Counter(game.sample(position.state, rng) for _ in range(DRAWS))
        if odds is None:
            assert len(game.legal(position.state)) == 0, f"{position}: moves without odds"
            for move in spread(sorted(drawn), LISTED):
                assert game.fits(position.state, move) == 0, f"{position}: drew {move}, illegal"
            continue
        listed = [move for move, _ in odds]
        legal = game.legal(position.state).tolist()
        assert listed == legal, f"{position}: odds of {listed}, legal are {legal}"
        assert all(chance > 0.0 for _, chance in odds), f"{position}: odds {odds}"
        total = sum(chance for _, chance in odds)
        assert isclose(total, 1.0, abs_tol=1e-9), f"{position}: odds sum to {total}"
        why = misfit(drawn, dict(odds))
        assert not why, f"{position}: `sample` is off its odds: {why}"


def legal_moves_fit(game: Game, options: Options) -> None:
    """Every legal move fits the state, and the event that each viewer sees fits its view."""
    for position in positions(game, options):
        for move in spread(possible_moves(position), LISTED):
            broken = game.fits(position.state, move)
            assert broken == 0, f"{position}: the legal move {move} breaks rule {broken}"
            for index, event in enumerate(position.seen(move)):
                broken = game.fits(position.known[index].view, event)
                assert broken == 0, (
                    f"{position}: {seat_name(position.viewers[index])} cannot believe the event "
                    f"{event} of move {move}: rule {broken}"
                )


def only_legal_moves_fit(game: Game, options: Options) -> None:
    """Enumerable games: a move fits a state if and only if it is legal."""
    if not game.enumerable:
        return
    states = {position.state.tobytes(): position for position in positions(game, options)}
    for position in spread(list(states.values()), BELIEFS):
        moves = set(possible_moves(position))
        for code in codes(moves):
            fits = game.fits(position.state, code) == 0
            assert fits == (code in moves), f"{position}: code {code} fits: {fits}, legal: {moves}"


def events_fit_if_they_may_happen(game: Game, options: Options) -> None:
    """Enumerable games: an event fits a view if and only if some history that it may be has it."""
    if not game.enumerable:
        return
    for belief in spread(beliefs(game, options), BELIEFS):
        possible = _possible_events(belief)
        for code in codes(possible):
            fits = game.fits(belief.knowledge.view, code) == 0
            assert fits == (code in possible), (
                f"{belief.twins[0]}: in the view of {seat_name(belief.knowledge.seat)} code {code} "
                f"fits: {fits}, possible: {sorted(possible)}"
            )


def what_fits_leaves_a_world(game: Game, options: Options) -> None:
    """Any event whatever that fits a view leaves it with at least one world, and a sound one."""
    for position in looks(game, options):
        moves = possible_moves(position)
        for index, knowledge in enumerate(position.known):
            events = {position.seen(move)[index] for move in spread(moves, LISTED)}
            for code in codes(events):
                if game.fits(knowledge.view, code) == 0:
                    _check_believed(position, knowledge, code)


def _check_believed(position: Position, knowledge: Knowledge, event: int) -> None:
    game, after = position.game, knowledge.copy()
    game.observe(after, event)
    who = f"{position}: {seat_name(knowledge.seat)}, seeing {event},"
    world = after.view.copy()
    rng = in_record(stream("believed", event)[:1])
    code = game.entries.determinise_at(world, 0, after.memory, 0, rng)
    assert code == 0, f"{who} has no world left"
    faults = game.notation.faults(world[0])
    assert not faults, f"{who} believes in {world[0]}: {faults}"
    assert game.mover(world) == game.mover(after.view), f"{who} believes in another mover"


def illegal_moves_change_nothing(game: Game, options: Options) -> None:
    """Moves that do not fit, and movers out of turn, are refused before anything changes."""
    for position in looks(game, options):
        table, moves = position.table(), possible_moves(position)
        movers = [CHANCE, *range(table.players)]
        if position.mover == OVER:
            for mover in movers:
                _check_refused(table, mover, 1, GameOver)
            continue
        for mover in movers:
            if mover != position.mover:
                _check_refused(table, mover, moves[0] if moves else 0, NotYourTurn)
        for code in codes(set(moves)):
            if game.fits(position.state, code) != 0:
                _check_refused(table, position.mover, code, IllegalMove)


def _check_refused(table: Table, mover: int, move: int, error: type[HinterlandError]) -> None:
    before = table.snapshot()
    try:
        table.play(mover, move)
    except error:
        assert table.snapshot() == before, f"{table.state[0]}: move {move} was half played"
        return
    raise AssertionError(f"{table.state[0]}: {seat_name(mover)} may play {move}")


def looking_changes_nothing(game: Game, options: Options) -> None:
    """Only `apply`, `mask`, `determinise` and `remember` write to what they are given."""
    for position in looks(game, options):
        for states in (position.state, *(knowledge.view for knowledge in position.known)):
            before = states.tobytes()
            _look(position, states)
            assert states.tobytes() == before, f"{position}: looking changed {states[0]}"


def _look(position: Position, states: States) -> None:
    game, view = position.game, is_view(states)
    game.mover(states)
    for code in codes(()):
        game.fits(states, code)
    if position.mover == OVER:
        game.returns(states)
    elif not view:
        game.odds(states) if position.mover == CHANCE else None
        for move in possible_moves(position):
            game.redact(states, move, ALL)
            position.seen(move)
            game.weight(states, move)
    elif position.mover == int(states[0]["viewer"]):
        game.legal(states)


def _possible_events(belief: Belief) -> set[int]:
    return {
        twin.seen(move)[belief.viewer] for twin in belief.twins for move in possible_moves(twin)
    }


CHECKS = (
    positions_are_sound,
    moves_are_listed_in_order,
    chance_keeps_its_odds,
    legal_moves_fit,
    only_legal_moves_fit,
    events_fit_if_they_may_happen,
    what_fits_leaves_a_world,
    illegal_moves_change_nothing,
    looking_changes_nothing,
)
