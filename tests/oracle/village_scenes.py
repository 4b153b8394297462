"""Crowded tables: build phases with long chains and many specials, seldom met by chance."""

import random

from hinterland.tests.oracle.village import Script, VillageOracle
from hinterland.tests.oracle.village_build import BuildOptions, BuildPhase
from hinterland.tests.oracle.village_cards import Card
from hinterland.tests.oracle.village_moves import Exchange, Pass, Smuggler
from hinterland.tests.oracle.village_table import Player, Table


def crowd(oracle: VillageOracle, rng: random.Random) -> None:
    """Turn a fresh deal into the start of a crowded build phase; the game goes on from there.

    Villages grow by moves of the build phase, but without its limit and out of turn.
    """
    oracle.begin(oracle.road_update())
    while oracle.mover() != "over":
        oracle.play(oracle.mover(), rng.choice(oracle.legal()))
    kept = _specials(oracle.table) if rng.randrange(3) else []
    for player in oracle.table.players:
        _draw(oracle.table, player, rng.randrange(4, 24), rng)
        _grow(oracle.table, player, rng)
        player.supply = rng.choice((0, 1, 2, 3, 5, player.supply))
    builder = rng.choice(oracle.table.players)
    for card in kept:
        (builder if rng.randrange(4) else rng.choice(oracle.table.players)).hand.append(card)
    oracle.begin(_from_build(oracle))


def _from_build(oracle: VillageOracle) -> Script:
    yield from oracle.rest_of_round()
    yield from oracle.rounds()


def _specials(table: Table) -> list[Card]:
    """The specials of the hidden piles, taken out."""
    found = []
    for pile in (*table.stacks, table.reserve):
        found += [card for card in pile if card.suit == "special"]
        pile[:] = [card for card in pile if card.suit != "special"]
    return found


def _draw(table: Table, player: Player, count: int, rng: random.Random) -> None:
    for _ in range(count):
        piles = [pile for pile in (*table.stacks, table.reserve) if pile]
        if piles:
            player.hand.append(rng.choice(piles).pop())


def _grow(table: Table, player: Player, rng: random.Random) -> None:
    phase = BuildPhase(table, player, BuildOptions())
    phase.limit = 100
    for _ in range(rng.randrange(40)):
        player.supply += 2  # for a lock
        moves = [move for move in phase.moves() if not isinstance(move, Pass | Smuggler)]
        builds = [move for move in moves if not isinstance(move, Exchange)]
        if not moves:
            break
        phase.perform(rng.choice(builds if builds and rng.randrange(4) else moves))
        phase.exchanges = 0
    if phase.exchanging:
        phase.perform(phase.moves()[0])
    phase.perform(Pass())
