"""Section 20: development cards and the largest army."""

from collections import Counter
from functools import partial
from itertools import combinations_with_replacement

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.fish import draw_development
from hinterland.tests.oracle.island.game import Game, Move, Moves, free_routes, levy, route_choices
from hinterland.tests.oracle.island.names import cards_text
from hinterland.tests.oracle.island.robber import robber_step
from hinterland.tests.oracle.island.script import Script, chance
from hinterland.tests.oracle.island.table import Player


def buy_moves(game: Game, player: Player) -> Moves:
    if game.table.decks["development"] and player.has(box.DEVELOPMENT):
        return {"buy": partial(buy, game, player)}
    return {}


def buy(game: Game, player: Player) -> Script[None]:
    game.table.pay(player, box.DEVELOPMENT)
    yield from draw_development(game, player)


def development_moves(game: Game, player: Player) -> Moves:
    """One card a turn, not in the turn it was bought."""
    if game.development_played:
        return {}
    playable = Counter(player.development) - Counter(player.bought)
    moves: Moves = {}

    def add(card: str, text: str, script: Move) -> None:
        moves[f"play:{card}{text}"] = partial(play, game, player, card, script)

    if playable["knight"]:
        add("knight", "", partial(play_knight, game, player))
    if playable["roads"] and route_choices(game, player):
        add("roads", "", partial(free_routes, game, player, 2, True))
    if playable["plenty"]:
        for pair in combinations_with_replacement(box.RESOURCES, 2):
            cards = Counter(pair)
            if all(game.table.bank[kind] >= count for kind, count in cards.items()):
                add("plenty", f"={cards_text(cards)}", partial(take_two, game, player, cards))
    if playable["monopoly"]:
        for kind in box.RESOURCES:
            add("monopoly", f"={kind}", partial(levy, game, player, kind, player_cards(game, kind)))
    return moves


def play(game: Game, player: Player, card: str, script: Move) -> Script[None]:
    player.development.remove(card)
    game.development_played = True
    yield from script()


def play_knight(game: Game, player: Player) -> Script[None]:
    """The largest army is taken with at least 3 and strictly more than the holder."""
    table = game.table
    player.knights_played += 1
    most = 2 if table.army is None else table.players[table.army].knights_played
    if player.knights_played > most:
        table.army = player.seat
    yield from robber_step(game, player, "knight")


def take_two(game: Game, player: Player, cards: Counter[str]) -> Script[None]:
    for kind, count in cards.items():
        game.table.give(player, kind, count)
    yield from ()


def player_cards(game: Game, kind: str) -> int:
    """All cards of a kind in all hands: as many as a monopoly can take."""
    return sum(player.hand[kind] for player in game.table.players)


def hidden_points(player: Player) -> int:
    return player.development.count("point")


def win_move(game: Game, player: Player) -> Moves:
    """With the hidden victory cards the target is reached: they are shown, nothing else."""
    table = game.table
    hidden = hidden_points(player)
    if hidden and table.points(player) + hidden >= table.target(player):
        return {"win": partial(win, game, player)}
    return {}


def win(game: Game, player: Player) -> Script[None]:
    """A win that rests on hidden victory cards shows them."""
    hidden = hidden_points(player)
    if hidden and game.table.points(player) < game.table.target(player):
        yield from chance({f"points:{player.name}={hidden}": None}, "points")
    game.winners = [player.seat]
