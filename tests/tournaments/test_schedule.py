"""The schedule is a pure function, and every bot sits on every seat of every deal."""

import pickle
from collections import Counter

import pytest

from hinterland.tests.tournaments.scripted import RANDOM, Thirsty
from hinterland.tournaments.schedule import MatchSettings, schedule


def settings(players: int, groups: int = 5, seed: int = 3) -> MatchSettings:
    entrants = tuple(Thirsty(f"bot {index}", index) for index in range(players))
    return MatchSettings("kuhn", (players,), entrants, groups, seed)


def test_the_same_settings_give_the_same_jobs_in_the_same_order() -> None:
    assert list(schedule(settings(4))) == list(schedule(settings(4)))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_groups_are_complete_rotations(players: int) -> None:
    jobs = list(schedule(settings(players)))
    assert len(jobs) == settings(players).games == 5 * players
    assert [(job.group, job.rotation) for job in jobs] == [
        (group, rotation) for group in range(5) for rotation in range(players)
    ]
    for group in range(5):
        sat = Counter(
            (seat, entrant)
            for job in jobs
            if job.group == group
            for seat, entrant in enumerate(job.seats)
        )
        assert sat == {(s, e): 1 for s in range(players) for e in range(players)}


def test_bots_sit_where_the_seats_say() -> None:
    for job in schedule(settings(3)):
        assert [bot.label for bot in job.bots] == [f"bot {entrant}" for entrant in job.seats]


def test_neighbours_stay_neighbours() -> None:
    """A rotation keeps the order around the table."""
    for job in schedule(settings(4)):
        assert all((job.seats[seat] - job.seats[seat - 1]) % 4 == 1 for seat in range(4))


def test_a_deal_belongs_to_the_group_and_the_seed() -> None:
    jobs = list(schedule(settings(3)))
    deals = {job.group: job.deal_seed for job in jobs}
    assert len(set(deals.values())) == 5
    assert all(job.deal_seed == deals[job.group] for job in jobs)
    other = next(schedule(settings(3, seed=4)))
    assert other.deal_seed not in deals.values()


def test_every_seat_of_every_game_has_seeds_of_its_own() -> None:
    jobs = list(schedule(settings(3)))
    seeds = {
        job.seat_seed(purpose, seat)
        for job in jobs
        for seat in range(3)
        for purpose in ("bot", "substitute")
    } | {job.deal_seed for job in jobs}
    assert len(seeds) == 5 * 3 * 3 * 2 + 5
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_jobs_pickle() -> None:
    job = next(schedule(MatchSettings("kuhn", (2,), (RANDOM, RANDOM), 1, 1)))
    assert pickle.loads(pickle.dumps(job)) == job
