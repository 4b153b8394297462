"""Ships, the pirate, gold and islands. Each test: position, action, result."""

from typing import Any

import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.game import States
from hinterland.engine.island import GAME
from hinterland.engine.rng import stream
from hinterland.tests.island.positions import (
    SEA_LAYOUT,
    broken,
    legal,
    observe,
    play,
    position,
    seat,
    shown,
)

SHIP = {"lumber": 1, "wool": 1}
ROAD = {"lumber": 1, "brick": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def at_sea(*seats: Any, options: dict[str, str] | None = None, **fields: Any) -> States:
    return position(*seats, options={"seafarers": "yes", **(options or {})}, **fields)


def of_word(state: States, word: str) -> list[str]:
    return [token for token in legal(state) if token.startswith(f"{word}:")]


def test_a_ship_goes_on_from_an_own_ship_or_building() -> None:
    """Over sea and along the coast; a road never goes on from a ship, nor a ship from a road."""
    state = at_sea({"hand": {"lumber": 2, "wool": 1, "brick": 1}})
    assert of_word(state, "ship") == ["ship:a1ne", "ship:c5e", "ship:c5sw", "ship:c6sw", "ship:d5e"]
    assert of_word(state, "road") == ["road:a1ne", "road:a1w", "road:c5sw", "road:d5e"]
    assert broken(state, "ship:a1w").startswith("nothing of the seat's adjoins")
    assert broken(state, "road:c5e") == "no land adjoins that place"
    play(state, "ship:c6sw")
    assert seat(state, 1)["hand"] == ROAD
    assert seat(state, 1)["ships"] == ["c5se", "c6sw"]


def test_a_ship_costs_lumber_and_wool() -> None:
    state = at_sea({"hand": ROAD})
    assert not of_word(state, "ship")
    assert broken(state, "ship:c5e") == "the seat does not hold the cards"


def test_no_ship_on_land_and_no_road_at_sea() -> None:
    state = at_sea({"hand": {"lumber": 2, "wool": 1, "brick": 1}, "ships": ["d5e"]})
    assert broken(state, "ship:d5se") == ""  # along the coast
    assert broken(state, "ship:c4se").startswith("no sea")
    assert broken(state, "road:c6sw").startswith("no land")


def test_one_edge_bears_a_road_or_a_ship() -> None:
    state = at_sea({"hand": {"lumber": 1, "wool": 1, "brick": 1}, "roads": ["c5sw"]})
    assert "ship:c5sw" not in legal(state)


def test_an_open_ship_moves_once_a_turn() -> None:
    """Check of section 15: choose the ship, then the edge; it may not go back to where it was."""
    state = at_sea({"ships": ["c6sw"]})
    assert of_word(state, "lift") == ["lift:c6sw"]  # the other one joins it to the building
    play(state, "lift:c6sw")
    assert shown(state)["phase"] == "lift"
    assert shown(state)["lifted"] == "c6sw"
    assert legal(state) == ["ship:a1ne", "ship:c5e", "ship:c5sw", "ship:d5e"]
    assert broken(state, "ship:c6sw").startswith("it was taken up there")
    play(state, "ship:c5e")
    assert shown(state)["phase"] == "action"
    assert seat(state, 1)["ships"] == ["c5e", "c5se"]
    assert not of_word(state, "lift")
    assert broken(state, "lift:c5e") == "a ship was taken up in this turn"
    assert shown(state)["moves_made"] == 1


def test_a_ship_built_in_this_turn_does_not_move() -> None:
    state = at_sea({"hand": SHIP})
    play(state, "ship:c6sw")
    assert shown(state)["ships_built"] == ["c6sw"]
    assert not of_word(state, "lift")


def test_a_closed_line_does_not_move() -> None:
    """Between two own buildings, also where an opponent cuts it."""
    state = at_sea(
        {"ships": ["c6sw"], "settlements": ["c6s"]},
    )
    assert not of_word(state, "lift")


def test_a_lone_ship_may_leave_its_building() -> None:
    """The building still bears ships and roads, though nothing touches it for a while."""
    state = at_sea({"hand": {"lumber": 1, "wool": 1}})
    play(state, "lift:c5se", "ship:a1ne")
    assert {"ship:c5se", "ship:d5e"} <= set(legal(state))


def test_the_pirate_stops_ships_at_its_hex() -> None:
    layout = SEA_LAYOUT.replace("first=p1", "pirate=c6 first=p1")
    state = at_sea({"hand": SHIP, "ships": ["c6sw"]}, layout=layout)
    assert of_word(state, "ship") == ["ship:a1ne", "ship:c5sw", "ship:d5e", "ship:d6e"]
    assert not of_word(state, "lift")


def test_a_seven_moves_the_robber_or_the_pirate() -> None:
    """The pirate goes to another sea hex and robs a seat with a ship there."""
    state = at_sea(
        {"hand": {"ore": 1}},
        {"hand": {"wool": 1}, "ships": ["e4e"]},
        turn="p3",
        actor="p3",
        phase="roll",
        dice=None,
    )
    play(state, "roll", "dice:3+4")
    assert "pirate:d6" in legal(state)
    assert "robber:d6" not in legal(state)
    assert "pirate:d5" not in legal(state)
    play(state, "pirate:d6")
    assert shown(state)["phase"] == "steal"
    assert legal(state) == ["steal:ore"]
    play(state, "steal:ore")
    assert "pirate=d6" in shown(state)["layout"].split()
    assert seat(state, 3)["hand"] == {"ore": 1}


def test_the_pirate_chooses_among_ships_and_must_move() -> None:
    state = at_sea(
        {"hand": {"ore": 1}, "ships": ["d5e", "d5se"]},
        {"hand": {"wool": 1}, "ships": ["e4e"]},
        {"hand": {"grain": 1}},
        turn="p4",
        actor="p4",
        phase="robber",
        layout=SEA_LAYOUT.replace("first=p1", "pirate=d6 first=p1"),
    )
    assert "pirate:d6" not in legal(state)
    assert broken(state, "pirate:d6") == "the pirate must move to another sea hex"
    play(state, "pirate:e5")
    assert legal(state) == ["rob:p1", "rob:p2"]
    assert shown(state)["raid"] == "pirate"
    play(state, "rob:p2", "steal:wool")
    assert shown(state)["raid"] is None


def test_gold_gives_resources_of_choice() -> None:
    """A settlement one, a city two, card by card, clockwise from the roller."""
    state = at_sea(
        {},
        {"cities": ["e4se"]},
        {},
        {"settlements": ["c4s"]},
        turn="p4",
        actor="p4",
        phase="roll",
        dice=None,
    )
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "gold"
    assert shown(state)["actor"] == "p2"  # p4 stands beside the other gold hex
    assert legal(state) == ["pick:lumber", "pick:wool", "pick:grain", "pick:brick", "pick:ore"]
    play(state, "pick:ore", "pick:wool")
    assert seat(state, 2)["hand"] == {"wool": 1, "ore": 1}
    assert shown(state)["phase"] == "action"
    assert shown(state)["actor"] == "p4"


def test_gold_picks_from_what_the_bank_holds() -> None:
    """With one kind left there is no choice, with none no card."""
    state = at_sea(
        {"hand": {"lumber": 19, "wool": 19, "grain": 19, "brick": 19, "ore": 18}},
        {"cities": ["e4se"]},
        phase="roll",
        dice=None,
    )
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "action"
    assert seat(state, 2)["hand"] == {"ore": 1}


def test_robber_stops_gold() -> None:
    state = at_sea(phase="roll", dice=None, layout=SEA_LAYOUT.replace("robber=b1", "robber=e4"))
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "action"


def test_first_settlement_on_a_foreign_island_counts_two_more() -> None:
    state = at_sea({"ships": ["c6sw", "c6se", "d7ne"], "hand": SETTLEMENT})
    assert broken(state, "settlement:c5se").startswith("no land")  # at sea
    play(state, "settlement:c6s")
    assert seat(state, 1)["islands"] == 1
    assert seat(state, 1)["points"] == 3 + 2


def test_second_settlement_on_an_island_counts_no_more() -> None:
    state = at_sea({"settlements": ["c6s"], "ships": ["c6sw", "c6se", "d7ne"], "hand": SETTLEMENT})
    assert seat(state, 1)["points"] == 5
    play(state, "settlement:d7ne")
    assert seat(state, 1)["islands"] == 1
    assert seat(state, 1)["points"] == 6


def test_starting_islands_are_home() -> None:
    """The second starting piece on another island: nothing there counts."""
    data = {"home": ["d5", "d7"], "settlements": ["c6s"], "ships": ["c6sw"]}
    assert seat(at_sea(data), 1)["islands"] == 0


def three_and_three() -> States:
    """p4 has three roads and, from a4s, three ships; they meet at the coast corner b3se."""
    return at_sea(
        {},
        {},
        {},
        {
            "roads": ["a2se", "b3e"],
            "ships": ["b4sw", "b4se", "b4e"],
            "settlements": ["a4s"],
            "home": ["b3", "f3"],
            "hand": SETTLEMENT,
        },
        turn="p4",
        actor="p4",
    )


def test_longest_route_changes_at_an_own_building_only() -> None:
    assert seat(three_and_three(), 4)["road_length"] == 3


def test_a_settlement_joins_roads_and_ships() -> None:
    """Check 16: where own roads and ships meet, a settlement makes one route of six."""
    state = three_and_three()
    play(state, "settlement:b3se")
    assert seat(state, 4)["road_length"] == 6
    assert shown(state)["longest_road"] == "p4"
    assert seat(state, 4)["points"] == 4 + 2 + 2  # and the island of a4s


def test_an_opposing_settlement_cuts_a_route_of_ships() -> None:
    state = at_sea(
        {"ships": ["c5e", "b5se", "b5e", "b5ne"]},
        {
            "ships": ["c6ne", "c6e"],
            "settlements": ["c6se"],
            "home": ["c1", "e4"],
            "hand": SETTLEMENT,
        },
        longest_road="p1",
        turn="p2",
        actor="p2",
    )
    assert seat(state, 1)["road_length"] == 5
    play(state, "settlement:b5se")
    assert shown(state)["longest_road"] is None


def test_lifting_a_ship_may_lose_the_longest_route() -> None:
    """It is judged while the ship is up, and again when it is down."""
    state = at_sea({"ships": ["c5e", "b5se", "b5e", "b5ne"]}, longest_road="p1")
    assert seat(state, 1)["road_length"] == 5
    play(state, "lift:b5ne")
    assert shown(state)["longest_road"] is None
    play(state, "ship:c5sw")
    assert shown(state)["longest_road"] == "p1"


def test_two_with_the_longest_keep_a_third_from_the_card() -> None:
    """Check 15, turned round: two share six, so that five win nothing."""
    state = at_sea(
        {"ships": ["c5e", "b5se", "b5e", "b5ne", "a4e"]},
        {"roads": ["c1nw", "b1sw", "c1e", "c1se", "c1sw"]},
        {},
        {"roads": ["b3e", "b3se", "b3sw"], "hand": ROAD},
        turn="p4",
        actor="p4",
    )
    assert [seat(state, number)["road_length"] for number in (1, 2, 4)] == [6, 6, 4]
    play(state, "road:b2e")
    assert seat(state, 4)["road_length"] == 5
    assert shown(state)["longest_road"] is None


def test_a_harbor_is_turned_up_by_a_ship() -> None:
    layout = SEA_LAYOUT.replace("d7ne-d7se=wool", "d7ne-d7se=?").replace("a4n=ore", "a4n=?")
    state = at_sea(
        {"ships": ["c6sw"], "hand": {"lumber": 2, "wool": 2}},
        options={"hidden_harbors": "yes"},
        layout=layout,
        harbor_pool={"wool": 1, "ore": 1},
    )
    play(state, "ship:c6se")
    assert shown(state)["phase"] == "action"
    play(state, "ship:d7ne")
    assert legal(state) == ["flip:h6=wool", "flip:h6=ore"]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("a1=hills:8", "a1=sea", "17 hexes of sea: expected 16"),
        ("c4=gold:11", "c4=gold:6", "c4=gold:6: no 6 or 8 on gold"),
        ("robber=b1", "robber=a2", "the robber stands on a2: expected a land hex"),
        ("robber=b1", "robber=b1 pirate=a1", "the pirate stands on a1: expected a sea hex"),
        ("harbor:a3ne-a4n=ore", "harbor:a3n-a3ne=ore", "a3n-a3ne: a corner touches no land"),
        ("harbor:a3ne-a4n=ore", "harbor:a3ne-b4se=ore", "a3ne-b4se does not lie on the coast"),
        ("harbor:a3ne-a4n=ore", "harbor:a3se-b3se=ore", "does not lie on the coast"),
    ],
)
def test_impossible_sea_maps_are_refused_by_name(old: str, new: str, named: str) -> None:
    assert old in SEA_LAYOUT
    with pytest.raises(BadState, match=named):
        at_sea(layout=SEA_LAYOUT.replace(old, new))


def test_worlds_and_views_at_sea() -> None:
    """A watcher believes what the pirate took, and its worlds have a card for it."""
    state = at_sea({}, {"hand": {"wool": 2, "ore": 1}, "ships": ["e4e"]}, phase="robber")
    knowledge = GAME.mask(state, 3)
    observe(knowledge, "pirate:e5", "steal:?")
    world = GAME.determinise(knowledge, stream("pirate"))
    assert sum(seat(world, 1)["hand"].values()) == 1
