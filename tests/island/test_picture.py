"""The text board: positions drawn, and what is said of the table."""

from collections.abc import Sequence
from typing import Final

import pytest

from hinterland.engine.game import States
from hinterland.engine.island import GAME, derived
from hinterland.engine.island.board import GRAPHS
from hinterland.engine.island.cards import KINDS
from hinterland.engine.island.state import HIDDEN, PHASES
from hinterland.tests.island.knights_positions import guard, knight, table
from hinterland.tests.island.positions import position
from hinterland.tests.island.test_games import random_game

KNIGHTS_MAP: Final = r"""
                 1M        h2        2m
              111   \    /    \   222   \
            1K2  a1    .   a2   2k1  a3    .
            111pasture |  hills  | mounts  |
             .   10$   .    8    .    3   h3
          /    \    /    \    /    \    /    \
       4s   b1    .   b2    .   b3    .   b4   h3
       444fields  | mounts  | fields  | desert 333
       h4    9    .    5    .    4    .    *   3s
     /    \    /    \    /    \    /    \    /    \
   .   c1    .   c2    .   c3    .   c4    .   c5   h6
   | mounts  | pasture | forest  | forest  |  hills  |
   .   12    .    6    .   11    .    9    .    6   h6
     \    /    \    /    \    /    \    /    \   444
       3s   d1    .   d2    .   d3    .   d4   4s
       333forest  | pasture | fields  | forest  |
       h5   11    .    3    .   10    .    2   h7
          \    /    \    /    \    /    \    /
             .   e1    .   e2    .   e3   h7
             | pasture | fields  |  hills  |
            h8    4    .    8   h9    5    .
               \   222   \    /    \   111
                 2s        h9        1s
"""

SEA_MAP: Final = r"""
                      1s         .         .        h1
                   111   \    /    \    /    \    /    \
                 f4   a1   f4   a2    .   a3   h1   a4    .
                  |  hills  |  ~sea~  |  ~sea~  | fields  |
                  .    8    .        4s         .    3    .
               /    \    /    \    /   444   /    \    /    \
             .   b1    .   b2    .   b3   f5   b4    .   b5    .
             |  ~sea~  | forest  | pasture |  ~sea~  |  ~sea~  |
            h2         .    4    .    8   f5         .         .
          /    \    /    \    /    \    /    \    /    \    /    \
       2s   c1    .   c2    .   c3    .   c4   h3   c5    .   c6    .
       222mounts  | pasture |  lake   |  gold   |  ~sea~  |  ~sea~  |
       f6    6   f6   12    .         .   11   h3    &    .         .
     /    \    /    \    /    \    /    \    /    \   ~1~   \    /    \
   .   d1   f6   d2   h4   d3    .   d4    .   d5   1s   d6    .   d7   h6
   |  ~sea~  |  ~sea~  | pasture | fields  | fields  |  ~sea~  | mounts  |
   .         .        h4   11    .    9    .    5    .         .    2   h6
     \    /    \    /    \    /    \    /    \    /    \    /    \    /
       f9   e1    .   e2    .   e3    .   e4   h5   e5    .   e6   f8
       333 hills  | forest  |  ~sea~  |  gold   |  ~sea~  | pasture |
       3s   10    .    4   h7         .    4   2s         .    9   f8
          \    /    \    /    \    /    \   222   \    /    \    /
            f9   f1    .   f2   h7   f3    .   f4    .   f5    .
             |  ~sea~  | forest  | forest  |  ~sea~  |  hills  |
             .         .   10    .    6    .         .    3    .
               \    /    \    /   444   /    \    /    \    /
                  .   g1    .   g2   4s   g3    .   g4   f10
                  |  ~sea~  | mounts  |  ~sea~  | fields  |
                  .         .   10   h8        h9    5   f10
                    \    /    \   333   \    /    \    /
                       .        3s         .        h9
"""


def knights_position() -> States:
    return table(
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
        {"hand": {"wool": 1}},
        metropolises={"trade": "a3n", "politics": "a1n", "science": None},
        merchant={"seat": "p1", "hex": "a1"},
        barbarians=3,
    )


def sea_position() -> States:
    state = position(
        {"hand": {"ore": 1}, "fish": {"1": 2, "3": 1}},
        {},
        {"hand": {"wool": 1}},
        options={"seafarers": "yes", "fish": "yes", "preset": "base"},
        phase="answer",
        actor="p4",
        offers_made=["ore>2wool"],
        offer={"text": "ore>2wool", "answers": {"p2": "decline", "p3": "wool>ore"}},
    )
    state[0]["pirate"] = GRAPHS[2].hex_names.index("c5")
    state[0]["harbor_type"][0] = HIDDEN
    return state


def picture(state: States) -> list[str]:
    return GAME.notation.board(state[0]).split("\n")


def check_table(lines: Sequence[str], *said: str) -> None:
    """Every text stands in a line of its own of those below the map, in this order."""
    rest = iter(lines)
    for text in said:
        assert any(text in line for line in rest), text


def test_the_map_of_cities_and_knights() -> None:
    lines = picture(knights_position())
    rows = KNIGHTS_MAP.strip("\n").split("\n")
    assert lines[1 : 1 + len(rows)] == rows


def test_the_table_of_cities_and_knights() -> None:
    lines = picture(knights_position())
    assert lines[0] == (
        "turn 5 of at most 500, of p1; phase action: p1 decides; dice: red 1, yellow 1, ship"
    )
    check_table(
        lines,
        "* robber, $ merchant; h3 harbor; a hex has",
        "1k2 knight of strength 2, 1K2 active",
        "mounts ore (coin)",
        "harbors: h1 a1n-a1nw grain; h2 a2n-a2ne wool; h3 a3se-b4ne brick; h4 b1sw-b1nw any",
        "bank: 19 lumber, 18 wool, 19 grain, 19 brick, 16 ore, 12 paper, 12 cloth, 10 coin",
        "barbarians: step 3 of 7, strength 2 against 2 of knights; decks: 18 trade, 16 politics",
        "p1: 6 of 13 points; 5 cards: 3 ore, 2 coin",
        "trade 0, politics 4 (metropolis), science 0; progress cards: 2 spy; the merchant",
        "left: 12 roads, 4 settlements, 3 cities, 2 walls; bank rates: wool 2, grain 2, others 4",
        "p2: 6 of 13 points; 0 cards: nothing",
        "progress cards: nothing; victory cards: 1 defender",
        "bank rates: lumber 2, paper 2, cloth 2, coin 2, others 4",
        "p3: 2 of 13 points; 1 card: 1 wool",
        "bank rates: all 3",
    )


def test_a_seat_sees_its_view() -> None:
    lines = picture(GAME.mask(knights_position(), 2).view)
    check_table(lines, "p1: 6 of 13 points; 5 cards", "progress cards: 2 ?politics; the merchant")


def test_the_map_of_the_sea() -> None:
    lines = picture(sea_position())
    rows = SEA_MAP.strip("\n").split("\n")
    assert lines[2 : 2 + len(rows)] == rows


def test_the_table_at_sea_and_with_fish() -> None:
    check_table(
        picture(sea_position()),
        "offer of p1: ore>2wool; p2 decline; p3 wool>ore",
        "111 road, ~1~ ship of p1; * robber, & pirate; h3 harbor, f5 fishing ground",
        "harbors: h1 a3ne-a4n face down; h2 b1sw-c1nw any",
        "fishing grounds: 4 at a1ne a1n a1nw; 5 at a3s b3se b4s;",
        "fish tokens: pool 9 of 1, 10 of 2, 7 of 3; spent none; old boot: pool",
        "development cards left: 25",
        "p1: 2 of 12 points; 1 card: 1 ore",
        "knights played 0; fish 2 of 1, 1 of 3",
        "left: 14 roads, 3 settlements, 4 cities, 14 ships",
    )


@pytest.mark.parametrize(
    "options",
    [
        {"players": "4", "max_turns": "60", "preset": "house"},
        {"players": "3", "max_turns": "40"},
    ],
    ids=lambda options: "-".join(options.values()),
)
def test_the_rates_of_the_bank_are_those_of_the_rules(options: dict[str, str]) -> None:
    """A kind may be traded exactly where the hand has as many as the picture says."""
    rates = set()
    for dealt, mover, _ in random_game(options):
        state = dealt.state[0]
        if int(state["phase"]) != PHASES.index("action") or not state["bank"]:
            continue
        tokens = [GAME.notation.format(int(move)) for move in GAME.legal(dealt.state)]
        traded = {token[5:].partition(">")[0] for token in tokens if token.startswith("bank:")}
        hand = GAME.notation.to_json(state, None)["seats"][mover]["hand"]
        rate = dict(zip(KINDS, derived.bank_rates(state, mover), strict=True))
        rates |= {rate[kind] for kind in traded}
        assert traded == {kind for kind in hand if hand[kind] >= rate[kind]}
    assert len(rates) > 1
