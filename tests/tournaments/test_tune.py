"""Tuning: the climb on functions that are known, and a whole one at a game."""

import math
import shutil
import sys
from pathlib import Path

import numpy as np
import orjson
import pytest

from hinterland.__main__ import main
from hinterland.tests.processes import PACKAGE
from hinterland.tests.tournaments.test_tournament import HERE
from hinterland.tournaments.fields import BadFile
from hinterland.tournaments.journal import read_journal
from hinterland.tournaments.spsa import Parameter, Point, climb
from hinterland.tournaments.tournament import Stopped, Tournament, play_on
from hinterland.tournaments.trials import try_points
from hinterland.tournaments.tune import TuneFile, read_tune_file, tune

EXAMPLE = PACKAGE / "examples" / "tuning" / "exploration.toml"
TWO = (
    Parameter("width", 0.0, 10.0, start=2.0, step=1.0),
    Parameter("depth", 0.0, 40.0, start=30.0, step=4.0, whole=True),
)


def strength(point: Point) -> float:
    """Best at width 7, depth 12."""
    return -(((point["width"] - 7) / 5) ** 2) - ((point["depth"] - 12) / 20) ** 2


def test_the_climb_finds_the_best_point_through_noise() -> None:
    rng = np.random.default_rng(4)

    def compare(number: int, plus: Point, minus: Point) -> float:
        true = 1 / (1 + math.exp(-4 * (strength(plus) - strength(minus))))
        return float(rng.binomial(40, true) / 40)

    *_, last = climb(TWO, 400, 1, compare)
    assert last.after["width"] == pytest.approx(7, abs=1.0)
    assert last.after["depth"] == pytest.approx(12, abs=4.0)


def test_equals_lead_nowhere_and_bounds_hold() -> None:
    steps = list(climb(TWO, 20, 1, lambda number, plus, minus: 0.5))
    assert all(step.after == {"width": 2.0, "depth": 30.0} for step in steps)
    steps = list(
        climb(TWO, 50, 1, lambda number, plus, minus: float(plus["width"] > minus["width"]))
    )
    assert steps[-1].after["width"] == 10.0
    for step in steps:
        for parameter in TWO:
            for point in (step.plus, step.minus, step.after):
                assert parameter.low <= point[parameter.name] <= parameter.high
        assert step.plus["depth"] == round(step.plus["depth"])


def test_trials_find_the_best_point_through_noise() -> None:
    rng = np.random.default_rng(4)

    def compare(number: int, plus: Point, minus: Point) -> float:
        assert minus == {"width": 2.0, "depth": 30.0}
        true = 1 / (1 + math.exp(-2 * (strength(plus) - strength(minus))))
        return float(rng.binomial(400, true) / 400)

    steps = list(try_points(TWO, 60, 1, compare))
    assert strength(steps[-1].after) > -0.15
    assert strength({"width": 2.0, "depth": 30.0}) < -1.5
    best = max(steps, key=lambda step: step.share)
    assert steps[-1].after == best.plus
    for step in steps:
        for parameter in TWO:
            assert parameter.low <= step.plus[parameter.name] <= parameter.high
        assert step.plus["depth"] == round(step.plus["depth"])


def test_trials_that_are_no_better_leave_the_start() -> None:
    steps = list(try_points(TWO, 5, 1, lambda number, plus, minus: 0.5))
    assert steps[-1].after == {"width": 2.0, "depth": 30.0}
    assert len({step.plus["width"] for step in steps}) == 5


def test_a_tuning_by_trials_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "trials.toml"
    path.write_text(EXAMPLE.read_text().replace("[tune]", '[tune]\nmethod = "optuna"'))
    file, played = read_tune_file(path), list[str]()
    whole = tuned(file, tmp_path / "whole", played)
    shutil.copytree(tmp_path / "whole" / "step-0001", tmp_path / "again" / "step-0001")
    played.clear()
    assert tuned(file, tmp_path / "again", played) == whole
    assert played == ["step-0002", "step-0003"]


def test_optuna_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    read_tune_file(EXAMPLE)
    path = tmp_path / "trials.toml"
    path.write_text(EXAMPLE.read_text().replace("[tune]", '[tune]\nmethod = "optuna"'))
    with pytest.raises(BadFile, match=r"tune.method: .*pip install 'hinterland\[optuna\]'"):
        read_tune_file(path)


def tuned(file: TuneFile, folder: Path, played: list[str]) -> dict[str, object]:
    def play(tournament: Tournament) -> int:
        played.append(tournament.journal.path.parent.name)
        return play_on(tournament, HERE)

    return tune(file, folder, play, lambda step: None)


def test_a_tuning_is_resumed_step_by_step(tmp_path: Path) -> None:
    file = read_tune_file(EXAMPLE)
    played: list[str] = []
    whole = tuned(file, tmp_path / "whole", played)
    assert played == ["step-0001", "step-0002", "step-0003"]
    assert orjson.loads((tmp_path / "whole" / "tuned.json").read_bytes()) == orjson.loads(
        orjson.dumps(whole)
    )

    def stops(tournament: Tournament) -> int:
        return 130 if "0002" in str(tournament.journal.path) else play_on(tournament, HERE)

    with pytest.raises(Stopped) as stopped:
        tune(file, tmp_path / "broken", stops, lambda step: None)
    assert stopped.value.status == 130
    played.clear()
    assert tuned(file, tmp_path / "broken", played) == whole
    assert played == ["step-0002", "step-0003"]
    _, games = read_journal(tmp_path / "broken" / "step-0003" / "journal.jsonl")
    assert len(games) == 40


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hinterland.tournaments.tune_command.local_hands", lambda workers: HERE)
    assert main(["tune", str(EXAMPLE), "--output", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "step 3: share 0." in out
    assert "start: search:iterations=50,exploration=1.5\n" in out
    assert "tuned: search:iterations=50,exploration=" in out


MANY = """
game = "kuhn"
players = 3
seed = -1
sede = 1
bot = "search:iterations=0,foo=1"
output = ""
[faults]
bench = -1
[tune]
steps = 0
gain = 0
method = "luck"
more = 1
[[parameters]]
name = "exploration"
low = 3
high = "x"
start = "y"
step = 0
[[parameters]]
name = "exploration"
low = -2
high = 2
whole = 1
[[parameters]]
name = "exploratoin"
low = 0
high = 1
[[parameters]]
name = "widening"
low = 0
high = 1000
[[parameters]]
high = 0
"""


def test_no_fault_hides_another(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(MANY)
    with pytest.raises(BadFile) as caught:
        read_tune_file(path)
    keys = [fault.removeprefix(f"{path}: ").split(":")[0] for fault in caught.value.faults]
    assert sorted(keys) == [
        "bot", "bot", "faults.bench", "output", "parameters[1].high", "parameters[1].start",
        "parameters[1].step", "parameters[2].name", "parameters[2].whole", "parameters[3].low",
        "parameters[4].high", "parameters[5].high", "parameters[5].name", "players", "sede",
        "seed", "tune.gain", "tune.groups", "tune.method", "tune.more", "tune.steps",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('"exploration"', '"exploratoin"'), "search has no setting 'exploratoin'"),
        (("high = 3.0", "high = 0.01"), "parameters[1].high: found 0.01: expected more than low"),
        (("steps = 3", "steps = 0"), "tune.steps: found 0: expected a whole number 1.."),
        (("[[parameters]]", "[[parameter]]"), "parameters: missing"),
        (('game = "kuhn"', 'game = "chess"'), "unknown game 'chess'"),
        (("seed = 1", "sede = 1"), "sede: unknown key"),
        (("gain = 1.0", 'method = "luck"'), "tune.method: found 'luck': expected one of spsa, "),
    ],
)
def test_faults_of_a_file_are_named(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(EXAMPLE.read_text().replace(*change))
    with pytest.raises(BadFile) as caught:
        read_tune_file(path)
    assert any(fault in text for text in caught.value.faults)
