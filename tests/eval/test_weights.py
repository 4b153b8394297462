"""Files of weights: written, read, and what is said against bad ones."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from hinterland.engine.errors import BadArgument
from hinterland.engine.registry import load
from hinterland.eval.registry import load_evaluation, load_weighted
from hinterland.eval.weights import read_weights, weights_text
from hinterland.protocol.bots import SearchSpec, parse_bot
from hinterland.search.search import search_kernels
from hinterland.tournaments.fields import BadFile
from hinterland.tournaments.match_command import match_file

GOOD = {"format": 1, "game": "village", "weights": {"a": 1, "b": -0.5}}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_bytes(weights_text("village", ("a", "b"), (1.25, -3.0), {"from": "a test"}))
    assert read_weights(path, "village", ("b", "a")).tolist() == [-3.0, 1.25]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format is 2: expected 1"),
        ({"game": "kuhn"}, "game is 'kuhn': expected 'village'"),
        ({"weights": {"a": 1}}, "weights: expected a number for each of a, b"),
        ({"weights": {"a": 1, "b": 2, "c": 3}}, "weights: expected a number for each of a, b"),
        ({"weights": [1, 2]}, "weights: expected a number for each of a, b"),
        ({"weights": {"a": 1, "b": True}}, "weight of 'b' is True: expected a number"),
        ({"weights": {"a": 1, "b": "2"}}, "weight of 'b' is '2': expected a number"),
        ({"weights": {"a": 1, "b": 1e300}}, "weight of 'b' is 1e+300: expected a number"),
        (
            {"format": 2, "game": "kuhn", "weights": {"a": "1", "c": None}},
            "format is 2: expected 1; game is 'kuhn': expected 'village'; "
            "weights: expected a number for each of a, b; "
            "weight of 'a' is '1': expected a number; weight of 'c' is None: expected a number",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "weights.json"
    path.write_bytes(orjson.dumps({**GOOD, **change}))
    with pytest.raises(BadArgument) as caught:
        read_weights(path, "village", ("a", "b"))
    assert str(caught.value) == f"{path}: {said}"


@pytest.mark.parametrize(("text", "said"), [(b"{", "not JSON"), (b"[]", "expected an object")])
def test_what_is_no_file_of_weights(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "weights.json"
    path.write_bytes(text)
    with pytest.raises(BadArgument, match=said):
        read_weights(path, "village", ("a", "b"))
    with pytest.raises(BadArgument, match="No such file"):
        read_weights(tmp_path / "other.json", "village", ("a", "b"))


def test_bots_take_a_file_and_the_match_checks_it(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    evaluation = load_evaluation(load("village"))
    weights = [2.0] * len(evaluation.FEATURES)
    path.write_bytes(weights_text("village", evaluation.FEATURES, weights, {}))
    spec = parse_bot(f"search:iterations=5,weights={path}")
    assert isinstance(spec, SearchSpec)
    assert (spec.settings.iterations, spec.settings.weights) == (5, str(path))
    bots = (f"greedy:weights={path}", f"search:weights={path}")
    assert match_file("village", None, bots, 1, (), 1).settings.entrants[1].label == bots[1]
    with pytest.raises(BadFile) as caught:
        match_file("kuhn", None, bots, 1, (), 1)
    assert caught.value.faults == [
        f"bots[{number}].bot: the evaluation of kuhn has no weights" for number in (1, 2)
    ]
    path.unlink()
    with pytest.raises(BadFile, match="No such file"):
        match_file("village", None, (f"greedy:weights={path}x", "random"), 1, (), 1)


def test_evaluations_of_several_weights_are_kept_apart(tmp_path: Path) -> None:
    game = load("village")
    plain = load_evaluation(game)
    found = []
    for number in (2.0, 3.0):
        path = tmp_path / f"{number}.json"
        weights = [number] * len(plain.FEATURES)
        path.write_bytes(weights_text("village", plain.FEATURES, weights, {}))
        found.append(load_weighted(game, path))
    (first, two), (second, three) = found
    assert [two.WEIGHTS[0], three.WEIGHTS[0]] == [2.0, 3.0]
    assert plain.WEIGHTS[0] not in (2.0, 3.0)
    assert len({game.name, first.name, second.name}) == 3
    assert len({game.salt, first.salt, second.salt}) == 3
    assert first.rules is game.rules
    for number, evaluation in ((2.0, two), (3.0, three)):
        playouts, _ = search_kernels(game, str(tmp_path / f"{number}.json"))
        assert playouts.evaluation is evaluation
    assert search_kernels(game)[0].evaluation is plain
    assert search_kernels(game) is search_kernels(game, ""), "compiled twice"
