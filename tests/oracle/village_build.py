"""The build phase of one player: locks, chains, monks, apprentices and the other specials.

Written from the parts "Build", "Locks" and "Specials" of the rules.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hinterland.tests.oracle.village_cards import Card
from hinterland.tests.oracle.village_moves import (
    Apprentice,
    Build,
    Exchange,
    Pass,
    Payment,
    Place,
    SeatMove,
    Smuggler,
    TakeCommon,
    Tinner,
)
from hinterland.tests.oracle.village_table import Player, Settler, Table

LOCK_PRICE = 2  # Locks: "always 2 ducats"
MAX_EXCHANGES = 3  # Build: "at most 3 per phase"


@dataclass(frozen=True)
class BuildOptions:
    monk_cost: int = 1  # Specials, Monk: what each monk from the hand counts
    monk_target: bool = True  # Specials, Apprentice: may a monk be freed


class BuildPhase:
    """One player's phase; `moves` are the legal moves, `perform` plays one of them."""

    def __init__(self, table: Table, player: Player, options: BuildOptions) -> None:
        self.table = table
        self.player = player
        self.options = options
        # Build: limit = min(5, 2 + visible builder symbols), fixed when the phase starts.
        self.limit = min(5, 2 + player.builder())
        self.used = 0
        self.exchanges = 0
        self.exchanging = False  # a card was put away, the common is not yet taken
        self.tinner = False
        self.ended = False

    @property
    def left(self) -> int:
        return self.limit - self.used

    # The moves

    def moves(self) -> list[SeatMove]:
        """The legal moves, each once."""
        if self.exchanging:
            return list(self._take_moves())
        found: list[SeatMove] = [Pass()]  # Build: building is optional; passing ends the phase
        for card in set(self.player.hand):
            found += self._exchange_moves(card)
            if card.kind in ("chain", "solitary"):
                found += self._build_moves(card)
            elif card.id == "apprentice":
                found += self._apprentice_moves()
            elif card.id == "tinner":
                found.append(Tinner())  # also a second one, legal and idle
            elif card.id == "smuggler":
                found += self._smuggler_moves(card)
            # Specials, Monk: a monk is put down under another card only.
        return list(dict.fromkeys(found))

    def _exchange_moves(self, card: Card) -> Iterator[SeatMove]:
        """Build, Exchange: any hand card onto any stack; all empty: onto the discards."""
        if self.exchanges == MAX_EXCHANGES:
            return
        if not any(self.table.commons.values()):
            return
        open_stacks = [number for number, stack in enumerate(self.table.stacks, 1) if stack]
        for number in open_stacks or [0]:
            yield Exchange(card.id, number)

    def _take_moves(self) -> Iterator[SeatMove]:
        for common, count in self.table.commons.items():
            if count > 0:
                yield TakeCommon(common)

    def _build_moves(self, card: Card) -> Iterator[SeatMove]:
        """Build, Build, and Specials, Monk: place(card, m) with m monks from the hand."""
        for monks in range(min(2, self._monks_in_hand()) + 1):
            if 1 + monks * self.options.monk_cost > self.left:
                continue
            for place in self._places(card, monks):
                for payment in self._payments(card):
                    yield Build(card.id, monks, place, payment)

    def _smuggler_moves(self, card: Card) -> Iterator[SeatMove]:
        """Specials, Smuggler: an own uncovered settler with printed ducats."""
        for settler in self.player.village:
            if settler.printed_ducats > 0:
                for payment in self._payments(card):
                    yield Smuggler(settler.card.id, payment)

    def _apprentice_moves(self) -> Iterator[SeatMove]:
        """Specials, Apprentice: any settler with cards on it, in any village."""
        if self.left < 1:
            return
        for owner in self.table.players:
            for target in list(owner.village):
                if self._may_be_freed(owner, target):
                    if target.card.id == "monk":
                        yield from self._free_monk_moves(owner, target)
                    else:
                        yield from self._free_moves(owner, target)

    def _may_be_freed(self, owner: Player, target: Settler) -> bool:
        if target.uncovered or target.card.id == "apprentice":
            return False
        if target.card.kind == "founder":
            return owner is self.player
        if target.card.id == "monk":
            return self.options.monk_target
        return True

    def _free_moves(self, owner: Player, target: Settler) -> Iterator[SeatMove]:
        """T goes down by place(T, m) in the player's village; 1 + m used."""
        sides = ("ducats", "food") if target.card.kind == "founder" else ("",)
        for monks in range(min(2, self._monks_in_hand()) + 1):
            if 1 + monks * self.options.monk_cost > self.left:
                continue
            with self._apprentice_in_place(owner, target):
                places = self._places(target.card, monks)
            for place in places:
                for payment in self._payments(target.card):
                    for side in sides:
                        yield Apprentice(owner.name, target.place, side, "", monks, place, payment)

    def _free_monk_moves(self, owner: Player, target: Settler) -> Iterator[SeatMove]:
        """A monk as T lies at once under a hand card X: place(X, m), T one of the m monks.

        Counted are the apprentice with T, 1, then X, 1, and the monks from the hand.
        """
        for card in set(self.player.hand):
            if card.kind != "chain":
                continue
            for monks in range(1, min(2, 1 + self._monks_in_hand()) + 1):
                if 2 + (monks - 1) * self.options.monk_cost > self.left:
                    continue
                with self._apprentice_in_place(owner, target):
                    places = self._places(card, monks)
                for place in places:
                    for payment in self._payments(card):
                        yield Apprentice(
                            owner.name, target.place, "", card.id, monks, place, payment
                        )

    # Where a card may go

    def _monks_in_hand(self) -> int:
        return sum(card.id == "monk" for card in self.player.hand)

    def _link_roles(self, card: Card, monks: int) -> list[Card] | None:
        """Specials, place(X, m): the roles from X down; None if a predecessor does not exist."""
        roles = [card]
        for _ in range(monks):
            predecessor = roles[-1].predecessor
            if predecessor == "":
                return None
            roles.append(self.table.cards[predecessor])
        return roles

    def _places(self, card: Card, monks: int) -> list[Place | None]:
        """Specials, place(X, m): where the lowest card goes; it stands free without predecessor."""
        roles = self._link_roles(card, monks)
        if roles is None:
            return []
        if roles[-1].predecessor == "":
            return [None]
        return [
            settler.place
            for settler in self.player.village
            if settler.role.id == roles[-1].predecessor and settler.room > 0
        ]

    def _payments(self, card: Card) -> list[Payment]:
        """Locks: every way in which the player may open the padlock of `card` now."""
        if card.unlocker == "":
            return [Payment("")]
        ways = [
            Payment("own", self.player.name, unlocker.ducats)
            for unlocker in self.player.unlockers(card)
        ]
        others = [
            Payment("other", other.name, unlocker.ducats)
            for other in self.table.players
            if other is not self.player
            for unlocker in other.unlockers(card)
        ]
        if not ways and self.player.supply >= LOCK_PRICE:
            ways = others or [Payment("bank")]
        if self.tinner:  # Specials, Tinner: also free; the other payments stay legal
            ways.append(Payment("tinner"))
        return ways

    # Playing a move

    def perform(self, move: SeatMove) -> None:
        match move:
            case Pass():
                self._end()
            case Exchange():
                self._put_away(move)
            case TakeCommon():
                self._take_common(move)
            case Build():
                self._build(move)
            case Tinner():
                self._discard("tinner")
                self.tinner = True
            case Smuggler():
                self._smuggle(move)
            case Apprentice():
                self._free(move)
            case _:
                raise ValueError(f"{move} is no move of a build phase")

    def _end(self) -> None:
        """Build, end of the phase: no food visible -> the founders flip to the food side."""
        if self.player.food() == 0:
            self.player.founders.food_side = True
        self.ended = True

    def _put_away(self, move: Exchange) -> None:
        card = self._from_hand(move.card)
        pile = self.table.stacks[move.stack - 1] if move.stack else self.table.discards
        pile.append(card)
        self.exchanges += 1
        self.exchanging = True

    def _take_common(self, move: TakeCommon) -> None:
        self.table.commons[move.card] -= 1
        card = self.table.cards[move.card]
        self.player.village.append(Settler(card, card))  # placed free and at once, counts 0
        self.exchanging = False

    def _build(self, move: Build) -> None:
        card = self._from_hand(move.card)
        monks = [Settler(self._from_hand("monk"), card) for _ in range(move.monks)]
        self._pay(card, move.payment)  # Specials, place: opened before placing
        self._put_down(Settler(card, card), monks, move.place)
        self.used += 1 + move.monks * self.options.monk_cost

    def _smuggle(self, move: Smuggler) -> None:
        card = self._discard("smuggler")
        self._pay(card, move.payment)
        ducats = next(
            settler.printed_ducats
            for settler in self.player.village
            if settler.card.id == move.settler and settler.printed_ducats > 0
        )
        self.player.supply += (ducats + 1) // 2

    def _free(self, move: Apprentice) -> None:
        owner = next(player for player in self.table.players if player.name == move.owner)
        target = next(settler for settler in owner.village if settler.place == move.target)
        self._swap(owner, target, Settler(self._from_hand("apprentice"), target.role))
        target.below, target.above = None, []  # a new card with ON = 0
        self.used += 1
        if target.card.id == "monk":
            top = self._from_hand(move.hand_card)
            monks = [target]
            self.used += 1
        else:
            top = target.card
            monks = []
        new = target if target.card is top else Settler(top, top)
        new.role = new.card
        new.food_side = move.side == "food"
        while len(monks) < move.monks:
            monks.append(Settler(self._from_hand("monk"), top))
            self.used += self.options.monk_cost
        self._pay(top, move.payment)
        self._put_down(new, monks, move.place)

    def _put_down(self, top: Settler, monks: list[Settler], place: Place | None) -> None:
        """Specials, place(X, m): X on m monks in the roles of its predecessors, on `place`."""
        roles = self._link_roles(top.card, len(monks))
        assert roles is not None
        column = [top, *monks]
        base = next((s for s in self.player.village if s.place == place), None)
        for settler, role in zip(column, roles, strict=True):
            settler.role = role
        for upper, lower in zip(column, [*monks, base], strict=True):
            upper.below = lower
            if lower is not None:
                lower.above.append(upper)
        self.player.village += column

    def _pay(self, card: Card, payment: Payment) -> None:
        """Locks: 2 ducats from the bank or the supply, onto the unlocker or to the bank."""
        if payment.how in ("other", "bank"):
            self.player.supply -= LOCK_PRICE
        if payment.how in ("own", "other"):
            owner = next(p for p in self.table.players if p.name == payment.owner)
            unlocker = next(u for u in owner.unlockers(card) if u.ducats == payment.ducats)
            unlocker.ducats += LOCK_PRICE

    def _from_hand(self, name: str) -> Card:
        card = self.table.cards[name]
        self.player.hand.remove(card)
        return card

    def _discard(self, name: str) -> Card:
        """Build, discard-type special: discarded after use, counts 0."""
        card = self._from_hand(name)
        self.table.discards.append(card)
        return card

    # The apprentice's place

    def _swap(self, owner: Player, old: Settler, new: Settler) -> None:
        """`new` takes the role, the place and the cards of `old`, which leaves the village."""
        new.role, new.below, new.above = old.role, old.below, old.above
        for upper in new.above:
            upper.below = new
        if new.below is not None:
            new.below.above[new.below.above.index(old)] = new
        owner.village[owner.village.index(old)] = new

    @contextmanager
    def _apprentice_in_place(self, owner: Player, target: Settler) -> Iterator[None]:
        """The table as it is while the freed card looks for its place."""
        apprentice = Settler(self.table.cards["apprentice"], target.role)
        self._swap(owner, target, apprentice)
        yield
        self._swap(owner, apprentice, target)
