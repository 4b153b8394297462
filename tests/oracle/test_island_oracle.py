"""The oracle of the island game against the checks that the rules themselves list.

Each test is a position, an action and the result. The numbers are those of the list.
"""

from dataclasses import replace

from hinterland.tests.oracle.island.options import HOUSE, OFFICIAL
from hinterland.tests.oracle.island.position import Position


def test_1_gates_open_by_the_red_die() -> None:
    for level, red, drawn in ((1, 2, 1), (1, 3, 0), (5, 6, 1), (0, 1, 0)):
        g = Position()
        g.player("p2").improvements["science"] = level
        g.top("crane")
        g.start_turn(0)
        g.roll(f"{red}+{6 if red < 6 else 5}+science")
        if drawn:
            g.go("draw:crane")
        assert len(g.player("p2").progress) == drawn


def test_2_a_metropolis_is_one_city_to_the_barbarians() -> None:
    for knights, falls in ((4, True), (5, False)):
        g = Position()
        g.cities("p1", "a1n", "a3n")
        g.cities("p2", "c1sw", "e1s")
        g.metropolis("p2", "trade", "e3s")
        g.knight("p1", "c3n", level=3, active=True)
        g.knight("p1", "c3s", level=knights - 3, active=True)
        g.table.barbarian = 6
        g.start_turn(0)
        g.roll("1+1+ship")
        assert (g.mover() == "p2") == falls  # asked which of two cities, the metropolis not
        if falls:
            assert g.legal() == ["pillage:c1sw", "pillage:e1s"]
        assert g.player("p1").defender == (not falls)


def test_3_pillage_skips_who_has_nothing_to_lose() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n")
    g.cities("p2", "c1sw")
    g.cities("p3", "e3s")
    g.knight("p3", "c3n", active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert [len(player.cities) for player in g.table.players] == [1, 0, 1]


def test_3_the_next_weakest_loses_when_the_weakest_have_no_city() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n")
    g.cities("p3", "e3s", "e1s")
    g.knight("p3", "c3n", active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    g.go("pillage:e1s")
    assert g.player("p3").cities == {g.corner("e3s")}
    assert g.player("p3").settlements == {g.corner("e1s")}


def test_4_ties_at_the_bottom_and_at_the_top() -> None:
    g = Position()
    for seat, corner in (("p1", "a1n"), ("p2", "c1sw"), ("p3", "e3s")):
        g.cities(seat, corner)
    g.knight("p1", "c3n", level=2, active=True)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert [len(player.cities) for player in g.table.players] == [1, 0, 0]

    g = Position()
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p3", "c3s", level=2, active=True)
    g.table.barbarian = 6
    g.top("printer", "spy")
    g.start_turn(1)
    g.roll("1+1+ship")
    assert g.mover() == "p3"  # clockwise from the roller
    g.go("deck:politics", "draw:spy")
    assert g.mover() == "p1"
    assert g.can("pass")
    g.go("deck:science", "draw:printer")
    assert g.player("p3").progress == ["spy"]
    assert g.points("p1") == 1
    assert [player.defender for player in g.table.players] == [0, 0, 0]


def test_5_the_first_attack_comes_before_a_seven() -> None:
    g = Position()
    g.settlements("p2", "a1n")
    g.knight("p1", "c3n", active=True)
    g.cards("p1", ore=8)
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("3+4+ship")
    assert not any(knight.active for knight in g.player("p1").knights.values())
    g.go(*["discard:ore"] * 4, "reveal:4ore")
    assert g.can("robber:a1")

    g = Position()
    g.cards("p1", ore=8)
    g.start_turn(0)
    g.roll("3+4+trade")
    g.go(*["discard:ore"] * 4, "reveal:4ore")
    assert g.can("end")  # nothing else before any attack


def test_6_how_many_cards_a_seven_costs() -> None:
    cases = [  # options, cards, walls, discarded
        (HOUSE, 20, 0, 10),
        (HOUSE, 11, 2, 0),
        (HOUSE, 12, 2, 6),
        (HOUSE, 9, 0, 5),
        (OFFICIAL, 9, 0, 4),
        (HOUSE, 11, 1, 6),
        (OFFICIAL, 11, 1, 5),
        (HOUSE, 7, 0, 0),
    ]
    for options, cards, walls, lost in cases:
        g = Position(options)
        g.cities("p2", "a1n", "a3n")
        g.walls("p2", *("a1n", "a3n")[:walls])
        g.cards("p2", ore=cards - 1, lumber=1)
        g.start_turn(0)
        g.roll("3+4+trade")
        while g.mover() == "p2":
            g.go("discard:ore")
        if lost:
            assert g.mover() == "chance"
            assert g.table.bank["ore"] == 19 - (cards - 1)  # nothing moves before it is shown
            g.go(f"reveal:{lost}ore")
        assert g.hand("p2") == cards - lost
        assert g.mover() == "p1"


def test_discards_are_picked_in_ascending_kinds() -> None:
    g = Position()
    g.cards("p2", lumber=6, coin=2)
    g.start_turn(0)
    g.roll("3+4+trade")
    assert g.legal() == ["discard:lumber"]  # coin comes last and is not enough
    g.go("discard:lumber", "discard:lumber")
    assert g.legal() == ["discard:coin", "discard:lumber"]
    g.go("discard:coin")
    assert g.legal() == ["discard:coin"]


def test_7_a_displaced_knight_without_a_corner_goes_home() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p2", "c3se", active=True)
    g.start_action(0)
    g.go(f"move:{g.corner_token('c3n')}>{g.corner_token('c3se')}")
    assert not g.player("p2").knights
    assert list(g.player("p1").knights) == [g.corner("c3se")]
    assert g.mover() == "p1"


def test_7_a_displaced_knight_keeps_its_state() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.roads("p2", "c3se", "c3sw")
    g.knight("p1", "c3n", level=2, active=True)
    g.knight("p2", "c3se", active=True)
    g.start_action(0)
    g.go(f"move:{g.corner_token('c3n')}>{g.corner_token('c3se')}")
    assert g.mover() == "p2"
    assert g.legal() == sorted(f"retreat:{g.corner_token(c)}" for c in ("c3s", "c3sw"))
    g.go(f"retreat:{g.corner_token('c3sw')}")
    knight = g.player("p2").knights[g.corner("c3sw")]
    assert (knight.level, knight.active) == (1, True)
    mover = g.player("p1").knights[g.corner("c3se")]
    assert not mover.active


def test_8_a_knight_acts_once_and_never_in_the_turn_it_wakes() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3nw")
    g.knight("p1", "c3n")
    g.knight("p1", "c3nw", active=True)
    g.cards("p1", grain=5)
    g.start_action(0)
    n, se, nw = (g.corner_token(c) for c in ("c3n", "c3se", "c3nw"))
    assert g.can(f"move:{nw}>{se}")
    g.go(f"activate:{n}")
    assert not g.can(f"move:{n}>{se}")
    g.go(f"move:{nw}>{se}", f"activate:{se}")
    assert not g.can(f"move:{se}>{nw}")


def test_8_warlord_makes_nobody_ready_and_a_deserter_is() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e")
    g.knight("p1", "c3n")
    g.knight("p2", "a1n", level=3, active=True)
    g.progress("p1", "warlord", "deserter")
    g.start_action(0)
    g.go("play:warlord")
    n, ne, se = (g.corner_token(c) for c in ("c3n", "c3ne", "c3se"))
    assert not g.can(f"move:{n}>{se}")
    g.go("play:deserter=p2")
    assert g.mover() == "p1"
    assert g.can(f"place:{se}=basic")
    g.go(f"place:{se}=mighty")  # without the Fortress
    assert g.can(f"move:{se}>{ne}")
    assert not g.can(f"move:{n}>{ne}")
    assert not g.player("p2").knights


def test_9_promotions_are_limited_by_pieces_and_once_a_turn() -> None:
    g = Position()
    g.knight("p1", "c3n", level=2)
    g.knight("p1", "c3s", level=2)
    g.knight("p1", "a1n")
    g.cards("p1", wool=4, ore=4)
    g.start_action(0)
    assert not [token for token in g.legal() if token.startswith("promote")]

    g = Position()
    g.knight("p1", "c3n", level=2)
    g.knight("p1", "c3s")
    g.knight("p1", "a1n")
    g.progress("p1", "smith")
    g.start_action(0)
    g.go("play:smith", "promote:a1n")
    assert g.legal() == ["pass"]  # no strong piece is left, and without the Fortress no mighty

    g = Position()
    g.knight("p1", "a1n")
    g.player("p1").improvements["politics"] = 3
    g.progress("p1", "smith")
    g.start_action(0)
    g.go("play:smith", "promote:a1n")
    assert g.legal() == ["pass"]  # not the same knight twice


def test_d9_the_letter_of_the_house_on_strong_knights() -> None:
    g = Position(replace(HOUSE, strong_needs_fortress=True))
    g.knight("p1", "a1n")
    g.cards("p1", wool=1, ore=1)
    g.progress("p1", "smith")
    g.start_action(0)
    assert not g.can("promote:a1n")
    g.go("play:smith")
    assert g.can("promote:a1n")


def test_10_aqueduct() -> None:
    def rolled(dice: str, ore_left: int) -> Position:
        g = Position()
        g.player("p2").improvements["science"] = 3
        g.cities("p2", "c4ne")
        g.table.robber = g.hex("c3")
        g.table.bank["ore"] = ore_left
        return g

    g = rolled("3+5", 19)
    g.table.robber = g.hex("c4")
    g.start_turn(0)
    g.roll("3+5+trade")
    assert g.legal() == [
        "pass",
        *(f"pick:{k}" for k in ("brick", "grain", "lumber", "ore", "wool")),
    ]
    g = rolled("3+5", 0)
    g.start_turn(0)
    g.roll("3+5+trade")
    assert g.player("p2").hand["coin"] == 1
    assert g.mover() == "p1"
    g = rolled("3+4", 19)
    g.start_turn(0)
    g.roll("3+4+trade")
    assert g.mover() == "p1"


def test_11_the_first_at_level_5_takes_the_metropolis_for_good() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n", level=4)
    g.cities("p2", "c1sw")
    g.player("p2").improvements["trade"] = 4
    g.cards("p1", cloth=5)
    g.cards("p2", cloth=5)
    g.start_action(1)
    g.go("improve:trade")
    assert g.table.metropolis["trade"] == (1, g.corner("c1sw"))
    assert g.points("p1") == 2
    assert g.points("p2") == 4
    g.start_action(0)
    g.go("improve:trade")
    assert g.table.metropolis["trade"][0] == 1


def test_12_levels_4_and_5_need_a_city_without_metropolis() -> None:
    g = Position()
    g.metropolis("p1", "trade", "a1n", level=4)
    g.player("p1").improvements["science"] = 3
    g.cards("p1", cloth=5, paper=5)
    g.start_action(0)
    assert not g.can("improve:science")
    assert g.can("improve:trade")


def test_13_the_last_settlement_piece() -> None:
    g = Position()
    g.settlements("p1", "a3ne", "c5ne", "e1sw", "c1sw", "a2n")
    g.cities("p1", "e3s")
    g.table.barbarian = 6
    g.start_turn(0)
    before = g.points("p1")
    g.roll("1+1+ship")
    player = g.player("p1")
    assert player.sideways == {g.corner("e3s")}
    assert g.points("p1") == before - 1
    g.cards("p1", ore=6, grain=4, brick=2, paper=1)
    g.start_action(0)
    assert [token for token in g.legal() if token.startswith("city")] == ["city:e3s"]
    assert not [token for token in g.legal() if token.startswith(("wall", "improve"))]
    g.go("city:e3s")
    assert player.cities == {g.corner("e3s")}
    assert len([token for token in g.legal() if token.startswith("city")]) == 5
    assert g.can("improve:science")
