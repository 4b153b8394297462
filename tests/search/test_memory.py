"""Memory: all arrays that searches hold are within the limit, kept trees included."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

import hinterland.search.memory as memory_module
from hinterland.engine.errors import BadOption
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE
from hinterland.engine.table import Table
from hinterland.protocol.deliberation import Deliberation
from hinterland.protocol.session import Session
from hinterland.search.memory import buffer_bytes, check_memory
from hinterland.search.reuse import Follower
from hinterland.search.search import Search
from hinterland.search.settings import SearchSettings
from hinterland.search.trace import Trace
from hinterland.tests.protocol.support import ask, new_session

LEDUC = load("leduc")
MIBS: Final = 16
ENTRY: Final = 8


def held(search: Search) -> int:
    """The bytes of its arrays; of the paths those that were written."""
    held = 0
    for lane in search.lanes:
        arrays = (
            lane.tree, lane.values, lane.control, lane.work, lane.listed, lane.totals, lane.worlds,
            lane.memories,
        )  # fmt: skip
        paths = lane.work["paths"]
        written = ENTRY * (np.count_nonzero(paths) + lane.players)
        held += sum(array.nbytes for array in arrays) - paths.nbytes + written
    pool = search.lanes[0]
    return held + pool.pool_words.nbytes + pool.cumulative.nbytes


def at_p1() -> tuple[Table, Trace]:
    """Leduc, when p2 bet after p1's check, and what p1 has seen."""
    table = Table.deal(LEDUC, (2,), stream("deal"))
    trace = Trace(LEDUC, table.knowledge(0), 4)
    for token in ("", "", "check", "bet"):
        chance = table.mover == CHANCE
        move = LEDUC.sample(table.state, stream("deal")) if chance else LEDUC.notation.parse(token)
        trace.observe(table.mover, table.play(table.mover, move)[0])
    return table, trace


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("variant", ["so", "mo", "ris", "pimc", "weighted"])
def test_a_search_holds_no_more_than_its_limit(
    variant: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nearly as much, when its trees are full and no pool and no model has a part."""
    mib = 260 * threads
    monkeypatch.setattr(memory_module, "MIB", mib)
    settings = SearchSettings(
        variant=variant, memory_mib=MIBS, threads=threads, world_iterations=10**9, pool=32
    )
    trace = at_p1()[1]
    search = Search(LEDUC, trace.knowledge, settings, trace.steps)
    search.advance(5000)
    limit = MIBS * mib
    if variant == "weighted":
        pool = 32 * (LEDUC.state_dtype.itemsize + ENTRY)
        limit = pool + (limit - pool) * threads // (threads + 1)
    assert limit * 0.7 < held(search) <= limit
    assert all(lane.full for lane in search.lanes)


def test_a_follower_and_the_tree_it_goes_on_in_are_within_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mib = 1500
    monkeypatch.setattr(memory_module, "MIB", mib)
    settings, follower = SearchSettings(reuse="yes", memory_mib=MIBS), Follower()
    table, _ = at_p1()
    first = follower.begin(LEDUC, table.knowledge(0), settings)
    first.advance(20_000)
    assert first.lanes[0].full
    assert held(first) <= MIBS * mib / 3
    for token in ("raise", "call"):
        follower.observe(table.play(table.mover, LEDUC.notation.parse(token))[0])
    follower.observe(table.play(CHANCE, LEDUC.sample(table.state, stream("public")))[0])
    second = follower.begin(LEDUC, table.knowledge(0), settings)
    assert int(second.lanes[0].tree[0]["visits"]) > 0
    assert held(first) + held(second) <= MIBS * mib
    second.advance(20_000)
    assert held(second) <= MIBS * mib / 3


@pytest.mark.parametrize("settings", [{}, {"variant": "mo", "reuse": "yes"}])
def test_what_no_search_goes_on_from_is_not_kept(settings: dict[str, str]) -> None:
    follower = Follower()
    follower.begin(LEDUC, at_p1()[1].knowledge, SearchSettings().updated(settings))
    assert follower._search is None


def _is_kept(thought: Deliberation, session: Session) -> bool:
    return any(grown.thought is thought for grown in session.grown.values())


def test_the_trees_kept_for_all_seats_and_the_one_that_grows_are_within_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mib = 1500
    monkeypatch.setattr(memory_module, "MIB", mib)
    begun: list[Deliberation] = []

    def begin(*question: Any) -> Deliberation:
        begun.append(Deliberation(*question, lambda: 0.0))
        return begun[-1]

    session: Session = new_session(begin=begin)
    for line in ("newgame leduc seed=4", "set_option reuse yes", f"set_option memory_mib {MIBS}"):
        assert not ask(session, line).startswith("?")
    ask(session, "set_limit iterations=20000")
    most = 0
    for _ in range(20):
        mover = ask(session, "to_move")
        if mover == "none" or ask(session, f"genmove {mover}").startswith("?"):
            break
        kept = [thought for thought in begun if _is_kept(thought, session)]
        most = max(most, sum(held(thought._search) for thought in kept))
    assert len(session.grown) == 2
    assert MIBS * mib / 3 < most <= MIBS * mib * 2 / 3, "there is room for one more, to grow"


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("village", SearchSettings(threads=64, memory_mib=1)),
        ("leduc", SearchSettings(variant="weighted", pool=10**6, memory_mib=2)),
    ],
)
def test_a_limit_too_small_for_a_tree_is_refused(game: str, settings: SearchSettings) -> None:
    table = Table.deal(load(game), load(game).option_values({}), stream("deal"))
    rng, trace = stream("moves"), Trace(load(game), table.knowledge(0), 4)
    while table.mover != 0 or (game == "leduc" and not trace.steps):
        mover = table.mover
        if mover == CHANCE:
            move = load(game).sample(table.state, rng)
        else:
            move = int(load(game).legal(table.state)[-1])
        trace.observe(mover, table.play(mover, move)[0])
    with pytest.raises(BadOption, match=f"memory_mib={settings.memory_mib}: expected [0-9]+ or"):
        Search(load(game), trace.knowledge, settings, trace.steps)


VARIED: Final = [
    SearchSettings(),
    SearchSettings(threads=3),
    SearchSettings(variant="pimc", threads=2),
    SearchSettings(variant="mo"),
    SearchSettings(reuse="yes", threads=2),
    SearchSettings(variant="weighted", pool=32),
    SearchSettings(variant="weighted", pool=500, threads=2),
]


@pytest.mark.parametrize("settings", VARIED)
@pytest.mark.parametrize("begun", [False, True])
def test_the_least_that_is_named_is_the_least_at_every_decision(
    settings: SearchSettings, begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`begun`: there are decisions of others, which `weighted` weighs."""
    monkeypatch.setattr(memory_module, "MIB", 100)
    trace = at_p1()[1]
    steps = trace.steps if begun else ()
    with pytest.raises(BadOption) as refused:
        check_memory(LEDUC, replace(settings, memory_mib=1), 2)
    least = int(str(refused.value).split()[2])
    assert least > 1
    enough = replace(settings, memory_mib=least)
    check_memory(LEDUC, enough, 2)
    search = Search(LEDUC, trace.knowledge, enough, steps)
    search.advance(20)
    assert search.iterations == 20
    assert held(search) <= least * 100
    with pytest.raises(BadOption, match=f"memory_mib={least - 1}: expected {least} or more"):
        Search(LEDUC, trace.knowledge, replace(settings, memory_mib=least - 1), steps)


@pytest.mark.parametrize("settings", VARIED)
def test_the_buffers_are_counted_as_they_are(settings: SearchSettings) -> None:
    lane = Search(LEDUC, at_p1()[1].knowledge, settings).lanes[0]
    arrays = (lane.control, lane.work, lane.listed, lane.totals, lane.worlds, lane.memories)
    held = sum(array.nbytes for array in arrays) - lane.work["paths"].nbytes
    assert buffer_bytes(LEDUC, settings) == held


def test_more_seats_need_more() -> None:
    """Of the values of a node, and of the trees that are kept."""
    settings = SearchSettings(reuse="yes", memory_mib=1)
    check_memory(load("village"), settings, 2)
    with pytest.raises(BadOption, match="memory_mib=1: expected 2 or more for village: "):
        check_memory(load("village"), settings, 5)
