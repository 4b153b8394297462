"""Lakes, fishing grounds, tokens and what they buy. Each test: position, action, result."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from hinterland.engine.errors import BadOption, BadState
from hinterland.engine.game import Knowledge, States
from hinterland.engine.island import GAME
from hinterland.engine.rng import stream
from hinterland.tests.island.positions import (
    FISH_LAYOUT,
    broken,
    legal,
    observe,
    play,
    position,
    seat,
    shown,
)
from hinterland.tests.island.test_beliefs import misfit

FISH = {"fish": "yes"}


def fishing(*seats: Any, options: dict[str, str] | None = None, **fields: Any) -> States:
    return position(*seats, options=FISH | (options or {}), **fields)


def bought(state: States, ware: str) -> list[str]:
    """The ways to pay for a ware."""
    return [token for token in legal(state) if token.startswith(f"fish:{ware},")]


def test_grounds_and_lakes_give_tokens_by_their_numbers() -> None:
    """A settlement one, a city two, at each of the three corners of a ground."""
    state = fishing(
        {"cities": ["a1n"]}, phase="roll", dice=None
    )  # a1n is an end of the ground at a1ne, 4
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "token"
    assert legal(state) == ["token:boot", "token:1", "token:2", "token:3"]
    play(state, "token:3", "token:1")
    assert seat(state, 1)["fish"] == {"1": 1, "3": 1}
    assert shown(state)["fish"]["pool"] == {"boot": 1, "1": 10, "2": 10, "3": 7}
    assert shown(state)["phase"] == "action"


def test_a_lake_gives_tokens_unless_the_robber_is_there() -> None:
    lake = {"settlements": ["c3s"]}
    state = fishing(lake, phase="roll", dice=None)
    play(state, "roll", "dice:1+1")
    assert shown(state)["phase"] == "token"
    robbed = FISH_LAYOUT.replace("first=p1", "robber=c3 first=p1")
    state = fishing(lake, phase="roll", dice=None, layout=robbed)
    play(state, "roll", "dice:1+1")
    assert shown(state)["phase"] == "action"


def test_robber_never_stops_a_ground() -> None:
    robbed = FISH_LAYOUT.replace("first=p1", "robber=a1 first=p1")
    state = fishing(phase="roll", dice=None, layout=robbed)
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "token"


def test_tokens_go_round_from_the_roller() -> None:
    state = fishing(
        {"settlements": ["c3s"]},
        {"settlements": ["b3s"]},
        turn="p2",
        actor="p2",
        phase="roll",
        dice=None,
    )
    play(state, "roll", "dice:1+2")
    assert shown(state)["actor"] == "p2"
    assert shown(state)["queue"] == ["p1"]
    play(state, "token:2")
    assert shown(state)["actor"] == "p1"
    play(state, "token:1")
    assert shown(state)["actor"] == "p2"


def test_the_boot_uses_the_draw_and_no_place_in_the_hand() -> None:
    state = fishing(phase="roll", dice=None)
    play(state, "roll", "dice:1+3", "token:boot")
    assert shown(state)["fish"]["boot"] == "p1"
    assert seat(state, 1)["fish"] == {}
    assert "boot" not in shown(state)["fish"]["pool"]


def test_at_seven_tokens_a_draw_may_swap_one_and_the_rest_is_lost() -> None:
    full = {"cities": ["a1n"], "fish": {"1": 4, "2": 2, "3": 1}}
    state = fishing(full, phase="roll", dice=None)
    play(state, "roll", "dice:1+3")
    assert shown(state)["phase"] == "return"
    assert legal(state) == ["pass", "return:1", "return:2", "return:3"]
    play(state, "return:1", "token:3")
    assert seat(state, 1)["fish"] == {"1": 3, "2": 2, "3": 2}
    assert shown(state)["fish"]["discards"] == {"1": 1}
    assert shown(state)["phase"] == "action"


def test_a_swap_may_be_declined() -> None:
    full = {"cities": ["a1n"], "fish": {"1": 7}}
    state = fishing(full, phase="roll", dice=None)
    play(state, "roll", "dice:1+3", "pass")
    assert shown(state)["phase"] == "action"
    assert seat(state, 1)["fish"] == {"1": 7}


def test_spent_tokens_come_back_when_the_pool_is_empty() -> None:
    seats = (
        {"fish": {"1": 5}},
        {"fish": {"2": 7}},
        {"fish": {"2": 3, "3": 4}},
        {"fish": {"1": 2, "3": 4}},
    )
    state = fishing(*seats, phase="roll", dice=None, discards={"1": 4})
    data = shown(state)
    data["fish"]["boot"] = "p2"
    del data["fish"]["pool"]["boot"]
    state = fishing(*seats, phase="roll", dice=None, fish=data["fish"])
    assert shown(state)["fish"]["pool"] == {}
    play(state, "roll", "dice:1+3")
    assert legal(state) == ["token:1"]
    assert shown(state)["fish"] == {"pool": {"1": 4}, "discards": {}, "boot": "p2"}


def test_second_piece_by_the_water_gives_one_token() -> None:
    """One in all, though the corner touches the lake and the piece may be a city."""
    state = GAME.deal(GAME.option_values({"preset": "base"} | FISH), stream("second piece"))
    rng = stream("second piece, played")
    while shown(state)["turn_number"] == 0:
        before = shown(state)
        moves = GAME.legal(state)
        move = GAME.sample(state, rng) if GAME.mover(state) < 0 else int(moves[-1])
        GAME.apply(state, move)
        if before["phase"] == "token":
            assert shown(state)["phase"] == "setup_road"
    assert sum(sum(about["fish"].values()) for about in shown(state)["seats"]) > 0


def test_payments_give_no_change_and_leave_no_token_out() -> None:
    """A token that could be left out makes a payment illegal; more fish than asked is lost."""
    state = fishing({"fish": {"1": 2, "2": 1, "3": 1}})
    assert bought(state, "ore") == ["fish:ore,1+1+2", "fish:ore,1+3", "fish:ore,2+3"]
    assert broken(state, "fish:ore,1+1+3").startswith("those fish are too few")
    play(state, "fish:ore,2+3")
    assert seat(state, 1)["fish"] == {"1": 2}
    assert seat(state, 1)["hand"] == {"ore": 1}
    assert shown(state)["fish"]["discards"] == {"2": 1, "3": 1}


def test_two_fish_send_the_robber_off_until_the_next_seven() -> None:
    robbed = FISH_LAYOUT.replace("first=p1", "robber=c5 first=p1")
    state = fishing({"fish": {"2": 1}}, layout=robbed)
    play(state, "fish:robber,2")
    assert "robber=" not in shown(state)["layout"]
    assert not bought(state, "robber")
    play(state, "end", "roll", "dice:3+4", "robber:c5")
    assert "robber=c5" in shown(state)["layout"]


def test_three_fish_steal_from_any_seat_with_cards() -> None:
    state = fishing({"fish": {"3": 1}}, {}, {"hand": {"ore": 1}})
    assert bought(state, "rob=p3") == ["fish:rob=p3,3"]
    assert not bought(state, "rob=p2")
    play(state, "fish:rob=p3,3", "steal:ore")
    assert seat(state, 1)["hand"] == {"ore": 1}
    assert shown(state)["phase"] == "action"


def test_five_fish_lay_a_road_that_may_not_be_declined() -> None:
    state = fishing({"fish": {"2": 1, "3": 1}})
    play(state, "fish:road,2+3")
    assert shown(state)["phase"] == "free_road"
    assert "pass" not in legal(state)
    assert broken(state, "pass") == "that is not to be decided now"
    play(state, "road:a1ne")
    assert shown(state)["phase"] == "action"


def test_five_fish_put_a_ship() -> None:
    state = position(
        {"fish": {"2": 1, "3": 1}},
        options={"fish": "yes", "seafarers": "yes"},
    )
    play(state, "fish:road,2+3", "ship:c5e")
    assert seat(state, 1)["ships"] == ["c5e", "c5se"]


def test_seven_fish_buy_a_development_card() -> None:
    state = fishing({"fish": {"2": 2, "3": 1}})
    play(state, "fish:card,2+2+3", "draw:knight")
    assert seat(state, 1)["development"] == {"knight": 1}
    assert seat(state, 1)["bought"] == {"knight": 1}
    assert "play:knight" not in legal(state)


def test_fish_before_the_roll_and_in_special_building_by_option() -> None:
    state = fishing({"fish": {"1": 4}}, phase="roll", dice=None)
    assert not bought(state, "ore")
    state = fishing({"fish": {"1": 4}}, phase="roll", dice=None, options={"fish_pre_roll": "yes"})
    play(state, "fish:ore,1+1+1+1")
    assert shown(state)["phase"] == "roll"
    assert shown(state)["moves_made"] == 0


def test_the_boot_goes_to_a_seat_with_as_many_points() -> None:
    """Its holder needs more points; it may come back later."""
    seats = ({"settlements": ["c3s"]}, {"settlements": ["b2s", "b3s"]}, {"cities": ["c1s"]})
    fish = {"pool": {"1": 11, "2": 10, "3": 8}, "discards": {}, "boot": "p1"}
    state = fishing(*seats, fish=fish)
    assert [token for token in legal(state) if token.startswith("boot:")] == ["boot:p2", "boot:p3"]
    assert broken(state, "boot:p4") == "that seat has fewer points"
    play(state, "boot:p3")
    assert shown(state)["fish"]["boot"] == "p3"
    assert not [token for token in legal(state) if token.startswith("boot:")]


@pytest.mark.parametrize(("holder", "over"), [("pool", True), ("p2", True), ("p1", False)])
def test_the_boot_raises_the_target_of_its_holder(holder: str, over: bool) -> None:
    in_pool = {"boot": 1} if holder == "pool" else {}
    fish = {"pool": {"1": 11, "2": 10, "3": 8} | in_pool, "discards": {}, "boot": holder}
    hand = {"ore": 3, "grain": 2}
    state = fishing({"hand": hand}, options={"target": "3"}, fish=fish)
    play(state, "city:a1n")
    assert (shown(state)["phase"] == "over") == over


def watching(state: States) -> Knowledge:
    return GAME.mask(state, 3)


def tokens_of(world: States) -> tuple[str, ...]:
    return tuple(sorted(Counter(seat(world, 1)["fish"]).elements()))


def test_hidden_tokens_are_labelled() -> None:
    """Two tokens of another seat out of {1, 1, 2, 3}: pairs by labelled tokens, as in case 1."""
    seats = (
        {"fish": {"1": 1, "2": 1}},
        {},
        {},
        {"fish": {"1": 4, "2": 3}},
    )
    fish = {"pool": {"1": 1, "3": 1}, "discards": {"1": 5, "2": 6, "3": 7}, "boot": "p4"}
    knowledge = watching(fishing(*seats, fish=fish))
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(("1", "1", "2", "3"), 2))
    expected = {pair: n / 6 for pair, n in pairs.items()}
    for seed in (1, 2, 3):
        assert not misfit(knowledge, tokens_of, expected, seed)
    even = dict.fromkeys(expected, 1 / len(expected))
    assert misfit(knowledge, tokens_of, even, 1)


def test_others_see_that_a_token_was_drawn_but_the_boot_itself() -> None:
    state = fishing({"cities": ["a1n"]}, phase="roll", dice=None)
    play(state, "roll", "dice:1+3")
    for token, event in (("token:3", "token:?"), ("token:boot", "token:boot")):
        assert GAME.redact(state, GAME.notation.parse(token), 1) == GAME.notation.parse(event)
    knowledge = watching(state)
    observe(knowledge, "token:?", "token:boot", "end")
    view = GAME.notation.to_json(knowledge.view[0], None)
    assert view["seats"][0]["fish"] == {"?": 1}
    assert view["fish"]["pool"] == {"1": 11, "2": 10, "3": 8}


def test_a_payment_shows_the_tokens() -> None:
    state = fishing({"fish": {"1": 1, "3": 2}})
    knowledge = watching(state)
    observe(knowledge, "fish:ore,1+3")
    view = GAME.notation.to_json(knowledge.view[0], None)
    assert view["seats"][0]["fish"] == {"?": 1}
    assert view["fish"]["discards"] == {"1": 1, "3": 1}
    assert GAME.fits(knowledge.view, GAME.notation.parse("fish:robber,1+1")) != 0


def test_all_tokens_of_an_empty_pool_are_in_the_one_hidden_hand() -> None:
    """What is neither spent, shown nor one's own is what the only other holder has."""
    seats = ({"fish": {"1": 2, "3": 1}}, {}, {}, {"fish": {"2": 7}})
    fish = {"pool": {}, "discards": {"1": 9, "2": 3, "3": 7}, "boot": "p4"}
    view = GAME.notation.to_json(watching(fishing(*seats, fish=fish)).view[0], None)
    assert view["seats"][0]["fish"] == {"1": 2, "3": 1}


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("fish:a1ne=4", "", r"have the numbers \[5, 6, 8, 9, 10\]: expected \[4, 5"),
        ("fish:a1ne=4", "fish:a1ne=5", r"have the numbers \[5, 5, 6, 8, 9, 10\]: expected"),
        ("fish:a1ne=4", "fish:b2s=4", "fish:b2s does not lie on the coast"),
        ("fish:a1ne=4", "fish:a2n=4", "fish:a2n lies on a harbor"),
        ("fish:a1ne=4", "fish:a1n=4", "fish:a1n "),
        ("fish:a1ne=4", "fish:z9=4", "cannot read 'fish:z9=4'"),
        ("c3=lake", "c3=desert", "1 hexes of desert: expected 0"),
    ],
)
def test_impossible_waters_are_refused_by_name(old: str, new: str, named: str) -> None:
    assert old in FISH_LAYOUT
    with pytest.raises(BadState, match=named):
        fishing(layout=FISH_LAYOUT.replace(old, new))


def test_a_lake_at_the_coast_is_refused() -> None:
    moved = FISH_LAYOUT.replace("c3=lake", "c3=forest:11").replace("b4=forest:11", "b4=lake")
    with pytest.raises(BadState, match="the lake b4 is not surrounded by land"):
        fishing(layout=moved)


@pytest.mark.parametrize(
    "options",
    [
        {"fish_pre_roll": "yes"},
        {"boot_extra": "2"},
        {"fish": "yes", "seafarers": "yes", "fish_places": "official"},
        {"seafarers": "yes", "chits": "spiral"},
        {"seafarers": "yes", "harbor_places": "frame"},
    ],
)
def test_senseless_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        GAME.option_values({"preset": "base"} | options)
