"""Worlds weighted by the others' decisions: their shares, shorter pasts, limits and stops."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.registry import load
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.table import Table
from hinterland.search.result import SearchResult, Weighed
from hinterland.search.search import Search, run, think
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Step, Trace
from hinterland.search.weighted import FEWEST, Policy, Weighing, replayed, shorter_pasts
from hinterland.tests.toys import closed

LEDUC = load("leduc")
VILLAGE = load("village")
SETTINGS = SearchSettings(variant="weighted", iterations=300, pool=200, model_iterations=64)


def played(game: Game, seat: int, deal: str, *moves: str) -> Trace:
    """What a seat has seen of a game that was played so; the deal's chance moves are drawn."""
    table = Table.deal(game, game.option_values({}), stream(deal))
    trace = Trace(game, table.knowledge(seat), 4)
    left = list(moves)
    while left:
        mover = table.mover
        drawn = mover == CHANCE
        move = game.sample(table.state, stream(deal)) if drawn else game.notation.parse(left.pop(0))
        trace.observe(mover, table.play(mover, move)[seat])
    return trace


def leduc_trace() -> Trace:
    """p1 is to answer p2's bet."""
    return played(LEDUC, 0, "deal", "check", "bet")


def randomly_played(seed: int, decisions: int) -> Trace:
    """A seat of village to move, with three seats, after so many random decisions."""
    rng = stream("village", seed)
    table = Table.deal(VILLAGE, VILLAGE.option_values({"players": "3"}), rng)
    traces = [Trace(VILLAGE, table.knowledge(seat), 4) for seat in range(3)]
    while True:
        mover = table.mover
        if mover == CHANCE:
            move = VILLAGE.sample(table.state, rng)
        else:
            moves = VILLAGE.legal(table.state)
            if decisions <= 0 and len(moves) > 1:
                return traces[mover]
            move = int(moves[draw_bounded(rng, len(moves))])
            decisions -= 1
        for trace, event in zip(traces, table.play(mover, move), strict=False):
            trace.observe(mover, event)


def evenly(game: Game) -> Policy:
    """The policy of a seat that plays any of its moves, found in two parts."""

    def policy(knowledge: Knowledge) -> Generator[bool, None, Mapping[int, float]]:
        yield False
        moves = game.legal(knowledge.view).tolist()
        return dict.fromkeys(moves, 1 / len(moves))

    return policy


def weighed(
    game: Game, steps: Sequence[Step], policy: Policy, wanted: int, seed: int = 1
) -> Weighing:
    making = Weighing(game, steps, policy, wanted, stream("test", seed))
    while not making.finished:
        making.go_on()
    return making


def found(settings: SearchSettings, trace: Trace, **more: Any) -> SearchResult:
    result = think(trace.game, trace.knowledge, settings, steps=trace.steps, **more)
    return replace(result, seconds=0.0)


def test_worlds_count_by_what_the_others_would_have_done_in_them() -> None:
    """p2 plays its joker with a by 0.2 and with b by 0.6, then puts `high` by 0.9, unseen.

    So it holds b by three to one, and high lies there by 0.9, whichever it is.
    """
    trace = played(closed.GAME, 0, "deal", "go", "play:joker", "put:low")
    plays = {1: 0.2, 2: 0.6}

    def policy(knowledge: Knowledge) -> Generator[bool, None, Mapping[int, float]]:
        yield False
        view = knowledge.view[0]
        if view["step"] == 3:
            return {closed.TOKENS["put:low"]: 0.1, closed.TOKENS["put:high"]: 0.9}
        joker = plays[int(view["card"])]
        return {4 + int(view["card"]): 1 - joker, closed.TOKENS["play:joker"]: joker}

    making = weighed(closed.GAME, trace.steps, policy, 4000)
    pool = making.pool()
    assert pool is not None
    assert (making.decisions, len(pool.worlds)) == (2, 4000)
    shares = np.diff(pool.cumulative, prepend=0.0)
    assert abs(shares[pool.worlds["card"] == 2].sum() - 0.75) < 0.03
    for card in (1, 2):
        held = pool.worlds["card"] == card
        high = shares[held & (pool.worlds["laid"] == 2)].sum() / shares[held].sum()
        assert abs(high - 0.9) < 0.02


def test_pasts_are_halved() -> None:
    trace = randomly_played(3, 54)
    steps = trace.steps
    decided = [step for step in steps if step.mover not in (CHANCE, trace.knowledge.seat)]
    assert len(decided) == 4
    pasts = list(shorter_pasts(steps))
    assert [decisions for decisions, _ in pasts] == [4, 2, 1]
    assert pasts[0][1] == steps
    for decisions, past in pasts:
        assert past[0] is decided[-decisions]
        assert past[-1] is steps[-1]
    assert list(shorter_pasts(())) == []


@pytest.mark.parametrize(
    ("seed", "after", "decisions"), [(2, 90, 4), (9, 40, 2), (5, 40, 1), (1, 40, 0)]
)
def test_where_no_world_is_left_fewer_decisions_are_weighed(
    seed: int, after: int, decisions: int
) -> None:
    """Of many draws: hardly any world is left of one decision more, or enough would have been."""
    trace = randomly_played(seed, after)
    making = weighed(VILLAGE, trace.steps, evenly(VILLAGE), 32)
    pool = making.pool()
    assert (making.decisions if pool is not None else 0) == decisions
    for tried, past in shorter_pasts(trace.steps):
        rng = stream("again", seed)
        left = sum(replayed(VILLAGE, past, rng) is not None for _ in range(300))
        assert (left > 300 / 40) == (tried <= decisions)


def test_every_weighted_world_looks_to_the_seat_as_its_view() -> None:
    trace = randomly_played(23, 90)
    pool = weighed(VILLAGE, trace.steps, evenly(VILLAGE), 20).pool()
    assert pool is not None
    knowledge = trace.knowledge
    for index in range(20):
        world = pool.worlds[index : index + 1]
        assert VILLAGE.mover(world) == VILLAGE.mover(knowledge.view)
        assert VILLAGE.legal(world).tolist() == VILLAGE.legal(knowledge.view).tolist()


def test_forced_moves_are_not_searched() -> None:
    """p1 can do nothing but go, which says nothing of what it holds."""
    trace = played(closed.GAME, 1, "deal", "go")

    def policy(knowledge: Knowledge) -> Generator[bool, None, Mapping[int, float]]:
        raise AssertionError("there was nothing to choose")

    pool = weighed(closed.GAME, trace.steps, policy, 20).pool()
    assert pool is not None
    assert pool.cumulative.tolist() == pytest.approx([n / 20 for n in range(1, 21)])


class Narrow(Game):
    """The toy, when a search leaves out the joker that may be played."""

    def legal(self, state: States) -> npt.NDArray[np.int64]:
        moves = super().legal(state)
        return moves[moves != closed.TOKENS["play:joker"]]


def test_a_move_that_no_search_looks_at_says_nothing() -> None:
    game = Narrow(**{field.name: getattr(closed.GAME, field.name) for field in fields(Game)})
    trace = played(game, 0, "deal", "go", "play:joker")
    pool = weighed(game, trace.steps, evenly(game), 200).pool()
    assert pool is not None
    assert np.diff(pool.cumulative).tolist() == pytest.approx([1 / 200] * 199)
    assert {1, 2} == set(pool.worlds["card"].tolist())


@pytest.mark.parametrize("threads", [1, 3])
def test_without_limits_of_time_it_is_the_same_however_it_is_cut(threads: int) -> None:
    trace, settings = leduc_trace(), replace(SETTINGS, threads=threads)
    whole = found(settings, trace)
    assert whole == found(settings, trace)
    assert whole.weighed == Weighed(200, 1)
    assert whole.worlds == 200
    assert whole.iterations == 300
    search = Search(LEDUC, trace.knowledge, settings, trace.steps)
    search.advance(300)
    assert search.result(0.0) == whole
    clock = Ticking(0.001)
    pondered = Search(LEDUC, trace.knowledge, settings, trace.steps)
    runs = 0
    while pondered.weighs:
        run(pondered, 300, clock.now + 0.05, clock, lambda: False)
        runs += 1
    assert runs > 2
    run(pondered, 300, None, clock, lambda: False)
    assert pondered.result(0.0) == whole


class Ticking:
    """Every look at the clock takes a fixed time."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_weighing_takes_its_part_of_the_time_and_no_more() -> None:
    """The clock goes on at every look: 250 of 500 looks are for the pool, the rest for slices."""
    trace = leduc_trace()
    settings = replace(SETTINGS, iterations=None, pool=100_000)
    clock = Ticking(0.01)
    search = Search(LEDUC, trace.knowledge, settings, trace.steps)
    looked: list[float] = []

    def stop() -> bool:
        if search.weighs and search.iterations == 16:
            looked.append(clock.now)
        return False

    run(search, None, 5.0, clock, stop)
    result = search.result(0.0)
    assert result.weighed is not None
    assert FEWEST <= result.weighed.worlds < 250
    assert 2.45 < looked[-1] < 2.55
    assert 5.0 <= clock.now < 5.05
    assert result.iterations > 16


def test_time_alone_limits_the_whole_search() -> None:
    trace, clock = leduc_trace(), Ticking(0.01)
    settings = replace(SETTINGS, iterations=None, ms=2000, pool=100_000)
    result = think(LEDUC, trace.knowledge, settings, clock, steps=trace.steps)
    assert 2.0 <= result.seconds < 2.1


def stopping(after: int) -> Iterator[bool]:
    return (asked >= after for asked in count(1))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("after", [1, 5, 60])
def test_a_stop_ends_the_weighing_too(threads: int, after: int) -> None:
    """With the worlds weighted so far, evenly drawn ones where they are too few."""
    trace = leduc_trace()
    settings = replace(SETTINGS, iterations=10**9, pool=100_000, threads=threads)
    asked = stopping(after)
    result = found(settings, trace, stop=lambda: next(asked))
    worlds, so = result.weighed, replace(settings, variant="so", iterations=result.iterations)
    assert 0 < result.iterations <= 32 * threads
    assert sum(move.visits for move in result.moves) == result.iterations
    if after == 60:
        assert worlds is not None
        assert FEWEST <= worlds.worlds < 60
        assert worlds.decisions == 1
    else:
        assert worlds == Weighed(0, 0)
        assert result.moves == found(so, trace).moves


def test_an_interrupt_in_the_weighing_gets_through() -> None:
    trace = leduc_trace()

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found(replace(SETTINGS, pool=100_000), trace, stop=interrupted)


def test_while_it_weighs_there_is_something_to_look_at() -> None:
    trace = leduc_trace()
    search = Search(LEDUC, trace.knowledge, SETTINGS, trace.steps)
    looks = []

    def stop() -> bool:
        looks.append(search.result(0.0))
        return False

    run(search, 300, None, Ticking(0.0), stop)
    assert [look.iterations for look in looks[:200]] == [16] * 200
    assert all(sum(move.visits for move in look.moves) == 16 for look in looks[:200])
    assert looks[0].weighed == Weighed(0, 0)
    assert search.iterations == 300


def test_with_nothing_to_weigh_it_is_so() -> None:
    trace = leduc_trace()
    first = think(LEDUC, trace.knowledge, SETTINGS)
    assert first.weighed == Weighed(0, 0)
    so = think(LEDUC, trace.knowledge, replace(SETTINGS, variant="so"))
    assert so.weighed is None
    assert (first.moves, first.worlds) == (so.moves, so.worlds)
