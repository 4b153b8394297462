"""How long a game can be at most: the proof of the declared bound, as arithmetic.

A turn is the moves from one seat's roll (or what it does before) to the next one's, chance
included. Each name below bounds one part of any turn under any options; what a rule counts is
said beside it. Nothing here is played: a test holds that random games stay below.

**Cards in hands.** Discards are the only long sequences that `turn_moves` does not count. Each
takes a card out of a hand. Count the cards in all hands: a roll leaves at most CARDS, all there
are; after it only Irrigation, Mining and fish bring more from the bank than they take (a trade
with the bank gives two or more for one; cards between seats change nothing). So there are at
most CARDS and what these bring.

**Progress cards.** No seat starts its turn with more than PROGRESS_LIMIT and what fish bought in
special building. In its turn come a gate, a defender's tie, what fish buy, and a card for each
Spy. A played card goes under its deck, so a Spy comes again only with a draw.

**Knights.** A knight acts once a turn; one that a Deserter places may act too.
"""

from typing import Final

from hinterland.engine.island.flow import SPECIAL_PLAYERS
from hinterland.engine.island.legal import SPECIAL_MOVES
from hinterland.engine.island.progress import PROGRESS_LIMIT
from hinterland.engine.island.state import MAX_HARBORS, MAX_KNIGHTS

CARDS: Final = 5 * 24 + 3 * 18
"""Resources and commodities of the larger box."""

FISH_ACTIONS: Final = 7 + 7
"""Each spends a token at least; a seat has 7 at most, and may fill up once, after the roll."""
FISH_DRAWS: Final = 2 + 2
"""Progress cards among them: a card costs 7, three tokens or more."""
SPECIAL_DRAWS: Final = 2
"""The same of a seat in special building, with no tokens coming in."""

SPIES: Final = 3 + FISH_DRAWS
PLAYS: Final = PROGRESS_LIMIT + SPECIAL_DRAWS + 2 + FISH_DRAWS + SPIES
"""Progress cards played in a turn."""
HARVEST: Final = 2 * 6
"""Irrigation or Mining: two cards for each of the six fields of the larger board."""
DISCARDS: Final = CARDS + HARVEST * PLAYS + FISH_ACTIONS

IMPROVEMENTS: Final = 3 * 5
"""Levels of a seat, each with a site of a metropolis to choose at most."""
DEVELOPMENTS: Final = 34
"""Development cards, each drawn once."""
DEVELOPMENT_PLAY: Final = 1 + 3
"""One a turn, then robber, victim and card; roads and a monopoly ask for less."""

GOLD: Final = 3 * 3 * 2
"""Three gold hexes, three buildings at each, two picks for a city."""
TOKENS: Final = 2 * 2 * 2 + 3 * 2
"""Two grounds of a number with two buildings each, one lake with three, two tokens for a city."""


def turn_bound(players: int, turn_moves: int, offers: int) -> int:
    """Moves of a turn at most."""
    reveals, opponents = players, players - 1
    before = 2 * FISH_ACTIONS // 2 + 1 + DEVELOPMENT_PLAY  # fish, the boot, a development card
    roll = 1 + 1  # roll or Alchemist, dice
    attack = players * 3  # deck, draw and drop; or a city or wall
    gates = players * 2  # draw and drop
    robber = reveals + 3  # robber, victim, card
    production = GOLD + TOKENS + 2 * players + players  # swaps with their draws, Aqueduct
    trade = offers * (opponents + 1)  # answers, and the choice of one
    knights = (MAX_KNIGHTS + PLAYS) * (reveals + 3)  # a chase; a retreat is less
    cards = PLAYS * (3 * opponents + 1 + reveals)  # Commercial Harbor; a Bishop is less
    rest = IMPROVEMENTS + 1 + DEVELOPMENTS + DEVELOPMENT_PLAY + FISH_ACTIONS  # 1: a ship moved
    action = turn_moves + 1 + trade + knights + cards + rest
    drops = players * (SPECIAL_DRAWS + 2) + FISH_DRAWS + SPIES
    total = before + roll + attack + gates + robber + production + action + DISCARDS + drops
    if players < SPECIAL_PLAYERS:
        return total
    seat = SPECIAL_MOVES + 1 + IMPROVEMENTS + FISH_ACTIONS  # 7 actions, a draw and drop for each
    return total + opponents * seat + DEVELOPMENTS


def length_bound(players: int, max_turns: int, turn_moves: int, offers: int) -> int:
    """Moves of a game at most: setup, turns, harbors turned up once each, victory cards shown."""
    setup = 2 * players * 4  # piece, road, gold, token
    return setup + max_turns * turn_bound(players, turn_moves, offers) + MAX_HARBORS + players
