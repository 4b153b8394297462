"""The oracle of island by hand: the base game's own cards, ships, gold and the pirate."""

from dataclasses import replace

import pytest

from hinterland.tests.oracle.island.drawing import draw
from hinterland.tests.oracle.island.options import BASE, HOUSE
from hinterland.tests.oracle.island.position import Position, starting

# Base game


def test_largest_army_needs_three_and_strictly_more() -> None:
    g = Position(BASE)
    g.player("p1").development = ["knight"]
    g.player("p1").knights_played = 2
    g.player("p2").development = ["knight", "knight"]
    g.player("p2").knights_played = 2
    g.start_turn(0)
    g.go("play:knight", "robber:a1")
    assert g.table.army == 0
    assert g.points("p1") == 2
    g.go("roll", "dice:1+1")
    assert not starting(g, "play:")
    g.go("end", "play:knight", "robber:a2")
    assert g.table.army == 0
    g.go("roll", "dice:1+1", "end", "roll", "dice:1+1", "end", "roll", "dice:1+1", "end")
    g.go("play:knight", "robber:a1")
    assert g.table.army == 1


def test_a_card_bought_this_turn_waits() -> None:
    g = Position(BASE)
    g.cards("p1", ore=2, wool=2, grain=2)
    g.start_action(0)
    g.go("buy")
    assert g.legal() == [f"draw:{c}" for c in ("knight", "monopoly", "plenty", "point", "roads")]
    g.go("draw:knight")
    assert not starting(g, "play:")
    g.player("p1").development.append("knight")
    g.start_action(0)
    assert g.can("play:knight")


def test_hidden_points_win_by_one_move_only() -> None:
    g = Position(replace(BASE, target=3))
    g.settlements("p1", "a1n", "a3n")
    g.player("p1").development = ["point"]
    g.start_turn(0)
    assert g.legal() == ["win"]
    g.go("win", "points:p1=1")
    assert g.returns() == [1, 0, 0]


def test_the_end_by_turns_is_shared() -> None:
    g = Position(replace(BASE, max_turns=1))
    g.settlements("p1", "a1n")
    g.player("p2").development = ["point", "knight"]
    g.start_turn(0)
    g.go("roll", "dice:1+1", "end", "points:p2=1")
    assert g.returns() == [0.5, 0.5, 0]


def test_two_base_cards_of_any_kinds() -> None:
    g = Position(BASE)
    g.player("p1").development = ["plenty", "monopoly"]
    g.cards("p2", wool=3)
    g.cards("p3", wool=2)
    g.table.bank["ore"] = 1
    g.start_turn(0)
    assert len(starting(g, "play:plenty")) == 14
    assert not g.can("play:plenty=2ore")
    g.go("play:monopoly=wool", "levy:p2=3+p3=2")
    assert g.player("p1").hand["wool"] == 5


# Ships

SEA = """
               a1=sea a2=sea a3=sea a4=sea
          b1=sea b2=sea b3=sea b4=gold:5 b5=sea
     c1=sea c2=forest:3 c3=hills:4 c4=sea c5=sea c6=sea
d1=sea d2=fields:6 d3=desert d4=mountains:8 d5=sea d6=fields:9 d7=sea
     e1=sea e2=pasture:10 e3=forest:11 e4=sea e5=hills:10 e6=sea
          f1=sea f2=sea f3=sea f4=sea f5=sea
               g1=sea g2=sea g3=sea g4=sea
first=p1
"""


def sea() -> Position:
    return Position(replace(HOUSE, seafarers=True), board=SEA)


def test_ships_start_at_buildings_and_ships_never_at_roads() -> None:
    g = sea()
    g.roads("p1", "d4ne")
    g.cards("p1", lumber=2, wool=2, brick=2)
    g.start_action(0)
    assert not starting(g, "ship")
    g.settlements("p1", "d4ne")
    g.start_action(0)
    assert g.can(f"ship:{g.edge_token('d4e')}")
    assert g.can(f"road:{g.edge_token('d4e')}")
    g.go(f"ship:{g.edge_token('d4e')}")
    assert not g.can(f"road:{g.edge_token('e4ne')}")


def test_the_pirate_stops_ships_and_steals_from_them() -> None:
    g = sea()
    g.settlements("p1", "d4ne")
    g.player("p1").ships.add(g.edge("d4e"))
    g.cards("p1", lumber=1, wool=1)
    g.table.unlocked = True
    g.start_turn(1)
    g.roll("3+4+trade")
    assert g.can("pirate:d5")
    assert not g.can("pirate:d4")
    g.go("pirate:d5")
    assert g.legal() == ["steal:lumber", "steal:wool"]
    g.go("steal:wool")
    g.cards("p1", wool=1)
    g.start_action(0)
    assert not g.can(f"ship:{g.edge_token('d5sw')}")
    assert not starting(g, "lift")


def test_one_open_ship_moves_a_turn() -> None:
    g = sea()
    g.settlements("p1", "d4ne")
    g.player("p1").ships |= {g.edge("d4e"), g.edge("e4ne")}
    g.start_action(0)
    assert starting(g, "lift") == [f"lift:{g.edge_token('e4ne')}"]
    g.go(f"lift:{g.edge_token('e4ne')}")
    assert not g.can(f"ship:{g.edge_token('e4ne')}")
    g.go(g.legal()[0])
    assert len(g.player("p1").ships) == 2
    assert not starting(g, "lift")


def test_a_foreign_island_is_worth_two_points_once() -> None:
    g = sea()
    player = g.player("p1")
    island = next(i for i, cells in enumerate(g.table.islands) if g.hex("d6") in cells)
    home = next(i for i, cells in enumerate(g.table.islands) if g.hex("d4") in cells)
    player.islands = {home}
    player.ships |= {g.edge("d6nw"), g.edge("d6sw")}
    g.cards("p1", brick=2, lumber=2, wool=2, grain=2)
    g.start_action(0)
    g.go(f"settlement:{g.corner_token('d6n')}")
    assert g.points("p1") == 3
    g.go(f"settlement:{g.corner_token('d6sw')}")
    assert g.points("p1") == 4
    assert player.foreign == {island}


def test_gold_is_picked_card_by_card() -> None:
    g = sea()
    g.cities("p2", "b4n")
    g.start_turn(0)
    g.roll("1+4+trade")
    assert g.mover() == "p2"
    assert len(g.legal()) == 5
    g.go("pick:ore", "pick:wool")
    assert g.hand("p2") == 2
    assert g.mover() == "p1"


def test_knights_walk_over_ships_but_are_not_recruited_at_sea() -> None:
    g = sea()
    g.player("p1").ships |= {g.edge("d5nw"), g.edge("d5ne")}
    g.cards("p1", wool=1, ore=1)
    g.knight("p1", "d5nw", active=True)
    g.start_action(0)
    assert not g.table.touches_land(g.corner("d5n"))
    assert not g.can(f"knight:{g.corner_token('d5n')}")
    start = g.corner_token("d5nw")
    assert starting(g, "move") == sorted(
        f"move:{start}>{g.corner_token(c)}" for c in ("d5n", "d5ne")
    )


@pytest.mark.parametrize("blocked", [False, True])
def test_knights_walk_through_own_pieces_only(blocked: bool) -> None:
    g = Position()
    draw(
        g.table,
        r"""
      .   A   .
     / \ / \ /
    a   .   .
    """,
        g.hex("b1"),
    )
    (start,) = g.player("p1").knights
    g.player("p1").knights[start].active = True
    if blocked:
        g.knight("p2", "b2nw", level=1)
    g.start_action(0)
    assert len(starting(g, "move")) == (1 if blocked else 4)


def test_odds_count_cards_and_faces() -> None:
    g = Position()
    g.cards("p2", ore=3, cloth=1)
    g.settlements("p2", "c4n")
    g.table.unlocked = True
    g.start_turn(0)
    g.go("roll")
    odds = g.odds()
    assert odds["dice:3+4+ship"] == pytest.approx(1 / 72)
    assert odds["dice:3+4+trade"] == pytest.approx(1 / 216)
    assert sum(odds.values()) == pytest.approx(1)
    g.go("dice:3+4+trade", "robber:c4")
    assert g.odds() == {"steal:cloth": 0.25, "steal:ore": 0.75}
