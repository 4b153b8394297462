"""Production, barbarians, improvements, walls. Each test: position, action, result."""

import pytest

from hinterland.tests.island.knights_positions import guard, of_word, rolling, table
from hinterland.tests.island.positions import broken, legal, play, seat, shown

ATTACK = {"barbarians": 6}
"""The next ship brings the barbarians."""


@pytest.mark.parametrize(
    ("level", "red", "draws"), [(0, 1, 0), (1, 2, 1), (1, 3, 0), (4, 6, 0), (5, 6, 1)]
)
def test_gate_opens_up_to_the_red_die(level: int, red: int, draws: int) -> None:
    """Check 1."""
    state = rolling(
        {"improvements": {"science": level}, "cities": ["a1n"]},
        top=("crane",),
        metropolises={"science": "a1n" if level >= 4 else None},
    )
    play(state, "roll", f"dice:{red}+1+science")
    assert of_word(state, "draw:") == ["draw:crane"] * draws
    if draws:
        play(state, "draw:crane")
    assert seat(state, 1)["progress"] == ({"crane": 1} if draws else {})


def test_gate_goes_clockwise_and_victory_cards_lie_open() -> None:
    state = rolling(
        {"improvements": {"science": 1}},
        {},
        {"improvements": {"science": 1}},
        top=("printer", "smith"),
        turn="p3",
        actor="p3",
    )
    play(state, "roll", "dice:1+1+science", "draw:printer", "draw:smith")
    assert seat(state, 3)["victory_cards"] == {"printer": 1}
    assert seat(state, 3)["points"] == 3
    assert seat(state, 1)["progress"] == {"smith": 1}


@pytest.mark.parametrize(("knights", "points"), [(3, 7), (2, 6)])
def test_metropolis_counts_once_for_the_barbarians(knights: int, points: int) -> None:
    """Check 2: five cities, one with a metropolis, are held by five and lost by four."""
    state = rolling(
        {
            "cities": ["a1n", "e3s"],
            "improvements": {"trade": 4},
            "knights": [guard("a1nw", knights)],
        },
        {"cities": ["a3n", "e1s"], "knights": [guard("a2ne", 2)]},
        {"cities": ["b4se"]},
        metropolises={"trade": "a1n"},
        **ATTACK,
    )
    assert seat(state, 1)["points"] == 6
    play(state, "roll", "dice:1+1+ship")
    assert seat(state, 1)["points"] == points
    assert (seat(state, 3)["cities"] == ["b4se"]) == (knights == 3)
    assert shown(state)["barbarians"] == 0
    assert not any(k["active"] for number in (1, 2) for k in seat(state, number)["knights"])


def test_pillage_skips_who_has_no_city_that_can_fall() -> None:
    """Check 3: p1 has only a metropolis; of p2 and p3 the weaker loses; without p2's city, p3."""
    first = {"cities": ["a1n"], "improvements": {"trade": 4}}
    third = {"cities": ["b4se", "c1s"], "knights": [guard("b4ne")]}
    fields = {"metropolises": {"trade": "a1n"}, **ATTACK}
    state = rolling(first, {"cities": ["a3n"]}, third, **fields)
    play(state, "roll", "dice:1+1+ship")
    assert seat(state, 2)["settlements"] == ["a3n", "e1s"]
    assert (seat(state, 1)["cities"], seat(state, 3)["cities"]) == (["a1n"], ["b4se", "c1s"])
    state = rolling(first, {}, third, **fields)
    play(state, "roll", "dice:1+1+ship")
    assert of_word(state, "pillage:") == ["pillage:b4se", "pillage:c1s"]
    play(state, "pillage:c1s")
    assert seat(state, 3)["cities"] == ["b4se"]


def test_ties_at_the_bottom_all_lose_and_at_the_top_all_may_draw() -> None:
    """Check 4."""
    state = rolling({"cities": ["a1n"]}, {"cities": ["a3n"]}, **ATTACK)
    play(state, "roll", "dice:1+1+ship")
    assert seat(state, 1)["cities"] == seat(state, 2)["cities"] == []
    state = rolling(
        {"knights": [guard("a1nw")]}, {"knights": [guard("a2ne")]}, top=("spy", "crane"), **ATTACK
    )
    play(state, "roll", "dice:1+1+ship")
    assert legal(state) == ["pass", "deck:trade", "deck:politics", "deck:science"]
    play(state, "deck:science", "draw:crane", "deck:politics", "draw:spy")
    assert [seat(state, number)["points"] for number in (1, 2)] == [2, 2]
    assert [seat(state, number)["progress"] for number in (1, 2)] == [{"crane": 1}, {"spy": 1}]


def test_an_attack_is_over_when_the_defenders_have_drawn() -> None:
    """Until then `attacked` and the knights are as they were: so says the README."""
    guards = [{"knights": [guard(corner)]} for corner in ("a1nw", "a2ne")]
    state = rolling(*guards, attacked=False, barbarians=6)
    play(state, "roll", "dice:1+1+ship")
    for phase, attacked in (("defender", False), ("action", True)):
        assert (shown(state)["phase"], shown(state)["attacked"]) == (phase, attacked)
        assert seat(state, 1)["knights"][0]["active"] is not attacked
        play(state, "pass", "pass") if not attacked else None


def test_attack_comes_before_the_seven_of_the_same_roll() -> None:
    """Check 5: knights rest, the robber is free and moves; without an attack discards only."""
    hand = {"hand": {"lumber": 9}}
    for barbarians, phase in ((6, "robber"), (5, "action")):
        state = rolling({"knights": [guard("a1nw")]}, hand, attacked=False, barbarians=barbarians)
        play(state, "roll", "dice:3+4+ship", *["discard:lumber"] * 5, "reveal:5lumber")
        assert shown(state)["phase"] == phase
        assert seat(state, 1)["knights"][0]["active"] == (phase == "action")


@pytest.mark.parametrize(
    ("cards", "walls", "preset", "owed"),
    [
        (20, 0, "house", 10),
        (11, 2, "house", 0),
        (12, 2, "house", 6),
        (9, 0, "house", 5),
        (9, 0, "official", 4),
        (11, 1, "house", 6),
        (11, 1, "official", 5),
    ],
)
def test_walls_raise_the_hand_limit(cards: int, walls: int, preset: str, owed: int) -> None:
    """Check 6."""
    places = ["a3n", "e1s"]
    hand = {"lumber": min(cards, 15), "ore": max(cards - 15, 0)}
    about = {"hand": hand, "cities": places, "walls": places[:walls]}
    state = rolling({}, about, options={"preset": preset})
    play(state, "roll", "dice:3+4+ship")
    assert seat(state, 2)["owed"] == owed


def test_aqueduct_gives_a_resource_to_who_got_no_card() -> None:
    """Check 10: blocked by the robber, or by a bank without ore; a commodity counts; never on 7."""
    about = {"improvements": {"science": 3}, "cities": ["a1n"]}
    layout = shown(table(about))["layout"].replace("robber=b4", "robber=a1")
    state = rolling(about, layout=layout)
    play(state, "roll", "dice:5+5+ship")
    assert legal(state) == [
        "pass", "pick:lumber", "pick:wool", "pick:grain", "pick:brick", "pick:ore",
    ]  # fmt: skip
    play(state, "pick:ore")
    assert seat(state, 1)["hand"] == {"ore": 1}
    state = rolling(about, {"hand": {"wool": 19}})
    play(state, "roll", "dice:5+5+ship")
    assert seat(state, 1)["hand"] == {"cloth": 1}
    assert shown(state)["phase"] == "action"
    state = rolling(about)
    play(state, "roll", "dice:3+4+ship")
    assert shown(state)["phase"] == "robber"


def test_shortage_is_counted_for_each_kind() -> None:
    """Check 17: two lumber for three claims: nobody gets any; the city gets its paper."""
    state = rolling(
        {"settlements": ["b3s", "c3s"], "roads": ["c3e", "c3se"]},
        {},
        {"cities": ["c1s"]},
        {"hand": {"lumber": 17}},
    )
    play(state, "roll", "dice:5+6+ship")
    assert seat(state, 1)["hand"] == {}
    assert seat(state, 3)["hand"] == {"paper": 1}
    assert shown(state)["bank"]["lumber"] == 2


def test_city_takes_a_commodity_where_there_is_one() -> None:
    state = rolling({"cities": ["a1n", "e3s"]})
    play(state, "roll", "dice:5+5+ship", "end", "roll", "dice:2+3+ship")
    assert seat(state, 1)["hand"] == {"wool": 1, "cloth": 1, "brick": 2}


def test_level_five_takes_the_metropolis_over() -> None:
    """Check 11: and who lost it cannot get it back."""
    state = table(
        {"improvements": {"trade": 4}, "hand": {"cloth": 5}, "cities": ["a1n"]},
        {"improvements": {"trade": 4}, "hand": {"cloth": 5}, "cities": ["a3n"]},
        metropolises={"trade": "a1n"},
        turn="p2",
        actor="p2",
    )
    assert seat(state, 1)["points"] == 5
    play(state, "improve:trade")
    assert shown(state)["metropolises"]["trade"] == "a3n"
    assert [seat(state, number)["points"] for number in (1, 2)] == [3, 5]
    play(state, "end", "roll", "dice:1+2+ship", "end", "roll", "dice:1+2+ship", "end")
    play(state, "roll", "dice:1+2+ship", "improve:trade")
    assert shown(state)["metropolises"]["trade"] == "a3n"


def test_level_four_needs_a_city_without_metropolis() -> None:
    """Check 12: level 5 of the track whose metropolis is held needs none."""
    about = {
        "improvements": {"trade": 4, "science": 3},
        "hand": {"cloth": 5, "paper": 4},
        "cities": ["a1n"],
    }
    state = table(about, metropolises={"trade": "a1n"})
    assert of_word(state, "improve:") == ["improve:trade"]
    assert broken(state, "improve:science")
    state = table(about | {"cities": ["a1n", "e3s"]}, metropolises={"trade": "a1n"})
    play(state, "improve:science")
    assert shown(state)["metropolises"] == {"trade": "a1n", "politics": None, "science": "e3s"}


def test_site_of_a_metropolis_is_asked_for_where_there_are_two() -> None:
    state = table({"improvements": {"science": 3}, "hand": {"paper": 4}, "cities": ["a1n", "e3s"]})
    play(state, "improve:science")
    assert legal(state) == ["metropolis:a1n", "metropolis:e3s"]
    play(state, "metropolis:e3s")
    assert seat(state, 1)["points"] == 6


def test_city_without_a_settlement_piece_is_laid_on_its_side() -> None:
    """Check 13: it counts as a settlement, and is raised before any other one."""
    about = {
        "settlements": ["b3s", "c3s", "b2s", "d2s"],
        "roads": ["c3e", "c3se", "c2e", "d2se"],
        "cities": ["a1n"],
        "hand": {"ore": 3, "grain": 2},
    }
    state = rolling(about, **ATTACK)
    assert len(seat(state, 1)["settlements"]) == 5
    play(state, "roll", "dice:1+1+ship")
    assert seat(state, 1)["sideways"] == ["a1n"]
    assert seat(state, 1)["points"] == 6
    assert of_word(state, "city:") == ["city:a1n"]
    play(state, "city:a1n")
    assert (seat(state, 1)["sideways"], seat(state, 1)["cities"]) == ([], ["a1n"])


def test_wall_goes_instead_of_a_city() -> None:
    """(a): two cities and a wall: the wall goes; at the next attack a city falls."""
    state = rolling({"cities": ["a1n", "e3s"], "walls": ["a1n"]}, **ATTACK)
    play(state, "roll", "dice:1+1+ship")
    assert (seat(state, 1)["walls"], len(seat(state, 1)["cities"])) == ([], 2)
    for _ in range(7):
        play(state, "end", "roll", "dice:1+1+ship")
    assert legal(state) == ["pillage:a1n", "pillage:e3s"]
    play(state, "pillage:a1n")
    assert seat(state, 1)["cities"] == ["e3s"]


def test_wall_is_chosen_where_there_are_two_and_is_lost_with_its_city() -> None:
    """(g), and D6."""
    about = {"cities": ["a1n", "e3s"], "walls": ["a1n", "e3s"]}
    state = rolling(about, **ATTACK)
    play(state, "roll", "dice:1+1+ship")
    assert legal(state) == ["breach:a1n", "breach:e3s"]
    play(state, "breach:e3s")
    assert seat(state, 1)["walls"] == ["a1n"]
    state = rolling(about, options={"wall_shields": "no"}, **ATTACK)
    play(state, "roll", "dice:1+1+ship", "pillage:a1n")
    assert (seat(state, 1)["walls"], seat(state, 1)["settlements"]) == (["e3s"], ["a1n"])


def test_three_walls_at_most_one_to_a_city() -> None:
    """(g)."""
    cities = ["a1n", "e3s", "b3s", "c3s"]
    about = {"cities": cities, "roads": ["c3e", "c3se"], "hand": {"brick": 2}}
    state = table(about | {"walls": cities[:2]})
    assert of_word(state, "wall:") == ["wall:b3s", "wall:c3s"]
    state = table(about | {"walls": cities[:3]})
    assert of_word(state, "wall:") == []


def test_win_is_declared_on_the_own_turn_only() -> None:
    """Check 19: p2 has the points in p1's turn, and may declare in its own action phase."""
    cards = {"victory_cards": {"defender": 11}}
    state = table({"victory_cards": {"defender": 10}, "hand": {"cloth": 0}}, cards)
    assert "win" not in legal(state)
    play(state, "end", "roll")
    assert "win" not in legal(state)
    play(state, "dice:1+2+ship", "win")
    assert shown(state)["winners"] == ["p2"]


def test_who_declares_first_wins_even_against_more_points() -> None:
    """Check 19: p1 reaches the target in its turn, p2 has had more since before."""
    hand = {"hand": {"ore": 3, "grain": 2}}
    state = table({"victory_cards": {"defender": 10}} | hand, {"victory_cards": {"defender": 14}})
    assert [seat(state, number)["points"] for number in (1, 2)] == [12, 16]
    assert "win" not in legal(state)
    play(state, "city:a1n")
    assert shown(state)["phase"] == "action"
    play(state, "win")
    assert shown(state)["winners"] == ["p1"]


def test_commodities_do_not_go_by_a_harbor_of_wool() -> None:
    """(c)."""
    state = table({"settlements": ["a2n"], "roads": ["a2nw"], "hand": {"cloth": 3, "wool": 2}})
    assert "bank:wool>ore" in legal(state)
    assert "bank:cloth>ore" not in legal(state)
    state = table({"improvements": {"trade": 3}, "hand": {"cloth": 2}, "cities": ["a1n"]})
    assert "bank:cloth>ore" in legal(state)
