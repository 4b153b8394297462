"""The drawn board of island, looked at in a browser, and the changes that frames are made of."""

import re
from collections import Counter
from copy import deepcopy
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.drawing import drawing
from hinterland.engine.rng import stream
from hinterland.engine.seats import CHANCE, OVER, seat_name
from hinterland.tests.island.knights_positions import guard, knight, table
from hinterland.tests.island.positions import position
from hinterland.tests.island.test_games import some_move
from hinterland.tests.tournaments.test_report import board_of, browsed
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.replay import deal_table, positions
from hinterland.tournaments.report.changes import changes
from hinterland.tournaments.report.frames import packed
from hinterland.tournaments.report.page import game_page, whole_page
from hinterland.tournaments.scores import scores_of

OPTIONS: Final = {
    "preset": "house",
    "players": "3",
    "max_turns": "20",
    "seafarers": "yes",
    "fish": "yes",
}

WRITTEN: Final = ("head", "dice", "barbarians", "more")
"""Classes of lines of text."""


def page_of(state: States) -> str:
    """A page that shows one position."""
    line = orjson.dumps([[""], [changes(None, drawing(state[0]))]])
    players = int(state[0]["players"])
    game = {
        "name": "0.0",
        "seats": ["bot"] * players,
        "returns": [],
        "scores": [],
        "faults": [],
        "void": "",
        "viewers": ["all"],
        "length": 0,
        "packed": packed([line]),
    }
    return whole_page("a position", "", "island", [game])


def shown_page(page: str, tmp_path: Path, address: str = "") -> str:
    """The page as a browser shows it."""
    path = tmp_path / "page.html"
    path.write_text(page)
    return browsed(path, address, tmp_path)


def picture_of(page: str) -> str:
    """The SVG of the board in a shown page."""
    picture = board_of(page)
    assert picture.startswith("<svg")
    assert "NaN" not in picture
    assert "undefined" not in picture
    return picture


def titles(picture: str) -> set[str]:
    """What the pieces say of themselves."""
    return set(re.findall("<title>(.*?)</title>", picture))


def drawn_things(picture: str) -> dict[str, int]:
    """How often each sort of thing is drawn, by the first word of its class."""
    found = Counter(words.split()[0] for words in re.findall(r'class="(.*?)"', picture))
    return {name: n for name, n in found.items() if name not in WRITTEN}


def expected_things(position: dict[str, Any]) -> dict[str, int]:
    """The same, from what is to be drawn."""
    pieces = Counter(sort for _, sort, *_ in position["pieces"].values())
    walled = pieces.pop("walled", 0)
    seats = position["seats"]
    cards = sum(
        len(seat[name]) for seat in seats for name in ("hand", "cards", "fish") if name in seat
    )
    decks = sum(len(position.get(name, {})) for name in ("bank", "decks"))
    lakes = sum(terrain.startswith("lake") for terrain, _ in position["hexes"])
    things = {
        **pieces,
        "city": pieces["city"] + walled,
        "wall": walled,
        "hex": len(position["hexes"]),
        "chit": sum(chit > 0 for _, chit in position["hexes"]) + lakes,
        "harbor": len(position["harbors"]),
        "ground": len(position["grounds"]),
        "road": len(position["roads"]),
        "ship": len(position["ships"]),
        "metropolis": sum(corner is not None for corner in position["metropolises"]),
        **{guest: position[guest] is not None for guest in ("robber", "pirate", "merchant")},
        "seat": len(seats),
        "card": cards + decks,
    }
    return {name: int(n) for name, n in things.items() if n}


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A random game at sea."""
    dealt, rng = deal_table(GAME, GAME.option_values(OPTIONS), 5), stream("drawn game")
    moves = []
    while (mover := dealt.mover) != OVER:
        chance = mover == CHANCE
        move = GAME.sample(dealt.state, rng) if chance else some_move(GAME.legal(dealt.state), rng)
        moves.append(f"{seat_name(mover)} {GAME.notation.format(move)}")
        dealt.play(mover, move)
    returns = tuple(GAME.returns(dealt.state))
    seats, none = (0, 1, 2), ((), (), ())
    return GameRecord(
        game="island",
        version=GAME.version,
        options=OPTIONS,
        group=0,
        rotation=0,
        size=1,
        attempt=0,
        deal_seed=5,
        seats=seats,
        moves=tuple(moves),
        returns=returns,
        scores=(0.0,) * 3,
        faults=(),
        clocks=none,
        iterations=none,
        elapsed=1.0,
    )


def test_everything_of_cities_and_knights_is_drawn(tmp_path: Path) -> None:
    state = table(
        {
            "hand": {"ore": 3, "coin": 2},
            "cities": ["a1n"],
            "walls": ["a1n"],
            "roads": ["a1w"],
            "knights": [knight("a1nw", 2)],
            "improvements": {"politics": 4},
            "progress": {"spy": 2},
        },
        {
            "cities": ["a3n"],
            "improvements": {"trade": 4},
            "knights": [guard("a2ne") | {"active": False}],
            "victory_cards": {"defender": 1},
        },
        metropolises={"trade": "a3n", "politics": "a1n", "science": None},
        merchant={"seat": "p1", "hex": "a1"},
        barbarians=3,
    )
    picture = picture_of(shown_page(page_of(state), tmp_path))
    assert titles(picture) >= {
        "a1 pasture 10",
        "b4 desert",
        "harbor a1n-a1nw: grain",
        "harbor b1sw-b1nw: any",
        "city of p1 at a1n",
        "wall of p1 at a1n",
        "settlement of p3 at b4se",
        "road of p1 at a1w",
        "active knight of strength 2 of p1 at a1nw",
        "inactive knight of strength 1 of p2 at a2ne",
        "metropolis of trade at a3n",
        "metropolis of politics at a1n",
        "merchant on a1",
        "robber on b4",
    }
    for words in (
        "turn 5 of p1, action: p1 decides", "dice: 1 + 1 = 2, ship", "barbarians: step 3 of 7",
        "p1 bot: 6 of 13 points", "p2 bot: 6 of 13 points", ">3 ore<", ">2 coin<", ">2 spy<",
        "trade 0, politics 4, science 0; merchant", "trade 4, politics 0, science 0; 1 defender",
        ">18 trade<", ">19 lumber<",
    ):  # fmt: skip
        assert words in picture
    assert drawn_things(picture) == expected_things(drawing(state[0]))


def test_everything_of_the_sea_and_of_fish_is_drawn(tmp_path: Path) -> None:
    state = position(
        {"hand": {"ore": 1}, "fish": {"1": 2, "3": 1}},
        options={"seafarers": "yes", "fish": "yes", "preset": "base"},
    )
    state[0]["pirate"] = GRAPHS[2].hex_names.index("c5")
    state[0]["harbor_type"][0] = 255
    picture = picture_of(shown_page(page_of(state), tmp_path))
    assert titles(picture) >= {
        "a2 sea",
        "c3 lake",
        "c4 gold 11",
        "pirate on c5",
        "ship of p1 at c5se",
        "harbor a3ne-a4n: face down",
        "fishing ground 4 at a1n",
    }
    for words in (">2 3 11 12<", ">2 1-fish<", ">3-fish<", "old boot: in the pool"):
        assert words in picture
    assert drawn_things(picture) == expected_things(drawing(state[0]))


@pytest.mark.parametrize(("view", "share"), [("all", 0.3), ("p2", 0.7), ("p1", 1.0)])
def test_a_game_is_stepped_through(
    record: GameRecord, view: str, share: float, tmp_path: Path
) -> None:
    """What is drawn after many changes is the position, from the truth or as a seat saw it."""
    move = int(share * len(record.moves))
    page = shown_page(game_page(record, ["x", "y", "z"]), tmp_path, f"move={move}&view={view}")
    picture = picture_of(page)
    reached = next(islice(positions(record), move, None))
    index = 0 if view == "all" else int(view[1:])
    shown = drawing(reached.states[index])
    assert drawn_things(picture) == expected_things(shown)
    for number, seat in enumerate(shown["seats"]):
        assert (
            f"p{number + 1} {'xyz'[number]}: {seat['points']} of {seat['target']} points" in picture
        )
    hidden = sum(seat["hand"].get("?", 0) for seat in shown["seats"])
    counts = re.findall(r'class="card hand" data-count="(\d+)"', picture)
    assert sum(map(int, counts)) == sum(sum(seat["hand"].values()) for seat in shown["seats"])
    assert (view == "all") <= (hidden == 0)
    assert listed_moves(page) == seen_moves(record, view)


def listed_moves(page: str) -> list[str]:
    """The moves beside the board."""
    listed = page[page.index('<ol id="moves">') : page.index("</ol>")]
    return [unescape(move) for move in re.findall("<li.*?>(.*?)</li>", listed)]


def seen_moves(record: GameRecord, view: str) -> list[str]:
    """The moves of a game as a viewer sees them."""
    if view == "all":
        return list(record.moves)
    seen = []
    for dealt, line in zip(positions(record), record.moves, strict=False):
        mover, token = line.split(" ")
        event = GAME.redact(dealt.state, GAME.notation.parse(token), int(view[1:]) - 1)
        seen.append(f"{mover} {GAME.notation.format(event)}")
    assert seen != list(record.moves)
    return seen


def test_a_long_game_takes_little_room(record: GameRecord) -> None:
    """With every seat's view, less than 30 bytes a move beside what every page has."""
    page = game_page(record, ["x", "y", "z"])
    empty = whole_page("", "", "island", [])
    assert len(record.moves) > 200
    assert len(page) - len(empty) < 4_000 + 30 * len(record.moves)


def test_the_score_is_the_victory_points_with_hidden_ones() -> None:
    unseen = {"knight": 13, "point": 3, "roads": 2, "plenty": 2, "monopoly": 2}
    state = position(
        {"cities": ["a1n"], "development": {"point": 2, "knight": 1}},
        development={"left": sum(unseen.values()), "unseen": unseen},
    )
    assert scores_of(GAME, state, (1.0, 0.0, 0.0, 0.0)) == (5.0, 2.0, 2.0, 2.0)


# Changes

JSON: Final = st.recursive(
    st.none() | st.integers(0, 3) | st.text("ab", max_size=1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=12,
)


def patched(value: Any, given_changes: list[list[Any]]) -> Any:
    """As the page's script does it."""
    value = deepcopy(value)
    for path, *new in given_changes:
        if not path:
            value = new[0]
            continue
        at = value
        for key in path[:-1]:
            at = at[key]
        if new:
            at[path[-1]] = new[0]
        else:
            del at[path[-1]]
    return value


@given(JSON, JSON)
def test_changes_make_the_second_of_the_first(first: Any, second: Any) -> None:
    found = changes(first, second)
    assert patched(first, found) == second
    assert (found == []) == (first == second)


def test_changes_are_small() -> None:
    before = {"a": {"b": [1, 2], "c": 3}, "d": None}
    after = {"a": {"b": [1, 5]}, "d": None, "e": [0]}
    assert changes(before, after) == [[["a", "c"]], [["a", "b", 1], 5], [["e"], [0]]]
