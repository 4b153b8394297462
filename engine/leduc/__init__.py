"""Leduc poker: a public card and two rounds of betting; small enough to be solved exactly."""

from hinterland.engine.game import NO_MEMORY, Game, about, players_option
from hinterland.engine.leduc import notation, rules

GAME = Game(
    name="leduc",
    version=1,
    rules=rules,
    notation=notation,
    state_dtype=rules.STATE,
    memory_dtype=NO_MEMORY,
    options=(players_option(2, 2),),
    max_moves=3,
    max_length=12,
    payoff_scale=2.0 * rules.MOST,
    payoff_offset=-rules.MOST,
    usual_decisions=about(3),
    enumerable=True,
)
