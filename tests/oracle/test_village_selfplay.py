"""Whole games of the oracle alone: what is conserved, what is bounded, what is usual."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from hinterland.tests.oracle.village import CARDS_FILE, VillageOracle
from hinterland.tests.oracle.village_cards import load_cards
from hinterland.tests.oracle.village_deal import fresh_deal, rigged
from hinterland.tests.oracle.village_policies import POLICIES, Policy

CARDS = load_cards(CARDS_FILE)
PLAYERS = (2, 3, 4, 5)


@dataclass
class Record:
    """What a finished game was like; an exchange with what it takes counts as one move."""

    moves: int = 0
    shuffles: int = 0
    road_emptied: bool = False


def play_game(
    players: int, policy: Policy, seed: int, rig: bool = False
) -> Iterator[tuple[VillageOracle, str]]:
    """Play one game; yields before every move, and at the end with the move ""."""
    rng = random.Random(f"{players} {seed}")
    deal = fresh_deal(CARDS, players, rng)
    oracle = VillageOracle(rigged(deal, rng) if rig else deal)
    while oracle.mover() != "over":
        if oracle.shuffle_due():
            order = [card.id for card in oracle.table.discards]
            rng.shuffle(order)
            yield oracle, "shuffle:0"
            oracle.play("chance", "shuffle:0", order)
        else:
            move = policy(rng, oracle)
            yield oracle, move
            oracle.play(oracle.mover(), move)
    yield oracle, ""


def everywhere(test: Callable[..., None]) -> Callable[..., None]:
    """Run `test` with every number of players and every policy."""
    with_players = pytest.mark.parametrize("players", PLAYERS)(test)
    return pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES.keys())(with_players)


# Conservation


def all_cards(oracle: VillageOracle) -> Counter[str]:
    """Where every card is, all added up."""
    table = oracle.table
    found = Counter(table.commons)
    for pile in (*table.stacks, table.reserve, table.discards):
        found.update(card.id for card in pile)
    found.update(slot.card.id for slot in table.road if slot.card)
    for player in table.players:
        found.update(card.id for card in (*player.hand, *player.square))
        found.update(settler.card.id for settler in player.village)
    return found


def dealt_cards(players: int) -> Counter[str]:
    return Counter(
        {
            card.id: players if card.kind == "founder" else card.copies
            for card in CARDS.values()
            if card.min_players <= players
        }
    )


def all_ducats(oracle: VillageOracle) -> int:
    """Every coin that is not in the bank."""
    seats = sum(player.supply + player.ducats_on_cards() for player in oracle.table.players)
    return seats + sum(slot.ducats for slot in oracle.table.road)


def bank_pays(oracle: VillageOracle, move: str) -> int:
    """Road update, Locks, Smuggler: the coins that come from the bank, less those it gets."""
    if move.startswith("protect:"):
        return 1
    if not move.startswith(("build:", "play:smuggler")):
        return 0
    player = oracle.turn
    paid = 0
    if move.startswith("play:smuggler"):
        target = move.split("at=")[1].split(",")[0]
        paid = (CARDS[target].ducats + 1) // 2
    card = opened_card(move)
    if CARDS[card].unlocker and not move.endswith("unlock=free"):
        if player.unlockers(CARDS[card]):
            paid += 2
        elif ",unlock=" not in move:
            paid -= 2
    return paid


def opened_card(move: str) -> str:
    """The card whose padlock a build or a smuggler opens."""
    fields = dict(part.split("=") for part in move.split(",")[1:])
    card = move.split(",")[0].split(":")[1]
    if card == "apprentice":
        return fields.get("under") or fields["of"].split(":")[1].split("/")[0].rstrip("012")
    return card


@everywhere
def test_cards_and_ducats_are_conserved(players: int, policy: Policy) -> None:
    expected = dealt_cards(players)
    for seed in range(3):
        before: tuple[object, int] | None = None
        for oracle, move in play_game(players, policy, seed):
            assert +all_cards(oracle) == expected
            part = (oracle.round, oracle.stage, oracle.markets)
            # Where a part of the round ends the bank pays and takes for all: tested elsewhere.
            if before is not None and before[0] == part:
                assert before[1] == all_ducats(oracle)
            before = (part, all_ducats(oracle) + bank_pays(oracle, move)) if move else None


# Bounds and invariants


@everywhere
def test_bounds_and_invariants(players: int, policy: Policy) -> None:
    most_rounds = math.ceil((12 * players + 30) / (2 * players))
    for seed in range(3, 6):
        for oracle, _ in play_game(players, policy, seed):
            assert len(oracle.legal()) < 128
            assert oracle.round <= most_rounds
            check_table(oracle, players)


def check_table(oracle: VillageOracle, players: int) -> None:
    assert all(len(stack) <= 2 * players + 30 for stack in oracle.table.stacks)
    assert all(slot.ducats == 0 for slot in oracle.table.road if slot.card is None)
    for player in oracle.table.players:
        assert len(player.hand) <= 47
        assert len(player.village) <= 50
        assert player.supply >= 0
        if not player.founders.uncovered:
            assert player.food() > 0
        for settler in player.village:
            assert settler.room >= 0
            assert 0 <= settler.ducats <= 40
            if settler.card.kind == "special_stay":
                assert not settler.uncovered
            else:
                assert settler.role is settler.card
            if settler.card.id in UNLOCKERS:
                assert settler.uncovered
            else:
                assert settler.ducats == 0
            if settler.below is not None:
                assert settler in settler.below.above
                assert settler.role.predecessor == settler.below.role.id
            else:
                assert settler.role.predecessor == ""


UNLOCKERS = {card.unlocker for card in CARDS.values() if card.unlocker}


# The numbers that the rules quote


def records(players: int, policy: Policy, games: int) -> tuple[list[Record], list[int]]:
    """Records and rounds of `games` games."""
    found, rounds = [], []
    for seed in range(games):
        record = Record()
        for oracle, move in play_game(players, policy, 1000 + seed):
            if move and oracle.mover() != "chance" and oracle.phase != "common":
                record.moves += 1
            record.shuffles += move.startswith("shuffle:")
            if oracle.stage == "build" and not any(slot.card for slot in oracle.table.road):
                record.road_emptied = True
        found.append(record)
        rounds.append(oracle.round)
    return found, rounds


@pytest.mark.parametrize(("players", "mean_moves"), [(2, 77), (3, 99), (4, 130), (5, 162)])
def test_length_of_games_with_the_kind_of_move_first(players: int, mean_moves: int) -> None:
    found, rounds = records(players, POLICIES["kind_first"], 50)
    assert sum(record.moves for record in found) / 50 == pytest.approx(mean_moves, rel=0.05)
    assert sum(rounds) / 50 == pytest.approx(6, abs=0.7)


def test_five_hungry_players_reach_the_empty_reserve_and_the_empty_road() -> None:
    found, _ = records(5, POLICIES["food_first"], 50)
    assert 15 <= sum(record.shuffles > 0 for record in found) <= 45
    assert 3 <= sum(record.road_emptied for record in found) <= 20
