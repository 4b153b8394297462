"""Kuhn, Leduc and the trees: results of lines played by hand, and what loading lets in."""

from collections.abc import Iterator

import numpy as np
import orjson
import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.registry import load
from hinterland.engine.rng import stream
from hinterland.engine.seats import ALL, OVER, PUBLIC
from hinterland.engine.table import Table
from hinterland.engine.text import decode_knowledge, decode_state, encode_knowledge, encode_state
from hinterland.tests.toys import sealed


def game_of(name: str) -> Game:
    return sealed.GAME if name == "sealed" else load(name)


def play(game: Game, given: dict[str, str], line: str) -> Table:
    """The table after a line of tokens."""
    table = Table.deal(game, game.option_values(given), stream("unused"))
    for token in line.split():
        table.play(table.mover, game.notation.parse(token))
    return table


@pytest.mark.parametrize(
    ("line", "payoff"),
    [
        ("deal:J deal:K check check show:J/K", -1),
        ("deal:K deal:Q bet call show:K/Q", 2),
        ("deal:Q deal:K check bet call show:Q/K", -2),
        ("deal:J deal:K bet fold", 1),
        ("deal:K deal:J check bet fold", -1),
    ],
)
def test_kuhn_pays(line: str, payoff: int) -> None:
    check_payoff(load("kuhn"), {}, line, payoff)


@pytest.mark.parametrize(
    ("line", "payoff"),
    [
        ("deal:J deal:K bet fold", 1),
        ("deal:J deal:K bet raise fold", -3),
        ("deal:J deal:K check bet raise fold", 3),
        ("deal:J deal:K check check public:Q bet fold", 1),
        ("deal:J deal:K bet call public:Q check bet fold", -3),
        ("deal:J deal:K bet raise call public:Q bet raise fold", -9),
        ("deal:J deal:K check check public:Q check check show:J/K", -1),
        ("deal:J deal:K check check public:J check check show:J/K", 1),
        ("deal:K deal:J check check public:J bet call show:K/J", -5),
        ("deal:Q deal:Q check bet call public:J check bet call show:Q/Q", 0),
        ("deal:K deal:J check bet raise call public:K check bet raise call show:K/J", 13),
        ("deal:Q deal:K bet raise call public:J bet raise call show:Q/K", -13),
    ],
)
def test_leduc_pays(line: str, payoff: int) -> None:
    game = load("leduc")
    check_payoff(game, {}, line, payoff)
    rows = game.notation.board(play(game, {}, line).state[0]).splitlines()[1:]
    loser = 0 if payoff < 0 else 1
    assert payoff == 0 or f", {abs(payoff)} in, " in rows[loser]


@pytest.mark.parametrize(
    ("tree", "line", "payoff"),
    [
        ("a", "world:1 b show:1", 0.5),
        ("a", "world:2 a l show:2", -1.0),
        ("a", "world:2 a r show:2", 1.0),
        ("b", "world:2 exit show:2", -1.0),
        ("b", "world:1 enter l show:1", -2.0),
        ("b", "world:2 enter r show:2", -0.5),
        ("c", "world:1 pass show:1", -0.5),
        ("c", "world:1 play guess:1 show:1", -1.0),
        ("c", "world:2 play guess:1 show:2", 1.0),
        ("c", "world:2 play safe show:2", -0.25),
    ],
)
def test_trees_pay(tree: str, line: str, payoff: float) -> None:
    check_payoff(load("tree"), {"tree": tree}, line, payoff)


def check_payoff(game: Game, given: dict[str, str], line: str, payoff: float) -> None:
    """The line ends the game, every seat sees its result, and it pays p1 that much."""
    table = play(game, given, line)
    assert table.mover == OVER
    for record in (table.state, table.knowledge(0).view, table.knowledge(1).view):
        shares = game.returns(record)
        assert sum(shares) == pytest.approx(1.0)
        assert game.payoff_scale * shares[0] + game.payoff_offset == pytest.approx(payoff)


def test_leduc_counts_copies() -> None:
    game = load("leduc")
    opening = play(game, {}, "deal:K")
    assert game.odds(opening.state) == [
        (game.notation.parse("deal:J"), 0.4),
        (game.notation.parse("deal:Q"), 0.4),
        (game.notation.parse("deal:K"), 0.2),
    ]
    pair = play(game, {}, "deal:K deal:K check check")
    assert game.odds(pair.state) == [
        (game.notation.parse("public:J"), 0.5),
        (game.notation.parse("public:Q"), 0.5),
    ]


def test_a_sealed_card_is_low_in_two_of_three_worlds() -> None:
    game = sealed.GAME
    knowledge = play(game, {}, "put:high").knowledge(1)
    rng = stream("sealed worlds")
    draws = 3000
    low = sum(int(game.determinise(knowledge, rng)[0]["card"] == sealed.LOW) for _ in range(draws))
    assert abs(low - draws * 2 / 3) < 4 * np.sqrt(draws * 2 / 9)
    state = play(game, {}, "").state
    assert [game.weight(state, int(move)) for move in game.legal(state)] == [2, 1]


CASES = [
    ("kuhn", {}),
    ("leduc", {}),
    ("tree", {"tree": "a"}),
    ("tree", {"tree": "b"}),
    ("tree", {"tree": "c"}),
    ("sealed", {}),
]
BYTES = [*range(-5, 26), 127, -128]


@pytest.mark.parametrize(("name", "given"), CASES)
def test_loading_lets_in_what_can_be_reached_and_nothing_else(
    name: str, given: dict[str, str]
) -> None:
    """Every position loads; with any one byte changed it loads if that too can be reached."""
    game = game_of(name)
    options = game.option_values(given)
    reached = reachable(game, options)
    records = sorted(reached)
    for record in records:
        assert loads(game, options, record)
    for record in records[:: max(1, len(records) // 50)]:
        for place in range(len(record)):
            for value in BYTES:
                changed = bytearray(record)
                changed[place] = value % 256
                assert loads(game, options, bytes(changed)) == (bytes(changed) in reached)


@pytest.mark.parametrize(("name", "given"), CASES)
def test_json_tells_everything(name: str, given: dict[str, str]) -> None:
    game = game_of(name)
    options = game.option_values(given)
    for record in reachable(game, options):
        array = np.frombuffer(record, game.state_dtype)
        text = orjson.dumps(game.notation.to_json(array[0], None)).decode()
        viewer = int(array[0]["viewer"])
        if viewer == ALL:
            loaded = decode_state(game, options, text)
        else:
            loaded = decode_knowledge(game, options, viewer, text).view
        assert loaded.tobytes() == record


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("kuhn", '{"cards": ["K"]}', "expected a list of 2"),
        ("kuhn", '{"cards": ["K", "Q"], "actions": ["call"]}', "actions is 'call'"),
        ("kuhn", '{"cards": ["K", "K"]}', "both seats hold the same card"),
        ("kuhn", '{"cards": ["K", "Q"], "shown": true}', "only after a call or two checks"),
        ("kuhn", '{"cards": 3}', "cards is 3: expected a list of 2"),
        ("leduc", '{"cards": ["K"]}', "expected a list of 2"),
        ("leduc", '{"cards": ["K", "Q"], "public": "J"}', "after the first round"),
        ("leduc", '{"cards": ["K", "?"]}', "p2: the viewer sees it"),
        ("leduc", '{"actions": [["bet"], []]}', "dealt one first"),
        ("leduc", '{"hand": "K"}', "unknown field 'hand'"),
        ("tree", '{"tree": "b"}', "expected 'a'"),
        ("tree", '{"world": "1", "moves": ["enter"]}', "moves is 'enter'"),
        ("tree", '{"world": "1", "moves": ["a"], "shown": true}', "when no seat moves"),
    ],
)
def test_json_of_no_position_is_refused(name: str, text: str, message: str) -> None:
    game = load(name)
    with pytest.raises(BadState, match=message):
        decode_state(game, game.option_values({}), text)


def loads(game: Game, options: tuple[int, ...], record: bytes) -> bool:
    """Whether the text of that state, or of that view, is taken."""
    array = np.frombuffer(record, game.state_dtype)
    knowledge = Knowledge(array, game.new_memories())
    viewer = int(array[0]["viewer"])
    try:
        if viewer in (0, 1, PUBLIC):
            decode_knowledge(game, options, viewer, encode_knowledge(game, knowledge))
        else:
            decode_state(game, options, encode_state(game, array))
    except BadState:
        return False
    return True


def reachable(game: Game, options: tuple[int, ...]) -> set[bytes]:
    """Every state that there can be, and every view of it: of the seats and of the public."""
    state = game.deal(options, stream("unused"))
    views = [game.mask(state, viewer).view for viewer in (0, 1, PUBLIC)]
    return {record.tobytes() for record in follow(game, [state, *views])}


def follow(game: Game, records: list[States]) -> Iterator[States]:
    """The state and its views, and all that can follow."""
    yield from records
    state = records[0]
    mover = game.mover(state)
    if mover == OVER:
        return
    moves = game.legal(state)
    assert 0 < len(moves) <= game.max_moves
    for move in moves:
        after = [record.copy() for record in records]
        for record in after:
            event = game.redact(state, int(move), int(record[0]["viewer"]))
            assert game.fits(record, event) == 0
            game.apply(record, event)
        yield from follow(game, after)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "tree", "sealed"])
def test_the_declared_bounds_are_reached_and_not_passed(name: str) -> None:
    game = game_of(name)
    found = [
        bounds(game, game.deal(game.option_values(given), stream("unused")))
        for case, given in CASES
        if case == name
    ]
    assert max(most for most, _ in found) == game.max_moves
    assert max(length for _, length in found) == game.max_length


def bounds(game: Game, state: States) -> tuple[int, int]:
    """The most legal moves anywhere from a state on, and the longest way to the end."""
    if game.mover(state) == OVER:
        return 0, 0
    moves = game.legal(state)
    found = []
    for move in moves:
        after = state.copy()
        game.apply(after, int(move))
        found.append(bounds(game, after))
    most = max(len(moves), *(below for below, _ in found))
    return most, 1 + max(length for _, length in found)
