"""Section 6: the barbarian ship and its attack; D6: walls that shield. Progress draws too."""

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import Game, judge
from hinterland.tests.oracle.island.geometry import Corner
from hinterland.tests.oracle.island.script import Script, ask, chance, only
from hinterland.tests.oracle.island.table import EVERYBODY, Player

STEPS = 7


def ship_step(game: Game, roller: int) -> Script[None]:
    """One step; the seventh brings the attack, then the ship starts again."""
    game.table.barbarian += 1
    if game.table.barbarian == STEPS:
        game.table.barbarian = 0
        yield from attack(game, roller)


def attack(game: Game, roller: int) -> Script[None]:
    """Knights against cities; afterwards all knights rest and robber and pirate are free."""
    table = game.table
    order = table.clockwise(roller)
    barbarians = sum(len(player.cities) for player in order)
    strengths = {player.seat: player.strength() for player in order}
    if sum(strengths.values()) >= barbarians:
        yield from reward(game, order, strengths)
    else:
        yield from punish(game, order, strengths)
    for player in order:
        for knight in player.knights.values():
            knight.active = knight.ready = False
    table.unlocked = True


def reward(game: Game, order: list[Player], strengths: dict[int, int]) -> Script[None]:
    """The single strongest is Defender; several may each draw a progress card of their choice."""
    most = max(strengths.values())
    best = [player for player in order if strengths[player.seat] == most]
    if most == 0:
        return
    if len(best) == 1:
        best[0].defender += 1
        return
    for player in best:
        answers: dict[str, str | None] = {
            f"deck:{track}": track for track in box.TRACKS if game.table.decks[track]
        }
        answers["pass"] = None
        track = yield from ask(player, answers, "defender")
        if track is not None:
            yield from draw_progress(game, player, track)


def punish(game: Game, order: list[Player], strengths: dict[int, int]) -> Script[None]:
    """The weakest of those with a city that can fall lose one each."""
    eligible = [player for player in order if game.table.plain_cities(player)]
    if not eligible:
        return
    least = min(strengths[player.seat] for player in eligible)
    for player in eligible:
        if strengths[player.seat] == least:
            yield from lose_city(game, player)


def lose_city(game: Game, player: Player) -> Script[None]:
    """D6: a wall goes instead, if there is one; else a city becomes a settlement."""
    table = game.table
    if table.options.wall_shields and player.walls:
        player.walls.remove((yield from choose(game, player, sorted(player.walls), "breach")))
        return
    corner = yield from choose(game, player, table.plain_cities(player), "pillage")
    has_piece = player.left("settlement") > 0
    player.cities.remove(corner)
    player.walls.discard(corner)
    (player.settlements if has_piece else player.sideways).add(corner)
    judge(game)


def choose(game: Game, player: Player, corners: list[Corner], word: str) -> Script[Corner]:
    """Which corner; with one there is no question."""
    if len(corners) == 1:
        return corners[0]
    return (yield from ask(player, {f"{word}:{game.corner(c)}": c for c in corners}, word))


def draw_progress(game: Game, player: Player, track: str) -> Script[None]:
    """Section 12: the top card; victory cards are laid open at once. D8, official: above 4 while
    it is not the own turn, a card goes back at once."""
    table = game.table
    card = table.decks[track][0]
    known = table.knowers_of_top(track) | only(player)
    known = EVERYBODY if card in box.VICTORY_CARDS else known
    yield from chance({f"draw:{card}": None}, "draw", known)
    table.draw(track)
    if card in box.VICTORY_CARDS:
        player.victory_cards.append(card)
        return
    player.progress.append(card)
    if table.options.progress_limit == "official" and player.seat != table.turn:
        yield from drop_to_limit(game, player)


def drop_to_limit(game: Game, player: Player) -> Script[None]:
    """D8: down to 4 cards, each under its own deck in the order chosen."""
    while len(player.progress) > 4:
        answers = {f"drop:{card}": card for card in player.progress}
        card = yield from ask(player, answers, "drop", only(player))
        player.progress.remove(card)
        game.table.bury(card, only(player))
