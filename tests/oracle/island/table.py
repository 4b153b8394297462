"""Everything that lies on the table: pieces, hands, bank, decks, and what can be counted there."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.geometry import (
    Corner,
    Edge,
    Hex,
    corners_of_edge,
    corners_of_hex,
    edges_of_corner,
    edges_of_hex,
    longest_trail,
    next_corners,
)
from hinterland.tests.oracle.island.options import Options

EVERYBODY = frozenset(range(-3, 6))  # every seat, and who only watches


@dataclass
class Knight:
    """Section 7: `ready` to act in this action phase; `promoted` in this turn or window."""

    level: int = 1
    active: bool = False
    ready: bool = False
    promoted: bool = False


@dataclass
class Harbor:
    """D3, D4: a harbor serves two corners; `kind` is None while it is face down."""

    corners: tuple[Corner, Corner]
    kind: str | None


@dataclass
class Ground:
    """3.5: a fishing ground serves three corners, the middle one first."""

    number: int
    corners: tuple[Corner, ...]


@dataclass
class Player:
    """A seat and what belongs to it."""

    seat: int
    hand: Counter[str] = field(default_factory=Counter)
    roads: set[Edge] = field(default_factory=set)
    ships: set[Edge] = field(default_factory=set)
    settlements: set[Corner] = field(default_factory=set)
    sideways: set[Corner] = field(default_factory=set)
    cities: set[Corner] = field(default_factory=set)
    walls: set[Corner] = field(default_factory=set)
    knights: dict[Corner, Knight] = field(default_factory=dict)
    improvements: dict[str, int] = field(default_factory=lambda: dict.fromkeys(box.TRACKS, 0))
    progress: list[str] = field(default_factory=list)
    victory_cards: list[str] = field(default_factory=list)
    defender: int = 0
    fish: Counter[int] = field(default_factory=Counter)
    islands: set[int] = field(default_factory=set)  # where it began
    foreign: set[int] = field(default_factory=set)  # settled later, for the bonus
    development: list[str] = field(default_factory=list)  # section 20, playable
    bought: list[str] = field(default_factory=list)  # bought in this turn
    knights_played: int = 0

    @property
    def name(self) -> str:
        return f"p{self.seat + 1}"

    @property
    def buildings(self) -> set[Corner]:
        return self.settlements | self.sideways | self.cities

    @property
    def routes(self) -> set[Edge]:
        return self.roads | self.ships

    def cards(self) -> int:
        """Resources and commodities in hand."""
        return sum(self.hand.values())

    def has(self, cost: dict[str, int]) -> bool:
        return all(self.hand[kind] >= count for kind, count in cost.items())

    def left(self, piece: str) -> int:
        """3.6: pieces still in the supply; a sideways city is a city piece."""
        used = {
            "road": len(self.roads),
            "ship": len(self.ships),
            "settlement": len(self.settlements),
            "city": len(self.cities) + len(self.sideways),
            "wall": len(self.walls),
        }
        return box.PIECES[piece] - used[piece]

    def knights_left(self, level: int) -> int:
        return box.PIECES["knight"] - sum(k.level == level for k in self.knights.values())

    def strength(self) -> int:
        """Section 6: the levels of the active knights."""
        return sum(knight.level for knight in self.knights.values() if knight.active)


@dataclass
class Table:
    """The whole table; hexes that are neither in `terrain` nor sea cells are the frame."""

    options: Options
    size: str
    terrain: dict[Hex, str]  # every cell of the board; `sea` on the Seafarers map
    chits: dict[Hex, int]
    harbors: list[Harbor]
    harbor_pool: Counter[str]  # the kinds of the harbors that are face down
    grounds: list[Ground]
    lakes: dict[Hex, tuple[int, ...]]
    players: list[Player]
    bank: Counter[str]
    decks: dict[str, list[str]]  # each deck, next card first
    turn: int = 0
    turns_played: int = 0
    robber: Hex | None = None
    pirate: Hex | None = None
    unlocked: bool = False
    barbarian: int = 0
    merchant: Hex | None = None
    merchant_owner: int | None = None
    metropolis: dict[str, tuple[int, Corner]] = field(default_factory=dict)
    longest: int | None = None
    harbormaster: int | None = None
    army: int | None = None
    boot: int | None = None
    buried: dict[str, list[frozenset[int]]] = field(default_factory=dict)
    """Of the cards put under each deck and not yet drawn again: the seats that know each."""
    fish_pool: Counter[int] = field(default_factory=Counter)  # 0 is the boot
    fish_spent: Counter[int] = field(default_factory=Counter)

    # Places

    @property
    def land(self) -> list[Hex]:
        return [cell for cell, kind in self.terrain.items() if kind != "sea"]

    def is_land(self, cell: Hex) -> bool:
        return self.terrain.get(cell, "sea") != "sea"

    @cached_property
    def corners(self) -> list[Corner]:
        """Section 19: every corner of a cell is playable."""
        return sorted({corner for cell in self.terrain for corner in corners_of_hex(cell)})

    @cached_property
    def edges(self) -> list[Edge]:
        return sorted({edge for cell in self.terrain for edge in edges_of_hex(cell)})

    def touches_land(self, place: Corner | Edge) -> bool:
        return any(self.is_land(cell) for cell in place)

    @cached_property
    def islands(self) -> list[set[Hex]]:
        """The connected parts of the land, in the order of their first cell."""
        found: list[set[Hex]] = []
        for cell in self.land:
            if any(cell in island for island in found):
                continue
            island, fresh = {cell}, [cell]
            while fresh:
                here = fresh.pop()
                for edge in edges_of_hex(here):
                    for other in edge:
                        if self.is_land(other) and other not in island:
                            island.add(other)
                            fresh.append(other)
            found.append(island)
        return found

    # Players and pieces

    def clockwise(self, first: int) -> list[Player]:
        """All players, clockwise (next seat number) from one of them."""
        return self.players[first:] + self.players[:first]

    def others(self, player: Player) -> list[Player]:
        """The opponents, clockwise from the seat after the player's."""
        return self.clockwise(player.seat)[1:]

    def builder_at(self, corner: Corner) -> Player | None:
        return next((p for p in self.players if corner in p.buildings), None)

    def knight_owner(self, corner: Corner) -> Player | None:
        return next((p for p in self.players if corner in p.knights), None)

    def is_empty(self, corner: Corner) -> bool:
        return self.builder_at(corner) is None and self.knight_owner(corner) is None

    def is_free(self, edge: Edge) -> bool:
        return not any(edge in p.routes for p in self.players)

    def opposing_building(self, corner: Corner, player: Player) -> bool:
        return self.builder_at(corner) not in (None, player)

    def opposing_knight(self, corner: Corner, player: Player) -> bool:
        return self.knight_owner(corner) not in (None, player)

    def opposed(self, corner: Corner, player: Player) -> bool:
        return self.opposing_building(corner, player) or self.opposing_knight(corner, player)

    def has_route_at(self, corner: Corner, player: Player) -> bool:
        return any(edge in player.routes for edge in edges_of_corner(corner))

    def wall_limit(self, player: Player) -> int:
        """9.5: cards that may be held when a 7 falls."""
        return 7 + 2 * len(player.walls)

    def has_metropolis_at(self, corner: Corner) -> bool:
        return any(corner == where for _, where in self.metropolis.values())

    def plain_cities(self, player: Player) -> list[Corner]:
        """Cities without a metropolis."""
        return sorted(c for c in player.cities if not self.has_metropolis_at(c))

    # Cards

    def pay(self, player: Player, cost: dict[str, int]) -> None:
        """From the hand to the bank."""
        assert player.has(cost), (player.name, cost)
        for kind, count in cost.items():
            player.hand[kind] -= count
            self.bank[kind] += count

    def give(self, player: Player, kind: str, count: int) -> int:
        """From the bank to the hand, as far as the bank goes; the number given."""
        given = min(count, self.bank[kind])
        self.bank[kind] -= given
        player.hand[kind] += given
        return given

    def pass_card(self, giver: Player, taker: Player, kind: str, count: int = 1) -> None:
        assert giver.hand[kind] >= count, (giver.name, kind)
        giver.hand[kind] -= count
        taker.hand[kind] += count

    def bury(self, card: str, knowers: frozenset[int]) -> None:
        """A progress card goes under its deck; the decks are never shuffled again."""
        track = box.CARD_TRACK[card]
        self.decks[track].append(card)
        self.buried.setdefault(track, []).append(knowers)

    def knowers_of_top(self, track: str) -> frozenset[int]:
        """The seats that know the next card: it was put under the deck in their sight."""
        buried = self.buried.get(track, [])
        return buried[0] if buried and len(buried) == len(self.decks[track]) else frozenset()

    def draw(self, track: str) -> str:
        buried = self.buried.get(track, [])
        if buried and len(buried) == len(self.decks[track]):
            del buried[0]
        return self.decks[track].pop(0)

    # 9.1: where a player may build (supply and cost are looked at by the caller)

    def goes_on(self, corner: Corner, player: Player, own: set[Edge]) -> bool:
        """Whether a road (ship) may start at a corner: own building, or the end of an own road
        (ship) that no opponent blocks. D7 lets opposing buildings pass, never knights."""
        if corner in player.buildings:
            return True
        if not any(edge in own for edge in edges_of_corner(corner)):
            return False
        if self.opposing_knight(corner, player):
            return False
        return self.options.build_past_buildings or not self.opposing_building(corner, player)

    def road_edges(self, player: Player) -> list[Edge]:
        """9.1, and section 15: a road needs land on one side at least."""
        return sorted(
            edge
            for edge in self.edges
            if self.is_free(edge)
            and self.touches_land(edge)
            and any(self.goes_on(c, player, player.roads) for c in corners_of_edge(edge))
        )

    def is_ship_edge(self, edge: Edge) -> bool:
        """Section 15: sea on one side at least, and not on an edge of the pirate's hex."""
        return not all(self.is_land(cell) for cell in edge) and self.pirate not in edge

    def ship_edges(self, player: Player, without: Edge | None = None) -> list[Edge]:
        """Section 15: a ship touches an own building or ship, never a road only. `without`: the
        edge of a ship that is being moved."""
        own = player.ships - {without}
        return sorted(
            edge
            for edge in self.edges
            if self.is_free(edge)
            and self.is_ship_edge(edge)
            and any(self.goes_on(c, player, own) for c in corners_of_edge(edge))
        )

    def keeps_distance(self, corner: Corner) -> bool:
        return all(self.builder_at(near) is None for near in next_corners(corner))

    def settlement_corners(self, player: Player) -> list[Corner]:
        """9.1: empty, an own road touching, no building next to it, no knight (not even own)."""
        return sorted(
            corner
            for corner in self.corners
            if self.touches_land(corner)
            and self.is_empty(corner)
            and self.has_route_at(corner, player)
            and self.keeps_distance(corner)
        )

    def setup_corners(self) -> list[Corner]:
        """9.6: any corner of land that keeps the distance."""
        return sorted(
            corner
            for corner in self.corners
            if self.touches_land(corner) and self.is_empty(corner) and self.keeps_distance(corner)
        )

    def city_corners(self, player: Player) -> list[Corner]:
        """Section 6: a sideways city must be raised before any settlement; else a piece is
        taken from the supply."""
        if player.sideways:
            return sorted(player.sideways)
        return sorted(player.settlements) if player.left("city") else []

    def wall_corners(self, player: Player) -> list[Corner]:
        """Section 8: one a city, three a player."""
        return sorted(player.cities - player.walls) if player.left("wall") else []

    def recruit_corners(self, player: Player) -> list[Corner]:
        """Section 7: empty, touching an own road or ship; section 15: on land only."""
        return sorted(
            corner
            for corner in self.corners
            if self.touches_land(corner)
            and self.is_empty(corner)
            and self.has_route_at(corner, player)
        )

    # Section 7: walking

    def walk(self, player: Player, start: Corner) -> set[Corner]:
        """Corners that a knight can enter from `start` along own roads and ships. It goes on
        through own pieces and empty corners only; opposed corners are entered, not passed."""
        entered: set[Corner] = set()
        passed = [start]
        while passed:
            here = passed.pop()
            for edge in edges_of_corner(here):
                if edge not in player.routes:
                    continue
                (there,) = [end for end in corners_of_edge(edge) if end != here]
                if there in entered or there == start:
                    continue
                entered.add(there)
                if not self.opposed(there, player):
                    passed.append(there)
        return entered

    def walk_targets(self, player: Player, start: Corner) -> list[Corner]:
        """Empty corners a knight can move or retreat to."""
        return sorted(corner for corner in self.walk(player, start) if self.is_empty(corner))

    # Section 11

    def points(self, player: Player) -> int:
        """What everybody can see; in the base game the hidden victory cards are not in it."""
        total = len(player.settlements) + len(player.sideways) + 2 * len(player.cities)
        total += 2 * sum(owner == player.seat for owner, _ in self.metropolis.values())
        total += player.defender + len(player.victory_cards)
        total += 2 * len(player.foreign)
        total += self.merchant_owner == player.seat
        for holder in (self.longest, self.harbormaster, self.army):
            total += 2 * (holder == player.seat)
        return total

    def target(self, player: Player) -> int:
        """Section 1: `target` with its extras. D2: house 14 for all with fish, the boot nothing."""
        options = self.options
        goal = options.target
        if options.fish:
            goal += options.fish_extra
            if self.boot == player.seat:
                goal += options.boot_extra
        if options.seafarers:
            goal += options.seafarers_extra
        return goal

    # 9.2 and section 15: the longest road (trade route)

    def route_length(self, player: Player) -> int:
        """The longest trail of own roads and ships. It may end at an opposed corner but not pass
        it, and it changes between road and ship at an own building only."""

        def crossing(corner: Corner, one: Edge, two: Edge) -> bool:
            if self.opposed(corner, player):
                return False
            same = (one in player.roads) == (two in player.roads)
            return same or corner in player.buildings

        return longest_trail(sorted(player.routes), crossing)

    def judge_longest(self) -> None:
        """9.2: strictly more than the holder takes it; a holder among the longest keeps it; else
        a single longest of at least 5 takes it; else nobody holds it."""
        lengths = {player.seat: self.route_length(player) for player in self.players}
        self.longest = title(self.longest, lengths, 5)

    # D5: harbor points

    def harbor_points(self, player: Player) -> int:
        """Settlement 1, city 2, metropolis 4 for each harbor that it stands at."""
        total = 0
        for harbor in self.harbors:
            for corner in harbor.corners:
                if corner in player.settlements | player.sideways:
                    total += 1
                elif corner in player.cities:
                    total += 4 if self.has_metropolis_at(corner) else 2
        return total

    def judge_harbormaster(self) -> None:
        """D5: like the longest road, from 3 points on."""
        if self.options.harbor_points == "harbormaster":
            counts = {player.seat: self.harbor_points(player) for player in self.players}
            self.harbormaster = title(self.harbormaster, counts, 3)


def title(holder: int | None, counts: dict[int, int], least: int) -> int | None:
    """Who holds a title for the most of something, with at least `least`."""
    most = max(counts.values())
    if most < least:
        return None
    best = [seat for seat, count in counts.items() if count == most]
    if holder in best:
        return holder
    return best[0] if len(best) == 1 else None
