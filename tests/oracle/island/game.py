"""A game that is on: the table, what lasts for this turn, and the steps shared by all parts."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from hinterland.tests.oracle.island.geometry import Corner, Edge, corners_of_edge
from hinterland.tests.oracle.island.names import Names
from hinterland.tests.oracle.island.script import Script, ask, chance, only
from hinterland.tests.oracle.island.table import Player, Table

Move = Callable[[], Script[None]]
Moves = dict[str, Move]
"""What a seat may do, token -> the script of doing it."""


@dataclass
class Game:
    """The table with all that is on for the time being."""

    table: Table
    names: Names
    winners: list[int] | None = None
    may_win: int | None = None  # section 11: the seat whose own turn it is
    dice: tuple[int, int, str | None] | None = None
    # Of this turn
    moves_made: int = 0
    offers: list[str] = field(default_factory=list)
    development_played: bool = False
    crane: int = 0
    fleet: set[str] = field(default_factory=set)
    ships_built: set[Edge] = field(default_factory=set)
    ship_moved: bool = False
    # Cards taken out of hands for a discard
    pending: dict[int, Counter[str]] = field(default_factory=dict)

    def corner(self, corner: Corner) -> str:
        return self.names.of(corner)

    def win_if_due(self) -> None:
        """`declare_to_win=no` (D14, section 11): the game ends as soon as the seat has the
        target on its own turn."""
        if self.may_win is not None and not self.table.options.declare_to_win:
            player = self.table.players[self.may_win]
            if self.table.points(player) >= self.table.target(player):
                self.winners = [player.seat]


def judge(game: Game) -> None:
    """9.2 and D5: who holds the longest road and the harbormaster now."""
    game.table.judge_longest()
    game.table.judge_harbormaster()


def lay(game: Game, player: Player, edge: Edge, ship: bool) -> Script[None]:
    """Put a road or ship down; D3: it turns up the harbors at its ends."""
    (player.ships if ship else player.roads).add(edge)
    if ship:
        game.ships_built.add(edge)
    judge(game)
    yield from flip_harbors(game, edge)


def flip_harbors(game: Game, edge: Edge) -> Script[None]:
    """D3: the kind is drawn from the pool of all harbors that are face down."""
    table = game.table
    for number, harbor in enumerate(table.harbors, 1):
        if harbor.kind is None and set(harbor.corners) & set(corners_of_edge(edge)):
            kinds = sorted(kind for kind, count in table.harbor_pool.items() if count)
            answers = {f"flip:h{number}={kind}": kind for kind in kinds}
            harbor.kind = yield from chance(
                answers, "flip", weights=[table.harbor_pool[kind] for kind in kinds]
            )
            table.harbor_pool[harbor.kind] -= 1


def settle(game: Game, player: Player, corner: Corner) -> None:
    """A settlement in play: it may cut roads, reach a harbor, and a new island (section 15)."""
    player.settlements.add(corner)
    (island,) = [
        number
        for number, cells in enumerate(game.table.islands)
        if any(cell in cells for cell in corner)
    ]
    if game.table.options.seafarers and island not in player.islands:
        player.foreign.add(island)
    judge(game)


def raise_city(game: Game, player: Player, corner: Corner) -> None:
    """A settlement, or a sideways city, becomes a city."""
    player.settlements.discard(corner)
    player.sideways.discard(corner)
    player.cities.add(corner)
    judge(game)


def free_routes(game: Game, player: Player, count: int, declinable: bool) -> Script[None]:
    """Free roads or ships, one by one by the normal rules, while pieces and edges last."""
    for _ in range(count):
        answers: dict[str, tuple[Edge, bool] | None] = dict(route_choices(game, player))
        if not answers:
            return
        if declinable:
            answers["pass"] = None
        answer = yield from ask(player, answers, "free_road")
        if answer is None:
            return
        yield from lay(game, player, *answer)


def route_choices(game: Game, player: Player) -> dict[str, tuple[Edge, bool]]:
    """Where a road or ship may go, cost aside."""
    table = game.table
    choices: dict[str, tuple[Edge, bool]] = {}
    if player.left("road"):
        for edge in table.road_edges(player):
            choices[f"road:{game.names.of(edge)}"] = (edge, False)
    if table.options.seafarers and player.left("ship"):
        for edge in table.ship_edges(player):
            choices[f"ship:{game.names.of(edge)}"] = (edge, True)
    return choices


def steal(game: Game, thief: Player, victim: Player) -> Script[None]:
    """9.3: one uniformly random card of all resources and commodities."""
    kinds = sorted(kind for kind, count in victim.hand.items() if count)
    if kinds:
        both = only(thief, victim)
        answers = {f"steal:{kind}": kind for kind in kinds}
        weights = [victim.hand[kind] for kind in kinds]
        kind = yield from chance(answers, "steal", both, weights)
        game.table.pass_card(victim, thief, kind)


def levy(game: Game, player: Player, kind: str, most: int) -> Script[None]:
    """A monopoly: every opponent gives up to `most` cards of a kind; the numbers are shown."""
    given = {other.seat: min(most, other.hand[kind]) for other in game.table.others(player)}
    numbers = "+".join(f"p{seat + 1}={given[seat]}" for seat in sorted(given))
    yield from chance({f"levy:{numbers}": None}, "levy")
    for seat, count in given.items():
        game.table.pass_card(game.table.players[seat], player, kind, count)
