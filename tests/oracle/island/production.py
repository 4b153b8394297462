"""Section 5: what the hexes give. Pure counting; the questions are asked in `turn`."""

from collections import Counter

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.geometry import corners_of_hex
from hinterland.tests.oracle.island.table import Player, Table


def demand(table: Table, number: int) -> dict[int, Counter[str]]:
    """What every seat is owed: the table of section 5. The robber's hex gives nothing."""
    owed = {player.seat: Counter[str]() for player in table.players}
    for cell, chit in table.chits.items():
        kind = box.HEX_RESOURCE.get(table.terrain[cell])
        if chit != number or cell == table.robber or kind is None:
            continue
        for corner in corners_of_hex(cell):
            owner = table.builder_at(corner)
            if owner is None:
                continue
            owed[owner.seat][kind] += 1
            if corner in owner.cities:
                extra = box.HEX_COMMODITY.get(table.terrain[cell], kind)
                owed[owner.seat][extra if table.options.knights else kind] += 1
    return owed


def produce(table: Table, number: int) -> Counter[int]:
    """Pay what is owed, with the shortage rule of each kind; the cards that each seat got."""
    owed = demand(table, number)
    received: Counter[int] = Counter()
    for kind in box.KINDS:
        claims = {seat: wants[kind] for seat, wants in owed.items() if wants[kind]}
        if sum(claims.values()) > table.bank[kind] and len(claims) > 1:
            continue  # nobody gets any of it
        for seat, count in claims.items():
            received[seat] += table.give(table.players[seat], kind, count)
    return received


def gold_picks(table: Table, player: Player, number: int) -> int:
    """Resources of choice: a settlement 1, a city 2 a gold hex."""
    total = 0
    for cell, chit in table.chits.items():
        if chit == number and table.terrain[cell] == "gold" and cell != table.robber:
            for corner in corners_of_hex(cell):
                if corner in player.buildings:
                    total += 2 if corner in player.cities else 1
    return total


def fish_tokens(table: Table, player: Player, number: int) -> int:
    """Section 13: settlement 1, city 2 for each ground or lake with the number; the robber
    stops a lake, never a ground."""
    total = 0
    for ground in table.grounds:
        if ground.number == number:
            total += weights(player, ground.corners)
    for cell, numbers in table.lakes.items():
        if number in numbers and cell != table.robber:
            total += weights(player, corners_of_hex(cell))
    return total


def weights(player: Player, corners: tuple[tuple[tuple[int, int], ...], ...]) -> int:
    return sum(
        2 if corner in player.cities else 1 for corner in corners if corner in player.buildings
    )
