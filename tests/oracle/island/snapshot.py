"""The position in the form of the state JSON.

Left out: `viewer`, `options`, `layout` (its parts that change are given as `robber`, `pirate`,
`chits` and `harbors`), `actor` and `queue`; while a harbor is turned up, also what tells the phase.
"""

from collections import Counter
from typing import Any

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import Game
from hinterland.tests.oracle.island.script import Question
from hinterland.tests.oracle.island.table import Player


def snapshot(game: Game, question: Question | None) -> dict[str, Any]:
    table = game.table
    names = game.names
    seats = [player.name for player in table.players]

    def seat(holder: int | None) -> str | None:
        return None if holder is None else seats[holder]

    fish = {
        "pool": fish_counts(table.fish_pool),
        "discards": fish_counts(table.fish_spent),
        "boot": seat(table.boot) or "pool",
    }
    merchant = None
    if table.merchant is not None:
        merchant = {"seat": seat(table.merchant_owner), "hex": names.of(table.merchant)}
    metropolises = {
        track: names.of(table.metropolis[track][1]) if track in table.metropolis else None
        for track in box.TRACKS
    }
    position = {
        "players": len(seats),
        "robber": None if table.robber is None else names.of(table.robber),
        "pirate": None if table.pirate is None else names.of(table.pirate),
        "chits": {names.of(cell): chit for cell, chit in table.chits.items()},
        "harbors": [harbor.kind or "?" for harbor in table.harbors],
        "harbor_pool": counts(table.harbor_pool),
        "phase": "over" if game.winners is not None or question is None else question.phase,
        "turn": seats[table.turn],
        "turn_number": table.turns_played,
        "dice": None if game.dice is None else list(game.dice),
        "bank": counts(table.bank),
        "longest_road": seat(table.longest),
        "largest_army": seat(table.army),
        "harbormaster": seat(table.harbormaster),
        "barbarians": table.barbarian,
        "attacked": table.unlocked and table.options.knights,
        "merchant": merchant,
        "metropolises": metropolises,
        "decks": {track: table.decks.get(track, []) for track in box.TRACKS},
        "development": {
            "left": len(table.decks.get("development", [])),
            "unseen": counts(Counter(table.decks.get("development", []))),
        },
        "fish": fish if table.options.fish else None,
        "moves_made": game.moves_made,
        "offers_made": list(game.offers),
        "played": game.development_played,
        "crane": game.crane,
        "fleet": [kind for kind in box.KINDS if kind in game.fleet],
        "seats": [seat_json(game, player) for player in table.players],
        "winners": [seats[winner] for winner in game.winners or []],
    }
    if question is not None and question.phase == "flip":
        for name in ("phase", "turn", "turn_number"):  # of what comes after
            del position[name]
    if question is not None and question.phase == "points":
        del position["winners"]  # settled, and shown when the cards are
    return position


def counts(cards: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in cards.items() if count}


def fish_counts(tokens: Counter[int]) -> dict[str, int]:
    return {str(value or "boot"): count for value, count in tokens.items() if count}


def seat_json(game: Game, player: Player) -> dict[str, Any]:
    table = game.table
    order = game.names.in_order
    return {
        "hand": counts(player.hand + game.pending.get(player.seat, Counter())),
        "pending": counts(game.pending.get(player.seat, Counter())),
        "roads": order(player.roads),
        "ships": order(player.ships),
        "settlements": order(player.settlements),
        "cities": order(player.cities),
        "sideways": order(player.sideways),
        "walls": order(player.walls),
        "knights": [
            {
                "corner": name,
                "level": player.knights[game.names.corners[name]].level,
                "active": player.knights[game.names.corners[name]].active,
                "ready": player.knights[game.names.corners[name]].ready,
                "promoted": player.knights[game.names.corners[name]].promoted,
            }
            for name in order(player.knights)
        ],
        "improvements": dict(player.improvements),
        "progress": counts(Counter(player.progress)),
        "victory_cards": counts(Counter(player.victory_cards) + Counter(defender=player.defender)),
        "development": counts(Counter(player.development)),
        "bought": counts(Counter(player.bought)),
        "army": player.knights_played,
        "fish": fish_counts(player.fish),
        "islands": len(player.foreign),
        "road_length": table.route_length(player),
        "harbor_points": table.harbor_points(player),
        "points": table.points(player),
    }
