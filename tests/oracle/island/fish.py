"""Section 13: fish tokens, what they buy, and the old boot."""

from collections import Counter
from functools import cache, partial
from itertools import combinations_with_replacement

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.barbarians import draw_progress
from hinterland.tests.oracle.island.game import Game, Move, Moves, free_routes, route_choices, steal
from hinterland.tests.oracle.island.script import Script, ask, chance, only
from hinterland.tests.oracle.island.table import Player

BOOT = 0
HAND = 7


def draw_token(game: Game, player: Player) -> Script[None]:
    """One blind draw; the spent tokens are shuffled back when the pool is empty; with both empty
    nothing. The boot is shown and is no token in hand."""
    table = game.table
    if not sum(table.fish_pool.values()):
        table.fish_pool, table.fish_spent = table.fish_spent, Counter()
    values = sorted(value for value, count in table.fish_pool.items() if count)
    if not values:
        return
    answers = {f"token:{value or 'boot'}": value for value in values}
    value = yield from chance(
        answers, "token", only(player), [table.fish_pool[value] for value in values]
    )
    table.fish_pool[value] -= 1
    if value == BOOT:
        table.boot = player.seat
    else:
        player.fish[value] += 1


def draw_tokens(game: Game, player: Player, count: int) -> Script[None]:
    """One after the other; with 7 in hand a draw may be used to swap one token, and the rest of
    the draws is lost."""
    for _ in range(count):
        if sum(player.fish.values()) < HAND:
            yield from draw_token(game, player)
            continue
        answers: dict[str, int | None] = {
            f"return:{value}": value for value, held in player.fish.items() if held
        }
        answers["pass"] = None
        value = yield from ask(player, answers, "return")
        if value is not None:
            player.fish[value] -= 1
            game.table.fish_spent[value] += 1
            yield from draw_token(game, player)
        return


@cache
def prices(cost: int) -> list[Counter[int]]:
    """Token sets worth the cost, of which none could be left out; no change is given."""
    return [
        Counter(values)
        for size in range(1, cost + 1)
        for values in combinations_with_replacement((1, 2, 3), size)
        if sum(values) >= cost and all(sum(values) - value < cost for value in values)
    ]


def payments(player: Player, cost: int) -> list[Counter[int]]:
    """The prices that the seat can pay."""
    return [
        tokens
        for tokens in prices(cost)
        if all(player.fish[value] >= count for value, count in tokens.items())
    ]


def spend(game: Game, player: Player, tokens: Counter[int]) -> None:
    player.fish.subtract(tokens)
    game.table.fish_spent.update(tokens)


def fish_moves(game: Game, player: Player) -> Moves:
    """The actions of the price list, each with every way of paying."""
    table = game.table
    wares: dict[str, tuple[int, Move]] = {}
    if table.unlocked and table.robber is not None:
        wares["robber"] = (box.FISH_COST["robber"], partial(take_robber, game))
    if table.unlocked and table.pirate is not None:
        wares["pirate"] = (box.FISH_COST["robber"], partial(take_pirate, game))
    for other in table.others(player):
        if other.cards():
            wares[f"rob={other.name}"] = (
                box.FISH_COST["steal"],
                partial(steal, game, player, other),
            )
    for kind in box.RESOURCES:
        if table.bank[kind]:
            wares[kind] = (box.FISH_COST["resource"], partial(take_card, game, player, kind))
    if route_choices(game, player):
        wares["road"] = (box.FISH_COST["road"], partial(free_routes, game, player, 1, False))
    for deck, cards in table.decks.items():
        if cards and deck == "development":
            wares["card"] = (box.FISH_COST["card"], partial(draw_development, game, player))
        elif cards:
            wares[deck] = (box.FISH_COST["card"], partial(draw_progress, game, player, deck))
    return {
        f"fish:{name},{'+'.join(map(str, sorted(tokens.elements())))}": partial(
            pay_and_do, game, player, tokens, move
        )
        for name, (cost, move) in wares.items()
        for tokens in payments(player, cost)
    }


def pay_and_do(game: Game, player: Player, tokens: Counter[int], move: Move) -> Script[None]:
    spend(game, player, tokens)
    yield from move()


def take_robber(game: Game) -> Script[None]:
    """Off the board until the next 7 or Bishop."""
    game.table.robber = None
    yield from ()


def take_pirate(game: Game) -> Script[None]:
    game.table.pirate = None
    yield from ()


def take_card(game: Game, player: Player, kind: str) -> Script[None]:
    game.table.give(player, kind, 1)
    yield from ()


def draw_development(game: Game, player: Player) -> Script[None]:
    """Section 20: the deck is a pile of unknown order; a new card waits until the next turn."""
    deck = game.table.decks["development"]
    answers = {f"draw:{name}": name for name in sorted(set(deck))}
    card = yield from chance(
        answers, "buy", only(player), [deck.count(name) for name in sorted(set(deck))]
    )
    deck.remove(card)
    player.development.append(card)
    if player.seat == game.table.turn:
        player.bought.append(card)


def boot_moves(game: Game, player: Player) -> Moves:
    """The holder may hand the boot to a player with at least as many points."""
    table = game.table
    if table.boot != player.seat:
        return {}
    return {
        f"boot:{other.name}": partial(hand_boot, game, other)
        for other in table.others(player)
        if table.points(other) >= table.points(player)
    }


def hand_boot(game: Game, other: Player) -> Script[None]:
    game.table.boot = other.seat
    yield from ()
