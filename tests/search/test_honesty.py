"""Exact trials of honesty: whatever a seat cannot see may change, and its search does not.

A session in full mode holds the truth. Its search is asked again after the truth was replaced by
another world that the seat could be in (twins), after all that the seat does not see was
overwritten with nonsense (poison), and with the dice of the referee thrown otherwise: every
figure that it prints must be the same. Where seats change places, so must the answer.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import Game, States, is_seat
from hinterland.engine.island.state import PHASES
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import seat_name
from hinterland.engine.table import Snapshot, Table
from hinterland.engine.text import decode_state, state_json
from hinterland.eval.registry import load_evaluation
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.full_position import FullPosition
from hinterland.search.search import think
from hinterland.search.settings import SearchSettings
from hinterland.search.weighted import only_world
from hinterland.tests.conformance.cases import MIXES, Options
from hinterland.tests.conformance.positions import Position, random_game
from hinterland.tests.protocol.support import ask, new_session

SETTINGS = (
    "variant=so leaf=evaluation",
    "variant=mo selection=puct",
    "variant=ris depth=8",
    "variant=pimc world_iterations=5",
    "variant=weighted pool=4 model_iterations=5",
    "kinds=first order=canonical",
    "widening=2 chance_depth=2",
    "variant=mo opponents=apart",
    "selection=puct one_ply=1 reuse=yes",
    "root=regret first_play=0.1 choice=visits",
)
WORLDS = 5
POISON = 0x55

HALF = len(SETTINGS) // 2
FEW = [("village", 3, SETTINGS[:HALF]), ("island", 4, SETTINGS[HALF:])]
MANY = [("village", 3), ("island", 4)]


def decisions(game: Game, options: Options, count: int) -> Iterator[Position]:
    """Positions at which a seat has a choice, a twentieth of those of random games."""
    found = seed = 0
    while True:
        for number, position in enumerate(random_game(game, options, seed)):
            wanted = (number + seed) % 20 == 7 and is_seat(position.mover)
            if wanted and len(game.legal(position.state)) > 1:
                yield position
                found += 1
                if found == count:
                    return
        seed += 1


def analysis(position: Position, truth: States, settings: str, seed: int = 1) -> str:
    """What a fresh session prints of the mover's search where the whole truth is `truth`."""
    table = position.table()
    table.states[0] = truth[0]
    game = position.game
    options = tuple(int(value) for value in _options(position))
    held = FullPosition(game, options, seed)
    held._hold(Snapshot(table.states.tobytes(), table.memories.tobytes()))
    session = new_session(
        begin=lambda game, knowledge, settings, steps: Deliberation(
            game, knowledge, settings, steps, lambda: 0.0
        )
    )
    session.position = held
    assert ask(session, "set_limit iterations=25") == ""
    assert ask(session, f"set_search {settings}") == ""
    return ask(session, f"search {seat_name(position.mover)}")


def _options(position: Position) -> Options:
    game, players = position.game, len(position.known) - 1
    return game.option_values({"players": str(players)})


def poisoned(position: Position) -> States:
    """The truth with every byte that the mover does not see overwritten."""
    game, truth = position.game, position.state.copy()
    seen = position.known[position.mover].view
    shared = game.state_dtype.fields
    assert shared is not None
    start = shared["viewer"][1]
    stop = start + shared["viewer"][0].itemsize
    words, view = truth.view(np.ndarray).view(np.uint8), seen.view(np.ndarray).view(np.uint8)
    hidden = words != view
    hidden[start:stop] = False
    words[hidden] = POISON
    return truth


def check_honest(
    game: Game, options: Options, count: int, settings_in_turn: Sequence[str] = SETTINGS
) -> None:
    changed = 0
    for number, position in enumerate(decisions(game, options, count)):
        settings = settings_in_turn[number % len(settings_in_turn)]
        found = analysis(position, position.state, settings)
        rng = stream("twins", number)
        known = position.known[position.mover]
        for _ in range(WORLDS):
            twin = game.determinise(known, rng)
            changed += twin.tobytes() != position.state.tobytes()
            assert analysis(position, twin, settings) == found, f"{position}: a twin"
        assert analysis(position, poisoned(position), settings) == found, f"{position}: poison"
        assert analysis(position, position.state, settings, seed=99) == found, f"{position}: dice"
    assert changed > 0, "no twin differed from the truth"


def table_of(name: str, players: int) -> tuple[Game, Options]:
    game = load(name)
    return game, game.option_values({"players": str(players)})


@pytest.mark.parametrize(("name", "players", "settings"), FEW)
def test_a_search_depends_on_nothing_hidden(
    name: str, players: int, settings: Sequence[str]
) -> None:
    """All settings, each at one game."""
    check_honest(*table_of(name, players), len(settings), settings)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), MANY)
def test_a_search_depends_on_nothing_hidden_at_200_positions(name: str, players: int) -> None:
    check_honest(*table_of(name, players), 200)


def test_a_search_that_looks_is_caught_by_twins() -> None:
    """The trial itself: a search of the truth differs between twins."""
    game, options = table_of("village", 3)
    settings = SearchSettings(iterations=50, leaf="evaluation")
    position = next(iter(decisions(game, options, 1)))
    known = position.known[position.mover]
    found = set()
    for number in range(WORLDS):
        twin = game.determinise(known, stream("caught", number))
        result = think(game, known, settings, worlds=only_world(twin))
        found.add(tuple((move.visits, move.returns) for move in result.moves))
    assert len(found) > 1


# Seats that change places


def seats_moved_on(text: str, players: int) -> str:
    """A text in which every seat is one place on."""

    def following(found: re.Match[str]) -> str:
        return f"p{int(found[1]) % players + 1}"

    return re.sub(r"\bp(\d)\b", following, text)


def with_seats_moved_on(game: Game, options: Options, state: States) -> States:
    """The same position with every seat one place on, so that p1 is now p2."""

    def renamed(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {seats_moved_on(key, options[0]): renamed(value[key], key) for key in value}
        if isinstance(value, list):
            parts = [renamed(part) for part in value]
            return parts[-1:] + parts[:-1] if name in ("seats", "drafted") else parts
        return seats_moved_on(value, options[0]) if isinstance(value, str) else value

    return decode_state(game, options, json.dumps(renamed(state_json(game, state))))


def move_moved_on(game: Game, move: int, players: int) -> int:
    """The same move where every seat is one place on: it may name a seat."""
    return game.notation.parse(seats_moved_on(game.notation.format(move), players))


def legal_moves_move_on(game: Game, options: Options, state: States) -> States:
    """The position with every seat one place on, once its legal moves are found to be the same."""
    moved, players = with_seats_moved_on(game, options, state), options[0]
    assert game.mover(moved) == (game.mover(state) + 1) % players
    expected = [move_moved_on(game, move, players) for move in game.legal(state).tolist()]
    assert game.legal(moved).tolist() == sorted(expected), game.notation.format(expected[0])
    return moved


def evaluations_after(game: Game, state: States) -> dict[int, list[float]]:
    """What the evaluation says after every move of the mover, one share a seat.

    By UCB a search visits each move once before it comes back to any.
    """
    found = think(
        game,
        game.mask(state, game.mover(state)),
        SearchSettings(iterations=len(game.legal(state)), leaf="evaluation", selection="ucb"),
        worlds=only_world(state),
    )
    assert all(move.visits == 1 for move in found.moves)
    return {move.move: list(move.returns) for move in found.moves}


MUCH_EXPLORED = SearchSettings(iterations=400, exploration=2.0, leaf="evaluation")
"""Its shares differ little from seed to seed, so that 50 seeds tell them."""

AS_PLAYED = SearchSettings(iterations=400)
"""The settings of the game: one seed may explore what another leaves, so that it takes more."""


def mean_shares(
    game: Game, state: States, settings: SearchSettings, seeds: range
) -> dict[int, float]:
    """The visit share of every move of the mover, over search seeds."""
    known = Table(game, state).knowledge(game.mover(state))
    shares: dict[int, float] = {}
    for seed in seeds:
        found = think(game, known, replace(settings, seed=seed)).moves
        visits = sum(move.visits for move in found)
        for move in found:
            shares[move.move] = shares.get(move.move, 0.0) + move.visits / visits / len(seeds)
    return shares


def check_evaluations(position: Position, other: States, moves: Mapping[int, int], on: int) -> None:
    """What is evaluated after every move is the same after its counterpart, seats `on` places on.

    Sums over seats and kinds are added up in another order: the last bit may differ.
    """
    first, second = (evaluations_after(position.game, state) for state in (position.state, other))
    for move, shares in first.items():
        expected = pytest.approx(shares[-on:] + shares[:-on] if on else shares, abs=1e-12)
        assert second[moves[move]] == expected, f"{position}: evaluation"


def check_shares(
    position: Position,
    other: States,
    moves: Mapping[int, int],
    settings: SearchSettings,
    seeds: range,
) -> None:
    """Visit shares are those of the counterparts of the moves, within 0.05."""
    game = position.game
    before, after = (mean_shares(game, state, settings, seeds) for state in (position.state, other))
    for move, share in before.items():
        token = game.notation.format(move)
        assert abs(after[moves[move]] - share) < 0.05, f"{position}: {token}"


def counterparts(game: Game, state: States, players: int) -> dict[int, int]:
    """Every legal move, and what it is where every seat is one place on."""
    return {move: move_moved_on(game, move, players) for move in game.legal(state).tolist()}


def check_seats_change_places(count: int, settings: SearchSettings, seeds: range) -> None:
    game, options = table_of("village", 3)
    assert load_evaluation(game).__name__ == "hinterland.eval.village"
    for position in decisions(game, options, count):
        moved = legal_moves_move_on(game, options, position.state)
        moves = counterparts(game, position.state, 3)
        check_evaluations(position, moved, moves, 1)
        check_shares(position, moved, moves, settings, seeds)


def test_seats_that_change_places_change_the_answer_along() -> None:
    check_seats_change_places(3, MUCH_EXPLORED, range(50))


def test_seats_that_change_places_change_the_answer_of_the_default_settings_along() -> None:
    check_seats_change_places(5, AS_PLAYED, range(400))


@pytest.mark.parametrize("seed", range(3))
def test_seats_that_change_places_change_the_result_along(seed: int) -> None:
    game, options = table_of("village", 3)
    *_, last = random_game(game, options, seed)
    shares = game.returns(last.state)
    moved = game.returns(with_seats_moved_on(game, options, last.state))
    assert moved == shares[-1:] + shares[:-1]


@pytest.mark.slow
def test_seats_that_change_places_change_the_answer_along_at_200_positions() -> None:
    check_seats_change_places(200, MUCH_EXPLORED, range(50))


# The same at a table of island: seats are alike, and so are lumber and brick in the base game


def island_mixes() -> list[tuple[Game, Options]]:
    game = load("island")
    return [(game, game.option_values(mix)) for mix in MIXES["island"]]


def check_island_moves_along(count: int) -> None:
    """Legal moves and evaluation where every seat is one place on, at positions of each mix."""
    for game, options in island_mixes():
        for position in decisions(game, options, count):
            moved = legal_moves_move_on(game, options, position.state)
            check_evaluations(position, moved, counterparts(game, position.state, options[0]), 1)


def test_island_moves_on_with_the_seats() -> None:
    check_island_moves_along(5)


@pytest.mark.slow
def test_island_moves_on_with_the_seats_at_200_positions() -> None:
    check_island_moves_along(29)


@pytest.mark.parametrize("mix", range(len(MIXES["island"])))
def test_results_of_island_move_on_with_the_seats(mix: int) -> None:
    game, options = island_mixes()[mix]
    *_, last = random_game(game, options, 0)
    shares = game.returns(last.state)
    moved = game.returns(with_seats_moved_on(game, options, last.state))
    assert moved == shares[-1:] + shares[:-1]


SWAPPED = {"lumber": "brick", "brick": "lumber"}
NO_DISCARD = "discard"
"""A discard is chosen by ascending kind, so its moves depend on the order of the kinds."""


def with_kinds_swapped(state: States) -> States:
    """The same position of the base game where lumber is brick and brick is lumber.

    Forests and hills change places too, so the board has not the hexes of the box: it is no
    position to load, but the rules do not ask.
    """
    swapped, here = state.copy(), state[0]
    lumber, brick = 0, 3
    for name in ("bank", "hand", "pending"):
        lanes = np.atleast_1d(np.asarray(swapped[0][name])).copy().view(np.uint8).reshape(-1, 8)
        lanes[:, [lumber, brick]] = lanes[:, [brick, lumber]]
        swapped[0][name] = lanes.reshape(-1).view(np.uint64).reshape(np.shape(here[name]))
    for name in ("terrain", "harbor_type"):
        swapped[0][name][here[name] == lumber] = brick
        swapped[0][name][here[name] == brick] = lumber
    for name in ("offer", "offers", "answers"):
        codes = np.asarray(here[name], np.int64)
        ends = [codes >> 6 * kind & 63 for kind in (lumber, brick)]
        changed = codes + (ends[1] - ends[0]) + ((ends[0] - ends[1]) << 6 * brick)
        swapped[0][name] = np.where(codes > 0, changed, codes)
    return swapped


def move_with_kinds_swapped(game: Game, move: int) -> int:
    token = game.notation.format(move)
    return game.notation.parse(re.sub("lumber|brick", lambda found: SWAPPED[found[0]], token))


def check_kinds_change_places(count: int) -> None:
    game = load("island")
    options = game.option_values({"preset": "base"})
    for position in decisions(game, options, count):
        if PHASES[int(position.state[0]["phase"])] == NO_DISCARD:
            continue
        swapped = with_kinds_swapped(position.state)
        moves = game.legal(position.state).tolist()
        swaps = {move: move_with_kinds_swapped(game, move) for move in moves}
        assert game.legal(swapped).tolist() == sorted(swaps.values()), f"{position}"
        check_evaluations(position, swapped, swaps, 0)
        played, move = position.state.copy(), moves[len(moves) // 2]
        game.apply(played, move)
        game.apply(swapped, move_with_kinds_swapped(game, move))
        assert with_kinds_swapped(played).tobytes() == swapped.tobytes(), f"{position}"


def answer_in(game: Game, world: States) -> dict[int, tuple[int, tuple[float, ...]]]:
    """Visits and returns of every move where PUCT, which draws nothing, searches one world."""
    known = game.mask(world, game.mover(world))
    settings = SearchSettings(iterations=60, leaf="evaluation", selection="puct", one_ply=0.0)
    found = think(game, known, settings, worlds=only_world(world)).moves
    return {move.move: (move.visits, move.returns) for move in found}


def test_the_answer_changes_along_with_lumber_and_brick() -> None:
    game = load("island")
    for position in decisions(game, game.option_values({"preset": "base"}), 6):
        first = answer_in(game, position.state)
        second = answer_in(game, with_kinds_swapped(position.state))
        for move, (visits, returns) in first.items():
            swapped = second[move_with_kinds_swapped(game, move)]
            assert swapped == (visits, pytest.approx(returns, abs=1e-12)), f"{position}"


def test_lumber_and_brick_may_change_places() -> None:
    check_kinds_change_places(20)


@pytest.mark.slow
def test_lumber_and_brick_may_change_places_at_200_positions() -> None:
    check_kinds_change_places(200)
