"""Random harbors beside the official grounds: every set of places is as likely."""

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from hinterland.engine.island import GAME
from hinterland.engine.island.board import COAST_EDGE, EDGE_CORNER
from hinterland.engine.island.harbor_places import WAYS
from hinterland.engine.jit import in_record
from hinterland.engine.rng import stream
from hinterland.tests.conformance.beliefs import misfit

SLOTS = {"4": (1, 8, 11, 18, 21, 28), "6": (1, 8, 15, 22, 25, 29, 32, 36)}
LENGTH = {"4": 30, "6": 38}
HARBORS = {"4": 9, "6": 11}
DEALS = 6000


def place_sets(players: str) -> list[tuple[int, ...]]:
    """Every choice of coast edges, no two with a common corner, none of a ground."""
    length, slots = LENGTH[players], SLOTS[players]
    closed = {*slots, *(slot + 1 for slot in slots)}
    free = [edge for edge in range(length) if edge not in closed]
    return [
        chosen
        for chosen in combinations(free, HARBORS[players])
        if all(b - a > 1 for a, b in pairwise(chosen)) and chosen[-1] - chosen[0] < length - 1
    ]


@pytest.mark.parametrize(("players", "graph"), [("4", 0), ("6", 1)])
def test_ways_are_counted(players: str, graph: int) -> None:
    assert int(WAYS[graph, 0, 0, HARBORS[players]]) == len(place_sets(players))


def test_every_set_of_places_is_as_likely() -> None:
    graph, players = 0, "4"
    sets = place_sets(players)
    edges = {
        tuple(sorted(int(corner) for corner in EDGE_CORNER[graph, COAST_EDGE[graph, place]])): place
        for place in range(LENGTH[players])
    }
    options = GAME.option_values(
        {
            "preset": "base", "players": players, "fish": "yes", "fish_places": "official",
            "harbor_places": "random",
        }
    )  # fmt: skip
    states = GAME.new_states(1)
    seen: Counter[tuple[int, ...]] = Counter()
    rng = stream("places")
    for _ in range(DEALS):
        states[:] = np.zeros(1, GAME.state_dtype)
        GAME.entries.deal_at(states, 0, np.array(options, np.int64), in_record(rng[:1]))
        first, second = states[0]["harbor_first"][:9], states[0]["harbor_second"][:9]
        seen[
            tuple(
                sorted(
                    edges[tuple(sorted((int(a), int(b))))]
                    for a, b in zip(first, second, strict=True)
                )
            )
        ] += 1
    assert not misfit(seen, dict.fromkeys(sets, 1 / len(sets)))
