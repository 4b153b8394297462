"""The village game once more, plainly and slowly: the oracle that the fast kernels must match.

Written from the rules alone. The game is one script, `rounds`, that stops at every decision; the
comments name the part of the rules that the lines below them follow.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import hinterland
from hinterland.tests.oracle.village_build import BuildOptions, BuildPhase
from hinterland.tests.oracle.village_cards import Card, load_cards
from hinterland.tests.oracle.village_moves import (
    Exchange,
    Move,
    Pass,
    Protect,
    SeatMove,
    Show,
    Shuffle,
    TakeRoad,
    TakeStack,
)
from hinterland.tests.oracle.village_table import Player, RoadSlot, Settler, Table
from hinterland.tests.oracle.village_text import token

CARDS_FILE = Path(hinterland.__file__).parent / "engine" / "village" / "cards.csv"

Decision = tuple[str, list[Move]]
"""The mover (p1.. or chance) and what it may do; nothing is listed for a shuffle."""

Script = Generator[Decision, Move]
"""A part of the game: yields decisions, is sent the move that was played."""


class VillageOracle:
    """One game from its deal, a dictionary in the form of the state JSON of a fresh deal.

    Read are `players`, `options`, `first`, `road`, `stacks`, `reserve` and the hands in `seats`;
    everything else follows from the rules.
    """

    def __init__(self, deal: dict[str, Any], cards_file: Path = CARDS_FILE) -> None:
        cards = load_cards(cards_file)
        self.options: dict[str, str] = dict(deal["options"])
        # Setup: one founders card, ducat side up, and 8 ducats; three open piles of commons.
        players = []
        for number, seat in enumerate(deal["seats"], 1):
            hand = [cards[name] for name, count in seat["hand"].items() for _ in range(count)]
            founders = Settler(cards["founders"], cards["founders"])
            players.append(Player(f"p{number}", 8, hand, village=[founders]))
        self.table = Table(
            cards=cards,
            players=players,
            stacks=[[cards[name] for name in stack] for stack in deal["stacks"]],
            road=[RoadSlot(cards[slot["card"]]) for slot in deal["road"]],
            reserve=[cards[name] for name in deal["reserve"]],
            discards=[],
            commons={card.id: card.copies for card in cards.values() if card.kind == "basic"},
        )
        self.first = [player.name for player in players].index(deal["first"])
        self.round = 1
        self.markets = 0
        # What only the snapshot tells: where in the round the game stands.
        self.stage = "draft"
        self.phase = "draft"
        self.turn = players[self.first]
        self.source: str | None = None
        self.target: str | None = None
        self.drafted = [0] * len(players)
        self.protected = 0
        self.build_phase: BuildPhase | None = None
        self.reshuffled = False
        self.back_seen = True  # the back of the reserve's top card

        self._new_order: list[Card] = []
        self.begin(self.rounds())

    def begin(self, script: Script) -> None:
        """Play `script` from here: the whole game, or for a hand-laid table a part of a round."""
        self._script = script
        self._next(None)

    # Playing

    def mover(self) -> str:
        """p1 .. p5, chance or over."""
        return "over" if self._decision is None else self._decision[0]

    def legal(self) -> list[str]:
        """The tokens of the legal moves, sorted; none is listed where a shuffle is due."""
        return sorted(self._moves)

    def shuffle_due(self) -> bool:
        return self._decision is not None and self._decision[1] == [Shuffle()]

    def play(self, mover: str, move: str, order: Iterable[str] = ()) -> None:
        """Play a token. For a shuffle `order` is the new reserve, bottom first."""
        if mover != self.mover():
            raise ValueError(f"{self.mover()} is to move, not {mover}")
        if self.shuffle_due() and move.startswith("shuffle:"):
            self._new_order = [self.table.cards[name] for name in order]
            if Counter(self._new_order) != Counter(self.table.discards):
                raise ValueError("the new reserve is no permutation of the discards")
            self._next(Shuffle())
            return
        if move not in self._moves:
            raise ValueError(f"{move} is not legal; legal are {' '.join(self.legal())}")
        self._next(self._moves[move])

    def seen(self, viewer: str, move: str) -> str:
        """What a seat sees of a move that is about to be played (What each seat sees)."""
        if move.startswith("shuffle:"):
            return "shuffle:?"  # Reserve: the order is not public
        played = self._moves[move]
        if isinstance(played, Exchange) and played.stack and viewer != self.mover():
            # Card backs show the suit, not the name; face up on the discards the name is public.
            return f"exchange:?{self.table.cards[played.card].suit}>stack{played.stack}"
        return move

    def _next(self, move: Move | None) -> None:
        """On to the next decision."""
        self._decision: Decision | None = None
        self._moves: dict[str, Move] = {}
        try:
            self._decision = next(self._script) if move is None else self._script.send(move)
        except StopIteration:
            return
        if not self.shuffle_due():
            listed = self._decision[1]
            self._moves = {token(move, self.table): move for move in listed}
            assert len(self._moves) == len(listed), "two moves have the same text"

    # A round: draft -> road update -> build -> (market) -> first-player card one to the left.

    def rounds(self) -> Script:
        while self.markets < 2:  # Markets: the game ends after the second market
            yield from self.draft()
            yield from self.road_update()
            yield from self.rest_of_round()

    def rest_of_round(self) -> Script:
        yield from self.build()
        self.hold_markets()
        if self.markets == 2:
            self.phase = "over"
        else:
            self.first = (self.first + 1) % len(self.table.players)
            self.round += 1

    def _turn_order(self) -> list[Player]:
        players = self.table.players
        return players[self.first :] + players[: self.first]

    # Draft

    def draft(self) -> Script:
        self.stage = "draft"
        # 1. Hiring limit = min(5, 2 + visible food symbols).
        limits = [min(5, 2 + player.food()) for player in self.table.players]
        self.drafted = [0] * len(limits)
        # 2. In turn order, one card at a time; a player at the limit is skipped.
        while self.drafted != limits:
            for player in self._turn_order():
                seat = self.table.players.index(player)
                if self.drafted[seat] == limits[seat]:
                    continue
                # 3. Any face-up road card, or the top card of any non-empty stack.
                choices: list[Move] = [
                    TakeRoad(number)
                    for number, slot in enumerate(self.table.road, 1)
                    if slot.card is not None
                ]
                choices += [
                    TakeStack(number) for number, stack in enumerate(self.table.stacks, 1) if stack
                ]
                # 1. Road, stacks, reserve and discards all empty: the draft ends for everybody.
                if not choices:
                    assert not self.table.reserve
                    assert not self.table.discards
                    self._end_draft()
                    return
                move = yield self._decide(player, "draft", choices)
                self.drafted[seat] += 1
                if isinstance(move, TakeRoad):
                    yield from self._take_from_road(player, move.slot)
                elif isinstance(move, TakeStack):
                    # 7. A card drawn from a stack lies face up on the square.
                    card = yield from self._draw_from_stack(player, move.stack, "hand")
                    player.square.append(card)
        self._end_draft()

    def _end_draft(self) -> None:
        # 8. All at the limit: the new cards go to the hands.
        for player in self.table.players:
            player.hand += player.square
            player.square = []
        self.drafted = [0] * len(self.table.players)

    def _take_from_road(self, player: Player, number: int) -> Script:
        slot = self.table.road[number - 1]
        assert slot.card is not None
        # 4. Ducats on a taken road card go to your supply at once.
        player.square.append(slot.card)
        player.supply += slot.ducats
        slot.card, slot.ducats = None, 0
        # 5. Replaced by the top card of the leftmost non-empty stack (no ducat on it).
        for stack_number, stack in enumerate(self.table.stacks, 1):
            if stack:
                slot.card = yield from self._draw_from_stack(player, stack_number, f"road{number}")
                return
        # 6. All six empty: refill from the reserve, without a ducat.
        slot.card = yield from self._draw_from_reserve(player, f"road{number}")

    def _draw_from_stack(
        self, player: Player, number: int, target: str
    ) -> Generator[Decision, Move, Card]:
        """The top card is shown, and with it the suit of the next (What each seat sees)."""
        stack = self.table.stacks[number - 1]
        yield self._show(player, number, stack, target)
        return stack.pop()

    def _draw_from_reserve(
        self, player: Player, target: str
    ) -> Generator[Decision, Move, Card | None]:
        """Road update, Reserve: an empty one is first made anew from the discards."""
        if not self.table.reserve:
            if not self.table.discards:
                return None  # the slot stays empty until a later refill
            self.phase, self.turn = "shuffle", player
            self.source, self.target = "reserve", target
            yield ("chance", [Shuffle()])
            self.table.reserve = self._new_order
            self.table.discards = []
            self.reshuffled = True
            self.back_seen = False
        yield self._show(player, 0, self.table.reserve, target)
        self.back_seen = True
        return self.table.reserve.pop()

    def _show(self, player: Player, pile: int, cards: list[Card], target: str) -> Decision:
        self.phase, self.turn = "show", player
        self.source, self.target = f"stack{pile}" if pile else "reserve", target
        next_suit = cards[-2].suit if len(cards) > 1 else ""
        return ("chance", [Show(pile, cards[-1].id, next_suit)])

    # Road update

    def road_update(self) -> Script:
        self.stage = "update"
        if len(self.table.players) == 2:
            yield from self._update_of_two()
        else:
            yield from self._update_of_more()

    def _update_of_more(self) -> Script:
        # 3-5 players: discard every road card that carries ducats (ducats to the bank);
        for slot in self.table.road:
            if slot.ducats > 0:
                self._discard_from(slot)
        # refill slots 1..6 from the reserve;
        yield from self._refill_road()
        # one ducat from the bank on each road card, new ones included.
        for slot in self.table.road:
            if slot.card is not None:
                slot.ducats += 1

    def _update_of_two(self) -> Script:
        # First player, then the other: one ducat on any one road card, or decline;
        for player in self._turn_order():
            choices: list[Move] = [Pass()]
            choices += [
                Protect(number)
                for number, slot in enumerate(self.table.road, 1)
                if slot.card is not None
            ]
            move = yield self._decide(player, "protect", choices)
            if isinstance(move, Protect):
                self.table.road[move.slot - 1].ducats += 1  # they add up
            self.protected += 1
        self.protected = 0
        # discard all road cards without a ducat; refill from the reserve; refills get none.
        for slot in self.table.road:
            if slot.ducats == 0:
                self._discard_from(slot)
        yield from self._refill_road()

    def _discard_from(self, slot: RoadSlot) -> None:
        if slot.card is not None:
            self.table.discards.append(slot.card)
        slot.card, slot.ducats = None, 0

    def _refill_road(self) -> Script:
        for number, slot in enumerate(self.table.road, 1):
            if slot.card is None:
                first_player = self.table.players[self.first]
                slot.card = yield from self._draw_from_reserve(first_player, f"road{number}")

    # Build

    def build(self) -> Script:
        self.stage = "build"
        # Each player in turn order does the whole phase.
        for player in self._turn_order():
            options = BuildOptions(
                monk_cost=int(self.options["monk_cost"]),
                monk_target=self.options["monk_target"] == "yes",
            )
            self.build_phase = BuildPhase(self.table, player, options)
            while not self.build_phase.ended:
                name = "common" if self.build_phase.exchanging else "build"
                move = yield self._decide(player, name, self.build_phase.moves())
                assert isinstance(move, SeatMove)
                self.build_phase.perform(move)
            self.build_phase = None

    def _decide(self, player: Player, phase: str, moves: Iterable[Move]) -> Decision:
        self.phase, self.turn = phase, player
        self.source = self.target = None
        return (player.name, list(moves))

    # Markets and the end

    def hold_markets(self) -> None:
        empty = [not stack for stack in self.table.stacks]
        if self.options["market_trigger"] == "both":
            first_due, second_due = empty[0] and empty[1], all(empty)
        else:
            first_due, second_due = empty[1], empty[5]
        # Both in one round: first, then second; the second never comes without the first.
        if first_due and self.markets == 0:
            self._first_market()
            self.markets = 1
        if second_due and self.markets == 1:
            self._second_market()
            self.markets = 2

    def _first_market(self) -> None:
        # Visible printed ducats + ducats lying on your cards; those stay on the cards.
        for player in self.table.players:
            player.supply += player.printed_ducats() + player.ducats_on_cards()

    def _second_market(self) -> None:
        # Visible printed ducats + silver + ducats on cards (now removed, after the silver).
        for player in self.table.players:
            player.supply += player.printed_ducats() + player.silver() + player.ducats_on_cards()
            for settler in player.village:
                settler.ducats = 0

    def returns(self) -> list[float]:
        """Most ducats win; tie: fewest cards in the village; still tied: shared."""
        assert self.mover() == "over"
        results = [(player.supply, -self._tie_cards(player)) for player in self.table.players]
        winners = results.count(max(results))
        return [1 / winners if result == max(results) else 0.0 for result in results]

    def _tie_cards(self, player: Player) -> int:
        if self.options["tie_cards"] == "all":
            return len(player.village)
        return sum(settler.uncovered for settler in player.village)

    # The position as data

    def snapshot(self) -> dict[str, Any]:
        """The whole state in the JSON form of the game's README."""
        table, phase = self.table, self.build_phase
        return {
            "viewer": "all",
            "players": len(table.players),
            "options": self.options,
            "round": self.round,
            "first": table.players[self.first].name,
            "phase": self.phase,
            "turn": self.turn.name,
            "stage": self.stage,
            "source": self.source,
            "target": self.target,
            "drafted": list(self.drafted),
            "protected": self.protected,
            "used": phase.used if phase else 0,
            "limit": phase.limit if phase else 0,
            "exchanges": phase.exchanges if phase else 0,
            "tinner": phase.tinner if phase else False,
            "markets": self.markets,
            "road": [
                {"card": slot.card.id, "ducats": slot.ducats} if slot.card else None
                for slot in table.road
            ],
            "stacks": [[card.id for card in stack] for stack in table.stacks],
            "reserve": [card.id for card in table.reserve],
            "reshuffled": _counted(table.reserve) if self.reshuffled else None,
            "back_seen": self.back_seen,
            "discards": _counted(table.discards),
            "piles": dict(table.commons),
            "seats": [self._seat_snapshot(player) for player in table.players],
        }

    def _seat_snapshot(self, player: Player) -> dict[str, Any]:
        settlers = Counter((*settler.place, settler.ducats) for settler in player.village)
        order = {name: number for number, name in enumerate(self.table.cards)}
        kinds = sorted(settlers, key=lambda kind: (order[kind[0]], order[kind[1]], *kind[2:]))
        return {
            "seat": player.name,
            "supply": player.supply,
            "hand": _counted(player.hand + player.square),
            "founders": "food" if player.founders.food_side else "ducats",
            "village": [
                {"card": card, "role": role, "on": on, "ducats": ducats, "count": settlers[kind]}
                for kind in kinds
                for card, role, on, ducats in [kind]
            ],
        }


def _counted(cards: Iterable[Card]) -> dict[str, int]:
    return dict(Counter(card.id for card in cards))
