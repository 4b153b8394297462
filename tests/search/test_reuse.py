"""The next search in the tree of the last one: what is kept, and when nothing may be."""

from typing import Any

import pytest

from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER
from hinterland.engine.table import Table
from hinterland.protocol.bots import parse_bot
from hinterland.search.lane import Lane
from hinterland.search.layout import ROOT
from hinterland.search.reuse import Follower
from hinterland.search.search import Search
from hinterland.search.settings import SearchSettings
from hinterland.tests.toys import closed

GAME = load("leduc")


def below(lane: Lane, node: int, root: bool = True) -> tuple[Any, ...]:
    """All that a tree says of a node and what is below it; of the root without its own event."""
    record = lane.record(node)
    own = () if root else (int(record["event"]), int(record["available"]))
    figures = (int(record["visits"]), tuple(float(value) for value in record["value"]))
    return (*own, *figures, tuple(below(lane, child, False) for child in lane.children(node)))


def opening() -> Table:
    """Leduc, when p1 is to bet first."""
    table = Table.deal(GAME, (2,), stream("deal"))
    rng = stream("cards", 3)
    while table.mover == CHANCE:
        table.play(CHANCE, GAME.sample(table.state, rng))
    return table


def played_on(table: Table, follower: Follower) -> None:
    """Both seats check, and the next card is dealt: p1 is to move again."""
    for token in ("check", "check"):
        _tell(table, follower, table.mover, GAME.notation.parse(token))
    while table.mover == CHANCE:
        _tell(table, follower, CHANCE, GAME.sample(table.state, stream("public")))


def _tell(table: Table, follower: Follower, mover: int, move: int) -> None:
    follower.observe(table.play(mover, move)[0])


def searched_twice(**settings: Any) -> tuple[Search, int, Search]:
    """A search, the node that it is left at when p1 moves again (-1: none), the next search."""
    table, follower = opening(), Follower()
    first = follower.begin(GAME, table.knowledge(0), SearchSettings(seed=1, **settings))
    first.advance(3000)
    events: list[int] = []
    follower_observe = follower.observe

    def observe(event: int) -> None:
        events.append(event)
        follower_observe(event)

    follower.observe = observe  # type: ignore[method-assign]
    played_on(table, follower)
    node = first.lanes[0].node_after(events)
    next_search = follower.begin(GAME, table.knowledge(0), SearchSettings(seed=2, **settings))
    return first, -1 if node is None else node, next_search


@pytest.mark.parametrize("threads", [1, 2])
def test_the_tree_below_the_events_is_kept_whole(threads: int) -> None:
    first, node, following = searched_twice(reuse="yes", threads=threads)
    old, new = first.lanes[0], following.lanes[0]
    assert int(old.tree[node]["visits"]) > 50
    assert below(new, new.root) == below(old, node)
    assert following.iterations == 0


def test_the_search_goes_on_from_the_visits_it_has() -> None:
    first, node, following = searched_twice(reuse="yes")
    before = int(first.lanes[0].tree[node]["visits"])
    following.advance(500)
    lane = following.lanes[0]
    assert int(lane.tree[lane.root]["visits"]) == before + 500
    result = following.result(0.0)
    assert result.iterations == 500
    assert sum(move.visits for move in result.moves) >= before + 500 - 1


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"reuse": "yes", "variant": "mo"},
        {"reuse": "yes", "variant": "ris"},
        {"reuse": "yes", "variant": "pimc"},
        {"reuse": "yes", "variant": "weighted"},
    ],
)
def test_otherwise_a_search_begins_anew(settings: dict[str, Any]) -> None:
    _, _, following = searched_twice(**settings)
    assert all(int(visits) == 0 for visits in following.lanes[0].tree["visits"])


def test_other_settings_begin_anew() -> None:
    table, follower = opening(), Follower()
    follower.begin(GAME, table.knowledge(0), SearchSettings(reuse="yes")).advance(3000)
    played_on(table, follower)
    other = SearchSettings(reuse="yes", exploration=0.5)
    following = follower.begin(GAME, table.knowledge(0), other)
    assert all(int(visits) == 0 for visits in following.lanes[0].tree["visits"])


def test_a_tree_beyond_the_memory_is_not_taken_over() -> None:
    table = opening()
    large, small = (Search(GAME, table.knowledge(0), SearchSettings()) for _ in range(2))
    large.advance(3000)
    small.lanes[0].most_nodes = 100
    small.lanes[0].take_over(large.lanes[0], ROOT)
    assert int(small.lanes[0].control[0]["used"]) == 1


def test_a_hidden_move_is_followed_as_it_was_seen() -> None:
    """After `put:?` the subtree has every visit in which p2 put either card."""
    table = Table.deal(closed.GAME, (2,), stream("deal"))
    table.play(CHANCE, closed.TOKENS["hand:a"])
    search = Search(closed.GAME, table.knowledge(0), SearchSettings(iterations=None))
    search.advance(3000)
    lane = search.lanes[0]
    tokens = ("go", "play:a", "put:?")
    node = lane.node_after([closed.TOKENS[token] for token in tokens])
    assert node is not None
    tree = lane.tree[lane.below(node)]
    shown = {int(record["event"]): int(record["visits"]) for record in tree[1:]}
    assert set(shown) == {closed.TOKENS["show:low"], closed.TOKENS["show:high"]}
    assert sum(shown.values()) >= int(tree[0]["visits"]) - 1


def test_a_bot_that_reuses_its_tree_finds_it_with_less_search() -> None:
    """The bot itself hands the events on: its second search has the first one's visits too."""
    table = opening()
    bot = parse_bot("search:iterations=2000,reuse=yes").make(1)
    bot.start(GAME, (2,), table.knowledge(0))
    bot.choose()
    while table.mover != OVER:
        mover = table.mover
        if mover == CHANCE:
            move = GAME.sample(table.state, stream("public"))
        else:
            move = GAME.notation.parse("check")
        bot.observe(mover, table.play(mover, move)[0])
        if table.mover == 0:
            break
    bot.choose()
    assert bot.searched is not None
    assert sum(move.visits for move in bot.searched.moves) > 2000
