"""Self-play data: what is kept, how it is split, and that nothing leaks into it."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hinterland.__main__ import main
from hinterland.engine.game import Knowledge
from hinterland.engine.jit import record_array
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.protocol.bots import parse_bot
from hinterland.tests.tournaments.scripted import RANDOM, Scripted, kuhn
from hinterland.tests.tournaments.test_report import played
from hinterland.tournaments.job import play_game
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.positions import Arrays, row_moves, split_of, split_positions
from hinterland.tournaments.record import GameRecord

SEARCH = parse_bot("search:iterations=40")
ROW = ("group", "rotation", "seat", "view", "move")
SETTINGS = kuhn(SEARCH, RANDOM, groups=30, positions=True)


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [play_game(job) for job in first_round(SETTINGS)]


def all_rows(games: list[GameRecord]) -> Arrays:
    """The rows of both splits, without what the search found."""
    splits = split_positions(games, SETTINGS.seed)
    names = ("view", "memory", "group", "rotation", "seat", "move", "outcome", "value")
    return {name: np.concatenate([split[name] for split in splits.values()]) for name in names}


def test_a_row_for_every_move_that_a_bot_chose(games: list[GameRecord]) -> None:
    rows = all_rows(games)
    assert len(rows["view"]) == sum(sum(game.decisions) for game in games)
    game = load("kuhn")
    for view, seat, move in zip(rows["view"], rows["seat"], rows["move"], strict=True):
        state = record_array(1, game.state_dtype)
        state[0] = view
        assert game.mover(state) == seat == int(view["viewer"])
        assert move in game.legal(state)


def test_values_and_shares_are_of_the_search(games: list[GameRecord]) -> None:
    searched = 0
    for arrays in split_positions(games, SETTINGS.seed).values():
        by_place = {(game.group, game.rotation): game for game in games}
        for row, (moves, shares) in enumerate(row_moves(arrays)):
            place = int(arrays["group"][row]), int(arrays["rotation"][row])
            mine = by_place[place].seats[arrays["seat"][row]] == 0
            assert (len(moves) > 0) == mine
            assert np.isnan(arrays["value"][row]).all() == (not mine)
            if mine:
                searched += 1
                assert shares.sum() == pytest.approx(1.0)
                (share,) = shares[moves == arrays["move"][row]]
                visits = SEARCH.settings.iterations * shares
                assert share * SEARCH.settings.iterations >= visits.max() - visits.max() ** 0.5
                assert arrays["value"][row].sum() == pytest.approx(1.0, abs=1e-5)
            assert arrays["outcome"][row].tolist() == list(by_place[place].returns)
    assert searched > 30


def test_one_move_in_so_many_with_what_the_search_found(games: list[GameRecord]) -> None:
    """Two halves that differ in where they begin: all rows are in one or the other."""
    for name, whole in split_positions(games, SETTINGS.seed).items():
        half = split_positions(games, SETTINGS.seed, every=2)[name]
        every = list(zip(*(whole[column] for column in ROW), strict=True))
        places = [every.index(row) for row in zip(*(half[column] for column in ROW), strict=True)]
        assert len(whole["view"]) / 3 < len(places) < len(whole["view"])
        assert places == sorted(set(places))
        found = list(row_moves(half))
        for place, (moves, shares) in zip(places, found, strict=True):
            expected = list(row_moves(whole))[place]
            assert moves.tolist() == expected[0].tolist()
            assert shares.tolist() == expected[1].tolist()


def test_a_deal_is_in_one_split_only(games: list[GameRecord]) -> None:
    splits = split_positions(games, SETTINGS.seed)
    groups = [set(split["group"].tolist()) for split in splits.values()]
    assert groups[0] | groups[1] == set(range(30))
    assert not groups[0] & groups[1]
    held_out = sum(split_of(1, group) == "held-out" for group in range(2000))
    assert 340 < held_out < 460


def test_what_a_seat_does_not_see_is_in_no_feature(games: list[GameRecord]) -> None:
    """Games in which a seat holds the same card and sees the same moves have the same rows,
    whatever the other seat holds; and rows of one deal are not all alike."""
    more = [play_game(job) for job in first_round(replace(SETTINGS, seed=8))]
    rows = defaultdict(set)
    hidden: dict[Any, set[str]] = defaultdict(set)
    for game in games + more:
        arrays = next(a for a in split_positions([game], 1).values() if len(a["view"]))
        for view, memory, seat in zip(
            arrays["view"], arrays["memory"], arrays["seat"], strict=True
        ):
            mine = game.moves[seat]
            before = game.moves[2 : 2 + _public_moves(view)]
            rows[int(seat), mine, before].add(view.tobytes() + memory.tobytes())
            hidden[int(seat), mine, before].add(game.moves[1 - seat])
    assert any(len(cards) > 1 for cards in hidden.values()), "the other card never differed"
    assert all(len(found) == 1 for found in rows.values())
    assert len({next(iter(found)) for found in rows.values()}) > 3


def _public_moves(view: Any) -> int:
    """How many moves of seats the view has seen."""
    game = load("kuhn")
    return sum(action != "nothing yet" for action in _actions(game.notation.board(view)))


def _actions(board: str) -> list[str]:
    return [line.partition("did ")[2] for line in board.splitlines()]


def test_every_view_has_a_world(games: list[GameRecord]) -> None:
    """A row is what a search could start from: its view and memory fit together."""
    rows, game = all_rows(games), load("kuhn")
    for row in range(0, len(rows["view"]), 5):
        view = record_array(1, game.state_dtype)
        memory = record_array(1, game.memory_dtype)
        view[0], memory[0] = rows["view"][row], rows["memory"][row]
        game.determinise(Knowledge(view, memory), stream("world", row))


def test_moves_of_a_forfeited_seat_are_left_out() -> None:
    settings = kuhn(Scripted("bad", "choose", 999), SEARCH, groups=5, positions=True)
    games = [play_game(job) for job in first_round(settings)]
    rows = all_rows(games)
    by_place = {(game.group, game.rotation): game for game in games}
    for group, rotation, seat in zip(rows["group"], rows["rotation"], rows["seat"], strict=True):
        assert by_place[int(group), int(rotation)].seats[seat] == 1


def test_thoughts_survive_json(games: list[GameRecord]) -> None:
    assert [GameRecord.from_json(game.to_json()) for game in games] == games
    assert all(game.thoughts for game in games)
    plain = play_game(next(first_round(replace(SETTINGS, positions=False))))
    assert plain.thoughts == ()


def test_export_writes_them(tmp_path: Path) -> None:
    document: dict[str, object] = {
        "game": "kuhn",
        "positions": True,
        "format": {"kind": "round-robin", "groups": 20},
        "bots": [{"bot": "search:iterations=20"}, {"bot": "random"}],
    }
    source = played(tmp_path, document)
    assert main(["tournament", "export", str(tmp_path)]) == 0
    with np.load(tmp_path / "positions" / "train.npz") as train:
        assert train["view"].dtype == load("kuhn").state_dtype
        assert len(train["view"]) == len(train["first"]) - 1 == len(train["outcome"]) > 0
    assert source.settings.positions
