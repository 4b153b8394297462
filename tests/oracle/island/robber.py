"""Sections 9.3-9.5 and 15: discards, the robber and the pirate."""

from collections import Counter

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import Game, steal
from hinterland.tests.oracle.island.geometry import Hex, corners_of_hex, edges_of_hex
from hinterland.tests.oracle.island.names import cards_text
from hinterland.tests.oracle.island.script import Script, ask, chance, only
from hinterland.tests.oracle.island.table import Player


def over_limit(game: Game, first: int, cause: str) -> Script[None]:
    """9.5 and D10, D11: every seat above its limit discards, once."""
    table = game.table
    if cause not in table.options.discard_with:
        return
    owed = []
    for player in table.clockwise(first):
        count = player.cards()
        if count > table.wall_limit(player):
            half_down = table.options.discard_down_to == "half-down"
            owed.append((player, count - count // 2 if half_down else count // 2))
    yield from discard(game, owed)


def discard(game: Game, owed: list[tuple[Player, int]]) -> Script[None]:
    """16.0: each in order picks card by card in ascending kind, unseen; then chance reveals."""
    for player, count in owed:
        taken: list[str] = []
        for left in range(count, 0, -1):
            kinds = [
                k
                for k in box.KINDS
                if not taken or box.KINDS.index(k) >= box.KINDS.index(taken[-1])
            ]
            answers = {
                f"discard:{kind}": kind
                for number, kind in enumerate(kinds)
                if player.hand[kind] and sum(player.hand[k] for k in kinds[number:]) >= left
            }
            kind = yield from ask(player, answers, "discard", only(player))
            player.hand[kind] -= 1
            taken.append(kind)
            game.pending[player.seat] = Counter(taken)
    for player, count in owed:
        if count:
            cards = game.pending[player.seat]
            yield from chance({f"reveal:{cards_text(cards)}": None}, "reveal")
            del game.pending[player.seat]
            game.table.bank.update(cards)


def robber_step(
    game: Game, player: Player, cause: str, robber: bool = True, pirate: bool = True
) -> Script[None]:
    """9.3 and section 15: move the robber or the pirate, then steal.

    `cause`: seven, chase, bishop or knight; `robber`, `pirate`: which of them may be moved.
    """
    table = game.table
    answers: dict[str, tuple[str, Hex]] = {}
    if robber:
        for cell in table.land:
            barred = table.terrain[cell] == "desert" and not table.options.chase_to_desert
            if cell != table.robber and not (cause == "chase" and barred):
                answers[f"robber:{game.names.of(cell)}"] = ("robber", cell)
    if pirate and table.options.seafarers:
        for cell, kind in table.terrain.items():
            if kind == "sea" and cell != table.pirate:
                answers[f"pirate:{game.names.of(cell)}"] = ("pirate", cell)
    piece, cell = yield from ask(player, answers, "robber")
    if piece == "robber":
        table.robber = cell
        victims = [
            other
            for other in table.others(player)
            if other.cards() and any(c in other.buildings for c in corners_of_hex(cell))
        ]
    else:
        table.pirate = cell
        victims = [
            other
            for other in table.others(player)
            if other.cards() and any(edge in other.ships for edge in edges_of_hex(cell))
        ]
    if cause == "bishop" and table.options.bishop_steals == "one-per-opponent":
        for victim in victims:  # D12
            yield from steal(game, player, victim)
        return
    if len(victims) > 1:
        chosen = yield from ask(player, {f"rob:{victim.name}": victim for victim in victims}, "rob")
        victims = [chosen]
    for victim in victims:
        yield from steal(game, player, victim)
