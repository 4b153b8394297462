"""What is compiled before games: all that they call, so that no worker compiles anything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hinterland.engine.game import Game, Knowledge, States
from hinterland.engine.rng import Stream
from hinterland.tests.tournaments.scripted import RANDOM, kuhn
from hinterland.tournaments.engines import EngineSpec
from hinterland.tournaments.plan import first_round
from hinterland.tournaments.warming import warm_up

PLAY = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from hinterland.tournaments.file import read_document
from hinterland.tournaments.tournament import local_hands, play, start_tournament
from hinterland.tournaments.warming import warm_up

def kernels():
    return sorted(path.name for path in Path(os.environ["HINTERLAND_CACHE_DIR"]).rglob("*.nbc"))

def warmed(*arguments):
    warm_up(*arguments)
    print("warmed", len(kernels()))

if __name__ == "__main__":
    import hinterland.tournaments.tournament as module
    module.warm_up = warmed
    bots = ["random", "random", "py:helped:Helped", "py:helped:Wrong", "greedy",
            "search:iterations=20,variant=weighted", "search:iterations=20,reuse=yes",
            "cheat:iterations=20"]
    document = {"game": "kuhn", "format": {"kind": "ladder", "groups": 2},
                "bots": [{"name": f"bot {n}", "bot": bot} for n, bot in enumerate(bots)]}
    tournament = start_tournament(read_document(document, "."), Path("out"), datetime.now(UTC))
    with tournament.journal:
        status = play(tournament, local_hands(1))
    print("played", len(kernels()), status)
"""
BOTS = """
from hinterland.protocol.bot import ViewBot

class Helped(ViewBot):
    def choose(self, view, moves):
        worlds = self.worlds(2)
        self.simulate(worlds[0], moves[:1])
        return self.random.choice(moves)

class Wrong(ViewBot):
    def choose(self, view, moves):
        return "none"
"""


def test_workers_compile_nothing(tmp_path: Path) -> None:
    """From an empty cache; kernels are counted by their files in it."""
    (tmp_path / "helped.py").write_text(BOTS)
    (tmp_path / "play.py").write_text(PLAY)
    done = subprocess.run(
        [sys.executable, "play.py"],
        cwd=tmp_path,
        env={**os.environ, "HINTERLAND_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=600,
    )
    words = done.stdout.split()
    warmed, played = (int(words[words.index(word) + 1]) for word in ("warmed", "played"))
    assert done.stdout.endswith(" 0\n"), done.stderr
    assert warmed == played > 50


def test_what_our_engine_calls_at_its_start_is_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws a world before it answers its first command; where it compiles that, it is late."""
    drawn: list[int] = []
    draw = Game.determinise

    def counted(game: Game, knowledge: Knowledge, rng: Stream) -> States:
        drawn.append(knowledge.seat)
        return draw(game, knowledge, rng)

    monkeypatch.setattr(Game, "determinise", counted)
    (job, *_) = first_round(kuhn(EngineSpec("engine", "hinterland engine"), RANDOM, groups=1))
    warm_up(job)
    assert drawn
