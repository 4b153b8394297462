"""Kuhn poker: the smallest game of the registry, and the example of how to add one."""

from hinterland.engine.game import NO_MEMORY, Game, about, players_option
from hinterland.engine.kuhn import notation, rules

GAME = Game(
    name="kuhn",
    version=1,
    rules=rules,
    notation=notation,
    state_dtype=rules.STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=3,
    max_length=6,
    payoff_scale=4.0,
    payoff_offset=-2.0,
    usual_decisions=about(2),
    enumerable=True,
)
