"""Section 9.6: the two rounds of placing."""

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.fish import draw_token
from hinterland.tests.oracle.island.game import Game, judge, lay
from hinterland.tests.oracle.island.geometry import Corner, Edge, corners_of_hex, edges_of_corner
from hinterland.tests.oracle.island.script import Script, ask
from hinterland.tests.oracle.island.table import Player


def set_up(game: Game, first: int) -> Script[None]:
    """s, s + 1, .. a settlement and a road; then back, s last, the second piece and a road."""
    order = game.table.clockwise(first)
    for player in order:
        game.table.turn = player.seat
        corner = yield from place(game, player, "settlement")
        yield from place_route(game, player, corner)
    for player in reversed(order):
        game.table.turn = player.seat
        corner = yield from place(game, player, game.table.options.second_piece)  # D1
        yield from first_harvest(game, player, corner)
        yield from place_route(game, player, corner)


def place(game: Game, player: Player, piece: str) -> Script[Corner]:
    table = game.table
    answers = {f"{piece}:{game.corner(corner)}": corner for corner in table.setup_corners()}
    corner = yield from ask(player, answers, "setup_piece")
    (player.settlements if piece == "settlement" else player.cities).add(corner)
    for number, island in enumerate(table.islands):
        if any(cell in island for cell in corner):
            player.islands.add(number)
    judge(game)
    return corner


def place_route(game: Game, player: Player, corner: Corner) -> Script[None]:
    """A road, or at the coast a ship, that touches the piece just placed."""
    table = game.table
    answers: dict[str, tuple[Edge, bool]] = {}
    edges = [edge for edge in edges_of_corner(corner) if edge in table.edges]
    for edge in edges:
        if table.is_free(edge) and table.touches_land(edge):
            answers[f"road:{game.names.of(edge)}"] = (edge, False)
        if table.options.seafarers and table.is_free(edge) and table.is_ship_edge(edge):
            answers[f"ship:{game.names.of(edge)}"] = (edge, True)
    choice = yield from ask(player, answers, "setup_road")
    yield from lay(game, player, *choice)


def first_harvest(game: Game, player: Player, corner: Corner) -> Script[None]:
    """One resource of every hex at the second piece, never a commodity, never doubled; beside
    gold one of choice; beside a lake or ground one fish token in all (section 13)."""
    table = game.table
    for cell in corner:
        kind = box.HEX_RESOURCE.get(table.terrain.get(cell, "sea"))
        if kind is not None:
            table.give(player, kind, 1)
    for cell in corner:
        if table.terrain.get(cell) == "gold":
            yield from pick_resource(game, player, "setup_gold")
    ground = any(corner in ground.corners for ground in table.grounds)
    if ground or any(corner in corners_of_hex(lake) for lake in table.lakes):
        yield from draw_token(game, player)


def pick_resource(game: Game, player: Player, phase: str) -> Script[None]:
    """A resource of choice of those that the bank holds; one kind is no question."""
    kinds = [kind for kind in box.RESOURCES if game.table.bank[kind]]
    if not kinds:
        return
    if len(kinds) == 1:
        kind = kinds[0]
    else:
        kind = yield from ask(player, {f"pick:{kind}": kind for kind in kinds}, phase)
    game.table.give(player, kind, 1)
