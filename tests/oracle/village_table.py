"""What lies on the table: settlers in real trees, players, the road and the piles."""

from dataclasses import dataclass, field

from hinterland.tests.oracle.village_cards import Card, Cards


@dataclass(eq=False)
class Settler:
    """One card in a village. Two equal cards are two objects."""

    card: Card
    role: Card  # Specials: "the link it stands for; itself, except for a monk or apprentice"
    below: "Settler | None" = None  # the settler it lies on
    above: "list[Settler]" = field(default_factory=list)  # the settlers lying on it
    ducats: int = 0  # Locks: coins on the card; printed ducats are no coins (Setup)
    food_side: bool = False  # Setup: founders only, they start on the ducat side

    @property
    def on(self) -> int:
        """Specials: ON, the number of cards lying on it."""
        return len(self.above)

    @property
    def room(self) -> int:
        """Specials: room = max_children of the role - ON."""
        return self.role.max_children - self.on

    @property
    def uncovered(self) -> bool:
        """Specials: uncovered means ON = 0."""
        return self.on == 0

    @property
    def place(self) -> tuple[str, str, int]:
        """Build: two places are the same if card, role and number of cards on it agree."""
        return (self.card.id, self.role.id, self.on)

    # Build: a covered card shows neither ducats, food, builder nor silver, but its name, its
    # suit and its padlock. Founders on the food side have 1 food and no ducats.

    @property
    def printed_ducats(self) -> int:
        return self.card.ducats if self.uncovered and not self.food_side else 0

    @property
    def food(self) -> int:
        if self.uncovered and self.food_side:
            return 1
        return self.card.food if self.uncovered else 0

    @property
    def builder(self) -> int:
        return self.card.builder if self.uncovered else 0

    @property
    def locked(self) -> bool:
        return self.card.unlocker != ""


@dataclass(eq=False)
class Player:
    name: str  # p1 .. p5
    supply: int
    hand: list[Card]
    square: list[Card] = field(default_factory=list)  # drafted, until the draft ends
    village: list[Settler] = field(default_factory=list)

    @property
    def founders(self) -> Settler:
        return next(settler for settler in self.village if settler.card.kind == "founder")

    def food(self) -> int:
        return sum(settler.food for settler in self.village)

    def builder(self) -> int:
        return sum(settler.builder for settler in self.village)

    def printed_ducats(self) -> int:
        return sum(settler.printed_ducats for settler in self.village)

    def ducats_on_cards(self) -> int:
        return sum(settler.ducats for settler in self.village)

    def unlockers(self, card: Card) -> list[Settler]:
        """Locks: the settlers of this village that open the padlock of `card`."""
        return [settler for settler in self.village if settler.card.id == card.unlocker]

    def silver(self) -> int:
        """Silver: `silver` for every `silver_count` of `silver_per`, rounded down, a card."""
        total = 0
        for settler in self.village:
            if settler.uncovered and settler.card.silver > 0:
                counted = self._count(settler.card.silver_per)
                total += settler.card.silver * (counted // settler.card.silver_count)
        return total

    def _count(self, what: str) -> int:
        """Silver: how many of the things that a `silver_per` names are in the own village."""
        if what.startswith("suit_symbol:"):  # covered cards too
            suit = what.removeprefix("suit_symbol:")
            return sum(s.card.suit_symbols for s in self.village if s.card.suit == suit)
        if what == "padlock_symbol":  # covered cards too
            return sum(settler.locked for settler in self.village)
        if what == "gold_symbol":  # icons, not their value
            return sum(settler.printed_ducats > 0 for settler in self.village)
        if what == "food_symbol":
            return self.food()
        if what == "builder_symbol":
            return self.builder()
        if what == "printed_gold_on_wood":
            return sum(s.printed_ducats for s in self.village if s.card.suit == "wood")
        if what == "coins_on_one_own_card":
            return max(settler.ducats for settler in self.village)
        raise ValueError(f"silver_per {what!r}")


@dataclass(eq=False)
class RoadSlot:
    card: Card | None
    ducats: int = 0


@dataclass(eq=False)
class Table:
    """Everything on the table. A pile's top card is the last of its list."""

    cards: Cards
    players: list[Player]
    stacks: list[list[Card]]  # 1..6 from the left
    road: list[RoadSlot]  # slots 1..6
    reserve: list[Card]
    discards: list[Card]
    commons: dict[str, int]  # how many lie in each open pile
