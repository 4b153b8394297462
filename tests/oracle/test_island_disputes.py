"""The oracle of island on the checks of its rules from the longest road on, and the extra ones."""

from dataclasses import replace

import pytest

from hinterland.tests.oracle.island.options import BASE, HOUSE, OFFICIAL, Options
from hinterland.tests.oracle.island.position import HARBORS, Position


def test_14_the_longest_road_may_end_at_an_opponent() -> None:
    g = Position()
    g.settlements("p2", "c3n")
    g.roads("p1", "c3ne", "c3e", "c3se", "d2e", "d2se", "d2sw")
    assert g.table.route_length(g.player("p1")) == 6
    g.cards("p1", brick=1, lumber=1)
    g.start_action(0)
    g.go(f"road:{g.edge_token('d2w')}")
    assert g.table.route_length(g.player("p1")) == 7


def test_15_a_broken_tie_sets_the_card_aside() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw", "c3w")
    g.roads("p2", "a1nw", "a1ne", "a2nw", "a2ne", "a3nw")
    g.roads("p3", "e1sw", "e1se", "e2sw", "e2se", "e3sw")
    g.table.longest = 0
    g.roads("p2")
    holders = [g.table.longest]
    g.settlements("p2", "c3s")
    assert g.table.route_length(g.player("p1")) == 3
    holders.append(g.table.longest)
    assert holders == [0, None]  # among equals the holder keeps it; then it is set aside
    g.cards("p3", brick=1, lumber=1)
    g.start_action(2)
    g.go(f"road:{g.edge_token('e3se')}")
    assert g.table.longest == 2


def test_17_bank_shortage() -> None:
    g = Position()
    g.cities("p1", "b3sw")  # forest of 10 and two others
    g.settlements("p2", "b3ne", "b3se")
    g.table.bank["lumber"] = 2
    g.start_turn(0)
    g.roll("4+6+trade")
    assert g.player("p1").hand["lumber"] == 0
    assert g.player("p1").hand["paper"] == 1
    assert g.player("p2").hand["lumber"] == 0

    g = Position(BASE)
    g.cities("p1", "b3sw")
    g.table.bank["lumber"] = 1
    g.start_turn(0)
    g.roll("4+6")
    assert g.player("p1").hand["lumber"] == 1


def test_18_the_robber_stops_the_hex_and_takes_nothing_from_an_empty_hand() -> None:
    g = Position(BASE)
    g.settlements("p1", "b3n")
    g.cards("p3", ore=1)
    g.settlements("p2", "c4n")
    g.settlements("p3", "c4s")
    g.start_turn(0)
    g.roll("3+4")
    assert all(token.startswith("robber:") for token in g.legal())
    assert not g.can("robber:c3")
    g.go("robber:c4")
    assert g.mover() == "chance"  # the only one with a card
    g.go("steal:ore", "end")
    g.roll("3+5")
    assert g.hand("p2") == 0
    g.go("end")
    g.roll("3+4")
    g.go("robber:b3")
    assert g.mover() == "chance"
    assert g.hand("p1") == 1


def test_19_winning_is_for_the_own_turn() -> None:
    g = Position(replace(HOUSE, target=3), players=5, board=BIG)
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw")
    g.settlements("p1", "a1n")
    g.roads("p2", "e3ne", "e3e", "e3se", "e3sw", "e3w")
    g.settlements("p2", "d1nw")
    g.cards("p1", brick=4, lumber=4)
    assert g.points("p2") == 3
    g.start_turn(0)
    g.roll("1+1+trade")
    assert not g.can("win")
    g.go("end")
    for seat in ("p2", "p3", "p4", "p5"):
        assert g.mover() == seat
        g.go("pass")
    assert g.mover() == "p2"  # left of the turn's seat
    assert not g.can("win")
    g.roll("1+1+trade")
    g.go("win")
    assert g.mover() == "over"
    assert g.returns() == [0, 1, 0, 0, 0]


def test_19_without_declaring_the_target_wins_at_the_start_of_the_own_turn() -> None:
    g = Position(replace(BASE, target=3))
    g.settlements("p2", "a1n", "a3n", "e3s")
    g.start_turn(0)
    g.roll("1+1")
    assert g.mover() == "p1"
    g.go("end")
    assert g.returns() == [0, 1, 0]


BIG = """
a1=forest:5 a2=pasture:2 a3=fields:6 b1=hills:3 b2=mountains:8 b3=forest:10 b4=pasture:9
c1=fields:12 c2=hills:11 c3=desert c4=mountains:8 c5=forest:4
d1=pasture:4 d2=fields:5 d3=hills:9 d4=mountains:10 d5=forest:6 d6=pasture:3
e1=fields:11 e2=hills:9 e3=desert e4=mountains:5 e5=forest:3
f1=forest:2 f2=pasture:12 f3=fields:10 f4=hills:11 g1=mountains:4 g2=pasture:8 g3=fields:6
first=p1
"""


@pytest.mark.parametrize(
    ("options", "blocker", "legal"),
    [
        (OFFICIAL, "settlement", False),
        (HOUSE, "settlement", True),
        (HOUSE, "knight", False),
        (OFFICIAL, "knight", False),
    ],
)
def test_20_building_past_an_opponent(options: Options, blocker: str, legal: bool) -> None:
    g = Position(options)
    g.roads("p1", "c3nw", "c3ne")
    if blocker == "settlement":
        g.settlements("p2", "c3ne")
    else:
        g.knight("p2", "c3ne")
    g.cards("p1", brick=1, lumber=1)
    g.start_action(0)
    assert g.can(f"road:{g.edge_token('c3e')}") == legal
    assert g.can(f"road:{g.edge_token('c3w')}")
    g.roads("p1", "c3e", "c3se", "c3sw")
    assert g.table.route_length(g.player("p1")) == 3


def test_a_walls_shield_cities() -> None:
    g = Position()
    g.cities("p1", "a1n", "a3n")
    g.walls("p1", "a1n")
    g.table.barbarian = 6
    g.start_turn(0)
    g.roll("1+1+ship")
    assert not g.player("p1").walls
    assert len(g.player("p1").cities) == 2
    g.table.barbarian = 6
    g.start_turn(1)
    g.roll("1+1+ship")
    g.go("pillage:a1n")
    assert g.player("p1").cities == {g.corner("a3n")}


def test_b_hidden_harbors() -> None:
    g = Position(harbors=HARBORS)
    for harbor in g.table.harbors:
        harbor.kind = None
    g.table.harbor_pool.update({"any": 2, "wool": 1})
    g.roads("p1", "a1ne")
    g.cards("p1", brick=1, lumber=1, ore=4)
    g.start_action(0)
    g.go(f"road:{g.edge_token('a2nw')}")
    assert g.mover() == "chance"
    assert g.legal() == ["flip:h2=any", "flip:h2=wool"]
    g.go("flip:h2=wool")
    assert g.table.harbors[1].kind == "wool"
    assert g.table.harbor_pool == {"any": 2, "wool": 0}


def test_c_no_commodity_at_a_resource_harbor() -> None:
    g = Position(harbors=HARBORS)
    g.settlements("p1", "e1s", "a1n")
    g.cards("p1", wool=2, cloth=3)
    g.start_action(0)
    assert g.can("bank:wool>ore")
    assert g.can("bank:cloth>ore")  # 3:1 at the harbor for any kind
    g.go("bank:cloth>coin")
    assert g.player("p1").hand["cloth"] == 0
    g.cards("p1", cloth=2)
    g.start_action(0)
    assert not g.can("bank:cloth>ore")
    assert not g.can("bank:wool>wool")


def test_d_fish_pay_without_change() -> None:
    g = Position(replace(HOUSE, fish=True))
    g.player("p1").fish.update({2: 1, 3: 1})
    g.start_action(0)
    assert g.can("fish:ore,2+3")
    assert not g.can("fish:ore,3")
    assert not g.can("fish:rob=p2,3")  # nothing to steal
    g.go("fish:ore,2+3")
    assert not sum(g.player("p1").fish.values())
    assert g.table.fish_spent == {2: 1, 3: 1}
    assert g.hand("p1") == 1


def test_e_the_longest_road_is_judged_after_the_diplomats_rebuild() -> None:
    g = Position()
    g.roads("p1", "c3ne", "c3e", "c3se", "c3sw", "c3w")
    g.roads("p2", "a1nw", "a1ne", "a2nw", "a2ne", "a3nw")
    g.table.longest = 0
    g.progress("p1", "diplomat")
    g.start_action(0)
    g.go(f"play:diplomat={g.edge_token('c3w')}")
    assert not g.can(f"road:{g.edge_token('c3w')}")
    g.go(f"road:{g.edge_token('c3nw')}")
    assert g.table.longest == 0


def test_f_bishop_waits_for_the_first_attack() -> None:
    g = Position()
    g.progress("p1", "bishop")
    g.start_action(0)
    assert not g.can("play:bishop")
    g.table.unlocked = True
    g.start_action(0)
    assert g.can("play:bishop")


def test_g_walls() -> None:
    g = Position(replace(HOUSE, wall_shields=False))
    g.cities("p1", "a1n", "a3n", "e1s", "e3s")
    g.walls("p1", "a1n", "a3n", "e1s")
    g.cards("p1", brick=2)
    g.table.barbarian = 6
    g.start_turn(0)
    assert g.player("p1").left("wall") == 0
    g.roll("1+1+ship")
    g.go("pillage:a1n")
    assert g.player("p1").walls == {g.corner("a3n"), g.corner("e1s")}
    assert g.can("wall:e3s")
