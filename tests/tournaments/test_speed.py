"""What the runner itself costs, and how large a journal may be."""

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import orjson
import pytest

from hinterland.protocol.bot import Bot, RandomBot
from hinterland.protocol.bots import BotSpec, RandomSpec
from hinterland.tests.tournaments.scripted import Slow
from hinterland.tests.tournaments.test_tournament import started
from hinterland.tournaments.formats import Fixed
from hinterland.tournaments.job import play_game, play_games
from hinterland.tournaments.plan import first_round, job_of
from hinterland.tournaments.pool import ProcessPool
from hinterland.tournaments.record import GameRecord
from hinterland.tournaments.runner import run
from hinterland.tournaments.seating import rotated
from hinterland.tournaments.settings import Settings
from hinterland.tournaments.warming import warm_up

LARGE = 100_000


def village(bot: BotSpec, players: int, groups: int) -> Settings:
    tables = ((0,) * players,)
    return Settings("village", (players, 0, 1, 0, 0), (bot,), Fixed(groups, tables))


@pytest.mark.benchmark
def test_random_bots_play_three_hundred_games_of_village_a_second() -> None:
    """On two cores: half as many in a second of one core's time."""
    jobs = list(first_round(village(RandomSpec("random"), 2, 100)))
    warm_up(jobs[0])
    play_games(jobs[:20])
    started_at = time.process_time()
    play_games(jobs)
    rate = 2 * len(jobs) / (time.process_time() - started_at)
    print(f"{rate:.0f} games a second on two cores")
    assert rate >= 300


@pytest.mark.benchmark
def test_the_runner_costs_little_of_the_time_of_slow_games() -> None:
    """Processor time of this process, and that of games in its worker beside their moves.

    Start is included in neither: here it ends with the first record, and in the worker with the
    first game, in which what this test's bots call is loaded.
    """
    jobs = list(first_round(village(Slow("slow", 0.01), 3, 5)))
    warm_up(jobs[0])
    records: list[GameRecord] = []
    spent_before: list[float] = []

    def done(more: list[GameRecord]) -> None:
        if not records:
            spent_before.append(time.process_time())
        records.extend(more)

    run(jobs, lambda: ProcessPool(1, jobs[0]), done, 2)
    here = time.process_time() - spent_before[0]
    settled = records[1:]
    moves = sum(sum(map(sum, record.clocks)) for record in settled)
    game = sum(record.elapsed - sum(map(sum, record.clocks)) for record in settled)
    print(f"{100 * here / moves:.2f} % here, {100 * game / moves:.2f} % there")
    assert here + game <= 0.02 * moves


@pytest.mark.slow
def test_a_large_journal_opens_resumes_and_reports_in_a_minute_and_a_gibibyte(
    tmp_path: Path,
) -> None:
    """Games of village, all but the last two of them played; the processor's time is taken."""
    text = {
        "game": "village",
        "players": 2,
        "format": {"kind": "round-robin", "groups": LARGE // 2},
        "bots": [{"name": name, "bot": "random"} for name in "ab"],
    }
    tournament = started(tmp_path, **text)
    settings = tournament.settings
    patterns = [
        [
            orjson.dumps(play_game(job_of(settings, rotated((0, 1), group), r)).to_json())
            for r in (0, 1)
        ]
        for group in range(20)
    ]
    tournament.journal.close()
    with (tmp_path / "journal.jsonl").open("ab") as file:
        for group in range(LARGE // 2 - 1):
            for rotation in (0, 1):
                record = orjson.loads(patterns[group % 20][rotation])
                file.write(orjson.dumps({**record, "group": group}) + b"\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for verb in ("resume", "report"):
        command = [sys.executable, "-m", "hinterland", "tournament", verb, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    most = after.ru_maxrss * 1024
    size = os.path.getsize(tmp_path / "journal.jsonl")
    print(f"{took:.0f} s, {most / 2**20:.0f} MiB for a journal of {size / 2**20:.0f} MiB")
    assert took <= 60
    assert most <= 1 << 30


def test_the_fast_path_plays_the_games_of_the_slow_one() -> None:
    """A random bot that reads the table's own view plays as one that is told the events."""

    @dataclass(frozen=True)
    class Told(BotSpec):
        def make(self, seed: int) -> Bot:
            return RandomBot(seed)

    for job in first_round(village(RandomSpec("random"), 3, 2)):
        told = play_game(replace(job, bots=(Told("random"),) * 3))
        assert play_game(job).moves == told.moves
