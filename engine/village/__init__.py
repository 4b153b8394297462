"""Village: a card-drafting and tableau game for two to five seats."""

from hinterland.engine.game import Game, Option, about, players_option
from hinterland.engine.jit import SALT

from . import cards, memory, notation, rules, state

MAX_MOVES = 2048
MAX_LENGTH = 1500
"""Fourteen rounds of two, or nine of five, with every draw, build and shuffle there can be."""

GAME = Game(
    name=cards.GAME_NAME,
    version=1,
    rules=rules,
    notation=notation,
    state_dtype=state.STATE,
    memory_dtype=memory.MEMORY,
    options=(
        players_option(2, 5),
        Option("market_trigger", 0, "stacks that bring the markets", ("both", "stack")),
        Option("monk_cost", 1, "what a monk from the hand counts", minimum=0, maximum=1),
        Option("monk_target", 0, "whether an apprentice may free a monk", ("yes", "no")),
        Option("tie_cards", 0, "the cards that count in a tie", ("all", "uncovered")),
    ),
    max_moves=MAX_MOVES,
    max_length=MAX_LENGTH,
    option_fields=("players", "stack_trigger", "free_monks", "no_monk_target", "uncovered_tie"),
    usual_decisions=about(50),
    salt=globals().get(SALT, ""),
)
