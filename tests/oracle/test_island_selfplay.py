"""Random games of the island oracle: nothing appears or vanishes, and no bound is broken."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.deal import random_deal
from hinterland.tests.oracle.island.geometry import corners_of_edge, next_corners
from hinterland.tests.oracle.island.options import BASE, HOUSE, OFFICIAL, Options
from hinterland.tests.oracle.island.oracle import IslandOracle
from hinterland.tests.oracle.island.policy import choose
from hinterland.tests.oracle.island.table import Player, Table

LONGEST = 20_000  # moves of a game of 120 turns, far above what happens


def all_cards(oracle: IslandOracle) -> Counter[str]:
    """Every resource and commodity, wherever it is."""
    cards = Counter(oracle.game.table.bank)
    for player in oracle.game.table.players:
        cards += player.hand
    for pending in oracle.game.pending.values():
        cards += pending
    return cards


def all_progress(table: Table) -> Counter[str]:
    cards = Counter(card for deck in table.decks.values() for card in deck)
    for player in table.players:
        cards += Counter(player.progress) + Counter(player.victory_cards)
    return cards


def all_fish(table: Table) -> Counter[int]:
    tokens = table.fish_pool + table.fish_spent
    for player in table.players:
        tokens += player.fish
    if table.boot is not None:
        tokens[0] += 1
    return tokens


def check_player(table: Table, player: Player) -> None:
    """3.6, the distance rule, knights on own routes, walls and metropolises at cities."""
    assert all(player.left(piece) >= 0 for piece in ("road", "ship", "settlement", "city", "wall"))
    assert all(player.knights_left(level) >= 0 for level in (1, 2, 3))
    assert all(0 <= level <= 5 for level in player.improvements.values())
    assert player.walls <= player.cities
    assert min(player.hand.values(), default=0) >= 0
    assert sum(player.fish.values()) <= 7
    for corner in player.buildings:
        assert table.knight_owner(corner) is None
        assert not any(table.builder_at(near) for near in next_corners(corner))
    for corner in player.knights:
        assert table.has_route_at(corner, player)
    for track, (owner, corner) in table.metropolis.items():
        assert corner in table.players[owner].cities
        assert table.players[owner].improvements[track] >= 4
    for edge in player.routes:
        assert sum(edge in other.routes for other in table.players) == 1
        assert any(
            corner in player.buildings
            or any(edge != near and near in player.routes for near in edges_at(corner))
            or table.opposed(corner, player)
            for corner in corners_of_edge(edge)
        )


def edges_at(corner: tuple[tuple[int, int], ...]) -> list[tuple[tuple[int, int], ...]]:
    one, two, three = corner
    return [(one, two), (one, three), (two, three)]


def check_table(oracle: IslandOracle) -> None:
    table = oracle.game.table
    assert 0 <= table.barbarian < 7
    assert min(table.bank.values()) >= 0
    for player in table.players:
        check_player(table, player)


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        (replace(BASE, players=2), 1),
        (replace(BASE, players=4), 2),
        (replace(BASE, players=5, fish=True), 3),
        (replace(HOUSE, players=3), 4),
        (replace(HOUSE, players=4, fish=True), 5),
        (replace(HOUSE, players=4, seafarers=True), 6),
        (replace(HOUSE, players=6, fish=True, fish_in_special_build=True), 7),
        (replace(OFFICIAL, players=3, fish=True), 8),
        (replace(OFFICIAL, players=5), 9),
        (replace(OFFICIAL, players=2, wide_offers=True, listed_offers=1, deserter="2020"), 10),
    ],
)
def test_random_games_conserve_everything(options: Options, seed: int) -> None:
    options = replace(options, max_turns=80)
    rng = Random(seed)
    oracle = IslandOracle(options, random_deal(options, rng))
    cards = all_cards(oracle)
    progress = all_progress(oracle.game.table)
    fish = all_fish(oracle.game.table)
    chits = Counter(oracle.game.table.chits.values())
    moves = 0
    while oracle.mover() != "over":
        tokens = oracle.legal()
        assert tokens
        assert len(tokens) <= (13_000 if options.wide_offers else 4_096)
        oracle.play(oracle.mover(), choose(rng, tokens))
        moves += 1
        assert all_cards(oracle) == cards
        assert moves < LONGEST
        if moves % 10 == 0:
            check_table(oracle)
            assert all_fish(oracle.game.table) == fish
            assert Counter(oracle.game.table.chits.values()) == chits
            if options.knights:
                assert all_progress(oracle.game.table) == progress
    assert sum(cards.values()) == sum(
        5 * box.RESOURCE_BANK[size] + (3 * box.COMMODITY_BANK[size] if options.knights else 0)
        for size in [box.board_size(options.players)]
    )
    assert sum(oracle.returns()) == pytest.approx(1)
