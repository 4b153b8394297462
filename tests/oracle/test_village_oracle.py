"""The oracle against the rules' own checks: setup, draft, road, markets, the end."""

from collections import Counter
from collections.abc import Iterable

import pytest

from hinterland.tests.oracle.village_deal import deck
from hinterland.tests.oracle.village_lay import (
    CARDS,
    cards,
    game,
    lay,
    lay_chain,
    nothing,
    play_draft,
    table,
)
from hinterland.tests.oracle.village_table import Player

# 1. Setup


@pytest.mark.parametrize(
    ("players", "cards_in_deck", "stack", "reserve"),
    [(2, 80, 4, 46), (3, 80, 6, 29), (4, 94, 8, 26), (5, 94, 10, 9)],
)
def test_setup(players: int, cards_in_deck: int, stack: int, reserve: int) -> None:
    pile = deck(CARDS, players)
    assert len(pile) == cards_in_deck
    assert ({"wool", "leather"} <= {card.suit for card in pile}) == (players >= 4)
    assert (players >= 4) or not {"wool", "leather"} & {card.suit for card in pile}
    laid = game(players).table
    assert [len(cards) for cards in laid.stacks] == [stack] * 6
    assert len(laid.reserve) == reserve
    assert [len(player.hand) for player in laid.players] == [5] * players
    assert [player.supply for player in laid.players] == [8] * players
    assert laid.commons == {"lumberjack": 10, "haymaker": 10, "miner": 10}
    assert Counter(slot.card.id for slot in laid.road if slot.card) == Counter(
        card.id for card in CARDS.values() if card.starting_road
    )
    founders = laid.players[0].village[0]
    assert (founders.printed_ducats, founders.food) == (2, 0)


def test_the_table_has_54_types_and_50_are_not_basic() -> None:
    assert len(CARDS) == 54
    assert len([card for card in CARDS.values() if card.in_deck]) == 50


# 2. The hiring limit


@pytest.mark.parametrize(
    ("village", "limit"),
    [
        ((), 2),
        (("hunter",), 3),
        (("graper", "hunter", "harvester"), 5),
        (("milk_maid", "graper", "hunter", "harvester"), 5),
    ],
)
def test_hiring_limit(village: tuple[str, ...], limit: int) -> None:
    oracle = game(3)
    for name in village:
        lay(oracle.table.players[0], name)
    oracle.begin(oracle.draft())
    drawn = Counter[str]()
    while oracle.mover() != "over":
        drawn[oracle.mover()] += 1
        play_draft(oracle, oracle.legal()[0])
    assert drawn == Counter({"p1": limit, "p2": 2, "p3": 2})


def test_covered_food_does_not_count() -> None:
    player = table().players[0]
    lay_chain(player, "graper", "vintner")
    lay(player, "hunter")
    assert player.food() == 1


def test_players_draw_in_turn_and_those_at_the_limit_are_skipped() -> None:
    oracle = game(2)
    lay(oracle.table.players[1], "milk_maid")
    oracle.begin(oracle.draft())
    order = []
    while oracle.mover() != "over":
        order.append(oracle.mover())
        play_draft(oracle, "take:stack1" if "take:stack1" in oracle.legal() else "take:stack2")
    assert order == ["p1", "p2", "p1", "p2", "p2", "p2"]


# 3. Road cards, stacks and their replacement


def test_a_road_cards_ducats_go_to_the_supply_and_the_leftmost_stack_replaces_it() -> None:
    oracle = game(2)
    oracle.table.stacks[0].clear()
    replacement = oracle.table.stacks[1][-1]
    next_suit = oracle.table.stacks[1][-2].suit
    oracle.table.road[2].ducats = 2
    taken = oracle.table.road[2].card
    oracle.begin(oracle.draft())
    oracle.play("p1", "take:road3")
    assert oracle.table.players[0].supply == 10
    assert oracle.snapshot()["road"][2] is None
    assert oracle.legal() == [f"show:stack2={replacement.id}/{next_suit}"]
    oracle.play("chance", oracle.legal()[0])
    assert (oracle.table.road[2].card, oracle.table.road[2].ducats) == (replacement, 0)
    assert oracle.table.players[0].square == [taken]
    assert oracle.mover() == "p2"


def test_a_blind_draw_triggers_no_refill_and_any_stack_may_be_drawn_from() -> None:
    oracle = game(3)
    assert oracle.legal() == [f"take:road{n}" for n in range(1, 7)] + [
        f"take:stack{n}" for n in range(1, 7)
    ]
    road = oracle.snapshot()["road"]
    top = oracle.table.stacks[4][-1]
    oracle.play("p1", "take:stack5")
    assert oracle.legal() == [f"show:stack5={top.id}/{oracle.table.stacks[4][-2].suit}"]
    play_to = oracle.legal()[0]
    oracle.play("chance", play_to)
    assert oracle.snapshot()["road"] == road
    assert oracle.table.players[0].square == [top]


def test_with_all_stacks_empty_the_reserve_refills_and_blind_draws_are_impossible() -> None:
    oracle = game(2)
    for stack in oracle.table.stacks[:5]:
        stack.clear()
    oracle.table.stacks[5] = cards("seeker")
    oracle.begin(oracle.draft())
    oracle.play("p1", "take:stack6")
    assert oracle.legal() == ["show:stack6=seeker/-"]
    oracle.play("chance", "show:stack6=seeker/-")
    assert oracle.legal() == [f"take:road{n}" for n in range(1, 7)]
    top, second = oracle.table.reserve[-1], oracle.table.reserve[-2]
    oracle.play("p2", "take:road1")
    assert oracle.legal() == [f"show:reserve={top.id}/{second.suit}"]
    oracle.play("chance", oracle.legal()[0])
    assert (oracle.table.road[0].card, oracle.table.road[0].ducats) == (top, 0)


# 4. The road update


def test_three_players_discard_what_carried_a_ducat_and_put_one_on_each_card() -> None:
    oracle = game(3)
    oracle.table.road[1].ducats = 1
    gone = oracle.table.road[1].card
    kept = [slot.card for number, slot in enumerate(oracle.table.road) if number != 1]
    top = oracle.table.reserve[-1]
    oracle.begin(oracle.road_update())
    (show,) = oracle.legal()
    assert show.startswith(f"show:reserve={top.id}/")
    oracle.play("chance", show)
    assert oracle.table.discards == [gone]
    assert [slot.card for slot in oracle.table.road] == [kept[0], top, *kept[1:]]
    assert [slot.ducats for slot in oracle.table.road] == [1] * 6


def test_two_players_keep_what_they_protect() -> None:
    oracle = game(2)
    oracle.table.road[5].ducats = 1  # protected a round before
    twice, old = oracle.table.road[3].card, oracle.table.road[5].card
    oracle.begin(oracle.road_update())
    assert oracle.legal() == ["pass"] + [f"protect:road{n}" for n in range(1, 7)]
    oracle.play("p1", "protect:road4")
    assert oracle.mover() == "p2"
    oracle.play("p2", "protect:road4")
    while oracle.mover() == "chance":
        oracle.play("chance", oracle.legal()[0])
    assert [slot.ducats for slot in oracle.table.road] == [0, 0, 0, 2, 0, 1]
    assert (oracle.table.road[3].card, oracle.table.road[5].card) == (twice, old)
    assert len(oracle.table.discards) == 4
    assert len(oracle.table.reserve) == 46 - 4


def test_two_players_who_decline_lose_the_whole_road() -> None:
    oracle = game(2)
    road = [slot.card for slot in oracle.table.road]
    oracle.begin(oracle.road_update())
    oracle.play("p1", "pass")
    oracle.play("p2", "pass")
    shows = 0
    while oracle.mover() == "chance":
        oracle.play("chance", oracle.legal()[0])
        shows += 1
    assert shows == 6
    assert oracle.table.discards == road


def test_an_empty_slot_cannot_be_protected() -> None:
    oracle = game(2)
    oracle.table.road[0].card = None
    oracle.begin(oracle.road_update())
    assert "protect:road1" not in oracle.legal()


def test_an_empty_reserve_is_made_anew_from_the_discards() -> None:
    oracle = game(3)
    oracle.table.road[0].ducats = oracle.table.road[1].ducats = 1
    gone = [slot.card.id for slot in oracle.table.road[:2] if slot.card]
    oracle.table.reserve = cards("seeker")
    oracle.table.discards = cards("tinner")
    oracle.begin(oracle.road_update())
    oracle.play("chance", "show:reserve=seeker/-")
    assert oracle.shuffle_due()
    with pytest.raises(ValueError, match="permutation"):
        oracle.play("chance", "shuffle:7", ["tinner", *gone, "tinner"])
    oracle.play("chance", "shuffle:7", ["tinner", *gone])
    assert oracle.table.discards == []
    assert oracle.legal() == [f"show:reserve={gone[1]}/{CARDS[gone[0]].suit}"]
    oracle.play("chance", oracle.legal()[0])
    assert oracle.snapshot()["reserve"] == ["tinner", gone[0]]


def test_with_no_discards_either_the_slot_stays_empty_until_a_later_refill() -> None:
    oracle = game(3)
    oracle.table.reserve.clear()
    oracle.table.road[0].card = None
    oracle.begin(oracle.road_update())
    assert oracle.mover() == "over"
    assert oracle.snapshot()["road"][0] is None
    assert [slot.ducats for slot in oracle.table.road] == [0, 1, 1, 1, 1, 1]
    oracle.table.discards = cards("tinner")
    for slot in oracle.table.road:
        slot.ducats = 0
    oracle.begin(oracle.road_update())
    oracle.play("chance", "shuffle:0", ["tinner"])
    oracle.play("chance", "show:reserve=tinner/-")
    assert oracle.snapshot()["road"][0] == {"card": "tinner", "ducats": 1}


# 9. Markets


def test_the_first_market_leaves_the_ducats_and_the_second_collects_them_after_silver() -> None:
    oracle = game(2, market_trigger="both")
    player, other = oracle.table.players
    player.supply = other.supply = 0
    lay(player, "agent")
    lay(player, "hunter", ducats=6)
    lay_chain(player, "graper", "vintner")
    for stack in oracle.table.stacks[:2]:
        stack.clear()
    oracle.hold_markets()
    assert oracle.markets == 1
    assert (player.supply, other.supply) == (2 + 5 + 6, 2)
    for stack in oracle.table.stacks:
        stack.clear()
    oracle.hold_markets()
    assert oracle.markets == 2
    assert player.supply == 13 + 2 + 5 + 6 + 6  # the agent saw the six ducats
    assert player.ducats_on_cards() == 0


def markets_after(trigger: str, empty: Iterable[int]) -> int:
    oracle = game(2, market_trigger=trigger)
    for number in empty:
        oracle.table.stacks[number - 1].clear()
    oracle.hold_markets()
    return oracle.markets


@pytest.mark.parametrize(
    ("trigger", "empty", "held"),
    [
        ("both", (1,), 0),
        ("both", (2,), 0),
        ("both", (1, 2), 1),
        ("both", (3, 4, 5, 6), 0),
        ("both", (1, 2, 3, 4, 5, 6), 2),
        ("stack", (1,), 0),
        ("stack", (2,), 1),
        ("stack", (6,), 0),
        ("stack", (2, 6), 2),
    ],
)
def test_when_the_markets_are_held(trigger: str, empty: tuple[int, ...], held: int) -> None:
    assert markets_after(trigger, empty) == held


# 10. Silver


def silver_of(player: Player, name: str) -> int:
    """What one silver card adds in this village."""
    before = player.silver()
    settler = lay(player, name)
    added = player.silver() - before
    player.village.remove(settler)
    return added


def test_silver_on_wood() -> None:
    player = table().players[0]
    lay_chain(player, "lumberjack", "wheeler", "cartwright")
    lay(player, "cooper")
    assert silver_of(player, "wood_carver") == 9 + 4
    assert silver_of(player, "log_rafter") == 4 + 2  # the covered wheeler too, and itself


def test_silver_on_symbols() -> None:
    player = table().players[0]
    lay(player, "bed_builder")
    assert silver_of(player, "horse_trader") == 3  # two and its own one: rounded down
    lay(player, "haymaker")
    assert silver_of(player, "horse_trader") == 6
    lay(player, "glass_blower")
    lay(player, "miner")
    assert silver_of(player, "ore_muler") == 3
    lay(player, "hunter")
    assert silver_of(player, "priest") == 3


def test_silver_on_ducats_food_builders_and_padlocks() -> None:
    player = table().players[0]
    assert silver_of(player, "peddler") == 0  # the founders' ducat side alone
    lay(player, "fisher")
    assert silver_of(player, "peddler") == 3
    player.founders.food_side = True
    assert silver_of(player, "peddler") == 0
    lay(player, "milk_maid")
    assert silver_of(player, "grocer") == 3 * (1 + 1 + 2)
    lay(player, "wattler")
    assert silver_of(player, "freemason") == 3
    lay_chain(player, "graper", "vintner", "wine_trader")
    assert silver_of(player, "locksmith") == 2 * (1 + 1 + 2 + 1)  # fisher, milk maid, chain, own
    lay(player, "carpenter", ducats=4)
    assert silver_of(player, "agent") == 4


# 15. The end of everything


def test_the_draft_is_cut_short_when_everything_is_empty() -> None:
    oracle = game(5)
    for stack in oracle.table.stacks:
        stack.clear()
    oracle.table.reserve = cards("seeker")
    for slot in oracle.table.road[2:]:
        slot.card = None
    oracle.begin(oracle.draft())
    for mover, number in (("p1", 1), ("p2", 1), ("p3", 2)):
        assert oracle.mover() == mover
        play_draft(oracle, f"take:road{number}")
    assert oracle.mover() == "over"
    assert [len(player.hand) for player in oracle.table.players] == [6, 6, 6, 5, 5]


def test_in_the_draft_an_empty_reserve_takes_the_discards() -> None:
    oracle = game(5)
    for stack in oracle.table.stacks:
        stack.clear()
    oracle.table.reserve = []
    oracle.table.discards = cards("seeker", "tinner")
    oracle.begin(oracle.draft())
    oracle.play("p1", "take:road4")
    assert oracle.shuffle_due()
    assert oracle.legal() == []
    oracle.play("chance", "shuffle:1", ["tinner", "seeker"])
    oracle.play("chance", "show:reserve=seeker/special")
    assert oracle.snapshot()["road"][3] == {"card": "seeker", "ducats": 0}
    assert oracle.mover() == "p2"


def test_with_all_stacks_empty_a_card_goes_openly_to_the_discards() -> None:
    oracle = game(2)
    for stack in oracle.table.stacks:
        stack.clear()
    oracle.table.players[0].hand = cards("hunter")
    oracle.begin(oracle.build())
    assert oracle.legal() == ["build:hunter", "exchange:hunter>discard", "pass"]
    assert oracle.seen("p2", "exchange:hunter>discard") == "exchange:hunter>discard"
    oracle.play("p1", "exchange:hunter>discard")
    oracle.play("p1", "take:miner")
    assert oracle.table.discards == cards("hunter")


@pytest.mark.parametrize(
    ("supplies", "extra", "tie_cards", "expected"),
    [
        ((9, 8, 8), (0, 0, 0), "all", [1.0, 0.0, 0.0]),
        ((8, 8, 7), (1, 0, 0), "all", [0.0, 1.0, 0.0]),
        ((8, 8, 7), (0, 0, 0), "all", [0.5, 0.5, 0.0]),
        ((8, 8, 8), (1, 1, 1), "all", [1 / 3, 1 / 3, 1 / 3]),
        ((8, 8, 7), (1, 0, 0), "uncovered", [0.5, 0.5, 0.0]),
    ],
)
def test_returns(
    supplies: tuple[int, ...], extra: tuple[int, ...], tie_cards: str, expected: list[float]
) -> None:
    oracle = game(3, tie_cards=tie_cards)
    for player, supply, more in zip(oracle.table.players, supplies, extra, strict=True):
        player.supply = supply
        if more:
            lay(player, "brewer", on=player.founders)
    oracle.begin(nothing())
    assert oracle.returns() == expected


def test_the_first_player_card_moves_one_seat_to_the_left() -> None:
    oracle = game(3)
    firsts = ["p1"]
    while len(firsts) < 4:
        oracle.play(oracle.mover(), "pass" if "pass" in oracle.legal() else oracle.legal()[0])
        if oracle.snapshot()["first"] != firsts[-1]:
            firsts.append(oracle.snapshot()["first"])
    assert (firsts, oracle.round) == (["p1", "p2", "p3", "p1"], 4)


def test_a_move_out_of_turn_or_not_legal_is_refused() -> None:
    oracle = game(2)
    with pytest.raises(ValueError, match="p1 is to move"):
        oracle.play("p2", "take:road1")
    with pytest.raises(ValueError, match="not legal"):
        oracle.play("p1", "take:road7")
