"""The tables of the page."""

import math
from collections.abc import Iterable, Sequence
from html import escape

from hinterland.tournaments.settings import CAUSES
from hinterland.tournaments.statistics import PHASES, Pace, Standing, Summary
from hinterland.tournaments.table import interval, shown


def html_table(name: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts; the first cell of a row is its head."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in rows
    )
    return f'<table id="{name}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def standings_table(standings: Sequence[Standing]) -> str:
    """Who did how well, the best rating first."""
    head = (
        "bot", "win share", "95 % interval", "rating", "95 % interval", "mean rank", "score",
        "95 % interval", "games",
    )  # fmt: skip
    ranked = sorted(standings, key=by_rating)
    rows = (
        (
            s.label + " (benched)" * s.benched,
            shown(s.win_share.value, ".3f"),
            interval(s.win_share, ".3f"),
            shown(s.rating.value, "+.0f"),
            interval(s.rating, "+.0f"),
            shown(s.mean_rank.value, ".2f"),
            shown(s.score.value, ".2f"),
            interval(s.score, ".2f"),
            str(s.games),
        )
        for s in ranked
    )
    return html_table("standings", head, rows)


def by_rating(standing: Standing) -> tuple[bool, float, int]:
    """Sorts the best first, and last who has no rating."""
    value = standing.rating.value
    return math.isnan(value), -value, standing.entrant


def cross_table(summary: Summary) -> str:
    """For each bot against each: its win share, and the likelihood that it is the better one."""
    labels = [standing.label for standing in summary.standings]
    cells = {}
    for pair in summary.pairs:
        for one, other, share, likelihood in (
            (pair.first, pair.second, pair.shares[0], pair.superiority),
            (pair.second, pair.first, pair.shares[1], 1 - pair.superiority),
        ):
            cells[one, other] = f"{share:.3f} ({shown(100 * likelihood, '.0f')} %)"
    rows = (
        (label, *(cells.get((one, other), "") for other in range(len(labels))))
        for one, label in enumerate(labels)
    )
    return html_table("pairs", ("against", *labels), rows)


def time_table(standings: Sequence[Standing], seats: int) -> str:
    """Seconds and iterations a move: in all, by seat, by third of the game."""
    head = ("bot", "moves", "a move", *(f"p{seat + 1}" for seat in range(seats)))
    head += tuple(f"{phase} third" for phase in PHASES)
    rows = (
        (s.label, str(s.pace.moves), *(_pace(pace) for pace in (s.pace, *s.by_seat, *s.by_phase)))
        for s in standings
    )
    return html_table("time", head, rows)


def _pace(pace: Pace) -> str:
    if pace.moves == 0:
        return "-"
    iterations = shown(pace.iterations, ".0f")
    return f"{1000 * pace.seconds:.3g} ms" + f", {iterations} it." * (iterations != "-")


def fault_table(standings: Sequence[Standing]) -> str:
    """Faults of each bot by cause."""
    rows = ((s.label, *(str(s.faults[cause]) for cause in CAUSES)) for s in standings)
    return html_table("faults", ("bot", *CAUSES), rows)
