"""Island: settlements on hexes, with the rules of several boxes and of one house by option."""

from hinterland.engine.game import Game
from hinterland.engine.island import notation, rules
from hinterland.engine.island.bounds import length_bound
from hinterland.engine.island.options import OPTIONS, resolve, usual_decisions
from hinterland.engine.island.state import MEMORY, STATE

MAX_MOVES = 16_384
_MOST = {option.name: option.maximum for option in OPTIONS}
MAX_LENGTH = length_bound(
    _MOST["players"], _MOST["max_turns"], _MOST["turn_moves"], _MOST["trade_offers"]
)
"""That of the longest options; proven in `bounds`."""

GAME = Game(
    name="island",
    version=1,
    rules=rules,
    notation=notation,
    state_dtype=STATE,
    memory_dtype=MEMORY,
    options=OPTIONS,
    max_moves=MAX_MOVES,
    max_length=MAX_LENGTH,
    option_fields=("players", "graph", "options"),
    usual_decisions=usual_decisions,
    resolve_options=resolve,
    measured=("preset=base trade_offers=0", "preset=base", "preset=house trade_offers=0"),
)
