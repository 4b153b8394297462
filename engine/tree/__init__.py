"""Three trees of known value, `tree=a`, `b` and `c`: tests of search, and of the contract."""

from hinterland.engine.game import NO_MEMORY, Game, Option, about, players_option
from hinterland.engine.tree import notation, rules
from hinterland.engine.tree.trees import TREES

GAME = Game(
    name="tree",
    version=1,
    rules=rules,
    notation=notation,
    state_dtype=rules.STATE,
    memory_dtype=NO_MEMORY,
    options=(
        players_option(2, 2),
        Option("tree", 0, "which of the trees is played", choices=TREES),
    ),
    option_fields=("players", "tree"),
    max_moves=3,
    max_length=4,
    payoff_scale=4.0,
    payoff_offset=-2.0,
    usual_decisions=about(2),
    enumerable=True,
)
