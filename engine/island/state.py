"""The state of the island, field by field, and the numbers that stand for things in it.

field         shape     meaning
viewer                  whose view this is, ALL for a state
players                 2..6
graph                   which board (`board`): SMALL .. LARGE_SEA
options       (34,)     the options as dealt, by the places of `options`
phase                   what is to be decided or drawn, a constant of PHASES
resume                  the phase to go on with after the robber or free roads
actor                   the seat that decides in `phase`, or for which chance moves
turn                    the seat whose turn it is; in the setup the seat that places
first                   who placed first
queue                   bit s: seat s is still to be asked in this phase, after `actor`
turns                   turns begun, the present one included; 0 in the setup
moves                   moves made in the action phase of this turn
red, yellow, event      dice of this turn, 0 before the roll (but what an Alchemist chose);
                        event: 0 none, SHIP_FACE, TRACK_FACE + track
free                    free roads still to be placed
played                  1 after a development card was played in this turn
winners                 bit s: seat s has won (or will, once its victory cards are shown)
terrain       (52,)     per hex, FOREST .. NO_HEX
chit          (52,)     per hex: 2..12, 0 for none
robber, pirate          hex, OFF when off the board
harbor_first, harbor_second (11,)   corners of each harbor, NOWHERE when there are fewer
harbor_type   (11,)     a resource, ANY, or HIDDEN while face down
flips                   bit h: harbor h is to be turned up now
harbor_pool   (6,)      how many face-down harbors have each type: nobody knows which
corner        (130,)    what stands on each corner: 0, or PIECE << 3 | seat + 1; PIECE is
                        SETTLEMENT, CITY, SIDEWAYS, WALLED, of a knight LEVEL << 3 | PROMOTED |
                        INACTIVE .. READY
roads, ships  (6, 3)    per seat, edges as bits
taken         (1, 3)    edges with a road or ship
reach         (6, 3)    per seat, corners that its roads or ships touch, and after the setup
                        those of its buildings (one may be left without a road or ship)
crowded       (1, 3)    corners at sea, and those with a building on them or on a neighbour
settlements, cities (6,)   pieces left in the supply
bank                    cards in the bank, by lanes of `cards`
hand          (6,)      per seat, cards held; of others on a view those surely held
hidden        (6,)      on a view: cards of the hand of unknown kind
ledger        (6,)      on a view: what the last event added to each hand, as far as the viewer
                        saw it; lanes modulo 2**64, added to the hypotheses of the memory
pending       (6,)      cards of the hand set aside for a discard, in `hand` until revealed;
                        while a roll is worked out, the cards that it gives
pending_hidden (6,)     on a view: such cards of unknown kind
owed          (6,)      cards that are still to be set aside
development   (6,)      development cards held, by lanes of DEVELOPMENT
development_hidden (6,) on a view: such cards of unknown kind
bought, bought_hidden   of the cards of `turn`: bought in this turn
unseen                  development cards in the deck; on a view with all hidden ones
deck                    development cards in the deck
shown                   bit s: seat s has shown its victory cards at the end
army          (6,)      knight cards played
largest_army            seat or NOBODY
longest_road            seat or NOBODY
road_length             of the holder of the longest road, else 0
harbormaster            seat or NOBODY
victim                  whom the card is stolen from, or whom a card is played against
asked                   kind that a monopoly asks for, NO_KIND outside LEVY
offer                   cards of the offer on the table, coded by `trade`; 0 for none
answers       (6,)      to that offer: 0 none yet, DECLINED, ACCEPTED, or a counter, coded
offers        (10,)     the offers of this turn
offer_count             how many

With Cities & Knights:
progress      (6,)      progress cards held, by lanes of `progress`; of others on a view those known
progress_hidden (6, 3)  on a view: such cards of unknown kind, by track
decks         (3, 18)   per track, the cards of the deck as bytes of `progress`, next one first
deck_size     (3,)      how many
knights       (6, 6)    per seat, corners of its knights, ascending; then NOWHERE
improvements  (6, 3)    per seat and track, levels 0..5
metropolises  (3,)      per track, corner or NOWHERE
sideways      (6,)      cities that count as settlements
defender      (6,)      Defender cards
printer, constitution   seat or NOBODY
barbarians              steps made, 0..6
attacked                1 after the first attack
merchant, merchant_owner   hex or OFF, seat or NOBODY
crane                   Crane discounts left in this turn
fleet                   bit k: kind k is 2:1 in this turn
unpaid                  bit s: seat s got no card from this roll, nor picked one; zero after it
cause                   why there are discards or the robber moves: SEVEN .. SABOTAGE
track                   of the card that is drawn now or the metropolis that is placed
left                    promotions of a Smith, or cards to give or take, that are left
banished                PIECE of the knight that was displaced or deserts, else 0
origin                  the corner that it left; the edge that a Diplomat cleared; else 0
swapped, returned       kinds that a Commercial Harbor gives and gets; NO_KIND for none or unknown

With fish or Seafarers:
boot                    who holds the old boot, NOBODY while it is in the pool
due                     picks or fish tokens that the actor still gets; 1 where a free road must
                        be laid, or what a Diplomat took and lays anew is a ship
lifted                  the edge of the ship that was taken up in this turn, NOWHERE before
raid                    after a chase, which may be moved: ROBBER_RAID | PIRATE_RAID, 0 for either;
                        PIRATE_RAID also while a victim of the pirate is chosen
built         (1, 3)    edges of the ships that the seat of the turn has built in it
fish          (6,)      fish tokens held, by lanes of `tokens_held`: 1, 2, 3, of unknown value
unseen_fish             tokens in the pool; on a view with all hidden ones; never the boot
spent_fish              tokens that lie face up beside the pool
home          (6, 2)    a land hex at each starting piece, NOWHERE before it is placed
islands       (6,)      islands settled on which the seat did not start
ground_corner (8,)      middle corner of each fishing ground, NOWHERE when there are fewer
ground_number (8,)      the number at which it gives fish
"""

from typing import Final

import numpy as np

from hinterland.engine.island.board import MAX_CORNERS, MAX_HEXES, WORDS
from hinterland.engine.island.options import MAX_OPTIONS
from hinterland.engine.seats import MAX_SEATS

FOREST, PASTURE, FIELDS, HILLS, MOUNTAINS, DESERT, GOLD, SEA, LAKE, LAKE_2, NO_HEX = range(11)
TERRAINS: Final = (
    "forest", "pasture", "fields", "hills", "mountains", "desert", "gold", "sea", "lake", "lake2",
)  # fmt: skip
"""The first five produce the resource of the same number."""

OFF: Final = 255
NOWHERE: Final = 255
HARBORS: Final = ("lumber", "wool", "grain", "brick", "ore", "any")
ANY: Final = 5
HIDDEN: Final = 255
MAX_HARBORS: Final = 11
NOBODY: Final = -1
NO_KIND: Final = 8
DECLINED: Final = -1
ACCEPTED: Final = -2
MAX_OFFERS: Final = 10
MAX_GROUNDS: Final = 8

SETTLEMENT, CITY = 1, 2
EXTRA: Final = 4
SIDEWAYS: Final = SETTLEMENT | EXTRA
"""A city piece that counts as a settlement."""
WALLED: Final = CITY | EXTRA
INACTIVE, ACTIVE, READY = range(3)
PROMOTED: Final = 4
"""Of a knight: promoted in this turn."""
MAX_KNIGHTS: Final = 6

SHIP_FACE: Final = 1
TRACK_FACE: Final = 2
SEVEN, CHASE_CAUSE, BISHOP_CAUSE, SABOTAGE = range(4)
NO_PROGRESS: Final = np.uint64(0)

_BASE_PHASES: Final = (
    "setup_piece", "setup_road", "roll", "dice", "discard", "reveal", "robber", "rob", "steal",
    "action", "answer", "deal", "free_road", "buy", "levy", "special", "points", "over",
)  # fmt: skip
(
    SETUP_PIECE, SETUP_ROAD, ROLL, DICE, DISCARD, REVEAL, ROBBER, ROB, STEAL,
    ACTION, ANSWER, DEAL, FREE_ROAD, BUY, LEVY, SPECIAL, POINTS, FINISHED,
) = range(len(_BASE_PHASES))  # fmt: skip

_KNIGHTS_PHASES: Final = (
    "defender", "pillage", "breach", "draw", "aqueduct", "metropolis", "smith", "rebuild",
    "retreat", "swap", "swap_answer", "cross", "give", "show_hand", "take_card", "show_progress",
    "take_progress", "desert", "place", "drop",
)  # fmt: skip
(
    DEFENDER, PILLAGE, BREACH, DRAW_CARD, AQUEDUCT, METROPOLIS, SMITH, REBUILD,
    RETREAT, SWAP, SWAP_ANSWER, CROSS, GIVE, SHOW_HAND, TAKE_CARD, SHOW_PROGRESS,
    TAKE_PROGRESS, DESERT_PHASE, PLACE, DROP,
) = range(len(_BASE_PHASES), len(_BASE_PHASES) + len(_KNIGHTS_PHASES))  # fmt: skip

_SEA_PHASES: Final = ("setup_gold", "gold", "token", "return", "lift")
_BEFORE_SEA: Final = len(_BASE_PHASES) + len(_KNIGHTS_PHASES)
SETUP_GOLD, GOLD_PICK, TOKEN, RETURN, LIFT = range(_BEFORE_SEA, _BEFORE_SEA + len(_SEA_PHASES))

PHASES: Final = _BASE_PHASES + _KNIGHTS_PHASES + _SEA_PHASES

ROBBER_RAID: Final = 1
PIRATE_RAID: Final = 2

STATE: Final = np.dtype(
    [
        ("bank", "<u8"),
        ("hand", "<u8", MAX_SEATS),
        ("pending", "<u8", MAX_SEATS),
        ("ledger", "<u8", MAX_SEATS),
        ("development", "<u8", MAX_SEATS),
        ("progress", "<u8", MAX_SEATS),
        ("bought", "<u8"),
        ("unseen", "<u8"),
        ("offer", "<i8"),
        ("answers", "<i8", MAX_SEATS),
        ("offers", "<i8", MAX_OFFERS),
        ("roads", "<u8", (MAX_SEATS, WORDS)),
        ("ships", "<u8", (MAX_SEATS, WORDS)),
        ("taken", "<u8", (1, WORDS)),
        ("reach", "<u8", (MAX_SEATS, WORDS)),
        ("crowded", "<u8", (1, WORDS)),
        ("built", "<u8", (1, WORDS)),
        ("options", "<u2", MAX_OPTIONS),
        ("turns", "<u2"),
        ("moves", "<u2"),
        ("flips", "<u2"),
        ("fish", "<u2", MAX_SEATS),
        ("unseen_fish", "<u2"),
        ("spent_fish", "<u2"),
        ("viewer", "i1"),
        ("players", "i1"),
        ("graph", "i1"),
        ("phase", "i1"),
        ("resume", "i1"),
        ("actor", "i1"),
        ("turn", "i1"),
        ("first", "i1"),
        ("largest_army", "i1"),
        ("longest_road", "i1"),
        ("harbormaster", "i1"),
        ("victim", "i1"),
        ("queue", "u1"),
        ("asked", "u1"),
        ("shown", "u1"),
        ("red", "u1"),
        ("yellow", "u1"),
        ("event", "u1"),
        ("free", "u1"),
        ("played", "u1"),
        ("winners", "u1"),
        ("road_length", "u1"),
        ("robber", "u1"),
        ("pirate", "u1"),
        ("deck", "u1"),
        ("bought_hidden", "u1"),
        ("offer_count", "u1"),
        ("hidden", "u1", MAX_SEATS),
        ("pending_hidden", "u1", MAX_SEATS),
        ("owed", "u1", MAX_SEATS),
        ("development_hidden", "u1", MAX_SEATS),
        ("army", "u1", MAX_SEATS),
        ("settlements", "u1", MAX_SEATS),
        ("cities", "u1", MAX_SEATS),
        ("harbor_first", "u1", MAX_HARBORS),
        ("harbor_second", "u1", MAX_HARBORS),
        ("harbor_type", "u1", MAX_HARBORS),
        ("harbor_pool", "u1", 6),
        ("terrain", "u1", MAX_HEXES),
        ("chit", "u1", MAX_HEXES),
        ("corner", "u1", MAX_CORNERS),
        # fish and Seafarers
        ("boot", "i1"),
        ("due", "u1"),
        ("lifted", "u1"),
        ("raid", "u1"),
        ("home", "u1", (MAX_SEATS, 2)),
        ("islands", "u1", MAX_SEATS),
        ("ground_corner", "u1", MAX_GROUNDS),
        ("ground_number", "u1", MAX_GROUNDS),
        ("progress_hidden", "u1", (MAX_SEATS, 3)),
        ("decks", "u1", (3, 18)),
        ("deck_size", "u1", 3),
        ("knights", "u1", (MAX_SEATS, MAX_KNIGHTS)),
        ("improvements", "u1", (MAX_SEATS, 3)),
        ("metropolises", "u1", 3),
        ("sideways", "u1", MAX_SEATS),
        ("defender", "u1", MAX_SEATS),
        ("printer", "i1"),
        ("constitution", "i1"),
        ("merchant_owner", "i1"),
        ("barbarians", "u1"),
        ("attacked", "u1"),
        ("merchant", "u1"),
        ("crane", "u1"),
        ("fleet", "u1"),
        ("unpaid", "u1"),
        ("cause", "u1"),
        ("track", "u1"),
        ("left", "u1"),
        ("banished", "u1"),
        ("origin", "u1"),
        ("swapped", "u1"),
        ("returned", "u1"),
        ("unused", "u1", 2),  # no byte is left to padding: equal states have equal bytes
    ],
    align=True,
)

HYPOTHESES: Final = 64
"""The most joint hypotheses that a memory keeps."""

WHOLE: Final = 1 << 30
"""What the weights of all hypotheses sum to, up to rounding."""

FINE: Final = 1 << 20
"""Weights are worked on this much finer before they are scaled back."""

GUESSES: Final = 48
"""The most hypotheses of progress cards that a memory keeps, for all three decks together."""

LEAST_GUESSES: Final = 8
"""Of these, room that is kept for each deck."""

GUESS_WORDS: Final = 4

# field      shape     meaning
# rng        (1,)      of the deterministic draws that `remember` makes
# count                hypotheses kept; 0: only the view's own bounds hold
# resampled            1 once there were more than can be kept: the truth may be none of them
# weight     (64,)     of each, they sum to about WHOLE
# hands      (64, 6)   the hand of each other seat before the last event
# spare_*              room to work in, zero at rest
# guess_count          hypotheses of progress cards kept; of a deck without any all hidden are alike
# guess_resampled      1 once there were more than can be kept, until none is left
# guess_weight (48,)   of each; those of a deck sum to about WHOLE
# guess_track (48,)    the deck of each
# guesses    (48, 4)   what they say, as `guesses` packs it
MEMORY: Final = np.dtype(
    [
        ("rng", "<u8", 1),
        ("count", "<i8"),
        ("resampled", "<i8"),
        ("weight", "<i8", HYPOTHESES),
        ("hands", "<u8", (HYPOTHESES, MAX_SEATS)),
        ("spare_weight", "<i8", HYPOTHESES),
        ("spare_hands", "<u8", (HYPOTHESES, MAX_SEATS)),
        ("guess_count", "<i8"),
        ("guess_resampled", "<i8"),
        ("guess_weight", "<i8", GUESSES),
        ("guess_track", "i1", GUESSES),
        ("guesses", "<u8", (GUESSES, GUESS_WORDS)),
    ],
    align=True,
)
