"""Positions written by hand: what a view must give, what follows, and what the rules exclude."""

import json
from typing import Any

import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.rng import stream
from hinterland.engine.text import decode_knowledge, decode_state, knowledge_json

from .laying import VILLAGE, as_json, options, position, without_history

HAND = {"cooper": 1, "jeweler": 1, "locksmith": 1, "harvester": 1, "chandler": 1}


def dealt_view(players: int = 3) -> dict[str, Any]:
    """What p2 sees after a deal, as a person would write it."""
    state = VILLAGE.deal(options(players), stream("hand-written", players))
    full = knowledge_json(VILLAGE, VILLAGE.mask(state, 1))
    view = {name: full[name] for name in ("first", "road", "stacks", "reserve")}
    return {**view, "seats": [{"hand": seat["hand"]} for seat in full["seats"]]}


def read_view(view: dict[str, Any], players: int = 3) -> dict[str, Any]:
    knowledge = decode_knowledge(VILLAGE, options(players), 1, json.dumps(view))
    return knowledge_json(VILLAGE, knowledge)


@pytest.mark.parametrize("name", ["first", "road", "stacks", "reserve", "seats"])
def test_a_view_must_give_what_the_seat_sees(name: str) -> None:
    view = dealt_view()
    del view[name]
    with pytest.raises(BadState, match=f"a view must give '{name}'"):
        read_view(view)


@pytest.mark.parametrize("seat", range(3))
def test_a_view_must_give_every_hand(seat: int) -> None:
    view = dealt_view()
    view["seats"][seat] = {}
    with pytest.raises(BadState, match=f"a view must give 'hand' of p{seat + 1}"):
        read_view(view)


@pytest.mark.parametrize("first", ["p1", "p2", "p3"])
def test_the_first_player_drafts_first(first: str) -> None:
    assert read_view({**dealt_view(), "first": first})["turn"] == first


def test_the_turn_follows_from_the_cards_drafted() -> None:
    view = {**dealt_view(), "first": "p3"}
    with without_history():
        assert read_view({**view, "drafted": [0, 0, 1]})["turn"] == "p1"
        assert read_view({**view, "drafted": [1, 1, 2]})["turn"] == "p1"
    with pytest.raises(BadState, match=r"drafted is \[1, 0, 0\]: the seats take one card each"):
        read_view({**view, "drafted": [1, 0, 0]})
    with pytest.raises(BadState, match="everybody has drafted all it may"):
        read_view({**view, "drafted": [2, 2, 2]})


def test_the_turn_follows_in_the_road_update() -> None:
    given = {"phase": "protect", "stage": "update", "first": "p2", "road": [{"card": "monk"}] * 2}
    given["road"] = [*given["road"], *[None] * 4]
    assert read_state(2, given)["turn"] == "p2"
    assert read_state(2, {**given, "protected": 1})["turn"] == "p1"


def test_the_limit_follows_from_the_builders() -> None:
    carpenter = [settler("founders"), settler("lumberjack", 1), settler("carpenter")]
    data = read_state(2, {"seats": {"p1": {"village": carpenter}}, "turn": "p1"})
    assert data["limit"] == 3
    assert read_state(2, {"turn": "p2"})["limit"] == 2


def settler(card: str, on: int = 0, ducats: int = 0) -> dict[str, Any]:
    return {"card": card, "on": on, "ducats": ducats}


def read_state(players: int, given: dict[str, Any], **changes: Any) -> dict[str, Any]:
    text = json.dumps({**position(players, given, {}), **changes})
    with without_history():
        return as_json(decode_state(VILLAGE, options(players), text))


def village_of(*settlers: dict[str, Any]) -> dict[str, Any]:
    return {"seats": {"p1": {"village": [settler("founders"), *settlers]}}}


DRAFT = {"phase": "draft", "stage": "draft", "stacks": [["mason"], *[[]] * 5]}
ROAD_WITH = [{"card": "monk", "ducats": 2}, *[None] * 5]


@pytest.mark.parametrize(
    ("players", "given", "changes", "message"),
    [
        (2, village_of(settler("wattler", 0, 2)), {}, "ducats on wattler is 2: expected 0..0"),
        (2, village_of(settler("lumberjack", 0, 5)), {}, "ducats on lumberjack is 5"),
        (2, {}, {"used": 3, "limit": 2}, "used is 3: expected at most the limit 2"),
        (2, {}, {"limit": 1}, r"limit is 1: the builders of that village give 2\.\.2"),
        (2, {}, {"limit": 5}, r"limit is 5: the builders of that village give 2\.\.2"),
        (2, {}, {"exchanges": 3}, "exchanges is 3: the village has 0 common settlers"),
        (2, {"road": [{"card": "tinner"}] * 2 + [None] * 4}, {"tinner": True}, "a tinner was play"),
        (2, {}, {"tinner": "yes"}, "tinner is 'yes': expected true or false"),
        (2, DRAFT, {"first": "p2", "turn": "p1"}, "turn is p1: it is p2's in the draft"),
        (2, DRAFT, {"drafted": [0, 1]}, r"drafted is \[0, 1\]: the seats take one card each"),
        (2, {**DRAFT, "markets": 1}, {}, "a market was held and its stacks are not empty"),
        (2, {"markets": 1}, {"round": 1}, "first market is held at the end of a round"),
        (2, DRAFT, {"source": "stack1"}, "source is 'stack1': expected null when no card is due"),
        (2, DRAFT, {"target": "road1"}, "target is 'road1': expected null when no card is due"),
        (2, {**DRAFT, "phase": "show"}, {}, "source must be given when a card is shown"),
        (
            2,
            {**DRAFT, "phase": "show"},
            {"source": "stack1", "target": "hand"},
            "nobody has drafted, and a card is due",
        ),
        (2, {}, {"back_seen": False}, "back_seen is False: expected true for a reserve that was"),
        (2, {**DRAFT, "road": ROAD_WITH, "round": 1}, {}, "2 ducats on the road: expected at most"),
        (3, {**DRAFT, "road": ROAD_WITH}, {}, "road1 has 2 ducats: expected at most 1"),
        (
            3,
            {**DRAFT, "road": [{"card": "monk", "ducats": 1}, *[None] * 5], "round": 1},
            {},
            "road1 has 1 ducats: expected at most 0",
        ),
        (
            2,
            {"phase": "protect", "stage": "update", "turn": "p2"},
            {},
            "in the road update turn must be p1",
        ),
        (2, {"phase": "over"}, {}, "the game is over after the second market, and only then"),
        (2, {"phase": "over", "markets": 2}, {"used": 1}, "nothing is built outside the build"),
    ],
)
def test_what_the_rules_exclude(
    players: int, given: dict[str, Any], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadState, match=message):
        read_state(players, given, **changes)


def test_ducats_stay_on_no_settler_after_the_second_market() -> None:
    smith = (settler("miner", 1), settler("blacksmith", 0, 2))
    with pytest.raises(BadState, match="the second market takes the ducats off the settlers"):
        read_state(2, {**village_of(*smith), "phase": "over", "markets": 2})
    assert read_state(2, {**village_of(*smith)})["phase"] == "build"


def test_exchanged_cards_lie_where_they_were_put() -> None:
    miners = village_of(*[settler("miner")] * 3)
    stacks = [["cooper", "jeweler", "mason"], *[[]] * 5]
    with pytest.raises(BadState, match="exchanges is 3: too few cards lie where they were put"):
        read_state(2, {**miners, "stacks": stacks}, exchanges=3)
    assert read_state(2, {**miners, "stacks": stacks}, exchanges=2)["exchanges"] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": [3, 4, 5]}, "a seat is 3: expected an object"),
        ({"seats": [{"hand": []}, {"hand": {}}, {"hand": {}}]}, "hand of p1 is .*an object"),
        ({"seats": [{"hand": {}, "village": [3]}, {"hand": {}}, {"hand": {}}]}, "settler of p1"),
        ({"seats": [{"hand": {}, "hnad": 1}, {"hand": {}}, {"hand": {}}]}, "unknown field 'hnad'"),
        ({"road": None}, "road is None: expected a list of 6"),
        ({"road": ["hunter"] * 6}, "road1 is 'hunter': expected an object"),
        ({"road": [{}] * 6}, "road1 has no field 'card'"),
        ({"stacks": 3}, "stacks is 3: expected a list of 6"),
        ({"drafted": 3}, "drafted is 3: expected a list of 3"),
        ({"discards": ["cooper"]}, "discards is .*expected an object"),
        ({"options": 3}, "options is 3: expected an object"),
        ({"reshuffled": 3}, "reshuffled is 3: expected an object"),
        ({"inferred": 3}, "inferred is 3: expected an object"),
        ({"inferred": {}}, "inferred has no field 'tracked'"),
        ({"inferred": {"tracked": 3, "hypotheses": []}}, "tracked is 3: expected an object"),
        (
            {"inferred": {"tracked": {"ore": ["wheeler"]}, "hypotheses": []}},
            "tracked cards of ore is 'wheeler': expected a card of that suit",
        ),
    ],
)
def test_wrong_types_are_named_with_their_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadState, match=message):
        read_view({**dealt_view(), **change})


@pytest.mark.parametrize("place", [3, "p4", "stack7.1", "stack1.41", "stack1", ""])
def test_a_tracked_card_is_somewhere(place: Any) -> None:
    hypothesis = {"suit": "wood", "weight": 1, "places": [place]}
    inferred = {"tracked": {"wood": ["wheeler"]}, "hypotheses": [hypothesis]}
    with pytest.raises(BadState, match=r"places is .*: expected a seat, stackN\.I or null"):
        read_view({**dealt_view(), "inferred": inferred})


def inferred(tracked: list[str], *places: list[str | None]) -> dict[str, Any]:
    hypotheses = [{"suit": "wood", "weight": 1, "places": list(it)} for it in places]
    return {"tracked": {"wood": tracked}, "hypotheses": hypotheses}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (inferred(["cooper"], ["p2"]), "a hypothesis about wood has cooper where none is"),
        (inferred(["cooper"], ["stack1.1"]), "a hypothesis about wood has cooper where none is"),
        (inferred(["cooper"], ["stack2.40"]), "a hypothesis about wood has cooper where none is"),
        (inferred(["cooper"] * 3, ["p1", "p1", "p1"]), "a hypothesis .* cooper"),
    ],
)
def test_a_hypothesis_is_about_cards_that_can_be_there(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadState, match=message):
        read_view({**wooden_view(), "inferred": given})


def wooden_view() -> dict[str, Any]:
    """A dealt view in which p1 holds two wood cards or more; p2 knows of no cooper."""
    for seed in range(100):
        state = VILLAGE.deal(options(3), stream("wooden", seed))
        full = knowledge_json(VILLAGE, VILLAGE.mask(state, 1))
        if full["seats"][0]["hand"].get("?wood", 0) == 2 and "cooper" not in json.dumps(full):
            return full
    raise AssertionError("no such deal")


def test_what_is_inferred_may_leave_out_the_lot() -> None:
    given = inferred(["cooper"], ["p1"], [None])
    read = read_view({**wooden_view(), "inferred": given})["inferred"]
    assert (read["tracked"], read["lot"]) == ({"wood": ["cooper"]}, 0)
    for left_out in ("tracked", "hypotheses"):
        less = {name: value for name, value in given.items() if name != left_out}
        with pytest.raises(BadState, match=f"inferred has no field '{left_out}'"):
            read_view({**wooden_view(), "inferred": less})
