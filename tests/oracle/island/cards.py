"""Section 12: when a progress card may be played, and what it does."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.build import (
    build_city,
    improvement_cost,
    may_improve,
    strands_knight,
)
from hinterland.tests.oracle.island.game import (
    Game,
    Move,
    Moves,
    free_routes,
    judge,
    lay,
    levy,
    route_choices,
)
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Edge,
    Hex,
    corners_of_edge,
    corners_of_hex,
    edges_of_corner,
)
from hinterland.tests.oracle.island.knights import can_promote, promote, retreat
from hinterland.tests.oracle.island.names import LEVEL_NAMES, cards_text
from hinterland.tests.oracle.island.robber import discard, over_limit, robber_step
from hinterland.tests.oracle.island.script import Script, ask, chance, only
from hinterland.tests.oracle.island.table import EVERYBODY, Knight, Player

Ways = Iterator[tuple[str, Move]]
"""The ways of playing a card: the text after `=` (empty for none) and the script."""


def card_moves(game: Game, player: Player) -> Moves:
    """Every way of playing every card in hand. A card goes under its deck when it is played."""
    moves: Moves = {}
    for card in sorted(set(player.progress)):
        if card == "alchemist":
            continue  # before the roll only
        for text, script in WAYS[card](game, player):
            token = f"play:{card}={text}" if text else f"play:{card}"
            moves[token] = partial(play_card, game, player, card, script)
    return moves


def play_card(game: Game, player: Player, card: str, script: Move) -> Script[None]:
    put_under(game, player, card)
    yield from script()


def put_under(game: Game, player: Player, card: str) -> None:
    player.progress.remove(card)
    game.table.bury(card, EVERYBODY)


def ahead(game: Game, player: Player) -> list[Player]:
    """Opponents with more points, clockwise."""
    points = game.table.points
    return [other for other in game.table.others(player) if points(other) > points(player)]


# Science


def crane(game: Game, player: Player) -> Ways:
    """One improvement for one commodity less; played as a move of its own, at most 2 waiting."""
    buyable = any(
        may_improve(game, player, track)
        and player.has(improvement_cost(game, player, track, discount=True))
        for track in box.TRACKS
    )
    if buyable and game.crane < 2:
        yield "", partial(raise_crane, game)


def raise_crane(game: Game) -> Script[None]:
    game.crane += 1
    yield from ()


def engineer(game: Game, player: Player) -> Ways:
    """A free wall."""
    for corner in game.table.wall_corners(player):
        yield game.corner(corner), partial(free_wall, player, corner)


def free_wall(player: Player, corner: Corner) -> Script[None]:
    player.walls.add(corner)
    yield from ()


def inventor(game: Game, player: Player) -> Ways:
    """Swap two different chits, none of 2, 6, 8, 12."""
    chits = game.table.chits
    hexes = [cell for cell in game.names.hexes.values() if chits.get(cell, 2) not in (2, 6, 8, 12)]
    for one, two in combinations(hexes, 2):
        if chits[one] != chits[two]:
            text = f"{game.names.of(one)}+{game.names.of(two)}"
            yield text, partial(swap_chits, game, one, two)


def swap_chits(game: Game, one: Hex, two: Hex) -> Script[None]:
    chits = game.table.chits
    chits[one], chits[two] = chits[two], chits[one]
    yield from ()


def harvest_of(game: Game, player: Player, terrain: str, kind: str) -> Ways:
    """Irrigation and Mining: 2 for every such hex at an own building, as far as the bank goes."""
    cells = [
        cell
        for cell, here in game.table.terrain.items()
        if here == terrain and any(c in player.buildings for c in corners_of_hex(cell))
    ]
    if cells and game.table.bank[kind]:
        yield "", partial(harvest, game, player, kind, 2 * len(cells))


def harvest(game: Game, player: Player, kind: str, count: int) -> Script[None]:
    game.table.give(player, kind, count)
    yield from ()


def irrigation(game: Game, player: Player) -> Ways:
    return harvest_of(game, player, "fields", "grain")


def mining(game: Game, player: Player) -> Ways:
    return harvest_of(game, player, "mountains", "ore")


def medicine(game: Game, player: Player) -> Ways:
    """A city for 2 ore and 1 grain."""
    if player.has(box.MEDICINE_CITY):
        for corner in game.table.city_corners(player):
            yield (
                game.corner(corner),
                partial(build_city, game, player, corner, box.MEDICINE_CITY),
            )


def road_building(game: Game, player: Player) -> Ways:
    """Up to two free roads or ships."""
    if route_choices(game, player):
        yield "", partial(free_routes, game, player, 2, True)


def smith(game: Game, player: Player) -> Ways:
    """Promote up to two knights free; each once a turn."""
    if any(can_promote(game.table, player, knight, True) for knight in player.knights.values()):
        yield "", partial(forge, game, player)


def forge(game: Game, player: Player) -> Script[None]:
    for _ in range(2):
        answers: dict[str, Knight | None] = {
            f"promote:{game.corner(corner)}": knight
            for corner, knight in player.knights.items()
            if can_promote(game.table, player, knight, smith=True)
        }
        answers["pass"] = None
        knight = yield from ask(player, answers, "smith")
        if knight is None:
            return
        promote(knight)


# Trade


def commercial_harbor(game: Game, player: Player) -> Ways:
    """An own resource, and an opponent with a card."""
    resource = any(player.hand[kind] for kind in box.RESOURCES)
    if resource and any(other.cards() for other in game.table.others(player)):
        yield "", partial(swap_around, game, player)


def swap_around(game: Game, player: Player) -> Script[None]:
    """Again and again: an opponent not yet asked gets a resource face down and gives a commodity
    of its choice; with none of them nothing changes hands."""
    asked: set[int] = set()
    while True:
        answers: dict[str, tuple[Player, str] | None] = {
            f"swap:{other.name}={kind}": (other, kind)
            for other in game.table.others(player)
            for kind in box.RESOURCES
            if other.seat not in asked and other.cards() and player.hand[kind]
        }
        answers["pass"] = None
        answer = yield from ask(player, answers, "swap", only(player))
        if answer is None:
            return
        other, resource = answer
        asked.add(other.seat)
        gifts: dict[str, str | None] = {
            f"give:{kind}": kind for kind in box.COMMODITIES if other.hand[kind]
        }
        if not gifts:
            gifts["none"] = None
        gift = yield from ask(other, gifts, "swap_answer", only(other))
        if gift is not None:
            both = only(player, other)
            yield from chance({f"cross:{resource}>{gift}": None}, "cross", both)
            game.table.pass_card(player, other, resource)
            game.table.pass_card(other, player, gift)


def master_merchant(game: Game, player: Player) -> Ways:
    """See the hand of a player with more points, take 2 cards of it."""
    for other in ahead(game, player):
        if other.cards():
            yield other.name, partial(take_cards, game, player, other)


def take_cards(game: Game, player: Player, other: Player) -> Script[None]:
    both = only(player, other)
    yield from chance({f"show:{cards_text(other.hand)}": None}, "show_hand", both)
    for _ in range(min(2, other.cards())):
        answers = {f"take:{kind}": kind for kind in box.KINDS if other.hand[kind]}
        kind = yield from ask(player, answers, "take_card", both)
        game.table.pass_card(other, player, kind)


def merchant(game: Game, player: Player) -> Ways:
    """On a producing hex (no gold, desert or lake) at an own building; not where it stands."""
    for name, cell in game.names.hexes.items():
        producing = game.table.terrain[cell] in box.HEX_RESOURCE
        own = any(corner in player.buildings for corner in corners_of_hex(cell))
        stays = game.table.merchant == cell and game.table.merchant_owner == player.seat
        if producing and own and not stays:
            yield name, partial(put_merchant, game, player, cell)


def put_merchant(game: Game, player: Player, cell: Hex) -> Script[None]:
    game.table.merchant, game.table.merchant_owner = cell, player.seat
    yield from ()


def merchant_fleet(game: Game, player: Player) -> Ways:
    """One kind at 2:1 for this turn."""
    for kind in box.KINDS:
        yield kind, partial(name_kind, game, kind)


def name_kind(game: Game, kind: str) -> Script[None]:
    game.fleet.add(kind)
    yield from ()


def monopoly(game: Game, player: Player, kinds: tuple[str, ...], count: int) -> Ways:
    if any(other.cards() for other in game.table.others(player)):
        for kind in kinds:
            yield kind, partial(levy, game, player, kind, count)


def resource_monopoly(game: Game, player: Player) -> Ways:
    """Every opponent gives 2 of a resource, or its only one."""
    return monopoly(game, player, box.RESOURCES, 2)


def trade_monopoly(game: Game, player: Player) -> Ways:
    """Every opponent gives 1 of a commodity."""
    return monopoly(game, player, box.COMMODITIES, 1)


# Politics


def bishop(game: Game, player: Player) -> Ways:
    """Only after the first attack; the robber, not the pirate."""
    if game.table.unlocked:
        yield "", partial(send_bishop, game, player)


def send_bishop(game: Game, player: Player) -> Script[None]:
    yield from over_limit(game, player.seat, "bishop")
    yield from robber_step(game, player, "bishop", pirate=False)


def deserter(game: Game, player: Player) -> Ways:
    """An opponent with a knight."""
    for other in game.table.others(player):
        if other.knights:
            yield other.name, partial(desert, game, player, other)


def desert(game: Game, player: Player, other: Player) -> Script[None]:
    """The opponent loses a knight of its choice; the player may place one of the same or a lower
    level (2020: the same, or a basic one if none is left) with the same activity. Arriving active
    it may act."""
    table = game.table
    corners = sorted(other.knights)
    if len(corners) == 1:
        lost = corners[0]
    else:
        lost = yield from ask(other, {f"desert:{game.corner(c)}": c for c in corners}, "desert")
    gone = other.knights.pop(lost)
    judge(game)
    levels = [level for level in (3, 2, 1) if level <= gone.level and player.knights_left(level)]
    if table.options.deserter == "2020":
        levels = levels[:1] if gone.level in levels else [level for level in levels if level == 1]
    answers: dict[str, tuple[Corner, int] | None] = {
        f"place:{game.corner(corner)}={LEVEL_NAMES[level]}": (corner, level)
        for corner in table.recruit_corners(player)
        for level in levels
    }
    answers["pass"] = None
    answer = yield from ask(player, answers, "place")
    if answer is not None:
        corner, level = answer
        player.knights[corner] = Knight(level, active=gone.active, ready=gone.active)
        judge(game)


def diplomat(game: Game, player: Player) -> Ways:
    """Remove an open road (or ship) of anyone."""
    for name, edge in game.names.edges.items():
        for owner in game.table.players:
            if edge in owner.routes and is_open(owner, edge):
                yield name, partial(remove_route, game, player, owner, edge)


def is_open(owner: Player, edge: Edge) -> bool:
    """At one end no further piece of its colour; and no knight may be left without a road."""

    def others_at(corner: Corner) -> bool:
        return any(e in owner.routes for e in edges_of_corner(corner) if e != edge)

    ends = corners_of_edge(edge)
    if strands_knight(owner, edge):
        return False
    return any(
        not others_at(corner) and corner not in owner.buildings and corner not in owner.knights
        for corner in ends
    )


def remove_route(game: Game, player: Player, owner: Player, edge: Edge) -> Script[None]:
    """An own piece may be rebuilt free elsewhere; the longest road is judged after that."""
    ship = edge in owner.ships
    (owner.ships if ship else owner.roads).remove(edge)
    if owner is player:
        word = "ship" if ship else "road"
        answers: dict[str, tuple[Edge, bool] | None] = {
            token: choice
            for token, choice in route_choices(game, player).items()
            if token.startswith(word) and choice[0] != edge
        }
        if answers:
            answers["pass"] = None
            answer = yield from ask(player, answers, "rebuild")
            if answer is not None:
                yield from lay(game, player, *answer)
    judge(game)


def intrigue(game: Game, player: Player) -> Ways:
    """Displace an opposing knight at a corner of an own road, without a knight."""
    for name, corner in game.names.corners.items():
        if game.table.opposing_knight(corner, player) and game.table.has_route_at(corner, player):
            yield name, partial(send_away, game, corner)


def send_away(game: Game, corner: Corner) -> Script[None]:
    loser = game.table.knight_owner(corner)
    assert loser is not None
    beaten = loser.knights.pop(corner)
    judge(game)
    yield from retreat(game, loser, beaten, corner)


def saboteur(game: Game, player: Player) -> Ways:
    """Every opponent with as many or more points discards half, rounded down."""
    points = game.table.points
    hit = [
        other
        for other in game.table.others(player)
        if points(other) >= points(player) and other.cards() >= 2
    ]
    if hit:
        yield "", partial(discard, game, [(other, other.cards() // 2) for other in hit])


def spy(game: Game, player: Player) -> Ways:
    """See the progress cards of an opponent, take one of them."""
    for other in game.table.others(player):
        if other.progress:
            yield other.name, partial(look, game, player, other)


def look(game: Game, player: Player, other: Player) -> Script[None]:
    order = list(box.CARD_TRACK)
    held = sorted(other.progress, key=order.index)
    both = only(player, other)
    yield from chance({f"show:{'+'.join(held)}": None}, "show_progress", both)
    answers: dict[str, str | None] = {f"take:{card}": card for card in held}
    answers["pass"] = None
    card = yield from ask(player, answers, "take_progress", both)
    if card is not None:
        other.progress.remove(card)
        player.progress.append(card)


def warlord(game: Game, player: Player) -> Ways:
    """Activate all own knights; they are not ready for that."""
    if not all(knight.active for knight in player.knights.values()):
        yield "", partial(wake, player)


def wake(player: Player) -> Script[None]:
    for knight in player.knights.values():
        knight.active = True
    yield from ()


def wedding(game: Game, player: Player) -> Ways:
    """Every opponent with more points gives 2 cards of its choice."""
    givers = [other for other in ahead(game, player) if other.cards()]
    if givers:
        yield "", partial(collect_gifts, game, player, givers)


def collect_gifts(game: Game, player: Player, givers: list[Player]) -> Script[None]:
    for giver in givers:
        for _ in range(min(2, giver.cards())):
            answers = {f"give:{kind}": kind for kind in box.KINDS if giver.hand[kind]}
            kind = yield from ask(giver, answers, "give", only(giver, player))
            game.table.pass_card(giver, player, kind)


WAYS = {
    "crane": crane,
    "engineer": engineer,
    "inventor": inventor,
    "irrigation": irrigation,
    "medicine": medicine,
    "mining": mining,
    "road_building": road_building,
    "smith": smith,
    "commercial_harbor": commercial_harbor,
    "master_merchant": master_merchant,
    "merchant": merchant,
    "merchant_fleet": merchant_fleet,
    "resource_monopoly": resource_monopoly,
    "trade_monopoly": trade_monopoly,
    "bishop": bishop,
    "deserter": deserter,
    "diplomat": diplomat,
    "intrigue": intrigue,
    "saboteur": saboteur,
    "spy": spy,
    "warlord": warlord,
    "wedding": wedding,
}


def alchemist_rolls(player: Player) -> dict[str, tuple[int, int]]:
    """Section 4: before the roll both number dice may be chosen."""
    if "alchemist" not in player.progress:
        return {}
    faces = range(1, 7)
    return {f"play:alchemist={red}+{yellow}": (red, yellow) for red in faces for yellow in faces}
