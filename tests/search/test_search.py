"""The machinery of search: determinism, budgets, growth, edges by events, errors."""

import math
from dataclasses import replace
from threading import get_ident
from time import perf_counter
from typing import Any

import pytest

import hinterland.search.lane as lane_module
import hinterland.search.memory as memory_module
from hinterland.engine.errors import BadOption, GameOver, NotYourTurn
from hinterland.engine.game import Game, Knowledge
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.search.layout import ROOT
from hinterland.search.search import Search, run, think
from hinterland.search.settings import SearchSettings, suited
from hinterland.tests.toys import closed


def opening(game: Game, seed: int = 1) -> Table:
    """A table at the first decision."""
    rng = stream("test", seed)
    table = Table.deal(game, game.option_values({}), rng)
    while table.mover == CHANCE:
        table.play(CHANCE, game.sample(table.state, rng))
    return table


def first_knowledge(name: str, seed: int = 1) -> Knowledge:
    table = opening(load(name), seed)
    return table.knowledge(table.mover)


def same(first, second) -> bool:
    return replace(first, seconds=0.0) == replace(second, seconds=0.0)


@pytest.mark.parametrize("variant", ["so", "pimc"])
@pytest.mark.parametrize("threads", [1, 3])
def test_same_arguments_give_the_same_result(variant: str, threads: int) -> None:
    knowledge = first_knowledge("leduc")
    settings = SearchSettings(variant=variant, iterations=2000, threads=threads, seed=7)
    first, second = (think(load("leduc"), knowledge, settings) for _ in range(2))
    assert same(first, second)
    assert first.iterations == 2000
    assert sum(move.visits for move in first.moves) == 2000
    other = think(load("leduc"), knowledge, replace(settings, seed=8))
    assert not same(first, other)


@pytest.mark.parametrize("variant", ["so", "pimc", "mo", "ris"])
@pytest.mark.parametrize("threads", [1, 3])
def test_slices_do_not_change_the_tree(variant: str, threads: int) -> None:
    game, knowledge = load("leduc"), first_knowledge("leduc")
    settings = SearchSettings(
        variant=variant, iterations=None, world_iterations=37, threads=threads
    )
    whole = Search(game, knowledge, settings)
    whole.advance(1000)
    sliced = Search(game, knowledge, settings)
    for size in (1, 2, 300, 97, 600):
        sliced.advance(size)
    assert same(whole.result(0.0), sliced.result(0.0))


@pytest.mark.parametrize(
    ("had", "further", "shares"),
    [
        ((0, 0, 0), 8, [3, 3, 2]),
        ((10, 0, 3), 0, [0, 0, 0]),
        ((10, 0, 3), 4, [0, 4, 0]),
        ((10, 0, 3), 9, [0, 6, 3]),
        ((10, 0, 3), 18, [1, 10, 7]),
    ],
)
def test_lanes_behind_the_others_catch_up(
    had: tuple[int, ...], further: int, shares: list[int]
) -> None:
    settings = SearchSettings(iterations=None, threads=3)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    for lane, count in zip(search.lanes, had, strict=True):
        lane.advance(count)
    assert search.shares(further) == shares


def test_a_fault_in_one_thread_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = SearchSettings(iterations=None, threads=2)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    faulty, advance = search.lanes[1], lane_module.Lane.advance

    def fail_later(lane: lane_module.Lane, iterations: int) -> None:
        if lane is faulty and lane.iterations > 1000:
            raise ZeroDivisionError
        advance(lane, iterations)

    monkeypatch.setattr(lane_module.Lane, "advance", fail_later)
    with pytest.raises(ZeroDivisionError):
        run(search, None, None, perf_counter, lambda: False)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_threads(threads: int) -> None:
    settings = SearchSettings(iterations=None, threads=threads)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    asked: list[None] = []

    def interrupted() -> bool:
        asked.append(None)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return False

    most = 5_000_000
    with pytest.raises(KeyboardInterrupt):
        run(search, most, None, perf_counter, interrupted)
    assert search.iterations < most


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_is_asked_when_the_search_stands_still(threads: int) -> None:
    """First when every lane has had a slice, and from the calling thread alone."""
    settings = SearchSettings(iterations=None, threads=threads)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(get_ident())
        if len(asked) == 1:
            assert min(lane.iterations for lane in search.lanes) > 0
            found = search.result(0.0)
            assert sum(move.visits for move in found.moves) == found.iterations
        return len(asked) == 3

    run(search, None, None, perf_counter, stop)
    assert set(asked) == {get_ident()}
    assert len(asked) == 3


def test_growing_does_not_change_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    game, knowledge = load("leduc"), first_knowledge("leduc")
    settings = SearchSettings(iterations=5000)
    roomy = think(game, knowledge, settings)
    monkeypatch.setattr(lane_module, "_FIRST_CAPACITY", 1)
    search = Search(game, knowledge, settings)
    before = len(search.lanes[0].tree)
    search.advance(5000)
    assert before < len(search.lanes[0].tree)
    assert not search.lanes[0].full
    assert same(search.result(0.0), roomy)


@pytest.mark.parametrize("variant", ["so", "pimc"])
def test_every_visit_of_a_node_but_the_first_goes_on_to_one_child(variant: str) -> None:
    """Also where `pimc` begins new trees at the places of old ones, whose children it knew."""
    settings = SearchSettings(iterations=None, variant=variant, world_iterations=300, seed=5)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    search.advance(700)
    lane = search.lanes[0]
    inner = 0
    for node in range(int(lane.control[0]["used"])):
        below = [lane.record(child) for child in lane.children(node)]
        left = int(lane.tree["visits"][node]) - (node != lane.root)
        if left > 0 and below:
            inner += 1
            assert sum(int(record["visits"]) for record in below) == left
            assert all(record["visits"] <= record["available"] <= left for record in below)
    assert inner > 20


def test_at_the_memory_limit_the_tree_stops_growing_and_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, knowledge = load("leduc"), first_knowledge("leduc")
    monkeypatch.setattr(memory_module, "MIB", 40)
    search = Search(game, knowledge, SearchSettings(iterations=None))
    search.advance(3000)
    result = search.result(0.0)
    assert result.full
    assert result.nodes <= 40 * 256 // memory_module.node_bytes(2)
    assert result.iterations == 3000
    assert sum(move.visits for move in result.moves) == 3000


@pytest.mark.parametrize("mebibyte", [1640, 1910, 2450, 4910])
def test_a_tree_is_within_the_memory_limit_also_while_it_grows(
    mebibyte: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the larger tree, what was copied counts: nothing else of it was written to."""
    game, knowledge = load("village"), first_knowledge("village")
    monkeypatch.setattr(memory_module, "MIB", mebibyte)
    settings = SearchSettings(iterations=None)
    lane = Search(game, knowledge, settings).lanes[0]
    sizes = [len(lane.tree)]
    for _ in range(100):
        lane.advance(100)
        if len(lane.tree) > sizes[-1]:
            sizes.append(len(lane.tree))
    assert lane.full
    buffers = memory_module.buffer_bytes(game, settings)
    most = (mebibyte * 256 - buffers) // memory_module.node_bytes(lane.players)
    assert all(2 * size <= most for size in sizes[:-1])
    assert len(sizes) > 1 or sizes[0] == lane.most_nodes
    assert most / 2 < sizes[-1] <= most


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", "zzz"), ("leaf", "zzz"), ("choice", "zzz"), ("iterations", 0), ("ms", -1),
        ("threads", 0), ("memory_mib", 0), ("depth", -7), ("pool", 2.5), ("exploration", math.nan),
        ("widening", -1.0), ("temperature", math.inf), ("selection", None), ("seed", None),
    ],
)  # fmt: skip
def test_settings_out_of_range_are_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=f"^{name}={value}: expected "):
        SearchSettings(**{name: value})


def test_priors_are_shares() -> None:
    game = load("village")
    knowledge = first_knowledge("village")
    search = Search(game, knowledge, SearchSettings(selection="puct"))
    search.advance(50)
    priors = search.priors()
    assert sorted(priors) == sorted(map(int, game.legal(knowledge.view)))
    assert sum(priors.values()) == pytest.approx(1.0)


def test_even_a_root_without_room_for_its_moves_ends() -> None:
    game, knowledge = load("leduc"), first_knowledge("leduc")
    search = Search(game, knowledge, SearchSettings(iterations=None))
    search.lanes[0].control[0]["capacity"] = 2
    search.lanes[0].most_nodes = len(search.lanes[0].tree)
    search.advance(50)
    assert search.iterations == 50


class FakeClock:
    """Every look at the clock takes a fixed time."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_time_ends_a_search() -> None:
    game, knowledge = load("kuhn"), first_knowledge("kuhn")
    clock = FakeClock(0.01)
    result = think(game, knowledge, SearchSettings(iterations=None, ms=500), clock)
    assert 0.5 <= result.seconds <= 0.6
    assert result.iterations > 0


def test_the_first_limit_wins() -> None:
    game, knowledge = load("kuhn"), first_knowledge("kuhn")
    few = think(game, knowledge, SearchSettings(iterations=50, ms=10**6))
    assert few.iterations == 50
    short = think(game, knowledge, SearchSettings(iterations=10**9, ms=20), FakeClock(0.01))
    assert 0 < short.iterations < 10**6


def test_stop_is_noticed_between_slices() -> None:
    game, knowledge = load("kuhn"), first_knowledge("kuhn")
    answers = iter([False, False, True])
    settings = SearchSettings(iterations=10**9)
    result = think(game, knowledge, settings, FakeClock(0.01), lambda: next(answers))
    assert 0 < result.iterations < 10**6


@pytest.mark.parametrize("leaf", ["playout", "evaluation"])
def test_leaves(leaf: str) -> None:
    result = think(
        load("leduc"), first_knowledge("leduc"), SearchSettings(iterations=64, leaf=leaf)
    )
    assert (result.playout_moves > 0) == (leaf == "playout")
    assert all(0.0 <= share <= 1.0 for move in result.moves for share in move.returns)
    assert all(abs(sum(move.returns) - 1.0) < 1e-9 for move in result.moves)


def test_depth_cuts_playouts() -> None:
    knowledge = first_knowledge("leduc")
    whole, cut = (
        think(load("leduc"), knowledge, SearchSettings(iterations=20, depth=depth)).playout_moves
        for depth in (0, 1)
    )
    assert 0 < cut <= 20 < whole


def ucb_scores(root: Any, children: list[Any], c: float) -> list[float]:
    """UCB of every child at the root's next visit; an untried one comes first."""
    return [
        child["value"][0] / child["visits"] + c * math.sqrt(math.log(root + 1) / child["visits"])
        if child["visits"]
        else math.inf
        for child in children
    ]


def puct_scores(root: Any, children: list[Any], c: float) -> list[float]:
    """PUCT of every child with equal priors; an untried one has the root's mean."""
    urgency = sum(child["value"][0] for child in children) / root if root else 0.5
    prior = 1.0 / len(children)
    return [
        (child["value"][0] / child["visits"] if child["visits"] else urgency)
        + c * prior * math.sqrt(root + 1) / (1 + child["visits"])
        for child in children
    ]


@pytest.mark.parametrize(("selection", "scores"), [("ucb", ucb_scores), ("puct", puct_scores)])
def test_every_visit_of_the_root_takes_the_move_of_the_best_score(selection, scores) -> None:
    settings = SearchSettings(iterations=None, selection=selection, exploration=0.9, seed=3)
    search = Search(load("leduc"), first_knowledge("leduc"), settings)
    search.advance(2)
    lane = search.lanes[0]
    for _ in range(300):
        before = [lane.record(child) for child in lane.children(ROOT)]
        expected = scores(search.iterations, before, 0.9)
        search.advance(1)
        visits = [int(lane.tree[child]["visits"]) for child in lane.children(ROOT)]
        (taken,) = [i for i, old in enumerate(before) if visits[i] > old["visits"]]
        assert expected[taken] == pytest.approx(max(expected), abs=1e-12)


@pytest.mark.parametrize("opponents", ["merged", "apart"])
@pytest.mark.parametrize("variant", ["so", "pimc", "mo", "ris"])
def test_every_visit_of_a_move_is_noted_with_its_return(variant: str, opponents: str) -> None:
    game, knowledge = load("leduc"), first_knowledge("leduc")
    settings = SearchSettings(variant=variant, opponents=opponents, world_iterations=37)
    search = Search(game, knowledge, settings)
    search.advance(1000)
    for move in search.lanes[0].root_moves():
        count, total, squares = move["moments"]
        assert count == move["visits"] > 0
        assert total == pytest.approx(move["value"][knowledge.seat])
        assert total * total / count <= squares * (1 + 1e-9)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_spread_is_that_of_the_returns_and_the_depth_that_of_the_tree(threads: int) -> None:
    """p2 has the queen and was bet into: a fold costs its ante, a call wins or loses 2 (1 or 0)."""
    game = load("kuhn")
    table = Table.deal(game, game.option_values({}), stream("spread"))
    for mover, token in ((CHANCE, "deal:J"), (CHANCE, "deal:Q"), (0, "bet")):
        table.play(mover, game.notation.parse(token))
    found = think(game, table.knowledge(1), SearchSettings(iterations=3000, threads=threads))
    moves = {game.notation.format(move.move): move for move in found.moves}
    won = moves["call"].returns[1]
    assert moves["fold"].spread == 0.0
    assert moves["call"].spread == pytest.approx(math.sqrt(won * (1 - won)))
    assert 0.45 < moves["call"].spread < 0.51
    assert found.depth == 2  # call, then both cards are shown


def test_what_was_never_tried_has_no_spread() -> None:
    found = think(load("leduc"), first_knowledge("leduc"), SearchSettings(iterations=1))
    assert [move.spread for move in found.moves if move.visits == 0] == [0.0]
    assert found.depth == 1


def test_worlds_are_drawn_every_iteration_or_every_world() -> None:
    game, knowledge = load("kuhn"), first_knowledge("kuhn")
    assert think(game, knowledge, SearchSettings(iterations=100)).worlds == 100
    pimc = SearchSettings(variant="pimc", iterations=100, world_iterations=25)
    assert think(game, knowledge, pimc).worlds == 4


def test_an_edge_counts_as_available_once_a_visit_in_which_it_was_possible() -> None:
    table = opening(closed.GAME)
    search = Search(closed.GAME, table.knowledge(0), SearchSettings(iterations=None))
    search.advance(3000)
    lane = search.lanes[0]
    (go,) = lane.children(ROOT)
    tokens = closed.TOKENS
    children = {int(lane.tree[child]["event"]): lane.tree[child] for child in lane.children(go)}
    assert sorted(children) == [tokens["play:a"], tokens["play:b"], tokens["play:joker"]]
    available = {event: int(record["available"]) for event, record in children.items()}
    inside = int(lane.tree[go]["visits"]) - 1
    assert available[tokens["play:joker"]] == inside
    assert available[tokens["play:a"]] + available[tokens["play:b"]] == inside
    assert abs(available[tokens["play:a"]] - inside / 2) < 4 * (inside / 4) ** 0.5


def test_moves_that_look_the_same_are_one_edge_drawn_by_their_labelled_weights() -> None:
    table = opening(closed.GAME)
    search = Search(closed.GAME, table.knowledge(0), SearchSettings(iterations=None))
    search.advance(9000)
    lane = search.lanes[0]
    (go,) = lane.children(ROOT)
    for play in lane.children(go):
        assert [int(lane.tree[child]["event"]) for child in lane.children(play)] == [8]
    (root_move,) = search.result(0.0).moves
    # 9,000 draws of probability 2/3: five standard deviations
    assert abs(root_move.returns[0] - 2 / 3) < 5 * (2 / 9 / 9000) ** 0.5


def test_pimc_sees_through_the_hidden_choice() -> None:
    """In a world of its own, p2 is seen to choose high every time: p1 gets nothing."""
    table = opening(closed.GAME)
    settings = SearchSettings(variant="pimc", iterations=4000, world_iterations=1000)
    (root_move,) = think(closed.GAME, table.knowledge(0), settings).moves
    assert root_move.returns[0] < 0.1


def test_the_line_is_what_the_seat_sees() -> None:
    table = opening(closed.GAME)
    line = think(closed.GAME, table.knowledge(0), SearchSettings(iterations=2000)).line
    tokens = [closed.GAME.notation.format(event) for event in line]
    assert tokens[0] == "go"
    assert tokens[2] == "put:?"
    assert tokens[3].startswith("show:")


def test_only_the_seat_to_move_can_search() -> None:
    game = load("kuhn")
    table = opening(game)
    with pytest.raises(NotYourTurn, match="p1 is to move, not p2"):
        think(game, table.knowledge(1), SearchSettings())
    while table.mover != OVER:
        rng = stream("end")
        move = (
            game.sample(table.state, rng) if table.mover == CHANCE else game.legal(table.state)[0]
        )
        table.play(table.mover, int(move))
    with pytest.raises(GameOver):
        think(game, table.knowledge(0), SearchSettings())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"iterations": "0"}, "iterations=0: expected 1"),
        ({"iterations": "ten"}, "iterations=ten: expected 1"),
        ({"variant": "best"}, "expected one of so, pimc"),
        ({"leaf": ""}, "expected one of auto, playout, rollout, evaluation"),
        ({"exploration": "nan"}, "exploration=nan"),
        ({"speed": "1"}, "no setting 'speed'"),
        ({"seed": "-1"}, "seed=-1"),
        ({"threads": "²"}, "threads=²"),
    ],
)
def test_bad_settings_are_named(given: dict[str, str], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        SearchSettings.parse(given)


def test_ms_alone_is_no_limit_of_iterations() -> None:
    assert SearchSettings.parse({"ms": "5"}).iterations is None
    assert SearchSettings.parse({}).iterations == 1000


def test_what_is_not_given_suits_the_game() -> None:
    """The game's hints stand in for `auto` alone, and its depth goes with its leaf."""
    hints = {"leaf": "rollout", "depth": "10", "selection": "puct", "exploration": "0.02"}
    found = suited(SearchSettings(), hints | {"one_ply": "0.5"})
    assert (found.leaf, found.depth, found.selection) == ("rollout", 10, "puct")
    assert (found.exploration, found.one_ply) == (0.02, 0.5)
    chosen = SearchSettings(leaf="evaluation", selection="ucb", exploration=0.5, one_ply=0.0)
    assert suited(chosen, {**hints, "one_ply": "0.5"}) == chosen
    assert suited(SearchSettings(depth=3), hints).depth == 3
    plain = suited(SearchSettings(), {})
    assert (plain.leaf, plain.selection, plain.exploration) == ("playout", "ucb", 0.7)
    assert plain.one_ply == 0.0
