"""Ablations: verdicts on effects that are known, resumed however they ended, and their files."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadArgument
from hinterland.protocol.bots import SearchSpec
from hinterland.tests.processes import PACKAGE
from hinterland.tests.tournaments.test_tournament import HERE, games_in
from hinterland.tournaments.ablation import (
    AblationFile,
    Row,
    play_rows,
    read_ablation_file,
    with_settings,
)
from hinterland.tournaments.bootstrap import Estimate
from hinterland.tournaments.fields import BadFile
from hinterland.tournaments.report.ablation import as_json, markdown, read_report
from hinterland.tournaments.tournament import Stopped, Tournament, play_on
from hinterland.tournaments.verdicts import Side, Verdict, verdict_of

FOLDER = PACKAGE / "examples" / "ablation"
KUHN = FOLDER / "kuhn.toml"


def played(file: AblationFile, folder: Path) -> list[str]:
    """The ablation, played to its end; the folders of the rows that were not finished before."""
    names = []

    def play(tournament: Tournament) -> int:
        names.append(tournament.journal.path.parent.relative_to(folder).as_posix())
        return play_on(tournament, HERE)

    play_rows(file, folder, play, lambda row: None)
    return names


def without_times(report: Any) -> Any:
    """The same without the seconds, which are of the machine."""
    if isinstance(report, dict):
        return {name: without_times(part) for name, part in report.items() if name != "seconds"}
    return [without_times(part) for part in report] if isinstance(report, list) else report


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, played."""
    folder = tmp_path_factory.mktemp("whole")
    assert played(read_ablation_file(KUHN), folder) == [
        "rows/iterations", "rows/itself", "rows/regret", "strength/5", "strength/50",
    ]  # fmt: skip
    return folder


def test_a_known_effect_is_found_and_none_where_there_is_none(whole: Path) -> None:
    report = read_report(read_ablation_file(KUHN), whole)
    more, itself, _ = report.rows
    assert more.verdict == "better"
    assert more.kept == "iterations=200"
    assert (more.groups, more.games) == (60, 120)
    assert more.difference.low > 0
    assert more.difference.value == pytest.approx(more.tried.share.value - more.simple.share.value)
    assert more.tried.share.value + more.simple.share.value == pytest.approx(1.0)
    assert itself.verdict == "undecided"
    assert itself.kept == ""


def test_the_other_way_round_it_is_worse_and_the_simpler_one_is_kept(
    whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / "kuhn.toml"
    weak = '{ iterations = 1, choice = "visits" }'
    text = KUHN.read_text().replace(f"simple = {weak}", "simple = {}")
    path.write_text(text.replace("tried = { iterations = 200 }", f"tried = {weak}"))
    file = read_ablation_file(path)
    file = replace(file, rows=file.rows[:1], strength={})
    played(file, tmp_path)
    verdict = verdict_of(file.rows[0], tmp_path)
    assert (verdict.verdict, verdict.kept) == ("worse", "")
    assert verdict.difference.high < 0


def test_an_ablation_is_resumed_to_the_same_table(whole: Path, tmp_path: Path) -> None:
    file = read_ablation_file(KUHN)

    def stops(tournament: Tournament) -> int:
        if "itself" in str(tournament.journal.path):
            return 130
        return play_on(tournament, HERE)

    told: list[str] = []
    with pytest.raises(Stopped) as stopped:
        play_rows(file, tmp_path, stops, lambda row: told.append(row.name))
    assert stopped.value.status == 130
    assert told == ["iterations"]
    half = read_report(file, tmp_path)
    assert [row.groups for row in half.rows] == [60, 0, 0]
    assert half.rows[2].verdict == "undecided"

    journal = tmp_path / "rows" / "iterations" / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:52]))
    assert played(file, tmp_path)[0] == "rows/iterations"
    assert without_times(as_json(read_report(file, tmp_path))) == without_times(
        as_json(read_report(file, whole))
    )
    assert len(games_in(tmp_path / "rows" / "iterations")) == 120
    assert played(file, tmp_path) == []


def test_other_settings_than_those_on_disk_are_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "kuhn.toml"
    path.write_text(KUHN.read_text().replace("iterations = 1,", "iterations = 2,"))
    row = read_ablation_file(path).rows[0]
    with pytest.raises(BadArgument, match=r"was begun otherwise: .*: 1 then, 2 now"):
        verdict_of(row, whole)


def test_the_command_plays_and_writes_what_it_prints(
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("hinterland.tournaments.ablate_command.local_hands", lambda workers: HERE)
    folder = tmp_path / "results"
    shutil.copytree(whole, folder)
    shutil.rmtree(folder / "strength" / "50")
    command = ["ablate", str(KUHN), "--output", str(folder)]
    assert main([*command, "--status"]) == 0
    before = capsys.readouterr().out
    assert re.search(r"^\| 50 iterations \|.*\| 0 \| 0 \| 0 \| - \|.*undecided \|$", before, re.M)
    assert not (folder / "ablation.md").exists()
    assert main(command) == 0
    table = capsys.readouterr().out
    assert (folder / "ablation.md").read_text() == table
    assert re.search(r"^\| iterations \|.*\| better \| `iterations=200` \|$", table, re.M)
    assert re.search(r"^\| itself \| base \| base \| 60 \|.*\| undecided \| base \|$", table, re.M)
    assert re.search(r"^\| 50 iterations \|.*\| 60 \|", table, re.M)
    data = json.loads((folder / "ablation.json").read_text())
    assert [row["name"] for row in data["rows"]] == ["iterations", "itself", "regret"]
    assert [point["iterations"] for point in data["strength"]] == [5, 50]
    plot = (folder / "strength.svg").read_text()
    assert plot.startswith("<svg")
    assert "iterations" in plot
    assert main([*command, "--status"]) == 0
    assert capsys.readouterr().out == table


def test_what_was_broken_off_ends_with_the_table_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hinterland.tournaments.ablate_command.local_hands", lambda workers: HERE)
    monkeypatch.setattr(
        "hinterland.tournaments.ablate_command.play_on", lambda tournament, hands: 130
    )
    assert main(["ablate", str(KUHN), "--output", str(tmp_path)]) == 130
    assert capsys.readouterr().out == (tmp_path / "ablation.md").read_text()
    assert json.loads((tmp_path / "ablation.json").read_text())["rows"][0]["deals"] == 0


@pytest.mark.parametrize(
    ("low", "high", "apart", "faults", "verdict"),
    [
        (0.01, 0.2, 30, 0, "better"),
        (-0.2, -0.01, 30, 0, "worse"),
        (-0.01, 0.2, 30, 0, "undecided"),
        (0.0, 0.2, 30, 0, "undecided"),
        (0.01, 0.2, 9, 0, "undecided"),
        (0.01, 0.2, 10, 0, "better"),
        (0.01, 0.2, 30, 1, "undecided"),
    ],
)
def test_verdicts(low: float, high: float, apart: int, faults: int, verdict: str) -> None:
    row: Row = read_ablation_file(KUHN).rows[0]
    found = Verdict(
        row=row,
        groups=40,
        apart=apart,
        simple=Side(faults=faults),
        difference=Estimate((low + high) / 2, low, high),
    )
    assert found.verdict == verdict
    assert found.kept == (row.tried if verdict == "better" else row.simple)


def test_markdown_of_nothing_has_every_row(tmp_path: Path) -> None:
    text = markdown(read_report(read_ablation_file(KUHN), tmp_path))
    assert text.count("| undecided |") == 5


def test_settings_take_the_place_of_the_bots_own() -> None:
    assert with_settings("search", {}) == "search"
    assert with_settings("search", {"depth": "3"}) == "search:depth=3"
    bot = with_settings("search:iterations=200,depth=1", {"depth": "3", "kinds": "first"})
    assert bot == "search:iterations=200,depth=3,kinds=first"


@pytest.mark.parametrize("game", ["village", "island"])
def test_the_examples_have_every_row_of_both_games(game: str) -> None:
    file = read_ablation_file(FOLDER / f"{game}.toml")
    names = {row.name for row in file.rows}
    assert names >= {
        "leaf-evaluation", "kinds-first", "prior", "canonical-order", "ris", "mo", "weighted",
        "reuse",
    }  # fmt: skip
    assert list(file.strength) == [100, 400, 1600]
    for row in file.matches:
        tried, simple = row.file.settings.entrants
        assert replace(tried, label="") != replace(simple, label="")


MANY = """
gam = 1
game = "kuhn"
players = 3
seed = -1
workers = -1
bot = "search:iterations=0,foo=1"
[limits]
move = 0
[options]
deck = 3
[budget]
minutes = 0
deals = 4
[[rows]]
name = "../up"
simple = { root = "none", depth = -1 }
tried = { root = true }
more = 1
[[rows]]
name = "two"
simple = { reuse = "sometimes" }
tried = 3
[[rows]]
name = "two"
[strength]
iterations = [0]
"""


def test_no_fault_hides_another(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(MANY)
    with pytest.raises(BadFile) as caught:
        read_ablation_file(path)
    keys = [fault.removeprefix(f"{path}: ").split(":")[0] for fault in caught.value.faults]
    assert sorted(keys) == [
        "bot", "bot", "budget.deals", "budget.minutes", "gam", "limits.move", "options.deck",
        "players", "rows[1].more", "rows[1].name", "rows[1].simple.depth", "rows[1].simple.root",
        "rows[1].tried.root", "rows[2].simple.reuse", "rows[2].tried", "rows[3].name", "seed",
        "strength.iterations", "workers",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("seed = 3", "sede = 3"), "sede: unknown key"),
        (('game = "kuhn"', 'game = "chess"'), "game: unknown game 'chess'"),
        (("players = 2", "players = 3"), "players: found 3: expected a whole number 2"),
        (("iterations=200", "itrations=200"), "bot: search has no setting 'itrations'"),
        (("search:iterations=200", "level:3"), "bot: '3': expected key=value"),
        (("minutes = 10", "minutes = 0"), "budget.minutes: found 0: expected a number 0.001.."),
        (("groups = 60", "deals = 60"), "budget.deals: unknown key"),
        (
            ("{ iterations = 1,", "{ iteratoins = 5,"),
            "rows[1].simple.iteratoins: search has",
        ),
        (
            ('"regret" }', '"none" }'),
            "rows[3].tried.root: root=none: expected one of",
        ),
        (('"regret" }', "true }"), "rows[3].tried.root: found True: expected a text or a number"),
        (('"itself"', '"../up"'), "rows[2].name: found '../up': expected lower-case words"),
        (('"itself"', '"regret"'), "rows[3].name: 'regret' is that of rows[2] too"),
        (
            ('"regret" }', '"regret", weights = "x" }'),
            "rows[3].tried.weights: the evaluation",
        ),
        (
            ('"regret" }', '"regret", variant = "weighted", pool = 1000000, memory_mib = 1 }'),
            "rows[3].tried: memory_mib=1: expected ",
        ),
        (
            ("iterations=200", "variant=weighted,pool=1000000,memory_mib=1"),
            "bot: memory_mib=1: expected ",
        ),
        (("[5, 50]", "[0, 50]"), "strength.iterations: found [0, 50]: expected a list of whole"),
        (("[[rows]]", "[[row]]"), "rows: missing: expected [[rows]] tables"),
    ],
)
def test_faults_of_a_file_are_named(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(KUHN.read_text().replace(*change))
    with pytest.raises(BadFile) as caught:
        read_ablation_file(path)
    assert any(text.startswith(f"{path}: {fault}") for text in caught.value.faults)


def test_settings_that_have_room_only_together_are_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    more = '"regret", variant = "weighted", pool = 1000000, memory_mib = 64 }'
    path.write_text(
        KUHN.read_text()
        .replace("iterations=200", "iterations=200,memory_mib=1")
        .replace('"regret" }', more)
    )
    tried = read_ablation_file(path).rows[2].file.settings.entrants[0]
    assert isinstance(tried, SearchSpec)
    assert (tried.settings.pool, tried.settings.memory_mib) == (1_000_000, 64)
