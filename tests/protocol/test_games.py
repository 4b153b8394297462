"""Whole games of every registered game, played through sessions in both modes."""

from collections.abc import Iterator

import pytest

from hinterland.engine.registry import GAMES, load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import parse_mover, parse_seat
from hinterland.engine.text import decode_state
from hinterland.protocol.session import Session
from hinterland.search.trace import Step, Trace
from hinterland.tests.conformance.cases import short_options
from hinterland.tests.protocol.support import ask, new_session, short_game

SEEDS = range(3)
MAX_UNDONE = 400


def random_game(session: Session, name: str, seed: int) -> Iterator[tuple[str, str]]:
    """Each mover and move of a random game in full mode, played when the next one is asked."""
    rng = stream("protocol game", name, seed)
    assert ask(session, f"newgame {short_game(name)} seed={seed}") == ""
    while (mover := ask(session, "to_move")) != "over":
        if mover == "chance":
            move = ask(session, "reg_genmove chance")
        else:
            moves = ask(session, f"legal_moves {mover}").split(" ")
            move = moves[draw_bounded(rng, len(moves))]
        yield mover, move
        assert ask(session, f"play {mover} {move}") == ""


def seats(name: str) -> list[str]:
    players = load(name).option_values(short_options(name))[0]
    return [f"p{seat + 1}" for seat in range(players)]


def redacted(session: Session, name: str, move: str, seat: str) -> str:
    """The event that a seat sees of a move about to be played."""
    game = load(name)
    options = game.option_values(short_options(name))
    state = decode_state(game, options, ask(session, "state"))
    index = parse_seat(seat, len(seats(name)))
    return game.notation.format(game.redact(state, game.notation.parse(move), index))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_follows_events_knows_what_the_table_says(name: str, seed: int) -> None:
    full = new_session()
    followers: dict[str, Session] = {}
    for mover, move in random_game(full, name, seed):
        if not followers:
            followers = {seat: new_session() for seat in seats(name)}
            for seat, follower in followers.items():
                assert ask(follower, f"newgame {short_game(name)} seat={seat}") == ""
                if not load(name).enumerable:
                    waiting = f"? no_game: waiting for setview {seat} TEXT"
                    assert ask(follower, "to_move") == waiting
                    assert ask(follower, f"setview {seat} {ask(full, f'view {seat}')}") == ""
        for seat, follower in followers.items():
            for question in (f"view {seat}", f"view {seat} json", "to_move"):
                assert ask(follower, question) == ask(full, question)
            if seat == mover:
                assert ask(follower, "legal_moves") == ask(full, "legal_moves")
            event = redacted(full, name, move, seat)
            assert ask(follower, f"play {mover} {event}") == ""
    for follower in followers.values():
        assert ask(follower, "final_score") == ask(full, "final_score")


@pytest.mark.parametrize("name", GAMES)
def test_search_is_told_the_steps_that_a_trace_keeps(name: str) -> None:
    assert sum(compared_steps(name, seed) for seed in range(6)) > 0


def compared_steps(name: str, seed: int) -> int:
    """Compare sessions in both modes with traces of p2; the number of steps compared."""
    full, follower = new_session(), new_session()
    traces: list[Trace] = []
    compared = 0
    for mover, move in random_game(full, name, seed):
        if not traces:
            knowledge = full.position.knowledge(1)
            traces = [Trace(load(name), knowledge, decisions) for decisions in (0, 1, 3)]
            ask(follower, f"newgame {short_game(name)} seat=p2")
            ask(follower, f"setview p2 {ask(full, 'view p2')}")
        compared += compare_steps(full, traces)
        event = redacted(full, name, move, "p2")
        ask(follower, f"play {mover} {event}")
        for trace in traces:
            trace.observe(parse_mover(mover, len(seats(name))), load(name).notation.parse(event))
        compare_steps(follower, traces)
    return compared + compare_steps(full, traces)


def compare_steps(session: Session, traces: list[Trace]) -> int:
    for trace in traces:
        steps = session.position.steps(1, trace.decisions)
        assert [comparable(step) for step in steps] == [comparable(step) for step in trace.steps]
    return sum(len(trace.steps) for trace in traces)


def comparable(step: Step) -> tuple[bytes, int, int]:
    return step.before.tobytes(), step.mover, step.event


def everything(session: Session, name: str) -> list[str]:
    return [ask(session, said) for said in ("state", *(f"view {seat}" for seat in seats(name)))]


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_back_states_views_and_memories(name: str) -> None:
    session = new_session()
    past = [everything(session, name) for _ in random_game(session, name, seed=1)][-MAX_UNDONE:]
    for before in reversed(past):
        assert ask(session, "undo") == ""
        assert everything(session, name) == before
    assert len(past) == MAX_UNDONE or ask(session, "undo").startswith("? cannot_undo: ")


@pytest.mark.parametrize("name", GAMES)
def test_undo_in_seat_mode_takes_back_view_and_memory(name: str) -> None:
    full, follower = new_session(), new_session()
    past: list[str] = []
    for mover, move in random_game(full, name, seed=2):
        if not past:
            ask(follower, f"newgame {short_game(name)} seat=p1")
            ask(follower, f"setview p1 {ask(full, 'view p1')}")
        past.append(ask(follower, "view p1"))
        ask(follower, f"play {mover} {redacted(full, name, move, 'p1')}")
    for before in reversed(past):
        assert ask(follower, "undo") == ""
        assert ask(follower, "view p1") == before
    assert ask(follower, "undo").startswith("? cannot_undo: ")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_replays_from_its_seed_and_its_moves(name: str) -> None:
    first, again = new_session(), new_session()
    played = [(mover, move) for mover, move in random_game(first, name, seed=3)]
    ask(again, f"newgame {short_game(name)} seed=3")
    for mover, move in played:
        assert parse_mover(mover, len(seats(name))) == again.position.mover
        if mover == "chance":
            assert ask(again, "genmove chance") == move
        else:
            assert ask(again, f"play {mover} {move}") == ""
    assert everything(again, name) == everything(first, name)
