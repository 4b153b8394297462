"""Schedules are pure functions, and every bot sits on every seat of every deal."""

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from hinterland.tests.tournaments.scripted import RANDOM, Thirsty, kuhn
from hinterland.tournaments.formats import (
    Fixed,
    Format,
    Gauntlet,
    Hall,
    Ladder,
    RoundRobin,
    Sprt,
    Swiss,
    Timed,
)
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.seating import DealGroup, GroupResult, duel, rotated
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.sprt import SprtBounds

Points = Callable[[int, DealGroup], float]


def fair(entrant: int, group: DealGroup) -> float:
    return 1 / len(group.seatings[0])


def stronger_wins(entrant: int, group: DealGroup) -> float:
    """Everything to the entrant with the lowest number."""
    return float(entrant == min(group.seatings[0]))


def held(form: Format, hall: Hall, points: Points = fair) -> list[list[DealGroup]]:
    """All rounds, with these results."""
    schedule = form.rounds(hall)
    rounds = [next(schedule)]
    while True:
        results = [
            GroupResult(group, True, {e: points(e, group) for e in set(group.seatings[0])})
            for group in rounds[-1]
        ]
        try:
            rounds.append(schedule.send(results))
        except StopIteration:
            return rounds


def line_ups(groups: Sequence[DealGroup]) -> list[tuple[int, ...]]:
    return [tuple(sorted(group.seatings[0])) for group in groups]


# Groups


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_groups_are_complete_rotations(players: int) -> None:
    group = rotated(tuple(range(players)), 3)
    sat = Counter((seat, bot) for seats in group.seatings for seat, bot in enumerate(seats))
    assert sat == {(seat, bot): 1 for seat in range(players) for bot in range(players)}
    for seats in group.seatings:
        assert all((seats[s] - seats[s - 1]) % players == 1 for s in range(players))


@pytest.mark.parametrize(("players", "games"), [(5, 2), (5, 3), (6, 2), (6, 3), (6, 4)])
def test_a_sample_of_rotations_is_balanced_over_the_groups(players: int, games: int) -> None:
    groups = [rotated(tuple(range(players)), index, games) for index in range(players)]
    assert {len(group.seatings) for group in groups} == {games}
    seats = Counter(
        (seat, bot)
        for group in groups
        for seats in group.seatings
        for seat, bot in enumerate(seats)
    )
    assert set(seats.values()) == {games}
    assert len(seats) == players * players


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_duel_seats_both_equally_often_everywhere(seats: int) -> None:
    group = duel(0, 1, seats, 0)
    sat = Counter((seat, bot) for game in group.seatings for seat, bot in enumerate(game))
    assert len(set(sat.values())) == 1
    assert len(sat) == 2 * seats
    assert len(set(group.seatings)) == len(group.seatings)


# Formats


def test_round_robin_plays_every_table() -> None:
    (groups,) = held(RoundRobin(3), Hall(5, 3))
    assert Counter(line_ups(groups)) == dict.fromkeys(combinations(range(5), 3), 3)
    assert RoundRobin(3).most_games(Hall(5, 3)) == sum(len(g.seatings) for g in groups) == 90


def test_a_gauntlet_has_the_challenger_at_every_table() -> None:
    (groups,) = held(Gauntlet(2, challenger=1), Hall(4, 3))
    assert Counter(line_ups(groups)) == {(0, 1, 2): 2, (0, 1, 3): 2, (1, 2, 3): 2}
    (groups,) = held(Gauntlet(1), Hall(2, 4))
    assert line_ups(groups) == [(0, 1, 1, 1)]


def test_a_ladder_plays_neighbours() -> None:
    (groups,) = held(Ladder(2), Hall(3, 4))
    assert line_ups(groups) == [(0, 0, 1, 1)] * 2 + [(1, 1, 2, 2)] * 2


def test_fixed_tables_may_have_copies() -> None:
    (groups,) = held(Fixed(1, ((0, 1, 0),)), Hall(2, 3))
    assert groups[0].seatings == ((0, 1, 0), (1, 0, 0), (0, 0, 1))


def test_swiss_lets_equals_meet_and_nobody_twice() -> None:
    rounds = held(Swiss(2, length=3), Hall(8, 2), stronger_wins)
    assert [len(groups) for groups in rounds] == [8, 8, 8]
    meetings = [set(line_ups(groups)) for groups in rounds]
    assert all(len(tables) == 4 for tables in meetings)
    assert not meetings[0] & meetings[1]
    assert not (meetings[0] | meetings[1]) & meetings[2]
    winners = {min(table) for table in meetings[0]}
    assert all(len(winners & set(table)) in (0, 2) for table in meetings[1])


def test_swiss_sits_out_in_turn() -> None:
    rounds = held(Swiss(1, length=5), Hall(5, 2), stronger_wins)
    out = [
        set(range(5)) - {bot for table in line_ups(groups) for bot in table} for groups in rounds
    ]
    assert sorted(bot for absent in out for bot in absent) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("share", "fewer"), [(0.9, True), (0.5, False)])
def test_an_sprt_ends_when_it_is_decided(share: float, fewer: bool) -> None:
    form = Sprt(200, SprtBounds(0.45, 0.55), batch=8)
    rng = iter(range(10_000))

    def points(entrant: int, group: DealGroup) -> float:
        mine = share + 0.1 * (group.index % 2) - 0.05
        next(rng)
        return mine if entrant == 0 else 1 - mine

    groups = [group for batch in held(form, Hall(2, 2), points) for group in batch]
    assert (len(groups) < 200) == fewer
    assert [group.index for group in groups] == list(range(len(groups)))


def test_an_sprt_ends_with_a_group_that_cannot_be_whole() -> None:
    schedule = Sprt(200, SprtBounds(0.45, 0.55), batch=2).rounds(Hall(2, 2))
    results = [GroupResult(group, index == 0, {}) for index, group in enumerate(next(schedule))]
    with pytest.raises(StopIteration):
        schedule.send(results)


def timed(form: Timed, seconds: float, whole: bool = True) -> list[int]:
    """The batches of a timed match whose deals take so long."""
    schedule = form.rounds(Hall(2, 4))
    groups, sizes = next(schedule), list[int]()
    while True:
        sizes.append(len(groups))
        try:
            groups = schedule.send([GroupResult(group, whole, {}, seconds) for group in groups])
        except StopIteration:
            return sizes


def test_a_timed_match_ends_with_its_time() -> None:
    form = Timed(10_000, 1000.0, batch=4)
    sizes = timed(form, 2.0)
    assert sizes[:2] == [4, 248]
    assert 500 <= sum(sizes) < 500 + 4
    assert sizes[-1] == 4
    assert timed(form, 1e6) == [4]
    assert sum(timed(Timed(10, 1000.0), 2.0)) == 10
    assert sum(timed(Timed(10, 1000.0), 0.0)) == 10


def test_a_timed_match_ends_when_no_group_can_be_whole() -> None:
    assert timed(Timed(10_000, 1000.0, batch=4), 2.0, whole=False) == [4]


FORMATS = [
    RoundRobin(2), Gauntlet(2), Ladder(2), Swiss(2, 3), Fixed(2, ((0, 1, 2), (3, 4, 5))),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: type(form).__name__)
def test_schedules_are_pure_and_number_their_deals(form: Format) -> None:
    hall = Hall(7, 3, seed=5)
    first, second = (held(form, hall, stronger_wins) for _ in range(2))
    assert first == second
    indices = [group.index for groups in first for group in groups]
    assert indices == list(range(len(indices)))
    games = sum(len(group.seatings) for groups in first for group in groups)
    assert games == form.most_games(hall)


@pytest.mark.parametrize(
    ("form", "hall"),
    [
        (RoundRobin(1), Hall(2, 3)),
        (Gauntlet(1), Hall(1, 2)),
        (Swiss(1, 1), Hall(2, 3)),
        (Sprt(1, SprtBounds(0.4, 0.6)), Hall(3, 2)),
        (Timed(1, 60.0), Hall(3, 2)),
        (Fixed(1, ((0, 1),)), Hall(2, 3)),
    ],
)
def test_too_few_bots_are_refused(form: Format, hall: Hall) -> None:
    assert len(form.faults(hall)) == 1


# Jobs


def settings(players: int, groups: int = 5, seed: int = 3) -> Settings:
    entrants = tuple(Thirsty(f"bot {index}", index) for index in range(players))
    tables = (tuple(range(players)),)
    return Settings("kuhn", (players,), entrants, Fixed(groups, tables), seed)


def test_jobs_are_the_groups_in_order() -> None:
    jobs = list(first_round(settings(4)))
    assert jobs == list(first_round(settings(4)))
    assert [(job.group, job.rotation) for job in jobs] == [
        (g, r) for g in range(5) for r in range(4)
    ]
    assert {job.size for job in jobs} == {4}
    for job in jobs:
        assert [bot.label for bot in job.bots] == [f"bot {entrant}" for entrant in job.seats]


def test_a_deal_belongs_to_the_group_and_the_seed() -> None:
    jobs = list(first_round(settings(3)))
    deals = {job.group: job.deal_seed for job in jobs}
    assert len(set(deals.values())) == 5
    assert all(job.deal_seed == deals[job.group] for job in jobs)
    other = next(first_round(settings(3, seed=4)))
    assert other.deal_seed not in deals.values()


def test_every_seat_of_every_game_has_seeds_of_its_own() -> None:
    jobs = list(first_round(settings(3)))
    jobs += [replace(job, attempt=1) for job in jobs]
    seeds = {
        job.seat_seed(purpose, seat)
        for job in jobs
        for seat in range(3)
        for purpose in ("bot", "substitute")
    } | {job.deal_seed for job in jobs}
    assert len(seeds) == 2 * 5 * 3 * 3 * 2 + 5
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_jobs_pickle() -> None:
    job = next(first_round(kuhn(RANDOM)))
    assert pickle.loads(pickle.dumps(job)) == job
