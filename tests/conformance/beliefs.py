"""What viewers must believe: exact posteriors by enumeration, and a test of draws against them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from scipy.stats import chi2

from hinterland.engine.game import Game, Knowledge
from hinterland.engine.jit import in_record
from hinterland.engine.rng import Stream
from hinterland.tests.conformance.cases import Options
from hinterland.tests.conformance.positions import Moves, Position, all_positions

ALPHA: Final = 1e-4
"""A right sampler fails one chi-square test in 10,000; the seeds are fixed."""

LEAST_EXPECTED: Final = 20.0
"""Cells of a chi-square test that expect fewer draws are merged."""

Distribution: TypeAlias = Mapping[bytes | int, float]

ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Belief:
    """All positions in which a viewer knows the same, and the posterior of their states.

    `viewer` is an index into `Position.known`; `worlds` has the bytes of the states.
    """

    viewer: int
    knowledge: Knowledge
    twins: tuple[Position, ...]
    worlds: Distribution


@cache
def families(game: Game, options: Options) -> Mapping[tuple[int, Moves], list[Position]]:
    """The positions of an enumerable game by viewer (an index) and the events that it saw."""
    found: dict[tuple[int, Moves], list[Position]] = {}
    for position in all_positions(game, options):
        for viewer, events in enumerate(position.events):
            found.setdefault((viewer, events), []).append(position)
    return found


@cache
def beliefs(game: Game, options: Options) -> tuple[Belief, ...]:
    """Every belief of an enumerable game.

    Events that leave the same knowledge must leave the same posterior: the sampler gets no more.
    """
    found: dict[tuple[int, bytes], Belief] = {}
    for (viewer, _), twins in families(game, options).items():
        knowledge = twins[0].known[viewer]
        worlds = _posterior(viewer, twins)
        key = (viewer, knowledge.tobytes())
        if key in found:
            other = found[key]
            assert _same(worlds, other.worlds), (
                f"{twins[0]}: viewer {viewer} knows the same as {other.twins[0]}, "
                "but the posteriors differ"
            )
            twins = [*other.twins, *twins]
        found[key] = Belief(viewer, knowledge, tuple(twins), worlds)
    return tuple(found.values())


def draw_worlds(game: Game, knowledge: Knowledge, count: int, rng: Stream) -> list[bytes]:
    """The bytes of `count` worlds; `determinise` must find one and leave the memory alone."""
    worlds, memory = game.new_states(count), knowledge.memory.copy()
    worlds[:] = knowledge.view[0]
    for i in range(count):
        code = game.entries.determinise_at(worlds, i, memory, 0, in_record(rng[:1]))
        assert code == 0, f"{game.name}: no world for {knowledge.view[0]}"
    assert memory.tobytes() == knowledge.memory.tobytes(), "determinise changes the memory"
    size = game.state_dtype.itemsize
    joined = worlds.tobytes()
    return [joined[i * size : (i + 1) * size] for i in range(count)]


def misfit(counts: Counter[bytes] | Counter[int], expected: Distribution) -> str:
    """Why the counts are no sample of the distribution; empty when they may be one."""
    strangers = [outcome for outcome in counts if outcome not in expected]
    if strangers:
        return f"impossible outcome {strangers[0]!r}"
    draws = sum(counts.values())
    cells = _merged_cells(counts, expected, draws)  # type: ignore[arg-type]
    if len(cells) < 2:
        return ""
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in cells)
    critical = float(chi2.isf(ALPHA, len(cells) - 1))
    if statistic <= critical:
        return ""
    return f"chi-square {statistic:.1f} above {critical:.1f}: (seen, expected) {cells}"


def _merged_cells(
    counts: Counter[bytes | int], expected: Distribution, draws: int
) -> list[tuple[int, float]]:
    """(seen, expected) for each outcome, the rarest joined until each cell expects enough."""
    rising = sorted((share * draws, str(outcome), outcome) for outcome, share in expected.items())
    cells: list[tuple[int, float]] = []
    seen, wanted = 0, 0.0
    for share, _, outcome in rising:
        seen, wanted = seen + counts[outcome], wanted + share
        if wanted >= LEAST_EXPECTED:
            cells.append((seen, wanted))
            seen, wanted = 0, 0.0
    if wanted > 0 and cells:
        cells[-1] = (cells[-1][0] + seen, cells[-1][1] + wanted)
    return cells


def _posterior(viewer: int, twins: list[Position]) -> Distribution:
    worlds: dict[bytes | int, float] = {}
    for twin in twins:
        state = twin.state.tobytes()
        worlds[state] = worlds.get(state, 0.0) + twin.chances[viewer]
    total = sum(worlds.values())
    return {state: chance / total for state, chance in worlds.items()}


def _same(first: Distribution, second: Distribution) -> bool:
    return first.keys() == second.keys() and all(
        abs(chance - second[state]) < ROUNDING for state, chance in first.items()
    )
