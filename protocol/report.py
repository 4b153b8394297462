"""What a search found, as text: `info` for programs, an explanation for people."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from hinterland.engine.seats import seat_name
from hinterland.protocol.outside import Thought
from hinterland.protocol.setup import LastSearch

if TYPE_CHECKING:
    from hinterland.engine.game import Game
    from hinterland.search.result import RootMove, SearchResult, Weighed

MOST_MOVES: Final = 32
"""Moves in a report, in the order of `ranked`."""

MOST_EVENTS: Final = 12
"""Events in a line that is expected, of those that a search expects."""

_EXPLAINED: Final = 5
_LEAST_TERM: Final = 0.005
"""A term that would be shown as 0.00 is left out."""


def info_line(
    game: "Game",
    thought: Thought,
    result: "SearchResult",
    only: Collection[int] | None = None,
) -> str:
    """One line: `info` and its words for every move, then `root` and those of the search.

    A move that was not visited has no value, and so no words.
    `only`: the moves to report; None for the first `MOST_MOVES`.
    """
    priors = thought.priors()
    words = []
    for move in ranked(result)[:MOST_MOVES] if only is None else ranked(result):
        if move.visits > 0 and (only is None or move.move in only):
            words += ["info", "move", game.format_any(move.move)]
            words += ["visits", str(move.visits)]
            words += ["value", ",".join(f"{share:.4f}" for share in move.returns)]
            words += ["spread", f"{move.spread:.4f}"]
            if move.move in priors:
                words += ["prior", f"{priors[move.move]:.4f}"]
            words += ["availability", str(move.availability)]
            words += ["pv", *_line(game, thought.line(move.move))]
    words += ["root", "worlds", str(result.worlds), *_weighed_words(result)]
    words += ["iterations", str(result.iterations)]
    words += ["nodes", str(result.nodes), "depth", str(result.depth)]
    words += ["speed", f"{result.iterations_per_s:.0f}"]
    return " ".join(words)


def _line(game: "Game", events: Sequence[int]) -> list[str]:
    """The events that are expected, as far as they are reported, in words and in numbers alike."""
    return [game.format_any(event) for event in events[:MOST_EVENTS]]


def _weighed_words(result: "SearchResult") -> list[str]:
    weighed = result.weighed
    if weighed is None:
        return []
    return ["weighted", str(weighed.worlds), "decisions", str(weighed.decisions)]


def explanation(last: LastSearch) -> str:
    """The last search in words and numbers, and what its position is worth by terms."""
    game, result = last.game, last.result
    best, *others = ranked(result)
    token = game.format_any(best.move)
    lines = [
        f"{seat_name(last.seat)} prefers {token}: {_figures(last, best)}",
        *(
            f"{'then' if number else 'next'} {game.format_any(move.move)}: {_figures(last, move)}"
            for number, move in enumerate(others[: _EXPLAINED - 1])
        ),
        f"expected: {' '.join(_line(game, result.line))}",
        f"searched: {result.iterations} iterations in {result.worlds} worlds, "
        f"{result.nodes} nodes, {result.depth} deep, {1000 * result.seconds:.0f} ms, "
        f"{result.iterations_per_s:.0f} iterations per second",
    ]
    if result.best != result.preferred:
        lines.insert(1, f"it plays {game.format_any(result.best)}, drawn by its temperature")
    if len(others) >= _EXPLAINED:
        lines.insert(-2, f"and {len(others) - _EXPLAINED + 1} more moves")
    if result.weighed is not None:
        lines.append(_weighed_line(result.weighed))
    if result.full:
        lines.append("the memory limit stopped the tree from growing")
    return "\n".join([*lines, *worth_lines(last)])


def explanation_json(last: LastSearch) -> dict[str, Any]:
    """The same in numbers, for programs: all moves, in the order of `ranked`."""
    game, result = last.game, last.result
    return {
        "seat": seat_name(last.seat),
        "best": game.format_any(result.best),
        "preferred": game.format_any(result.preferred),
        "moves": [_move_json(last, move) for move in ranked(result)],
        "line": _line(game, result.line),
        "iterations": result.iterations,
        "worlds": result.worlds,
        "weighted": None if result.weighed is None else asdict(result.weighed),
        "nodes": result.nodes,
        "depth": result.depth,
        "full": result.full,
        "seconds": result.seconds,
        "worth": _worth(last),
    }


def _move_json(last: LastSearch, move: "RootMove") -> dict[str, Any]:
    """A move and all that was found of it; without a value where it was not tried."""
    tried = move.visits > 0
    return {
        "move": last.game.format_any(move.move),
        "visits": move.visits,
        "value": list(move.returns) if tried else None,
        "spread": move.spread if tried else None,
        "prior": last.search.prior.get(move.move),
        "availability": move.availability,
        "line": _line(last.game, last.search.lines[move.move]),
    }


def _worth(last: LastSearch) -> list[dict[str, float]]:
    """The terms of the worth of the position to every seat; empty where there are none."""
    from hinterland.eval.explaining import weighted_terms

    terms = weighted_terms(last.game, last.knowledge)
    players = len(next(iter(terms.values()), ()))
    return [{name: terms[name][seat] for name in terms} for seat in range(players)]


def _weighed_line(weighed: "Weighed") -> str:
    if weighed.worlds == 0:
        return "no worlds were weighted: it searched as so does"
    plural = "" if weighed.decisions == 1 else "s"
    by = f"{weighed.decisions} decision{plural} of the others"
    return f"its worlds are {weighed.worlds}, weighted by {by}"


def worth_lines(last: LastSearch) -> list[str]:
    """A line a seat: the worth of its position and the terms that it is made of, largest first."""
    return [_worth_line(seat, terms) for seat, terms in enumerate(_worth(last))]


def _worth_line(seat: int, terms: Mapping[str, float]) -> str:
    largest = sorted(terms, key=lambda name: -abs(terms[name]))
    told = [f"{name} {terms[name]:+.2f}" for name in largest if abs(terms[name]) >= _LEAST_TERM]
    return f"worth of {seat_name(seat)}: {sum(terms.values()):.2f} = {', '.join(told)}"


def ranked(result: "SearchResult") -> list["RootMove"]:
    """The preferred move, then the others: the most visited, the lowest code first among equals."""
    return sorted(
        result.moves, key=lambda move: (move.move != result.preferred, -move.visits, move.move)
    )


def _figures(last: LastSearch, move: "RootMove") -> str:
    visits = sum(other.visits for other in last.result.moves)
    share = move.visits / max(visits, 1)
    return f"{share:.0%} of the visits, {_value(last, move)}"


def _value(last: LastSearch, move: "RootMove") -> str:
    """What the move is worth: a win share, or the payoff of a game that is not won or lost."""
    game = last.game
    if not move.visits:
        return "not tried"
    value = move.returns[last.seat]
    if (game.payoff_scale, game.payoff_offset) == (1.0, 0.0):
        return f"wins {value:.1%}"
    return f"mean payoff {game.payoff_scale * value + game.payoff_offset:+.2f}"
