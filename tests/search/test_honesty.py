"""Exact trials of honesty: whatever a seat cannot see may change, and its search does not.

A session in full mode holds the truth. Its search is asked again after the truth was replaced by
another world that the seat could be in (twins), after all that the seat does not see was
overwritten with nonsense (poison), and with the dice of the referee thrown otherwise: every
figure that it prints must be the same. Where seats change places, so must the answer.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hinterland.engine.game import Game, States, is_seat
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
from hinterland.tests.conformance.cases import Options
from hinterland.tests.conformance.positions import Position, random_game
from hinterland.tests.protocol.support import ask, new_session

SETTINGS = ("variant=so leaf=evaluation", "variant=mo selection=puct", "variant=ris depth=8")
WORLDS = 5
POISON = 0x55

FEW = [("village", 3, 4), ("island", 4, 3)]
MANY = [("village", 3, 200), ("island", 4, 200)]


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
    ask(session, "set_limit iterations=25")
    ask(session, f"set_search {settings}")
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


def check_honest(game: Game, options: Options, count: int) -> None:
    changed = 0
    for number, position in enumerate(decisions(game, options, count)):
        settings = SETTINGS[number % len(SETTINGS)]
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


@pytest.mark.parametrize(("name", "players", "count"), FEW)
def test_a_search_depends_on_nothing_hidden(name: str, players: int, count: int) -> None:
    check_honest(*table_of(name, players), count)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "count"), MANY)
def test_a_search_depends_on_nothing_hidden_at_200_positions(
    name: str, players: int, count: int
) -> None:
    check_honest(*table_of(name, players), count)


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


def with_seats_moved_on(game: Game, state: States) -> States:
    """The same position with every seat one place on, so that p1 is now p2."""
    players = int(state[0]["players"])

    def renamed(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: renamed(part, key) for key, part in value.items()}
        if isinstance(value, list):
            parts = [renamed(part) for part in value]
            return parts[-1:] + parts[:-1] if name in ("seats", "drafted") else parts
        if isinstance(value, str) and re.fullmatch(r"p\d", value):
            return f"p{int(value[1]) % players + 1}"
        return value

    options = game.option_values({"players": str(players)})
    return decode_state(game, options, json.dumps(renamed(state_json(game, state))))


def move_moved_on(game: Game, move: int, players: int) -> int:
    """The same move where every seat is one place on: it may name a seat."""
    token = game.notation.format(move)

    def following(found: re.Match[str]) -> str:
        return f"p{int(found[1]) % players + 1}"

    return game.notation.parse(re.sub(r"\bp(\d)\b", following, token))


def evaluations_after(game: Game, state: States) -> dict[int, list[float]]:
    """What the evaluation says after every move of the mover, one share a seat.

    A search visits each move once before it comes back to any.
    """
    found = think(
        game,
        game.mask(state, game.mover(state)),
        SearchSettings(iterations=len(game.legal(state)), leaf="evaluation"),
        worlds=only_world(state),
    )
    assert all(move.visits == 1 for move in found.moves)
    return {move.move: list(move.returns) for move in found.moves}


def mean_shares(game: Game, state: States, seeds: range) -> dict[int, float]:
    """The visit share of every move of the mover, over search seeds.

    The search explores much, so that its shares differ little from seed to seed.
    """
    known = Table(game, state).knowledge(game.mover(state))
    shares: dict[int, float] = {}
    for seed in seeds:
        settings = SearchSettings(iterations=400, exploration=2.0, leaf="evaluation", seed=seed)
        for move in think(game, known, settings).moves:
            shares[move.move] = shares.get(move.move, 0.0) + move.visits / 400 / len(seeds)
    return shares


def check_seats_change_places(count: int) -> None:
    game, options = table_of("village", 3)
    assert load_evaluation(game).__name__ == "hinterland.eval.village"
    for position in decisions(game, options, count):
        moved = with_seats_moved_on(game, position.state)
        assert game.mover(moved) == (position.mover + 1) % 3
        moves = {move: move_moved_on(game, move, 3) for move in game.legal(position.state).tolist()}
        assert game.legal(moved).tolist() == sorted(moves.values()), f"{position}"
        first, second = (evaluations_after(game, state) for state in (position.state, moved))
        for move, shares in first.items():
            # Sums over the seats are added up in another order: the last bit may differ.
            expected = pytest.approx(shares[-1:] + shares[:-1], abs=1e-12)
            assert second[moves[move]] == expected, f"{position}: evaluation"
        before, after = (mean_shares(game, state, range(50)) for state in (position.state, moved))
        for move, share in before.items():
            assert abs(after[moves[move]] - share) < 0.05, (
                f"{position}: {game.notation.format(move)}"
            )


def test_seats_that_change_places_change_the_answer_along() -> None:
    check_seats_change_places(3)


@pytest.mark.parametrize("seed", range(3))
def test_seats_that_change_places_change_the_result_along(seed: int) -> None:
    game, options = table_of("village", 3)
    *_, last = random_game(game, options, seed)
    shares = game.returns(last.state)
    moved = game.returns(with_seats_moved_on(game, last.state))
    assert moved == shares[-1:] + shares[:-1]


@pytest.mark.slow
def test_seats_that_change_places_change_the_answer_along_at_200_positions() -> None:
    check_seats_change_places(200)
