"""The ladder that is shown while games are played: rough ratings that follow every game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from hinterland.tournaments.history import Result


@dataclass(frozen=True)
class Rung:
    """A bot's place on the ladder; `ordinal` is a rating it is most likely above."""

    entrant: int
    ordinal: float


class Ladder:
    """Ratings by `openskill`, over the games that count in the order in which they come."""

    def __init__(self, entrants: int) -> None:
        self._model = BradleyTerryFull()
        self._ratings = [self._model.rating() for _ in range(entrants)]

    def add(self, result: Result) -> None:
        """Follow a game. A bot that sits twice moves by what all its seats have earned."""
        if not result.counts:
            return
        old_ratings = (self._ratings[entrant] for entrant in result.seats)
        before = [self._model.rating(mu=old.mu, sigma=old.sigma) for old in old_ratings]
        ranks = [-share for share in result.returns]
        teams = self._model.rate([[rating] for rating in before], ranks=ranks)
        copies = Counter(result.seats)
        for entrant, old, (new,) in zip(result.seats, before, teams, strict=True):
            rating = self._ratings[entrant]
            self._ratings[entrant] = self._model.rating(
                mu=rating.mu + new.mu - old.mu,
                sigma=rating.sigma * (new.sigma / old.sigma) ** (1 / copies[entrant]),
            )

    def rungs(self) -> list[Rung]:
        """All bots, the best first."""
        rungs = [Rung(e, float(rating.ordinal())) for e, rating in enumerate(self._ratings)]
        return sorted(rungs, key=lambda rung: -rung.ordinal)

    @property
    def ratings(self) -> Sequence[BradleyTerryFullRating]:
        return self._ratings
