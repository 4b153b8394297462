"""What is left of a tournament: its schedule minus its history."""

from collections.abc import Callable, Iterable, Iterator

from hinterland.tournaments.formats import Hall
from hinterland.tournaments.history import History
from hinterland.tournaments.job import GameJob
from hinterland.tournaments.seating import DealGroup
from hinterland.tournaments.settings import Settings


def hall_of(settings: Settings) -> Hall:
    """What the settings' format must know of them."""
    return Hall(len(settings.entrants), settings.players, settings.rotations, settings.seed)


def rounds_so_far(settings: Settings, history: History) -> Iterator[list[DealGroup]]:
    """The rounds of the tournament up to the one that cannot be left yet.

    Each is yielded until the history leaves nothing to play in it, and once more the next time
    it is asked for; the last round of a finished tournament is left like any other.
    """
    schedule = settings.format.rounds(hall_of(settings))
    groups = next(schedule, None)
    while groups is not None:
        yield groups
        if next(open_jobs(settings, groups, history), None) is None:
            try:
                groups = schedule.send([history.group_result(group) for group in groups])
            except StopIteration:
                return


def play_rounds(
    settings: Settings,
    history: History,
    play: Callable[[Iterable[GameJob]], None],
    stop: Callable[[], bool],
) -> bool:
    """Play what is left, round by round; whether nothing is left.

    `play` plays jobs and adds every game to the history.
    """
    for groups in rounds_so_far(settings, history):
        jobs = list(open_jobs(settings, groups, history))
        play(job for job in jobs if not history.benched.keys() & set(job.seats))
        if stop() and next(open_jobs(settings, groups, history), None) is not None:
            return False
    return True


def nothing_left(settings: Settings, history: History) -> bool:
    """Whether every game of every round is in the history."""
    return all(
        next(open_jobs(settings, groups, history), None) is None
        for groups in rounds_so_far(settings, history)
    )


def open_jobs(
    settings: Settings, groups: Iterable[DealGroup], history: History
) -> Iterator[GameJob]:
    """The games of these groups that are still to be played, in order."""
    for group in groups:
        for rotation, attempt in history.open_games(group):
            yield job_of(settings, group, rotation, attempt)


def job_of(settings: Settings, group: DealGroup, rotation: int, attempt: int = 0) -> GameJob:
    """One game of a group."""
    seats = group.seatings[rotation]
    return GameJob(
        game=settings.game,
        options=settings.options,
        seed=settings.seed,
        group=group.index,
        rotation=rotation,
        size=len(group.seatings),
        seats=seats,
        bots=tuple(settings.entrants[entrant] for entrant in seats),
        attempt=attempt,
        limits=settings.limits,
        faults=settings.faults,
        positions=settings.positions,
    )


def first_round(settings: Settings) -> Iterator[GameJob]:
    """The games that are played before any result matters."""
    return open_jobs(settings, next(settings.format.rounds(hall_of(settings))), History())
