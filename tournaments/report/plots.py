"""The plots of the page, as SVG that can stand in HTML."""

import math
from collections.abc import Mapping, Sequence
from io import StringIO
from warnings import catch_warnings, filterwarnings

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hinterland.tournaments.bootstrap import Estimate
from hinterland.tournaments.report.tables import by_rating
from hinterland.tournaments.statistics import SprtSummary, Standing

_BLUE, _GREY, _RED = "#2a6f97", "#888888", "#b23a48"


def rating_plot(standings: Sequence[Standing]) -> str:
    """Ratings with their intervals, the best on top."""
    ranked = sorted(standings, key=by_rating, reverse=True)
    figure, axes = _axes(0.6 + 0.32 * len(ranked))
    _intervals(axes, [s.rating for s in ranked], [s.label for s in ranked])
    axes.set_xlabel("rating")
    return _svg(figure)


def seat_plot(seats: Sequence[Estimate]) -> str:
    """The mean return of each seat."""
    figure, axes = _axes(0.6 + 0.32 * len(seats))
    names = [f"p{seat + 1}" for seat in range(len(seats))]
    _intervals(axes, list(seats)[::-1], names[::-1])
    axes.axvline(1 / len(seats), color=_GREY, linestyle=":")
    axes.set_xlabel("win share of the seat")
    return _svg(figure)


def sprt_plot(sprt: SprtSummary) -> str:
    """The log likelihood ratio after each group, between its bounds."""
    figure, axes = _axes(2.6)
    axes.plot(range(1, len(sprt.trace) + 1), sprt.trace, color=_BLUE)
    for bound in (sprt.lower, sprt.upper):
        axes.axhline(bound, color=_RED, linestyle="--")
    axes.set_xlabel("deal groups")
    axes.set_ylabel("log likelihood ratio")
    return _svg(figure)


def strength_plot(shares: Mapping[int, Estimate], fair: float) -> str:
    """Win shares by iterations, against a bot whose equals have the share `fair`."""
    figure, axes = _axes(3.2)
    for iterations, share in shares.items():
        if not math.isnan(share.low):
            axes.plot([iterations, iterations], [share.low, share.high], color=_BLUE)
    known = [number for number, share in shares.items() if not math.isnan(share.value)]
    axes.plot(known, [shares[number].value for number in known], "o-", color=_BLUE)
    axes.axhline(fair, color=_GREY, linestyle=":")
    axes.set_xscale("log")
    axes.set_xlim(min(shares) / 1.5, max(shares) * 1.5)
    axes.set_xticks(list(shares), [f"{number:,}" for number in shares])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("iterations")
    axes.set_ylabel("win share of a seat")
    return _svg(figure)


def _intervals(axes: Axes, estimates: Sequence[Estimate], names: Sequence[str]) -> None:
    for row, estimate in enumerate(estimates):
        if not math.isnan(estimate.low):
            axes.plot([estimate.low, estimate.high], [row, row], color=_BLUE)
        if not math.isnan(estimate.value):
            axes.plot([estimate.value], [row], "o", color=_BLUE)
    plain = [name[:40].replace("$", r"\$") for name in names]  # else it is taken for mathematics
    axes.set_yticks(range(len(names)), plain)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.grid(axis="x", alpha=0.3)


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7.0, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Figure) -> str:
    """The picture without its XML head; the same figure gives the same text."""
    out = StringIO()
    with rc_context({"svg.hashsalt": "hinterland", "svg.fonttype": "none"}), catch_warnings():
        filterwarnings("ignore", "Glyph")  # letters are drawn by whoever shows the text
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
