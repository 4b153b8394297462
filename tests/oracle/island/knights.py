"""Section 7: recruiting, activating, promoting, and the three actions of a ready knight."""

from functools import partial

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import Game, Moves, judge
from hinterland.tests.oracle.island.geometry import Corner
from hinterland.tests.oracle.island.robber import over_limit, robber_step
from hinterland.tests.oracle.island.script import Script, ask
from hinterland.tests.oracle.island.table import Knight, Player, Table

FORTRESS = 3  # the level of politics


def can_promote(table: Table, player: Player, knight: Knight, smith: bool) -> bool:
    """A piece of the next level, once a turn, mighty with the Fortress only. D9: by the letter
    of the house strong needs it too, unless the Smith does it."""
    if knight.level == 3 or knight.promoted or not table_has(player, knight.level + 1):
        return False
    fortress = player.improvements["politics"] >= FORTRESS
    if knight.level == 2:
        return fortress
    return fortress or smith or not table.options.strong_needs_fortress


def table_has(player: Player, level: int) -> bool:
    return player.knights_left(level) > 0


def promote(knight: Knight) -> None:
    knight.level += 1
    knight.promoted = True


def upkeep_moves(game: Game, player: Player) -> Moves:
    """Recruit, activate, promote: in the action phase and in special building."""
    table = game.table
    moves: Moves = {}
    if player.has(box.KNIGHT) and table_has(player, 1):
        for corner in table.recruit_corners(player):
            moves[f"knight:{game.corner(corner)}"] = partial(recruit, game, player, corner)
    for corner, knight in player.knights.items():
        if not knight.active and player.has(box.ACTIVATE):
            moves[f"activate:{game.corner(corner)}"] = partial(activate, game, player, knight)
        if player.has(box.PROMOTE) and can_promote(table, player, knight, smith=False):
            moves[f"promote:{game.corner(corner)}"] = partial(pay_promote, game, player, knight)
    return moves


def recruit(game: Game, player: Player, corner: Corner) -> Script[None]:
    game.table.pay(player, box.KNIGHT)
    player.knights[corner] = Knight()
    judge(game)
    yield from ()


def activate(game: Game, player: Player, knight: Knight) -> Script[None]:
    """It cannot act this turn: `ready` stays as it is."""
    game.table.pay(player, box.ACTIVATE)
    knight.active = True
    yield from ()


def pay_promote(game: Game, player: Player, knight: Knight) -> Script[None]:
    game.table.pay(player, box.PROMOTE)
    promote(knight)
    yield from ()


def action_moves(game: Game, player: Player) -> Moves:
    """What ready knights can do: move, displace a weaker one, chase the robber or pirate."""
    table = game.table
    moves: Moves = {}
    for corner, knight in player.knights.items():
        if not knight.ready:
            continue
        for there in sorted(table.walk(player, corner)):
            name = f"move:{game.corner(corner)}>{game.corner(there)}"
            victim = table.knight_owner(there)
            if table.is_empty(there):
                moves[name] = partial(move, game, player, corner, there)
            elif victim not in (None, player) and victim.knights[there].level < knight.level:
                moves[name] = partial(displace, game, player, corner, there)
        if table.unlocked and (table.robber in corner or table.pirate in corner):
            moves[f"chase:{game.corner(corner)}"] = partial(chase, game, player, corner)
    return moves


def act(knight: Knight) -> Knight:
    """An action makes the knight inactive."""
    knight.active = knight.ready = False
    return knight


def move(game: Game, player: Player, start: Corner, there: Corner) -> Script[None]:
    player.knights[there] = act(player.knights.pop(start))
    judge(game)
    yield from ()


def displace(game: Game, player: Player, start: Corner, there: Corner) -> Script[None]:
    loser = game.table.knight_owner(there)
    assert loser is not None
    beaten = loser.knights.pop(there)
    player.knights[there] = act(player.knights.pop(start))
    judge(game)
    yield from retreat(game, loser, beaten, there)


def retreat(game: Game, loser: Player, beaten: Knight, corner: Corner) -> Script[None]:
    """The owner moves the beaten knight along own roads; compulsory, its state is kept; with no
    corner to go to it returns to the supply."""
    corners = game.table.walk_targets(loser, corner)
    if not corners:
        return
    if len(corners) == 1:
        goal = corners[0]
    else:
        goal = yield from ask(loser, {f"retreat:{game.corner(c)}": c for c in corners}, "retreat")
    loser.knights[goal] = beaten
    judge(game)


def chase(game: Game, player: Player, corner: Corner) -> Script[None]:
    """D10: the knight is made inactive, then discards, then the robber (or pirate) moves."""
    act(player.knights[corner])
    robber, pirate = game.table.robber in corner, game.table.pirate in corner
    yield from over_limit(game, player.seat, "chase")
    yield from robber_step(game, player, "chase", robber, pirate)
