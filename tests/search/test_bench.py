"""What `hinterland bench` measures, and what it refuses; the starts are left out: they compile."""

import json

import pytest

from hinterland.__main__ import main
from hinterland.engine.errors import BadOption
from hinterland.engine.registry import GAMES, load
from hinterland.engine.seats import CHANCE, OVER
from hinterland.search import bench
from hinterland.search.bench import halfway, mix_options, opening


@pytest.fixture(autouse=True)
def no_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "start_seconds", lambda game_name, cold: 2.0 if cold else 1.0)
    monkeypatch.setattr(bench, "fingerprint", lambda game: game.name)


def measured(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["bench", "--json", "--seconds", "0.01", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_the_defaults_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys, "kuhn")
    assert list(found) == ["kuhn"]
    figures = found["kuhn"]
    assert isinstance(figures, dict)
    assert list(figures["speeds"]) == [""]
    assert all(speed > 0 for speed in figures["speeds"][""].values())
    assert 2 <= figures["speeds"][""]["mean_playout_moves"] <= 8
    assert (figures["state_bytes"], figures["cold_start_s"]) == (8, 2.0)
    assert figures["two_thread_gain"] > 0


def test_options_are_measured_instead_of_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    figures = measured(capsys, "tree", "--option", "tree=b")["tree"]
    assert isinstance(figures, dict)
    assert list(figures["speeds"]) == ["tree=b"]


def test_the_table_has_a_column_for_each_mix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01", "tree", "--option", "tree=b"]) == 0
    out = capsys.readouterr().out
    assert "tree=b" in out
    for row in ("moves_per_s", "middle_iterations_per_s", "two_thread_gain", "warm_start_s"):
        assert row in out


def test_what_is_measured_is_said_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json", "--seconds", "0.01", "tree", "--option", "tree=b"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "measuring tree: speeds with tree=b",
        "measuring tree: two threads, and a copy of the state",
        "measuring tree: cold start",
        "measuring tree: warm start",
    ]


@pytest.mark.parametrize("option", ["tree", "tree=", "leaves=3", "tree=z"])
def test_what_is_no_option_is_refused(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert main(["bench", "tree", "--option", option]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert option.partition("=")[0] in said.err


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(BadOption, match="tree is given twice"):
        mix_options(load("tree"), "tree=b tree=c")


@pytest.mark.parametrize("name", list(GAMES))
def test_every_mix_that_a_game_names_is_one(name: str) -> None:
    game = load(name)
    values = [mix_options(game, mix) for mix in ("", *game.measured)]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "island"])
def test_half_way_is_later_than_the_opening_and_a_choice(name: str) -> None:
    game = load(name)
    knowledge = halfway(game, game.option_values({}))
    assert game.mover(knowledge.view) == knowledge.seat not in (CHANCE, OVER)
    assert len(game.legal(knowledge.view)) > 1
    if name == "village":
        assert knowledge.tobytes() != opening(game).tobytes()
    assert halfway(game, game.option_values({})).tobytes() == knowledge.tobytes()
