"""Monks, the freeing of cards and the ends of the draft: checks 13-15 of the rules."""

from collections import Counter
from typing import Any

import pytest

from hinterland.engine.errors import IllegalMove

from .laying import VILLAGE, as_json, copies, lay, legal, play, refused
from .phases import FOUNDERS, build_phase, draft_phase, road, seat

# 13


def test_monks() -> None:
    jeweler = seat("miner", "blacksmith", "miner/1", hand="jeweler monk monk spelunker", supply=2)
    state = build_phase(2, jeweler)
    assert legal(state, "build:jeweler") == [
        "build:jeweler,monks=2",
        "build:jeweler,monks=2,on=miner1",
    ]
    play(state, "build:jeweler,monks=2")
    village = as_json(state)["seats"][0]["village"]
    roles = [item["role"] for item in village if item["card"] == "monk"]
    assert sorted(roles) == ["seeker", "spelunker"]
    assert as_json(state)["used"] == 3
    assert as_json(state)["seats"][0]["supply"] == 2
    seeker = build_phase(2, seat("miner/1", "seeker", hand="jeweler monk"))
    assert legal(seeker, "build:jeweler") == ["build:jeweler,monks=1"]


def test_a_monk_as_a_base() -> None:
    state = build_phase(2, seat(hand="brewer monk carpenter poulterer swineherd"))
    assert legal(state, "build:brewer") == ["build:brewer", "build:brewer,monks=1"]
    play(state, "build:brewer,monks=1")
    assert "build:swineherd,on=monk1" in legal(state, "build:swineherd")
    play(state, "build:swineherd,on=monk1")
    assert legal(state, "build:poulterer") == ["build:poulterer"]


def test_a_monk_as_a_link_takes_one_card() -> None:
    state = build_phase(2, seat("lumberjack", hand="cartwright cartwright monk"))
    play(state, "build:cartwright,monks=1")
    assert not legal(state, "build:cartwright")
    assert "no such place" in refused(state, "build:cartwright,on=monk1")


def test_monk_cost() -> None:
    own = seat("lumberjack", hand="cartwright monk")
    given = {"first": "p1", "turn": "p1", "seats": {"p1": own}, "stacks": [["fisher"], *[[]] * 5]}
    assert not legal(lay(2, {**given, "limit": 1}), "build:")
    free = lay(2, {**given, "limit": 1}, monk_cost="0")
    assert legal(free, "build:") == ["build:cartwright,monks=1"]


# 14


def test_apprentice_on_another_village() -> None:
    own = seat(hand="apprentice cooper")
    state = build_phase(2, own, seat("lumberjack/1", "carpenter", hand="wheeler"))
    play(state, "build:apprentice,of=p2:lumberjack1", "build:cooper", "pass")
    village = as_json(state)["seats"][1]["village"]
    assert {"card": "apprentice", "role": "lumberjack", "on": 1, "ducats": 0, "count": 1} in village
    assert legal(state, "build:") == ["build:wheeler,on=apprentice1"]


def test_the_freed_card_must_be_paid_and_placed() -> None:
    vintner = seat("graper/1", "vintner/1", "wine_trader")
    own = seat("graper", hand="apprentice tinner", supply=1)
    state = build_phase(2, own, vintner)
    move = "build:apprentice,of=p2:vintner1"
    assert "padlock" in refused(state, move)
    play(state, "play:tinner", f"{move},unlock=free")
    homeless = build_phase(2, seat(hand="apprentice"), vintner)
    assert "no such place" in refused(homeless, move)


def test_apprentice_targets() -> None:
    other = seat("founders/1", "brewer")
    state = build_phase(2, seat("founders/1", "poulterer", hand="apprentice"), other)
    assert legal(state, "build:") == [
        "build:apprentice,of=p1:founders1,side=ducats",
        "build:apprentice,of=p1:founders1,side=food",
    ]
    assert "cannot free" in refused(state, "build:apprentice,of=p2:founders1,side=food")
    play(state, "build:apprentice,of=p1:founders1,side=food")
    assert as_json(state)["seats"][0]["founders"] == "food"


def test_a_freed_monk_goes_under_a_card_at_once() -> None:
    monk = {"card": "monk", "role": "lumberjack", "on": 1}
    own = {"hand": {"apprentice": 1, "cartwright": 1},
           "village": [FOUNDERS, monk, {"card": "carpenter"}]}  # fmt: skip
    state = build_phase(2, own)
    assert legal(state, "build:apprentice") == [
        "build:apprentice,of=p1:monk1/lumberjack,under=cartwright,monks=1,on=apprentice1"
    ]
    play(state, legal(state, "build:apprentice")[0])
    roles = {i["card"]: (i["role"], i["on"]) for i in as_json(state)["seats"][0]["village"]}
    assert roles["apprentice"] == ("lumberjack", 2)
    assert roles["monk"] == ("wheeler", 1)
    assert as_json(state)["used"] == 2
    given = {"first": "p1", "turn": "p1", "seats": {"p1": own}, "stacks": [["fisher"], *[[]] * 5]}
    assert not legal(lay(2, given, monk_target="no"), "build:apprentice")


def test_smuggler() -> None:
    own = seat("cooper", "lumberjack/1", hand="smuggler smuggler", supply=2)
    state = build_phase(2, own, seat("shipwright", "lumberjack/1"))
    assert legal(state, "play:") == [
        "play:smuggler,at=founders,unlock=p2",
        "play:smuggler,at=cooper,unlock=p2",
    ]
    play(state, "play:smuggler,at=cooper,unlock=p2")
    assert as_json(state)["seats"][0]["supply"] == 2 - 2 + 2
    assert as_json(state)["used"] == 0
    poor = build_phase(2, seat("cooper", "lumberjack/1", hand="smuggler", supply=1))
    assert not legal(poor, "play:")


# 15


def test_the_reserve_runs_out_in_the_draft() -> None:
    state = draft_phase(2, {}, road=road("monk", "mason"), stacks=[[]] * 6)
    play(state, "take:road1")
    assert as_json(state)["phase"] == "shuffle"
    before = Counter(as_json(state)["discards"])
    play(state, "*")
    data = as_json(state)
    assert (Counter(data["reserve"]), data["discards"]) == (before, {})
    assert Counter(data["reshuffled"]) == before
    play(state, "*")
    assert as_json(state)["road"][0] is not None


def everything_taken(players: int) -> dict[str, Any]:
    """All cards but a few in the hand of p3, who passes."""
    rest = copies(players)
    rest.subtract(["monk", "mason"])
    return {"p3": {"hand": {card: n for card, n in rest.items() if n}}}


def test_the_draft_is_cut_short() -> None:
    state = draft_phase(3, everything_taken(3), road=road("monk", "mason"), stacks=[[]] * 6)
    play(state, "take:road1", "take:road2")
    data = as_json(state)
    assert (data["phase"], data["stage"], data["turn"]) == ("build", "build", "p1")
    assert data["road"] == [None] * 6


def test_exchange_to_the_discards() -> None:
    state = build_phase(2, seat(hand="monk"), stacks=[[]] * 6)
    assert legal(state, "exchange") == ["exchange:monk>discard"]
    move = VILLAGE.notation.parse("exchange:monk>discard")
    assert VILLAGE.redact(state, move, 1) == move
    play(state, "exchange:monk>discard", "take:lumberjack")
    assert as_json(state)["discards"]["monk"] == 2


def test_illegal_moves_name_the_rule() -> None:
    state = build_phase(2, seat(hand="monk"))
    with pytest.raises(IllegalMove, match="not in the hand"):
        play(state, "build:hunter")
