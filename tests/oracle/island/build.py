"""Sections 8, 9.1 and 15: building, improvements, metropolises, walls, ships that move."""

from functools import partial

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.barbarians import choose
from hinterland.tests.oracle.island.game import Game, Moves, judge, lay, raise_city, settle
from hinterland.tests.oracle.island.geometry import Corner, Edge, corners_of_edge, edges_of_corner
from hinterland.tests.oracle.island.script import Script, ask
from hinterland.tests.oracle.island.table import Player


def piece_moves(game: Game, player: Player) -> Moves:
    """Roads, ships, settlements, cities, walls."""
    table = game.table
    moves: Moves = {}
    if player.has(box.ROAD) and player.left("road"):
        for edge in table.road_edges(player):
            moves[f"road:{game.names.of(edge)}"] = partial(build_route, game, player, edge, False)
    if table.options.seafarers and player.has(box.SHIP) and player.left("ship"):
        for edge in table.ship_edges(player):
            moves[f"ship:{game.names.of(edge)}"] = partial(build_route, game, player, edge, True)
    if player.has(box.SETTLEMENT) and player.left("settlement"):
        for corner in table.settlement_corners(player):
            moves[f"settlement:{game.corner(corner)}"] = partial(
                build_settlement, game, player, corner
            )
    if player.has(box.CITY):
        for corner in table.city_corners(player):
            moves[f"city:{game.corner(corner)}"] = partial(
                build_city, game, player, corner, box.CITY
            )
    if table.options.knights and player.has(box.WALL):
        for corner in table.wall_corners(player):
            moves[f"wall:{game.corner(corner)}"] = partial(build_wall, game, player, corner)
    return moves


def build_route(game: Game, player: Player, edge: Edge, ship: bool) -> Script[None]:
    game.table.pay(player, box.SHIP if ship else box.ROAD)
    yield from lay(game, player, edge, ship)


def build_settlement(game: Game, player: Player, corner: Corner) -> Script[None]:
    game.table.pay(player, box.SETTLEMENT)
    settle(game, player, corner)
    yield from ()


def build_city(game: Game, player: Player, corner: Corner, cost: dict[str, int]) -> Script[None]:
    game.table.pay(player, cost)
    raise_city(game, player, corner)
    yield from ()


def build_wall(game: Game, player: Player, corner: Corner) -> Script[None]:
    game.table.pay(player, box.WALL)
    player.walls.add(corner)
    yield from ()


# Section 8: improvements


def improvement_cost(game: Game, player: Player, track: str, discount: bool) -> dict[str, int]:
    """Level k costs k of the track's commodity, with a Crane one less."""
    level = player.improvements[track] + 1
    return {box.TRACK_COMMODITY[track]: level - 1 if discount else level}


def may_improve(game: Game, player: Player, track: str) -> bool:
    """Cost aside: a city on the board; levels 4 and 5 also a city without metropolis, except
    level 5 of a track whose metropolis is held already."""
    level = player.improvements[track] + 1
    if level > 5 or not player.cities:
        return False
    holder, _ = game.table.metropolis.get(track, (None, None))
    if level == 5 and holder == player.seat:
        return True
    return level < 4 or bool(game.table.plain_cities(player))


def improvement_moves(game: Game, player: Player) -> Moves:
    moves: Moves = {}
    for track in box.TRACKS:
        cost = improvement_cost(game, player, track, game.crane > 0)
        if may_improve(game, player, track) and player.has(cost):
            moves[f"improve:{track}"] = partial(improve, game, player, track, cost)
    return moves


def improve(game: Game, player: Player, track: str, cost: dict[str, int]) -> Script[None]:
    """The first at level 4 takes the metropolis; the first at level 5 takes it from a holder at
    level 4."""
    table = game.table
    table.pay(player, cost)
    game.crane = max(game.crane - 1, 0)
    player.improvements[track] += 1
    level = player.improvements[track]
    holder, _ = table.metropolis.get(track, (None, None))
    if holder == player.seat:
        return
    first_at_four = holder is None and level >= 4
    takes_over = holder is not None and level == 5 and table.players[holder].improvements[track] < 5
    if first_at_four or takes_over:
        table.metropolis.pop(track, None)
        sites = table.plain_cities(player)
        table.metropolis[track] = (
            player.seat,
            (yield from choose(game, player, sites, "metropolis")),
        )
        judge(game)


# Section 15: moving a ship


def lift_moves(game: Game, player: Player) -> Moves:
    """One ship a turn, not built this turn, from an open end, not at the pirate's hex, not one
    that a knight needs (section 7), and it must have another place to go."""
    moves: Moves = {}
    if game.ship_moved:
        return moves
    for edge in sorted(player.ships - game.ships_built):
        held = strands_knight(player, edge) or game.table.pirate in edge
        if is_open_ship(player, edge) and not held:
            goals = [goal for goal in game.table.ship_edges(player, edge) if goal != edge]
            if goals:
                moves[f"lift:{game.names.of(edge)}"] = partial(move_ship, game, player, edge, goals)
    return moves


def strands_knight(player: Player, edge: Edge) -> bool:
    """Section 7: a knight must stay at an own road or ship."""
    return any(
        corner in player.knights
        and not any(other in player.routes for other in edges_of_corner(corner) if other != edge)
        for corner in corners_of_edge(edge)
    )


def is_open_ship(player: Player, edge: Edge) -> bool:
    """An end corner with no own ship, building or knight besides."""
    return any(
        corner not in player.buildings
        and corner not in player.knights
        and not any(other in player.ships for other in edges_of_corner(corner) if other != edge)
        for corner in corners_of_edge(edge)
    )


def move_ship(game: Game, player: Player, edge: Edge, goals: list[Edge]) -> Script[None]:
    player.ships.remove(edge)
    judge(game)
    game.ship_moved = True
    answers = {f"ship:{game.names.of(goal)}": goal for goal in goals}
    goal = yield from ask(player, answers, "lift")
    yield from lay(game, player, goal, True)
