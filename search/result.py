"""What a search found, collected from its lanes in their fixed order."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hinterland.engine.rng import draw_bounded, stream
from hinterland.search.lane import Lane
from hinterland.search.settings import SearchSettings


@dataclass(frozen=True)
class RootMove:
    """A move at the root.

    `returns`: the mean return of each seat, zeros if it was never visited; `availability`: the
    visits of the root in which it was possible. `spread`: the standard deviation of the root
    seat's return over the iterations of this search, each in a world of its own (in `pimc` some
    share one); 0 where it had none.
    """

    move: int
    visits: int
    returns: tuple[float, ...]
    availability: int
    spread: float = 0.0


@dataclass(frozen=True)
class Weighed:
    """How many worlds were weighted, by how many decisions of others; none: searched as by `so`."""

    worlds: int
    decisions: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    `best`: the move to play, as the settings choose it; `preferred`: what that is without a
    temperature. `moves`: ascending by code. `line`: the principal line, as events that the seat
    sees, from `best` on. `worlds`: worlds drawn. `playout_moves`: moves played in playouts.
    `nodes`: in all trees. `depth`: events from the root to the deepest node that an iteration
    came to. `full`: the memory limit stopped a tree from growing. `seconds`: of search.
    `weighed`: of `weighted`: by what its worlds were weighted; None for the other variants.
    """

    best: int
    preferred: int
    moves: tuple[RootMove, ...]
    line: tuple[int, ...]
    iterations: int
    worlds: int
    playout_moves: int
    nodes: int
    depth: int
    full: bool
    seconds: float
    weighed: Weighed | None = None

    @property
    def iterations_per_s(self) -> float:
        return self.iterations / self.seconds if self.seconds > 0 else 0.0


def visit_shares(lane: Lane) -> dict[int, float]:
    """The visit shares of a search as a policy: the probability of every move.

    One visit is added to each move: a short search rules none out.
    """
    visits = {int(move["event"]): int(move["visits"]) + 1 for move in lane.root_moves()}
    total = sum(visits.values())
    return {move: count / total for move, count in visits.items()}


def chosen_move(moves: Sequence[RootMove], settings: SearchSettings, seat: int) -> int:
    """The move to play: with a temperature t drawn, each by its visits to the power of 1/t."""
    if settings.temperature > 0.0:
        return _drawn(moves, max(move.visits for move in moves), settings)
    return preferred_move(moves, settings, seat)


def preferred_move(moves: Sequence[RootMove], settings: SearchSettings, seat: int) -> int:
    """The move with the most visits, the lowest code among equals.

    Or, where close moves are told apart by their means, the best mean of those whose visits are
    within one standard error (the square root) of the most.
    """
    if settings.choice == "mean":
        most = max(move.visits for move in moves)
        close = [move for move in moves if move.visits >= most - math.sqrt(most)]
        return max(close, key=lambda move: move.returns[seat]).move
    return max(moves, key=lambda move: move.visits).move


def _drawn(moves: Sequence[RootMove], most: int, settings: SearchSettings) -> int:
    weights = [(move.visits / max(most, 1)) ** (1.0 / settings.temperature) for move in moves]
    resolution = 1 << 30
    point = draw_bounded(stream("temperature", settings.seed), resolution) / resolution
    left = point * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0.0:
            return move.move
    return moves[-1].move


def collect(
    lanes: Sequence[Lane],
    settings: SearchSettings,
    seconds: float,
    weighed: Weighed | None = None,
) -> SearchResult:
    """The result of all lanes together."""
    moves = _merged_moves(lanes)
    best = chosen_move(moves, settings, lanes[0].seat)
    return SearchResult(
        best=best,
        preferred=preferred_move(moves, settings, lanes[0].seat),
        moves=moves,
        line=principal_line(lanes, best),
        iterations=_total(lanes, "iterations"),
        worlds=_total(lanes, "worlds"),
        playout_moves=_total(lanes, "played"),
        nodes=_total(lanes, "used"),
        depth=max(lane.depth for lane in lanes),
        full=any(lane.full for lane in lanes),
        seconds=seconds,
        weighed=weighed,
    )


def _total(lanes: Sequence[Lane], field: str) -> int:
    return sum(int(lane.control[0][field]) for lane in lanes)


def _merged_moves(lanes: Sequence[Lane]) -> tuple[RootMove, ...]:
    merged: dict[int, Any] = {}
    for lane in lanes:
        for record in lane.root_moves():
            event = int(record["event"])
            if event in merged:
                for name in ("visits", "available", "value", "moments"):
                    merged[event][name] += record[name]
            else:
                merged[event] = record
    players = lanes[0].players
    return tuple(_root_move(merged[event], players) for event in sorted(merged))


def _root_move(record: Any, players: int) -> RootMove:
    visits = int(record["visits"])
    returns = tuple(float(value) / max(visits, 1) for value in record["value"][:players])
    spread = _deviation(*record["moments"].tolist())
    return RootMove(int(record["event"]), visits, returns, int(record["available"]), spread)


def _deviation(count: float, total: float, squares: float) -> float:
    """The standard deviation, from the sums of the values and of their squares."""
    if count == 0.0:
        return 0.0
    mean = total / count
    return math.sqrt(max(squares / count - mean * mean, 0.0))


def principal_line(lanes: Sequence[Lane], best: int) -> tuple[int, ...]:
    """Follow the most visited events from a root move on, through all trees at once."""
    line: list[int] = []
    places = [(lane, lane.root) for lane in lanes]
    event: int | None = best
    while event is not None:
        line.append(event)
        places = [
            (lane, child)
            for lane, node in places
            if (child := lane.child_after(node, event)) is not None
        ]
        event = _most_visited(places)
    return tuple(line)


def _most_visited(places: Sequence[tuple[Lane, int]]) -> int | None:
    visits: dict[int, int] = {}
    for lane, node in places:
        children = lane.children(node)
        events, counts = lane.tree["event"][children], lane.tree["visits"][children]
        for event, count in zip(events.tolist(), counts.tolist(), strict=True):
            visits[event] = visits.get(event, 0) + count
    tried = {event: count for event, count in visits.items() if count > 0}
    return min(tried, key=lambda event: (-tried[event], event)) if tried else None
