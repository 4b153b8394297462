"""What the matches of an ablation say, with error bars made over deal groups."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from hinterland.engine.errors import BadArgument
from hinterland.tournaments.ablation import SIMPLE, TRIED, Row
from hinterland.tournaments.bootstrap import Estimate, bootstrap
from hinterland.tournaments.games import as_games
from hinterland.tournaments.lock import JOURNAL
from hinterland.tournaments.settings import differences
from hinterland.tournaments.source import read_source
from hinterland.tournaments.statistics import BOOTSTRAP_SEED, summarise

BETTER, WORSE, UNDECIDED = "better", "worse", "undecided"

LEAST_APART: Final = 10
"""With fewer deals in which the two bots did not fare alike nothing is decided: if those few all
happen to go one way, resampling finds too narrow an interval."""


_UNKNOWN: Final = Estimate()


@dataclass(frozen=True)
class Side:
    """One of the two bots: its win share, seconds a move, and faults."""

    share: Estimate = _UNKNOWN
    seconds: float = math.nan
    faults: int = 0


_NOTHING: Final = Side()


@dataclass(frozen=True)
class Verdict:
    """A row so far, over `groups` whole deal groups; in `apart` of them the two did not fare alike.

    `difference`: the win share of a seat of `tried` less that of a seat of `simple`.
    """

    row: Row
    groups: int = 0
    games: int = 0
    apart: int = 0
    tried: Side = _NOTHING
    simple: Side = _NOTHING
    difference: Estimate = _UNKNOWN

    @property
    def verdict(self) -> str:
        """Whether the tried setting is better: undecided if the interval holds zero, or a bot
        failed, so that not only the settings have played."""
        failed = self.tried.faults + self.simple.faults > 0
        if self.apart < LEAST_APART or failed:
            return UNDECIDED
        if self.difference.low > 0:
            return BETTER
        return WORSE if self.difference.high < 0 else UNDECIDED

    @property
    def kept(self) -> str:
        """The settings to go on with: the simpler ones unless the others are better."""
        return self.row.tried if self.verdict == BETTER else self.row.simple


def verdict_of(row: Row, folder: Path) -> Verdict:
    """A row by the games that are on disk in the folder of the ablation, also while it is played.

    `BadArgument`: they were played under other settings.
    """
    games_folder = folder / row.folder
    if not (games_folder / JOURNAL).exists():
        return Verdict(row)
    source = read_source(games_folder)
    settings, history = source.settings, source.history
    changed = differences(settings.to_json(), row.file.settings.to_json())
    if changed:
        raise BadArgument(f"{games_folder} was begun otherwise: {'; '.join(changed)}")
    games = as_games(history.counting(), settings.players)
    if not games.count:
        return Verdict(row)
    (_, tried), (_, simple) = games.group_means(TRIED), games.group_means(SIMPLE)
    returns = tried[:, :1] - simple[:, :1]
    standings = summarise(settings, history).standings
    sides = [Side(s.win_share, s.pace.seconds, s.faults.total()) for s in standings]
    return Verdict(
        row=row,
        groups=games.group_count,
        games=games.count,
        apart=int(np.count_nonzero(np.abs(returns) > 1e-9)),
        tried=sides[TRIED],
        simple=sides[SIMPLE],
        difference=bootstrap(returns, np.random.default_rng(BOOTSTRAP_SEED))[0],
    )
