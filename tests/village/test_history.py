"""Positions to which no game comes: what the rounds leave of cards and ducats."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from hinterland.engine.errors import BadState
from hinterland.engine.rng import draw_bounded, stream
from hinterland.engine.seats import CHANCE, OVER, PUBLIC
from hinterland.engine.text import decode_knowledge, decode_state
from hinterland.engine.village.cards import CARDS
from hinterland.engine.village.history import history_faults

from .laying import VILLAGE, as_json, options

Change = Callable[[dict[str, Any]], None]


def after(decisions: int, players: int = 3) -> dict[str, Any]:
    """The state after so many decisions of seats in a random game, as JSON."""
    rng = stream("history", players, decisions)
    state = VILLAGE.deal(options(players), rng)
    while decisions or VILLAGE.mover(state) == CHANCE:
        decisions -= VILLAGE.mover(state) != CHANCE
        VILLAGE.apply(state, random_move(state, rng))
    return as_json(state)


def random_move(state: Any, rng: Any) -> int:
    if VILLAGE.mover(state) == CHANCE:
        return VILLAGE.sample(state, rng)
    moves = VILLAGE.legal(state)
    return int(moves[draw_bounded(rng, len(moves))])


def read(data: dict[str, Any], players: int = 3) -> None:
    """Read a position as a state, or as the view that p2 has of it."""
    decode_state(VILLAGE, options(players), json.dumps(data))


def supply(ducats: int) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["seats"][0]["supply"] = ducats

    return change


def fields(**given: Any) -> Change:
    return lambda data: data.update(given)


def lost_card(data: dict[str, Any]) -> None:
    """A card of a hand goes to the bottom of the reserve."""
    hand = data["seats"][0]["hand"]
    card = next(iter(hand))
    hand[card] -= 1
    data["reserve"].insert(0, card)


def stacked_card(data: dict[str, Any]) -> None:
    data["stacks"][0].insert(0, data["reserve"].pop())


def unstacked_card(data: dict[str, Any]) -> None:
    data["reserve"].append(data["stacks"][0].pop())


def spent_reserve(data: dict[str, Any]) -> None:
    for card in data["reserve"]:
        data["discards"][card] = data["discards"].get(card, 0) + 1
    data["reserve"] = []


def shuffled(data: dict[str, Any]) -> None:
    data["reshuffled"] = {card: data["reserve"].count(card) for card in data["reserve"]}


def empty_slot(data: dict[str, Any]) -> None:
    data["reserve"].insert(0, data["road"][0]["card"])
    data["road"][0] = None


def turned(data: dict[str, Any]) -> None:
    data["seats"][0]["founders"] = "food"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (supply(1000), "supply of p1 is 1000: expected 8"),
        (supply(30000), "supply of p1 is 30000: expected 8"),
        (supply(0), "supply of p1 is 0: expected 8"),
        (fields(round=2), "round is 2: 6..6 cards have left the stacks then, 0 have"),
        (fields(round=5), r"round is 5: 24..51 cards have left the stacks then, 0 have"),
        (fields(round=20), "round is 20: the stacks are empty before that"),
        (
            fields(stage="build", phase="build", limit=2),
            r"round is 1: 6\.\.6 cards have left the stacks",
        ),
        (lost_card, r"p1 has 4 cards in hand and village.*: expected 5\.\.5"),
        (stacked_card, "stack1 is higher than cards can have been returned"),
        (unstacked_card, r"round is 1: 0\.\.0 cards have left the stacks then, 1 have"),
        (spent_reserve, r"reserve holds 0 cards: expected 29\.\.29"),
        (shuffled, "reshuffled: no more than 0 of 29 cards have left the reserve"),
        (empty_slot, "a road slot is empty in the first round"),
        (turned, "village of p1 is not as at the start: p1 has not built yet"),
    ],
)
def test_what_no_game_comes_to_from_the_deal(change: Change, message: str) -> None:
    data = after(0)
    read(data)
    change(data)
    with pytest.raises(BadState, match=message):
        read(data)


def test_a_drafted_card_has_left_the_stacks_and_is_in_the_hand() -> None:
    data = after(0)
    turn = {"p1": "p2", "p2": "p3", "p3": "p1"}[data["first"]]
    drafted = [int(data["first"] == f"p{seat}") for seat in (1, 2, 3)]
    view = as_view(data) | {"drafted": drafted, "turn": turn}
    with pytest.raises(BadState, match=r"round is 1: 1\.\.1 cards have left the stacks then, 0"):
        decode_knowledge(VILLAGE, options(3), 1, json.dumps(view))
    view["stacks"][5] = view["stacks"][5][1:]
    view["reserve"] = ["?", *view["reserve"]]
    with pytest.raises(BadState, match=r"p\d has 5 cards in hand and village.*: expected 6\.\.6"):
        decode_knowledge(VILLAGE, options(3), 1, json.dumps(view))


def as_view(data: dict[str, Any]) -> dict[str, Any]:
    """What p2 sees of a state, as JSON."""
    state = decode_state(VILLAGE, options(3), json.dumps(data))
    knowledge = VILLAGE.mask(state, 1)
    view: dict[str, Any] = VILLAGE.notation.to_json(knowledge.view[0], knowledge.memory[0])
    return view


def test_the_deal_hides_five_cards_of_every_other_hand() -> None:
    view = as_view(after(0))
    hand = view["seats"][0]["hand"]
    back = next(iter(hand))
    hand[back] -= 1
    named = next(card.id for card in cards_of(back[1:]) if card.id not in named_in(view))
    hand[named] = 1
    with pytest.raises(BadState, match="p1 holds 4 cards whose backs alone are known: 5 were"):
        decode_knowledge(VILLAGE, options(3), 1, json.dumps(view))


def cards_of(suit: str) -> list[Any]:
    return [
        card
        for card in CARDS
        if card.suit == suit and card.in_deck and card.numbers["min_players"] <= 3
    ]


def named_in(view: dict[str, Any]) -> set[str]:
    return {item["card"] for item in view["road"]} | set(view["seats"][1]["hand"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_later_positions_are_bounded_too(players: int) -> None:
    data = after(20 * players, players)
    assert data["round"] > 1
    read(data, players)
    for change, message in (
        (supply(1000), r"supply of p1 is 1000: expected \d+\.\."),
        (fields(round=data["round"] + 5), r"round is \d+: (\d+\.\.\d+ cards have left|the stacks)"),
        (starved, "cards in hand and village|hands and villages hold"),
    ):
        changed = json.loads(json.dumps(data))
        change(changed)
        with pytest.raises(BadState, match=message):
            read(changed, players)


def starved(data: dict[str, Any]) -> None:
    """Everybody's hand vanishes into the discards."""
    for seat in data["seats"]:
        for card, count in seat["hand"].items():
            data["discards"][card] = data["discards"].get(card, 0) + count
        seat["hand"] = {}


def check_game(players: int, seed: int, looks: int, **chosen: str) -> None:
    """Every state of a random game, and now and then every view, is one that a game comes to."""
    rng = stream("history", players, seed)
    state = VILLAGE.deal(options(players, **chosen), rng)
    viewers = (*range(players), PUBLIC)
    known = [VILLAGE.mask(state, viewer) for viewer in viewers]
    number = 0
    while True:
        assert list(history_faults(state[0])) == []
        if number % looks == 0:
            assert [list(history_faults(knowledge.view[0])) for knowledge in known] == [
                [] for _ in viewers
            ]
        if VILLAGE.mover(state) == OVER:
            return
        move = random_move(state, rng)
        for viewer, knowledge in zip(viewers, known, strict=True):
            VILLAGE.observe(knowledge, VILLAGE.redact(state, move, viewer))
        VILLAGE.apply(state, move)
        number += 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_position_of_a_game_is_refused(players: int) -> None:
    check_game(players, 0, looks=20)


@pytest.mark.slow
@pytest.mark.parametrize("trigger", ["both", "stack"])
@pytest.mark.parametrize("cost", ["0", "1"])
@pytest.mark.parametrize("target", ["yes", "no"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_position_of_many_games_is_refused(
    players: int, trigger: str, cost: str, target: str
) -> None:
    for seed in range(1, 20):
        check_game(players, seed, 7, market_trigger=trigger, monk_cost=cost, monk_target=target)
