"""The rules that a move can break: what `fits` answers, and their texts."""

from typing import Final

(
    IS_OVER, WANT_TAKE, NO_ROAD_CARD, STACK_EMPTY, WANT_PROTECT, WANT_COMMON, PILE_EMPTY,
    WANT_BUILD, WANT_SHOW, WRONG_SOURCE, WRONG_CARD, WRONG_NEXT, WANT_SHUFFLE, SEED_SEEN,
    SEED_HIDDEN, NOT_IN_HAND, NO_MORE_EXCHANGES, NO_PILES, STACKS_LEFT, NAME_SEEN, NAME_HIDDEN,
    OVER_LIMIT, NOT_BUILDABLE, NO_MONKS_THERE, NO_PLACE, LOCKED, NO_TARGET, NOT_A_TARGET,
    BAD_SIDE, BAD_UNDER, NOT_PLAYABLE, NO_DUCATS_THERE,
) = range(1, 33)  # fmt: skip

TEXTS: Final = {
    IS_OVER: "the game is over",
    WANT_TAKE: "a road card or the top of a stack must be taken now",
    NO_ROAD_CARD: "no card lies on that road slot",
    STACK_EMPTY: "that stack is empty",
    WANT_PROTECT: "a road card is protected now, or pass",
    WANT_COMMON: "a common settler must be taken now",
    PILE_EMPTY: "that pile is empty",
    WANT_BUILD: "now one can build, play, exchange or pass",
    WANT_SHOW: "a card must be shown now",
    WRONG_SOURCE: "the card comes from somewhere else",
    WRONG_CARD: "that card cannot lie there",
    WRONG_NEXT: "the card beneath cannot show that back",
    WANT_SHUFFLE: "the discards must be shuffled now",
    SEED_SEEN: "no seat sees the seed of a shuffle",
    SEED_HIDDEN: "a shuffle needs its seed here",
    NOT_IN_HAND: "that card is not in the hand",
    NO_MORE_EXCHANGES: "three exchanges were made in this phase",
    NO_PILES: "no common settler is left",
    STACKS_LEFT: "a card goes to the discards only when all stacks are empty",
    NAME_SEEN: "this viewer does not see which card is exchanged",
    NAME_HIDDEN: "the card exchanged must be named here",
    OVER_LIMIT: "that is more than the building limit",
    NOT_BUILDABLE: "that card cannot be built so",
    NO_MONKS_THERE: "monks cannot stand in for that many links under this card",
    NO_PLACE: "there is no such place with room",
    LOCKED: "the padlock cannot be opened so",
    NO_TARGET: "there is no such covered settler",
    NOT_A_TARGET: "an apprentice cannot free that settler",
    BAD_SIDE: "a side is named for one's own founders and for nothing else",
    BAD_UNDER: "a freed monk, and nothing else, goes under a chain card from the hand",
    NOT_PLAYABLE: "that card is not played by discarding it",
    NO_DUCATS_THERE: "no uncovered card of that name with printed ducats is there",
}
