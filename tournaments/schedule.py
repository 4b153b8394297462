"""Which games a match consists of: a pure function of its settings. Nothing is played here."""

from collections.abc import Iterator
from dataclasses import dataclass

from hinterland.protocol.bots import BotSpec
from hinterland.tournaments.job import GameJob


@dataclass(frozen=True)
class MatchSettings:
    """A match: every bot at one table, one bot a seat, over `groups` deals.

    `options`: the value of every option of the game, players first. `entrants`: the bots in the
    order of the command line, as many as there are players.
    """

    game: str
    options: tuple[int, ...]
    entrants: tuple[BotSpec, ...]
    groups: int
    seed: int

    @property
    def players(self) -> int:
        return self.options[0]

    @property
    def games(self) -> int:
        """How many games the schedule has."""
        return self.groups * self.players


def schedule(settings: MatchSettings) -> Iterator[GameJob]:
    """The games in order, group by group: the same settings give the same jobs."""
    line_up = tuple(range(settings.players))
    for group in range(settings.groups):
        yield from deal_group(settings, group, line_up)


def deal_group(settings: MatchSettings, group: int, line_up: tuple[int, ...]) -> Iterator[GameJob]:
    """One deal under all rotations of the seats; `line_up` names the entrants at the table.

    In the group every entrant of the line-up sits once on each seat.
    """
    for rotation in range(len(line_up)):
        seats = line_up[rotation:] + line_up[:rotation]
        yield GameJob(
            game=settings.game,
            options=settings.options,
            seed=settings.seed,
            group=group,
            rotation=rotation,
            seats=seats,
            bots=tuple(settings.entrants[entrant] for entrant in seats),
        )
